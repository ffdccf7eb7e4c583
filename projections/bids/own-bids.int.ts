import { OwnResult } from '@saleyard/contract/bids.ts';
import { autoBid, bid, details, lot, terms } from '@saleyard/domain/auction/test-support/spec-grammar.ts';
import { bodyCheck } from '@saleyard/http/validation.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { ANN, BOB, MAXIMUM, ServedSales, VERA } from '../test-support/served-sales.ts';

const test = suite('own bids and auto-bids', { limitMs: 30_000 });

let served: ServedSales;
test.before(async () => {
  served = await ServedSales.start();
});
test.after(() => served.stop());

const get: ServedSales['get'] = (path, as, headers) => served.get(path, as, headers);

test('bids and auto-bids are shown to their owner only', async () => {
  const byAutoBid = { auction: 'a1', lot: 'a1-lot-2', cents: 400, at: 10, placedBy: 'autoBid' };
  assert.equal((await get('users/me/bids', ANN)).body, {
    bids: [
      { auction: 'a4', lot: 'a4-lot-1', cents: 400, at: 59_000 },
      { auction: 'a1', lot: 'a1-lot-1', cents: 400, at: 20 },
      byAutoBid,
      { auction: 'a6', lot: 'a6-lot-1', cents: 400, at: 7 },
      { auction: 'a6', lot: 'a6-lot-2', cents: 500, at: 6 },
    ],
  });
  assert.equal((await get('users/me/bids?auction=a1', ANN)).body, {
    // [A306] [A667]
    bids: [{ auction: 'a1', lot: 'a1-lot-1', cents: 400, at: 20 }, byAutoBid],
  });
  assert.equal((await get('users/me/bids?lot=a1-lot-2', ANN)).body, { bids: [byAutoBid] }); // [A667]
  const own = (await get('users/me/bids?auction=a1', ANN)).body as { bids: { lot: string }[] };
  const [first] = own.bids;
  assert.ok(first);
  const onLot = await get(`lots/bids/a1/${first.lot}`, ANN); // [A668]
  assert.equal(onLot.body, { bids: [first] });
  assert.equal((await get('lots/bids/a1/a1-lot-2', ANN)).body, { bids: [byAutoBid] });
  assert.equal((await get('users/me/autobids?auction=a1', ANN)).body, {
    autobids: [
      { auction: 'a1', lot: 'a1-lot-1', cents: 900, active: true },
      { auction: 'a1', lot: 'a1-lot-2', cents: MAXIMUM, active: true },
    ],
  });
  assert.equal((await get('users/me/autobids?lot=a1-lot-2', ANN)).body, {
    autobids: [{ auction: 'a1', lot: 'a1-lot-2', cents: MAXIMUM, active: true }], // [A307] [A669]
  });
  assert.equal((await get('users/me/bids', VERA)).body, { bids: [] });
  assert.equal((await get('users/me/autobids', VERA)).body, { autobids: [] });
  for (const path of ['users/me/bids', 'users/me/autobids', 'lots/watchlist']) {
    assert.is((await get(path)).status, 401);
    assert.is((await get(path, ANN)).headers.get('cache-control'), 'no-store');
  }
});

test('lots on which a bid was refused are named to its bidder, in the sale and in their results', async () => {
  const refused = (lot: string) => ({ type: 'bid', lot, bidder: BOB, cents: 1 }) as const;
  await served.sell('a1', { at: 22, body: refused('a1-lot-2') });
  assert.equal((await get('users/me/bids?auction=a1', BOB)).body, { bids: [], refused: ['a1-lot-2'] });
  assert.equal((await get('users/me/bids?lot=a1-lot-1', BOB)).body, { bids: [] });
  const sold = ({ body }: { body: unknown }) =>
    (body as { _id: string; refused?: true }[]).map(({ _id }) => _id);
  assert.equal(sold(await get('lots/my-results', BOB)), ['a6-lot-2', 'a6-lot-3']);
  await served.sell('a6', { at: 2e9 + 1, body: refused('a6-lot-1') });
  const results = await get('lots/my-results', BOB);
  assert.equal(sold(results), ['a6-lot-1', 'a6-lot-2', 'a6-lot-3']);
  const [late, other] = results.body as unknown as Record<string, unknown>[];
  assert.is(bodyCheck(OwnResult)(late).outcome, 'valid');
  assert.equal([late?.['refused'], late?.['highestBidCents'], late?.['status']], [true, null, 'passed']);
  assert.is(other?.['refused'], undefined);
});

test('[C3] bids on a withdrawn lot are not listed, and are again once it is in the sale again', async () => {
  const lotIds = async () =>
    ((await get('users/me/bids?auction=a1', ANN)).body as { bids: { lot: string }[] }).bids.map(
      ({ lot }) => lot,
    );
  const lot = 'a1-lot-1';
  await served.sell('a1', { at: 23, body: { type: 'withdraw', lot, reason: 'lame' } });
  assert.equal(await lotIds(), ['a1-lot-2']);
  assert.equal((await get(`lots/bids/a1/${lot}`, ANN)).body, { bids: [] });
  await served.sell('a1', { at: 24, body: { type: 'reinstateLot', lot, reason: 'wrong lot', by: 'rob' } });
  assert.equal(await lotIds(), [lot, 'a1-lot-2']);
});

test('[A307] an auto-bid that was outbid is no longer active', async () => {
  const lotId = 'a1-lot-3';
  const own = async () => {
    const { body } = await get(`users/me/autobids?lot=${lotId}`, BOB);
    return (body as { autobids: Record<string, unknown>[] }).autobids.map(({ cents, active }) => [
      cents,
      active,
    ]);
  };
  await served.sell('a1', { at: 30, body: autoBid(BOB, 400, lotId) });
  assert.equal(await own(), [[400, true]]);
  await served.sell('a1', { at: 31, body: bid('carol', 500, lotId) });
  assert.equal(await own(), [[400, false]]);
});

test('[S218] a result carries the curfew weight of its lot, and the price for the unit it was sold by', async () => {
  const weighed = { title: 'Steers', sex: 'Steer(s)', weightAverageKg: 420, weightCurfewKg: 410 };
  const description = { kept: 'here' as const, details: weighed, media: [] };
  const entry = { lot: 'kg-1', number: '1', searchNumericId: 900, unit: 'kg' as const, description };
  const times = terms({ openAt: 1, liveAt: 5, durationSeconds: 10 });
  await served.sell(
    'kg',
    { at: 0, body: { type: 'schedule', details: details({ searchNumber: 60 }), terms: times } },
    { at: 0, body: { type: 'catalogueLots', lots: [lot(entry)] } },
    { at: 6, body: { type: 'advanceClock' } },
    { at: 7, body: bid(ANN, 400, 'kg-1') },
    { at: 1e6, body: { type: 'advanceClock' } },
  );
  const results = (await get('lots/my-results', ANN)).body as unknown as Record<string, unknown>[];
  const own = results.find(({ _id }) => _id === 'kg-1');
  assert.equal(
    ['status', 'price', 'bidding', 'curfewWeight', 'sex'].map((name) => own?.[name]),
    ['bought', 400, 'kg', 410, 'Steer(s)'],
  );
});

test.run();
