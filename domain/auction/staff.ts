import { endRefusal, freezeRefusal, isAccount } from './bid-eligibility.ts';
import { isAmount } from './bidding.ts';
import { assignmentRefusal } from './buyer-numbers.ts';
import type { CorrectionCommand, StaffCommand } from './commands.ts';
import {
  buyerAfterRefusal,
  correctionEvents,
  correctionRefusal,
  isCorrection,
  knockDownBuyerRefusal,
} from './corrections.ts';
import type { AuctionEvent } from './events.ts';
import { AuctionFold } from './evolve.ts';
import { causeOf, isFreezeCause } from './freeze-cause.ts';
import { hasRule } from './policy.ts';
import { pricingOf } from './pricing.ts';
import type { RefusalCode } from './refusals.ts';
import { SALE_LIMITS } from './scheduling.ts';
import { lotIn, winnerOf } from './standing.ts';
import type { AuctionState, LotState } from './state.ts';
import { closeEmpty, dueBy, lotsClosed, lotsGoLive } from './timing.ts';
import { typeOf } from './types/auction-types.ts';

type StopCommand = Extract<StaffCommand, { type: 'freeze' | 'resume' | 'pause' | 'unpause' }>;
type StopData = Extract<AuctionEvent, { type: 'Resumed' }>['data'];
type CancelCommand = Extract<StaffCommand, { type: 'cancel' }>;
type AnnounceCommand = Extract<StaffCommand, { type: 'announce' }>;
type MessageCommand = Extract<StaffCommand, { type: 'messageEveryone' }>;
type ExportCommand = Extract<StaffCommand, { type: 'exportResults' }>;
type AssignCommand = Extract<StaffCommand, { type: 'assignBuyerNumber' }>;
type SaleCommand = CancelCommand | AnnounceCommand | MessageCommand | ExportCommand | AssignCommand;
type LotCommand = Exclude<StaffCommand, StopCommand | SaleCommand | CorrectionCommand>;

const STOPS = {
  freeze: { type: 'Frozen', which: 'frozenAt', begins: true },
  resume: { type: 'Resumed', which: 'frozenAt', begins: false },
  pause: { type: 'Paused', which: 'pausedAt', begins: true },
  unpause: { type: 'Unpaused', which: 'pausedAt', begins: false },
} as const;

const isStop = (command: StaffCommand): command is StopCommand => command.type in STOPS;

/** Commands that are always about the whole sale. */
const OF_SALE = {
  cancel: true,
  announce: true,
  messageEveryone: true,
  exportResults: true,
  assignBuyerNumber: true,
} as const satisfies Record<SaleCommand['type'], true>;

const isOfSale = (command: StaffCommand): command is SaleCommand => command.type in OF_SALE;

/** Whether it is about one lot, and never about the whole sale. */
const isOfOneLot = (command: StaffCommand): command is LotCommand | CorrectionCommand =>
  !isStop(command) && !isOfSale(command);

/**
 * What staff and the clerk do to a sale. A freeze may be in the past: after an outage it takes effect from when the
 * outage began [T12]. A command that can't be done yields one `ActionRefused`.
 */
export function decideStaff(state: AuctionState, command: StaffCommand, at: number): AuctionEvent[] {
  const lot = lotIn(state, command.lot);
  const code = staffRefusal(state, command, lot, at);
  if (code !== null) {
    const data = { at, action: command.type, lot: command.lot ?? null, code, command };
    return [{ type: 'ActionRefused', data }];
  }
  const events: AuctionEvent[] = [];
  const fold = new AuctionFold(state);
  for (const event of eventsOf(fold, command, lot, at)) {
    fold.apply(event);
    events.push(event);
  }
  // A lot withdrawn, or timers that run again, can make the next lot of a sequential sale due at this very
  // instant, where there is no gap [T13].
  return [...events, ...dueBy(fold.state, at).events];
}

function eventsOf(
  fold: AuctionFold,
  command: StaffCommand,
  lot: LotState | undefined,
  at: number,
): Iterable<AuctionEvent> {
  if (isOfSale(command)) return [saleEvent(command, at)];
  if (isCorrection(command)) return lot === undefined ? [] : correctionEvents(fold, command, lot, at);
  return isStop(command) ? stopEvents(command, at) : lotEvents(fold, command, lot, at);
}

function saleEvent(command: SaleCommand, at: number): AuctionEvent {
  switch (command.type) {
    case 'cancel':
      return { type: 'AuctionCancelled', data: { at, reason: command.reason } };
    case 'announce':
      return { type: 'Announced', data: { at, text: command.text } };
    case 'messageEveryone':
      return { type: 'EveryoneMessaged', data: { at, text: command.text } };
    case 'exportResults':
      return { type: 'ResultsExported', data: { at, contacts: command.contacts } };
    case 'assignBuyerNumber': {
      const { buyer, account, by } = command;
      return { type: 'BuyerNumberAssigned', data: { at, buyer, account, by } };
    }
  }
}

const stopEvents = (command: StopCommand, at: number): AuctionEvent[] => [
  stopEvent(command, { at, lot: command.lot ?? null, reason: command.reason }),
];

const stopEvent = (command: StopCommand, data: StopData): AuctionEvent =>
  command.type === 'freeze'
    ? { type: 'Frozen', data: { ...data, ...causeOf(command) } }
    : { type: STOPS[command.type].type, data };

/** What the clerk's or staff's command does to one lot, and what follows from it at the same instant. */
function* lotEvents(
  fold: AuctionFold,
  command: LotCommand,
  lot: LotState | undefined,
  at: number,
): Generator<AuctionEvent> {
  if (lot === undefined) return;
  switch (command.type) {
    case 'openLot':
      yield* lotsGoLive(fold, [lot], at);
      yield { type: 'BiddingOpened', data: { at, lot: command.lot } };
      return;
    case 'knockDown':
      yield lotsClosed([lot], command.type, at, command.buyer);
      break;
    case 'passIn':
      yield lotsClosed([lot], command.type, at);
      break;
    case 'sellBefore':
      yield { type: 'LotSoldBefore', data: { at, lot: command.lot, reason: command.reason } };
      break;
    case 'sellAfter': {
      const { buyer, cents } = command;
      yield { type: 'LotSoldAfter', data: { at, lot: command.lot, buyer, cents } };
      return;
    }
    case 'withdraw':
      yield { type: 'LotWithdrawn', data: { at, lot: command.lot, reason: command.reason } };
      break;
  }
  yield* closeEmpty(fold, at);
}

function staffRefusal(
  state: AuctionState,
  command: StaffCommand,
  lot: LotState | undefined,
  at: number,
): RefusalCode | null {
  if (state.terms === null) return 'not-scheduled';
  if (lot === undefined && (command.lot !== undefined || isOfOneLot(command))) return 'unknown-lot';
  if (isCorrection(command))
    return lot === undefined ? 'unknown-lot' : correctionRefusal(state, command, lot, at);
  if (command.type === 'assignBuyerNumber') return assignmentRefusal(state, command);
  if (command.type === 'sellAfter' && lot !== undefined) return sellAfterRefusal(state, lot, command);
  if (command.type === 'messageEveryone') return messageRefusal(state, command);
  if (command.type === 'exportResults') return exportRefusal(state, command);
  // [T9] [T20] Nothing that is closed or cancelled is frozen, opened or closed again.
  const isOver = state.phase === 'closed' || state.cancelledAt !== undefined;
  if (isOver && lot === undefined) return 'lot-closed';
  const ended = lot === undefined ? null : endRefusal(lot);
  if (ended !== null) return ended;
  if (isStop(command)) {
    const { which, begins } = STOPS[command.type];
    const hasOwnCause = command.type === 'freeze' && command.cause !== undefined;
    if (hasOwnCause && !isFreezeCause(command.cause)) return 'invalid-terms';
    return ((lot ?? state)[which] !== null) === begins ? 'already-so' : null;
  }
  if (command.type === 'announce') return announceRefusal(state, command);
  if (command.type === 'cancel' || command.type === 'sellBefore')
    return state.phase === 'live' ? 'already-scheduled' : null;
  if (command.type === 'withdraw' || lot === undefined) return null;
  return clerkRefusal(state, command, lot);
}

/** [T23] Why a text cannot be announced, or null. */
function announceRefusal({ announcement }: AuctionState, { text }: AnnounceCommand): RefusalCode | null {
  if (text === (announcement ?? null)) return 'already-so';
  if (text === null) return null;
  return isAnnounceable(text) ? null : 'invalid-terms';
}

const isAnnounceable = (text: unknown): boolean =>
  typeof text === 'string' && text !== '' && text.length <= SALE_LIMITS.announcement;

/** [T26] Why a text cannot be sent to everybody, or null. The same text is not sent twice in a row. */
function messageRefusal({ messaged }: AuctionState, { text }: MessageCommand): RefusalCode | null {
  if (!isAnnounceable(text)) return 'invalid-terms';
  if (messaged?.text === text) return 'already-so';
  return (messaged?.count ?? 0) < SALE_LIMITS.messages ? null : 'message-limit';
}

/** [T27] Why the results cannot be exported, or null. */
function exportRefusal({ phase }: AuctionState, { contacts }: ExportCommand): RefusalCode | null {
  if (typeof contacts !== 'boolean') return 'invalid-terms';
  return phase === 'closed' ? null : 'not-closed';
}

/** [T22] Why a lot cannot be recorded as sold after the sale, or null. */
function sellAfterRefusal(
  state: AuctionState,
  lot: LotState,
  { buyer, cents }: Extract<StaffCommand, { type: 'sellAfter' }>,
): RefusalCode | null {
  if (lot.withdrawn) return 'lot-withdrawn';
  if (winnerOf(lot) !== null || lot.soldBeforeAt !== undefined) return 'already-so';
  const { phase, terms } = state;
  if (phase !== 'closed' || terms === null) return 'not-closed';
  if (!isAccount(buyer)) return 'not-permitted';
  if (buyer === lot.terms.createdBy) return 'own-lot';
  const refused = hasRule(terms, 'soldAfterBuyer') ? buyerAfterRefusal(state, lot, buyer) : null;
  if (refused !== null) return refused;
  return isAmount(cents, pricingOf(lot, terms).highestCents) ? null : 'invalid-amount';
}

/** [T5] [T14] Why the clerk may not open or close a lot, or null. */
function clerkRefusal(state: AuctionState, command: LotCommand, lot: LotState): RefusalCode | null {
  if (!typeOf(state)?.byClerk) return 'wrong-auction-type';
  const frozen = freezeRefusal(state, lot);
  if (frozen !== null) return frozen;
  if (state.phase !== 'live') return 'not-open';
  if (command.type === 'openLot') return lot.phase === 'live' ? 'already-so' : null;
  if (lot.phase !== 'live') return 'waiting-to-start';
  if (command.type !== 'knockDown' || command.buyer === undefined) return null;
  return knockDownBuyerRefusal(state, lot, command.buyer);
}
