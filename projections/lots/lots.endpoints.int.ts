import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { ANN, AUDITOR, BOB, LOTS, ServedSales, STAFF, VERA } from '../test-support/served-sales.ts';

const test = suite('the record of a lot', { limitMs: 30_000 });

let served: ServedSales;
test.before(async () => {
  served = await ServedSales.start();
});
test.after(() => served.stop());

test('[A296] [B237] a lot says what it is and, by paddles, who bid; who listed it to its owner and staff alone', async () => {
  const record = async (as?: string) =>
    (await served.get<{ lot: Record<string, unknown> }>('lots/100?mode=full-preview', as)).body.lot;
  const lot = await record(ANN);
  const members = [
    ...['_id', 'number', 'searchNumericId', 'auction', 'approved', 'draft', 'withdrawn', 'createdAt'],
    ...['updatedAt', 'count', 'state', 'status', 'allocatedSection', 'soldBeforeAuction', 'winner'],
    ...['participants', 'additionalTitle', 'details', 'kindData'],
  ];
  for (const name of members) assert.is.not(lot[name], undefined, name);
  assert.equal([lot['approved'], lot['draft']], [true, false]);
  const said = ['number', 'count', 'state', 'status', 'withdrawn', 'soldBeforeAuction'].map(
    (name) => lot[name],
  );
  assert.equal(said, ['1', 10, 'live', null, false, false]);
  assert.is(lot['winner'], served.paddle('a1', ANN));
  assert.is((lot['kindData'] as { type: string }).type, 'cattle');
  assert.equal(lot['participants'], [served.paddle('a1', ANN)]);
  for (const as of [undefined, ANN, BOB]) assert.not.ok('createdBy' in (await record(as)));
  for (const as of [VERA, STAFF, AUDITOR]) assert.is((await record(as))['createdBy'], VERA);
});

test('[A296] a lot of the live list has its kind, public details, who bid, and who listed it for its owner and staff', async () => {
  type Live = {
    _id: string;
    kindData: { type: string };
    participants: string[];
    createdBy?: string;
    details: { values: { values: { publicId: string }[] }[] };
  };
  const live = async (as?: string) => {
    const path = as === undefined ? 'auctions/a1/lots/public-info' : 'auctions/a1/lots';
    const { body } = await served.get<{ lots: Live[] }>(`${path}?mode=live`, as);
    assert.is(body.lots.length, LOTS);
    return body.lots.find(({ _id }) => _id === 'a1-lot-1') as Live;
  };
  const shown = await served.get<{ lot: Live }>('lots/100', ANN);
  const own = await served.get<{ lot: Live }>('lots/100', VERA);
  const only = (lot: object) =>
    ['_id', 'number', 'state', 'status', 'withdrawn', 'soldBeforeAuction', 'winner', 'count']
      .concat('allocatedSection', 'additionalTitle')
      .map((name) => (lot as Record<string, unknown>)[name]);
  assert.equal(only(shown.body.lot), [
    ...['a1-lot-1', '1', 'live', null, false, false, served.paddle('a1', ANN), 10, '', ''],
  ]);
  assert.not.equal(own.body.lot.details, shown.body.lot.details, 'its owner sees more on its own page');
  // Staff before a buyer, and after: the list that one of them got is not that of the other.
  for (const as of [STAFF, ANN, BOB, undefined, AUDITOR, VERA]) {
    const lot = await live(as);
    assert.is(lot.kindData.type, 'cattle');
    assert.equal(only(lot), only(shown.body.lot));
    assert.equal(lot.participants, [served.paddle('a1', ANN)]);
    assert.equal(lot.details, shown.body.lot.details, 'public details only');
    assert.is(lot.createdBy, [STAFF, AUDITOR, VERA].some((one) => one === as) ? VERA : undefined, as);
  }
  const { body } = await served.get<{ lots: Live[] }>('auctions/a1/lots', ANN);
  for (const name of ['participants', 'details', 'kindData', 'createdBy'])
    assert.not.ok(name in (body.lots[0] as Live), name);
});

test('[B244] a lot carries its inline details', async () => {
  const { body } = await served.get<{ lot: { inlineDetails: Record<string, unknown> } }>('lots/100', ANN);
  const { postcode, sire, dam, assessorType } = body.lot.inlineDetails;
  assert.equal(
    [postcode, sire, dam, assessorType],
    ['2380', 'Wattle Duke', 'Wattle Dahlia', 'Agent Assessed'],
  );
});

test('[B362] [S458] [S459] one sale by its id, and one lot in full: with its media, documents and useful links', async () => {
  const sale = await served.get<{ auction: { _id: string; title: string } }>('auctions/a1', ANN);
  assert.equal([sale.status, sale.body.auction._id, sale.body.auction.title], [200, 'a1', 'Weaners']);
  const full = await served.get<{ lot: Record<string, unknown> }>('lots/100?mode=full', ANN);
  assert.is(full.status, 200);
  const { media, documents, usefulLinks } = full.body.lot as Record<string, unknown[]>;
  assert.equal([media, documents, usefulLinks].map(Array.isArray), [true, true, true]);
});

test('a lot has its place in the catalogue, and the lots beside it', async () => {
  type Place = {
    place: number;
    of: number;
    previous: { number: string } | null;
    next: { number: string } | null;
  };
  const at = async (lot: string) => {
    const { place, of, previous, next } = (await served.get<{ lot: { catalogue: Place } }>(`lots/${lot}`))
      .body.lot.catalogue;
    return [place, of, previous?.number ?? null, next?.number ?? null];
  };
  assert.equal(await at('a1-lot-1'), [1, LOTS, null, '2']);
  assert.equal(await at('a1-lot-2'), [2, LOTS, '1', '3']);
  assert.equal(await at(`a1-lot-${LOTS}`), [LOTS, LOTS, String(LOTS - 1), null]);
});

test.run();
