/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import type { WrittenContent } from '@saleyard/contract/selling.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { paths, ROUTES } from '@/config/paths.ts';
import { exampleListing } from '@/test-support/example-listing.ts';
import { person } from '@/test-support/example-person.ts';
import { exampleAuction } from '@/test-support/example-sales.ts';
import { leaveScreens } from '@/test-support/open-screens.ts';
import { answers, mockServer } from '@/test-support/server.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { fireEvent, screen, waitFor, within } = await import('@testing-library/react');
const { Route, Routes } = await import('react-router');
const { renderScreen } = await import('@/test-support/render.tsx');
const { ReofferScreen } = await import('./reoffer-screen.tsx');
const { dayIn } = await import('./test-support/open-form.tsx');

const test = suite('what the form of a reoffer refuses', { limitMs: 180_000 });
const server = mockServer();
// The server takes no reoffer here: what is sent fails the test.
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.beforeEach(() => leaveScreens());
test.after(() => server.close());

const DAY_MS = 24 * 3_600_000;
const SOON = Date.now() + 10 * DAY_MS;
const next = exampleAuction({ _id: 'a2', searchNumber: 88, openAt: SOON - 1_000, liveAt: SOON });
const SELLER = person({ status: 'approved-seller', type: 'seller', approvedStockTypes: ['Cattle', 'Sheep'] });

type Change = Partial<Omit<WrittenContent, 'details'>> & { details?: Record<string, unknown> };

/** The screen of a lot that did not sell; `msAgo`: since its sale closed. */
function open({ details, ...change }: Change = {}, msAgo = DAY_MS, sales = [next]) {
  const { content, auctionData, ...listing } = exampleListing('cattle');
  const days = { earliestDelivery: dayIn(12), latestDelivery: dayIn(20) };
  const lot = {
    ...listing,
    auctionData: auctionData && { ...auctionData, state: 'closed', closedAt: Date.now() - msAgo },
    content: { ...content, ...change, details: { ...content.details, ...days, ...details } },
  };
  server.resetHandlers(
    answers('market/similar', {
      ...{ kindType: 'cattle', sex: 'Steer(s)', state: null, unit: 'head', weight: null, lots: 0, head: 0 },
      ...{ lowest: null, median: null, highest: null, prices: [], sales: [] },
    }),
    answers('users/me', { user: SELLER }),
    answers('pics', { pics: [] }),
    answers('states', { states: { NSW: ['Hunter'] } }),
    answers('lots/7/own', { lot }),
    answers('auctions', { auctions: sales }),
  );
  renderScreen(
    <Routes>
      <Route path={ROUTES.editReoffer} element={<ReofferScreen />} />
    </Routes>,
    {
      path: paths.editReoffer({ searchNumber: 77, kindData: { title: 'Cattle' } }, { searchNumericId: 7 }),
    },
  );
  return userEvent.setup();
}

const auction = () => screen.findByLabelText<HTMLSelectElement>(/^Auction Date/);
const type = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const submit = async (user: ReturnType<typeof open>) =>
  user.click(screen.getAllByRole('button', { name: 'Submit' })[0] as HTMLElement);
/** The fields that the summary above the form names, each with what it says. */
const named = (): Record<string, string> =>
  Object.fromEntries(
    within(screen.getByRole('alert'))
      .getAllByRole('link')
      .map((link) => [(link.getAttribute('href') ?? '').replace('#field-', ''), link.textContent ?? '']),
  );

const DIFFERENT = { auction: 'Please Choose a Different Auction' };

test('[S368] only auctions that take lots can be chosen, and without one nothing is sent', async () => {
  const user = open({}, DAY_MS, [
    next,
    ...[{ cancelled: true }, { state: 'open' }, { state: 'live' }, { state: 'closed' }].map((change, n) =>
      exampleAuction({ ...next, _id: `not-${n}`, searchNumber: 90 + n, ...(change as object) }),
    ),
    exampleAuction({ ...next, _id: 'late', searchNumber: 95, editLotDisabledAt: Date.now() - 1 }),
    exampleAuction({ ...next, _id: 'sheep', searchNumber: 96, kindData: { type: 'sheep', title: 'Sheep' } }),
  ]);
  const chosen = await auction();
  await waitFor(() =>
    assert.equal(
      [...chosen.options].map(({ value }) => value),
      ['', '88'],
    ),
  );
  await submit(user);
  await screen.findByRole('alert');
  assert.equal(named(), DIFFERENT);
});

test('[S369] [S370] a reoffer is checked by the bid validation, and needs an earliest delivery', async () => {
  const user = open({ incrementCents: null, startCents: null, details: { earliestDelivery: '' } });
  await auction();
  await submit(user);
  await screen.findByRole('alert');
  const missing = (title: string) => `Please enter ${title} This is a required field*`;
  const terms = {
    incrementCents: 'Please select bid increment', // [S369]
    startCents: missing('Start Price'), // [S369]
  };
  assert.equal(named(), {
    ...DIFFERENT,
    ...terms,
    'details-earliestDelivery': missing('Earliest Delivery'), // [S370]
  });
  type(/^Earliest Delivery/, dayIn(12));
  await waitFor(() => assert.equal(named(), { ...DIFFERENT, ...terms }));
  type(/^Bid Increment/, '500');
  type(/^Start Price/, '1450.01');
  const reserveCents = "Your Reserve Price can't be lower than your Start Price";
  await waitFor(() => assert.equal(named(), { ...DIFFERENT, reserveCents }));
  type(/^Start Price/, '1450');
  await waitFor(() => assert.equal(named(), DIFFERENT));
});

test('[A772] a lot can be reoffered for seven days', async () => {
  const ended = 'Lots can be reoffered for 7 days after their auction closed.';
  open({}, 7 * DAY_MS - 60_000);
  await auction();
  assert.is(screen.queryByText(ended), null);
  open({}, 7 * DAY_MS + 60_000);
  await screen.findByText(ended);
  assert.is(screen.queryByRole('button', { name: 'Submit' }), null);
});

test.run();
