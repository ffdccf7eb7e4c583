import type { OwnListing, StartingLot, WholeListing } from '@saleyard/contract/selling.ts';
import { bid, details, lot, terms } from '@saleyard/domain/auction/test-support/spec-grammar.ts';
import { saleDay } from '@saleyard/domain/days.ts';
import type { ListingEvent } from '@saleyard/domain/listing/events.ts';
import { keptContent } from '@saleyard/domain/listing/test-support/example-listings.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { readPdf } from '../test-support/read-pdf.ts';
import {
  ANN,
  AUDITOR,
  BOB,
  LOGO,
  MANY_BUYERS,
  ServedSales,
  STAFF,
  VERA,
} from '../test-support/served-sales.ts';

const test = suite('listings of a seller', { limitMs: 30_000 });
const DAY_MS = 24 * 3_600_000;
const NOW = Date.now();
let served: ServedSales;

const append = async (id: string, ...events: ListingEvent[]) => {
  const stream = `listing-${id}`;
  const meta = { at: 1, commandId: newId(), actor: { kind: 'user', id: VERA }, schema: 2 } as const;
  await served.log.append(
    stream,
    await served.log.lastRevision(stream),
    events.map(({ type, data }) => ({
      id: newId(),
      type,
      data,
      meta: { ...meta, schema: type === 'ListingStarted' ? 2 : 1 },
    })),
  );
};
let numbers = 700;
const started = (
  auction: string,
  createdBy = VERA,
  at = 1,
  content = keptContent('cattle', { details: { vendorPhone: '0412 345 678' } }),
): ListingEvent => ({
  type: 'ListingStarted',
  data: {
    at,
    kind: 'cattle',
    auction,
    searchNumericId: ++numbers,
    createdBy,
    origin: { how: 'new' },
    content,
  },
});
const submitted = (at: number): ListingEvent => ({ type: 'ListingSubmitted', data: { at } });
const approved: ListingEvent = { type: 'ListingApproved', data: { at: 30 } };

test.before(async () => {
  served = await ServedSales.start();
  const sales: [string, number, number][] = [
    ['month', 805, NOW - 29.9 * DAY_MS],
    ['older', 806, NOW - 30.1 * DAY_MS],
    ['soon', 801, NOW + 10 * DAY_MS],
    ['later', 802, NOW + 20 * DAY_MS],
    ['old', 803, NOW - 40 * DAY_MS],
    ['recent', 804, NOW - 5 * DAY_MS],
  ];
  for (const [id, searchNumber, liveAt] of sales) {
    const times = terms({ openAt: liveAt - DAY_MS, liveAt, durationSeconds: 60 });
    await served.sell(id, {
      at: 0,
      body: { type: 'schedule', details: details({ searchNumber }), terms: times },
    });
    if (liveAt < NOW) await served.sell(id, { at: liveAt + DAY_MS, body: { type: 'advanceClock' } });
  }
  await append('draft', started('soon'));
  await append('back', started('later'), submitted(2), {
    type: 'ListingRefused',
    data: { at: 3, reason: 'Which property?', sealed: '' },
  });
  await append('pending', started('later'), submitted(9));
  await append('waiting', started('soon', ANN), submitted(4));
  await append('in', started('soon'), submitted(5), approved);
  await append('recent', started('recent'), submitted(5), approved);
  await append('old', started('old'), submitted(5), approved);
  await append('month', started('month'), submitted(5), approved);
  await append('older', started('older'), submitted(5), approved);
  await append(
    'bare',
    started('soon', ANN, 1, { ...keptContent('cattle'), details: { temperament: 'Wild' } }),
  );
  await append('gone', started('soon'), { type: 'ListingDeleted', data: { at: 6 } });
});
test.after(() => served.stop());

const idsOf = async (path: string, as: string): Promise<string[]> => {
  const { body, status } = await served.get<{ lots: OwnListing[] }>(path, as);
  assert.is(status, 200);
  return body.lots.map(({ _id }) => _id);
};

test('[S101] [S520] [A771] own lots are listed, upcoming sales first, until 30 days after a sale', async () => {
  assert.equal(await idsOf('lots/drafts', VERA), ['draft', 'back'], 'without one that was deleted');
  // They closed a minute after they went live: 29.9 days ago, and 30.1 days ago.
  assert.equal(await idsOf('lots/submissions', VERA), ['in', 'pending', 'recent', 'month']);
  assert.equal(await idsOf('lots/submissions?showMode=pending', VERA), ['pending']);
  assert.equal(await idsOf('lots/submissions?showMode=submitted', VERA), ['in', 'recent', 'month']); // [S098]
  assert.equal(await idsOf('lots/submissions?showMode=withdrawn', VERA), []);
  const ofAllKinds = await idsOf('lots/submissions?kindType=all', VERA);
  assert.equal(ofAllKinds, await idsOf('lots/submissions', VERA)); // [S483]
  assert.equal(await idsOf('lots/submissions?kindType=sheep', VERA), []);
  assert.equal(await idsOf('lots/submissions', ANN), ['waiting']);
  assert.equal(await idsOf('lots/drafts', BOB), []);
  const day = new Date(NOW + 15 * DAY_MS).toISOString().slice(0, 10);
  assert.equal(await idsOf(`lots/submissions?startDay=${day}`, VERA), ['pending']); // [S096] [S482]
  assert.equal(await idsOf(`lots/submissions?endDay=${day}`, VERA), ['in', 'recent', 'month']); // [S096] [S482]
  const paged = await served.get<{ lots: OwnListing[] }>('lots/submissions?limit=1&page=2', VERA);
  assert.is(paged.body.lots[0]?._id, 'pending');
  assert.is(paged.headers.get('x-total-pages'), '4');
});

test('[S482] submitted lots are asked for by page, sort, days, mode and kind at once', async () => {
  for (const list of ['drafts', 'submissions', 'reoffers', 'my-results'])
    assert.is((await served.get(`lots/${list}?sort=liveAt&sortDirection=-1`, VERA)).status, 200, list);
  const draft = await served.get<{ lot: WholeListing }>('lots/draft?mode=full', VERA); // [S459]
  assert.equal([draft.status, draft.body.lot?.draft], [200, true]); // [S186]
  const { media, documents, usefulLinks } = draft.body.lot;
  assert.equal([media, documents, usefulLinks], [[], [], []]);
  for (const [mode, as] of [
    ['full', BOB],
    ['full-preview', BOB],
    ['full-preview', VERA],
  ] as const)
    assert.is((await served.get(`lots/draft?mode=${mode}`, as)).status, 404); // [B024] [B225]
  assert.is((await served.get('lots/draft', VERA)).status, 404, 'its seller has no result of it either'); // [B225]
  const query = `page=2&limit=1&sortField=liveAt&sortDirection=-1&startDay=2020-01-01&endDay=2099-12-31&showMode=all&kindType=all`;
  const { body, status } = await served.get<{ lots: OwnListing[]; page: number; pages: number }>(
    `lots/submissions?${query}`,
    VERA,
  );
  assert.is(status, 200);
  assert.equal([body.lots.map(({ _id }) => _id), body.page, body.pages], [['pending'], 2, 4]);
});

test('every list that has an order takes its name as sort and as sortField', async () => {
  const ofSales = ['auctions', 'auctions/results', 'lots/watchlist', 'lots/my-results'];
  const ofOwnLots = ['lots/drafts', 'lots/submissions', 'lots/reoffers'];
  for (const name of ['sort', 'sortField']) {
    for (const [path, by] of [
      ...[...ofSales, ...ofOwnLots].map((list) => [list, 'liveAt'] as const),
      ['auctions/7/lots', 'weight'],
      ['auctions/7/lots/public-info', 'weight'],
      ['lots/search', 'soonest'],
    ] as const) {
      assert.is((await served.get(`${path}?${name}=${by}`, VERA)).status, 200, `${path} by ${name}`);
      assert.is((await served.get(`${path}?${name}=colour`, VERA)).status, 400, `${path} by ${name}`);
    }
  }
});

test('[S484] drafts come in pages of ten by default, those of sales that are over by the latest', async () => {
  const later = Array.from({ length: 7 }, (_, n) => `later-${n}`);
  for (const of of ['old', 'month', ...later, 'soon', 'recent'])
    await append(`draft-${of}`, started(of.replace(/-.*/, ''), STAFF));
  const read = async (query: string) => {
    const asked = `lots/drafts?sortField=liveAt&sortDirection=-1${query}`;
    const { body } = await served.get<{ lots: OwnListing[]; page: number; pages: number }>(asked, STAFF);
    return [body.lots.map(({ _id }) => _id.replace('draft-', '')), body.page, body.pages];
  };
  assert.equal(await read(''), [['soon', ...later, 'recent', 'month'], 1, 2]); // [S101]
  assert.equal(await read('&page=2'), [['old'], 2, 2]);
  assert.equal(await read('&page=3&limit=4'), [['recent', 'month', 'old'], 3, 3]);
  const [soon, past] = [saleDay(NOW + 10 * DAY_MS), saleDay(NOW - 5 * DAY_MS)];
  assert.equal(await read(`&startDay=${soon}`), [['soon', ...later], 1, 1]);
  assert.equal(await read(`&endDay=${past}`), [['recent', 'month', 'old'], 1, 1]);
  assert.equal(await read(`&startDay=${past}&endDay=${soon}`), [['soon', 'recent'], 1, 1]); // [S096]
});

test('own lots are found by words and by vendor, and a new lot starts from the newest', async () => {
  assert.equal(await idsOf('lots/submissions?search=wattle%20GUNN', VERA), [
    'in',
    'pending',
    'recent',
    'month',
  ]);
  assert.equal(await idsOf('lots/submissions?search=attle', VERA), [], 'a word is found from its beginning');
  assert.equal(await idsOf('lots/drafts?search=angus', ANN), [], 'in own lots alone');
  const { body } = await served.get<{ lots: OwnListing[]; vendors: string[] }>(
    'lots/drafts?search=none',
    VERA,
  );
  assert.equal([body.lots, body.vendors], [[], ['Wattle Park Pastoral']], 'vendors of all');
  assert.equal(await idsOf('lots/drafts?vendor=Wattle%20Park%20Pastoral', VERA), ['draft', 'back']);
  assert.equal(await idsOf('lots/drafts?vendor=Wattle', VERA), []);
  assert.equal(await idsOf('lots/drafts?showMode=draft', VERA), ['draft']);
  assert.equal(await idsOf('lots/drafts?showMode=returned', VERA), ['back']);
  const { body: inNsw } = await served.get<{ lots: OwnListing[]; states: string[] }>(
    'lots/drafts?state=NSW',
    VERA,
  );
  assert.equal([inNsw.lots.map(({ _id }) => _id), inNsw.states], [['draft', 'back'], ['NSW']]);
  const { body: inVic } = await served.get<{ lots: OwnListing[]; states: string[] }>(
    'lots/drafts?state=VIC',
    VERA,
  );
  assert.equal([inVic.lots, inVic.states], [[], ['NSW']], 'states of all');
  const starting = await served.get<{ lots: StartingLot[] }>('lots/starting?kindType=cattle&limit=2', VERA);
  assert.equal(
    starting.body.lots.map(({ _id, vendorName, town, count }) => [_id, vendorName, town, count]),
    [
      ['older', 'Wattle Park Pastoral', 'GUNNEDAH', 40],
      ['month', 'Wattle Park Pastoral', 'GUNNEDAH', 40],
    ],
  );
  const number = starting.body.lots[1]?.searchNumericId;
  assert.equal(await idsOf(`lots/starting?search=${number}`, VERA), ['month']);
  assert.equal(await idsOf('lots/starting?kindType=sheep', VERA), []);
  assert.equal(await idsOf('lots/starting', BOB), []);
});

test('[S118] a listing says how it stands, and what may be done with it', async () => {
  const { body } = await served.get<{ lots: OwnListing[] }>('lots/submissions', VERA);
  const [inCatalogue, pending] = body.lots;
  assert.is(inCatalogue?.approved, true);
  // Approved, before the deadline of its sale; not approved; of sales that are over. [S451] [S452]
  assert.equal(
    body.lots.map(({ mayEditLate }) => mayEditLate),
    [true, false, false, false],
  );
  assert.is(inCatalogue?.auctionData?.searchNumber, 801);
  assert.equal([pending?.phase, pending?.mayWithdraw], ['submitted', true]);
  assert.equal([inCatalogue?.totalPageViews, inCatalogue?.watchCount], [0, 0]);
  assert.is(inCatalogue?.publicDetails.vendorName, 'Wattle Park Pastoral');
  assert.equal(inCatalogue?.kindData, { type: 'cattle', title: 'Cattle' }); // [S195]
  const drafts = await served.get<{ lots: OwnListing[] }>('lots/drafts', VERA);
  assert.is(drafts.body.lots[1]?.reason, 'Which property?');
  assert.is(drafts.body.lots[0]?.draft, true); // [S198]
});

test('[S118] prices are edited late until the deadline of the sale, and not once it is cancelled', async () => {
  const seller = MANY_BUYERS[2] ?? '';
  const times = terms({ openAt: NOW + DAY_MS, liveAt: NOW + 2 * DAY_MS, durationSeconds: 60 });
  for (const [id, searchNumber, editLotDisabledAt] of [
    ['deadline', 811, NOW + 1.5 * DAY_MS],
    ['passed', 812, NOW - 1],
    ['cancelled', 813, null],
  ] as const) {
    const about = details({ searchNumber, settings: { editLotDisabledAt } });
    await served.sell(id, { at: 0, body: { type: 'schedule', details: about, terms: times } });
    await append(`of-${id}`, started(id, seller), submitted(5), approved);
  }
  await served.sell('cancelled', { at: 1, body: { type: 'cancel', reason: 'Rain' } });
  const { body } = await served.get<{ lots: OwnListing[] }>('lots/submissions', seller);
  assert.equal(Object.fromEntries(body.lots.map(({ _id, mayEditLate }) => [_id, mayEditLate])), {
    'of-deadline': true,
    'of-passed': false,
    'of-cancelled': false,
  }); // [A579]
});

test('[S193] [S194] [S196] [S198] [S199] a listed lot says what it is, to its seller also what is private', async () => {
  const { body } = await served.get<{ lots: OwnListing[] }>('lots/submissions', VERA);
  const [inCatalogue, pending] = body.lots;
  assert.equal(
    [inCatalogue?.auction, inCatalogue?.description, inCatalogue?.additionalTitle],
    [inCatalogue?.auctionData?._id, 'Bred on the property', ''],
  );
  assert.equal(inCatalogue?.publicDetails, {
    title: '40 Angus Steers',
    titleLive: '40 Angus Steers',
    vendorName: 'Wattle Park Pastoral',
    agentComment: '',
    location: { town: 'GUNNEDAH', state: 'NSW' },
    ...{ majorBreed: 'Angus', sex: 'Steer(s)', stockCategory: 'Yearlings' },
    age: { average: null, max: null, min: null },
    weight: { average: 412.5, curfew: null, max: 412.5, min: 412.5 },
    summary: { age: '', weight: '412.5 kg' },
  });
  assert.equal([pending?.withdrawn, inCatalogue?.allocatedSection], [false, '']);
  assert.is(inCatalogue?.inlineDetails.assessorType, '');
  assert.equal([inCatalogue?.media, inCatalogue?.documents], [[], []]);
  assert.equal(
    [inCatalogue?.weightGain, inCatalogue?.adjustWeight, inCatalogue?.optiweighAllowed],
    [0, 0, false],
  );
  assert.equal(
    [pending?.approved, pending?.draft, pending?.status, pending?.state, pending?.closedPrice],
    [false, false, null, 'future', null],
  );
  assert.equal([pending?.bidding, pending?.createdBy], ['head', VERA]);
  assert.equal([pending?.phase, inCatalogue?.phase, inCatalogue?.approved], ['submitted', 'approved', true]); // [S237]
  const { title: ofSale, searchNumber, liveAt, closedAt, listingFee } = inCatalogue?.auctionData ?? {};
  assert.equal(
    [ofSale, searchNumber, liveAt, closedAt, listingFee],
    ['Weaners', 801, NOW + 10 * DAY_MS, null, null],
  );
  assert.equal(inCatalogue?.creatorData, { logo: { url: `/api/v1/users/me/files/logo/${LOGO.key}` } });
});

test('[S193] [S194] [S198] [S199] a listed lot says its number, its sale, who looked at it, and what it made', async () => {
  const [seller = ''] = MANY_BUYERS;
  const liveAt = NOW - 3 * DAY_MS;
  const times = terms({ openAt: liveAt - DAY_MS, liveAt, durationSeconds: 120 });
  const about = details({ searchNumber: 809, title: 'Sold', settings: { listingFee: 250 } });
  await served.sell(
    'sold',
    { at: 0, body: { type: 'schedule', details: about, terms: times } },
    {
      at: 0,
      body: { type: 'catalogueLots', lots: [lot({ lot: 'made', number: '4', searchNumericId: 990 })] },
    },
    { at: liveAt, body: { type: 'advanceClock' } },
    { at: liveAt + 1_000, body: bid(ANN, 400, 'made') },
    { at: liveAt + DAY_MS, body: { type: 'advanceClock' } },
  );
  await append('made', started('sold', seller), submitted(5), approved);
  const made = numbers;
  await append('a1-lot-3', started('a1', seller), submitted(6), approved);
  await append('left', started('soon', seller), submitted(7), approved, {
    type: 'ListingWithdrawn',
    data: { at: 8, reason: 'Lame', sealed: '' },
  });
  for (const as of [BOB, ANN]) assert.is((await served.get('lots/102?trackView=true', as)).status, 200);
  const { body } = await served.get<{ lots: OwnListing[] }>('lots/submissions', seller);
  const byId = (id: string) => body.lots.find(({ _id }) => _id === id);
  const sold = byId('made');
  assert.equal([sold?.number, sold?.searchNumericId, sold?.auction], ['4', made, 'sold']);
  assert.equal([sold?.status, sold?.state, sold?.closedPrice], ['sold', 'closed', 400]);
  const { title, searchNumber, closedAt, listingFee } = sold?.auctionData ?? {};
  assert.equal([title, searchNumber, closedAt, listingFee], ['Sold', 809, liveAt + 120_000, 250]);
  const live = byId('a1-lot-3');
  assert.equal([live?.state, live?.totalPageViews, live?.watchCount], ['live', 2, 1]);
  const left = byId('left');
  assert.equal([left?.withdrawn, left?.approved, left?.draft], [true, false, false]);
});

test('[S177] [S178] [S179] [S180] [S181] a draft by the kg keeps its prices, its counts and weights, its declarations and its signatures', async () => {
  const seller = MANY_BUYERS[1] ?? '';
  const content = keptContent('cattle', {
    ...{ unit: 'kg', startCents: 300, incrementCents: null, reserveCents: 350, maxVendorBids: 3 },
    ...{ agentSignature: '/agent.png', vendorSignature: '/vendor.png', saleConditions: 'By truck.' },
    ...{ acceptenceOnTerms: false, vendorSignedForm: true, isLicencedAgent: false, emailToVendor: true },
    ...{ count: 60, countWeighed: 3, adjustWeight: -1.25, weightGain: 0.4 },
    ...{ optiweighAllowed: true, mobEntryWeight: 412 },
  });
  const begun = started('soon', seller, 1, content);
  const origin = { how: 'reoffered', listing: 'old', revision: 1 } as const;
  await append('kilos', { ...begun, data: { ...begun.data, origin } } as ListingEvent);
  const { lot } = (await served.get<{ lot: WholeListing }>('lots/kilos/own', seller)).body;
  assert.equal([lot.bidding, lot.biddingSwap, lot.bidIncrementCents], ['kg', true, null]);
  assert.equal([lot.startPrice, lot.reserveCents, lot.maxVendorBids], [300, 350, 3]);
  assert.equal([lot.agentSignature.url, lot.vendorSignature.url], ['/agent.png', '/vendor.png']);
  assert.equal([lot.saleConditions, lot.emailToVendor, lot.reoffered], ['By truck.', true, true]);
  assert.equal([lot.acceptenceOnTerms, lot.vendorSignedForm, lot.isLicencedAgent], [false, true, false]);
  const agents = { acceptenceOnTerms: false, vendorSignedForm: false, emailToVendor: true };
  await append('agents', started('soon', seller, 1, keptContent('cattle', agents)));
  const { lot: own } = (await served.get<{ lot: WholeListing }>('lots/agents/own', seller)).body;
  assert.equal([own.acceptenceOnTerms, own.vendorSignedForm], [false, false]);
  assert.equal([own.isLicencedAgent, own.emailToVendor], [true, true]);
  const { count, countWeighed, adjustWeight, weightGain, optiweighAllowed, mobEntryWeight } = lot;
  assert.equal([count, countWeighed, optiweighAllowed, mobEntryWeight], [60, 3, true, 412]); // [S179]
  assert.equal([adjustWeight, weightGain], [-1.25, 0.4]); // [S179]
});

test('[S176] [S177] [S178] [S180] [S181] a draft has all fields of its form, as a tree titled Lot Details', async () => {
  const { lot } = (await served.get<{ lot: WholeListing }>('lots/draft/own', VERA)).body;
  assert.equal([lot.details.title, lot.details.type], ['Lot Details', 'group']);
  const groups = lot.details.values.map(({ publicId }) => publicId);
  assert.equal(
    groups.filter((id) => ['vendorDetails', 'individualAssessment', 'assessorDetails'].includes(id)),
    ['vendorDetails', 'individualAssessment', 'assessorDetails'],
  );
  const fields = lot.details.values.flatMap(({ values }) => values);
  const phone = fields.find(({ publicId }) => publicId === 'vendorPhone');
  assert.equal(phone, {
    publicId: 'vendorPhone',
    title: 'Vendor Phone',
    type: 'phone',
    value: '0412 345 678',
    options: [],
    isRequired: false,
    isPublic: false,
    isMarked: false,
    invalid: false,
  }); // [S200]
  const bare = (await served.get<{ lot: WholeListing }>('lots/bare/own', ANN)).body.lot.details.values;
  const inBare = (name: string) =>
    bare.flatMap(({ values }) => values).find(({ publicId }) => publicId === name);
  const ofForm = { isRequired: true, isPublic: true };
  assert.equal(inBare('temperament'), {
    publicId: 'temperament',
    title: 'Temperament',
    type: 'select',
    value: 'Wild',
    options: ['Quiet', 'Good', 'Fair', 'Unsettled'],
    ...ofForm,
    isMarked: false,
    invalid: true,
  }); // [S200]
  assert.equal(inBare('sex'), {
    publicId: 'sex',
    title: 'Sex',
    type: 'text',
    value: null,
    options: [],
    ...ofForm,
    isMarked: true,
    invalid: false,
  }); // [S200]
  const heads = fields.find(({ publicId }) => publicId === 'assessmentGroup');
  assert.is(heads?.type, 'repeatForNumber');
  assert.equal([lot.bidding, lot.biddingSwap], ['head', false]);
  assert.equal(
    [lot.currentBidCents, lot.bidIncrementCents, lot.reserveCents, lot.startPrice, lot.maxVendorBids],
    [120_000, 1_000, 145_000, 120_000, 0],
  );
  assert.equal([lot.agentSignature.url, lot.vendorSignature.url, lot.saleConditions], ['', '', '']);
  assert.equal([lot.acceptenceOnTerms, lot.vendorSignedForm, lot.isLicencedAgent], [true, true, true]);
  assert.equal([lot.emailToVendor, lot.draft, lot.reoffered], [false, true, false]);
  assert.is(lot.publicDetails.title, '40 Angus Steers');
});

test('[S479] [S480] lots to reoffer come in pages of ten, the latest sale first; the headers count the pages', async () => {
  /** A sale that was over a minute after it went live, with lots that nobody bid on. */
  const unsold = async (sale: string, searchNumber: number, daysAgo: number, ids: string[]) => {
    const liveAt = NOW - daysAgo * DAY_MS;
    const times = terms({ openAt: liveAt - DAY_MS, liveAt, durationSeconds: 60 });
    const lots = ids.map((id, n) => lot({ lot: id, number: `${n + 1}`, searchNumericId: ++numbers }));
    await served.sell(
      sale,
      { at: 0, body: { type: 'schedule', details: details({ searchNumber }), terms: times } },
      { at: 0, body: { type: 'catalogueLots', lots } },
      { at: liveAt + DAY_MS, body: { type: 'advanceClock' } },
    );
    for (const id of ids) await append(id, started(sale, STAFF), submitted(5), approved);
    return ids;
  };
  const early = await unsold(
    'early',
    807,
    4,
    Array.from({ length: 9 }, (_, n) => `early-${n}`),
  );
  const late = await unsold('late', 808, 2, ['late-0', 'late-1']);
  const read = async (query: string) => {
    const { status, headers, body } = await served.get<{ lots: OwnListing[] }>(
      `lots/reoffers${query}`,
      STAFF,
    );
    assert.is(status, 200);
    const counts = ['x-current-page', 'x-total-pages'].map((name) => headers.get(name));
    return [body.lots.map(({ _id }) => _id), ...counts];
  };
  const all = [...late, ...early];
  assert.equal(await read(''), [all.slice(0, 10), '1', '2']);
  assert.equal(await read('?page=1&limit=10&sortField=liveAt&sortDirection=-1&showMode=all'), await read(''));
  assert.equal(await read('?page=2'), [all.slice(10), '2', '2']);
  assert.equal(await read('?page=2&limit=4'), [all.slice(4, 8), '2', '3']);
  const { body } = await served.get<{ lots: OwnListing[]; page: number; pages: number }>(
    'lots/submissions',
    STAFF,
  );
  assert.equal([body.lots.length, body.page, body.pages], [10, 1, 2]); // [S482]
});

test('all of a listing is read by its seller and by staff alone', async () => {
  for (const path of ['lots/draft/own', 'lots/701/own']) {
    const own = await served.get<{ lot: WholeListing }>(path, VERA);
    assert.is(own.body.lot.content.description, 'Bred on the property');
    assert.is(own.body.lot.revision, 0);
    assert.not.match(own.text, 'sealed');
    assert.is((await served.get(path, ANN)).status, 404);
    assert.is((await served.get(path)).status, 401);
  }
  for (const as of [STAFF, AUDITOR]) {
    assert.is((await served.get('staff/listings/draft', as)).status, 200);
    assert.equal(await idsOf('staff/listings', as), ['waiting', 'pending'], 'the longest wait first');
  }
  for (const path of ['staff/listings', 'staff/listings/draft'])
    assert.is((await served.get(path, VERA)).status, 403);
  assert.is((await served.get('lots/gone/own', VERA)).status, 404);
});

test('[S116] [S117] all that a seller wrote of a lot is a PDF, for them alone', async () => {
  const read = async (as: string | undefined, query = '') => {
    const answer = await fetch(`${served.base}/print/lots/draft/owner-full-details${query}`, {
      headers: as === undefined ? {} : { 'x-test-account': as },
    });
    return { answer, bytes: new Uint8Array(await answer.arrayBuffer()) };
  };
  const saved = await read(VERA);
  assert.is(saved.answer.status, 200, new TextDecoder().decode(saved.bytes.slice(0, 500)));
  assert.is(saved.answer.headers.get('content-disposition'), 'attachment; filename=my-lot-701.pdf');
  const { title, pages } = await readPdf(saved.bytes);
  const text = pages.join(' ');
  assert.is(title, 'My Lot: 40 Angus Steers');
  for (const written of ['Bred on the property', 'Reserve Price', 'Wattle Park Pastoral', 'Live Weight'])
    assert.match(text, written);
  const printed = await read(VERA, '?mode=print');
  assert.is(printed.answer.headers.get('content-disposition'), 'inline; filename=my-lot-701.pdf');
  for (const [as, status] of [
    [ANN, 404],
    [STAFF, 404],
    [undefined, 401],
  ] as const)
    assert.is((await read(as)).answer.status, status);
});

test('[S476] [S039] a lot that is in no catalogue yet is sent to its vendor by its seller alone', async () => {
  const post = (as: string, path: string, body: object) =>
    fetch(`${served.base}/lots/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: served.base, 'x-test-account': as },
      body: JSON.stringify({ recipientName: 'Jo', ...body }),
    });
  const send = (as: string, lot: string, recipientEmail: string) =>
    post(as, `${lot}/owner-email-info`, { recipientEmail });
  const jo = 'jo@farm.example';
  const own = `${VERA}@farm.example`;
  const typed = ['Place: GUNNEDAH, NSW', 'Vendor: Wattle Park Pastoral', 'Breed: Angus', 'Sex: Steer(s)'];
  // Nobody has read yet what the seller typed in a lot that waits for approval, so only the seller gets it.
  for (const [lot, to, status, hasTyped] of [
    ['pending', jo, 'Pending approval', false],
    ['draft', jo, 'Draft', false],
    ['pending', own, 'Pending approval', true],
    ['in', jo, 'Submitted', true],
  ] as const) {
    const answer = await send(VERA, lot, to);
    const { data } = (await answer.json()) as { data: { message: string } };
    assert.is(data.message, `The e-mail was sent to ${to}.`);
    const mail = served.mails.at(-1) ?? { to: '', subject: '', text: '' };
    assert.is(mail.to, to);
    if (hasTyped) assert.is(mail.subject, 'Lot: 40 Angus Steers');
    else assert.match(mail.subject, /^Lot: ID 7\d\d$/);
    for (const line of [`Status: ${status}`, 'Head: 40', 'Kind: Cattle', 'ID: 7'])
      assert.match(mail.text, line);
    for (const line of typed) assert.is(mail.text.includes(line), hasTyped, `${line} in ${mail.text}`);
    for (const secret of ['1,450', 'Bred on the property', 'sealed']) assert.not.match(mail.text, secret);
  }
  assert.is((await send(ANN, 'pending', jo)).status, 404);
  assert.is(served.mails.length, 4);
  const sendSubmitted = (as: string, type: string) =>
    post(as, 'pending/email-info', { recipientEmail: own, type });
  assert.is((await sendSubmitted(VERA, 'submitted')).status, 200);
  for (const line of typed) assert.match(served.mails.at(-1)?.text ?? '', line);
  assert.is((await sendSubmitted(ANN, 'submitted')).status, 404);
  assert.is((await sendSubmitted(VERA, 'upcoming')).status, 404);
  assert.is(served.mails.length, 5);
});

test('AbbLamb lots are listed among those of sheep, as everywhere', async () => {
  const begun = started('soon', BOB);
  const lambs = { ...begun, data: { ...begun.data, kind: 'sheep-abblamb' } } as ListingEvent;
  await append('lambs', lambs, submitted(5), approved);
  await append('steers', started('soon', BOB), submitted(5), approved);
  const listed = (kind: string) => idsOf(`lots/submissions?kindType=${kind}`, BOB);
  assert.equal(await listed('sheep'), ['lambs']);
  assert.equal(await listed('sheep-abblamb'), ['lambs']);
  assert.equal(await listed('goat'), []);
  assert.equal(await listed('cattle'), ['steers']);
  assert.equal((await idsOf('lots/submissions', BOB)).toSorted(), ['lambs', 'steers']); // [S483]
  const { body } = await served.get<{ lots: OwnListing[] }>('lots/submissions?kindType=sheep', BOB);
  assert.equal(body.lots[0]?.kindData, { type: 'sheep-abblamb', title: 'AbbLamb' }); // [S195]
});

test('[S197] a listed lot carries its assessor, its files, how it was weighed and its section', async () => {
  const content = keptContent('cattle', {
    details: {
      ...{ assessorType: 'Agent Assessed', allocatedSection: 'Steers', additionalTitle: 'Feature' },
      ...{ agentComment: 'Quiet', ageMinMonths: 8, ageMaxMonths: 10 },
      ...{ weightAverageKg: 420, weightCurfewKg: 410 },
    },
    usefulLinks: [{ url: 'https://farm.example', description: 'Farm', isPdf: false }],
    media: [{ thumbnail: '/yard-small.jpg', url: '/yard.jpg', title: 'The yard' }],
    documents: [{ name: 'nvd.pdf', uri: '/nvd.pdf', description: 'Declaration' }],
    weightGain: 0.5,
    adjustWeight: -2,
    optiweighAllowed: true,
  });
  await append('carries', started('soon', ANN, 1, content), submitted(6));
  const { body } = await served.get<{ lots: OwnListing[] }>('lots/submissions', ANN);
  const carried = body.lots.find(({ _id }) => _id === 'carries');
  const { inlineDetails, allocatedSection } = carried ?? {};
  assert.equal([inlineDetails?.assessorType, allocatedSection], ['Agent Assessed', 'Steers']);
  assert.equal([carried?.weightGain, carried?.adjustWeight, carried?.optiweighAllowed], [0.5, -2, true]);
  assert.equal([carried?.media[0]?.url, carried?.documents[0]?.name], ['/yard.jpg', 'nvd.pdf']);
  assert.is(carried?.additionalTitle, 'Feature'); // [S193]
  const { age, weight, summary, agentComment } = carried?.publicDetails ?? {};
  assert.equal([age?.max, summary?.age, agentComment], [10, '8 - 10 mths', 'Quiet']); // [S196]
  assert.equal([weight?.average, weight?.curfew], [420, 410]); // [S196]
  const full = (await served.get<{ lot: WholeListing }>('lots/carries?mode=full', ANN)).body.lot; // [S459]
  assert.equal([full.media[0]?.url, full.documents[0]?.name], ['/yard.jpg', 'nvd.pdf']);
  assert.is(full.media[0]?.title, 'The yard'); // [B247]
  assert.is(full.usefulLinks[0]?.url, 'https://farm.example');
});

test.run();
