import type { CatalogueLot, LotPage } from '@saleyard/contract/lots.ts';
import type { WholeListing, WrittenContent } from '@saleyard/contract/selling.ts';
import { emptyContent } from '@saleyard/domain/listing/content.ts';
import { FORMS } from '@saleyard/domain/listing/forms/forms.ts';
import { lotView } from '@saleyard/domain/listing/forms/lot-view.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { parse } from 'csv-parse/sync';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import * as assert from 'uvu/assert';
import { readPdf } from '../test-support/read-pdf.ts';
import { makeDocument } from './make-document.ts';
import type { PicturedLot, PrintedSale, PrintTask } from './task.ts';

const test = suite('documents', { limitMs: 30_000 });

const HOSTILE = [
  '=HYPERLINK("https://bad.example","Press")',
  '+1+cmd|calc',
  '-2+3',
  '@SUM(A1:A9)',
  '<script>alert(1)</script><img src=x onerror=alert(1)>',
  ') Tj /AA << /S /JavaScript /JS (app.alert(1)) >> (',
];

const details = (title: string, agentComment: string, sex = 'Steer(s)') =>
  lotView(
    'cattle',
    {
      details: {
        title,
        agentComment,
        sex,
        town: 'GUNNEDAH',
        state: 'NSW',
        breed: 'Angus',
        stockCategory: 'Weaners',
        weightCurfewKg: 275,
        weightAverageKg: 282,
        ageMinMonths: 8,
      },
      media: [],
    } as never,
    FORMS.cattle,
    null,
  );

const lotOf = (n: number, changes: Partial<CatalogueLot> = {}, title = `Steers ${n}`): CatalogueLot => ({
  ...details(title, ''),
  _id: `lot-${n}`,
  auction: 'a',
  number: String(n),
  searchNumericId: 100 + n,
  state: 'closed',
  status: 'sold',
  withdrawn: false,
  soldBeforeAuction: false,
  winner: '1',
  currentBidCents: 1_250_50,
  previousBidCents: null,
  startPrice: 90_000,
  bidIncrementCents: 500,
  nextBidCents: null,
  bidding: 'head',
  reserveStatus: 'onMarket',
  bidCount: 3,
  vendorBids: 0,
  count: 10,
  biddingOpen: false,
  liveAt: 0,
  finishAt: 0,
  frozenTime: null,
  pausedTime: null,
  staleTime: 60,
  closedPrice: 1_250_50,
  createdAt: 0,
  updatedAt: 0,
  mine: false,
  ...changes,
});

const SALE: PrintedSale = {
  number: '77',
  title: 'Gunnedah Weaners',
  description: '',
  state: 'closed',
  auctionType: 'simultaneous',
  kindData: { type: 'cattle', title: 'Cattle' },
  liveAt: 1_783_000_000_000,
  closedAt: 1_783_003_600_000,
  lotCount: 3,
  headCount: 30,
  showLotNumbers: true,
  requiresTabs: false,
  auctionTabs: [],
  states: ['NSW'],
  totalTable: [],
  resultTable: null,
};

const summary = (
  document: 'catalogue' | 'results',
  format: 'pdf' | 'csv',
  lots: readonly CatalogueLot[],
  sale: Partial<PrintedSale> = {},
): PrintTask => ({ document, format, lots, sale: { ...SALE, ...sale }, at: 1_783_010_000_000 });

/** The right edge of A4 in landscape, without its margin. */
const PAGE_RIGHT = 842 - 36 + 1;

/** Where texts of the first page end, in points. */
async function rightEdges(bytes: Uint8Array): Promise<Map<string, number>> {
  const loading = getDocument({ data: new Uint8Array(bytes), useSystemFonts: true, verbosity: 0 });
  const { items } = await (await (await loading.promise).getPage(1)).getTextContent();
  await loading.destroy();
  return new Map(
    items.flatMap((item) => ('str' in item ? [[item.str, item.transform[4] + item.width] as const] : [])),
  );
}

const rowsOf = async (task: PrintTask) =>
  parse(Buffer.from(await makeDocument(task)), { columns: true, bom: true }) as Record<string, string>[];

test('results as CSV have prices to the cent, and prices per kg by the curfew weight but not of cows', async () => {
  const lots = [
    lotOf(1),
    lotOf(2, { ...details('Cows', '', 'Cow(s)') }),
    lotOf(3, { bidding: 'kg', closedPrice: 412, status: 'passed' }),
    lotOf(4, { withdrawn: true, status: null, closedPrice: null }),
  ];
  const rows = await rowsOf(summary('results', 'csv', lots));
  assert.equal(
    rows.map((row) => [row['Lot'], row['Result'], row['Price ($)'], row['Price per kg (c)'], row['Sold by']]),
    [
      ['1', 'Sold', '1250.50', '454.7', 'head'],
      ['2', 'Sold', '1250.50', '', 'head'],
      ['3', 'Passed In', '4.12', '', 'kg'],
      ['4', 'Withdrawn', '', '', 'head'],
    ],
  );
});

const corrected = (
  result: 'sold' | 'passed' | 'noBid',
  cents: number | null,
  outcome: 'sold' | 'withdrawn' = 'sold',
): Partial<CatalogueLot> => ({
  corrected: { at: 0, outcome, knockedDown: { result, winner: cents === null ? null : '2848', cents } },
});

test('[C4] what a lot was knocked down as is beside what replaced it, in every document', async () => {
  const lots = [
    lotOf(1, corrected('sold', 4_350_00)),
    lotOf(2, { ...corrected('passed', 412), bidding: 'kg', closedPrice: 435 }),
    lotOf(3, corrected('noBid', null)),
    lotOf(4, { ...corrected('sold', 8_000, 'withdrawn'), withdrawn: true, status: null, closedPrice: null }),
    lotOf(5),
  ];
  const inFile = ['Sold at $4,350.00 /head', 'Passed In at 412¢ /kg', 'No Bids', 'Sold at $80.00 /head', ''];
  const inText = ['$4,350.00 /head', 'Passed In at 412¢ /kg', 'No Bids', '$80.00 /head'];
  const textOf = async (task: PrintTask) => (await readPdf(await makeDocument(task))).pages.join(' ');
  const results = lots.map((lot) => ({
    ...lot,
    ...{
      status: lot.status ?? 'withdrawn',
      title: '',
      price: lot.closedPrice,
      curfewWeight: null,
      sex: '',
      highestBidCents: null,
    },
    ...{ autoBidCents: null, grossCents: null, estimated: false },
    auctionData: { ...SALE, _id: 'a' },
  }));
  const own = (format: 'csv' | 'pdf') =>
    ({ document: 'my-results', format, whose: '', at: 0, results }) as unknown as PrintTask;
  for (const task of [summary('results', 'csv', lots), own('csv')]) {
    const rows = await rowsOf(task);
    assert.equal(
      rows.map((row) => row['Knocked down as']),
      inFile,
    );
  }
  const details = detailsOf(lots.map((lot) => ({ lot: page({ ...lot, media: [] }), picture: null })));
  for (const task of [summary('results', 'pdf', lots), own('pdf'), details]) {
    const text = (await textOf(task)).replace(/\s+/g, ' ');
    for (const was of inText) assert.ok(text.includes(`Corrected from ${was}`), `${task.document}: ${was}`);
    assert.is(text.match(/Corrected/g)?.length, inText.length);
    assert.not.match(text, '2848');
  }
});

test('in CSV a text that a spreadsheet would calculate is quoted; others stay as they are', async () => {
  const lots = HOSTILE.map((title, n) => lotOf(n, { ...details(title, title) }));
  const rows = await rowsOf(summary('catalogue', 'csv', [...lots, lotOf(9, {}, 'Plain "quoted", lot')]));
  for (const [n, hostile] of HOSTILE.entries()) {
    const isFormula = /^[=+\-@]/.test(hostile);
    for (const column of ['Title', 'Agent comment']) {
      assert.is(rows[n]?.[column], isFormula ? `'${hostile}` : hostile);
      assert.not.match(rows[n]?.[column] ?? '', /^[=+\-@]/);
    }
  }
  assert.is(rows.at(-1)?.['Title'], 'Plain "quoted", lot');
});

test('in a PDF what people wrote is text: it runs nothing, links nowhere and adds no page', async () => {
  const lots = HOSTILE.map((title, n) => lotOf(n, { ...details(title, title) }));
  for (const document of ['catalogue', 'results'] as const) {
    const { pages, actions } = await readPdf(
      await makeDocument(summary(document, 'pdf', lots, { title: HOSTILE[4] ?? '' })),
    );
    assert.is(actions, 0);
    assert.is(pages.length, 1);
    const said = (pages[0] ?? '').replace(/\s/g, '');
    for (const hostile of HOSTILE) assert.ok(said.includes(hostile.replace(/\s/g, '')), hostile);
  }
});

test('a long table repeats its headings, and lots are listed by section of the sale', async () => {
  const tabs = ['B - Breeders', 'A - Steers'].map((tabName) => ({ tabName, description: '' }));
  const lots = Array.from({ length: 90 }, (_, n) =>
    lotOf(n + 1, { allocatedSection: tabs[n % 2]?.tabName ?? '' }),
  );
  const { pages } = await readPdf(
    await makeDocument(summary('results', 'pdf', lots, { requiresTabs: true, auctionTabs: tabs })),
  );
  assert.ok(pages.length >= 3);
  for (const [index, page] of pages.entries()) {
    assert.match(page, /Listing Head Breed/);
    assert.match(page, `Page ${index + 1} of ${pages.length}`);
  }
  const all = pages.join(' ');
  assert.ok(all.indexOf('Breeders') < all.indexOf('Steers 1 '));
  assert.match(all, /\$1,250\.50 \/head/);
});

const UNBROKEN = 'AngusSteers'.repeat(5);

test('a title of one long word leaves every column of every lot on the page', async () => {
  const lots = [lotOf(1, { startPrice: 90_000 }, UNBROKEN), lotOf(2), lotOf(3, {}, '🐂'.repeat(40))];
  for (const [document, heading] of [
    ['catalogue', 'Start price'],
    ['results', '¢ /kg'],
  ] as const) {
    const edges = await rightEdges(await makeDocument(summary(document, 'pdf', lots)));
    assert.ok((edges.get(heading) ?? 9_999) <= PAGE_RIGHT, `${heading} ends at ${edges.get(heading)}`);
    const { pages } = await readPdf(await makeDocument(summary(document, 'pdf', lots)));
    assert.ok(pages.join('').replace(/\s/g, '').includes(UNBROKEN), 'the title is whole');
  }
});

test('the catalogue as CSV marks lots that were withdrawn or sold before, as the PDF does', async () => {
  const lots = [lotOf(1), lotOf(2, { withdrawn: true }), lotOf(3, { soldBeforeAuction: true })];
  const rows = await rowsOf(summary('catalogue', 'csv', lots));
  const statuses = rows.map((row) => row['Status']);
  assert.equal(statuses, ['', 'Withdrawn', 'Sold before Auction']);
  assert.is(Object.keys(rows[0] ?? {}).at(-1), 'Status');
  const pdf = (await readPdf(await makeDocument(summary('catalogue', 'pdf', lots)))).pages.join(' ');
  for (const status of statuses) assert.ok(pdf.includes(status ?? '-'));
});

test('letters that the font does not have are printed as ?, and emoji are left out', async () => {
  const title = 'Bull 牛 of Ωmega & Яков, Nguyễn 🐂 cafe\u0301 ½ ≈ ©';
  for (const document of ['catalogue', 'results'] as const) {
    const task = summary(document, 'pdf', [lotOf(1, {}, title)], { title: 'Sale 牛' });
    const { pages } = await readPdf(await makeDocument(task));
    const all = (pages[0] ?? '').replace(/\s+/g, ' ');
    assert.match(all, 'Sale ?');
    assert.match(all.replace(/\s/g, ''), 'Bull?ofΩmega&Яков,Nguyễncafé½≈©');
    assert.not.match(all, /牛|🐂|\0/);
  }
});

const page = (changes: Partial<LotPage> = {}): PicturedLot['lot'] => ({
  ...lotOf(1),
  approved: true,
  draft: false,
  participants: [],
  kindData: SALE.kindData,
  media: [],
  documents: [],
  usefulLinks: [],
  saleConditions: 'Delivery by truck.',
  auctionData: { _id: 'a', searchNumber: 77, title: SALE.title, liveAt: SALE.liveAt, closedAt: null },
  assessment: { counts: [], minWeight: null, maxWeight: null, averageWeight: null, scores: [] },
  optiweigh: {
    assessmentData: { counts: [], minWeight: null, maxWeight: null, averageWeight: null, scores: [] },
    averageData: [],
  },
  details: { values: [] },
  ...changes,
});

const detailsOf = (lots: readonly PicturedLot[], steps = 1): PrintTask => ({
  document: 'details',
  format: 'pdf',
  sale: SALE,
  at: 0,
  lots,
  part: { step: 1, steps },
});

const ASSESSED = page({
  optiweighAllowed: true,
  assessment: {
    counts: [
      { startWeight: 260, endWeight: 280, count: 4 },
      { startWeight: 280, endWeight: 300, count: 6 },
    ],
    minWeight: 262,
    maxWeight: 299,
    averageWeight: 281.5,
    scores: [
      { score: 2, percent: 40 },
      { score: 3, percent: 60 },
    ],
  },
  optiweigh: {
    assessmentData: page().assessment,
    averageData: [
      { date: '2026-05-01', averageDailyGain: 0.8, weight: 260 },
      { date: '2026-06-01', averageDailyGain: 1.1, weight: 281 },
    ],
  },
});

test('full details say whether the stock were weaned, and when they are delivered', async () => {
  const { inlineDetails, ...lot } = page();
  const stated = { haveWeaned: 'Yes', earliestDelivery: '2026-05-01', latestDelivery: '2026-05-20' };
  const shown = { ...lot, inlineDetails: { ...inlineDetails, ...stated } };
  const all = (await readPdf(await makeDocument(detailsOf([{ lot: shown, picture: null }])))).pages.join(' ');
  for (const said of ['Weaned Yes', 'Delivery 01/05/2026', '20/05/2026']) assert.ok(all.includes(said), said);
});

test('full details have the picture and the charts of a lot, with what they measure', async () => {
  const plain = await readPdf(await makeDocument(detailsOf([{ lot: page(), picture: null }])));
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>';
  const drawn = await readPdf(await makeDocument(detailsOf([{ lot: ASSESSED, picture: { svg } }])));
  const all = drawn.pages.join(' ');
  for (const said of [
    'Min 262.0 kg',
    'Average 281.5 kg',
    'Max 299.0 kg',
    '60%',
    'Score 3',
    'Mob average weight',
    '01/05/2026',
    '01/06/2026',
  ])
    assert.ok(all.includes(said), said);
  assert.match(all, /Delivery by truck/);
  assert.is(drawn.pages.length, 1, 'a lot with all its charts fits on one page');
  const shapes = (read: typeof drawn) => read.paths.reduce((sum, count) => sum + count, 0);
  assert.ok(shapes(drawn) > shapes(plain) + 20, 'drawings are shapes, not pictures of them');
});

test('a lot on walk-over scales has its three charts and its fields on one page, also below its sale', async () => {
  const { counts, ...weighed } = ASSESSED.assessment;
  const usual = { isRequired: false, isPublic: true, isMarked: false, invalid: false };
  const field = (publicId: string, title: string, value: string) =>
    ({ publicId, title, type: 'text', value, options: [], ...usual }) as const;
  const group = (title: string, values: ReturnType<typeof field>[]) =>
    ({ publicId: title, title, type: 'group', values }) as const;
  const lot = page({
    ...ASSESSED,
    saleConditions: '',
    assessment: page().assessment,
    optiweigh: { ...ASSESSED.optiweigh, assessmentData: { counts, ...weighed } },
    details: {
      values: [
        group('Vendor Details', [
          field('town', 'Town', 'Scone'),
          field('state', 'State', 'NSW'),
          field('postcode', 'Postcode', '2337'),
        ]),
        group('Stock Details', [field('a', 'Age from', '45 months'), field('b', 'Age to', '54 months')]),
        group('Weights', [
          field('c', 'Average weight', '512.9 kg per head'),
          field('d', 'Curfew weight', '487.3 kg per head'),
          field('e', 'Lightest', '457.5 kg per head'),
          field('f', 'Heaviest', '580.5 kg per head'),
        ]),
        group('In the catalogue', [field('g', 'Section', 'A - Cows')]),
      ],
    },
  });
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 165"><rect width="9" height="9"/></svg>';
  const sale = { ...SALE, description: 'Ten lots of cattle from Scone and district. '.repeat(4) };
  const pictured = { lot, picture: { svg } };
  const { pages } = await readPdf(
    await makeDocument({ ...detailsOf([pictured, pictured]), sale } as PrintTask),
  );
  assert.is(pages.length, 2);
  for (const said of pages)
    for (const part of ['Mob weight distribution', 'Postcode', 'Section A - Cows']) assert.match(said, part);
});

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('a photo is printed; one that cannot be read leaves the document without pictures', async () => {
  const printed = await readPdf(await makeDocument(detailsOf([{ lot: page(), picture: { bytes: PIXEL } }])));
  assert.equal(printed.images, [1]);
  const broken = Buffer.from('this is no picture');
  const read = await readPdf(await makeDocument(detailsOf([{ lot: page(), picture: { bytes: broken } }])));
  assert.equal(read.images, [0]);
  assert.match(read.pages[0] ?? '', /Lot 1: Steers 1/);
});

test('a text longer than a page goes on over several, whole', async () => {
  const text = Array.from({ length: 3_000 }, (_, n) => `word${n}`).join(' ');
  const field = {
    publicId: 'x',
    title: 'Notes',
    type: 'textarea',
    value: text,
    isPublic: true,
    options: [],
    isRequired: false,
    isMarked: false,
    invalid: false,
  } as const;
  const lot = page({
    saleConditions: text.replaceAll('word', 'condition'),
    details: { values: [{ publicId: 'g', title: 'Group', type: 'group', values: [field] }] },
  });
  const { pages } = await readPdf(await makeDocument(detailsOf([{ lot, picture: null }])));
  const all = pages.join(' ');
  for (const n of [0, 1_000, 2_999])
    assert.ok(all.includes(`word${n}`) && all.includes(`condition${n}`), `${n}`);
});

test('[B041] a part of a catalogue says which it is; a withdrawn lot says no more', async () => {
  const lots = [
    { lot: page(), picture: null },
    { lot: page({ withdrawn: true, number: '2' }), picture: null },
  ];
  const { pages } = await readPdf(await makeDocument(detailsOf(lots, 3)));
  assert.match(pages[0] ?? '', /Part 1 of 3/);
  assert.match(pages.at(-1) ?? '', /Withdrawn from Auction/);
  assert.not.match(pages.at(-1) ?? '', /Delivery by truck/);
});

const ownLot = (changes: Partial<WholeListing>, content: Partial<WrittenContent>): PrintTask => {
  const { publicDetails } = details('Steers', '');
  const lot: Partial<WholeListing> = {
    publicDetails: { ...publicDetails, vendorName: '' },
    ...{ searchNumericId: 30_012, number: '', state: 'future', phase: 'draft', bidding: 'head', count: 40 },
    ...{ kindData: SALE.kindData, auctionData: null, startPrice: null },
    ...{ reserveCents: null, bidIncrementCents: null, ...changes },
  };
  const { sealed, ...empty } = emptyContent(1);
  const signature = { url: '' };
  const written = { ...empty, emailToVendor: false, agentSignature: signature, vendorSignature: signature };
  return {
    ...{ document: 'own-lot', format: 'pdf', at: 0 },
    lot: { ...lot, content: { ...written, ...content } } as WholeListing,
  } as PrintTask;
};

test('a lot of your own has the adjustments, the walk-over weighings and the declarations', async () => {
  const content: Partial<WrittenContent> = {
    ...{ adjustWeight: -2.5, weightGain: 0.8, mobEntryWeight: 240, optiweighAllowed: true },
    ...{ acceptenceOnTerms: true, isLicencedAgent: true, emailToVendor: true },
    optiweigh: {
      days: [{ date: '2026-09-30', weight: 281.5, averageDailyGain: 1.1 }],
      weights: [270, 293.5],
    },
    vendorSignature: { url: '/signatures/1' } as WrittenContent['vendorSignature'],
  };
  const all = (await readPdf(await makeDocument(ownLot({}, content)))).pages.join(' ');
  for (const said of [
    ...['Weight adjustment -2.5%', 'Weight gain 0.8 kg a day', 'Mob weight at entry 240 kg'],
    ...['Walk-over weighing shown Yes', '30/09/2026', '281.5 kg per head', '1.1 kg a day', '270, 293.5 kg'],
    ...['Terms & Conditions accepted Yes', 'Assessed by a licensed agent Yes', 'E-mailed to the vendor Yes'],
    ...['Vendor signed the form No', 'Vendor Signature Signed'],
  ])
    assert.match(all, said);
  assert.not.match(all, 'Agent Signature');
});

test('a lot of your own is named by its id, and by its number from when bidding opens', async () => {
  const textOf = async (changes: Partial<WholeListing>) =>
    (await readPdf(await makeDocument(ownLot(changes, {})))).pages.join(' ');
  for (const changes of [{}, { number: '7' }, { state: 'closed' }] as const) {
    assert.match(await textOf(changes), 'ID 30012');
    assert.not.match(await textOf(changes), /Lot (7|30012)/);
  }
  assert.match(await textOf({ number: '7', state: 'live' }), 'Lot 7');
});

test.run();
