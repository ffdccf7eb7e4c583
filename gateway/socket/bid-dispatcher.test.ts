import { type CommandEnvelope, type CommandReply, subjects } from '@saleyard/contract/commands.ts';
import { createEmbeddedBus } from '@saleyard/platform/bus/embedded-bus.ts';
import { ManualClock } from '@saleyard/platform/clock/manual-clock.ts';
import { EmbeddedLeases } from '@saleyard/platform/leases/embedded-leases.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import type { BidAnswer } from './bid-answer.ts';
import { BidDispatcher } from './bid-dispatcher.ts';
import type { ClientSocket } from './client-socket.ts';
import { LIVE_LIMITS } from './live-limits.ts';

const test = suite('bid dispatcher');

const OWNER_FULL: CommandReply = { outcome: 'unavailable', code: 'rate-limited', retryAfterMs: 1_000 };
const DECIDED: CommandReply = {
  outcome: 'decided',
  accepted: true,
  code: null,
  lot: null,
  currentBidCents: 1,
  leader: null,
  finishAt: null,
  seq: 1,
  position: 1,
};

/** A dispatcher whose owner answers what the test sets, or nothing yet. */
function dispatcherBefore(answerTo: (auction: string) => Promise<CommandReply>) {
  const clock = new ManualClock(1_000);
  const bus = createEmbeddedBus({ clock });
  const leases = new EmbeddedLeases(clock).join('owner');
  const asked: string[] = [];
  bus.serve(subjects.commandsTo('owner'), (payload) => {
    const { auction } = payload as CommandEnvelope;
    asked.push(auction);
    return answerTo(auction);
  });
  const measured = { decided: [] as number[], rejected: 0 };
  const dispatcher = new BidDispatcher({
    nodes: { bus, leases, clock },
    limits: { ...LIVE_LIMITS, bidsPerSecond: 1_000, bidsUnderWay: 3, backpressureMs: 100 },
    pressure: {
      bidDecided: (waitMs) => measured.decided.push(waitMs),
      bidRejected: () => {
        measured.rejected += 1;
      },
    },
  });
  /** A person's socket that has joined the sales whose lots it may name. */
  const socketOf = (userId: string, auctions: readonly string[]): ClientSocket => {
    const inside = auctions.map((id) => [
      id,
      { kind: 'inside', view: { id, lotTerms: (lot: string) => (lot === `lot-of-${id}` ? {} : undefined) } },
    ]);
    const session = { sessionId: `session-of-${userId}`, userId, role: null, status: 'approved-buyer' };
    return {
      session: { kind: 'signedIn', session },
      memberships: new Map(inside as [string, never][]),
    } as unknown as ClientSocket;
  };
  const place = async (socket: ClientSocket, auction: string): Promise<string> => {
    const bid = { lot: `lot-of-${auction}`, cents: 1, commandId: 'c' };
    const answer = await new Promise<BidAnswer>((resolve) => {
      dispatcher.place(socket, bid, clock.monotonic(), resolve);
    });
    return answer.name;
  };
  return { dispatcher, clock, asked, measured, socketOf, place };
}

test('[G25] where too many wait the next are rejected at once for a moment, in that auction only', async () => {
  let reply: CommandReply = OWNER_FULL;
  const { clock, asked, measured, socketOf, place } = dispatcherBefore(async (auction) =>
    auction === 'busy' ? reply : DECIDED,
  );
  const jane = socketOf('jane', ['busy', 'calm']);
  assert.is(await place(jane, 'busy'), 'rate-limited');
  assert.is(await place(jane, 'busy'), 'rate-limited');
  assert.equal(asked, ['busy'], 'the second never reached the owner');
  assert.is(measured.rejected, 2);
  assert.is(await place(jane, 'calm'), 'accepted');
  reply = DECIDED;
  clock.advanceBy(99);
  assert.is(await place(jane, 'busy'), 'rate-limited');
  clock.advanceBy(1);
  assert.is(await place(jane, 'busy'), 'accepted');
  assert.is(await place(jane, 'busy'), 'accepted');
  assert.equal(asked, ['busy', 'calm', 'busy', 'busy']);
});

test('[G25] the message of a socket in one full auction is not parsed', async () => {
  const { dispatcher, clock, measured, socketOf, place } = dispatcherBefore(async (auction) =>
    auction === 'busy' ? OWNER_FULL : DECIDED,
  );
  const inOne = socketOf('jane', ['busy']);
  const rejects = (socket: ClientSocket) => dispatcher.rejects(socket, clock.monotonic());
  assert.is(rejects(inOne), false, 'it is not known to be crowded');
  assert.is(await place(inOne, 'busy'), 'rate-limited');
  assert.is(rejects(inOne), true);
  assert.is(measured.rejected, 2);
  assert.is(rejects(socketOf('joe', ['busy', 'calm'])), false, 'it may bid in the other');
  assert.is(rejects(socketOf('joe', ['calm'])), false);
  assert.is(rejects(socketOf('joe', [])), false);
  const visitor = Object.assign(socketOf('nobody', ['busy']), {
    session: { kind: 'anonymous', presence: null },
  });
  assert.is(rejects(visitor), false, 'who is not signed in is answered so');
  dispatcher.stop();
  assert.is(rejects(inOne), false, 'and so is who comes while it stops');
  assert.is(measured.rejected, 2);
});

test('[G8] one person has so many bids under way, by however many sockets', async () => {
  const answers: ((reply: CommandReply) => void)[] = [];
  const { dispatcher, clock, measured, socketOf, place } = dispatcherBefore(
    () => new Promise((resolve) => answers.push(resolve)),
  );
  const sockets = [1, 2, 3, 4].map(() => socketOf('jane', ['sale']));
  const placed = sockets.slice(0, 3).map((socket) => place(socket, 'sale'));
  assert.is(dispatcher.underWay, 3);
  assert.is(await place(sockets[3] as ClientSocket, 'sale'), 'rate-limited');
  const joe = place(socketOf('joe', ['sale']), 'sale');
  assert.is(dispatcher.underWay, 4, 'another person has bids of their own');
  await Promise.resolve();
  clock.advanceBy(40);
  for (const answer of answers.splice(0)) answer(DECIDED);
  assert.equal(await Promise.all([...placed, joe]), ['accepted', 'accepted', 'accepted', 'accepted']);
  assert.equal(measured.decided, [40, 40, 40, 40]);
  assert.is(measured.rejected, 0, 'that one person bids too often is no backpressure');
  const again = place(sockets[3] as ClientSocket, 'sale');
  await new Promise((resolve) => setImmediate(resolve));
  for (const answer of answers.splice(0)) answer(DECIDED);
  assert.is(await again, 'accepted');
});

test.run();
