/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import type { AuctionSummary } from '@saleyard/contract/auctions.ts';
import type { CatalogueLot } from '@saleyard/contract/lots.ts';
import { formatDollars } from '@saleyard/domain/presentation/amounts.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { HttpResponse, http } from 'msw';
import * as assert from 'uvu/assert';
import { exampleAuction, exampleMe } from '@/test-support/example-sales.ts';
import { answers, mockServer, refuses } from '@/test-support/server.ts';
import { lot, lotsOf } from './test-support/paged-lots.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { fireEvent, screen, waitFor, within } = await import('@testing-library/react');
const { Route, Routes } = await import('react-router');
const { renderScreen } = await import('@/test-support/render.tsx');
const { CatalogueScreen } = await import('./catalogue-screen.tsx');
const { monthlyCents } = await import('./finance.tsx');

const test = suite('catalogue');
const server = mockServer();
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.beforeEach(() => {
  server.resetHandlers();
  localStorage.clear();
});
test.after(() => server.close());

const DAY_MS = 24 * 3_600_000;

/** A server of one sale, and of a person who is signed in. */
const sale = (
  lots: readonly CatalogueLot[],
  change: Partial<AuctionSummary> = {},
  me: Parameters<typeof exampleMe>[0] = {},
) => [
  answers('auctions/1042', {
    auction: exampleAuction({
      liveAt: Date.now() + DAY_MS,
      lotData: { maxAge: 24, maxWeight: 500 },
      ...change,
    }),
  }),
  lotsOf(lots),
  answers('users/me', { user: exampleMe(me) }),
];

const open = (path = '/main/upcoming/Cattle/1042') =>
  renderScreen(
    <Routes>
      <Route path="/main/upcoming/:kindTitle/:auctionNumber" element={<CatalogueScreen />} />
      <Route path="*" element={<p>elsewhere</p>} />
    </Routes>,
    { path },
  );

const cardOf = async (label: string) =>
  within(await screen.findByRole('article', { name: new RegExp(`^${label},`) }));

/** The tiles of a card, each as its label and its value. */
const tilesOf = (card: Awaited<ReturnType<typeof cardOf>>) =>
  card
    .getAllByRole('definition')
    .map((value) => `${value.previousElementSibling?.textContent} ${value.textContent}`);

test('[B121] a lot’s card has the logo of its agent', async () => {
  const creatorData = {
    firstName: 'Sue',
    lastName: 'Ellis',
    tradingName: 'Ellis Livestock',
    logo: { url: '/api/v1/lots/lot-1/creator-logo/abc' },
  };
  server.use(...sale([lot({ creatorData }), lot({ _id: 'lot-2', searchNumericId: 2, number: '2' })]));
  open();
  const logo = (await cardOf('ID 1')).getByRole('img', { name: 'Ellis Livestock' });
  assert.is(logo.getAttribute('src'), creatorData.logo.url);
  assert.is((await cardOf('ID 2')).queryByRole('img', { name: /Ellis|seller/ }), null);
});

test('[B096] sellers add lots to an upcoming sale', async () => {
  const addLot = () => screen.queryByRole('button', { name: 'Add New Lot' });
  const times = { openAt: Date.now() + DAY_MS / 2, liveAt: Date.now() + DAY_MS };
  const sells = { type: 'seller', status: 'approved-seller', approvedStockTypes: ['Cattle'] } as const;
  for (const [state, me, isShown] of [
    ['future', sells, true],
    ['future', {}, false],
    ['open', sells, false],
    ['live', sells, false],
  ] as const) {
    server.resetHandlers(...sale([lot()], { ...times, state }, { ...me, approvedStockTypes: ['Cattle'] }));
    open();
    await screen.findByRole('button', { name: 'Email Catalogue' }); // [B092]
    // Shown once the account is loaded, on which the other button depends.
    await screen.findByRole('button', { name: /^Watch ID 1/ });
    if (isShown) await screen.findByRole('button', { name: 'Add New Lot' });
    else assert.is(addLot(), null, `${state} ${JSON.stringify(me)}`);
  }
});

test('the header says what is sold, when, and what the clock says then in every state', async () => {
  // Summer: the clocks of seven states show five times.
  const liveAt = Date.UTC(2027, 0, 2, 0, 30);
  const usefulLinks = [
    { url: 'https://agent.example/terms', description: 'Terms of sale' },
    { url: 'https://agent.example/yards', description: 'Way to the yards' },
  ];
  server.use(
    ...sale([lot()], {
      liveAt,
      state: 'open',
      description: `${'Weaners. '.repeat(30)}The end.`,
      logo: { url: '/logo.png' },
      usefulLinks,
    }),
  );
  open();
  assert.ok(await screen.findByRole('heading', { level: 1, name: 'Gunnedah Weaner Sale' })); // [B020] [B083]
  assert.ok(screen.getByText('No. 1042')); // [B084]
  assert.ok(screen.getByText('Saturday 2 January 2027 - 11.30 AM Sydney')); // [A006] [B004] [B085] [B406] [B408]
  const times = screen.getAllByRole('definition').slice(0, 7);
  const zones = times.map((time) => `${time.previousElementSibling?.textContent} ${time.textContent}`);
  // [B005] [B407]
  assert.equal(zones, [
    ...['WA 8.30 AM', 'NT 10.00 AM', 'QLD 10.30 AM', 'SA 11.00 AM'],
    ...['NSW 11.30 AM', 'VIC 11.30 AM', 'TAS 11.30 AM'],
  ]);
  assert.ok(screen.getByText('AUCTION IS OPEN')); // [B086]
  assert.ok(document.querySelector('img[src="/logo.png"]')); // [B089]
  const links = within(screen.getByRole('region', { name: 'Useful links' }));
  assert.equal(
    links.getAllByRole<HTMLAnchorElement>('link').map(({ href, textContent }) => [href, textContent]),
    usefulLinks.map(({ url, description }) => [url, description]), // [B098]
  );
  assert.ok(screen.getByText('Weaners. '.repeat(16).trim())); // [B318] the words that are whole within 150 characters
  await userEvent.setup().click(screen.getByRole('button', { name: '...Read More' })); // [B318]
  assert.ok(screen.getByText(/The end\./)); // [B088]
});

test('a sale is entered while it is open or live, in a window of its own', async () => {
  for (const [state, badge] of [
    ['open', 'AUCTION IS OPEN'], // [B086]
    ['live', 'AUCTION IS LIVE'], // [B087]
    ['future', null],
    ['closed', null],
  ] as const) {
    server.resetHandlers();
    server.use(...sale([lot()], { state }));
    open();
    await cardOf('ID 1');
    const enter = screen.queryByRole('link', { name: /Enter Auction/ });
    assert.is(enter !== null, badge !== null, state); // [B097]
    if (enter) {
      assert.is(enter.getAttribute('href'), '/auction-live/1042');
      assert.is(enter.getAttribute('target'), '_blank'); // [A032] [B034]
    }
    for (const text of ['AUCTION IS OPEN', 'AUCTION IS LIVE'])
      assert.is(screen.queryByText(text) !== null, text === badge, `${state}: ${text}`);
  }
});

test('a lot shows what it is, where, what it weighs and what it is accredited for', async () => {
  const base = lot();
  server.use(
    ...sale([
      lot({
        mine: true,
        additionalTitle: 'EU eligible',
        optiweighAllowed: true,
        mobEntryWeight: 280.456,
        weightGain: 0.456,
        weightGainTotal: 5.012,
        publicDetails: {
          ...base.publicDetails,
          weight: { average: 412.345, curfew: 400.126, min: 380.333, max: 450.666 },
        },
        inlineDetails: {
          ...base.inlineDetails,
          assessorType: 'Agent Assessed',
          ...{ euAccredited: true, lpaAccredited: true, msaAccredited: true, pcasAccredited: true },
          ...{ russianAccredited: true, saudiAccredited: true, organic: true, grassFed: true },
          ...{ antibioticFree: true, gmoFree: true, jBasScore: 7 },
        },
      }),
    ]),
  );
  open();
  const card = await cardOf('ID 1'); // [B108]
  for (const text of [
    ...['ID 1', 'My Listing', 'Gunnedah, NSW', '40 Angus weaner steers'], // [B108] [B109] [B110] [B111]
    ...['8 - 10 mths', 'EU eligible'], // [B112] [B113]
    ...['Agent Assessed', 'EU', 'LPA', 'MSA', 'PCAS', 'Russian', 'Saudi', 'Organic', 'Grass Fed'], // [B119] [B120]
    ...['Antibiotic Free', 'GMO Free', 'J-BAS 7'],
  ])
    assert.ok(card.getByText(text), text);
  // [B118] [B122] [B123] [B124] [B125] [B126] [B127] [B128] [B393] [B395]
  assert.equal(tilesOf(card), [
    ...['entry w/t 280.46 kg', 'avdwtg 0.46 Kg', 'ass/wt 412.35 kg', 'wt/gain 5.01 Kg'],
    ...['cur/wt 400.13 kg', 'min 380.33 kg', 'max 450.67 kg'],
  ]);
});

test('smaller stock gains in grams; without a curfew weight the live weight is shown', async () => {
  for (const type of ['sheep', 'goat', 'sheep-abblamb'] as const) {
    const weighed = lot({ weightGain: 0.05, weightGainTotal: 1.5 });
    server.resetHandlers(...sale([weighed], { kindData: { type, title: type } }));
    open(`/main/upcoming/${type}/1042`);
    const card = await cardOf('ID 1');
    // [B126] [B396]
    assert.equal(tilesOf(card), ['avdwtg 50 g', 'ass/wt 265 kg', 'wt/gain 1500 g', 'live/wt 266.5 kg'], type);
    assert.is(card.queryByText('My Listing'), null); // [B109] [B335]
    assert.is(card.queryByRole('list', { name: 'Accreditations' }), null); // [B119]
  }
});

test('a lot has its number from when it can be bid on, or from the beginning where the sale says so', async () => {
  const lots = [
    lot({ _id: 'a', number: '7', searchNumericId: 70, state: 'future' }),
    lot({ _id: 'b', number: '8', searchNumericId: 80, state: 'live' }),
    lot({ _id: 'c', number: '9', searchNumericId: 0, state: 'future' }),
    lot({ _id: 'd', number: '10', searchNumericId: 100, state: 'open' }),
    lot({ _id: 'e', number: '11', searchNumericId: 110, state: 'closed' }),
    lot({ _id: 'f', number: '12', searchNumericId: 120, state: 'futureInLive' }),
  ];
  const labels = async () => {
    const articles = await screen.findAllByRole('article');
    return articles.map((article) => article.querySelector('strong')?.textContent); // [B108]
  };
  server.use(...sale(lots));
  open();
  assert.equal(await labels(), ['ID 70', 'Lot 8', 'Lot X', 'Lot 10', 'Lot 11', 'Lot 12']); // [B295] [B296] [B297]
  server.resetHandlers();
  server.use(...sale(lots, { showLotNumbers: true }));
  open();
  assert.equal(await labels(), ['Lot 7', 'Lot 8', 'Lot 9', 'Lot 10', 'Lot 11', 'Lot 12']); // [B295]
});

test('a comment is cut after 420 characters or four lines, and leads to the whole of it', async () => {
  const { publicDetails } = lot();
  const commented = (_id: string, number: number, agentComment: string) =>
    lot({ _id, searchNumericId: number, publicDetails: { ...publicDetails, agentComment } });
  server.use(
    ...sale([
      commented('a', 1, 'x'.repeat(421)),
      commented('b', 2, ['one', 'two', 'three', 'four', 'five'].join('\n')),
      commented('c', 3, 'y'.repeat(420)),
      commented('d', 4, 'a\nb\nc'),
    ]),
  );
  open();
  const long = await cardOf('ID 1');
  assert.ok(long.getByText('x'.repeat(420))); // [B114]
  assert.is(
    long.getByRole('link', { name: '...Read More' }).getAttribute('href'),
    '/main/upcoming/Cattle/1042/1', // [B115]
  );
  const lines = await cardOf('ID 2');
  assert.ok(lines.getByText(/one\s+two\s+three\s+four$/)); // [B114]
  assert.ok(lines.getByRole('link', { name: '...Read More' }));
  for (const short of ['ID 3', 'ID 4']) assert.is((await cardOf(short)).queryByText('...Read More'), null);
});

test('details are opened within the window of the sale, and not before', async () => {
  server.use(...sale([lot()], { liveAt: Date.now() + 4 * DAY_MS, viewDetailsDays: 3 }));
  open();
  assert.is((await cardOf('ID 1')).queryByRole('link', { name: /View Details/ }), null); // [B287]
  server.resetHandlers();
  server.use(...sale([lot()], { liveAt: Date.now() + 2 * DAY_MS, viewDetailsDays: 3 }));
  open();
  const details = (await cardOf('ID 1')).getByRole('link', { name: /View Details/ });
  assert.is(details.textContent, 'View Details'); // [B117]
  assert.is(details.getAttribute('href'), '/main/upcoming/Cattle/1042/1'); // [B117]
  server.resetHandlers();
  server.use(...sale([lot()], { liveAt: Date.now() + DAY_MS, viewDetailsDays: 0 }));
  open();
  assert.is((await cardOf('ID 1')).queryByRole('link', { name: /View Details/ }), null); // [B289]
});

test('what staff announce in the sale is shown above its catalogue, in a live region', async () => {
  server.use(...sale([lot()], { notification: 'Trucks wait at gate 2' }));
  open();
  const announcement = await screen.findByText('Trucks wait at gate 2');
  assert.is(announcement.closest('[aria-live]')?.getAttribute('aria-live'), 'polite');
});

test('a withdrawn lot is a card that says so', async () => {
  server.use(...sale([lot({ withdrawn: true, state: 'closed', number: '4' })]));
  open();
  assert.ok((await cardOf('Lot 4')).getByText('Withdrawn from Auction')); // [B080] [B106]
  assert.ok((await cardOf('Lot 4')).getByText('Lot 4')); // [B108]
  assert.is((await cardOf('Lot 4')).queryByRole('button'), null);
});

test('a lot sold before the auction is a card that says so', async () => {
  server.use(...sale([lot({ soldBeforeAuction: true, state: 'closed', number: '4' })]));
  open();
  assert.ok((await cardOf('Lot 4')).getByText('Sold before Auction'));
  assert.is((await cardOf('Lot 4')).queryByRole('button'), null);
});

test('lots are listed under the sections of a sale that has them, named by what follows the dash', async () => {
  const tabs = ['A - Steers', 'B - Heifers - light'];
  const lots = [
    lot({ _id: 'b', searchNumericId: 2, allocatedSection: 'B - Heifers - light' }),
    lot({ _id: 'a', searchNumericId: 1, allocatedSection: 'A - Steers' }),
  ];
  const auctionTabs = tabs.map((tabName) => ({ tabName, description: '' }));
  server.use(...sale(lots, { requiresTabs: true, auctionTabs }));
  open();
  await screen.findAllByRole('article');
  const headings = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  assert.equal(headings(), ['Steers', 'Heifers - light']); // [B104] [B105]
  for (const [section, label] of [
    ['Steers', 'ID 1'],
    ['Heifers - light', 'ID 2'],
  ] as const) {
    const cards = within(screen.getByRole('region', { name: section })).getAllByRole('article');
    assert.equal(
      cards.map((card) => card.getAttribute('aria-label')?.split(',')[0]),
      [label], // [B104]
    );
  }
  server.resetHandlers(...sale(lots, { requiresTabs: false, auctionTabs }));
  open();
  await screen.findAllByRole('article');
  assert.equal(headings(), ['Lots']); // [B104]
});

test('the totals by sex are those that the server gives', async () => {
  server.use(...sale([lot()], { lotCount: 20, headCount: 900 }));
  open();
  const table = within(await screen.findByRole('table', { name: 'The catalogue by sex' }));
  const cells = table.getAllByRole('row').map(({ textContent }) => textContent);
  assert.equal(cells, ['SexHeadLots', 'Steers48012']); // [B102]
});

test('filters, order and layout live in the address and are asked of the server', async () => {
  const asked: URLSearchParams[] = [];
  const narrowed = ['breed', 'region', 'weightFrom', 'weightTo', 'ageFrom', 'q'];
  const lotFilters = {
    breed: ['Angus', 'Hereford'],
    stockCategory: ['Weaner'],
    sex: ['Steers'],
    assessorType: [],
    location: ['NSW'],
    region: ['Riverina'],
  };
  server.use(
    http.put('http://saleyard.test/api/v1/users/me', () =>
      HttpResponse.json({ data: { user: exampleMe() } }),
    ),
    lotsOf([lot()], asked),
    ...sale([], { lotFilters }),
  );
  const { went } = open('/main/upcoming/Cattle/1042?q=angus');
  const user = userEvent.setup();
  await cardOf('ID 1');
  const panel = screen.getByRole('region', { name: 'Filters' });
  const shown = [...panel.querySelectorAll('summary')].map(({ firstChild }) => firstChild?.textContent);
  assert.equal(shown, ['State', 'Breed', 'Stock Category', 'Sex', 'Weight', 'More']); // [B099]
  const filters = within(panel);
  await user.click(filters.getByText('Breed', { selector: 'summary' }));
  await user.click(filters.getByRole('checkbox', { name: 'Hereford' }));
  await user.click(filters.getByText('More', { selector: 'summary' }));
  await user.click(filters.getByRole('checkbox', { name: 'Riverina' }));
  await user.type(filters.getByRole('textbox', { name: 'Weight from' }), '900{Enter}');
  await user.type(filters.getByRole('textbox', { name: 'Weight to' }), '300{Enter}');
  await user.selectOptions(filters.getByRole('combobox', { name: 'Age in' }), 'years');
  await user.type(filters.getByRole('textbox', { name: 'Age from' }), '1.5{Enter}');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'No of head'); // [B100]
  await user.click(screen.getByRole('button', { name: 'Ascending. Sort descending' })); // [B402]
  const isGrid = async () =>
    (await screen.findByRole('article', { name: /^ID 1,/ })).parentElement?.hasAttribute('data-grid');
  assert.is(await isGrid(), false);
  await user.click(screen.getByRole('button', { name: 'Grid' }));
  assert.is(await isGrid(), true);
  await waitFor(() =>
    assert.is(
      went(),
      '/main/upcoming/Cattle/1042?q=angus&breed=Hereford&region=Riverina&weightFrom=500&weightTo=500&ageFrom=18&sort=count&direction=down&show=grid',
    ),
  ); // [B300] [B301] the range ends at the highest weight, and its ends do not cross
  await waitFor(() => {
    const last = asked.at(-1);
    const order = ['sortField', 'sortDirection'].map((name) => last?.get(name));
    assert.equal(
      [narrowed.map((name) => last?.get(name)), order],
      [
        ['Hereford', 'Riverina', '500', '500', '18', 'angus'],
        ['count', 'desc'],
      ],
    ); // [B133] [B357]
  });
  await user.click(screen.getByRole('button', { name: 'Clear All' }));
  await waitFor(() => assert.is(went(), '/main/upcoming/Cattle/1042?sort=count&direction=down&show=grid')); // [B132]
  await waitFor(() => assert.not(narrowed.some((name) => asked.at(-1)?.has(name)))); // [B132]
  assert.equal(
    within(screen.getByRole('combobox', { name: 'Sort by' }))
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
    // [B401]
    [
      ...['Lot Number/Order', 'No of head', 'Sex', 'Breed', 'Stock Category', 'State', 'Live Weight', 'Date'],
      ...['Updated', 'Average Age'],
    ],
  );
});

test('filters are kept on the user for this sale, and come back with it', async () => {
  const own = {
    breed: ['Angus'],
    stockCategory: ['Weaner'],
    sex: ['Steers'],
    age: { to: 12 },
    weight: { from: 100 },
    location: ['NSW'],
    assessorType: ['Agent Assessed'],
    region: ['Riverina'],
  };
  const kept: unknown[] = [];
  server.use(
    http.put('http://saleyard.test/api/v1/users/me', async ({ request }) => {
      kept.push(await request.json());
      return HttpResponse.json({ data: { user: exampleMe() } });
    }),
    ...sale(
      [lot()],
      {
        lotFilters: {
          breed: ['Angus', 'Hereford'],
          stockCategory: ['Weaner'],
          sex: ['Steers'],
          assessorType: ['Agent Assessed'],
          location: ['NSW'],
          region: ['Riverina'],
        },
      },
      { filters: { 'catalogue/1042': own } },
    ),
  );
  const { went } = open();
  await cardOf('ID 1');
  kept.length = 0; // The page before this one may have kept its last choice as it was left.
  const [path, query] = (went() ?? '').split('?');
  assert.is(path, '/main/upcoming/Cattle/1042');
  assert.equal(Object.fromEntries(new URLSearchParams(query)), {
    breed: 'Angus',
    stockCategory: 'Weaner',
    sex: 'Steers',
    ageTo: '12',
    weightFrom: '100',
    location: 'NSW',
    assessorType: 'Agent Assessed',
    region: 'Riverina',
  }); // [B131] [B230]
  const user = userEvent.setup();
  const filters = within(screen.getByRole('region', { name: 'Filters' }));
  await user.click(filters.getByText('Breed', { selector: 'summary' }));
  await user.click(filters.getByRole('checkbox', { name: 'Hereford' }));
  const keeps = (of: object) => ({ user: { filters: { 'catalogue/1042': of } } });
  const chosen = keeps({ ...own, breed: ['Angus', 'Hereford'] });
  await waitFor(() => assert.equal(kept, [chosen])); // [B131]
  await user.click(screen.getByRole('button', { name: 'Clear All' }));
  await waitFor(() => assert.equal(kept, [chosen, keeps({})])); // [B131] [B132]
});

test('an empty catalogue says whether it is the filters or that there are no lots yet', async () => {
  server.use(...sale([], { lotCount: 0 }));
  open();
  assert.ok(await screen.findByText('Catalogue is being compiled. Check back later.')); // [B130]
  open('/main/upcoming/Cattle/1042?sex=Bulls');
  assert.ok(await screen.findByText('There are no results for your search.')); // [B129]
});

test('a catalogue opened while its lots are added lists them soon, and does not say that there are none', async () => {
  server.use(...sale([], { lotCount: 1, withdrawnCount: 0 }));
  open();
  await screen.findByText('Loading lots…');
  assert.is(screen.queryByText('Catalogue is being compiled. Check back later.'), null);
  server.use(lotsOf([lot()]));
  await screen.findByRole('article', {}, { timeout: 10_000 });
});

test('words that are searched for are marked in the texts of the lots', async () => {
  server.use(...sale([lot()]));
  open('/main/upcoming/Cattle/1042?q=ang+GUNN');
  const card = await cardOf('ID 1');
  const marked = [...(card.getAllByText(/./).flatMap((node) => [...node.querySelectorAll('mark')]) ?? [])];
  assert.equal([...new Set(marked.map(({ textContent }) => textContent))].sort(), ['Angus', 'Gunnedah']);
});

test('what is typed as HTML or as a pattern is text', async () => {
  const { publicDetails } = lot();
  const evil = '<img src=x onerror="window.hit=1"><script>window.hit=1</script>{{7*7}}';
  server.use(
    ...sale([
      lot({ additionalTitle: evil, publicDetails: { ...publicDetails, title: evil, agentComment: evil } }),
    ]),
  );
  open('/main/upcoming/Cattle/1042?q=%28%5B%7B%5C');
  const card = await cardOf('ID 1');
  assert.is(card.getAllByText(evil).length, 3);
  assert.is(document.querySelector('article img[src="x"], article script'), null);
  assert.is((window as { hit?: number }).hit, undefined);
});

test('an unknown sale leads to the list; another kind in the address is put right, in upper or lower case', async () => {
  server.use(refuses('get', 'auctions/1042', 404), ...sale([]));
  const unknown = open();
  await screen.findByText('elsewhere');
  assert.is(unknown.went(), '/main/upcoming'); // [B021]
  server.resetHandlers();
  server.use(...sale([lot()]));
  const wrong = open('/main/upcoming/Goat/1042?sort=age');
  await cardOf('ID 1');
  assert.is(wrong.went(), '/main/upcoming/Cattle/1042?sort=age'); // [B022]
  const lower = open('/main/upcoming/cattle/1042');
  await cardOf('ID 1');
  assert.is(lower.went(), '/main/upcoming/cattle/1042'); // [B022]
});

test('the way back leads to where one came from', async () => {
  server.use(...sale([lot()]));
  for (const [query, ...way] of [
    ['', 'Back to Auctions', '/main/upcoming'], // [B091]
    ['?sort=age', 'Back to Auctions', '/main/upcoming'], // [B091]
    ['?from=watchList', 'Back to Watch List', '/main/watchlist'], // [B090]
  ]) {
    open(`/main/upcoming/Cattle/1042${query}`);
    await cardOf('ID 1');
    const [back, ...others] = screen.getAllByRole('link', { name: /^Back to / });
    assert.equal([back?.textContent, back?.getAttribute('href'), others.length], [...way, 0]);
  }
});

test('finance is offered; a calculator only where the sale has one', async () => {
  server.use(...sale([lot()]));
  open();
  await cardOf('ID 1');
  const promotion = screen.getByRole('link', { name: '100% livestock finance, subject to approval' }); // [B006]
  assert.is(promotion.getAttribute('href'), 'https://finance.saleyard.example/calculator'); // [B006]
  assert.is(promotion.getAttribute('target'), '_blank');
  assert.is(screen.queryByRole('region', { name: 'Finance calculator' }), null);
  server.resetHandlers();
  server.use(...sale([lot()], { showCalculator: true }));
  open();
  const calculator = within(await screen.findByRole('region', { name: 'Finance calculator' })); // [B007]
  const type = (label: string, text: string) => {
    const field = calculator.getByLabelText<HTMLInputElement>(label);
    fireEvent.change(field, { target: { value: text } });
    assert.is(field.value, text, 'what is typed stays');
    return calculator.getByRole('status').textContent;
  };
  assert.is(type('Amount, $', '12,000'), `${formatDollars(monthlyCents(1_200_000, 8, 12))} a month, about.`);
  assert.is(
    type('Interest, % a year', '8,5'),
    `${formatDollars(monthlyCents(1_200_000, 8.5, 12))} a month, about.`,
  );
  assert.is(type('Months', '1.5'), 'Months must be a whole number from 1 to 60.');
  assert.is(monthlyCents(1_200_000, 0, 12), 100_000);
  assert.is(monthlyCents(1_000_000, 12, 12), 88_849);
});

test('who has a first name watches a lot, and no longer; nobody else', async () => {
  const calls: string[] = [];
  server.use(
    http.put('http://saleyard.test/api/v1/users/me/watchlist2', async ({ request }) => {
      calls.push(JSON.stringify(await request.json()));
      return HttpResponse.json({ data: { watchList: [{ lotId: 'lot-1' }] } });
    }),
    http.delete('http://saleyard.test/api/v1/users/me/watchlist/lot-1', () => {
      calls.push('no longer');
      return HttpResponse.json({ data: { watchList: [] } });
    }),
    ...sale([lot()]),
  );
  open();
  const card = await cardOf('ID 1');
  const user = userEvent.setup();
  const watch = await card.findByRole('button', { name: /^Watch ID 1/ }); // [B116] [B290]
  // Presses within 600 ms of one that was sent are dropped: here those of the same turn.
  for (let press = 0; press < 4; press += 1) fireEvent.click(watch);
  assert.ok(await card.findByText('Watching'));
  await waitFor(() => assert.is(calls.length, 1));
  assert.match(calls[0] ?? '', 'lot-1');
  await new Promise((resolve) => setTimeout(resolve, 650));
  await user.click(card.getByRole('button', { name: /^Watching ID 1/ })); // [B291]
  assert.ok(await card.findByText('Watch'));
  assert.equal(calls.slice(1), ['no longer']);
  server.resetHandlers();
  server.use(...sale([lot()], {}, { firstName: '' }));
  open();
  assert.is((await cardOf('ID 1')).queryByRole('button', { name: /^Watch/ }), null); // [B334]
  server.resetHandlers();
  server.use(refuses('get', 'users/me', 401), ...sale([lot()]));
  open();
  assert.is((await cardOf('ID 1')).queryByRole('button', { name: /^Watch/ }), null); // [B334]
});

test.run();
