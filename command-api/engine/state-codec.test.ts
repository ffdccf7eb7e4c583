import type { CommandBody } from '@saleyard/domain/auction/commands.ts';
import { decide } from '@saleyard/domain/auction/decide.ts';
import type { AuctionEvent } from '@saleyard/domain/auction/events.ts';
import { fold } from '@saleyard/domain/auction/evolve.ts';
import type { AuctionState } from '@saleyard/domain/auction/state.ts';
import type { AuctionType } from '@saleyard/domain/auction/types/auction-types.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { LIVE_AT, lotTerms, OPEN_AT, schedule } from '../test-support/sale.ts';
import { recordedCommand, sameCommand } from './recorded-command.ts';
import { ENGINE_VERSION } from './snapshot.ts';
import { decodeState, encodeState, stateHash } from './state-codec.ts';

const test = suite('a stored state');
const TYPES: readonly AuctionType[] = ['simultaneous', 'sequential', 'sequentialOffline', 'synchronous'];

/** The version of the rules that the sale runs under. Later versions change nothing of a stored sale. */
const RULES = 3;

/** The commands of a sale that cover most of a state. */
function commands(type: AuctionType): { at: number; body: CommandBody }[] {
  const reserved = { reserveCents: 20_000, maxVendorBids: 2 };
  return [
    { at: 1, body: schedule(type, { rules: RULES }) },
    {
      at: 2,
      body: { type: 'catalogueLots', lots: [lotTerms('l1', reserved), lotTerms('l2'), lotTerms('l3')] },
    },
    { at: OPEN_AT + 5, body: { type: 'autoBid', lot: 'l1', bidder: 'zoe', maxCents: 14_000 } },
    { at: OPEN_AT + 6, body: { type: 'autoBid', lot: 'l1', bidder: 'abe', maxCents: 15_000 } },
    { at: LIVE_AT, body: { type: 'advanceClock' } },
    { at: LIVE_AT + 1, body: { type: 'openLot', lot: 'l1' } },
    { at: LIVE_AT + 2, body: { type: 'bid', lot: 'l1', bidder: 'joe', cents: 16_000 } },
    { at: LIVE_AT + 3, body: { type: 'bid', lot: 'l1', bidder: 'joe', cents: 16_000 } },
    { at: LIVE_AT + 4, body: { type: 'vendorBid', lot: 'l1', cents: 17_000 } },
    { at: LIVE_AT + 5, body: { type: 'stopAutoBid', lot: 'l1', bidder: 'abe' } },
    { at: LIVE_AT + 6, body: { type: 'freeze', lot: 'l1', reason: 'gate' } },
    { at: LIVE_AT + 7, body: { type: 'resume', lot: 'l1', reason: 'shut' } },
    { at: LIVE_AT + 8, body: { type: 'pause', reason: 'rain' } },
    { at: LIVE_AT + 9, body: { type: 'unpause', reason: 'sun' } },
    { at: LIVE_AT + 10, body: { type: 'floorBid', lot: 'l1', cents: 18_000 } },
    { at: LIVE_AT + 11, body: { type: 'withdraw', lot: 'l3', reason: 'lame' } },
    { at: LIVE_AT + 12, body: { type: 'knockDown', lot: 'l1' } },
    { at: LIVE_AT + 13, body: { type: 'passIn', lot: 'l1' } },
  ];
}

type Step = { at: number; body: CommandBody; events: readonly AuctionEvent[]; state: AuctionState };

function steps(type: AuctionType): Step[] {
  const made: Step[] = [];
  let state = fold([]);
  for (const { at, body } of commands(type)) {
    const events = decide(state, { at, body });
    state = fold(events, state);
    made.push({ at, body, events, state });
  }
  return made;
}

for (const type of TYPES) {
  test(`${type}: it comes back as it was, and decides the same`, () => {
    for (const { state } of steps(type)) {
      const back = decodeState(encodeState(state));
      assert.equal(back, state);
      assert.is(stateHash(back), stateHash(state));
      const next = { at: LIVE_AT + 900_000, body: { type: 'advanceClock' } } as const;
      assert.equal(decide(back, next), decide(state, next));
    }
  });

  test(`${type}: a command is rebuilt from its events`, () => {
    for (const { body, events } of steps(type)) {
      if (events.length === 0) continue;
      const stored = JSON.parse(JSON.stringify(events)) as AuctionEvent[];
      const recorded = recordedCommand(stored);
      assert.ok(sameCommand(body, recorded), `${body.type} is not ${JSON.stringify(recorded)}`);
      const other = { type: 'bid', lot: 'l9', bidder: 'joe', cents: 1 } as const;
      assert.not.ok(sameCommand(other, recorded));
    }
  });
}

test('two states that differ have different hashes, and the order in a Map is no difference', () => {
  const states = steps('simultaneous').map(({ state }) => state);
  assert.is(new Set(states.map(stateHash)).size, states.length);
  const [last] = states.slice(-1);
  const turned = { ...last, paddles: new Map([...(last?.paddles ?? [])].reverse()) } as AuctionState;
  assert.is(stateHash(turned), stateHash(last as AuctionState));
});

/**
 * The state hashes of a known sale of each type. When one of these changes, stored snapshots no longer match what the
 * engine would fold: raise `ENGINE_VERSION` together with the new hashes.
 */
const KNOWN = {
  version: 10,
  hashes: {
    simultaneous: '6f8d023332c99d68',
    sequential: 'b03bb3e59150c62e',
    sequentialOffline: 'd4de69993daec063',
    synchronous: 'ed49b74695af4e67',
  },
};

test('the engine folds a known sale to the state its version stands for', () => {
  assert.is(ENGINE_VERSION, KNOWN.version);
  const hashes = TYPES.map((type) => [
    type,
    stateHash(steps(type).at(-1)?.state as AuctionState).slice(0, 16),
  ]);
  assert.equal(Object.fromEntries(hashes), KNOWN.hashes);
});

test.run();
