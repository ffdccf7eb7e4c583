import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { CatalogueLot, LotBody } from '@saleyard/contract/lots.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { paths } from '@saleyard/web/src/config/paths.ts';
import { parse } from 'csv-parse/sync';
import type { Locator, Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { ServerProcess } from '../client/server-process.ts';
import { Session } from '../client/session.ts';
import { DEMO_PASSWORD } from '../demo/demo-accounts.ts';
import { assessed } from '../sample-data/assessment.ts';
import { makeLot } from '../sample-data/lots.ts';
import { seededRandom } from '../sample-data/random.ts';
import { STOCK } from '../sample-data/stock.ts';
import { TOWNS } from '../sample-data/towns.ts';
import { Browser, fits, keepPrinted, looksRightInBothThemes, signIn } from '../test-support/browser.ts';
import { eventually } from '../test-support/eventually.ts';
import { schedule } from '../test-support/sales.ts';

const test = suite('browsing screens', { limitMs: 420_000 });

/** Sales that the demo held before. */
const PAST_SALES = 8;

type Sale = { _id: string; searchNumber: number; title: string; kindData: { title: string } };

let server: ServerProcess;
let buyer: Session;
let page: Page;
const browser = new Browser();
/** An upcoming cattle sale, its lots, and the last closed sale. */
let coming: Sale;
let lots: CatalogueLot[];
let over: Sale;
let overLots: CatalogueLot[];

const lotsOf = async ({ _id }: Sale): Promise<CatalogueLot[]> =>
  (await buyer.call<{ lots: CatalogueLot[] }>('GET', `auctions/${_id}/lots?limit=50`)).lots;

const DAY_MS = 24 * 3_600_000;

/** Lots of believable cattle, of which some walk over scales. */
function cattle(): LotBody[] {
  const random = seededRandom(18);
  const source = { kind: 'cattle', stock: STOCK.cattle, near: TOWNS, sellers: [] } as const;
  return Array.from({ length: 24 }, () =>
    assessed(random, 'cattle', makeLot(random, source), Date.now() + DAY_MS),
  );
}

test.before(async () => {
  // The demo gives months of past sales; the bidders that go on bidding are not needed.
  server = await ServerProcess.withDemo();
  const closedSales = async () => {
    const answer = await fetch(`${server.url}/api/v1/auctions/results`);
    const { data } = (await answer.json()) as { data?: { auctions: { docs: Sale[] } } };
    return data?.auctions.docs ?? [];
  };
  while ((await closedSales()).length < PAST_SALES) await pause(200);
  await server.end('SIGTERM');
  await server.start('--empty');
  const staff = await Session.signIn(server.url, 'staff@saleyard.test', DEMO_PASSWORD);
  buyer = await Session.signIn(server.url, 'buyer@saleyard.test', DEMO_PASSWORD);
  const terms = { type: 'simultaneous', durationSeconds: 600, liveInMs: DAY_MS } as const;
  const { _id } = await schedule(staff, terms, cattle());
  coming = (await buyer.call<{ auction: Sale }>('GET', `auctions/${_id}`)).auction;
  lots = await lotsOf(coming);
  [over = coming] = await closedSales();
  overLots = await lotsOf(over);
  for (const lot of lots.slice(0, 3)) await buyer.call('PUT', 'users/me/watchlist2', { lotId: lot._id });
  page = (await browser.person()).page;
  await signIn(page, server.url, 'buyer@saleyard.test');
});

test.after(async () => {
  await browser.close();
  await server.destroy();
});

const open = async (path: string): Promise<void> => {
  await page.goto(server.url + path);
  await page.getByRole('heading', { level: 1 }).waitFor();
};
const calm = async (): Promise<void> => {
  await page.getByText(/^(Loading|Searching|Opening)/).waitFor({ state: 'detached' });
  await page.waitForLoadState('networkidle');
};

/** Every screen that one browses by, with what must be there before it is looked at. */
const SCREENS: readonly [name: string, path: () => string, shows: (on: Page) => Promise<void>][] = [
  [
    'upcoming',
    () => paths.upcoming,
    (on) => on.getByRole('link', { name: 'View Catalogue' }).first().waitFor(),
  ],
  ['catalogue-list', () => paths.catalogue(coming), (on) => on.getByRole('article').first().waitFor()],
  [
    'catalogue-grid',
    () => `${paths.catalogue(coming)}?show=grid`,
    (on) => on.getByRole('article').first().waitFor(),
  ],
  [
    'lot',
    () => paths.lot(coming, lotWith(true)),
    (on) => on.getByRole('img', { name: /^Average daily gain/ }).waitFor(),
  ],
  [
    'compare',
    () =>
      paths.comparison(
        coming,
        lots.slice(0, 4).map(({ searchNumericId }) => searchNumericId),
      ),
    (on) => on.getByRole('table', { name: /side by side$/ }).waitFor(),
  ],
  ['watch-list', () => paths.watchList, (on) => on.getByRole('article').first().waitFor()],
  ['results', () => paths.results, (on) => on.getByRole('link', { name: 'View Results' }).first().waitFor()],
  [
    'auction-results',
    () => paths.auctionResults(over),
    (on) => on.getByRole('table', { name: /^Lots of / }).waitFor(),
  ],
  [
    'lot-result',
    () => paths.lotResult(over, overLots[0] as CatalogueLot),
    (on) => on.getByRole('button', { name: 'Share' }).waitFor(),
  ],
  ['my-results', () => paths.myResults, (on) => on.getByRole('table').first().waitFor()],
  ['market', () => paths.market, (on) => on.getByRole('img', { name: /^Clearance by month/ }).waitFor()],
  ['sale-market', () => paths.saleMarket(over), (on) => on.getByRole('table').first().waitFor()],
  ['search', () => paths.searchFor('angus'), (on) => on.getByRole('article').first().waitFor()],
  [
    'saved-searches',
    () => paths.savedSearches,
    (on) => on.getByText('You have not saved a search.').waitFor(),
  ],
];

const lotWith = (optiweighAllowed: boolean): CatalogueLot =>
  lots.find((lot) => lot.optiweighAllowed === optiweighAllowed) as CatalogueLot;

for (const [name, path, shows] of SCREENS) {
  test(`${name} has no findings of axe and is read down the page, wide and narrow, light and dark, and is printed`, async () => {
    await open(path());
    await shows(page);
    await calm();
    await looksRightInBothThemes(page, `screen-${name}`);
    await keepPrinted(page, `screen-${name}`);
  });
}

/** What people see before they have an account. */
const VISITORS_SCREENS: typeof SCREENS = [
  [
    'landing',
    () => paths.signIn,
    (on) => on.getByRole('list', { name: 'Lots on offer' }).getByRole('link').first().waitFor(),
  ],
  ['registration', () => paths.signUp, (on) => on.getByRole('button', { name: 'Next' }).waitFor()],
];

for (const [name, path, shows] of VISITORS_SCREENS) {
  test(`${name} has no findings of axe and is read down the page, wide and narrow, light and dark`, async () => {
    const visitor = (await browser.person()).page;
    await visitor.goto(server.url + path());
    await shows(visitor);
    await visitor.waitForLoadState('networkidle');
    await looksRightInBothThemes(visitor, `screen-${name}`);
    await visitor.context().close();
  });
}

test('on a phone lots, signing in and registering are on the first screen of a visitor', async () => {
  const visitor = (await browser.person()).page;
  for (const [width, height] of [
    [390, 844],
    [360, 740],
  ] as const) {
    await visitor.setViewportSize({ width, height });
    await visitor.goto(server.url + paths.signIn);
    const lot = visitor.getByRole('list', { name: 'Lots on offer' }).getByRole('link').first();
    const password = visitor.getByLabel('Password', { exact: true });
    const inOrder = [lot, visitor.getByRole('main').getByRole('link', { name: 'Register' }), password];
    let above = 0;
    for (const each of inOrder) {
      await each.waitFor();
      const box = await each.boundingBox();
      assert.ok(box !== null && box.y >= above, `${width} px: ${JSON.stringify(box)}`);
      above = box.y + box.height;
    }
    assert.ok(above <= height, `${width} px: sign-in ends at ${above} px`);
  }
  await visitor.context().close();
});

test('a catalogue has its first lot with its title on the first screen, under a low header', async () => {
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await open(paths.catalogue(coming));
    const title = await page.getByRole('article').first().getByRole('heading').boundingBox();
    assert.ok(title !== null && title.y + title.height <= height, `${width} px: ${JSON.stringify(title)}`);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  const bar = await page.getByRole('banner').boundingBox();
  const search = await page.getByRole('searchbox', { name: 'Find in this catalogue' }).boundingBox();
  assert.ok(bar !== null && search !== null);
  const header = search.y - bar.y - bar.height;
  assert.ok(header <= 220, `the header is ${header} px high`);
  await page.setViewportSize({ width: 1280, height: 800 });
});

test('the other time zones of a catalogue are folded on a phone, and in sight where there is room', async () => {
  const west = page.getByRole('term').filter({ hasText: 'WA' });
  const fold = page.getByRole('button', { name: 'Times and details' });
  await open(paths.catalogue(coming));
  await west.waitFor();
  assert.is(await fold.isVisible(), false);
  for (const width of [390, 360]) {
    await page.setViewportSize({ width, height: 740 });
    await open(paths.catalogue(coming));
    await fold.waitFor();
    await west.waitFor({ state: 'hidden' });
    await fold.click();
    await west.waitFor();
    await fits(page);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
});

test('the charts of a lot stand two by two', async () => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(paths.lot(coming, lotWith(true)));
  const gain = page.getByRole('img', { name: /^Average daily gain/ });
  await gain.waitFor();
  const figures = await gain.locator('xpath=ancestor::figure/../figure').all();
  const boxes = await Promise.all(figures.map((figure) => figure.boundingBox()));
  assert.ok(boxes.length > 2, `${boxes.length} charts`);
  const rows = new Set(boxes.map((box) => box?.y));
  assert.is(rows.size, Math.ceil(boxes.length / 2));
  await page.setViewportSize({ width: 1280, height: 800 });
});

/** Where the upper and the lower edge are in the window. px. */
async function edgesOf(one: Locator): Promise<{ top: number; bottom: number }> {
  const box = await one.boundingBox();
  assert.ok(box !== null);
  return { top: box.y, bottom: box.y + box.height };
}

test('while one scrolls, filters and matches stay in sight below the header, and cover nothing with the focus', async () => {
  const header = page.getByRole('banner');
  const matches = page.getByRole('status').filter({ hasText: /^24 lots/ });
  for (const [width, height] of [
    [1440, 900],
    [1024, 768],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await open(paths.catalogue(coming));
    await matches.waitFor();
    await page.evaluate('scrollTo(0, 900)');
    const { bottom } = await edgesOf(header);
    for (const one of [page.getByRole('searchbox', { name: 'Find in this catalogue' }), matches]) {
      const edges = await edgesOf(one);
      const seen = `${width} px: ${JSON.stringify(edges)} below a header of ${bottom} px`;
      assert.ok(edges.top >= bottom && edges.bottom < bottom + 130, seen);
    }
    // A link behind the row comes out of it when it gets the focus.
    const link = page.getByRole('article').nth(5).getByRole('heading').getByRole('link');
    await page.evaluate(`scrollBy(0, ${(await edgesOf(link)).top - bottom})`);
    await link.focus();
    const focused = await edgesOf(link);
    assert.ok(focused.top >= (await edgesOf(matches)).bottom, `${width} px: ${JSON.stringify(focused)}`);
  }
  // On a low window the header alone stays.
  await page.setViewportSize({ width: 844, height: 390 });
  await page.evaluate('scrollTo(0, 900)');
  assert.ok((await edgesOf(matches)).bottom < 0);
  await page.setViewportSize({ width: 1280, height: 800 });
});

test('while one scrolls, the card of a lot stays whole below the header', async () => {
  const card = page.locator('[data-standing]').locator('xpath=ancestor::div[3]');
  for (const [width, height] of [
    [1440, 900],
    [1024, 768],
  ] as const) {
    await page.setViewportSize({ width, height });
    await open(paths.lot(coming, lotWith(true)));
    await card.waitFor();
    await page.evaluate('scrollTo(0, 400)');
    const [{ top }, { bottom }] = [await edgesOf(card), await edgesOf(page.getByRole('banner'))];
    assert.ok(top >= bottom, `${width} px: the card begins at ${top} px, the header ends at ${bottom} px`);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
});

test('on a phone two lots of a comparison are whole beside their labels', async () => {
  const four = lots.slice(0, 4).map(({ searchNumericId }) => searchNumericId);
  for (const width of [390, 360]) {
    await page.setViewportSize({ width, height: 740 });
    await open(paths.comparison(coming, four));
    await page.getByRole('table', { name: /side by side$/ }).waitFor();
    const boxes = await Promise.all((await page.locator('thead th').all()).map((one) => one.boundingBox()));
    assert.is(boxes.length, 4);
    const whole = boxes.filter((box) => box !== null && box.x >= 0 && box.x + box.width <= width + 1);
    assert.ok(whole.length >= 2, `${width} px: ${JSON.stringify(boxes)}`);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
});

test('the filters of a search are folded on a phone, and in sight where there is room', async () => {
  await open(paths.searchFor('angus'));
  await page.getByRole('article').first().waitFor();
  const breed = page.locator('summary', { hasText: /^Breed/ });
  const fold = page.getByRole('button', { name: /^Filters/ });
  await breed.waitFor();
  assert.is(await fold.isVisible(), false);
  for (const width of [390, 360]) {
    await page.setViewportSize({ width, height: 740 });
    await fold.waitFor();
    await breed.waitFor({ state: 'hidden' });
    const box = await page.getByRole('article').first().boundingBox();
    assert.ok(box !== null && box.y < 740, `the first lot begins at ${box?.y} px`);
    await fold.click();
    await breed.waitFor();
    await fits(page);
    await fold.click();
  }
  await page.setViewportSize({ width: 1280, height: 800 });
});

/** What the browser saves once a link or a button is pressed. */
async function saved(press: () => Promise<void>): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  return readFile(await download.path(), 'utf8');
}

test('lots of all sales are found as one types, with suggestions, and the words are marked', async () => {
  await open(paths.search);
  const field = page.getByRole('searchbox', { name: /^Breed, place/ });
  await field.pressSequentially('here', { delay: 60 });
  const marks = page.locator('article mark');
  await marks.first().waitFor();
  // Where typing is slow, what the first letters found stays in sight until more is typed.
  await page.waitForURL(/here/);
  await eventually(async () => {
    const marked = await marks.allTextContents();
    assert.ok(marked.length > 0 && marked.every((text) => /^here/i.test(text)), marked.join());
  });
  assert.match(page.url(), 'q=here');
  const suggestions = page.getByRole('navigation', { name: 'Suggestions' }).getByRole('link');
  await suggestions
    .filter({ hasText: /^hereford/i })
    .first()
    .click();
  await page.waitForURL(/q=hereford/i);
  await eventually(async () => assert.match(await field.inputValue(), /^hereford/i));
  await page
    .getByRole('article')
    .filter({ hasText: /Hereford/ })
    .first()
    .waitFor();
  await field.fill('no such beast anywhere');
  await page.getByText('There are no results for your search.').waitFor();
  await page.getByRole('link', { name: 'Search closed sales' }).waitFor();
});

test('a market report has its charts as tables too, and is saved as CSV, to the cent', async () => {
  await open(paths.market);
  const table = page
    .getByRole('table', { name: /^Market/ })
    .or(page.getByRole('table'))
    .first();
  const total = table.getByRole('row', { name: /^Total/ }).getByRole('cell');
  await total.first().waitFor();
  const shown = (await total.allTextContents()).map((text) => text.trim());
  const csv = await saved(() => page.getByRole('link', { name: 'Download CSV' }).click());
  const rows = parse(csv, { columns: true, bom: true }) as Record<string, string>[];
  const last = rows.at(-1) ?? {};
  assert.equal(
    [last['Kind'], last['Lots'], last['Sold'], `${last['Clearance (%)']}%`],
    ['Total', shown[0], shown[1], shown[2]],
  );
  const perHead = Number(last['Average ($ per head)'] ?? Number.NaN);
  assert.is(shown[4], perHead.toLocaleString('en-AU', { style: 'currency', currency: 'AUD' }));
  // The chart's own figures, one row for each month that is drawn.
  const chart = page.getByRole('img', { name: /^Clearance by month/ });
  const figure = page.locator('figure').filter({ has: chart });
  await figure.locator('circle').nth(2).waitFor();
  const points = await figure.locator('circle').count();
  await figure.getByText('Show as a table').click();
  await eventually(async () => assert.is(await figure.getByRole('rowheader').count(), points));
});

test('a sale is put into a calendar at the time at which it goes live', async () => {
  await open(paths.catalogue(coming));
  const { auction } = await buyer.call<{ auction: { liveAt: number } }>('GET', `auctions/${coming._id}`);
  await page.getByLabel('More documents').click();
  const file = await saved(() => page.getByRole('link', { name: 'Add to Calendar' }).click());
  const lines = file.replace(/\r\n[ \t]/g, '').split('\r\n');
  assert.equal([lines[0], lines.filter(Boolean).at(-1)], ['BEGIN:VCALENDAR', 'END:VCALENDAR']);
  const liveAt = new Date(auction.liveAt).toISOString().replace(/[-:]|\.\d+/g, '');
  assert.ok(lines.includes(`DTSTART:${liveAt}`), file);
  assert.ok(
    lines.some((line) => line.startsWith('SUMMARY:') && line.includes(coming.title)),
    file,
  );
});

test('a shared lot is an address with a preview for anyone who is not signed in', async () => {
  const lot = lotWith(false);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(paths.lot(coming, lot));
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByText('Link copied').waitFor();
  const shared = await page.evaluate<string>('navigator.clipboard.readText()');
  assert.is(shared, `${server.url}${paths.lot(coming, lot)}`);
  const head = await (await fetch(shared)).text();
  const tag = (property: string) =>
    new RegExp(`<meta property="og:${property}" content="([^"]*)"`).exec(head)?.[1] ?? '';
  assert.match(tag('title'), lot.publicDetails.title);
  assert.is(tag('url'), shared);
  const image = await fetch(tag('image'));
  assert.is(image.status, 200);
  assert.match(image.headers.get('content-type') ?? '', /^image\//);
});

test('up to four lots are compared; what they differ in can be shown alone', async () => {
  await open(paths.catalogue(coming));
  const compare = page.getByRole('button', { name: /^Compare ID/ });
  for (const index of [0, 1, 2, 3]) await compare.nth(index).click();
  await page.getByText('4 lots to compare').waitFor();
  await eventually(async () => assert.ok(await compare.nth(4).isDisabled()));
  await page.getByRole('link', { name: 'Compare', exact: true }).click();
  const table = page.getByRole('table', { name: /side by side$/ });
  await table.waitFor();
  await eventually(async () => assert.is(await table.getByRole('columnheader').count(), 4));
  const lines = await table.locator('tbody tr').count();
  await page.getByRole('link', { name: 'Differences only' }).click();
  await page.waitForURL(/show=differences/);
  await table.locator('tbody tr:not([data-differs])').first().waitFor({ state: 'detached' });
  assert.ok((await table.locator('tbody tr').count()) <= lines);
  await page
    .getByRole('button', { name: /^Remove / })
    .first()
    .click();
  await table.getByRole('columnheader').nth(3).waitFor({ state: 'detached' });
});

test.run();
