import { notificationOperations } from '@saleyard/contract/operations/notifications.ts';
import { STREAMS } from '@saleyard/domain/streams.ts';
import { type Endpoint, endpoint } from '@saleyard/http/endpoint.ts';
import { refusal } from '@saleyard/http/failures.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { EventLog } from '@saleyard/platform/event-log/port.ts';
import { retrySoon } from '../engine-replies.ts';
import { handleCommand } from '../handle-command.ts';

/** Staff show notifications to everybody, and end them. */
export function notificationEndpoints(parts: { log: EventLog; clock: Clock }): Endpoint[] {
  return [
    endpoint(notificationOperations.showNotification, async ({ viewer, body, commandId }) => {
      const { text, tone, until = null } = body;
      const shown = text.trim();
      if (shown === '')
        return refusal('invalid-request', {
          field: 'text',
          message: 'Please say what everybody is to read.',
        });
      // The commandId is its id, so a repetition finds the same one.
      const reply = await handleCommand(parts, STREAMS.notification, {
        id: commandId,
        commandId,
        actor: { kind: 'staff', id: viewer._id },
        body: { type: 'show', text: shown, tone, until },
      });
      if (reply.outcome === 'accepted') return { data: { _id: commandId }, position: reply.position };
      if (reply.outcome !== 'refused') return retrySoon(reply.outcome);
      if (reply.refusal.code === 'already-shown') return refusal('duplicate-conflict');
      return refusal('invalid-request', { field: 'until', message: 'Please choose a time that is to come.' });
    }),
    endpoint(notificationOperations.endNotification, async ({ viewer, params, commandId }) => {
      const reply = await handleCommand(parts, STREAMS.notification, {
        id: params.notification,
        commandId,
        actor: { kind: 'staff', id: viewer._id },
        body: { type: 'end' },
      });
      if (reply.outcome === 'accepted')
        return { data: { endedAt: reply.state?.endedAt ?? null }, position: reply.position };
      if (reply.outcome === 'refused') return refusal('not-found');
      return retrySoon(reply.outcome);
    }),
  ];
}
