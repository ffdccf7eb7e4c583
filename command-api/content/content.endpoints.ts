import { accountOperations } from '@saleyard/contract/operations/accounts.ts';
import { PROFESSIONS_ID, professionsOf } from '@saleyard/domain/content/professions.ts';
import { businessName } from '@saleyard/domain/fields/rules.ts';
import { STREAMS } from '@saleyard/domain/streams.ts';
import { type Endpoint, endpoint } from '@saleyard/http/endpoint.ts';
import { refusal } from '@saleyard/http/failures.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { EventLog } from '@saleyard/platform/event-log/port.ts';
import { retrySoon } from '../engine-replies.ts';
import { handleCommand } from '../handle-command.ts';

const TOO_MANY = 'There are as many professions as there may be.';

/** Staff's additions to the choices that everybody has. */
export function contentEndpoints(parts: { log: EventLog; clock: Clock }): Endpoint[] {
  return [
    endpoint(accountOperations.addProfession, async ({ viewer, body, commandId }) => {
      const name = body.name.trim();
      const problem = businessName('Profession')(name);
      if (problem !== null) return refusal('invalid-request', { field: 'name', message: problem });
      const reply = await handleCommand(parts, STREAMS.content, {
        id: PROFESSIONS_ID,
        commandId,
        actor: { kind: 'staff', id: viewer._id },
        body: { type: 'addProfession', name },
      });
      if (reply.outcome === 'refused')
        return refusal('invalid-request', { field: 'name', message: TOO_MANY });
      if (reply.outcome !== 'accepted') return retrySoon(reply.outcome);
      const professions = professionsOf(reply.state).map((one) => ({ name: one }));
      return { data: { professions }, position: reply.position };
    }),
  ];
}
