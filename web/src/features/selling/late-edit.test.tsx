/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import type { WholeListing } from '@saleyard/contract/selling.ts';
import { FORMS } from '@saleyard/domain/listing/forms/forms.ts';
import { KIND_TYPES } from '@saleyard/domain/listing/stock.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { paths, ROUTES } from '@/config/paths.ts';
import { exampleListing } from '@/test-support/example-listing.ts';
import { person } from '@/test-support/example-person.ts';
import { exampleAuction } from '@/test-support/example-sales.ts';
import { leaveScreens } from '@/test-support/open-screens.ts';
import { answers, handles, mockServer, refuses } from '@/test-support/server.ts';
import { changeableFields, sectionsToChange } from './test-support/changeable-fields.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { screen, waitFor, within } = await import('@testing-library/react');
const { Route, Routes } = await import('react-router');
const { renderScreen } = await import('@/test-support/render.tsx');
const { LotFormScreen } = await import('./lot-form-screen.tsx');
const { ReofferScreen } = await import('./reoffer-screen.tsx');
const { LateEditScreen } = await import('./late-edit-screen.tsx');

const test = suite('late prices of a lot', { limitMs: 180_000 });
const server = mockServer();
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.beforeEach(() => leaveScreens());
test.after(() => server.close());

const DAY_MS = 24 * 3_600_000;
const SALE = { searchNumber: 77, kindData: { title: 'Cattle' } };
const NO_SIMILAR = {
  ...{ kindType: 'cattle', sex: 'Steer(s)', state: null, unit: 'head', weight: null, lots: 0, head: 0 },
  ...{ lowest: null, median: null, highest: null, prices: [], sales: [] },
};
const known = [
  answers('market/similar', NO_SIMILAR),
  answers('users/me', {
    user: person({
      _id: 'u1',
      status: 'approved-seller',
      type: 'seller',
      approvedStockTypes: ['Cattle', 'Sheep', 'Goat'],
    }),
  }),
  answers('pics', { pics: [] }),
  answers('states', { states: { NSW: ['Hunter'] } }),
];
const field = (label: string) =>
  screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}( \\(.*\\))?( \\*)?$`));

type LateEdit = { lot?: WholeListing; startPrice?: string; refused?: ReturnType<typeof refuses> };

async function lateEdit(
  isAutoBids: number,
  { lot = exampleListing(), startPrice = '1300', refused }: LateEdit = {},
) {
  const sent: unknown[] = [];
  server.resetHandlers(
    ...(refused ? [refused] : []),
    ...known,
    answers('lots/7/own', { lot }),
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
  const back = screen.getByRole('link', { name: 'Back to My Submitted' });
  assert.is(back.getAttribute('href'), '/main/manage/my-submitted'); // [S063]
  await user.clear(field('Start Price'));
  await user.type(field('Start Price'), startPrice);
  await user.click(press as HTMLElement);
  return { user, sent };
}

test('[A154] an address of late prices without a lot leads to the submitted lots', async () => {
  server.resetHandlers(...known, answers('lots/7/own', { lot: exampleListing() }));
  for (const [path, address] of [
    ['/main/manage/edit-late/Cattle/77/7', '/main/manage/edit-late/Cattle/77/7'],
    ['/main/manage/edit-late/Cattle/77', '/main/manage/my-submitted'],
  ] as const) {
    const { went } = renderScreen(
      <Routes>
        <Route path={ROUTES.editLate} element={<LateEditScreen />} />
        <Route path={ROUTES.submittedLots} element={<h1>My Submitted Lots</h1>} />
        <Route path="*" element={<h1>elsewhere</h1>} />
      </Routes>,
      { path },
    );
    const title = path === address ? /^Edit Price: / : 'My Submitted Lots';
    assert.ok(await screen.findByRole('heading', { level: 1, name: title }));
    await waitFor(() => assert.is(went(), address));
  }
});

test('[S051] the form is of a new lot, of a draft, of a lot that is offered again, or of late prices', async () => {
  const sale = exampleAuction({
    ...{ _id: 'a1', searchNumber: 77, state: 'future' },
    ...{ openAt: Date.now() + 9 * DAY_MS, liveAt: Date.now() + 10 * DAY_MS },
  });
  const whole = exampleListing();
  const over = whole.auctionData && { ...whole.auctionData, closedAt: Date.now() - DAY_MS };
  const lot = { searchNumericId: 7 };
  const changeable = async (path: string, title: RegExp, listing = whole): Promise<string[]> => {
    server.resetHandlers(
      ...known,
      answers('auctions', { auctions: [sale] }),
      answers('auctions/77', { auction: sale }),
      answers('lots/7/own', { lot: listing }),
    );
    renderScreen(
      <Routes>
        <Route path={ROUTES.newLot} element={<LotFormScreen />} />
        <Route path={ROUTES.editReoffer} element={<ReofferScreen />} />
        <Route path={ROUTES.editLate} element={<LateEditScreen />} />
      </Routes>,
      { path },
    );
    await screen.findByRole('heading', { level: 1, name: title });
    await screen.findAllByRole('button', { name: /^(Submit|Change Price)$/ });
    return sectionsToChange();
  };
  const details = FORMS.cattle.groups.filter(({ type }) => type === 'group').map(({ title }) => title);
  const inDetails = (titles: readonly string[]) => titles.filter((title) => details.includes(title));
  const draft = { ...whole, phase: 'draft', draft: true, approved: false } as const;
  for (const all of [
    await changeable(paths.newLot(SALE), /^Add New Lot$/),
    await changeable(paths.newLot(SALE, lot), /^Edit Lot$/, draft),
  ])
    for (const title of details) assert.ok(all.includes(title), title);
  const again = await changeable(paths.editReoffer(SALE, lot), /^Reoffer /, { ...whole, auctionData: over });
  assert.equal(inDetails(again), ['Delivery']);
  const late = await changeable(paths.editLate(SALE, lot), /^Edit Price: /);
  assert.equal(inDetails(late), []);
});

for (const kind of KIND_TYPES)
  test(`[S055] [S056] of a lot of kind ${kind} the prices alone are edited late; all else is shown and locked`, async () => {
    const { content, ...listing } = exampleListing(kind);
    const heads = [{ weightLive: 41, fatScore: 2 }];
    const weighed = { ...content, countWeighed: 1, heads } as typeof content;
    server.resetHandlers(...known, answers('lots/7/own', { lot: { ...listing, content: weighed } }));
    renderScreen(
      <Routes>
        <Route path={ROUTES.editLate} element={<LateEditScreen />} />
      </Routes>,
      { path: paths.editLate(SALE, { searchNumericId: 7 }) },
    );
    await screen.findByText('Head 1 of 1');
    assert.equal(changeableFields(), ['Start Price', 'Reserve Price']); // [S056]
    const details = FORMS[kind].groups.filter(({ type }) => type === 'group').map(({ title }) => title);
    assert.ok(details.includes('Delivery'));
    assert.equal(
      sectionsToChange().filter((title) => details.includes(title)),
      [],
    ); // [S055]
    assert.is(field('Title').value, '40 Angus Steers');
  });

test('[S508] prices of a lot without auto-bids are changed at once', async () => {
  const { sent } = await lateEdit(0);
  await screen.findByText('elsewhere');
  assert.equal(sent, [{ startPrice: 130_000, reserveCents: 145_000 }]);
});

test('[S451] [S452] the prices of a lot that may not be edited late are not asked for', async () => {
  server.resetHandlers(
    ...known,
    answers('lots/7/own', { lot: exampleListing('cattle', { mayEditLate: false }) }),
  );
  renderScreen(
    <Routes>
      <Route path={ROUTES.editLate} element={<LateEditScreen />} />
    </Routes>,
    { path: paths.editLate(SALE, { searchNumericId: 7 }) },
  );
  await screen.findByText('The prices of this lot can no longer be changed.');
  assert.is(screen.queryByRole('button', { name: 'Change Price' }), null);
  assert.is(screen.queryByLabelText(/^Start Price/), null);
});

test('[S371] late prices are checked by the bid validation only, also where the lot lacks other values', async () => {
  const lot = exampleListing();
  const nothing = { description: '', details: {}, heads: [], count: null, acceptenceOnTerms: false };
  const bare = { ...lot, content: { ...lot.content, ...nothing } };
  const { user, sent } = await lateEdit(0, { lot: bare, startPrice: '1500' });
  await screen.findAllByText("Your Start Price can't be higher than your Reserve Price");
  assert.equal(sent, []);
  await user.clear(field('Start Price'));
  await user.type(field('Start Price'), '1300');
  await user.click(screen.getAllByRole('button', { name: 'Change Price' })[0] as HTMLElement);
  await screen.findByText('elsewhere');
  assert.equal(sent, [{ startPrice: 130_000, reserveCents: 145_000 }]);
});

test('[A741] [A742] prices that cannot be changed: logged, no spinner, and the form says why', async () => {
  const logged: unknown[][] = [];
  const { warn } = console;
  console.warn = (...said) => void logged.push(said);
  try {
    await lateEdit(0, { refused: refuses('put', 'lots/l1/late-edit', 500) });
    assert.match((await screen.findByRole('alert')).textContent ?? '', 'Bad request. Please try again later');
  } finally {
    console.warn = warn;
  }
  assert.equal(
    logged.map(([, error]) => (error as { status?: number }).status),
    [500],
  );
  const presses = screen.getAllByRole<HTMLButtonElement>('button', { name: 'Change Price' });
  assert.ok(presses.every(({ disabled, dataset }) => !disabled && dataset['loading'] === undefined));
});

test('[S508] [S509] an auto-bid on the lot is warned of; Cancel changes nothing', async () => {
  const { user, sent } = await lateEdit(1);
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

test.run();
