import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { parseScript } from './script.ts';
import { runScript } from './script-run.ts';

const test = suite('script');

const lots = [
  { lot: '1', unit: 'head', count: 40, startCents: 300, incrementCents: 100, reserveCents: null },
];
const auction = { type: 'simultaneous', durationSeconds: 600, lots };
const problem = (value: unknown): string => {
  const parsed = parseScript(value);
  return parsed.ok ? 'none' : parsed.problem;
};
const run = (value: unknown) => {
  const parsed = parseScript(value);
  if (!parsed.ok) throw new Error(parsed.problem);
  return runScript(parsed.script);
};

test('[T21] [T22] lots sold before the auction and after it', () => {
  const two = [...lots, { ...lots[0], lot: '2', reserveCents: 900 }];
  const { decisions, lots: ends } = run({
    auction: { ...auction, liveAt: 10, lots: two },
    commands: [
      { at: 1, type: 'sellBefore', lot: '1', reason: 'private' },
      { at: 20, type: 'bid', lot: '2', bidder: 'jane', cents: 400 },
      { at: 900_000, type: 'sellAfter', lot: '2', buyer: 'john', cents: 850 },
    ],
  });
  assert.equal(
    decisions.map(({ outcome }) => outcome),
    ['accepted', 'accepted', 'accepted'],
  );
  assert.equal(
    ends.map(({ status, currentBidCents, winner }) => [status, currentBidCents, winner]),
    [
      ['soldBeforeAuction', null, null],
      ['soldAfterAuction', 850, 'john'],
    ],
  );
  const asked = { at: 1, type: 'sellAfter', lot: '1', buyer: 'vendor', cents: 5 };
  assert.is(
    problem({ auction, commands: [asked] }),
    'commands[0].buyer must not be vendor, which is not a person',
  );
});

test('the example of the rule book', () => {
  const {
    decisions,
    lots: ends,
    auction: sale,
  } = run({
    auction: {
      ...auction,
      openAt: 0,
      liveAt: 0,
      staleTimeSeconds: 60,
      allowAutoBid: true,
      policy: { opening: 'at-start' },
    },
    commands: [
      { at: 1000, type: 'autoBid', lot: '1', bidder: 'john', maxCents: 700 },
      { at: 2000, type: 'bid', lot: '1', bidder: 'jane', cents: 600 },
      { at: 3000, type: 'bid', lot: '1', bidder: 'jane', cents: 700 },
    ],
    until: 900_000,
  });
  assert.equal(decisions, [
    { command: 0, outcome: 'accepted', lot: '1', currentBidCents: 300, leader: 'john', finishAt: 600_000 },
    { command: 1, outcome: 'accepted', lot: '1', currentBidCents: 700, leader: 'john', finishAt: 600_000 },
    {
      command: 2,
      outcome: 'refused',
      code: 'too-low',
      lot: '1',
      currentBidCents: 700,
      leader: 'john',
      finishAt: 600_000,
    },
  ]);
  assert.equal(ends, [
    {
      lot: '1',
      state: 'closed',
      status: 'sold',
      currentBidCents: 700,
      winner: 'john',
      finishAt: 600_000,
      reserveStatus: 'onMarket',
    },
  ]);
  assert.equal(sale, { state: 'closed' });
});

test('omitted fields get their defaults', () => {
  const parsed = parseScript({ auction });
  assert.ok(parsed.ok);
  if (!parsed.ok) return;
  const { terms, commands, until, lots: filled } = parsed.script;
  assert.equal([terms.openAt, terms.liveAt, terms.staleTimeSeconds, terms.inactiveSeconds], [0, 0, 0, 0]);
  assert.equal([terms.staggerSeconds, terms.gapSeconds, terms.allowAutoBid], [0, 0, true]);
  assert.equal(
    [terms.policy.opening, filled[0]?.maxVendorBids, commands, until],
    ['above-start', 0, [], null],
  );
});

test('maxVendorBids is set on the auction for all lots, or on a lot', () => {
  const parsed = parseScript({
    auction: { ...auction, maxVendorBids: 2, lots: [lots[0], { ...lots[0], lot: '2', maxVendorBids: 5 }] },
  });
  assert.equal(parsed.ok && parsed.script.lots.map(({ maxVendorBids }) => maxVendorBids), [2, 5]);
});

test('a malformed script is reported in one line that names the field', () => {
  const withLot = (changes: object) => ({ auction: { ...auction, lots: [{ ...lots[0], ...changes }] } });
  const withCommand = (command: object) => ({ auction, commands: [{ at: 1, lot: '1', ...command }] });
  const cases: [unknown, string][] = [
    [[], 'the script must be an object'],
    [{}, 'auction must be an object'],
    [{ auction, extra: 1 }, 'extra is not a field of a script'],
    [{ auction: { ...auction, extra: 1 } }, 'auction.extra is not a field of a script'],
    [{ auction: { ...auction, type: 'dutch' } }, 'auction.type must be one of'],
    [
      { auction: { ...auction, durationSeconds: undefined } },
      'auction.durationSeconds must be a positive integer',
    ],
    [{ auction: { ...auction, type: 'sequential' } }, 'auction.lotOpeningSeconds must be a positive integer'],
    [{ auction: { ...auction, openAt: 5 } }, 'auction.liveAt must not be before auction.openAt'],
    [{ auction: { ...auction, openAt: -5 } }, 'auction.openAt must be a whole number, 0 or more'],
    [{ auction: { ...auction, allowAutoBid: 'yes' } }, 'auction.allowAutoBid must be true or false'],
    [{ auction: { ...auction, policy: { tie: 'x' } } }, 'auction.policy.tie must be one of earlier-leads'],
    [{ auction: { ...auction, policy: { ties: 'x' } } }, 'auction.policy.ties is not a field of a script'],
    [{ auction: { ...auction, lots: [] } }, 'auction.lots must hold 1 to'],
    [{ auction: { ...auction, lots: {} } }, 'auction.lots must be a list'],
    [
      { auction: { ...auction, lots: [lots[0], lots[0]] } },
      'auction.lots[1].lot is the name of an earlier lot',
    ],
    [withLot({ incrementCents: 0 }), 'auction.lots[0].incrementCents must be a positive integer'],
    [withLot({ startCents: '3' }), 'auction.lots[0].startCents must be a whole number, 0 or more'],
    [withLot({ reserveCents: 1.5 }), 'auction.lots[0].reserveCents must be a positive integer'],
    [withLot({ unit: 'ton' }), 'auction.lots[0].unit must be one of head, kg'],
    [withLot({ colour: 'red' }), 'auction.lots[0].colour is not a field of a script'],
    [{ auction, commands: 'none' }, 'commands must be a list'],
    [{ auction, until: 1.5 }, 'until must be a whole number, 0 or more'],
    [withCommand({ type: 'shout' }), 'commands[0].type must be one of bid'],
    [withCommand({ type: 'bid', bidder: 'a' }), 'commands[0].cents must be a number'],
    [withCommand({ type: 'bid', bidder: 'a', cents: '4' }), 'commands[0].cents must be a number'],
    [withCommand({ type: 'bid', cents: 4 }), 'commands[0].bidder must be a name'],
    [withCommand({ type: 'bid', bidder: 'vendor', cents: 4 }), 'commands[0].bidder must not be vendor'],
    [
      withCommand({ type: 'bid', bidder: 'a', maxCents: 4 }),
      'commands[0].maxCents is not a field of a script',
    ],
    [withCommand({ type: 'openLot', lot: '9' }), 'commands[0].lot names no lot of this auction'],
    [withCommand({ type: 'openLot', at: -1 }), 'commands[0].at must be a whole number, 0 or more'],
  ];
  for (const [value, expected] of cases) {
    const message = problem(value);
    assert.ok(message.startsWith(expected), `${message} – expected: ${expected}`);
    assert.not.match(message, /\n/);
  }
});

test('the engine, not the parser, refuses an invalid amount', () => {
  const { decisions } = run({
    auction,
    commands: [{ at: 1, type: 'bid', lot: '1', bidder: 'a', cents: -5 }],
  });
  assert.is(decisions[0]?.code, 'invalid-amount');
});

test('[E11] one commandId acts once, and another command under it is a conflict', () => {
  const command = { at: 1, type: 'bid', lot: '1', bidder: 'a', cents: 400, commandId: 'c1' };
  const { decisions, lots: ends } = run({
    auction,
    commands: [command, { ...command, at: 2 }, { ...command, at: 3, cents: 900 }],
  });
  assert.equal(decisions[1], { ...decisions[0], command: 1 });
  assert.is(decisions[2]?.code, 'duplicate-conflict');
  assert.is(ends[0]?.currentBidCents, 400);
});

test('every command of staff can be in a script', () => {
  const staff = ['freeze', 'resume', 'pause', 'unpause'];
  const clerk = ['openLot', 'knockDown', 'passIn', 'withdraw'];
  const commands = [
    ...staff.map((type, n) => ({ at: n, type })),
    ...staff.map((type, n) => ({ at: 10 + n, type, lot: '1', reason: 'r' })),
    { at: 20, type: 'openLot', lot: '1' },
    { at: 21, type: 'floorBid', lot: '1', cents: 400 },
    { at: 22, type: 'vendorBid', lot: '1', cents: 500 },
    { at: 23, type: 'stopAutoBid', lot: '1', bidder: 'a' },
    ...clerk.slice(1).map((type, n) => ({ at: 30 + n, type, lot: '1' })),
  ];
  const { decisions, lots: ends } = run({ auction: { ...auction, type: 'sequentialOffline' }, commands });
  assert.equal(
    decisions.map(({ outcome, code }) => code ?? outcome),
    [
      ...Array(8).fill('accepted'),
      'accepted',
      'accepted',
      'vendor-bids-exhausted',
      'no-auto-bid',
      'accepted',
      'lot-closed',
      'lot-closed',
    ],
  );
  assert.equal([ends[0]?.status, ends[0]?.winner], ['sold', 'floor']);
});

test('a withdrawn lot says so, and has no winner', () => {
  const { lots: ends } = run({
    auction,
    commands: [
      { at: 1, type: 'bid', lot: '1', bidder: 'a', cents: 400 },
      { at: 2, type: 'withdraw', lot: '1', reason: 'lame' },
    ],
  });
  assert.equal([ends[0]?.state, ends[0]?.status, ends[0]?.winner], ['closed', 'withdrawn', null]);
});

test.run();
