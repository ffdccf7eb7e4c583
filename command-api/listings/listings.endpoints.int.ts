import { SavedLot } from '@saleyard/contract/selling.ts';
import type { AuctionEvent } from '@saleyard/domain/auction/events.ts';
import { fold } from '@saleyard/domain/auction/evolve.ts';
import { auctionStream } from '@saleyard/domain/auction/ids.ts';
import { detailTree } from '@saleyard/domain/listing/forms/detail-groups.ts';
import type { Values } from '@saleyard/domain/listing/forms/field.ts';
import { FORMS } from '@saleyard/domain/listing/forms/forms.ts';
import { STREAMS, streamOf } from '@saleyard/domain/streams.ts';
import type { RecordedEvent } from '@saleyard/platform/event-log/port.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { openText } from '../accounts/personal-data.ts';
import type { SubmitCommand } from '../engine-replies.ts';
import { loadAggregate } from '../handle-command.ts';
import { CATALOGUE_CLOSED, cataloguedListings } from '../processes/catalogued-listings.ts';
import type { Answered } from '../test-support/running-command-api.ts';
import { DAY_MS, PHONE, type Selling, startSelling } from '../test-support/selling.ts';
import { openPersonal } from './personal-fields.ts';

const test = suite('listings of sellers', { limitMs: 30_000 });
let selling: Selling;
let api: Selling['api'];
let staff: string;
let vera: string;
let veraId: string;
let otto: string;
let sale: string;
test.before(async () => {
  selling = await startSelling();
  ({ api, staff, vera, veraId, otto, sale } = selling);
});
test.after(() => api.stop());

const scheduled = (...as: Parameters<Selling['scheduled']>) => selling.scheduled(...as);
const far = (days: number) => selling.far(days);
const full = (change: Record<string, unknown> = {}) => selling.full(change);

const dataOf = (answer: Answered) => (answer.body['data'] ?? {}) as Record<string, unknown>;
const errorsOf = ({ body }: Answered) =>
  body['errors'] as { code: string; message: string; field?: string }[];
const codeOf = (answer: Answered) => `${answer.status} ${errorsOf(answer)?.[0]?.code ?? ''}`.trim();
const listing = async (id: string) => (await loadAggregate(api, STREAMS.listing, id)).state;
/** The private description of a listing. */
async function descriptionOf(id: string): Promise<string | undefined> {
  const state = await listing(id);
  return state
    ? (await openPersonal(api.secrets, state.createdBy, state.content))['description']?.value
    : undefined;
}
/** The reason a listing was sent back or withdrawn, decrypted. */
async function reasonOf(id: string): Promise<string | null> {
  const state = await listing(id);
  return state && openText(api.secrets, state.createdBy, state.reason?.sealed ?? '');
}

const begin = async (lot: unknown, as = vera, auction = sale): Promise<string> => {
  const answer = await api.call('POST', `auctions/${auction}/lots`, { cookie: as, body: { lot } });
  assert.is(answer.status, 201, JSON.stringify(answer.body));
  return String(dataOf(answer)['_id']);
};
const save = (lot: string, body: unknown, as = vera, auction = sale) =>
  api.call('PUT', `auctions/${auction}/lots/${lot}`, { cookie: as, body });
const post = (path: string, as: string, body: unknown = {}) => api.call('POST', path, { cookie: as, body });

/** A listing that staff have approved. */
async function approved(auction = sale): Promise<string> {
  const lot = await begin(full(), vera, auction);
  assert.is((await post(`lots/${lot}/submit`, vera)).status, 200);
  assert.is((await post(`staff/listings/${lot}/approve`, staff)).status, 200);
  return lot;
}

/** Runs the process manager on events it has not seen; `submit` may fail. */
let seen = -1;
async function catchUp(submit: SubmitCommand = api.submit): Promise<void> {
  const manager = cataloguedListings({
    log: api.log,
    clock: api.clock,
    submit,
    pendingOf: async () => [],
  });
  for await (const item of api.log.subscribe({ after: seen, streams: manager.streams })) {
    if (item.kind === 'caughtUp') break;
    for (const event of item.events) {
      if (manager.concerns(event, api.clock.now())) await manager.act(event);
      seen = event.position;
    }
  }
}

async function lotsIn(auction: string) {
  const events: AuctionEvent[] = [];
  for await (const batch of api.log.read(auctionStream(auction)))
    events.push(...(batch as unknown as AuctionEvent[]));
  return { lots: fold(events).lots, events };
}
const eventsOf = async (stream: string): Promise<RecordedEvent[]> => {
  const events: RecordedEvent[] = [];
  for await (const batch of api.log.read(stream)) events.push(...batch);
  return events;
};

test('[B278] [S186] [S233] [S237] [S445] a draft is begun, saved by its revision, submitted and approved, and enters the catalogue', async () => {
  const lot = await begin({ details: { title: 'Steers' } });
  assert.is((await listing(lot))?.phase, 'draft');
  assert.is((await post(`lots/${lot}/submit`, vera)).status, 400, 'its other fields are missing');
  assert.is((await listing(lot))?.phase, 'draft');
  const saved = await save(lot, { lot: full(), revision: 0 });
  assert.is(saved.status, 200, JSON.stringify(saved.body));
  assert.is(dataOf(saved)['revision'], 1);
  // Personal data is encrypted in the log.
  assert.not.match(JSON.stringify(await eventsOf(streamOf(STREAMS.listing, lot))), PHONE);
  const submitted = await post(`lots/${lot}/submit`, vera, { revision: 1 });
  assert.is(dataOf(submitted)['phase'], 'submitted');
  await catchUp();
  assert.not.ok((await lotsIn(sale)).lots.some(({ terms }) => terms.lot === lot));
  const ok = await post(`staff/listings/${lot}/approve`, staff, { revision: 2 });
  assert.is(ok.status, 200, JSON.stringify(ok.body));
  await catchUp();
  const { lots } = await lotsIn(sale);
  const entered = lots.find(({ terms }) => terms.lot === lot)?.terms;
  assert.is(entered?.startCents, 120_000);
  assert.is(entered?.createdBy, veraId);
  const { description } = entered ?? {};
  assert.is(description?.kept === 'listing' && description.revision, 3);
});

test('[S460] [S179] a lot that is created is answered by its id and number, and keeps its counts and weights', async () => {
  const said = {
    count: 40,
    countWeighed: 2,
    adjustWeight: -1.25,
    weightGain: 0.5,
    optiweighAllowed: true,
    mobEntryWeight: 412,
  };
  const body = { lot: said };
  const answer = await api.call('POST', `auctions/${sale}/lots`, { cookie: vera, body });
  assert.is(answer.status, 201, JSON.stringify(answer.body));
  const { _id, searchNumericId } = dataOf(answer);
  assert.type(_id, 'string');
  assert.ok(Number.isInteger(searchNumericId));
  const { content, searchNumericId: number } = (await listing(String(_id))) ?? {};
  assert.is(searchNumericId, number);
  assert.ok(Number(number) > 0);
  for (const [name, value] of Object.entries(said))
    assert.is(content?.[name as keyof typeof said], value, name);
});

test('[S461] [S464] a draft that saves itself says so, and is kept like another', async () => {
  const body = { lot: { description: 'One' }, silent: true };
  const begun = await api.call('POST', `auctions/${sale}/lots`, { cookie: vera, body });
  assert.is(begun.status, 201, JSON.stringify(begun.body));
  const lot = String(dataOf(begun)['_id']);
  assert.is((await save(lot, { lot: { description: 'Two' }, silent: true, revision: 0 })).status, 200);
  assert.is(await descriptionOf(lot), 'Two');
});

test('[S465] whether the vendor gets an e-mail is said beside a save, and kept with the draft', async () => {
  const lot = await begin({});
  const put = (query: string) =>
    api.call('PUT', `auctions/${sale}/lots/${lot}${query}`, { cookie: vera, body: { lot: {} } });
  const kept = async () => (await listing(lot))?.content.emailToVendor;
  assert.is(await kept(), false);
  assert.is((await put('?emailToVendor=true')).status, 200);
  assert.is(await kept(), true);
  assert.is((await put('')).status, 200);
  assert.is(await kept(), true, 'what is left out stays');
  assert.is((await put('?emailToVendor=false')).status, 200);
  assert.is(await kept(), false);
});

const fieldUpdate = (path: string[], value: unknown) => ({
  type: 'field-update',
  path,
  reference: { publicId: path.at(-1), value },
});

test('[S462] [S463] a save changes fields of the form by their places in its tree, and answers the lot', async () => {
  const lot = await begin({ details: { title: 'Steers', sire: 'Duke', dam: 'Daisy' } });
  const heads = [{ weightLive: 412.456 }, { weightLive: 398 }];
  const detailsChanges = [
    fieldUpdate(['stockDetails', 'dam'], null),
    {
      type: 'group-update',
      path: ['vendorDetails'],
      reference: {
        publicId: 'vendorDetails',
        values: [
          { publicId: 'town', value: 'Gunnedah' },
          { publicId: 'vendorPhone', value: PHONE },
        ],
      },
    },
    {
      type: 'repeatForNumber-update',
      path: ['individualAssessment', 'assessmentGroup'],
      reference: { publicId: 'assessmentGroup', values: heads },
    },
  ];
  const saved = await save(lot, { lot: { count: 2 }, detailsChanges, revision: 0 });
  assert.is(saved.status, 200, JSON.stringify(saved.body));
  assert.equal([dataOf(saved)['_id'], dataOf(saved)['phase'], dataOf(saved)['revision']], [lot, 'draft', 1]);
  const state = await listing(lot);
  assert.equal(state?.content.details, { title: 'Steers', sire: 'Duke', town: 'GUNNEDAH' });
  assert.equal(
    [state?.content.heads, state?.content.count],
    [[{ weightLive: 412.46 }, { weightLive: 398 }], 2],
  ); // [S348]
  assert.ok(state?.content.sealed['vendorPhone'], 'what is personal is sealed');
  assert.not.match(JSON.stringify(await eventsOf(streamOf(STREAMS.listing, lot))), PHONE);
  const wrong = await save(lot, { lot: {}, detailsChanges: [fieldUpdate(['stockDetails', 'town'], 'Yass')] });
  assert.equal(
    [wrong.status, errorsOf(wrong)[0]?.field, errorsOf(wrong)[0]?.message],
    [400, 'detailsChanges', 'The form has no such field'],
  );
  const { path, reference } = fieldUpdate(['stockDetails', 'dam'], 'Dora');
  for (const other of [
    { type: 'update', path, reference },
    { type: 'group-update', path, reference },
    { type: 'field-update', path },
    { type: 'field-update', reference },
  ]) {
    const refused = await save(lot, { lot: {}, detailsChanges: [other] });
    assert.is(codeOf(refused), '400 invalid-request', JSON.stringify(other)); // [S463]
  }
  assert.is((await listing(lot))?.content.details['dam'], undefined);
});

test('[S233] a lot is begun with the tree of details, and a save with draft: false submits it once it is whole', async () => {
  const { details, heads } = full();
  const tree = detailTree(FORMS.cattle, { details: details as Values, heads: heads as Values[] });
  const lot = await begin({ details: tree, newMedia: [], count: 3 });
  assert.equal((await listing(lot))?.content.details['title'], (details as Values)['title']);
  const early = await save(lot, { lot: { draft: false } });
  assert.is(early.status, 400, 'its other fields are missing');
  assert.is((await listing(lot))?.phase, 'draft');
  const body = { lot: { ...full(), draft: false }, commandId: 'save-and-submit' };
  const submitted = await save(lot, body);
  assert.is(submitted.status, 200, JSON.stringify(submitted.body));
  assert.is(dataOf(submitted)['phase'], 'submitted');
  assert.equal(dataOf(await save(lot, body))['phase'], 'submitted', 'the same command again');
});

test('[S190] a lot is saved by the specified fields, under their names', async () => {
  const lot = await begin({});
  const said = {
    description: 'Quiet',
    currentBidCents: 120_000,
    bidIncrementCents: 1_000,
    reserveCents: 145_000,
    details: { title: 'Steers' },
    bidding: 'head',
    biddingSwap: false,
    draft: true,
    count: 40,
    countWeighed: 2,
    acceptenceOnTerms: true,
    saleConditions: 'By truck.',
    maxVendorBids: 1,
    vendorSignedForm: true,
    adjustWeight: -1.25,
    startPrice: 120_000,
    weightGain: 0.5,
    newMedia: [],
    mobEntryWeight: 412,
  };
  // In addition, fields that other requirements add to a draft, and the rows of heads.
  const others = ['documents', 'heads', 'isLicencedAgent', 'optiweigh', 'optiweighAllowed', 'usefulLinks'];
  assert.equal(Object.keys(SavedLot.properties).sort(), [...Object.keys(said), ...others].sort());
  const saved = await save(lot, { lot: said });
  assert.is(saved.status, 200, JSON.stringify(saved.body));
  for (const name of ['startCents', 'emailToVendor', 'colour'])
    assert.equal(
      [codeOf(await save(lot, { lot: { ...said, [name]: 1 } })), name],
      ['400 invalid-request', name],
    );
  const { content } = (await listing(lot)) ?? {};
  const { unit, startCents, incrementCents } = content ?? {};
  assert.equal([unit, startCents, incrementCents], ['head', 120_000, 1_000]);
  assert.equal([content?.details, content?.media], [{ title: 'Steers' }, []]);
  const same = [
    ...(['reserveCents', 'count', 'countWeighed', 'acceptenceOnTerms', 'saleConditions'] as const),
    ...(['maxVendorBids', 'vendorSignedForm', 'adjustWeight', 'weightGain', 'mobEntryWeight'] as const),
  ];
  for (const name of same) assert.is(content?.[name], said[name], name);
  assert.is(await descriptionOf(lot), 'Quiet');
});

test('the same commandId begins one draft', async () => {
  const body = { lot: { description: 'Twice' }, commandId: 'begin-0001' };
  const [one, two] = [
    await api.call('POST', `auctions/${sale}/lots`, { cookie: vera, body }),
    await api.call('POST', `auctions/${sale}/lots`, { cookie: vera, body }),
  ];
  assert.is(one.status, 201);
  assert.equal(two.body, one.body);
  const other = { ...body, lot: { description: 'Other' } };
  assert.is(
    codeOf(await api.call('POST', `auctions/${sale}/lots`, { cookie: vera, body: other })),
    '409 duplicate-conflict',
  );
});

test('two pages that save the same draft: the second learns that it was changed elsewhere', async () => {
  const lot = await begin({ description: 'One' });
  assert.is((await save(lot, { lot: { description: 'Two' }, revision: 0 })).status, 200);
  assert.is(codeOf(await save(lot, { lot: { description: 'Three' }, revision: 0 })), '409 changed-elsewhere');
  assert.is(await descriptionOf(lot), 'Two');
  const at = { lot: { description: 'Four' }, revision: 1, commandId: 'save-00001' };
  const first = await save(lot, at);
  assert.equal((await save(lot, at)).body, first.body, 'the same again is answered the same');
});

test('a submitted listing is sent back with a reason, changed and submitted again', async () => {
  const lot = await begin(full());
  await post(`lots/${lot}/submit`, vera);
  assert.is(codeOf(await save(lot, { lot: { description: 'Later' } })), '409 not-editable');
  assert.is(errorsOf(await post(`staff/listings/${lot}/refuse`, staff, { reason: ' ' }))[0]?.field, 'reason');
  const back = await post(`staff/listings/${lot}/refuse`, staff, { reason: 'Which property?' });
  assert.is(dataOf(back)['phase'], 'refused');
  assert.is(await reasonOf(lot), 'Which property?');
  assert.is((await listing(lot))?.reason?.reason, '', 'it is stored sealed');
  assert.is((await save(lot, { lot: { description: 'Wattle Park' } })).status, 200);
  assert.is(dataOf(await post(`lots/${lot}/submit`, vera))['phase'], 'submitted');
  // The approved version is the one that was read.
  assert.is(
    codeOf(await post(`staff/listings/${lot}/approve`, staff, { revision: 1 })),
    '409 changed-elsewhere',
  );
});

test('a crash between the approval and the catalogue: the entry is made once', async () => {
  const own = await scheduled();
  const lot = await approved(own);
  const cut: SubmitCommand = () => Promise.reject(new Error('the process ends here'));
  await catchUp(cut).then(
    () => assert.unreachable(),
    () => {},
  );
  assert.is((await lotsIn(own)).lots.length, 0);
  assert.is((await listing(lot))?.phase, 'approved');
  // The lot is catalogued, and the process ends before it records that.
  const before = seen;
  const lost: SubmitCommand = async (envelope) => {
    await api.submit(envelope);
    throw new Error('the process ends here');
  };
  await catchUp(lost).then(
    () => assert.unreachable(),
    () => {},
  );
  assert.is(seen, before);
  const other = await approved(own);
  await catchUp();
  seen = before;
  await catchUp();
  const { lots, events } = await lotsIn(own);
  assert.equal(
    lots.map(({ terms }) => [terms.lot, terms.number]),
    [
      [lot, '1'],
      [other, '2'],
    ],
  );
  assert.is(events.filter(({ type }) => type === 'LotsCatalogued').length, 2);
  assert.not.ok(events.some(({ type }) => type === 'ActionRefused'));
});

/**
 * A listing that is approved for a sale shortly before it opens; a slow machine gets a longer lead. `isEntered`: it is in the
 * catalogue before that, too.
 */
async function approvedBeforeOpening(isEntered = false): Promise<{ soon: string; lot: string }> {
  const later = { earliestDelivery: far(62), latestDelivery: far(70) };
  const body = { lot: full({ details: { ...full().details, ...later } }) };
  for (let leadMs = 3_000; ; leadMs *= 3) {
    const openAt = api.clock.now() + leadMs;
    const soon = await scheduled({}, { openInMs: leadMs, liveInMs: 60 * DAY_MS });
    const begun = await post(`auctions/${soon}/lots`, vera, body);
    const lot = String(dataOf(begun)['_id']);
    const answers = [begun];
    for (const [path, as] of [
      [`lots/${lot}/submit`, vera],
      [`staff/listings/${lot}/approve`, staff],
    ] as const)
      if (answers.at(-1)?.status !== 409) answers.push(await post(path, as));
    if (answers.at(-1)?.status === 200) {
      if (!isEntered) return { soon, lot };
      await catchUp();
      if ((await lotsIn(soon)).lots.length > 0) return { soon, lot };
    }
    const isLate = api.clock.now() >= openAt && leadMs < 60_000;
    assert.ok(isLate, JSON.stringify(answers.at(-1)?.body));
  }
}

async function untilOpen(auction: string): Promise<void> {
  const isOpen = async () => (await lotsIn(auction)).events.some(({ type }) => type === 'AuctionOpened');
  while (!(await isOpen())) await new Promise((resolve) => setTimeout(resolve, 20));
}

test('[S486] a seller reads how many auto-bids of their lot may still bid', async () => {
  const { soon, lot } = await approvedBeforeOpening(true);
  const count = async (of = lot) => {
    const answer = await api.call('GET', `lots/${of}/submissions/auto-bids`, { cookie: vera });
    assert.is(answer.status, 200, JSON.stringify(answer.body));
    return dataOf(answer)['isAutoBids'];
  };
  assert.is(await count(), 0);
  assert.is(await count(await begin({})), 0, 'a draft is in no sale');
  await untilOpen(soon);
  const buyers: string[] = [];
  for (const [at, maxCents] of [200_000, 150_000, 160_000].entries()) {
    const email = `buyer-${at}@yard.example`;
    await api.register(email);
    const cookie = await api.signIn(email);
    buyers.push(cookie);
    const put = await api.call('PUT', 'users/me/autobids', { cookie, body: { lot, autobid: maxCents } });
    assert.is(put.status, 200, JSON.stringify(put.body));
    assert.is(await count(), at + 1);
  }
  const [first = ''] = buyers;
  const raised = { cookie: first, body: { lot, autobid: 210_000 } };
  assert.is((await api.call('PUT', 'users/me/autobids', raised)).status, 200);
  assert.is(await count(), 3, 'one of each person');
  const stop = { cookie: first, body: { autobid: lot } };
  assert.is((await api.call('PUT', 'users/me/autobids/stop', stop)).status, 200);
  assert.is(await count(), 2);
});

test('a sale that opened before the entry: the lot is withdrawn, and its seller reads why', async () => {
  const { soon, lot } = await approvedBeforeOpening();
  await untilOpen(soon);
  await catchUp();
  const state = await listing(lot);
  assert.is(state?.phase, 'withdrawn');
  assert.equal(state?.reason, { reason: CATALOGUE_CLOSED, sealed: '' });
  assert.is((await lotsIn(soon)).lots.length, 0);
  const next = await begin(full(), vera, sale);
  assert.is((await save(next, { lot: {} }, vera, soon)).status, 409, 'no lot moves to a sale that is open');
});

test('a withdrawal by the seller withdraws the lot, and one by staff the listing', async () => {
  const own = await scheduled();
  const [mine, theirs] = [await approved(own), await approved(own)];
  await catchUp();
  assert.is((await post(`lots/${mine}/withdraw`, vera, { reason: 'Sold privately' })).status, 200);
  const command = { type: 'withdraw', lot: theirs, reason: 'Lame', commandId: 'withdraw-1' };
  assert.is((await post(`staff/auctions/${own}/commands`, staff, command)).status, 200);
  await catchUp();
  await catchUp();
  const { lots, events } = await lotsIn(own);
  assert.equal(
    lots.map(({ withdrawn }) => withdrawn),
    [true, true],
  );
  assert.equal([(await listing(mine))?.phase, await reasonOf(mine)], ['withdrawn', 'Sold privately']);
  const { phase, reason } = (await listing(theirs)) ?? {};
  assert.equal([phase, reason], ['withdrawn', { reason: 'Lame', sealed: '' }]);
  assert.equal(
    events.flatMap(({ type, data }) => (type === 'LotWithdrawn' ? [data.reason] : [])).toSorted(),
    ['Lame', 'Withdrawn by its vendor'],
    "the seller's own words are in no record of the sale",
  );
  assert.not.ok(events.some(({ type }) => type === 'ActionRefused'));
});

// A copy is a POST: a GET changes nothing.
test('a withdrawn lot is copied to another sale of its kind, as a draft', async () => {
  const [from, to] = [await scheduled(), await scheduled()];
  const lot = await approved(from);
  assert.is(codeOf(await post(`lots/${lot}/${to}/copy`, vera)), '409 not-withdrawn');
  await catchUp();
  await post(`lots/${lot}/withdraw`, vera);
  await catchUp();
  const copied = await post(`lots/${lot}/${to}/copy`, vera);
  assert.is(copied.status, 201, JSON.stringify(copied.body));
  const copy = await listing(String(dataOf(copied)['_id']));
  assert.is(copy?.auction, to);
  assert.is(copy?.content.details['title'], '40 Angus Steers');
  assert.is(copy?.content.acceptenceOnTerms, false);
  assert.ok(copy?.content.sealed['vendorPhone'], 'what is personal is copied sealed');
  const sheep = await scheduled({ kind: 'sheep' });
  assert.is(codeOf(await post(`lots/${lot}/${sheep}/copy`, vera)), '403 may-not-sell');
});

test('[S478] [A578] [A579] [S451] [S452] prices are edited late until the deadline, and the catalogue follows', async () => {
  const own = await scheduled({ settings: { editLotDisabledAt: api.clock.now() + 10 * DAY_MS } });
  const edit = (lot: string, startPrice: number, reserveCents: number | null = null) =>
    api.call('PUT', `lots/${lot}/late-edit`, { cookie: vera, body: { lot: { startPrice, reserveCents } } });
  const draft = await begin(full(), vera, own);
  assert.is(codeOf(await edit(draft, 1_000)), '409 not-editable');
  assert.is((await post(`lots/${draft}/submit`, vera)).status, 200);
  assert.is(codeOf(await edit(draft, 1_000)), '409 not-editable', 'it is not approved yet');
  const lot = await approved(own);
  await catchUp();
  assert.is((await edit(lot, 130_000, 140_000)).status, 200);
  assert.is(errorsOf(await edit(lot, 150_000, 140_000))[0]?.field, 'reserveCents');
  await catchUp();
  const { lots } = await lotsIn(own);
  assert.equal([lots[0]?.terms.startCents, lots[0]?.terms.reserveCents], [130_000, 140_000]);
  const { lots: amended } = await lotsIn(own);
  const { description } = amended[0]?.terms ?? {};
  assert.is(description?.kept === 'listing' && description.revision, 3);
  const deadline = api.clock.now() + 4_000;
  const past = await scheduled({ settings: { editLotDisabledAt: deadline } });
  const late = await approved(past);
  await catchUp();
  while (api.clock.now() <= deadline) await new Promise((resolve) => setTimeout(resolve, 50));
  assert.is(codeOf(await edit(late, 1_000)), '409 too-late');
});

test('a late edit that the sale refuses is refused, and the listing keeps its prices', async () => {
  const own = await scheduled();
  const lot = await approved(own);
  await catchUp();
  const before = (await listing(lot))?.content.startCents;
  const command = { type: 'sellBefore', lot, reason: 'Sold privately', commandId: 'sell-before-001' };
  assert.is((await post(`staff/auctions/${own}/commands`, staff, command)).status, 200);
  const body = { lot: { startPrice: 130_000, reserveCents: null } };
  const answer = await api.call('PUT', `lots/${lot}/late-edit`, { cookie: vera, body });
  assert.is(codeOf(answer), '409 too-late');
  assert.is((await listing(lot))?.content.startCents, before);
});

test('[S258] a draft moves to another sale, and deliveries before that sale are emptied', async () => {
  const later = await scheduled({}, { openInMs: 40 * DAY_MS, liveInMs: 41 * DAY_MS });
  const lot = await begin(full());
  const moved = await save(lot, { lot: {}, revision: 0 }, vera, later);
  assert.is(moved.status, 200, JSON.stringify(moved.body));
  const state = await listing(lot);
  assert.is(state?.auction, later);
  assert.equal(
    [state?.content.details['earliestDelivery'], state?.content.details['latestDelivery']],
    [undefined, undefined],
  ); // [S361]
  const partly = await begin(full({ details: { ...full().details, latestDelivery: far(60) } }));
  assert.is((await save(partly, { lot: {} }, vera, later)).status, 200);
  const { details } = (await listing(partly))?.content ?? {};
  assert.equal([details?.['earliestDelivery'], details?.['latestDelivery']], [undefined, far(60)]);
  const sheep = await scheduled({ kind: 'sheep' });
  const ottos = await begin({}, otto);
  assert.is(codeOf(await save(ottos, { lot: {} }, otto, sheep)), '400 other-kind');
});

test('a cancelled sale withdraws its listings', async () => {
  const own = await scheduled();
  const lot = await approved(own);
  await catchUp();
  const command = { type: 'cancel', reason: 'Drought', commandId: 'cancel-001' };
  assert.is((await post(`staff/auctions/${own}/commands`, staff, command)).status, 200);
  await catchUp();
  assert.is((await listing(lot))?.phase, 'withdrawn');
});

test('[S466] a draft is deleted; what is in a catalogue is not', async () => {
  const lot = await begin({});
  assert.is((await api.call('DELETE', `lots/${lot}`, { cookie: vera })).status, 200);
  assert.is(codeOf(await save(lot, { lot: {} })), '404 not-found');
  const kept = await approved();
  assert.is(codeOf(await api.call('DELETE', `lots/${kept}`, { cookie: vera })), '409 not-editable');
});

test('no lot of a kind that staff stopped is begun; one that was goes on', async () => {
  const before = await begin({});
  const change = (body: object) => api.call('PUT', 'kinds/cattle', { cookie: staff, body });
  assert.is((await change({ isTaken: false, reason: 'a movement ban' })).status, 200);
  const refused = await post(`auctions/${sale}/lots`, vera, { lot: {} });
  assert.is(codeOf(refused), '409 sale-closed');
  assert.is(errorsOf(refused)[0]?.message, 'Cattle is not taken at the moment.');
  assert.is((await save(before, { lot: { description: 'Quiet' } })).status, 200);
  assert.is((await change({ isTaken: true })).status, 200);
  await begin({});
});

test.run();
