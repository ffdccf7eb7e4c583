import { CLIENT_TIMES } from '@saleyard/contract/limits.ts';
import type { BidProgress } from '@/lib/realtime/bid-sender.ts';

/** How a person wants to confirm their bids. */
export type ConfirmWay = 'confirm' | 'double' | 'one';

/** Why a bid is asked about whatever the preference says. */
export type AskReason = 'unusual' | 'against-yourself';

/**
 * One lot's bid, from the press to what became of it. Amounts are cents per unit; `cents` is always the amount the
 * button named. Pending (`sending`, `unknown`) is never winning.
 */
export type BidStep =
  | { step: 'idle' }
  /** The press came after the price had moved: nothing was sent, the button names the new price. */
  | { step: 'moved'; cents: number }
  | {
      step: 'confirming';
      cents: number;
      way: 'confirm' | 'double';
      reasons: readonly AskReason[];
      since: number;
    }
  /** `spinner`: off after 5 s, whatever comes. */
  | { step: 'sending'; cents: number; commandId: string; spinner: boolean }
  | { step: 'unknown'; cents: number; commandId: string }
  | { step: 'leading'; cents: number; seq: number }
  | { step: 'outbid-at-once'; cents: number; currentBidCents: number | null; seq: number }
  | { step: 'refused'; cents: number; code: string; message: string }
  | { step: 'offline'; cents: number }
  | { step: 'unconfirmed'; cents: number };

/** A lot's bidding: where its bid stands, and when one was last sent (ms). */
export type BidMachine = { bid: BidStep; sentAt: number | null };

export const IDLE: BidMachine = { bid: { step: 'idle' }, sentAt: null };

export const BID_TIMES = {
  /** An armed double press waits this long for its second press, ms. */
  doublePressMs: 2_500,
  /** A confirmation sooner than this is the press's own bounce, ms. */
  bounceMs: 250,
  /** A price that moved less than this ago was not yet read by the one who presses, ms. */
  unreadMs: 300,
} as const;

export type BidInput =
  /** `movedAt`: when the button's amount last changed by itself. Time is local ms. */
  | {
      type: 'press';
      cents: number;
      at: number;
      movedAt: number | null;
      commandId: string;
      way: ConfirmWay;
      reasons: readonly AskReason[];
    }
  | { type: 'confirm'; at: number; commandId: string }
  | { type: 'cancel' }
  /** The smallest amount now valid changed, or bidding closed (null). */
  | { type: 'price'; nextBidCents: number | null; incrementCents: number }
  | { type: 'progress'; commandId: string; progress: BidProgress }
  | { type: 'tick'; at: number }
  /** The lot's newest revision and whether the viewer leads it. */
  | { type: 'lot'; seq: number; winning: boolean };

const to = (machine: BidMachine, bid: BidStep): BidMachine => ({ ...machine, bid });

/** Whether a bid is on its way: no other one may be made on this lot. */
export const inFlight = ({ bid }: BidMachine): boolean => bid.step === 'sending' || bid.step === 'unknown';

/** Whether a press at `at` (ms) is one too many: a bid is in flight, or was sent within the guard. */
export const guarded = (machine: BidMachine, at: number): boolean =>
  inFlight(machine) || (machine.sentAt !== null && at - machine.sentAt < CLIENT_TIMES.bidGuardMs);

const send = (cents: number, commandId: string, at: number): BidMachine => ({
  bid: { step: 'sending', cents, commandId, spinner: true },
  sentAt: at,
});

/**
 * What follows. A machine that comes out in `sending` with a commandId it did not have before is to be sent, once.
 */
export function advance(machine: BidMachine, input: BidInput): BidMachine {
  const { bid } = machine;
  switch (input.type) {
    case 'press':
      return press(machine, input);
    case 'confirm':
      if (
        bid.step !== 'confirming' ||
        input.at - bid.since < BID_TIMES.bounceMs ||
        guarded(machine, input.at)
      )
        return machine;
      return send(bid.cents, input.commandId, input.at);
    case 'cancel':
      return inFlight(machine) ? machine : to(machine, { step: 'idle' });
    case 'price':
      return priceMoved(machine, input);
    case 'progress':
      return progressed(machine, input);
    case 'tick':
      return ticked(machine, input.at);
    case 'lot':
      return settledOn(machine, input);
  }
}

function press(machine: BidMachine, input: Extract<BidInput, { type: 'press' }>): BidMachine {
  const { bid } = machine;
  if (guarded(machine, input.at)) return machine;
  if (bid.step === 'confirming' && bid.way === 'double' && bid.cents === input.cents)
    return advance(machine, { type: 'confirm', at: input.at, commandId: input.commandId });
  if (input.movedAt !== null && input.at - input.movedAt < BID_TIMES.unreadMs)
    return to(machine, { step: 'moved', cents: input.cents });
  if (input.reasons.length > 0 || input.way !== 'one') {
    const way = input.reasons.length > 0 || input.way !== 'double' ? 'confirm' : 'double';
    return to(machine, {
      step: 'confirming',
      cents: input.cents,
      way,
      reasons: input.reasons,
      since: input.at,
    });
  }
  return send(input.cents, input.commandId, input.at);
}

/** A bid that waits for its confirmation must still be one the engine can take; else the button is re-armed. */
function priceMoved(machine: BidMachine, input: Extract<BidInput, { type: 'price' }>): BidMachine {
  const { bid } = machine;
  if (bid.step !== 'confirming') return machine;
  if (input.nextBidCents === null) return to(machine, { step: 'idle' });
  const valid =
    bid.cents >= input.nextBidCents && (bid.cents - input.nextBidCents) % input.incrementCents === 0;
  return valid ? machine : to(machine, { step: 'moved', cents: input.nextBidCents });
}

function progressed(machine: BidMachine, input: Extract<BidInput, { type: 'progress' }>): BidMachine {
  const { bid } = machine;
  if ((bid.step !== 'sending' && bid.step !== 'unknown') || bid.commandId !== input.commandId) return machine;
  const { progress } = input;
  const { cents, commandId } = bid;
  switch (progress.state) {
    case 'sending':
      return machine;
    case 'unknown':
      return to(machine, { step: 'unknown', cents, commandId });
    case 'offline':
    case 'unconfirmed':
      return to(machine, { step: progress.state, cents });
    case 'refused':
      return to(machine, { step: 'refused', cents, code: progress.code, message: progress.message });
    case 'decided': {
      const { decision } = progress;
      if (decision.outcome === 'refused')
        return to(machine, {
          step: 'refused',
          cents,
          code: decision.code ?? '',
          message: decision.message ?? 'Something is wrong. Please connect and try again.',
        });
      return decision.leading
        ? to(machine, { step: 'leading', cents, seq: decision.seq })
        : to(machine, {
            step: 'outbid-at-once',
            cents,
            currentBidCents: decision.currentBidCents,
            seq: decision.seq,
          });
    }
  }
}

function ticked(machine: BidMachine, at: number): BidMachine {
  const { bid, sentAt } = machine;
  if (bid.step === 'sending' && bid.spinner && sentAt !== null && at - sentAt >= CLIENT_TIMES.bidInFlightMs)
    return to(machine, { ...bid, spinner: false });
  if (bid.step === 'confirming' && bid.way === 'double' && at - bid.since > BID_TIMES.doublePressMs)
    return to(machine, { step: 'idle' });
  return machine;
}

/** Later news of the lot overrules what the last answer said: leading ends when someone else leads. */
function settledOn(machine: BidMachine, { seq, winning }: Extract<BidInput, { type: 'lot' }>): BidMachine {
  const { bid } = machine;
  if (bid.step === 'leading' && seq > bid.seq && !winning) return to(machine, { step: 'idle' });
  if (bid.step === 'outbid-at-once' && seq > bid.seq && winning) return to(machine, { step: 'idle' });
  return machine;
}

/** A bid this many increments above the current one, or over twice the price, is always asked about. */
const UNUSUAL_STEPS = 10;
const UNUSUAL_TIMES = 2;

/**
 * Why a bid of `cents` must be asked about. Bidding against yourself counts only once the reserve is met: below it
 * a leader's own raise moves the lot towards the market.
 */
export function askReasons(
  cents: number,
  steps: number,
  lot: { standingCents: number; winning: boolean; onMarket: boolean },
): AskReason[] {
  const reasons: AskReason[] = [];
  if (lot.winning && lot.onMarket) reasons.push('against-yourself');
  if (steps >= UNUSUAL_STEPS || cents > UNUSUAL_TIMES * lot.standingCents) reasons.push('unusual');
  return reasons;
}
