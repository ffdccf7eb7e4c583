import { STREAMS } from '@saleyard/domain/streams.ts';
import type { Actor } from '@saleyard/platform/event-log/port.ts';
import { type HandleCommandParts, handleCommand, loadAggregate } from './handle-command.ts';

/** What a request is given the first time it comes, or why it gets nothing (and leaves no trace). */
export type Given<T, R> = { outcome: 'given'; given: T } | { outcome: 'refused'; refusal: R };

/** `conflict`: this commandId came before with another body. */
export type Taken<T, R> =
  | { outcome: 'taken'; given: T }
  | { outcome: 'refused'; refusal: R }
  | { outcome: 'conflict' }
  | { outcome: 'full' }
  | { outcome: 'unavailable' }
  | { outcome: 'unknown' };

/**
 * What was given to the request `commandId` with this body: `give()` the first time, the same again afterwards. `body`
 * is the digest of what is asked; `given` is JSON.
 * A request that was taken is not checked again: what was right then may have passed by now.
 */
export async function takeRequest<T, R>(
  parts: HandleCommandParts,
  request: { commandId: string; actor: Actor; body: string; give: () => Promise<Given<T, R>> },
): Promise<Taken<T, R>> {
  const { commandId, actor, body, give } = request;
  const { state } = await loadAggregate(parts, STREAMS.request, commandId);
  if (state !== null)
    return state.body === body ? { outcome: 'taken', given: state.given as T } : { outcome: 'conflict' };
  const reply = await give();
  if (reply.outcome === 'refused') return reply;
  const taken = await handleCommand(parts, STREAMS.request, {
    id: commandId,
    commandId,
    actor,
    digest: body,
    body: { type: 'take', body, given: reply.given },
  });
  if (taken.outcome === 'accepted') return { outcome: 'taken', given: taken.state?.given as T };
  const isTakenOtherwise = taken.outcome === 'duplicate-conflict' || taken.outcome === 'refused';
  return isTakenOtherwise ? { outcome: 'conflict' } : { outcome: taken.outcome };
}
