import type { AuctionState, LotState } from './state.ts';
import type { StateEdit } from './state-edit.ts';

/**
 * Now, by the sale's own timers (ms): the moment they stopped while they stand still. A deadline that is set
 * meanwhile counts from there, and moves with the others when they run again [T10].
 */
export const timerNow = (state: AuctionState, at: number): number => state.timersStoppedAt ?? at;

/** Now, by the lot's own timer (ms). */
export const lotTimerNow = (lot: LotState, at: number): number => lot.timerStoppedAt ?? at;

/** Whether a freeze or a pause holds the sale's timers. */
const saleHeld = (state: AuctionState): boolean => state.frozenAt !== null || state.pausedAt !== null;

/** Whether a freeze or a pause, of the lot or of the sale, holds the lot's timer. */
export const lotHeld = (state: AuctionState, lot: LotState): boolean =>
  saleHeld(state) || lot.frozenAt !== null || lot.pausedAt !== null;

/**
 * Stops or restarts timers after a freeze, a resume, a pause or its end (of the lot at `index`, or of the
 * auction for null). A timer stands still while anything holds it; when the last lets go, its deadline moves
 * by the whole of that time, however many freezes and pauses overlapped [T8] [T10].
 */
export function restartTimers(edit: StateEdit, at: number, index: number | null): void {
  const state = edit.own();
  if (index !== null) {
    restartLot(edit, state, index, at);
    return;
  }
  if (saleHeld(state)) state.timersStoppedAt ??= at;
  else if (state.timersStoppedAt !== null) {
    const stood = at - state.timersStoppedAt;
    state.timersStoppedAt = null;
    if (state.phase === 'future' && state.openAt !== null) state.openAt += stood;
    if (state.phase !== 'live' && state.liveAt !== null) state.liveAt += stood;
    if (state.finishAt !== null) state.finishAt += stood;
    if (state.nextLotAt !== null) state.nextLotAt += stood;
    if (state.closesAt !== undefined) state.closesAt += stood;
    if (state.reopenable !== undefined) {
      state.reopenable = { ...state.reopenable, until: state.reopenable.until + stood };
    }
  }
  for (const lot of state.lots) if (lot.phase === 'live') restartLot(edit, state, lot.index, at);
}

function restartLot(edit: StateEdit, state: AuctionState, index: number, at: number): void {
  const lot = edit.lot(index);
  if (lot.phase !== 'live') return;
  if (lotHeld(state, lot)) lot.timerStoppedAt ??= at;
  else if (lot.timerStoppedAt !== null) {
    if (lot.finishAt !== null) lot.finishAt += at - lot.timerStoppedAt;
    lot.timerStoppedAt = null;
  }
  edit.deadlineChanged(index);
}
