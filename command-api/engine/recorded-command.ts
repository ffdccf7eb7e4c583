import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { CommandBody, Correction } from '@saleyard/domain/auction/commands.ts';
import type { AuctionEvent } from '@saleyard/domain/auction/events.ts';
import { causeOf } from '@saleyard/domain/auction/freeze-cause.ts';
import type { LotId } from '@saleyard/domain/auction/ids.ts';
import { canonicalJson } from '@saleyard/platform/event-log/canonical-json.ts';

type Refused = Extract<AuctionEvent, { type: 'ActionRefused' }>;

/**
 * A refused staff or scheduling command is stored in full up to this many bytes of canonical JSON, else as its hash.
 */
export const REFUSED_COMMAND_BYTES = 16 * 1024;

/**
 * The command of a group of events: those with the same commandId.
 * - `whole`: its body, as it was decided.
 * - `hashed`: a refused staff or scheduling command that was too long to store.
 * - `not-kept`: a command refused before refusals stored their command: only its type and its lot.
 */
export type RecordedCommand =
  | { kind: 'whole'; body: CommandBody }
  | { kind: 'hashed'; action: Refused['data']['action']; hash: string }
  | { kind: 'not-kept'; action: Refused['data']['action']; lot: LotId | null };

/** The events of a decision as they are stored: a refused command that is too long is replaced by its hash [E22]. */
export function asKept(events: readonly AuctionEvent[]): readonly AuctionEvent[] {
  return events.some(({ type }) => type === 'ActionRefused') ? events.map(keptEvent) : events;
}

function keptEvent(event: AuctionEvent): AuctionEvent {
  if (event.type !== 'ActionRefused' || event.data.command === null) return event;
  const text = textOf(event.data.command);
  if (Buffer.byteLength(text) <= REFUSED_COMMAND_BYTES) return event;
  return { type: event.type, data: { ...event.data, command: null, commandHash: hash('sha256', text) } };
}

/** Rebuilds the command of a group. Events caused by time are an `advanceClock`, unless a command followed them. */
export function recordedCommand(events: readonly AuctionEvent[]): RecordedCommand {
  for (const event of events) {
    const recorded = ofEvent(event);
    if (recorded !== undefined) return recorded;
  }
  return { kind: 'whole', body: { type: 'advanceClock' } };
}

function refusedAction({ action, lot, command, commandHash }: Refused['data']): RecordedCommand {
  if (command !== null) return whole(command);
  return commandHash === undefined
    ? { kind: 'not-kept', action, lot }
    : { kind: 'hashed', action, hash: commandHash };
}

function whole(body: CommandBody): RecordedCommand {
  return { kind: 'whole', body };
}

const STAFF_EVENTS = { Resumed: 'resume', Paused: 'pause', Unpaused: 'unpause' } as const;

function ofEvent(event: AuctionEvent): RecordedCommand | undefined {
  switch (event.type) {
    case 'BidAccepted':
    case 'AutoBidAccepted':
    case 'AutoBidStopped':
    case 'BidRefused':
      return whole(event.data.command);
    case 'ActionRefused':
      return refusedAction(event.data);
    case 'AuctionScheduled': {
      const { at: _at, ...scheduled } = event.data;
      return whole({ type: 'schedule', ...scheduled });
    }
    case 'LotsCatalogued': {
      const { at: _at, ...catalogued } = event.data;
      return whole({ type: 'catalogueLots', ...catalogued });
    }
    case 'LotAmended': {
      const { at: _at, ...amended } = event.data;
      return whole({ type: 'amendLot', ...amended });
    }
    case 'Frozen': {
      const { lot, reason } = event.data;
      return whole({ type: 'freeze', ...(lot !== null && { lot }), reason, ...causeOf(event.data) });
    }
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
    case 'EveryoneMessaged':
      return whole({ type: 'messageEveryone', text: event.data.text });
    case 'ResultsExported':
      return whole({ type: 'exportResults', contacts: event.data.contacts });
    case 'AuctionCancelled':
      return whole({ type: 'cancel', reason: event.data.reason });
    case 'LotsClosed': {
      const [closed] = event.data.lots;
      const { by, buyer } = event.data;
      if (by === 'time' || closed === undefined) return undefined;
      return whole({ type: by, lot: closed.lot, ...(buyer !== undefined && { buyer }) });
    }
    case 'FloorBidRetracted': {
      const { lot, reason, by } = event.data;
      return whole({ type: 'retractFloorBid', lot, reason, by });
    }
    case 'LotReopened': {
      const { lot, reason, by } = event.data;
      return whole({ type: 'reopenLot', lot, reason, by });
    }
    case 'LotReinstated': {
      const { lot, reason, by } = event.data;
      return whole({ type: 'reinstateLot', lot, reason, by });
    }
    case 'SaleCorrected':
    case 'CorrectionProposed':
      return whole(correctSale(event.data));
    case 'CorrectionConfirmed': {
      const { at: _at, ...confirmed } = event.data;
      return whole({ type: 'confirmCorrection', ...confirmed });
    }
    case 'CorrectionDeclined': {
      const { lot, reason, by } = event.data;
      return whole({ type: 'declineCorrection', lot, reason, by });
    }
    case 'OfferAnswered': {
      const { at: _at, ...answered } = event.data;
      return whole({ type: 'answerOffer', ...answered });
    }
    case 'FloorBuyerNamed': {
      const { lot, buyer, by } = event.data;
      return whole({ type: 'nameFloorBuyer', lot, buyer, by });
    }
    case 'BuyerNumberAssigned': {
      const { buyer, account, by } = event.data;
      return whole({ type: 'assignBuyerNumber', buyer, account, by });
    }
    case 'AuctionOpened':
    case 'AuctionWentLive':
    case 'LotsWentLive':
    case 'SealedAutoBidsTaken':
    case 'AuctionClosed':
      return undefined;
  }
}

function correctSale({ lot, correction }: { lot: LotId; correction: Correction }): CommandBody {
  const { outcome, buyer: account, number, cents, reason, by, acceptedBy } = correction;
  const buyer = number ?? account;
  return {
    type: 'correctSale',
    lot,
    outcome,
    ...(buyer !== null && { buyer }),
    ...(cents !== null && { cents }),
    reason,
    by,
    ...(acceptedBy === 'staffRecord' && { acceptedBy }),
  };
}

/**
 * Whether `asked` is the recorded command. The bidder's permission is decided by the host, not by the caller, so it
 * is ignored. For a command that was not stored, only its type and lot are compared.
 */
export function sameCommand(asked: CommandBody, recorded: RecordedCommand): boolean {
  switch (recorded.kind) {
    case 'whole':
      return sameBody(asked, recorded.body);
    case 'hashed':
      return hash('sha256', textOf(asked)) === recorded.hash;
    case 'not-kept': {
      const lot = 'lot' in asked ? (asked.lot ?? null) : null;
      return asked.type === recorded.action && lot === recorded.lot;
    }
  }
}

/** Whether two bodies are equal. */
export function sameBody(a: CommandBody, b: CommandBody): boolean {
  return a.type === b.type && isDeepStrictEqual(asStored(a), asStored(b));
}

const textOf = (body: CommandBody): string => canonicalJson(asStored(body));

/** A body as the log would return it, without what the host decides. */
function asStored(body: CommandBody): unknown {
  return JSON.parse(JSON.stringify('permitted' in body ? { ...body, permitted: undefined } : body));
}
