import { details, lot, terms } from '@saleyard/domain/auction/test-support/spec-grammar.ts';
import type { ListingEvent } from '@saleyard/domain/listing/events.ts';
import { keptContent } from '@saleyard/domain/listing/test-support/example-listings.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { ANN, ServedSales, VENDOR, VERA } from './test-support/served-sales.ts';

// A sale and a lot with every field set, as the answers show them.

const test = suite('records of sales and lots over HTTP', { limitMs: 30_000 });
const DAY_MS = 24 * 3_600_000;
/** Ahead of this machine's clock, at the start of a day. */
const LIVE = (Math.floor(Date.now() / DAY_MS) + 30) * DAY_MS;
const INSPECTION = LIVE - 2 * DAY_MS;
const ASSESSED = new Date(LIVE - 10 * DAY_MS).toISOString().slice(0, 10);

type Members = Record<string, unknown>;
let served: ServedSales;

const ACCREDITED = {
  ...{ euAccredited: true, lpaAccredited: false, msaAccredited: true, pcasAccredited: false },
  ...{ russianAccredited: true, saudiAccredited: false, organic: true, grassFed: false },
  ...{ antibioticFree: true, gmoFree: false, jBasScore: 7 },
};

const content = keptContent('cattle', {
  details: {
    ...{ title: '40 Angus Steers', breed: 'Angus', sex: 'Steer(s)', stockCategory: 'Yearlings' },
    ...{ town: 'GUNNEDAH', state: 'NSW', postcode: '2380', sire: 'Duke', dam: 'Daisy' },
    ...{ allocatedSection: 'Steers', additionalTitle: 'EU' },
    ...{ ageMinMonths: 8, ageMaxMonths: 10, agentComment: 'Quiet', assessorType: 'Agent Assessed' },
    ...{ weightAverageKg: 412.5, weightCurfewKg: 400, weightMinKg: 390, weightMaxKg: 440 },
    ...ACCREDITED,
    assessmentDate: ASSESSED,
  },
  countWeighed: 2,
  heads: [
    { weightLive: 390, fatScore: 2 },
    { weightLive: 440, fatScore: 3 },
  ],
  ...{ optiweighAllowed: false, mobEntryWeight: 405, weightGain: 0.5, adjustWeight: -1.25 },
  optiweigh: { days: [{ date: ASSESSED, weight: 411, averageDailyGain: 0.8 }], weights: [400, 422] },
});

const LISTED: ListingEvent[] = [
  {
    type: 'ListingStarted',
    data: {
      ...{ at: 1, kind: 'cattle', auction: 'rec', searchNumericId: 900, createdBy: VERA },
      ...{ origin: { how: 'new' }, content },
    },
  },
  { type: 'ListingSubmitted', data: { at: 2 } },
  { type: 'ListingApproved', data: { at: 3 } },
];

test.before(async () => {
  served = await ServedSales.start();
  const events = LISTED.map(({ type, data }, index) => ({
    ...{ id: newId(), type, data },
    meta: {
      ...{ at: 1, commandId: newId(), actor: { kind: 'user' as const, id: VERA } },
      schema: index === 0 ? 2 : 1,
    },
  }));
  await served.log.append('listing-l900', -1, events);
  const settings = {
    ...{ descriptionShort: 'Weaners of the west', imageUrl: '/sale.jpg', logoUrl: '/logo.png' },
    usefulLinks: [{ url: 'https://sale.example', description: 'Terms' }],
    auctionTags: [{ title: 'Weaners' }],
    additionalDateInfo: [{ title: 'Inspection', date: INSPECTION }],
    ...{ studSale: true, showLotNumbers: true, showCalculator: true, viewDetailsDays: 4 },
    ...{ addLotOpenTimer: 86_400, editLotDisabledAt: INSPECTION, specificAgents: [VERA], listingFee: 250 },
  };
  const about = details({
    ...{ searchNumber: 50, title: 'Spring', description: 'Weaners, of which many', public: false },
    ...{ states: ['NSW', 'QLD'], requiresTabs: true, settings },
    auctionTabs: [{ tabName: 'Steers', description: '' }],
  });
  const how = terms({ openAt: LIVE - DAY_MS, liveAt: LIVE, allowAutoBid: false });
  const description = {
    ...{ kept: 'listing' as const, listing: 'l900', revision: 2, hash: '', state: 'NSW' },
  };
  const catalogued = {
    lot: 'l900',
    number: '1',
    searchNumericId: 900,
    count: 40,
    createdBy: VERA,
    description,
  };
  await served.sell('rec', { at: 0, body: { type: 'schedule', details: about, terms: how } });
  await served.sell('rec', {
    at: 0,
    body: {
      type: 'catalogueLots',
      lots: [
        lot(catalogued),
        lot({ ...catalogued, lot: 'l901', number: '2', searchNumericId: 901, count: 5 }),
        lot({ ...catalogued, lot: 'l902', number: '3', searchNumericId: 902, count: 6 }),
      ],
    },
  });
  for (const withdrawn of ['l901', 'l902'])
    await served.sell('rec', { at: 1, body: { type: 'withdraw', lot: withdrawn, reason: '' } });
});
test.after(() => served.stop());

/** The members of a record that the expected one has. */
const only = (record: Members, expected: Members): Members =>
  Object.fromEntries(Object.keys(expected).map((name) => [name, record[name]]));

const auction = async (as: string) =>
  (await served.get<{ auction: Members }>('auctions/50', as)).body.auction;
const page = async () => (await served.get<{ lot: Members }>('lots/900?mode=full-preview', ANN)).body.lot;

test('[B231] [B365] [S212] a sale: who it is and what is said of it', async () => {
  const expected = {
    ...{ _id: 'rec', searchNumber: 50, number: '50', title: 'Spring', description: 'Weaners, of which many' },
    ...{ descriptionShort: 'Weaners of the west', image: { url: '/sale.jpg' }, logo: { url: '/logo.png' } },
    usefulLinks: [{ url: 'https://sale.example', description: 'Terms' }],
    ...{ liveAt: LIVE, state: 'future', cancelled: false, kindData: { type: 'cattle', title: 'Cattle' } },
  };
  assert.equal(only(await auction(ANN), expected), expected);
});

test('[B232] [B233] a sale: its kind and type, its state and times', async () => {
  const expected = {
    ...{ kind: 'cattle', kindData: { type: 'cattle', title: 'Cattle' }, auctionType: 'simultaneous' },
    ...{ privateSale: true, studSale: true, auctionTags: [{ title: 'Weaners' }] },
    ...{ state: 'future', liveAt: LIVE, closedAt: null, cancelled: false, editLotDisabledAt: INSPECTION },
    ...{ addLotOpenTimer: 86_400, viewDetailsDays: 4 },
    additionalDateInfo: [{ title: 'Inspection', date: INSPECTION }],
  };
  assert.equal(only(await auction(ANN), expected), expected);
});

test('[B233] a sale that is over says when it closed, one that was cancelled says so', async () => {
  const read = async (number: number) =>
    (await served.get<{ auction: Members }>(`auctions/${number}`, ANN)).body.auction;
  const closes: number[] = [];
  for await (const events of served.log.read('auction-a3'))
    for (const { type, data } of events)
      if (type === 'AuctionClosed') closes.push((data as { at: number }).at);
  const over = await read(9);
  assert.equal([over['state'], [over['closedAt']], over['cancelled']], ['closed', closes, false]);
  const sold = (await served.get<{ lot: { auctionData: Members } }>('lots/a3-lot-1', ANN)).body.lot;
  assert.equal([sold.auctionData['closedAt']], closes); // [B240]
  await served.sell('rec-cancelled', {
    at: 0,
    body: {
      type: 'schedule',
      details: details({ searchNumber: 52 }),
      terms: terms({ openAt: LIVE, liveAt: LIVE }),
    },
  });
  await served.sell('rec-cancelled', { at: 1, body: { type: 'cancel', reason: 'Rain' } });
  assert.is((await read(52))['cancelled'], true); // [S212]
});

test('[B234] [B235] [S213] a sale: who may add lots, what is shown, and what it counts', async () => {
  const expected = {
    ...{ addNewLotToSpecificAgents: true, specificAgents: [], allowAutoBid: false, showLotNumbers: true },
    ...{ requiresTabs: true, showCalculator: true, viewDetailsDays: 4, listingFee: 250 },
    ...{ lotCount: 1, withdrawnCount: 2, headCount: 40, location: { state: ['NSW', 'QLD'] } },
    lotData: { maxAge: 10, maxWeight: 415 },
  };
  const read = await auction(ANN);
  assert.equal(only(read, expected), expected, 'another agent is not named');
  assert.equal((read['lotFilters'] as Members)['assessorType'], ['Agent Assessed']);
  assert.equal((await auction(VERA))['specificAgents'], [VERA]);
});

test('[B288] [B289] details of lots may be opened ten days ahead, unless the sale says otherwise, also 0', async () => {
  const days = async (path: string) =>
    (await served.get<{ auction: Members }>(path, ANN)).body.auction['viewDetailsDays'];
  assert.equal([await days('auctions/7'), await days('auctions/50')], [10, 4]);
  const about = details({ searchNumber: 51, settings: { viewDetailsDays: 0 } });
  await served.sell('rec-0', {
    at: 0,
    body: { type: 'schedule', details: about, terms: terms({ openAt: LIVE, liveAt: LIVE }) },
  });
  assert.is(await days('auctions/51'), 0);
});

test('[B349] the sales are answered in a list', async () => {
  const { auctions } = (await served.get<{ auctions: Members[] }>('auctions', ANN)).body;
  assert.equal(auctions.find(({ _id }) => _id === 'rec')?.['title'], 'Spring');
});

test('[B238] [B403] [B241] a lot: its price, its unit and how it was weighed', async () => {
  const read = await page();
  const expected = {
    ...{ bidding: 'head', closedPrice: null, optiweighAllowed: false, mobEntryWeight: 405, weightGain: 0.5 },
    ...{ weightGainTotal: 5, adjustWeight: -1.25, countWeighed: 2 },
  };
  assert.equal(only(read, expected), expected); // [A303]
  assert.is(read['currentBidCents'], null, 'there is no bid yet');
  const { lot: bidFor } = (await served.get<{ lot: Members }>('lots/100', ANN)).body;
  assert.equal([bidFor['bidding'], bidFor['currentBidCents']], ['head', 400]);
  const weighed = ({ minWeight, maxWeight, averageWeight }: Members) => [minWeight, maxWeight, averageWeight];
  assert.equal(weighed(read['assessment'] as Members), [390, 440, 415]);
  const { counts, scores } = read['assessment'] as Record<string, Members[]>;
  const weights = (counts ?? []).filter(({ count }) => count !== 0);
  assert.ok(weights.every(({ startWeight, endWeight }) => Number(startWeight) < Number(endWeight)));
  assert.is(
    weights.reduce((head, { count }) => head + Number(count), 0),
    2,
  );
  const [light, heavy] = weights;
  const holds = (bin: Members | undefined, kg: number) =>
    Number(bin?.['startWeight']) <= kg && kg < Number(bin?.['endWeight']);
  assert.equal([weights.length, holds(light, 390), holds(heavy, 440)], [2, true, true]); // [B250]
  assert.equal(
    (scores ?? []).filter(({ percent }) => percent !== 0),
    [
      { score: 2, percent: 50 },
      { score: 3, percent: 50 },
    ], // [B250]
  );
  const { assessmentData } = read['optiweigh'] as Members;
  assert.equal(weighed(assessmentData as Members), [400, 422, 411]);
});

test('[B241] [B251] the walk-over scales: one point a day', async () => {
  const { averageData } = (await page())['optiweigh'] as Members;
  assert.equal(averageData, [{ date: ASSESSED, weight: 411, averageDailyGain: 0.8 }]); // [A303]
});

test('[B243] a lot: its public details, with its vendor for its seller alone', async () => {
  const { publicDetails } = (await page()) as { publicDetails: Members };
  assert.equal(publicDetails, {
    ...{ title: '40 Angus Steers', agentComment: 'Quiet', majorBreed: 'Angus', sex: 'Steer(s)' },
    ...{ stockCategory: 'Yearlings', titleLive: '40 Angus Steers, 8 - 10 mths' },
    summary: { age: '8 - 10 mths', weight: '415 kg' },
    weight: { average: 415, curfew: 409.81, min: 390, max: 440 },
    age: { min: 8, max: 10, average: 9 },
    location: { town: 'GUNNEDAH', state: 'NSW' },
  }); // [A305]
  const own = (await served.get<{ lot: { publicDetails: Members } }>('lots/900/own', VERA)).body.lot;
  assert.is(own.publicDetails['vendorName'], 'Wattle Park Pastoral');
});

test('[A303] [A305] a lot of the live room: its weighing and its details', async () => {
  const { lots } = (await served.get<{ lots: Members[] }>('auctions/50/lots?mode=live', ANN)).body;
  const [read = {}] = lots;
  assert.equal([read['adjustWeight'], read['optiweighAllowed']], [-1.25, false]);
  const { publicDetails, inlineDetails } = read as Record<string, Members>;
  const expected = {
    ...{ title: '40 Angus Steers', sex: 'Steer(s)', location: { town: 'GUNNEDAH', state: 'NSW' } },
    summary: { age: '8 - 10 mths', weight: '415 kg' },
    weight: { average: 415, curfew: 409.81, min: 390, max: 440 },
  };
  assert.equal(only(publicDetails ?? {}, expected), expected);
  assert.is(inlineDetails?.['postcode'], '2380');
});

test('[A296] [B237] a lot: its identity and its state', async () => {
  const read = async (number: number) =>
    (await served.get<{ lot: Members }>(`lots/${number}?mode=full-preview`, VERA)).body.lot;
  const expected = {
    ...{ _id: 'l900', number: '1', searchNumericId: 900, auction: 'rec', approved: true, draft: false },
    ...{ withdrawn: false, createdBy: VERA, createdAt: 1, updatedAt: 3, count: 40, state: 'future' },
    ...{ status: null, allocatedSection: 'Steers', additionalTitle: 'EU', soldBeforeAuction: false },
    ...{ winner: null, participants: [], kindData: { type: 'cattle', title: 'Cattle' } },
  };
  assert.equal(only(await read(900), expected), expected);
  const withdrawn = { _id: 'l901', number: '2', searchNumericId: 901, withdrawn: true, state: 'closed' };
  assert.equal(only(await read(901), withdrawn), withdrawn);
});

test('[B303] the highest age of a sale is that of the oldest of its lots on offer', async () => {
  const aged = (n: number, ageMinMonths: number, ageMaxMonths: number) =>
    lot({
      ...{ lot: `aged-${n}`, number: String(n), searchNumericId: 910 + n },
      description: { kept: 'here', details: { title: 'Steers', ageMinMonths, ageMaxMonths }, media: [] },
    });
  const how = terms({ openAt: LIVE, liveAt: LIVE });
  await served.sell(
    'aged',
    { at: 0, body: { type: 'schedule', details: details({ searchNumber: 53 }), terms: how } },
    { at: 0, body: { type: 'catalogueLots', lots: [aged(1, 24, 30), aged(2, 8, 10), aged(3, 48, 60)] } },
    { at: 1, body: { type: 'withdraw', lot: 'aged-3', reason: '' } },
  );
  const { lotData } = (await served.get<{ auction: Members }>('auctions/53', ANN)).body.auction;
  assert.is((lotData as Members)['maxAge'], 30);
});

test('[B244] [B246] a lot: its inline details and its accreditations', async () => {
  const { inlineDetails } = (await page()) as { inlineDetails: Members };
  const expected = {
    ...{ postcode: '2380', sire: 'Duke', dam: 'Daisy', assessorType: 'Agent Assessed' },
    ...ACCREDITED,
  };
  assert.equal(only(inlineDetails, expected), expected); // [A305]
});

test('[B248] a lot: its details, a tree whose fields say what they are', async () => {
  const { details } = (await page()) as { details: { values: { values: Members[] }[] } };
  const fields = details.values.flatMap(({ values }) => values);
  const sire = { publicId: 'sire', type: 'text', title: 'Sire', value: 'Duke', isPublic: true, options: [] };
  assert.equal(only(fields.find(({ publicId }) => publicId === 'sire') ?? {}, sire), sire);
  const assessor = {
    ...{ publicId: 'assessorType', type: 'select', title: 'Assessed by', value: 'Agent Assessed' },
    ...{ isPublic: true, options: ['Vendor Assessed', 'Agent Assessed'] },
  };
  assert.equal(only(fields.find(({ publicId }) => publicId === 'assessorType') ?? {}, assessor), assessor);
  const own = await served.get<{ lot: { details: typeof details } }>('lots/100?mode=full-preview', VERA);
  const vendor = { publicId: 'vendorName', type: 'tradingName', value: VENDOR, isPublic: false };
  const ofOwner = own.body.lot.details.values.flatMap(({ values }) => values);
  assert.equal(only(ofOwner.find(({ publicId }) => publicId === 'vendorName') ?? {}, vendor), vendor);
});

test('[B358] [B359] the lots of a sale come with their totals by sex and the headers of the page', async () => {
  const { body, headers } = await served.get<{ lots: Members[]; totalTable: Members[] }>(
    'auctions/7/lots?limit=10&page=2',
  );
  assert.is(body.lots.length, 10);
  assert.equal(body.totalTable.map(({ sex }) => sex).sort(), ['Cow(s)', 'Steer(s)']);
  assert.equal([headers.get('x-current-page'), headers.get('x-total-pages')], ['2', '3']);
});

test('[B236] [B256] head and lots by sex: on offer, and what became of them', async () => {
  const { totalTable } = (await served.get<{ totalTable: Members[] }>('auctions/50/lots', ANN)).body;
  assert.equal(totalTable, [{ sex: 'Steer(s)', counts: { heads: 40, total: 1 } }]);
  const { resultTable } = (await served.get<{ auction: Members }>('auctions/9')).body.auction;
  const { categories } = resultTable as { categories: Members[] };
  const unsold = { lots: 1, sold: 0, noBid: 1, passed: 0 };
  assert.equal(
    categories.toSorted((a, b) => (String(a['sex']) < String(b['sex']) ? -1 : 1)),
    [
      { sex: 'Cow(s)', head: 11, ...unsold },
      { sex: 'Steer(s)', head: 10, ...unsold },
    ],
  );
  const { resultTable: other } = (await served.get<{ auction: Members }>('auctions/12', ANN)).body.auction;
  assert.equal(
    (other as { categories: Members[] }).categories.toSorted((a, b) =>
      String(a['sex']) < String(b['sex']) ? -1 : 1,
    ),
    [
      { sex: 'Cow(s)', head: 11, lots: 1, sold: 1, noBid: 0, passed: 0 },
      { sex: 'Steer(s)', head: 10, lots: 1, sold: 0, noBid: 0, passed: 1 },
    ],
  );
});

test('[B252] [B254] [B347] the kinds and the stock categories', async () => {
  const { kinds } = (await served.get<{ kinds: Members[] }>('kinds', ANN)).body;
  assert.equal(
    kinds.map(({ _id, type, title, listingPriceCents }) => [
      typeof _id,
      type,
      title,
      typeof listingPriceCents,
    ]),
    [
      ['string', 'cattle', 'Cattle', 'number'],
      ['string', 'sheep', 'Sheep', 'number'],
      ['string', 'goat', 'Goat', 'number'],
      ['string', 'sheep-abblamb', 'AbbLamb', 'number'],
    ],
  );
  assert.ok(kinds.every((kind) => 'sellingCategory' in kind)); // [A288]
  const { stockCategories } = (await served.get<{ stockCategories: Members[] }>('stock-categories')).body;
  assert.equal(
    stockCategories.find(({ kind, sex }) => kind === 'goat' && sex === 'Buck(s)')?.['categories'],
    [...['Kids', 'Herd', 'Stud']],
  );
});

test('sales, watched lots and lots of results are filtered by what their lots say', async () => {
  const idsIn = async (list: 'auctions' | 'lots', path: string) =>
    ((await served.get(path, ANN)).body[list] as { _id: string }[]).map(({ _id }) => _id);
  for (const [fits, other] of [
    ['location=NSW', 'location=VIC'], // [B048] [B178] [B206]
    ['breed=Angus', 'breed=Hereford'], // [B049] [B173] [B201]
    ['stockCategory=Weaners', 'stockCategory=Calves'], // [B050] [B175] [B203]
    ['sex=Steer(s)', 'sex=Bull(s)'], // [B051] [B174] [B202]
    ['assessorType=Agent%20Assessed', 'assessorType=Vendor%20Assessed'], // [B052] [B207]
    ['weightFrom=200', 'weightFrom=500'], // [B053] [B205]
    ['weightTo=202', 'weightTo=199'], // [B053] [B205]
    ['ageFrom=10', 'ageFrom=11'], // [B204]
    ['ageTo=8', 'ageTo=7'], // [B204]
  ] as const) {
    for (const [list, path, id] of [
      ['auctions', 'auctions?', 'a1'],
      ['lots', 'lots/watchlist?', 'a1-lot-3'],
      ['lots', 'auctions/9/lots?state=closed&', 'a3-lot-1'],
    ] as const) {
      assert.ok((await idsIn(list, `${path}${fits}`)).includes(id), `${path}${fits}`);
      assert.not.ok((await idsIn(list, `${path}${other}`)).includes(id), `${path}${other}`);
    }
  }
});

test('[B258] the states by which sales and lots are asked for', async () => {
  // Live, its second lot waits for the first.
  const how = terms({ openAt: 1, liveAt: 1, type: 'sequential', durationSeconds: 1e6 });
  await served.sell(
    'in-turn',
    { at: 0, body: { type: 'schedule', details: details({ searchNumber: 54 }), terms: how } },
    {
      at: 0,
      body: {
        type: 'catalogueLots',
        lots: [1, 2].map((n) => lot({ lot: `turn-${n}`, number: String(n), searchNumericId: 920 + n })),
      },
    },
    { at: 2, body: { type: 'advanceClock' } },
  );
  const statesIn = async (list: 'auctions' | 'lots', path: string) => {
    const found = (await served.get<Record<string, Members[]>>(path, ANN)).body[list] ?? [];
    return [...new Set(found.map(({ state }) => state))];
  };
  for (const [state, sale] of [
    ['future', 50],
    ['open', 8],
    ['live', 7],
    ['closed', 9],
  ] as const) {
    assert.equal(await statesIn('auctions', `auctions?state=${state}`), [state]);
    assert.equal(await statesIn('lots', `auctions/${sale}/lots?state=${state}`), [state]);
  }
  assert.equal(await statesIn('lots', 'auctions/54/lots?state=futureInLive'), ['futureInLive']);
  const status = async (path: string) => (await served.get(path)).status;
  assert.is(await status('auctions?state=futureInLive'), 400, 'of lots alone');
  assert.is(await status('auctions/7/lots?state=sold'), 400);
});

test.run();
