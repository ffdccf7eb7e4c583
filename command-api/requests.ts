import { STREAMS } from '@saleyard/domain/streams.ts';
import type { Actor } from '@saleyard/platform/event-log/port.ts';
import { type HandleCommandParts, handleCommand, loadAggregate } from './handle-command.ts';

/** The response to a new request, or its refusal, which is not recorded. */
export type Responded<T, R> = { outcome: 'responded'; response: T } | { outcome: 'refused'; refusal: R };

/** `conflict`: this commandId was used with another body. */
export type Accepted<T, R> =
  | { outcome: 'accepted'; response: T }
  | { outcome: 'refused'; refusal: R }
  | { outcome: 'conflict' }
  | { outcome: 'full' }
  | { outcome: 'unavailable' }
  | { outcome: 'unknown' };

/**
 * Accepts the request `commandId` with this body: calls `respond` the first time and records its response, which
 * repetitions return. `body` is the digest of the request; the response must be JSON.
 * A recorded request is not checked again: what was valid then may no longer be.
 */
export async function acceptRequest<T, R>(
  parts: HandleCommandParts,
  request: { commandId: string; actor: Actor; body: string; respond: () => Promise<Responded<T, R>> },
): Promise<Accepted<T, R>> {
  const { commandId, actor, body, respond } = request;
  const { state } = await loadAggregate(parts, STREAMS.request, commandId);
  if (state !== null)
    return state.body === body
      ? { outcome: 'accepted', response: state.given as T }
      : { outcome: 'conflict' };
  const responded = await respond();
  if (responded.outcome === 'refused') return responded;
  const reply = await handleCommand(parts, STREAMS.request, {
    id: commandId,
    commandId,
    actor,
    digest: body,
    body: { type: 'take', body, given: responded.response },
  });
  if (reply.outcome === 'accepted') return { outcome: 'accepted', response: reply.state?.given as T };
  const wasOther = reply.outcome === 'duplicate-conflict' || reply.outcome === 'refused';
  return wasOther ? { outcome: 'conflict' } : { outcome: reply.outcome };
}
