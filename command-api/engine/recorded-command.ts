import { isDeepStrictEqual } from 'node:util';
import type { CommandBody } from '@saleyard/domain/auction/commands.ts';
import type { AuctionEvent } from '@saleyard/domain/auction/events.ts';
import type { LotId } from '@saleyard/domain/auction/ids.ts';

type RefusedAction = Extract<AuctionEvent, { type: 'ActionRefused' }>['data'];

/**
 * The command that a group of events came from: those that share a commandId.
 * - `whole`: its body, as it was decided.
 * - `refused-action`: of a refused staff or scheduling command the log keeps which it was, on which lot, and why.
 */
export type RecordedCommand =
  | { kind: 'whole'; body: CommandBody }
  | { kind: 'refused-action'; action: RefusedAction['action']; lot: LotId | null };

/** Rebuilds the command of a group. What time did is an `advanceClock`, unless a command followed it. */
export function recordedCommand(events: readonly AuctionEvent[]): RecordedCommand {
  for (const event of events) {
    const recorded = ofEvent(event);
    if (recorded !== undefined) return recorded;
  }
  return { kind: 'whole', body: { type: 'advanceClock' } };
}

function whole(body: CommandBody): RecordedCommand {
  return { kind: 'whole', body };
}

const STAFF_EVENTS = { Frozen: 'freeze', Resumed: 'resume', Paused: 'pause', Unpaused: 'unpause' } as const;

function ofEvent(event: AuctionEvent): RecordedCommand | undefined {
  switch (event.type) {
    case 'BidAccepted':
    case 'AutoBidAccepted':
    case 'AutoBidStopped':
    case 'BidRefused':
      return whole(event.data.command);
    case 'ActionRefused':
      return { kind: 'refused-action', action: event.data.action, lot: event.data.lot };
    case 'AuctionScheduled':
      return whole({ type: 'schedule', details: event.data.details, terms: event.data.terms });
    case 'LotsCatalogued':
      return whole({ type: 'catalogueLots', lots: event.data.lots });
    case 'LotAmended': {
      const { at: _at, ...amended } = event.data;
      return whole({ type: 'amendLot', ...amended });
    }
    case 'Frozen':
    case 'Resumed':
    case 'Paused':
    case 'Unpaused': {
      const { lot, reason } = event.data;
      return whole({ type: STAFF_EVENTS[event.type], ...(lot !== null && { lot }), reason });
    }
    case 'BiddingOpened':
      return whole({ type: 'openLot', lot: event.data.lot });
    case 'LotWithdrawn':
      return whole({ type: 'withdraw', lot: event.data.lot, reason: event.data.reason });
    case 'LotSoldBefore':
      return whole({ type: 'sellBefore', lot: event.data.lot, reason: event.data.reason });
    case 'LotSoldAfter': {
      const { lot, buyer, cents } = event.data;
      return whole({ type: 'sellAfter', lot, buyer, cents });
    }
    case 'Announced':
      return whole({ type: 'announce', text: event.data.text });
    case 'AuctionCancelled':
      return whole({ type: 'cancel', reason: event.data.reason });
    case 'LotsClosed': {
      const [closed] = event.data.lots;
      if (event.data.by === 'time' || closed === undefined) return undefined;
      return whole({ type: event.data.by, lot: closed.lot });
    }
    case 'AuctionOpened':
    case 'AuctionWentLive':
    case 'LotsWentLive':
    case 'SealedAutoBidsTaken':
    case 'AuctionClosed':
      return undefined;
  }
}

/**
 * Whether `asked` is the command that was recorded. Whether the bidder was permitted is the host's to say, not
 * the caller's, so it does not count. Of a refused action only what the log keeps is compared.
 */
export function sameCommand(asked: CommandBody, recorded: RecordedCommand): boolean {
  if (recorded.kind === 'refused-action') {
    const lot = 'lot' in asked ? (asked.lot ?? null) : null;
    return asked.type === recorded.action && lot === recorded.lot;
  }
  return sameBody(asked, recorded.body);
}

/** Whether two bodies ask for the same. */
export function sameBody(a: CommandBody, b: CommandBody): boolean {
  return a.type === b.type && isDeepStrictEqual(asStored(a), asStored(b));
}

/** A body as the log would give it back, without what is the host's to say. */
function asStored(body: CommandBody): unknown {
  return JSON.parse(JSON.stringify('permitted' in body ? { ...body, permitted: undefined } : body));
}
