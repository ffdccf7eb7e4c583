import type { BidDecision } from '@saleyard/contract/bids.ts';
import { CLIENT_TIMES } from '@saleyard/contract/limits.ts';
import type { RpcResult } from '@/lib/realtime/rpc-client.ts';

/** How a person wants to confirm their bids. */
export type ConfirmWay = 'confirm' | 'double' | 'one';

/** Why a bid must be confirmed, with any preference. */
type AskReason = 'unusual' | 'against-yourself';

/**
 * What a lot's bid depends on of the lot itself, as the page shows it. Amounts in cents.
 * - `seq`: the revision of the lot that is shown.
 * - `winning`: the viewer leads it; null while it is not known who of the bidders the viewer is.
 * - `nextBidCents`: the smallest amount now valid; null while no bid may be made.
 * - `isOver`: closed or withdrawn.
 */
export type LotFacts = {
  seq: number;
  winning: boolean | null;
  nextBidCents: number | null;
  incrementCents: number;
  isOver: boolean;
};

/**
 * One lot's bid, from the press to its final outcome. `cents` is always the amount the viewer's own press named, in
 * cents per unit: what the lot costs now is never kept here, since it would soon be wrong. Pending (`sending`,
 * `unknown`) is never winning.
 */
export type BidStep =
  | { step: 'idle' }
  /**
   * Nothing was sent, the button names another price. `why`: the price moved before the press, or before its
   * confirmation; or the page had just followed the sale to this lot.
   */
  | { step: 'moved'; since: number; why: 'press' | 'confirmation' | 'lot' }
  | {
      step: 'confirming';
      cents: number;
      way: 'confirm' | 'double';
      reasons: readonly AskReason[];
      since: number;
    }
  /** `spinner`: off after 5 s, with or without an answer. */
  | { step: 'sending'; cents: number; commandId: string; spinner: boolean }
  /** Sent, and the answer is missing: asked about again with the same id. `asking`: a question is on its way. */
  | { step: 'unknown'; cents: number; commandId: string; asking: boolean }
  /** The engine took it; the page does not show the lot as it is after it yet. */
  | { step: 'taken'; cents: number; decision: BidDecision }
  /** It was taken, and the viewer leads the lot that the page shows. */
  | { step: 'leading'; cents: number }
  /** It was taken, and another leads now. `atOnce`: it never led, an auto-bid answered it. */
  | { step: 'outbid'; cents: number; atOnce: boolean }
  /** `decision` null: refused before it reached the engine, surely not placed. */
  | { step: 'refused'; cents: number; code: string; message: string; decision: BidDecision | null }
  /** Never handed to an open socket: it was not placed and will not be. */
  | { step: 'offline'; cents: number }
  /** Nobody could say in time what became of it. It is not sent again; the user's own bids show it. */
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
  /** Nor was another lot that the page went to by itself, ms. */
  unreadLotMs: 1_000,
  /** Between two questions about a bid whose answer is missing, ms. */
  askAgainMs: 1_000,
  /** Such a bid is asked about for this long after it was sent, ms; then it is `unconfirmed`. */
  askWithinMs: 30_000,
  /** That the price has moved is said for this long, ms. */
  movedShownMs: 8_000,
} as const;

export type BidInput =
  /** `movedAt`: when the button's amount last changed by itself; `lotAt`: when its lot did. Time is local ms. */
  | {
      type: 'press';
      cents: number;
      at: number;
      movedAt: number | null;
      lotAt: number | null;
      commandId: string;
      way: ConfirmWay;
      reasons: readonly AskReason[];
    }
  | { type: 'confirm'; at: number; commandId: string }
  | { type: 'cancel' }
  /** What became of a question about the bid: its sending, or one of those asked again. */
  | { type: 'answer'; commandId: string; result: RpcResult }
  /** The pause between two questions is over, or the connection is back. */
  | { type: 'ask-again'; at: number }
  /** The connection was closed for good. */
  | { type: 'give-up' }
  | { type: 'tick'; at: number }
  /** The lot as the page shows it now. `at`: local ms. */
  | ({ type: 'lot'; at: number } & LotFacts);

const to = (machine: BidMachine, bid: BidStep): BidMachine => ({ ...machine, bid });

/** Whether a bid is on its way: no other one may be made on this lot. */
export const inFlight = ({ bid }: BidMachine): boolean => bid.step === 'sending' || bid.step === 'unknown';

/** Whether the viewer is about a bid on this lot: it waits for its confirmation, or is on its way. */
export const isBeingMade = (machine: BidMachine): boolean =>
  machine.bid.step === 'confirming' || inFlight(machine);

/** Whether a press at `at` (ms) is one too many: a bid is in flight, or was sent within the guard. */
export const guarded = (machine: BidMachine, at: number): boolean =>
  inFlight(machine) || (machine.sentAt !== null && at - machine.sentAt < CLIENT_TIMES.bidGuardMs);

const send = (cents: number, commandId: string, at: number): BidMachine => ({
  bid: { step: 'sending', cents, commandId, spinner: true },
  sentAt: at,
});

/**
 * The machine after `input`. The caller requests the bid's decision from the server, under its commandId, when the step
 * becomes `sending` and whenever an `unknown` one becomes `asking`.
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
    case 'answer':
      return answered(machine, input);
    case 'ask-again':
      return askedAgain(machine, input.at);
    case 'give-up':
      return bid.step === 'sending' || bid.step === 'unknown'
        ? to(machine, { step: 'unconfirmed', cents: bid.cents })
        : machine;
    case 'tick':
      return ticked(machine, input.at);
    case 'lot':
      return shownBy(machine, input);
  }
}

function press(machine: BidMachine, input: Extract<BidInput, { type: 'press' }>): BidMachine {
  const { bid } = machine;
  if (guarded(machine, input.at)) return machine;
  if (bid.step === 'confirming' && bid.way === 'double' && bid.cents === input.cents)
    return advance(machine, { type: 'confirm', at: input.at, commandId: input.commandId });
  if (input.lotAt !== null && input.at - input.lotAt < BID_TIMES.unreadLotMs)
    return to(machine, { step: 'moved', since: input.at, why: 'lot' });
  if (input.movedAt !== null && input.at - input.movedAt < BID_TIMES.unreadMs)
    return to(machine, { step: 'moved', since: input.at, why: 'press' });
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

function answered(machine: BidMachine, input: Extract<BidInput, { type: 'answer' }>): BidMachine {
  const { bid } = machine;
  if ((bid.step !== 'sending' && bid.step !== 'unknown') || bid.commandId !== input.commandId) return machine;
  const { result } = input;
  const { cents, commandId } = bid;
  const unknown = to(machine, { step: 'unknown', cents, commandId, asking: false });
  switch (result.outcome) {
    case 'answered':
      return decided(machine, cents, result.data as BidDecision);
    case 'error':
      if (result.code === 'unknown') return unknown;
      // That a later question is turned away (by a busy server, a full disk, an auction that could not be joined again)
      // says nothing about the bid as it was first sent.
      if (bid.step === 'unknown' && result.code !== 'duplicate-conflict') return unknown;
      return to(machine, {
        step: 'refused',
        cents,
        code: result.code,
        message: result.message,
        decision: null,
      });
    case 'offline':
      return bid.step === 'sending' ? to(machine, { step: 'offline', cents }) : unknown;
    case 'unknown':
      return unknown;
  }
}

function decided(machine: BidMachine, cents: number, decision: BidDecision): BidMachine {
  if (decision.outcome === 'refused')
    return to(machine, {
      step: 'refused',
      cents,
      code: decision.code ?? '',
      message: decision.message ?? 'Something is wrong. Please connect and try again.',
      decision,
    });
  return to(machine, { step: 'taken', cents, decision });
}

function askedAgain(machine: BidMachine, at: number): BidMachine {
  const { bid, sentAt } = machine;
  if (bid.step !== 'unknown' || bid.asking) return machine;
  return sentAt !== null && at - sentAt > BID_TIMES.askWithinMs
    ? to(machine, { step: 'unconfirmed', cents: bid.cents })
    : to(machine, { ...bid, asking: true });
}

function ticked(machine: BidMachine, at: number): BidMachine {
  const { bid, sentAt } = machine;
  if (bid.step === 'sending' && bid.spinner && sentAt !== null && at - sentAt >= CLIENT_TIMES.bidInFlightMs)
    return to(machine, { ...bid, spinner: false });
  if (bid.step === 'confirming' && bid.way === 'double' && at - bid.since > BID_TIMES.doublePressMs)
    return to(machine, { step: 'idle' });
  if (bid.step === 'moved' && at - bid.since >= BID_TIMES.movedShownMs) return to(machine, { step: 'idle' });
  return machine;
}

/**
 * The step in the light of the lot that the page shows: an outcome is said only while the lot agrees with it, and a
 * confirmation waits only while its amount can still be taken.
 */
function shownBy(machine: BidMachine, lot: LotFacts & { at: number }): BidMachine {
  const { bid } = machine;
  switch (bid.step) {
    case 'moved':
      return lot.nextBidCents === null ? to(machine, { step: 'idle' }) : machine;
    case 'confirming': {
      const next = lot.nextBidCents;
      if (next === null) return to(machine, { step: 'idle' });
      const valid = bid.cents >= next && (bid.cents - next) % lot.incrementCents === 0;
      return valid ? machine : to(machine, { step: 'moved', since: lot.at, why: 'confirmation' });
    }
    case 'taken':
      if (lot.seq < bid.decision.seq || lot.winning === null) return machine;
      return shownBy(
        to(
          machine,
          lot.winning
            ? { step: 'leading', cents: bid.cents }
            : { step: 'outbid', cents: bid.cents, atOnce: !bid.decision.leading },
        ),
        lot,
      );
    case 'leading':
      if (lot.isOver) return to(machine, { step: 'idle' });
      return lot.winning ? machine : to(machine, { step: 'outbid', cents: bid.cents, atOnce: false });
    case 'outbid':
      return lot.isOver || lot.winning ? to(machine, { step: 'idle' }) : machine;
    default:
      return machine;
  }
}

/** A bid this many increments above the current one, or over twice the price, is always asked about. */
const UNUSUAL_STEPS = 10;
const UNUSUAL_TIMES = 2;
/** A maximum over this many times the price is asked about: a digit too many is 10 times. */
const UNUSUAL_MAXIMUM_TIMES = 5;

/** How many times the price an amount is, as people say it: 240, or 5.5 below ten. */
export const timesOf = (cents: number, standingCents: number): number => {
  const times = cents / standingCents;
  return times < 10 ? Math.floor(times * 10) / 10 : Math.floor(times);
};

/** Whether an auto-bid's maximum is so far above the price that it may be a slip. Cents. */
export const isUnusualMaximum = (maxCents: number, standingCents: number): boolean =>
  maxCents > UNUSUAL_MAXIMUM_TIMES * standingCents;

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
