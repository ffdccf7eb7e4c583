import { referenceOperations } from '@saleyard/contract/operations/reference.ts';
import { KINDS_ID, type KindsCommandBody } from '@saleyard/domain/kinds/kinds.ts';
import { KIND_TITLES, KIND_TYPES, type KindType } from '@saleyard/domain/listing/stock.ts';
import { STREAMS } from '@saleyard/domain/streams.ts';
import { type Endpoint, endpoint } from '@saleyard/http/endpoint.ts';
import { refusal } from '@saleyard/http/failures.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { EventLog } from '@saleyard/platform/event-log/port.ts';
import { retrySoon } from '../engine-replies.ts';
import { handleCommand, loadAggregate } from '../handle-command.ts';

const NO_REASON = 'Say why the kind is not taken.';

type Parts = { log: EventLog; clock: Clock };

const isKind = (name: string): name is KindType => KIND_TYPES.some((kind) => kind === name);

/** The message why no new sale or lot of a kind is accepted now; null when it is. @throws EventLogUnavailable */
export async function stoppedKind(parts: Pick<Parts, 'log'>, kind: KindType): Promise<string | null> {
  const { state } = await loadAggregate(parts, STREAMS.kinds, KINDS_ID);
  return state.stopped.includes(kind) ? `${KIND_TITLES[kind]} is not taken at the moment.` : null;
}

/** Staff stop accepting a kind of stock, and resume it. */
export function kindEndpoints(parts: Parts): Endpoint[] {
  const change = async (staff: string, commandId: string, body: KindsCommandBody) => {
    const reply = await handleCommand(parts, STREAMS.kinds, {
      id: KINDS_ID,
      commandId,
      actor: { kind: 'staff', id: staff },
      body,
    });
    if (reply.outcome === 'refused') return refusal('internal-error');
    if (reply.outcome !== 'accepted') return retrySoon(reply.outcome);
    // Nothing is stored until a kind is stopped for the first time, so there is no position to wait for.
    return { data: { stopped: [...reply.state.stopped] }, position: Math.max(0, reply.position) };
  };
  return [
    endpoint(referenceOperations.changeKind, async ({ viewer, params: { kind }, body, commandId }) => {
      const { isTaken, reason } = body;
      if (!isKind(kind)) return refusal('not-found');
      if (isTaken) return change(viewer._id, commandId, { type: 'resumeKind', kind });
      if (reason === undefined) return refusal('invalid-request', { field: 'reason', message: NO_REASON });
      return change(viewer._id, commandId, { type: 'stopKind', kind, reason });
    }),
  ];
}
