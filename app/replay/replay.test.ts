import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { runReplay } from './replay.ts';

const test = suite('saleyard replay');

const script = (changes: object = {}): string =>
  JSON.stringify({
    auction: {
      type: 'simultaneous',
      durationSeconds: 600,
      staleTimeSeconds: 60,
      policy: { opening: 'at-start' },
      lots: [
        { lot: '1', unit: 'head', count: 40, startCents: 300, incrementCents: 100, reserveCents: 500 },
        { lot: '2', unit: 'kg', count: 40, startCents: 300, incrementCents: 5 },
      ],
    },
    commands: [
      { at: 1000, type: 'autoBid', lot: '1', bidder: 'john', maxCents: 700 },
      { at: 2000, type: 'bid', lot: '1', bidder: 'jane', cents: 600 },
      { at: 3000, type: 'bid', lot: '1', bidder: 'jack', cents: 650 },
      { at: 599_000, type: 'bid', lot: '1', bidder: 'jill', cents: 800 },
    ],
    until: 900_000,
    ...changes,
  });

test('prints the answer, and the same hash for the same run', () => {
  const printed = runReplay({ script: script() });
  assert.equal([printed.exitCode, printed.stderr], [0, '']);
  const answer = JSON.parse(printed.stdout);
  assert.equal(Object.keys(answer), ['decisions', 'lots', 'auction', 'events', 'hash']);
  assert.equal(Object.keys(answer.lots[0]), [
    'lot',
    'state',
    'status',
    'currentBidCents',
    'winner',
    'finishAt',
    'reserveStatus',
  ]);
  assert.match(answer.hash, /^[0-9a-f]{64}$/);
  assert.is(answer.events, 12);
  assert.equal(runReplay({ script: script() }), printed);
  const other = JSON.parse(runReplay({ script: script({ until: 1 }) }).stdout);
  assert.is.not(other.hash, answer.hash);
});

test('--explain prints the ladder of one lot with the rule of each step', () => {
  const { exitCode, stdout } = runReplay({ script: script(), explain: '1' });
  assert.is(exitCode, 0);
  assert.is(
    stdout,
    [
      'Lot 1: start 300 cents per head, increment 100, reserve 500',
      'Policy: opening at-start, challenge beat, tie earlier-leads, reserve jump, belowReserve second-price',
      '',
      '0:00:00.000    goes live, closes at 0:10:00.000',
      '0:00:01.000    john sets an auto-bid of up to 700 cents',
      '               300 cents, john leads [E4]',
      '               500 cents, john leads [E6]',
      '0:00:02.000    jane bids 600 cents',
      '               700 cents, john leads [E3]',
      '0:00:03.000    jack bids 650 cents: refused, too-low',
      '0:09:59.000    jill bids 800 cents',
      '               800 cents, jill leads [E3]',
      '               closes at 0:10:59.000 instead [T7]',
      '0:10:59.000    sold to jill at 800 cents, by time',
      '',
    ].join('\n'),
  );
});

test('--policy prints what would have differed', () => {
  const { stdout } = runReplay({ script: script(), policy: ['challenge=match'] });
  const answer = JSON.parse(stdout);
  assert.is(answer.policy.challenge, 'match');
  type Difference = { command: number; was: { code?: string }; would: { code?: string } };
  assert.equal(
    answer.decisions.map(({ command, was, would }: Difference) => [command, was.code, would.code]),
    [
      [1, undefined, undefined],
      [2, 'too-low', 'off-increment'],
    ],
  );
  assert.is(answer.decisions[0].would.currentBidCents, 600);
  const nothing = JSON.parse(runReplay({ script: script(), policy: ['tie=earlier-leads'] }).stdout);
  assert.equal([nothing.decisions, nothing.lots], [[], []]);
});

test('--explain with --policy prints both ladders', () => {
  const { stdout } = runReplay({ script: script(), explain: '1', policy: ['challenge=match'] });
  assert.match(stdout, 'With challenge=match:');
  assert.match(stdout, '600 cents, john leads [E3]');
});

test('invalid arguments end with 2 and one line', () => {
  const cases: [Parameters<typeof runReplay>[0], string][] = [
    [{ script: '{' }, 'the script is not JSON'],
    [{ script: '{}' }, 'auction must be an object'],
    [{ script: script(), explain: '9' }, '--explain names no lot'],
    [{ script: script(), policy: ['tie'] }, '--policy tie must be one of'],
    [{ script: script(), policy: ['colour=red'] }, '--policy must be field=value'],
    [{ script: script(), policy: ['__proto__=x'] }, '--policy must be field=value'],
    [{ script: script(), policy: ['tie=red'] }, '--policy tie must be one of'],
  ];
  for (const [request, expected] of cases) {
    const { exitCode, stdout, stderr } = runReplay(request);
    assert.equal([exitCode, stdout], [2, '']);
    assert.ok(stderr.startsWith(`saleyard replay: ${expected}`), stderr);
    assert.is(stderr.indexOf('\n'), stderr.length - 1);
  }
});

test.run();
