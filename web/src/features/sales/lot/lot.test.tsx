/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import { mock } from 'node:test';
import type { AuctionSummary } from '@saleyard/contract/auctions.ts';
import { listedLinks, mediaRecord } from '@saleyard/contract/lot-attachments.ts';
import type { LotPage } from '@saleyard/contract/lots.ts';
import { weightsAssessed } from '@saleyard/domain/listing/assessment.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { openedFrom } from '@/lib/opened-from.ts';
import { exampleAuction, exampleMe } from '@/test-support/example-sales.ts';
import { measureBoxes } from '@/test-support/measured-box.ts';
import { answers, handles, mockServer, refuses } from '@/test-support/server.ts';
import { heads, page } from './test-support/lot-page.ts';

const box = measureBoxes(900);

const { act, fireEvent, screen, waitFor, within } = await import('@testing-library/react');
const { Route, Routes } = await import('react-router');
const { renderScreen } = await import('@/test-support/render.tsx');
const { mediaKind } = await import('@/ui/lots/media.ts');
const { LotScreen } = await import('./lot-screen.tsx');

const test = suite('lot');
const server = mockServer();
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.beforeEach(() => {
  server.resetHandlers();
  box.width = 900;
});
test.after(() => server.close());

const serve = (
  lot: LotPage | null,
  change: Partial<AuctionSummary> = {},
  me: Parameters<typeof exampleMe>[0] = {},
) =>
  server.use(
    answers('auctions/1042', {
      auction: exampleAuction({ kindData: { type: 'cattle', title: 'Cattle' }, ...change }),
    }),
    lot === null ? refuses('get', 'lots/1', 404) : answers('lots/1', { lot }),
    answers('users/me', { user: exampleMe(me) }),
  );

const open = (path = '/main/upcoming/Cattle/1042/1', state?: unknown) =>
  renderScreen(
    <Routes>
      <Route path="/main/upcoming/:kindTitle/:auctionNumber/:lotNumericId" element={<LotScreen />} />
      <Route path="*" element={<p>elsewhere</p>} />
    </Routes>,
    { path, state },
  );

const titled = () => screen.findByRole('heading', { level: 1, name: 'ID 1, 40 Angus weaner steers' });
const fact = (label: string) =>
  screen.getAllByText(label, { selector: 'dt' })[0]?.nextElementSibling?.textContent;

test('the page says what the lot is, where, and of which sale', async () => {
  serve(page({ mine: true, assessment: heads([380, 390]) }));
  open();
  assert.ok(await titled()); // [B023] [B144]
  assert.ok(screen.getByText('Gunnedah, NSW')); // [B145]
  assert.ok(screen.getByText('My Listing')); // [B146]
  assert.ok(screen.getByText('Gunnedah Weaner Sale, No. 1042')); // [B137]
  assert.ok(screen.getByText('Monday 16 June 2025 - 2.06 AM Sydney')); // [B137]
  const back = screen.getByRole('link', { name: 'Back to Catalogue' });
  assert.is(back.getAttribute('href'), '/main/upcoming/Cattle/1042'); // [B139]
  assert.ok(await screen.findByRole('button', { name: /^Watch/ }));
  for (const name of ['Email Lot Details', 'Download Lot Details', 'Print Lot Details'])
    assert.ok(await screen.findByRole('button', { name }), name); // [B141]
  await screen.findByRole('img', { name: /^2 head by weight/ });
  // [B169] Nothing on the page leads to a CSV file of weights and fat scores.
  const named = screen.getAllByRole('button').concat(screen.getAllByRole('link'));
  assert.not.ok(named.some(({ textContent }) => /CSV|export/i.test(textContent ?? '')));
  assert.ok(screen.getByText('Buyers please allow an additional -1% for trucking every 200 kms')); // [B170]
  fireEvent.click(screen.getByRole('button', { name: 'Email Lot Details' }));
  assert.ok(await screen.findByRole('dialog', { name: 'Email Lot Details' })); // [B140]
});

test('[B362] [B363] the lot is read for its page, and the view is counted', async () => {
  const asked: URLSearchParams[] = [];
  serve(page());
  server.use(
    handles('get', 'lots/1', ({ url }) => {
      asked.push(new URL(url).searchParams);
      return { lot: page() };
    }),
  );
  open();
  await titled();
  assert.equal(
    asked.map((query) => [query.get('mode'), query.get('trackView')]),
    [['full-preview', 'true']],
  );
});

test('a lot is shared and printed', async () => {
  const done: string[] = [];
  serve(page());
  const { print } = window;
  window.print = () => void done.push('printed');
  Object.defineProperty(navigator, 'share', {
    value: async ({ url }: ShareData) => void done.push(`shared ${url}`),
    configurable: true,
  });
  try {
    open();
    await titled();
    fireEvent.click(screen.getByRole('button', { name: 'Share' }));
    await waitFor(() => assert.match(done.at(-1) ?? '', /^shared .*\/main\/upcoming\/Cattle\/1042\/1$/)); // [B138]
    fireEvent.click(screen.getByRole('button', { name: 'Print Lot Details' }));
    await waitFor(() => assert.is(done.at(-1), 'printed')); // [B142]
  } finally {
    window.print = print;
    Reflect.deleteProperty(navigator, 'share');
  }
});

test('the lots before and after it are a press away, also from the watch list', async () => {
  const catalogue = {
    place: 2,
    of: 40,
    previous: { searchNumericId: 7, number: '1' },
    next: { searchNumericId: 9, number: '3' },
  };
  serve(page({ catalogue }));
  open('/main/upcoming/Cattle/1042/1?from=watchList');
  const steps = within(await screen.findByRole('navigation', { name: 'Lots of the catalogue' }));
  assert.is(
    steps.getByRole('link', { name: 'Previous: ID 7' }).getAttribute('href'),
    '/main/upcoming/Cattle/1042/7?from=watchList',
  );
  assert.ok(steps.getByText('2 of 40'));
  assert.ok(steps.getByRole('link', { name: 'Next: ID 9' }));
});

test('the agent who listed it is rung, else the office', async () => {
  const creatorData = { firstName: 'Sue', lastName: 'Ellis', tradingName: '', logo: { url: '' } };
  serve(page({ creatorData, agentPhone: '0412 345 678' }));
  open();
  assert.match((await screen.findByText('Sue Ellis, the agent')).closest('div')?.innerHTML ?? '', /tel:0412/);
  serve(page({ creatorData }));
  open();
  assert.match((await screen.findByText('Saleyard’s office')).closest('div')?.innerHTML ?? '', /tel:\d+/);
});

test('[B026] from the watch list the way back leads there', async () => {
  serve(page());
  open('/main/upcoming/Cattle/1042/1?from=watchList');
  assert.ok(await titled());
  assert.is(screen.queryByText('My Listing'), null); // [B146] [B335]
  const back = screen.getByRole('link', { name: 'Back to Watch List' });
  assert.is(back.getAttribute('href'), '/main/watchlist');
});

for (const [list, label, address] of [
  ['catalogue', 'Back to Catalogue', '/main/upcoming/Cattle/1042'],
  ['search', 'Back to Search', '/main/search'],
] as const) {
  test(`opened from a filtered ${list} the way back has its filters, also from the lots beside it`, async () => {
    const catalogue = { place: 1, of: 2, previous: null, next: { searchNumericId: 2, number: '2' } };
    serve(page({ catalogue }));
    server.use(answers('lots/2', { lot: { ...page({ catalogue }), searchNumericId: 2 } }));
    const { went } = open(undefined, openedFrom(list, new URLSearchParams('q=steer&sex=Steer(s)')));
    fireEvent.click(await screen.findByRole('link', { name: /^Next/ }));
    await waitFor(() => assert.is(went(), '/main/upcoming/Cattle/1042/2'));
    fireEvent.click(await screen.findByRole('link', { name: label }));
    assert.is(went(), `${address}?q=steer&sex=Steer%28s%29`);
  });
}

test('[B025] another kind in the address is replaced, with what follows it, and is not gone back to', async () => {
  serve(page());
  const { went, came } = open('/main/upcoming/sheep/1042/1?from=watchList');
  assert.ok(await titled());
  assert.equal([went(), came()], ['/main/upcoming/Cattle/1042/1?from=watchList', 'REPLACE']);
  const lower = open('/main/upcoming/cattle/1042/1');
  assert.ok(await titled());
  assert.equal([lower.went(), lower.came()], ['/main/upcoming/cattle/1042/1', 'POP']);
});

test('[B024] a lot that is not in the catalogue, as a draft is, leads back to it', async () => {
  serve(null);
  const { went } = open();
  await screen.findByText('elsewhere');
  assert.is(went(), '/main/upcoming/Cattle/1042');
});

test('[A032] [B034] the live room is entered at the lot, in a window of its own', async () => {
  serve(page({ state: 'live' }), { state: 'live' });
  open();
  const enter = await screen.findByRole('link', { name: /^Enter Auction at this lot/ });
  assert.match(enter.getAttribute('href') ?? '', /^\/auction-live\/1042/);
  assert.is(enter.getAttribute('target'), '_blank');
});

test('on a phone before its sale a lot is watched from the bar with its price', async () => {
  const { matchMedia } = window;
  window.matchMedia = (media) =>
    Object.assign(new EventTarget(), { media, matches: media.includes('max-width') }) as MediaQueryList;
  try {
    serve(page({ currentBidCents: null }));
    const { unmount } = open();
    const watch = await screen.findByRole('button', { name: /^Watch/ });
    assert.ok(screen.getByText('Starts at').closest('[data-standing]')?.parentElement?.contains(watch));
    unmount();
  } finally {
    window.matchMedia = matchMedia;
  }
});

test('[B143] a lot is watched from its page once it is approved, and not before', async () => {
  for (const approved of [false, true]) {
    serve(page({ approved }));
    open();
    // The tools are loaded after the person whose button it would be.
    await screen.findByRole('button', { name: 'Email Lot Details' });
    const watch = () => screen.queryByRole('button', { name: /^Watch/ });
    await waitFor(() => assert.is(watch() !== null, approved));
  }
});

test('a lot that was withdrawn is neither watched nor priced', async () => {
  serve(page({ withdrawn: true }));
  open();
  assert.ok(await screen.findByText('Withdrawn from Auction'));
  assert.ok(await screen.findByRole('button', { name: 'Download Lot Details' })); // [B141]
  assert.is(screen.queryByRole('button', { name: /^Watch/ }), null);
  assert.is(screen.queryByText(/Starts at/), null);
});

test('weights are those by curfew, else the live weight with what was gained since', async () => {
  const base = page();
  const weighing = (curfew: number | null) => ({
    weightGainTotal: 5.5,
    publicDetails: { ...base.publicDetails, weight: { average: 412.345, curfew, min: 380, max: 450 } },
    inlineDetails: { ...base.inlineDetails, assessorType: 'Agent Assessed' },
  });
  serve(page(weighing(391.7)));
  open();
  await titled();
  assert.is(fact('Average weight'), '412.35 kg'); // [B149]
  assert.is(fact('Curfew weight'), '391.7 kg'); // [B150]
  assert.is(screen.queryByText('Live weight'), null);
  assert.is(fact('Weight range'), '380 kg to 450 kg');
  assert.is(fact('Assessed by'), 'Agent Assessed'); // [B151]
  server.resetHandlers();
  serve(page(weighing(null)));
  open();
  await titled();
  assert.is(fact('Live weight'), '417.85 kg'); // [B150]
});

test('head weighed is said of sheep, and of goats in other words', async () => {
  for (const [type, countWeighed, label] of [
    ['sheep', 24, 'Head Weighed'], // [B167]
    ['sheep', 0, null], // [B167]
    ['goat', 24, 'Head Weighed / Weight Estimated'], // [B168]
    ['goat', 0, null],
    ['cattle', 24, null],
  ] as const) {
    server.resetHandlers();
    serve(page({ countWeighed, kindData: { type, title: 'Cattle' } }));
    open();
    await titled();
    const shown = screen.queryByText(/^Head Weighed/, { selector: 'dt' });
    assert.is(shown?.textContent ?? null, label, `${type} ${countWeighed}`);
    if (label !== null) assert.is(fact(label), '24 head');
  }
});

test('a closed lot has its result, and whom to ask about its transfer', async () => {
  const base = page();
  serve(
    page({
      state: 'closed',
      status: 'sold',
      closedPrice: 120_000,
      number: '7',
      publicDetails: {
        ...base.publicDetails,
        sex: 'Steer(s)',
        weight: { average: 420, curfew: 400, min: null, max: null },
      },
    }),
    { state: 'closed' },
  );
  open();
  await screen.findByRole('heading', { level: 1, name: 'Lot 7, 40 Angus weaner steers' });
  const result = document.querySelector('[data-result]');
  assert.match(result?.textContent ?? '', /^Sold\$1,200\.00 \/head300¢ \/kg/); // [B147]
  const results = screen.getByRole('link', { name: 'View Results' });
  assert.is(results.getAttribute('href'), '/main/results/Cattle/1042/1');
  const phone = screen.getByRole('link', { name: '1800 683 111' });
  assert.is(phone.getAttribute('href'), 'tel:1800683111'); // [B160]
  const site = screen.getByRole('link', { name: 'www.integritysystems.com.au' });
  assert.is(site.getAttribute('href'), 'https://www.integritysystems.com.au'); // [B160]
});

test('[B147] the result line says what became of a closed lot', async () => {
  for (const [status, closedPrice, line] of [
    ['passed', 39_000, 'Passed In$390.00 /head'],
    ['noBid', null, 'No Bids'],
    ['soldAfterAuction', 39_000, 'Sold AA$390.00 /head'],
  ] as const) {
    server.resetHandlers();
    serve(page({ state: 'closed', status, closedPrice }), { state: 'closed' });
    open();
    await screen.findByRole('link', { name: 'View Results' });
    assert.is(document.querySelector('[data-result]')?.textContent, `${line}View Results`);
    assert.ok(screen.getByText(/call the National Livestock Identification System \(NLIS\) helpdesk/)); // [B160]
  }
});

test('[B404] [S540] a head-priced cattle lot shows its price per kg, unless it is of cows or bulls', async () => {
  const base = page();
  for (const [sex, type, shown] of [
    ['Heifer(s)', 'cattle', '$1,200.00 /head300¢ /kg'],
    ['Cow(s)', 'cattle', '$1,200.00 /head'],
    ['Cow(s) and Calves', 'cattle', '$1,200.00 /head'],
    ['Bull(s)', 'cattle', '$1,200.00 /head'],
    ['Wether(s)', 'sheep', '$1,200.00 /head'],
  ] as const) {
    const weight = { average: 420, curfew: 400, min: null, max: null };
    const publicDetails = { ...base.publicDetails, sex, weight };
    server.resetHandlers();
    serve(page({ state: 'closed', status: 'sold', closedPrice: 120_000, publicDetails }), {
      state: 'closed',
      kindData: { type, title: 'Cattle' },
    });
    open();
    await screen.findByRole('link', { name: 'View Results' });
    assert.is(document.querySelector('[data-result]')?.textContent, `Sold${shown}View Results`, sex);
  }
});

test('details are listed under the groups of the form; what is private comes to the owner, marked', async () => {
  for (const mine of [false, true]) {
    server.resetHandlers();
    const signatures = { agentSignature: { url: '/a.png' }, vendorSignature: { url: '/v.png' } };
    serve(page({ mine, saleConditions: 'By truck.', ...signatures }));
    open();
    await titled();
    const details = within(screen.getByRole('region', { name: 'Lot Details' }));
    const groups = details.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
    assert.equal(groups, [...(mine ? ['Vendor Details'] : []), 'Stock Details', 'Accreditations']); // [B155]
    assert.ok(details.getByText('Angus'));
    assert.is(details.queryByText('Wirrabilla') !== null, mine); // [B156]
    assert.is(details.queryAllByText('Buyers do not see this').length, mine ? 1 : 0);
    const more = within(screen.getByRole('region', { name: 'Additional Information' }));
    const source = (alt: string) => more.queryByAltText(alt)?.getAttribute('src');
    assert.is(source('Agent Signature'), mine ? '/a.png' : undefined); // [B158]
    assert.is(source('Vendor Signature'), mine ? '/v.png' : undefined); // [B159]
  }
});

test('conditions, links and documents are shown where there are any', async () => {
  const [name, short] = ['Vet certificate of pregnancy testing 2027', 'Declaration of 40 Angus steers'];
  const documents = [
    { name, uri: '/api/v1/download-file/vet?fileName=Vet.pdf', description: '' },
    { name: short, uri: '/api/v1/download-file/declared?fileName=Declaration.pdf', description: '' },
  ];
  serve(
    page({
      saleConditions: 'Delivery within seven days',
      agentSignature: { url: '/agent.png' },
      vendorSignature: { url: '/vendor.png' },
      usefulLinks: listedLinks([
        { url: 'https://farm.example/brochure', description: 'Our cattle', isPdf: true },
        { url: 'https://farm.example/yards', description: 'Our yards', isPdf: false },
        { url: 'https://farm.example/way', description: '', isPdf: false },
      ]),
      documents,
    }),
  );
  open();
  await titled();
  const more = within(screen.getByRole('region', { name: 'Additional Information' }));
  assert.ok(more.getByText('Delivery within seven days')); // [B157]
  assert.is(screen.queryByRole('img', { name: /Signature/ }), null); // [B158] [B159]
  const links = within(screen.getByRole('region', { name: 'Useful Links' })); // [B148]
  assert.equal(
    links.getAllByRole<HTMLAnchorElement>('link').map(({ textContent, href }) => [textContent, href]),
    [
      ['Our cattle', 'https://farm.example/brochure'],
      ['Our yards', 'https://farm.example/yards'],
      ['https://farm.example/way', 'https://farm.example/way'],
    ],
  );
  assert.ok(screen.getByText('Vet certificate of pregnancy t…')); // [B317]
  assert.ok(screen.getByText(short)); // [B317]
  for (const { name, uri } of documents)
    for (const [action, savedAs] of [
      ['View', null],
      ['Download', name],
    ] as const) {
      const link = screen.getByRole('link', { name: `${action} ${name}` });
      assert.equal([link.getAttribute('href'), link.getAttribute('download')], [uri, savedAs]); // [B044] [B153]
    }
  assert.is(screen.queryByText('No Documents'), null); // [B154]
  server.resetHandlers();
  serve(page());
  open();
  await titled();
  assert.ok(screen.getByText('No Documents')); // [B154]
  assert.is(screen.queryByRole('link', { name: 'www.integritysystems.com.au' }), null); // [B160]
  for (const title of ['Additional Information', 'Useful Links', 'Individual Assessment'])
    assert.is(screen.queryByRole('region', { name: title }), null, title);
});

test('[B152] pictures are shown one at a time', async () => {
  const picture = (title: string) => mediaRecord({ thumbnail: `/${title}.jpg`, url: `/${title}.jpg`, title });
  serve(page({ media: [picture('front'), picture('side')] }));
  open();
  await titled();
  assert.ok(screen.getByRole('img', { name: 'front' }));
  screen.getByRole('button', { name: 'Next picture' }).click();
  assert.ok(await screen.findByRole('img', { name: 'side' }));
});

test('an uploaded picture is asked for as wide as the page shows it', async () => {
  const url = `/media/pictures/${'0a'.repeat(16)}-1600x1200/1600.jpg`;
  serve(page({ media: [mediaRecord({ thumbnail: url, url, title: 'front' })] }));
  open();
  const sizes = (await screen.findByRole('img', { name: 'front' })).getAttribute('sizes') ?? '';
  assert.match(sizes, /^\(max-width: 60em\) 100vw, .*, 55rem$/);
});

const media = (...names: string[]) =>
  names.map((name) =>
    mediaRecord({ thumbnail: `/${name}-small.jpg`, url: `/${name}`, title: name.split('.')[0] ?? '' }),
  );

test('[B152] pictures are turned over by keys, by a finger and by the small ones, and enlarged by a press', async () => {
  serve(page({ media: media('front.jpg', 'side.jpg', 'yard.jpg') }));
  open();
  await titled();
  const shown = (name: string) => screen.findByRole('img', { name });
  const large = await shown('front');
  assert.equal([large.getAttribute('width'), large.getAttribute('height')], ['1200', '800']);
  fireEvent.keyDown(screen.getByRole('button', { name: 'Enlarge front' }), { key: 'ArrowLeft' });
  fireEvent.touchStart(await shown('yard'), { touches: [{ clientX: 300 }] });
  fireEvent.touchEnd(await shown('yard'), { changedTouches: [{ clientX: 200 }] });
  await shown('front');
  fireEvent.click(screen.getByRole('button', { name: 'Show side' }));
  fireEvent.click(screen.getByRole('button', { name: 'Enlarge side' }));
  const box = within(await screen.findByRole('dialog', { name: /^Pictures of / }));
  assert.ok(box.getByRole('img', { name: 'side' }));
  assert.ok(box.getByText('2 of 3'));
  fireEvent.keyDown(box.getByRole('img', { name: 'side' }), { key: 'ArrowRight' });
  assert.ok(await box.findByRole('img', { name: 'yard' }));
  fireEvent.click(box.getByRole('button', { name: 'Close' }));
  await waitFor(() => assert.not(screen.queryByRole('dialog')));
  await shown('yard');
});

test('[B152] a video plays in its place, under a title of at most 60 characters', async () => {
  const title = 'The whole mob walking up the laneway to the yards on Tuesday morning';
  const video = mediaRecord({ thumbnail: '/mob.jpg', url: '/mob.mp4?v=2', title });
  serve(page({ media: [video, ...media('front.jpg')] }));
  open();
  await titled();
  const cut = 'The whole mob walking up the laneway to the yards on Tuesday…'; // [B316]
  const player = screen.getByLabelText(cut);
  assert.equal(
    ['src', 'poster', 'preload'].map((name) => player.getAttribute(name)),
    ['/mob.mp4?v=2', '/mob.jpg', 'none'],
  );
  assert.ok(player.hasAttribute('controls'));
  fireEvent.error(player);
  assert.ok(await screen.findByRole('img', { name: 'front' })); // [B386]
});

test('[B387] what is neither a picture nor a video raises an error, and is not shown', async () => {
  assert.throws(() => mediaKind('/lots/notes.pdf'), /neither a picture nor a video/);
  const kinds = ['/a', '/a.JPG', '/a.b/c', '/a.webm#t=3'].map(mediaKind);
  assert.equal(kinds, ['picture', 'picture', 'picture', 'video']);
  serve(page({ media: media('notes.pdf', 'front.jpg') }));
  open();
  await titled();
  assert.ok(screen.getByRole('img', { name: 'front' }));
  assert.is(screen.queryByText(/of 2/), null);
});

test('[B386] a picture that cannot be loaded, however often it is tried, is dropped', async () => {
  const picture = (title: string) => mediaRecord({ thumbnail: `/${title}.jpg`, url: `/${title}.jpg`, title });
  serve(page({ media: [picture('front'), picture('side')] }));
  open();
  await titled();
  assert.ok(screen.getByText('1 of 2'));
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    for (const ms of [2_000, 8_000, 30_000]) {
      fireEvent.error(screen.getByRole('img', { name: 'front' }));
      act(() => mock.timers.tick(ms));
    }
    fireEvent.error(screen.getByRole('img', { name: 'front' }));
  } finally {
    mock.timers.reset();
  }
  assert.ok(await screen.findByRole('img', { name: 'side' }));
  assert.is(screen.queryByText(/of 2/), null);
});

test('[B161] [B162] a histogram shows the head by weight, with least, average and most marked', async () => {
  serve(page({ assessment: heads([380.04, 390, 392, 400, 410.26]) }));
  open();
  await screen.findByRole('region', { name: 'Individual Assessment' });
  const chart = await screen.findByRole('img', {
    name: '5 head by weight: min 380.0 kg, average 394.5 kg, max 410.3 kg.', // [B394]
  });
  const markers = [...chart.querySelectorAll('[data-marker]')].map((marker) => marker.textContent);
  assert.equal(markers, ['Min 380.0 kg', 'Average 394.5 kg', 'Max 410.3 kg']);
  assert.is(chart.querySelector('rect')?.textContent, '380 to 385 kg: 1 head');
  const heights = [...chart.querySelectorAll('rect')].map((bar) => Number(bar.getAttribute('height')));
  assert.is(heights.map((height) => Math.round(height / (heights[0] ?? 0))).join(), '1,0,2,0,1,0,1');
  const table = within(screen.getByRole('table', { name: 'Weight distribution', hidden: true }));
  assert.is(table.getAllByRole('row', { hidden: true }).length, 8);
});

test('[B397] [B398] [B399] on a phone more than six bins scroll sideways', async () => {
  box.width = 320;
  for (const [weights, scrolls] of [
    [[380, 390, 405], false],
    [[380, 390, 400, 410], true],
  ] as const) {
    server.resetHandlers();
    const assessment = heads(weights);
    assert.is(assessment.counts.length, scrolls ? 7 : 6);
    serve(page({ assessment }));
    open();
    const chart = await screen.findByRole('img', { name: /head by weight/ });
    assert.is(Number(chart.getAttribute('width')) > box.width, scrolls);
    assert.is(
      screen.queryByRole('group', { name: 'Weight distribution, scrolls sideways' }) !== null,
      scrolls,
    );
  }
  server.resetHandlers();
  serve(page({ assessment: heads(Array.from({ length: 80 }, () => 380)) }));
  open();
  const chart = await screen.findByRole('img', { name: /^80 head by weight/ });
  const ticks = [...chart.querySelectorAll('text[text-anchor=end]')].map(({ textContent }) =>
    Number(textContent),
  );
  const heights = ticks.filter((tick) => Number.isInteger(tick));
  assert.ok(heights.length >= 7 && heights.length <= 9, `${heights}`);
});

test('[B163] fat scores are shown in a strip from 1 to 5', async () => {
  const assessment = {
    ...heads([]),
    scores: [
      { score: 2, percent: 25 },
      { score: 3, percent: 75 },
    ],
  };
  serve(page({ assessment }));
  open();
  const part = within(await screen.findByRole('region', { name: 'Individual Assessment' }));
  const strip = await part.findByRole('img', {
    name: 'Fat scores of the head: 25% of score 2, 75% of score 3.',
  });
  const cells = [...strip.querySelectorAll('[data-score]')].map(({ textContent }) => textContent);
  assert.equal(cells, ['0%Score 1', '25%Score 2', '75%Score 3', '0%Score 4', '0%Score 5']);
});

test('a mob on walk-over scales has its weight and its gain day by day, and its head by weight', async () => {
  const averageData = [
    { date: '2027-06-04', weight: 311.2, averageDailyGain: 0.8 },
    { date: '2027-06-01', weight: 309, averageDailyGain: -0.2 },
  ];
  const optiweigh = {
    averageData,
    assessmentData: weightsAssessed([300, 310, 320]) as LotPage['assessment'],
  };
  serve(page({ optiweighAllowed: true, optiweigh }));
  open();
  // [B164] [B165] [B166]
  for (const name of [
    'Mob average weight from 309.0 kg on 01/06/2027 to 311.2 kg on 04/06/2027.',
    'Average daily gain from -0.2 kg a day on 01/06/2027 to 0.8 kg a day on 04/06/2027.',
    '3 head by weight: min 300.0 kg, average 310.0 kg, max 320.0 kg.',
  ])
    assert.ok(await screen.findByRole('img', { name }), name);
  assert.is(screen.getAllByText('04/06/2027', { selector: 'text' }).length, 2, 'on the axes of both lines');
  const table = within(screen.getByRole('table', { name: 'Average daily gain', hidden: true }));
  assert.ok(table.getByText('-0.2 kg a day'));
  server.resetHandlers();
  serve(page({ optiweighAllowed: false, optiweigh, assessment: heads([380, 390]) }));
  open();
  assert.ok(await screen.findByRole('img', { name: /^2 head by weight/ })); // [B166]
  assert.is(screen.queryByRole('img', { name: /^Mob average|^Average daily/ }), null); // [B164] [B165]
});

test.run();
