/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import type { OwnListing, ReofferableListing } from '@saleyard/contract/selling.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { HttpResponse, http } from 'msw';
import * as assert from 'uvu/assert';
import { paths, ROUTES } from '@/config/paths.ts';
import { exampleListing } from '@/test-support/example-listing.ts';
import { person } from '@/test-support/example-person.ts';
import { exampleAuction } from '@/test-support/example-sales.ts';
import { leaveScreens } from '@/test-support/open-screens.ts';
import { answers, handles, mockServer, refuses } from '@/test-support/server.ts';
import { timersIn } from '@/test-support/timer-waits.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { screen, waitFor, within } = await import('@testing-library/react');
const { Link, Route, Routes } = await import('react-router');
const { renderScreen } = await import('@/test-support/render.tsx');
const { ReofferScreen } = await import('./reoffer-screen.tsx');
const { SavedLotsScreen, SubmittedLotsScreen } = await import('./own-lots-screen.tsx');
const { ReoffersScreen } = await import('./reoffers-screen.tsx');

const test = suite('a seller’s own lots: late edit and reoffer', { limitMs: 180_000 });
const server = mockServer();
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.beforeEach(() => leaveScreens());
test.after(() => server.close());

const DAY_MS = 24 * 3_600_000;
const SALE = { searchNumber: 77, kindData: { title: 'Cattle' } };
const SELLER = {
  _id: 'u1',
  status: 'approved-seller',
  type: 'seller',
  approvedStockTypes: ['Cattle', 'Sheep', 'Goat'],
} as const;
const me = answers('users/me', { user: person(SELLER) });
const NO_SIMILAR = {
  ...{ kindType: 'cattle', sex: 'Steer(s)', state: null, unit: 'head', weight: null, lots: 0, head: 0 },
  ...{ lowest: null, median: null, highest: null, prices: [], sales: [] },
};
const known = [
  answers('market/similar', NO_SIMILAR),
  me,
  answers('pics', { pics: [] }),
  answers('states', { states: { NSW: ['Hunter'] } }),
];
const field = (label: string) =>
  screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}( \\(.*\\))?( \\*)?$`));

const closedAt = Date.now() - DAY_MS;
const creatorData = { logo: { url: '' } };
const unsold = (over: Partial<ReofferableListing> = {}): ReofferableListing => {
  const { content: _, ...listing } = exampleListing();
  const auctionData = listing.auctionData && { ...listing.auctionData, state: 'closed' as const, closedAt };
  return { ...listing, auctionData, status: 'passed', closedPrice: 124_000, creatorData, ...over };
};

test('[S076] [S082] [S084] [S447] a lot that passed in says at which price; only the seller’s own lots are marked My Listing', async () => {
  const logo = { url: '/logo.png', name: 'logo.png' };
  server.resetHandlers(
    answers('users/me', { user: { ...person(SELLER), logo } }),
    answers('lots/reoffers', {
      lots: [unsold(), unsold({ _id: 'l2', createdBy: 'someone', bidding: 'kg', closedPrice: 412 })],
    }),
  );
  renderScreen(<ReoffersScreen />, { path: paths.reoffers });
  await screen.findByText('Passed In $1,240.00 /head'); // [S076]
  assert.ok(screen.getByText('Passed In 412¢ /kg')); // [S076]
  const own = screen.getAllByText('My Listing').map((tag) => tag.closest('li')?.getAttribute('data-lot'));
  assert.equal(own, ['l1']); // [S447]
  const logos = screen.getAllByRole('img', { name: 'Logo of Miller Pastoral' });
  assert.equal(
    logos.map((image) => image.getAttribute('src')),
    ['/logo.png', '/logo.png'],
  ); // [S082]
});

test('[S070] each lot has the icon of its kind', async () => {
  const kinds = ['cattle', 'sheep', 'sheep-abblamb', 'goat'] as const;
  const lots = kinds.map((kind) => {
    const { publicDetails, kindData } = exampleListing(kind);
    return unsold({ _id: kind, publicDetails, kindData });
  });
  server.resetHandlers(me, answers('lots/reoffers', { lots }));
  renderScreen(<ReoffersScreen />, { path: paths.reoffers });
  const icons = await screen.findAllByRole('img');
  assert.equal(
    icons.map((icon) => [icon.closest('li')?.getAttribute('data-lot'), icon.getAttribute('aria-label')]),
    [
      ['cattle', 'Cattle'],
      ['sheep', 'Sheep'],
      ['sheep-abblamb', 'AbbLamb'],
      ['goat', 'Goat'],
    ],
  );
  const [cattle, sheep, lamb, goat] = icons.map(({ innerHTML }) => innerHTML);
  assert.is(new Set([cattle, sheep, goat]).size, 3, 'each is drawn otherwise');
  assert.is(lamb, sheep);
});

test('[S079] [S080] [S081] a comment of four lines, or of more than 420 characters, has Read More, and one of more is cut', async () => {
  const commented = (_id: string, agentComment: string) => {
    const lot = unsold({ _id });
    return { ...lot, publicDetails: { ...lot.publicDetails, agentComment } };
  };
  const ofLines = (_id: string, lines: number) =>
    commented(_id, Array.from({ length: lines }, (_, at) => `${_id} ${at + 1}`).join('\n'));
  const lots = [
    ...[ofLines('three', 3), ofLines('four', 4), ofLines('five', 5)],
    ...[commented('whole', 'w'.repeat(420)), commented('long', 'l'.repeat(421))],
  ];
  server.resetHandlers(me, answers('lots/reoffers', { lots }));
  renderScreen(<ReoffersScreen />, { path: paths.reoffers });
  await screen.findByText(/four 4$/);
  assert.ok(screen.getByText(/five 4$/));
  for (const sign of ['w', 'l']) assert.ok(screen.getByText(sign.repeat(420))); // [S079]
  const more = screen.getAllByRole('link', { name: '...Read More' });
  assert.equal(
    more.map((link) => link.closest('[data-lot]')?.getAttribute('data-lot')),
    ['four', 'five', 'long'],
  );
  for (const link of more)
    assert.match(link.getAttribute('href') ?? '', /^\/main\/manage\/Cattle\/77\/7(\?|$)/); // [S088]
});

for (const kind of ['goat', 'sheep-abblamb'] as const) {
  test(`[S369] a lot of kind ${kind} is offered again, and a refusal of the server is said at its field`, async () => {
    const sale = exampleAuction({
      _id: 'a2',
      searchNumber: 88,
      state: 'future',
      openAt: Date.now() + 9 * DAY_MS,
      liveAt: Date.now() + 10 * DAY_MS,
      kindData: { type: kind, title: 'Goat' },
    });
    const example = exampleListing(kind, { auctionData: unsold().auctionData });
    const lot = { ...example, content: { ...example.content, adjustWeight: -1.25 } };
    const sent: unknown[] = [];
    const writes: string[] = [];
    server.events.removeAllListeners();
    server.events.on('request:start', ({ request: { method, url } }) => {
      if (method !== 'GET') writes.push(`${method} ${url}`);
    });
    server.resetHandlers(
      ...known,
      answers('lots/7/own', { lot }),
      answers('auctions', { auctions: [sale] }),
      refuses('put', 'auctions/a2/lots/l1/reoffer', 400, {
        code: 'invalid-request',
        field: 'startPrice',
        message: 'The lot is worth too much',
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
    const back = screen.getByRole('link', { name: 'Back to My Reoffers' });
    assert.is(back.getAttribute('href'), '/main/manage/my-reoffers'); // [S059]
    assert.is(field('Weight Adjustment').value, '0'); // [S270]
    await waitFor(() => assert.is(within(field('Auction Date')).getAllByRole('option').length, 2));
    await user.selectOptions(field('Auction Date'), '88');
    const stale = await screen.findByRole('dialog');
    assert.match(
      stale.textContent ?? '',
      'Both Earliest Delivery and Latest Delivery cannot be earlier than the auction date', // [S364]
    );
    await user.click(within(stale).getByRole('button', { name: 'OK' }));
    assert.is(field('Earliest Delivery').value, '');
    const day = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
    const waits = await timersIn(() => user.type(field('Earliest Delivery'), day(12)));
    assert.equal(writes, [], 'nothing is saved before Submit is pressed');
    // The form of a draft saves itself 2 s after a change. [S061]
    const later = waits.filter((ms) => Number(ms) >= 1_000);
    assert.equal(later, [], 'nor is anything to be saved later');
    await user.clear(field('Reserve Price'));
    await user.type(field('Reserve Price'), '1');
    await user.click(submit as HTMLElement);
    await screen.findAllByText("Your Reserve Price can't be lower than your Start Price");
    assert.equal(writes, [], 'what the form refuses is not sent');
    await user.clear(field('Reserve Price'));
    await user.type(field('Reserve Price'), '1450');
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
        // [S270]
        adjustWeight: 0,
        startPrice: 100_000,
        bidIncrementCents: 100,
        reserveCents: 145_000,
        earliestDelivery: day(12),
        latestDelivery: '',
      },
    ]);
  });
}

for (const { path, address } of [
  { path: '/main/manage/edit-reoffers/Cattle/77/7', address: '/main/manage/edit-reoffers/Cattle/77/7' },
  { path: '/main/manage/edit-reoffers/Cattle/77', address: '/main/manage/my-reoffers' },
])
  test(`[S058] ${path} opens ${address}`, async () => {
    const lot = exampleListing('cattle', { auctionData: unsold().auctionData });
    server.resetHandlers(...known, answers('lots/7/own', { lot }), answers('auctions', { auctions: [] }));
    const { went } = renderScreen(
      <Routes>
        <Route path={ROUTES.editReoffer} element={<ReofferScreen />} />
        <Route path={ROUTES.reoffers} element={<h1>My Reoffers</h1>} />
        <Route path="*" element={<h1>elsewhere</h1>} />
      </Routes>,
      { path },
    );
    const title = path === address ? /^Reoffer .*steers/i : 'My Reoffers';
    assert.ok(await screen.findByRole('heading', { level: 1, name: title }));
    assert.is(went(), address);
  });

const submission = (over: Partial<OwnListing> = {}): OwnListing => {
  const { content: _, ...listing } = exampleListing();
  return { ...listing, creatorData, totalPageViews: 12, watchCount: 3, ...over };
};
const otherSale: OwnListing['auctionData'] = {
  _id: 'a0',
  searchNumber: 70,
  title: 'Tamworth Prime Sale',
  state: 'closed',
  cancelled: false,
  openAt: 1,
  liveAt: 2,
  closedAt: 3,
  listingFee: null,
};

/** A server with lots that were submitted, and drafts; `asked`: the queries of the lists. */
function withLots(submitted: readonly OwnListing[], drafts: readonly OwnListing[] = []) {
  const asked: URLSearchParams[] = [];
  const list = (lots: readonly OwnListing[]) => (request: Request) => {
    asked.push(new URL(request.url).searchParams);
    return { lots, vendors: ['Wattle Park', 'Yarra Downs'], states: ['NSW', 'QLD'] };
  };
  server.resetHandlers(
    me,
    handles('get', 'lots/submissions', list(submitted)),
    handles('get', 'lots/drafts', list(drafts)),
  );
  return asked;
}

test('[S091] [S098] [S100] [S102] [S103] [S104] [S105] [S106] submitted lots are listed under their auctions, with what is known', async () => {
  const pending = { phase: 'submitted', approved: false, auctionData: otherSale } as const;
  const asked = withLots([submission(), submission({ _id: 'l2', ...pending })]);
  renderScreen(<SubmittedLotsScreen />);
  await screen.findByRole('heading', { name: 'My Submitted Lots' });
  const back = screen.getByRole('link', { name: 'Back to My Admin' });
  assert.is(back.getAttribute('href'), '/main/manage'); // [S093]
  const sale = await screen.findByRole('region', { name: 'Gunnedah Store Sale' });
  for (const text of ['Views 12', 'Watching 3', 'Vendor Wattle Park Pastoral', 'Submitted'])
    assert.ok(within(sale).getByText(text), text);
  const other = within(screen.getByRole('region', { name: 'Tamworth Prime Sale' }));
  assert.ok(other.getByText('Pending')); // [S237]
  assert.is(other.queryByText('Submitted'), null);
  assert.equal(
    ['All', 'Pending', 'Submitted', 'Withdrawn'].map((name) => screen.getAllByRole('link', { name }).length),
    [1, 1, 1, 1],
  );
  const user = userEvent.setup();
  for (const mode of ['Pending', 'Submitted', 'Withdrawn']) {
    await user.click(screen.getByRole('link', { name: mode }));
    await waitFor(() => assert.is(asked.at(-1)?.get('showMode'), mode.toLowerCase()));
  }
});

test('[S092] [S093] [S100] [S102] [S104] the drafts have their own heading and no such filter, and look like submitted lots', async () => {
  const draft = { phase: 'draft', draft: true, approved: false, mayEditLate: false } as const;
  const elsewhere = submission({ ...draft, _id: 'l2', auctionData: otherSale });
  withLots([], [submission(draft), elsewhere, submission({ ...draft, _id: 'l3', searchNumericId: 9 })]);
  renderScreen(<SavedLotsScreen />);
  await screen.findByRole('heading', { name: 'Edit Saved Lots' });
  await screen.findAllByRole('link', { name: /^Edit / });
  for (const [name, addresses] of [
    ['Gunnedah Store Sale', ['/main/add/new/Cattle/77/7', '/main/add/new/Cattle/77/9']],
    ['Tamworth Prime Sale', ['/main/add/new/Cattle/70/7']],
  ] as const) {
    const sale = within(screen.getByRole('region', { name }));
    const edits = sale.getAllByRole('link', { name: /^Edit / });
    assert.equal(
      edits.map((link) => link.getAttribute('href')),
      [...addresses], // [S107]
    );
    for (const text of ['Views 12', 'Vendor Wattle Park Pastoral'])
      assert.is(sale.getAllByText(text).length, addresses.length, text);
  }
  const back = screen.getByRole('link', { name: 'Back to My Admin' });
  assert.is(back.getAttribute('href'), '/main/manage');
  for (const name of ['Pending', 'Submitted', 'Withdrawn'])
    assert.is(screen.queryByRole('link', { name }), null, name);
  assert.is(screen.queryByText('You currently have no Lots to edit.'), null); // [S115]
});

test('drafts are filtered by what staff did with them and by state', async () => {
  const asked = withLots([], []);
  renderScreen(<SavedLotsScreen />);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('link', { name: 'Sent back' }));
  await waitFor(() => assert.is(asked.at(-1)?.get('showMode'), 'returned'));
  await user.selectOptions(await screen.findByLabelText('State'), 'QLD');
  await waitFor(() => assert.is(asked.at(-1)?.get('state'), 'QLD'));
  assert.is(asked.at(-1)?.get('showMode'), 'returned');
  await screen.findByText('No lot fits.');
});

test('own lots are found by words and by vendor', async () => {
  for (const [Shown, which] of [
    [SavedLotsScreen, 'drafts'],
    [SubmittedLotsScreen, 'submissions'],
  ] as const) {
    const asked = withLots([], []);
    renderScreen(<Shown />);
    const user = userEvent.setup();
    await user.selectOptions(await screen.findByLabelText('Vendor'), 'Yarra Downs');
    await waitFor(() => assert.is(asked.at(-1)?.get('vendor'), 'Yarra Downs', which));
    await user.type(screen.getByLabelText(/^Find by title/), 'angus');
    await waitFor(() => assert.is(asked.at(-1)?.get('search'), 'angus', which));
    assert.is(asked.at(-1)?.get('vendor'), 'Yarra Downs', which);
    leaveScreens();
  }
});

test('My Reoffers without a lot of the chosen kind says that none fits, and leads back to all', async () => {
  server.resetHandlers(...known, answers('lots/reoffers', { lots: [] }));
  const { went } = renderScreen(<ReoffersScreen />, { path: `${paths.reoffers}?category=goat` });
  assert.ok(await screen.findByText('No lot fits.'));
  await userEvent.setup().click(screen.getByRole('link', { name: 'Show all categories' }));
  assert.ok(await screen.findByText('You currently have no Lots to reoffer.')); // [S085]
  assert.is(went(), paths.reoffers);
});

test('[S066] Back to My Admin goes one step back, wherever that was', async () => {
  server.resetHandlers(...known, answers('lots/reoffers', { lots: [] }));
  const { went } = renderScreen(
    <Routes>
      <Route path="/main/market" element={<Link to="/main/manage/my-reoffers">My Reoffers</Link>} />
      <Route path={ROUTES.reoffers} element={<ReoffersScreen />} />
    </Routes>,
    { path: '/main/market' },
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole('link', { name: 'My Reoffers' }));
  // The router of the product counts its steps here.
  history.replaceState({ idx: 1 }, '');
  await user.click(await screen.findByRole('button', { name: 'Back to My Admin' }));
  await waitFor(() => assert.is(went(), '/main/market'));
  history.replaceState(null, '');
});

test('[S069] [S481] [S519] scrolling down My Reoffers loads the next lots under the first', async () => {
  const pageOf = (page: number) =>
    unsold({
      _id: `l${page}`,
      searchNumericId: page,
      createdBy: 'someone',
      publicDetails: { ...exampleListing().publicDetails, vendorName: `Vendor of page ${page}` },
    });
  const asked: string[] = [];
  const queries: Record<string, string>[] = [];
  server.resetHandlers(
    me,
    http.get('http://saleyard.test/api/v1/lots/reoffers', ({ request }) => {
      const query = Object.fromEntries(new URL(request.url).searchParams);
      const { page = '1' } = query;
      asked.push(page);
      queries.push(query);
      return HttpResponse.json(
        { data: { lots: [pageOf(Number(page))] } },
        { headers: { 'x-current-page': page, 'x-total-pages': '2' } },
      );
    }),
  );
  const seen: { margin: string | undefined; comes: () => void }[] = [];
  const { IntersectionObserver: known } = globalThis;
  globalThis.IntersectionObserver = class {
    constructor(notify: IntersectionObserverCallback, options?: IntersectionObserverInit) {
      const entry = { isIntersecting: true } as IntersectionObserverEntry;
      seen.push({
        margin: options?.rootMargin,
        comes: () => notify([entry], this as unknown as IntersectionObserver),
      });
    }
    observe() {}
    disconnect() {}
  } as unknown as typeof IntersectionObserver;
  try {
    renderScreen(<ReoffersScreen />, { path: paths.reoffers });
    await screen.findByText('Vendor of page 1', { exact: false });
    await waitFor(() => assert.ok(seen.length > 0));
    // The end counts as seen once 0.8 of a screen is left before it: a fifth of a screen ahead.
    assert.is(seen.at(-1)?.margin, '0px 0px 20% 0px');
    assert.equal(asked, ['1']);
    assert.equal(queries, [
      {
        ...{ page: '1', limit: '10', kindType: 'all', showMode: 'all' },
        ...{ sortField: 'liveAt', sortDirection: '-1' },
      },
    ]); // [S086]
    seen.at(-1)?.comes();
    await screen.findByText('Vendor of page 2', { exact: false });
    assert.equal(
      screen.getAllByText(/^Vendor of page|Vendor Vendor/).map(({ textContent }) => textContent),
      ['Vendor Vendor of page 1', 'Vendor Vendor of page 2'],
    );
    assert.equal(asked, ['1', '2']);
  } finally {
    globalThis.IntersectionObserver = known;
  }
});

for (const { Lots, phase, nothing } of [
  { Lots: SubmittedLotsScreen, phase: 'submitted', nothing: 'There are currently no lots in this section.' },
  { Lots: SavedLotsScreen, phase: 'draft', nothing: 'You currently have no Lots to edit.' },
] as const)
  test(`[S112] [S113] [S466] a ${phase} lot is deleted after a question, and leaves the list`, async () => {
    const lots = [submission({ phase, draft: phase === 'draft', approved: false, mayEditLate: false })];
    withLots(lots, lots);
    const deleted: string[] = [];
    server.use(
      handles('delete', 'lots/l1', () => {
        deleted.push('l1');
        lots.length = 0;
        return { _id: 'l1', searchNumericId: 7, revision: 3, phase: 'deleted' };
      }),
    );
    renderScreen(<Lots />);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: /^Delete / }));
    const question = await screen.findByRole('dialog');
    assert.ok(within(question).getByText('Are you sure you want to delete this Lot?'));
    assert.equal(deleted, []);
    await user.click(within(question).getByRole('button', { name: 'Delete' }));
    await screen.findByText(nothing);
    assert.equal(deleted, ['l1']);
  });

test('what is done with several lots stays open while the list is read again without them', async () => {
  const lot = submission({ phase: 'draft', draft: true, approved: false });
  for (const name of ['Set dates', 'Sign and submit']) {
    const drafts = [lot];
    withLots([], drafts);
    const user = userEvent.setup();
    server.use(answers('lots/7/own', { lot: { ...exampleListing(), ...lot, ...exampleListing().content } }));
    const { client } = renderScreen(<SavedLotsScreen />);
    await user.click(await screen.findByRole('checkbox', { name: /^Choose / }));
    await user.click(screen.getByRole('button', { name }));
    const dialog = await screen.findByRole('dialog');
    drafts.length = 0;
    await client.invalidateQueries({ queryKey: ['selling'] });
    await screen.findByText('You currently have no Lots to edit.');
    assert.ok(dialog.isConnected, name);
    assert.is(screen.getByRole('dialog'), dialog);
    leaveScreens();
  }
});

test('a pending lot is taken out of the queue to be corrected, and its form opens', async () => {
  const recalled: string[] = [];
  withLots([submission({ phase: 'submitted', approved: false })]);
  server.use(
    handles('post', 'lots/l1/recall', () => {
      recalled.push('l1');
      return { _id: 'l1', searchNumericId: 7, revision: 3, phase: 'draft' };
    }),
  );
  const user = userEvent.setup();
  const { went } = renderScreen(<SubmittedLotsScreen />);
  await user.click(await screen.findByRole('button', { name: /^Correct/ }));
  assert.equal(recalled, []);
  await user.click(screen.getByRole('button', { name: 'Correct it' }));
  await waitFor(() => assert.equal(recalled, ['l1']));
  await waitFor(() => assert.match(went(), '/main/add/new/'));
});

test('[S271] a withdrawn lot has a card of its own', async () => {
  withLots([
    submission({ phase: 'withdrawn', withdrawn: true, approved: false, reason: 'Sold at home' }),
    submission({ _id: 'l2' }),
  ]);
  renderScreen(<SubmittedLotsScreen />);
  const card = (await screen.findByText('Withdrawn from Auction')).closest('li') as HTMLElement;
  assert.is(card.getAttribute('data-phase'), 'withdrawn');
  assert.ok(within(card).getByText('Sold at home'));
  assert.is(within(card).queryByText(/^Views/), null);
  assert.is(screen.getAllByText(/^Views/).length, 1, 'the other card has it');
});

for (const { Lots, nothing } of [
  { Lots: SubmittedLotsScreen, nothing: 'There are currently no lots in this section.' }, // [S114]
  { Lots: SavedLotsScreen, nothing: 'You currently have no Lots to edit.' }, // [A151] [S115]
])
  test(`[S094] [S096] [S097] [S399] [B315] lots are filtered by the day of their auction; when there are none: ${nothing}`, async () => {
    const asked = withLots([]);
    const user = userEvent.setup();
    renderScreen(<Lots />);
    await screen.findByText(nothing);
    for (const end of ['From', 'To']) assert.ok(screen.getByRole('button', { name: `Calendar for ${end}` })); // [S094]
    assert.is(screen.getByLabelText<HTMLInputElement>('From').placeholder, 'DD/MM/YYYY');
    await user.type(screen.getByLabelText('From'), '30/09/2026');
    await user.type(screen.getByLabelText('To'), '01/09/2026');
    assert.ok(screen.getByText('The from date must be earlier than the to date'));
    await user.click(screen.getByRole('button', { name: 'Filter Lots' }));
    assert.is(screen.queryByText('Filtered'), null); // [S300]
    await user.clear(screen.getByLabelText('To'));
    await user.type(screen.getByLabelText('To'), '30/09/2026');
    assert.ok(screen.getByText('The from date must be earlier than the to date'), 'the same day');
    await user.clear(screen.getByLabelText('To'));
    await user.type(screen.getByLabelText('To'), '30/10/2026');
    assert.ok(asked.every((query) => !query.has('startDay') && !query.has('endDay'))); // [S096]
    await user.click(screen.getByRole('button', { name: 'Filter Lots' }));
    await waitFor(() => assert.is(asked.at(-1)?.get('startDay'), '2026-09-30'));
    assert.ok(screen.getByText('Filtered')); // [S300]
    assert.is(asked.at(-1)?.get('endDay'), '2026-10-30');
    await user.click(screen.getByRole('button', { name: 'Clear Filter' }));
    await waitFor(() => assert.is(asked.at(-1)?.get('startDay'), null));
    assert.is(asked.at(-1)?.get('endDay'), null);
    for (const end of ['From', 'To']) assert.is(screen.getByLabelText<HTMLInputElement>(end).value, '');
    assert.is(screen.queryByText('Filtered'), null);
  });

test('[S094] [S095] [S538] a day is chosen from a calendar that begins on Monday, by mouse or by keys', async () => {
  const asked = withLots([]);
  const user = userEvent.setup();
  renderScreen(<SubmittedLotsScreen />);
  await screen.findByText('There are currently no lots in this section.');
  const from = screen.getByLabelText<HTMLInputElement>('From');
  await user.type(from, '30/09/2026');
  const opener = screen.getByRole('button', { name: 'Calendar for From' });
  await user.click(opener);
  const begins = (end: string) => {
    const calendar = screen.getByRole('dialog', { name: `Choose ${end}` });
    const first = calendar.querySelector('tbody button')?.getAttribute('aria-label');
    return `${calendar.querySelector('thead')?.textContent}, ${first}`;
  };
  assert.is(begins('From'), 'MoTuWeThFrSaSu, Monday 31 August 2026'); // [S095]
  const calendar = within(screen.getByRole('dialog', { name: 'Choose From' }));
  const day = (name: string) => calendar.getByRole('button', { name });
  assert.is(day('Wednesday 30 September 2026').getAttribute('aria-pressed'), 'true');
  await waitFor(() => assert.is(document.activeElement, day('Wednesday 30 September 2026')));
  // A week on, into October; then to the Monday of that week.
  await user.keyboard('{ArrowDown}');
  await waitFor(() => assert.is(document.activeElement, day('Wednesday 7 October 2026')));
  await user.keyboard('{Home}');
  await waitFor(() => assert.is(document.activeElement, day('Monday 5 October 2026')));
  await user.keyboard('{Enter}');
  assert.is(from.value, '05/10/2026');
  assert.is(screen.queryByRole('dialog'), null);
  assert.is(document.activeElement, from);
  await user.click(screen.getByRole('button', { name: 'Filter Lots' }));
  await waitFor(() => assert.is(asked.at(-1)?.get('startDay'), '2026-10-05'));
  await user.click(opener);
  await user.click(screen.getByRole('button', { name: 'Month after' }));
  assert.ok(screen.getByText('November 2026'));
  await user.keyboard('{Escape}');
  assert.is(screen.queryByRole('dialog'), null);
  assert.is(from.value, '05/10/2026', 'Escape chooses nothing');
  await user.type(screen.getByLabelText('To'), '30/09/2026');
  await user.click(screen.getByRole('button', { name: 'Calendar for To' }));
  assert.is(begins('To'), 'MoTuWeThFrSaSu, Monday 31 August 2026'); // [S095]
});

test('[S108] [S111] [S118] Copy Lot is for withdrawn lots; details lead to the seller’s own page of the lot', async () => {
  withLots([
    submission(),
    submission({ _id: 'l2', phase: 'withdrawn', approved: false, withdrawn: true, mayEditLate: false }),
    submission({ _id: 'l3', mayEditLate: false }),
  ]);
  renderScreen(<SubmittedLotsScreen />);
  const [details] = await screen.findAllByRole('link', { name: /^View Details/ });
  assert.is(details?.getAttribute('href'), '/main/manage/Cattle/77/7');
  assert.is(screen.getAllByRole('button', { name: /^Copy Lot/ }).length, 1);
  const price = screen.getByRole('link', { name: /^Edit Price/ });
  assert.is(price.getAttribute('href'), '/main/manage/edit-late/Cattle/77/7'); // [S110] [S451] [S452]
});

test.run();
