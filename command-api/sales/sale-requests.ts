import { createHash } from 'node:crypto';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import {
  type Actor,
  type EventLog,
  type NewEvent,
  NO_STREAM,
  type RecordedEvent,
} from '@saleyard/platform/event-log/port.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';

/**
 * A storage format: what was given to one request of staff (ids, numbers, seeds), and the digest of its body.
 * Recorded before anything is done with it, so that the same request again, also after a crash, goes on with
 * the same ids instead of making a second sale.
 */
type RequestTaken<T> = { type: 'RequestTaken'; data: { at: number; body: string; given: T } };

const SCHEMA = 1;
const APPEND_TRIES = 3;

/** What a request is given the first time it comes, or why it gets nothing (and leaves no trace). */
export type Given<T, R> = { outcome: 'given'; given: T } | { outcome: 'refused'; refusal: R };

/** `conflict`: this commandId came before with another body. */
export type Taken<T, R> =
  | { outcome: 'taken'; given: T }
  | { outcome: 'refused'; refusal: R }
  | { outcome: 'conflict' }
  | { outcome: 'full' }
  | { outcome: 'unknown' };

const digest = (body: unknown): string => createHash('sha256').update(JSON.stringify(body)).digest('hex');

/**
 * What was given to the request `commandId` with this body: `give()` the first time, the same again afterwards.
 * A request that was taken is not checked again: what was right then may have passed by now.
 */
export async function takeRequest<T, R>(
  { log, clock }: { log: EventLog; clock: Clock },
  request: { commandId: string; actor: Actor; body: unknown; give: () => Promise<Given<T, R>> },
): Promise<Taken<T, R>> {
  const { commandId, actor, give } = request;
  const stream = `request-${commandId}`;
  const body = digest(request.body);
  const before = await earlier<T>(log, stream);
  if (before)
    return before.body === body ? { outcome: 'taken', given: before.given } : { outcome: 'conflict' };
  const reply = await give();
  if (reply.outcome === 'refused') return reply;
  const at = clock.now();
  const event: NewEvent<RequestTaken<T>> = {
    id: newId(),
    type: 'RequestTaken',
    data: { at, body, given: reply.given },
    meta: { at, commandId, actor, schema: SCHEMA },
  };
  for (let tries = 0; tries < APPEND_TRIES; tries += 1) {
    const result = await log.append(stream, NO_STREAM, [event]);
    if (result.outcome === 'appended') return { outcome: 'taken', given: event.data.given };
    if (result.outcome === 'full') return { outcome: 'full' };
    if (result.outcome === 'conflict') {
      const other = await earlier<T>(log, stream);
      return other?.body === body ? { outcome: 'taken', given: other.given } : { outcome: 'conflict' };
    }
  }
  return { outcome: 'unknown' };
}

async function earlier<T>(log: EventLog, stream: string): Promise<RequestTaken<T>['data'] | undefined> {
  for await (const batch of log.read(stream, { limit: 1 })) {
    const [first] = batch as RecordedEvent<RequestTaken<T>>[];
    if (first) return first.data;
  }
  return undefined;
}
