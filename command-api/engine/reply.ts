import type { CommandReply } from '@saleyard/contract/commands.ts';
import { decisionOf } from '@saleyard/domain/auction/decision.ts';
import type { AuctionEvent } from '@saleyard/domain/auction/events.ts';
import type { LotId } from '@saleyard/domain/auction/ids.ts';
import type { RefusalCode } from '@saleyard/domain/auction/refusals.ts';

type Decided = Extract<CommandReply, { outcome: 'decided' }>;
type Place = { seq: number; position: number };

/**
 * The answer derived from a command's events, the same each time [E11]. `seq` and `position` are those of its last
 * event.
 */
export function decidedReply(events: readonly AuctionEvent[], place: Place): Decided {
  const decision = decisionOf(events);
  const rest = decision ?? { lot: null, currentBidCents: null, leader: null, finishAt: null };
  const { lot, currentBidCents, leader, finishAt } = rest;
  const code = decision?.outcome === 'refused' ? decision.code : null;
  return {
    outcome: 'decided',
    accepted: code === null,
    code,
    lot,
    currentBidCents,
    leader,
    finishAt,
    ...place,
  };
}

/** A refusal that is not recorded in the log: the sender may not send such a command at all. */
export function rejected(code: RefusalCode | 'terms-not-accepted', lot: LotId | null, place: Place): Decided {
  const nothing = { currentBidCents: null, leader: null, finishAt: null };
  return { outcome: 'decided', accepted: false, code, lot, ...nothing, ...place };
}

/** Certainly not executed; may be retried after this time. */
export function unavailable(
  code: 'unavailable' | 'full' | 'rate-limited',
  retryAfterMs: number,
): CommandReply {
  return { outcome: 'unavailable', code, retryAfterMs };
}
