import { handleCommand, loadAggregate } from '@saleyard/command-api/handle-command.ts';
import { SOLD_MEANWHILE } from '@saleyard/command-api/processes/catalogued-listings.ts';
import type { ListingComparison, ReofferableListing, WholeListing } from '@saleyard/contract/selling.ts';
import type { ListingCommandBody, ReofferFacts } from '@saleyard/domain/listing/commands.ts';
import { STREAMS } from '@saleyard/domain/streams.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { auditAuction } from '../audit/audit.ts';
import { Refused, type Session } from '../client/session.ts';
import { approvedListing, writtenSteers } from '../test-support/listings.ts';
import { command, schedule } from '../test-support/sales.ts';
import { startTestServer, type TestServer, until } from '../test-support/test-server.ts';

const test = suite('lots that are offered again', { limitMs: 90_000 });
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let server: TestServer;
let staff: Session;
let vera: Session;
let other: Session;
/** A closed sale, its lots without bids, and an upcoming sale. */
let over: { _id: string; searchNumber: number };
let lots: string[] = [];
let next: { _id: string };

const listing = async (id: string) => (await loadAggregate(server.stores, STREAMS.listing, id)).state;
const saleState = async (id: string) => (await loadAggregate(server.stores, STREAMS.auction, id)).state;

const terms = { type: 'simultaneous', durationSeconds: 1 } as const;

/** Some lots of a seller in the catalogue of a sale. */
async function catalogued(auction: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) {
    ids.push(await approvedListing(vera, staff, auction, writtenSteers()));
  }
  await until(async () => (await saleState(auction)).lots.length === count);
  return ids;
}

/** Moves time on to when a sale goes live, and not beyond: one that should have been live for long freezes. */
const goLive = async (id: string) => server.clock.advanceTo((await saleState(id)).terms?.liveAt ?? 0);

test.before(async () => {
  server = await startTestServer();
  const { signedIn } = server;
  [staff, vera, other] = [await signedIn('staff'), await signedIn('seller'), await signedIn('both')];
  over = await schedule(staff, { ...terms, liveInMs: HOUR_MS }, []);
  lots = await catalogued(over._id, 5);
  await goLive(over._id);
  await until(async () => (await saleState(over._id)).phase === 'closed');
  next = await schedule(staff, { ...terms, liveInMs: 10 * DAY_MS }, []);
});
test.after(() => server.close());

const day = (days: number) => new Date(server.clock.now() + days * DAY_MS).toISOString().slice(0, 10);
const changes = () => ({
  adjustWeight: -1.25,
  startPrice: 100_000,
  bidIncrementCents: 500,
  reserveCents: 110_000,
  earliestDelivery: day(12),
  latestDelivery: day(20),
});
type Saved = { _id: string; phase: string };
const reoffer = (lot: string, change: object = {}, { commandId = newId(), as = vera, to = next._id } = {}) =>
  as.call<Saved>('PUT', `auctions/${to}/lots/${lot}/reoffer`, {
    lot: { ...changes(), ...change },
    commandId,
  });

/** What can be offered again once everything that was written is shown. */
async function reoffersOf(of: Session, query = ''): Promise<readonly ReofferableListing[]> {
  const asked = await server.seen();
  return (await of.call<{ lots: ReofferableListing[] }>('GET', `lots/reoffers${query}`, undefined, asked))
    .lots;
}

const refusalOf = async (asked: Promise<unknown>): Promise<string> => {
  try {
    await asked;
  } catch (error) {
    if (error instanceof Refused) return `${error.status} ${error.code} ${error.message.split(': ').at(-1)}`;
    throw error;
  }
  throw new Error('it was not refused');
};

test('[S446] unsold lots of a sale that closed lately are listed, for their seller alone', async () => {
  const found = await reoffersOf(vera);
  assert.equal(found.map(({ _id }) => _id).toSorted(), [...lots].toSorted());
  const [first] = found;
  assert.equal([first?.status, first?.closedPrice], ['noBid', null]);
  assert.is(first?.auctionData?.searchNumber, over.searchNumber);
  assert.equal(await reoffersOf(other), []);
  for (const [kind, count] of [
    ['sheep', 0],
    ['goat', 0],
    ['cattle', 5],
    ['all', 5],
  ] as const)
    assert.is((await reoffersOf(vera, `?kindType=${kind}`)).length, count, kind); // [S067]
  assert.is((await reoffersOf(vera, '?kindType=cattle&limit=2')).length, 2);
  assert.is((await reoffersOf(vera, '?limit=2&page=3')).length, 1);
});

let again = '';

test('[S477] one is offered again: a new lot with other prices, submitted, and gone from the list', async () => {
  const [lot = ''] = lots;
  const commandId = newId();
  const saved = await reoffer(lot, {}, { commandId });
  again = saved._id;
  assert.is(saved.phase, 'submitted');
  assert.equal(await reoffer(lot, {}, { commandId }), saved, 'the same again is answered the same');
  const state = await listing(again);
  assert.is(state?.auction, next._id);
  assert.equal(state?.origin?.how === 'reoffered' && state.origin.listing, lot);
  assert.equal(
    [state?.content.startCents, state?.content.incrementCents, state?.content.reserveCents],
    [100_000, 500, 110_000],
  );
  const { earliestDelivery, latestDelivery } = state?.content.details ?? {};
  assert.equal([state?.content.adjustWeight, earliestDelivery, latestDelivery], [-1.25, day(12), day(20)]);
  assert.is((await listing(lot))?.reofferedAs, again);
  assert.not.ok((await reoffersOf(vera)).some(({ _id }) => _id === lot));
  const { lot: own } = await vera.call<{ lot: WholeListing }>('GET', `lots/${again}/own`);
  assert.is(own.content.description, 'Bred on the property');
  assert.equal([own.auction, own.phase, own.adjustWeight], [next._id, 'submitted', -1.25]);
  assert.equal([own.startPrice, own.bidIncrementCents, own.reserveCents], [100_000, 500, 110_000]);
  const { details } = own.content;
  assert.equal([details['earliestDelivery'], details['latestDelivery']], [day(12), day(20)]);
});

type Compared = { changes: ListingComparison | null };

test('staff read what its seller changed since the earlier lot', async () => {
  const { changes } = await staff.call<Compared>(
    'GET',
    `staff/listings/${again}`,
    undefined,
    await server.seen(),
  );
  assert.is(changes?.since, 'offeredBefore');
  const labels = changes?.fields.map(({ label }) => label) ?? [];
  for (const label of ['Reserve Price', 'Weight adjustment']) assert.ok(labels.includes(label), label);
  assert.not.ok(labels.includes('Stock Description'), 'a private text that is the same did not change');
});

test('staff read what changed since they sent a lot back; a first submission has nothing to compare', async () => {
  const { _id } = await vera.call<{ _id: string }>('POST', `auctions/${next._id}/lots`, {
    lot: writtenSteers(),
    commandId: newId(),
  });
  await vera.call('POST', `lots/${_id}/submit`, {});
  const read = async () =>
    staff.call<Compared>('GET', `staff/listings/${_id}`, undefined, await server.seen());
  assert.is((await read()).changes, null);
  await staff.call('POST', `staff/listings/${_id}/refuse`, { reason: 'Which property?' });
  const details = { vendorName: 'Ironbark Pastoral' };
  await vera.call('PUT', `auctions/${next._id}/lots/${_id}`, {
    lot: { details, description: 'From Ironbark' },
    commandId: newId(),
  });
  await vera.call('POST', `lots/${_id}/submit`, {});
  const { changes } = await read();
  assert.is(changes?.since, 'sentBack');
  assert.equal(
    changes?.fields.map(({ after }) => after),
    ['From Ironbark', 'Ironbark Pastoral'],
  );
  await vera.call('POST', `lots/${_id}/withdraw`, {});
});

test('it enters the catalogue once staff approve it, and the audit proves what both lots were described as', async () => {
  await staff.call('POST', `staff/listings/${again}/approve`, {});
  const entered = await until(async () => (await saleState(next._id)).lots[0]);
  assert.is(entered.terms.lot, again);
  assert.is(entered.terms.startCents, 100_000);
  for (const [auctionId, described] of [
    [over._id, lots.length],
    [next._id, 1],
  ] as const) {
    const report = await auditAuction({ log: server.stores.log, auctionId });
    assert.equal([report.proven, report.described], [true, described]);
  }
});

test('[S368] [S369] [S370] what is wrong with it is said; it is offered again once', async () => {
  const [first = '', second = ''] = lots;
  assert.is(await refusalOf(reoffer(first)), '409 not-editable This lot is offered again already.');
  const different = '409 sale-closed Please Choose a Different Auction';
  assert.is(await refusalOf(reoffer(second, {}, { to: over._id })), different);
  const { documents } = server.stores;
  const { _id: to } = await schedule(staff, { ...terms, liveInMs: 10 * DAY_MS }, []);
  const shown = await documents.get<Record<string, unknown>>('auctions', to);
  for (const change of [
    { cancelled: true },
    { state: 'open' },
    { state: 'live' },
    { editLotDisabledAt: server.clock.now() - 1 },
  ]) {
    await documents.upsert('auctions', to, { ...shown, ...change });
    assert.is(await refusalOf(reoffer(second, {}, { to })), different, JSON.stringify(change)); // [S368]
  }
  assert.match(
    await refusalOf(reoffer(second, { earliestDelivery: '' })),
    'Please enter Earliest Delivery This is a required field*',
  );
  for (const [change, message] of [
    [{ reserveCents: 99_999 }, "Your Reserve Price can't be lower than your Start Price"],
    [{ bidIncrementCents: 300 }, 'Please select bid increment'],
    [{ bidIncrementCents: null }, 'Please select bid increment'],
    [{ startPrice: null }, 'Please enter Start Price This is a required field*'],
    [{ startPrice: 1e12, reserveCents: null }, 'The lot is worth more than can be sold in one lot'],
  ] as const)
    assert.is(await refusalOf(reoffer(second, change)), `400 invalid-request ${message}`); // [S369]
  assert.match(await refusalOf(reoffer(second, {}, { as: other })), '404 not-found'); // [S446]
  assert.is((await listing(second))?.reofferedAs, null, 'nothing of it is kept');
  assert.match(
    await refusalOf(reoffer(again)),
    'Lots can be reoffered for 7 days after their auction closed.', // [A772]
  );
});

test('[S446] a vendor, and an agent, offer a lot of their own again, also one whose reoffer was withdrawn', async () => {
  const [, second = ''] = lots;
  const become = (sellerType: string) => vera.call('PUT', 'users/me', { user: { sellerType } });
  await become('Vendor');
  const { _id } = await reoffer(second);
  await vera.call('POST', `lots/${_id}/withdraw`, {});
  assert.ok((await reoffersOf(vera)).some((one) => one._id === second));
  await become('Agent');
  const { _id: third } = await reoffer(second);
  assert.is((await listing(second))?.reofferedAs, third);
});

/** What a reoffer is decided on, where a read of the sale is older than the sale itself. */
const facts = (): ReofferFacts => ({
  result: 'noBid',
  closedAt: server.clock.now(),
  changes: { ...changes(), startCents: 100_000, incrementCents: 500 },
  days: { today: day(0), live: day(10) },
  sale: {
    auction: next._id,
    kind: 'cattle',
    phase: 'future',
    cancelled: false,
    takesLots: true,
    lateEditUntil: 0,
  },
});

const handle = async (id: string, body: ListingCommandBody) => {
  const { stores, clock } = server;
  const actor = { kind: 'user', id: vera.id } as const;
  const reply = await handleCommand({ log: stores.log, clock }, STREAMS.listing, {
    id,
    commandId: newId(),
    actor,
    body,
  });
  if (reply.outcome !== 'accepted') throw new Error(JSON.stringify(reply));
  return reply;
};

test('a reoffer that ended between its two streams is completed, and begins no other lot', async () => {
  const [, , lot = ''] = lots;
  const as = newId();
  await handle(lot, { type: 'offerAgain', as, earlier: null, ...facts() });
  assert.is(await listing(as), null);
  assert.is((await reoffer(lot))._id, as);
  assert.is((await listing(as))?.phase, 'submitted');
});

test('a lot that is sold after its auction is not offered any more', async () => {
  const [first = '', , , fourth = '', fifth = ''] = lots;
  const buyer = other.id;
  await command(staff, over._id, 'sellAfter', { lot: fourth, buyer, cents: 90_000 });
  assert.is(await refusalOf(reoffer(fourth)), '409 not-editable This lot was sold.');
  assert.not.ok((await reoffersOf(vera)).some(({ _id }) => _id === fourth));
  // In the catalogue of the next sale already, or submitted for it.
  const { _id: waiting } = await reoffer(fifth);
  for (const lot of [first, fifth])
    await command(staff, over._id, 'sellAfter', { lot, buyer, cents: 90_000 });
  for (const lot of [again, waiting]) {
    const state = await until(async () => {
      const found = await listing(lot);
      return found?.phase === 'withdrawn' && found;
    });
    assert.equal(state.reason, { reason: SOLD_MEANWHILE, sealed: '' });
  }
  await until(
    async () => (await saleState(next._id)).lots.find(({ terms }) => terms.lot === again)?.withdrawn,
  );
  const report = await auditAuction({ log: server.stores.log, auctionId: next._id });
  assert.ok(report.proven);
});

test('a reoffer that was decided on before its lot was sold is withdrawn', async () => {
  const [, , , lot = ''] = lots;
  const as = newId();
  const { state, revision } = await handle(lot, { type: 'offerAgain', as, earlier: null, ...facts() });
  if (state === null) throw new Error('there is no listing');
  const { kind, createdBy, content, phase, reofferedAs } = state;
  const { sale, changes, days, ...end } = facts();
  await handle(as, {
    type: 'reoffer',
    listing: as,
    sale,
    changes,
    days,
    createdBy,
    searchNumericId: 9_000_001,
    status: 'approved-seller',
    from: { listing: lot, revision, kind, createdBy, content, phase, reofferedAs, ...end },
  });
  await until(async () => (await listing(as))?.phase === 'withdrawn');
  assert.is((await listing(as))?.reason?.reason, SOLD_MEANWHILE);
});

test('[S068] [S087] [A772] those of the last seven days are listed, the latest sale first', async () => {
  /** A lot of a sale that begins in an hour, once that is over. */
  const unsold = async (): Promise<string> => {
    const { _id } = await schedule(staff, { ...terms, liveInMs: HOUR_MS }, []);
    const [lot = ''] = await catalogued(_id, 1);
    await goLive(_id);
    await until(async () => (await saleState(_id)).phase === 'closed');
    return lot;
  };
  const [early, late] = [await unsold(), await unsold()];
  const found = await reoffersOf(vera, '?page=1&limit=10&sortField=liveAt&sortDirection=-1&showMode=all');
  assert.equal(
    found.map(({ _id }) => _id),
    [late, early],
  );
  assert.equal(await reoffersOf(vera), found);
  const listed = async (): Promise<string[]> => {
    vera = await server.signedIn('seller');
    return (await reoffersOf(vera)).map(({ _id }) => _id);
  };
  server.clock.advanceBy(7 * DAY_MS - HOUR_MS / 2);
  assert.equal(await listed(), [late]);
  server.clock.advanceBy(HOUR_MS);
  assert.equal(await listed(), []);
  assert.match(await refusalOf(reoffer(late)), 'Lots can be reoffered for 7 days');
});

test.run();
