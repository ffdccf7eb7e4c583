import type { LotBody } from '@saleyard/contract/lots.ts';
import type { AuctionEvent } from '@saleyard/domain/auction/events.ts';
import { fold } from '@saleyard/domain/auction/evolve.ts';
import { auctionStream } from '@saleyard/domain/auction/ids.ts';
import { STREAMS } from '@saleyard/domain/streams.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { loadAggregate } from '../handle-command.ts';
import { lotBody, saleTerms } from '../test-support/example-bodies.ts';
import { startCommandApi } from '../test-support/running-command-api.ts';

const test = suite('staff/auctions', { limitMs: 20_000 });

let api: Awaited<ReturnType<typeof startCommandApi>>;
let staff: string;
let buyer: string;
let cookie: string;
test.before(async () => {
  api = await startCommandApi();
  staff = await api.register('staff@yard.example', { role: 'admin', status: 'registered' });
  await api.register('auditor@yard.example', { role: 'auditor' });
  buyer = await api.register('buyer@yard.example');
  cookie = await api.signIn('staff@yard.example');
});
test.after(() => api.stop());

type Received = { code: string; message: string; field?: string }[];
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  api.call('POST', `staff/${path}`, { cookie, body, headers });
const errorsOf = (answer: { body: Record<string, unknown> }) =>
  (answer.body['errors'] as Received).map(({ field, message }) => `${field}: ${message}`);
const dataOf = (answer: { body: Record<string, unknown> }) => answer.body['data'] as Record<string, unknown>;

const stateOf = async (auction: unknown) => {
  const events: AuctionEvent[] = [];
  for await (const batch of api.log.read(auctionStream(String(auction)))) {
    events.push(...(batch as unknown as AuctionEvent[]));
  }
  return fold(events);
};

const listingOf = async (listing: string) => (await loadAggregate(api, STREAMS.listing, listing)).state;

const details = { title: 'Gunnedah Store Cattle', kind: 'cattle' as const };
const sale = (changed: Record<string, unknown> = {}) => ({
  details,
  terms: saleTerms(api.clock.now()),
  ...changed,
});

test('staff only: nobody 401, others 403, an auditor may change nothing', async () => {
  const asked = (as?: string) =>
    api.call('POST', 'staff/auctions', { body: sale(), ...(as !== undefined && { cookie: as }) });
  assert.is((await asked()).status, 401);
  for (const email of ['buyer@yard.example', 'auditor@yard.example']) {
    const answer = await asked(await api.signIn(email));
    assert.is(answer.status, 403);
    assert.is((answer.body['errors'] as Received)[0]?.code, 'forbidden');
  }
});

test('a lot that cannot be catalogued refuses the whole sale, by lot and field, and nothing is left behind', async () => {
  const before = await api.log.lastPosition();
  const refusals: [Partial<LotBody>, string][] = [
    [{ vendorName: '   ' }, 'lots[1].vendorName: '],
    [{ title: ' ' }, 'lots[1].title: '],
    [{ startCents: 90_000_000_000_000, incrementCents: 1_000 }, 'lots[1].startCents: '],
  ];
  for (const [wrong, named] of refusals) {
    const answer = await post('auctions', sale({ lots: [lotBody(), lotBody(wrong)] }));
    assert.is(answer.status, 400, JSON.stringify(answer.body));
    assert.ok(
      errorsOf(answer).some((one) => one.startsWith(named)),
      errorsOf(answer).join(),
    );
  }
  assert.is(await api.log.lastPosition(), before, 'nothing is stored');
});

test('a sale is scheduled with its lots, numbers and a seed of its own', async () => {
  const seller = await api.register('seller@yard.example', { status: 'approved-seller', type: 'seller' });
  const lots = [
    lotBody({ createdBy: seller, reserveCents: 120_000 }),
    lotBody({ state: 'QLD', number: 'A7' }),
  ];
  const answer = await post('auctions', sale({ lots }));
  assert.is(answer.status, 201, JSON.stringify(answer.body));
  const { _id, searchNumber, lots: ids } = dataOf(answer);
  assert.is((ids as string[]).length, 2);
  assert.match(answer.headers.get('x-saleyard-position') ?? '', /^\d+$/);
  const state = await stateOf(_id);
  assert.is(state.details?.searchNumber, searchNumber);
  assert.equal(state.details?.states, ['NSW', 'QLD']);
  assert.ok(Number.isSafeInteger(state.details?.aliasSeed));
  assert.equal(
    state.lots.map(({ terms }) => [terms.lot, terms.number, terms.createdBy, terms.reserveCents]),
    [
      [(ids as string[])[0], '1', seller, 120_000],
      [(ids as string[])[1], 'A7', staff, null],
    ],
  );
  const [one, two] = state.lots.map(({ terms }) => terms.searchNumericId);
  assert.is((two ?? 0) - (one ?? 0), 1);
  const other = dataOf(await post('auctions', sale()));
  assert.is(other['searchNumber'], Number(searchNumber) + 1);
});

test('the same commandId makes one sale, with another body a conflict', async () => {
  const body = sale({ lots: [lotBody()], commandId: 'schedule-1' });
  const first = await post('auctions', body);
  const again = await post('auctions', body);
  assert.equal(again.body, first.body);
  assert.is((await stateOf(dataOf(first)['_id'])).lots.length, 1);
  assert.is((await post('auctions', { ...body, lots: [] })).status, 409);
});

test('what contradicts itself is named, all at once', async () => {
  const now = api.clock.now();
  const answer = await post('auctions', {
    details,
    terms: { type: 'sequential', openAt: now - 1, liveAt: now - 2 },
    lots: [
      lotBody({ reserveCents: 99_000 }),
      lotBody({ incrementCents: 700 }),
      lotBody({ unit: 'kg', startCents: 300, incrementCents: 1_000 }),
      lotBody({ ageMinMonths: 12, ageMaxMonths: 8, number: '9' }),
      lotBody({ number: '9', createdBy: staff }),
    ],
  });
  assert.is(answer.status, 400);
  assert.equal(errorsOf(answer), [
    'terms.openAt: openAt must be in the future: lots are catalogued before a sale opens',
    'terms.liveAt: liveAt must not be before openAt',
    'terms.lotOpeningSeconds: lotOpeningSeconds must be more than 0: it is how long each lot is live',
    "lots[0].reserveCents: Your Reserve Price can't be lower than your Start Price",
    'lots[1].incrementCents: incrementCents must be one of 500, 1000, 2000', // [S526]
    'lots[2].incrementCents: incrementCents must be one of 1, 2, 5', // [S530]
    'lots[3].ageMinMonths: ageMinMonths must not be more than ageMaxMonths',
    'lots[4].number: number 9 is also that of lots[3]',
  ]);
});

test('lots that do not fit the schema are named, and lots of accounts that do not exist', async () => {
  const lots = [
    lotBody({ startCents: 0 }),
    { ...lotBody(), colour: 'red' },
    lotBody({ state: 'TX' as LotBody['state'] }),
    lotBody({ weightAverageKg: -1 }),
  ];
  const answer = await post('auctions', sale({ lots }));
  assert.equal(errorsOf(answer), [
    'lots[0].startCents: Invalid lots[0].startCents: must be >= 1',
    'lots[1].colour: Invalid lots[1].colour: it is not known here',
    'lots[2].state: Invalid lots[2].state: must be one of NSW, VIC, QLD, SA, WA, TAS, NT, ACT',
    'lots[3].weightAverageKg: Invalid lots[3].weightAverageKg: must be >= 0',
  ]);
  const stranger = await post('auctions', sale({ lots: [lotBody({ createdBy: 'nobody' })] }));
  assert.equal(errorsOf(stranger), ['lots[0].createdBy: lots[0].createdBy: there is no account nobody']);
  const goats = sale({
    details: { ...details, kind: 'goat' },
    lots: [lotBody({ unit: 'kg', incrementCents: 1 })],
  });
  assert.equal(errorsOf(await post('auctions', goats)), [
    'lots[0].unit: Goats are sold by the head: unit must be head',
  ]);
});

test('late edits end before a sale goes live', async () => {
  const terms = saleTerms(api.clock.now());
  const until = (editLotDisabledAt: number) =>
    post('auctions', { details: { ...details, settings: { editLotDisabledAt } }, terms });
  assert.equal(errorsOf(await until(terms.liveAt + 1)), [
    'details.settings.editLotDisabledAt: editLotDisabledAt must not be after liveAt',
  ]);
  assert.is((await until(terms.liveAt)).status, 201);
});

test('a lot number stands once in a sale, whichever way its lots came', async () => {
  const { _id } = dataOf(await post('auctions', sale({ lots: [lotBody({ number: '4' }), lotBody()] })));
  const add = (...lots: object[]) => post(`auctions/${_id}/lots`, { lots });
  const taken = 'number 4 is that of another lot of the sale';
  assert.equal(errorsOf(await add(lotBody(), lotBody({ number: '4' }))), [`lots[1].number: ${taken}`]);
  assert.equal(errorsOf(await add(lotBody({ number: ' 04' }))), [
    'lots[0].number: number  04 is that of another lot of the sale',
  ]);
  assert.is((await add(lotBody({ number: ' ' }))).status, 400, 'blank');
  const csv = await post(`auctions/${_id}/lots.csv`, `${HEADER},number\r\n${row()},4\r\n`);
  assert.equal(errorsOf(csv), [`row 2, number: Row 2, number: ${taken}`]);
  assert.is((await add(lotBody(), lotBody({ number: '5' }))).status, 201);
  const { lots } = await stateOf(_id);
  assert.equal(
    lots.map(({ terms }) => terms.number),
    ['4', '2', '6', '5'],
  );
});

const HEADER =
  'title,vendorName,unit,count,startCents,incrementCents,town,state,postcode,breed,sex,stockCategory';
const row = (title = '"30 Angus, Steers"', count = '30') =>
  `${title},Wattle Park,head,${count},90000,500,Moree,NSW,2400,Angus,Steers,Store`;

test('a catalogue is added from CSV, numbered after the lots before it', async () => {
  const { _id } = dataOf(await post('auctions', sale({ lots: [lotBody()] })));
  const seller = await api.accounts.directory.byShortId(
    (await api.accounts.directory.byEmail('seller@yard.example'))?.shortId ?? '',
  );
  const csv = `﻿${HEADER},listedBy,reserveCents,pictureUrl\r\n${row()},${seller?.shortId},95000,/media/lots/7.svg\r\n\r\n${row()},,,\r\n`;
  const answer = await post(`auctions/${_id}/lots.csv`, csv, { 'x-command-id': 'catalogue-1' });
  assert.is(answer.status, 201, JSON.stringify(answer.body));
  assert.equal(
    (await post(`auctions/${_id}/lots.csv`, csv, { 'x-command-id': 'catalogue-1' })).body,
    answer.body,
  );
  const { lots } = await stateOf(_id);
  assert.equal(
    lots.map(({ terms }) => [terms.number, terms.createdBy]),
    [
      ['1', staff],
      ['2', seller?._id],
      ['3', staff],
    ],
  );
  assert.is(lots[1]?.terms.reserveCents, 95_000);
  const written = await Promise.all(lots.map(({ terms }) => listingOf(terms.lot)));
  assert.equal(
    written.map((listing) => [listing?.phase, listing?.content.details['title'], listing?.createdBy]),
    [
      ['approved', '20 Angus Steers', staff],
      ['approved', '30 Angus, Steers', seller?._id],
      ['approved', '30 Angus, Steers', staff],
    ],
  );
  assert.is(written[1]?.content.media[0]?.url, '/media/lots/7.svg');
});

test('a catalogue in CSV is refused whole, naming each row and column', async () => {
  const { _id } = dataOf(await post('auctions', sale()));
  const sent = (csv: string) => post(`auctions/${_id}/lots.csv`, csv);
  const bad = await sent(
    [
      HEADER,
      row(),
      row('A', 'many'),
      '',
      row('', '10'),
      row().replace(',500,', ',501,'),
      `${row()},extra`,
    ].join('\n'),
  );
  assert.is(bad.status, 400);
  assert.equal(errorsOf(bad), ['row 7: Row 7: it has 13 values for 12 columns']);
  const worse = await sent([HEADER, row(), row('A', 'many'), '', row('', '10')].join('\n'));
  assert.equal(errorsOf(worse), [
    'row 3, count: Row 3, count: must be a whole number',
    'row 5, title: Row 5, title: it is missing',
  ]);
  const odd = await sent([HEADER, row(), row().replace(',500,', ',501,')].join('\n'));
  assert.equal(errorsOf(odd), [
    'row 3, incrementCents: Row 3, incrementCents: incrementCents must be one of 500, 1000, 2000',
  ]);
  const heavy = await sent(`${HEADER},weightAverageKg\n${row()},412.5\n${row()},4125\n`);
  assert.equal(errorsOf(heavy), ['row 3, weightAverageKg: Row 3, weightAverageKg: must be <= 2000']);
  assert.match(
    errorsOf(await sent(`${HEADER},colour\n${row()},red`))[0] ?? '',
    /^row 1: Row 1: there is no column "colour"/,
  );
  assert.match(errorsOf(await sent(`${HEADER}\n${row('"open')}`))[0] ?? '', /^body: This is not CSV/);
  assert.match(errorsOf(await sent(HEADER))[0] ?? '', /holds no lots/);
  const many = await sent([HEADER, ...Array.from({ length: 2_001 }, () => row())].join('\n'));
  assert.equal(errorsOf(many), ['body: At most 2000 lots can be sent at once']);
  assert.is((await sent('x'.repeat(2 * 1024 * 1024 + 1))).status, 413);
  assert.is((await stateOf(_id)).lots.length, 0);
  assert.is((await post(`auctions/${_id}/lots.csv`, {})).status, 415);
  assert.is((await post('auctions/nothing/lots.csv', `${HEADER}\n${row()}`)).status, 404);
});

test('two thousand lots go in at once', async () => {
  const { _id } = dataOf(await post('auctions', sale()));
  const lots = Array.from({ length: 2_000 }, (_, i) => lotBody({ count: i + 1 }));
  const answer = await post(`auctions/${_id}/lots`, { lots });
  assert.is(answer.status, 201, JSON.stringify(answer.body).slice(0, 300));
  const state = await stateOf(_id);
  assert.equal([state.lots.length, state.lots[1_999]?.terms.number], [2_000, '2000']);
});

test('staff cancel a sale that is to come, once', async () => {
  const { _id } = dataOf(await post('auctions', sale({ lots: [lotBody()] })));
  const cancel = { type: 'cancel', reason: 'flood' };
  const done = await post(`auctions/${_id}/commands`, { ...cancel, commandId: 'cancel-it' });
  assert.is(done.status, 200);
  const state = await stateOf(_id);
  assert.equal([state.cancelledAt !== undefined, state.lots[0]?.withdrawn], [true, true]);
  const again = await post(`auctions/${_id}/commands`, { ...cancel, commandId: 'cancel-it-again' });
  assert.is(again.status, 400, 'it is over');
  const lots = [lotBody()];
  assert.is((await post(`auctions/${_id}/lots`, { lots })).status, 409);
});

type Begun = { _id: string; lots: string[] };

/**
 * An open interfaced sale of two lots. `before`: runs before it opens, with its status. `second`: what its second lot has of its
 * own. A slow machine gets a longer lead.
 */
async function interfaced(
  before: (begun: Begun) => Promise<number> = async () => 200,
  second: Parameters<typeof lotBody>[0] = {},
): Promise<Begun> {
  for (let leadMs = 1_500; ; leadMs *= 3) {
    const openAt = api.clock.now() + leadMs;
    const terms = { type: 'sequentialOffline', openAt, liveAt: openAt, reopenSeconds: 0 };
    const answer = await post('auctions', sale({ terms, lots: [lotBody(), lotBody(second)] }));
    const begun = dataOf(answer) as Begun;
    const isDone = answer.status === 201 && (await before(begun)) === 200;
    if (!isDone && api.clock.now() >= openAt && leadMs < 60_000) continue;
    assert.ok(isDone, JSON.stringify(answer.body));
    while (api.clock.now() <= openAt + 50) await new Promise((resolve) => setTimeout(resolve, 20));
    return begun;
  }
}

test('[C2] the last lot of an interfaced sale may be reopened for 120 s unless the sale says otherwise', async () => {
  const openAt = api.clock.now() + 3_600_000;
  const recorded = async (type: 'sequentialOffline' | 'sequential') => {
    const terms = { type, openAt, liveAt: openAt, ...(type === 'sequential' && { lotOpeningSeconds: 60 }) };
    const answer = await post('auctions', sale({ terms, lots: [lotBody()] }));
    assert.is(answer.status, 201, JSON.stringify(answer.body));
    return (await stateOf(dataOf(answer)['_id'])).terms?.reopenSeconds;
  };
  assert.is(await recorded('sequentialOffline'), 120);
  assert.is(await recorded('sequential'), 0, 'no clerk, no reopening');
});

test('the clerk runs an interfaced sale', async () => {
  const second = { reserveCents: 105_000, maxVendorBids: 1 };
  const { _id, lots } = await interfaced(undefined, second);
  const [one = '', two = ''] = lots;
  let sent = 0;
  const command = (body: Record<string, unknown>) => {
    sent += 1;
    return post(`auctions/${_id}/commands`, { commandId: `clerk-does-${sent}`, ...body });
  };
  const opened = await command({ type: 'openLot', lot: one });
  assert.is(opened.status, 200, JSON.stringify(opened.body));
  assert.is((await command({ type: 'openLot', lot: one })).status, 409);
  assert.equal(errorsOf(await command({ type: 'vendorBid', lot: one, cents: 101_000 })), [
    'undefined: No vendor bids are left on this Lot.',
  ]);
  assert.equal(errorsOf(await command({ type: 'cancel', reason: 'flood' })), [
    'undefined: The sale is live and can no longer be cancelled. Freeze it, or withdraw its lots.',
  ]);
  for (const word of ['first', 'second time']) {
    assert.is((await command({ type: 'announce', text: 'Water at the ramp' })).status, 200, word);
  }
  const floor = { type: 'floorBid', lot: one, cents: 101_000, commandId: 'floor-bid-1' };
  const bid = await command(floor);
  assert.equal(
    [dataOf(bid)['outcome'], dataOf(bid)['currentBidCents'], dataOf(bid)['leader']],
    ['accepted', 101_000, 'floor'],
  );
  assert.equal((await command(floor)).body, bid.body);
  assert.is((await command({ ...floor, cents: 102_000 })).status, 409);
  assert.equal(errorsOf(await command({ type: 'floorBid', lot: one, cents: 102_500 })), [
    'undefined: Please Enter a number that is a multiple of $10',
  ]);
  assert.is((await command({ type: 'knockDown', lot: one })).status, 200);
  await command({ type: 'openLot', lot: two });
  assert.is((await command({ type: 'vendorBid', lot: two, cents: 101_000 })).status, 200);
  assert.is((await command({ type: 'floorBid', lot: two, cents: 102_000 })).status, 200);
  assert.equal(errorsOf(await command({ type: 'vendorBid', lot: two, cents: 103_000 })), [
    'undefined: No vendor bids are left on this Lot.',
  ]); // [S366]
  assert.is((await command({ type: 'passIn', lot: two })).status, 200);
  const state = await stateOf(_id);
  assert.equal(
    state.lots.map(({ status, leader }) => [status, leader]),
    [
      ['sold', 'floor'],
      ['passed', 'floor'],
    ],
  );
  assert.is(state.phase, 'closed');
});

test('staff record lots as sold before the auction and after it', async () => {
  const { _id, lots } = await interfaced(async (begun) => {
    const [lot = ''] = begun.lots;
    const body = { type: 'sellBefore', lot, reason: 'private', commandId: `sold-before-${begun._id}` };
    return (await post(`auctions/${begun._id}/commands`, body)).status;
  });
  const [, two = ''] = lots;
  let sent = 0;
  const command = (body: Record<string, unknown>) => {
    sent += 1;
    return post(`auctions/${_id}/commands`, { commandId: `sells-privately-${sent}`, ...body });
  };
  await command({ type: 'openLot', lot: two });
  const after = { type: 'sellAfter', lot: two, buyer, cents: 99_900 };
  assert.is((await command(after)).status, 409, 'the sale is not over');
  await command({ type: 'passIn', lot: two });
  assert.equal(errorsOf(await command({ ...after, buyer: 'nobody' })), ['buyer: This account may not buy.']);
  assert.is((await command({ type: 'sellAfter', lot: two, cents: 5 })).status, 400, 'no buyer');
  const done = await command(after);
  assert.is(done.status, 200, JSON.stringify(done.body));
  const state = await stateOf(_id);
  assert.equal(
    state.lots.map(({ soldBeforeAt, soldAfter }) => [soldBeforeAt !== undefined, soldAfter?.cents]),
    [
      [true, undefined],
      [false, 99_900],
    ],
  );
});

test('a staff command says which of its fields is missing', async () => {
  const { _id, lots } = dataOf(await post('auctions', sale({ lots: [lotBody()] })));
  const [lot] = lots as string[];
  const asked = async (body: Record<string, unknown>) =>
    errorsOf(await post(`auctions/${_id}/commands`, { commandId: 'asked-once', ...body }))[0];
  assert.is(await asked({ type: 'openLot' }), 'lot: Invalid lot: it is missing');
  assert.is(await asked({ type: 'freeze' }), 'reason: Invalid reason: it is missing');
  assert.is(await asked({ type: 'withdraw', lot }), 'reason: Invalid reason: it is missing');
  assert.is(await asked({ type: 'cancel' }), 'reason: Invalid reason: it is missing');
  assert.is(await asked({ type: 'vendorBid', lot }), 'cents: Invalid cents: it is missing');
  assert.is(
    await asked({ type: 'floorBid', lot, cents: 5, bidder: 'nobody' }),
    'bidder: This account may not buy.',
  );
  assert.match((await asked({ type: 'explode' })) ?? '', /^type: Invalid type: must be one of freeze, /);
  const none = await post('auctions/nothing/commands', {
    type: 'freeze',
    reason: 'rain',
    commandId: 'asked-once',
  });
  assert.is(none.status, 404);
});

test.run();
