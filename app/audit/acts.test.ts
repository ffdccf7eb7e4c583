import type { BidCommand } from '@saleyard/domain/auction/commands.ts';
import { decide } from '@saleyard/domain/auction/decide.ts';
import type { AuctionEvent } from '@saleyard/domain/auction/events.ts';
import { fold } from '@saleyard/domain/auction/evolve.ts';
import { at, bid, lot, scheduled } from '@saleyard/domain/auction/test-support/spec-grammar.ts';
import type { Actor } from '@saleyard/platform/event-log/port.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { actOf, actorOf } from './acts.ts';

const test = suite('what people did, in words');

const ANN: Actor = { kind: 'user', id: 'ann' };
const CLERK: Actor = { kind: 'staff', id: 'rob' };
const named = (bidder: string) => `paddle of ${bidder}`;

/** Any bid may be refused, and is said like one that is accepted. */
const saidOf = (command: BidCommand, sender: Actor): string =>
  actOf({ type: 'BidRefused', data: { at: 1, command, code: 'too-low', outcome: null } }, sender, named);

test('a bid is said as what it is, and for whom', () => {
  const phone = { bidder: 'ann', placedBy: { by: 'rob', note: 'rang' } };
  const own = bid('ann', 41_000) as BidCommand;
  assert.equal(
    [
      saidOf(own, ANN),
      saidOf({ type: 'autoBid', lot: '1', bidder: 'ann', maxCents: 41_000 }, ANN),
      saidOf({ type: 'stopAutoBid', lot: '1', bidder: 'ann' }, ANN),
      saidOf(own, CLERK),
      saidOf({ type: 'bid', lot: '1', cents: 41_000, ...phone }, CLERK),
      saidOf({ type: 'autoBid', lot: '1', maxCents: 41_000, ...phone }, CLERK),
      saidOf({ type: 'stopAutoBid', lot: '1', bidder: 'ann' }, CLERK),
      saidOf({ type: 'floorBid', lot: '1', cents: 41_000 }, CLERK),
      saidOf({ type: 'floorBid', lot: '1', cents: 41_000, bidder: 'floor:12' }, CLERK),
      saidOf({ type: 'vendorBid', lot: '1', cents: 41_000 }, CLERK),
    ],
    [
      'bid',
      'set an auto-bid of up to $410.00',
      'stopped the auto-bid',
      'bid for paddle of ann',
      'bid for paddle of ann, by phone',
      'set an auto-bid of up to $410.00 for paddle of ann, by phone',
      'stopped the auto-bid for paddle of ann',
      'entered a bid for the floor',
      'entered a bid on the floor for paddle of floor:12',
      'entered a bid for the vendor',
    ],
  );
});

test('[C5] [C6] who decided a correction did it, not who confirmed it or accepted the lot', () => {
  const events: AuctionEvent[] = scheduled({ type: 'sequentialOffline', secondPersonAboveCents: 0 }, [lot()]);
  const sold = { outcome: 'sold', buyer: 'ann', cents: 500 } as const;
  const said: string[] = [];
  const send = (ms: number, body: Parameters<typeof at>[1], sender: Actor): void => {
    for (const event of decide(fold(events), at(ms, body))) {
      events.push(event);
      said.push(`${actorOf(event, sender).id} ${actOf(event, sender, named)}`);
    }
  };
  send(1, { type: 'openLot', lot: '1' }, CLERK);
  send(2, bid('ann', 500), ANN);
  send(3, bid('bob', 900), { kind: 'user', id: 'bob' });
  send(4, { type: 'knockDown', lot: '1' }, CLERK);
  said.length = 0;
  send(5, { type: 'correctSale', lot: '1', reason: 'unpaid', by: 'rob', ...sold }, CLERK);
  send(6, { type: 'confirmCorrection', lot: '1', by: 'sue' }, { kind: 'staff', id: 'sue' });
  send(7, { type: 'answerOffer', lot: '1', bidder: 'ann', accepts: true }, ANN);
  assert.equal(said, [
    'rob proposed “sold to paddle of ann at $5.00”',
    'sue confirmed the correction',
    'rob proposed “sold to paddle of ann at $5.00”',
    'ann accepted the lot',
    'rob corrected “sold to paddle of bob at $9.00” to “sold to paddle of ann at $5.00”, which the buyer accepted',
  ]);
});

test.run();
