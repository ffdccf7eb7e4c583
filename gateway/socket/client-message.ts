import { type ClientMessage, type ClientMessageName, ClientMessages } from '@saleyard/contract/realtime.ts';
import { type Checked, messageCheck } from '@saleyard/http/validation.ts';
import type { PlacedBid } from './bid-dispatcher.ts';

/** A parsed client message, or why it was refused. `id`: the id to answer to, if it had one. */
export type Understood =
  | { outcome: 'message'; name: ClientMessageName; message: ClientMessage }
  | { outcome: 'unknown-message'; id: number | null }
  | { outcome: 'invalid'; id: number | null; field: string; reason: string };

/** Validators by channel, then event: avoids building a key for each message. */
const validators = new Map<
  string,
  Map<string, { name: ClientMessageName; check: (raw: unknown) => Checked<unknown> }>
>();
for (const name of Object.keys(ClientMessages) as ClientMessageName[]) {
  const [channel = '', event = ''] = name.split('/');
  const events = validators.get(channel) ?? new Map();
  validators.set(channel, events);
  events.set(event, { name, check: messageCheck(ClientMessages[name]) });
}

const idOf = (message: { id?: unknown }): number | null =>
  typeof message.id === 'number' && Number.isSafeInteger(message.id) && message.id >= 0 ? message.id : null;

/** Validates one message of a frame against the contract's schema of its channel and event [G7]. */
export function understand(raw: unknown): Understood {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) {
    return { outcome: 'invalid', id: null, field: 'message', reason: 'must be an object' };
  }
  const candidate = raw as { id?: unknown; channel?: unknown; event?: unknown };
  const { channel, event } = candidate;
  const known =
    typeof channel === 'string' && typeof event === 'string'
      ? validators.get(channel)?.get(event)
      : undefined;
  if (known === undefined) return { outcome: 'unknown-message', id: idOf(candidate) };
  const checked = known.check(raw);
  if (checked.outcome === 'valid')
    return { outcome: 'message', name: known.name, message: raw as ClientMessage };
  const [problem = { field: 'message', reason: 'it does not fit' }] = checked.problems;
  return { outcome: 'invalid', id: idOf(candidate), ...problem };
}

/**
 * A frame with one bid as Saleyard's own clients write it: members in this order, no white space. A frame that
 * matches also fits the contract's schema; tests compare the two.
 */
const ONE_BID =
  /^\[\{"id":(0|[1-9]\d{0,14}),"channel":"bids","event":"bid","data":\{"bid":\{"lot":"([\w-]{1,64})","cents":([1-9]\d{0,14})\},"commandId":"([\w-]{8,64})"(?:,"page":\{"clockOffsetMs":(0|-?[1-9]\d{0,9}),"seenCents":(null|[1-9]\d{0,14})\})?\}\}\]$/;

/**
 * Parses a frame that is plainly one bid, as nearly every frame of a busy sale is. Returns undefined for others,
 * which are parsed in full.
 */
export function plainBid(text: string): (PlacedBid & { id: number }) | undefined {
  const found = ONE_BID.exec(text);
  if (found === null) return undefined;
  const [, id, lot = '', cents, commandId = '', clockOffsetMs, seenCents] = found;
  const bid = { id: Number(id), lot, cents: Number(cents), commandId };
  if (seenCents === undefined) return bid;
  const seen = seenCents === 'null' ? null : Number(seenCents);
  return { ...bid, page: { clockOffsetMs: Number(clockOffsetMs), seenCents: seen } };
}

/** Where the id starts in such a frame. */
const BID_ID_AT = '[{"id":'.length;

/** The id of such a frame's bid, for callers that need nothing else. */
export function plainBidId(text: string): string | undefined {
  return ONE_BID.test(text) ? text.slice(BID_ID_AT, text.indexOf(',', BID_ID_AT)) : undefined;
}

/** The messages of one frame, or undefined when its text is not a JSON array. */
export function messagesOf(text: string): readonly unknown[] | undefined {
  try {
    const frame: unknown = JSON.parse(text);
    return Array.isArray(frame) ? frame : undefined;
  } catch {
    return undefined;
  }
}
