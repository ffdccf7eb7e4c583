import type { AuctionEvent } from '@saleyard/domain/auction/events.ts';
import type { EventLog, ReadOptions, RecordedEvent } from '@saleyard/platform/event-log/port.ts';
import { eventIdOf } from '@saleyard/platform/ids/ids.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { decided } from '../test-support/engine.ts';
import { storedAnswer } from './stored-answer.ts';
import { waitingFor } from './waiting.ts';

const test = suite('the answer to a command that is stored');

const BODY = { type: 'bid', lot: 'l1', bidder: 'joe', cents: 11_000 } as const;

const ended = (lot: string): AuctionEvent => ({
  type: 'LotsClosed',
  data: { at: 1, by: 'time', lots: [{ lot, status: 'noBid', priceCents: null, winner: null }] },
});
const REFUSED: AuctionEvent = {
  type: 'BidRefused',
  data: { at: 1, code: 'lot-closed', command: { ...BODY, permitted: true }, outcome: null },
};

/** A log with a stream of these events, each with its command's id; `read` counts the events that were returned. */
function streamOf(groups: readonly { commandId: string; events: readonly AuctionEvent[] }[]) {
  const events = groups.flatMap(({ commandId, events: own }) =>
    own.map((event, n) => ({ ...event, id: eventIdOf(commandId, n), meta: { commandId } })),
  ) as unknown as RecordedEvent[];
  for (const [revision, event] of events.entries()) Object.assign(event, { revision, position: revision });
  let handed = 0;
  const log = {
    async *read(_stream: string, { from = 0, limit = events.length }: ReadOptions = {}) {
      const batch = events.slice(from, from + limit);
      handed += batch.length;
      if (batch.length > 0) yield batch;
    },
  } as unknown as EventLog;
  return { log, handed: () => handed };
}

const others = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, n) => ({ commandId: `other-${from + n}`, events: [REFUSED] }));

const asked = waitingFor(
  { commandId: 'asked', actor: { kind: 'user', id: 'joe' }, body: { ...BODY, permitted: true } },
  0,
  () => {},
  () => {},
);

test('however long the stream is, it reads little more than the command left', async () => {
  const { log, handed } = streamOf([
    ...others(0, 3),
    { commandId: 'asked', events: [REFUSED] },
    ...others(3, 900),
  ]);
  const reply = await storedAnswer({ log, logger: undefined }, 'auction-a1', [3], asked);
  assert.is(reply && decided(reply).seq, 3);
  assert.ok(handed() <= 8, `${handed()} events`);
});

test('a command that left many events is answered with all of them', async () => {
  const events = [...Array.from({ length: 20 }, (_, n) => ended(`l${n}`)), REFUSED];
  for (const after of [0, 5]) {
    const { log } = streamOf([{ commandId: 'asked', events }, ...others(0, after)]);
    const reply = await storedAnswer({ log, logger: undefined }, 'auction-a1', [0], asked);
    assert.equal(reply && [decided(reply).seq, decided(reply).code], [20, 'lot-closed']);
  }
});

test.run();
