/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import type { ReofferableListing } from '@saleyard/contract/selling.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { paths, ROUTES } from '@/app/paths.ts';
import { exampleListing } from '@/test-support/example-listing.ts';
import { person } from '@/test-support/example-person.ts';
import { exampleAuction } from '@/test-support/example-sales.ts';
import { leaveScreens } from '@/test-support/open-screens.ts';
import { answers, handles, mockServer, refuses } from '@/test-support/server.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { screen, waitFor, within } = await import('@testing-library/react');
const { Route, Routes } = await import('react-router');
const { renderScreen } = await import('@/test-support/render.tsx');
const { LateEditScreen } = await import('./late-edit-screen.tsx');
const { ReofferScreen } = await import('./reoffer-screen.tsx');
const { ReoffersScreen } = await import('./reoffers-screen.tsx');

const test = suite('lots of one’s own: late edit and reoffer', { limitMs: 60_000 });
const server = mockServer();
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.beforeEach(() => leaveScreens());
test.after(() => server.close());

const DAY_MS = 24 * 3_600_000;
const SALE = { searchNumber: 77, kindData: { title: 'Cattle' } };
const SELLER = {
  ...{ _id: 'u1', status: 'approved-seller', type: 'seller' },
  approvedStockTypes: ['Cattle', 'Sheep', 'Goat'],
} as const;
const me = answers('users/me', { user: person(SELLER) });
const known = [me, answers('pics', { pics: [] }), answers('states', { states: { NSW: ['Hunter'] } })];
const field = (label: string) =>
  screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}( \\(.*\\))?( \\*)?$`));

async function lateEdit(isAutoBids: number) {
  const sent: unknown[] = [];
  server.resetHandlers(
    ...known,
    answers('lots/7/own', { lot: exampleListing() }),
    answers('lots/l1/submissions/auto-bids', { isAutoBids }),
    handles('put', 'lots/l1/late-edit', async (request) => {
      sent.push(((await request.json()) as { lot: unknown }).lot);
      return { _id: 'l1', searchNumericId: 7, revision: 3, phase: 'approved' };
    }),
  );
  renderScreen(
    <Routes>
      <Route path={ROUTES.editLate} element={<LateEditScreen />} />
      <Route path="*" element={<p>elsewhere</p>} />
    </Routes>,
    { path: paths.editLate(SALE, { searchNumericId: 7 }) },
  );
  const user = userEvent.setup();
  const [press] = await screen.findAllByRole('button', { name: 'Change Price' });
  await user.clear(field('Start Price'));
  await user.type(field('Start Price'), '1300');
  await user.click(press as HTMLElement);
  return { user, sent };
}

test('prices of a lot without auto-bids are changed at once', async () => {
  const { sent } = await lateEdit(0);
  await screen.findByText('elsewhere');
  assert.equal(sent, [{ startCents: 130_000, reserveCents: 145_000 }]);
});

test('[S508] [S509] an auto-bid on the lot is warned of; Cancel changes nothing', async () => {
  const { user, sent } = await lateEdit(2);
  const question = await screen.findByRole('dialog');
  assert.match(
    question.textContent ?? '',
    'An auto-bid is set on this Lot. Changing Start & Reserve Price may invalidate the auto-bid.',
  );
  const names = within(question)
    .getAllByRole('button')
    .map(({ textContent }) => textContent);
  assert.equal(names, ['Cancel', 'Change Price']);
  await user.click(within(question).getByRole('button', { name: 'Cancel' }));
  assert.equal(sent, []);
  await user.click(screen.getAllByRole('button', { name: 'Change Price' })[0] as HTMLElement);
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Change Price' }));
  await screen.findByText('elsewhere');
  assert.is(sent.length, 1);
});

const closedAt = Date.now() - DAY_MS;
const unsold = (over: Partial<ReofferableListing> = {}): ReofferableListing => {
  const { content: _, ...listing } = exampleListing();
  const auctionData = listing.auctionData && { ...listing.auctionData, state: 'closed' as const, closedAt };
  return { ...listing, auctionData, status: 'passed', closedPrice: 124_000, ...over };
};

test('[S076] [S082] [S447] a lot that passed in says at which price; My Listing stands on one’s own alone', async () => {
  const logo = { url: '/logo.png', name: 'logo.png' };
  server.resetHandlers(
    answers('users/me', { user: { ...person(SELLER), logo } }),
    answers('lots/reoffers', {
      lots: [unsold(), unsold({ _id: 'l2', createdBy: 'someone', bidding: 'kg', closedPrice: 412 })],
    }),
  );
  renderScreen(<ReoffersScreen />, { path: paths.reoffers });
  await screen.findByText(/^Passed In \$1,240\.00/);
  assert.match(screen.getByText(/^Passed In \$1,240/).textContent ?? '', 'head');
  assert.match(screen.getByText(/^Passed In 412/).textContent ?? '', 'kg');
  assert.is(screen.getAllByText('My Listing').length, 1);
  assert.is(screen.getAllByRole('img', { name: 'Logo of Miller Pastoral' }).length, 2);
});

for (const kind of ['goat', 'sheep-abblamb'] as const) {
  test(`[S369] a lot of kind ${kind} is offered again, and a refusal of the server is said at its field`, async () => {
    const sale = exampleAuction({
      ...{ _id: 'a2', searchNumber: 88, state: 'future' },
      ...{ openAt: Date.now() + 9 * DAY_MS, liveAt: Date.now() + 10 * DAY_MS },
      kindData: { type: kind, title: 'Goat' },
    });
    const lot = exampleListing(kind, { auctionData: unsold().auctionData });
    const sent: unknown[] = [];
    server.resetHandlers(
      ...known,
      answers('lots/7/own', { lot }),
      answers('auctions', { auctions: [sale] }),
      refuses('put', 'auctions/a2/lots/l1/reoffer', 400, {
        ...{ code: 'invalid-request', field: 'startCents', message: 'The lot is worth too much' },
      }),
    );
    renderScreen(
      <Routes>
        <Route path={ROUTES.editReoffer} element={<ReofferScreen />} />
        <Route path="*" element={<p>elsewhere</p>} />
      </Routes>,
      { path: paths.editReoffer(SALE, { searchNumericId: 7 }) },
    );
    const user = userEvent.setup();
    const [submit] = await screen.findAllByRole('button', { name: 'Submit' });
    await waitFor(() => assert.is(within(field('Auction Date')).getAllByRole('option').length, 2));
    await user.selectOptions(field('Auction Date'), '88');
    const stale = await screen.findByRole('dialog');
    assert.match(stale.textContent ?? '', 'cannot be earlier than the auction date');
    await user.click(within(stale).getByRole('button', { name: 'OK' }));
    assert.is(field('Earliest Delivery').value, '');
    const day = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
    await user.type(field('Earliest Delivery'), day(12));
    await user.click(submit as HTMLElement);
    await screen.findAllByText('The lot is worth too much');
    server.use(
      handles('put', 'auctions/a2/lots/l1/reoffer', async (request) => {
        sent.push(((await request.json()) as { lot: unknown }).lot);
        return { _id: 'l9', searchNumericId: 9, revision: 1, phase: 'submitted' };
      }),
    );
    await user.clear(field('Start Price'));
    await user.type(field('Start Price'), '1000');
    await user.click(submit as HTMLElement);
    await screen.findByRole('dialog', { name: 'Lot Submitted Successfully' });
    assert.equal(sent, [
      {
        ...{ adjustWeight: 0, startCents: 100_000, incrementCents: 100, reserveCents: 145_000 },
        ...{ earliestDelivery: day(12), latestDelivery: '' },
      },
    ]);
  });
}

test.run();
