import type { FeesChange, StaffFees } from '@saleyard/contract/fees.ts';
import { feeOperations } from '@saleyard/contract/operations/fees.ts';
import { isDay, saleDay } from '@saleyard/domain/days.ts';
import {
  FEES_ID,
  type FeesCommandBody,
  type FeesState,
  FIRST_FEES,
  feeTableProblem,
} from '@saleyard/domain/fees/fee-tables.ts';
import { STREAMS } from '@saleyard/domain/streams.ts';
import { type Endpoint, endpoint } from '@saleyard/http/endpoint.ts';
import { refusal } from '@saleyard/http/failures.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { EventLog } from '@saleyard/platform/event-log/port.ts';
import type { AccountDirectory } from '../accounts/account-directory.ts';
import { retrySoon } from '../engine-replies.ts';
import { handleCommand, loadAggregate } from '../handle-command.ts';
import { actorNames, newestEvents } from '../history.ts';

/** The number of changes that are listed. */
const LISTED = 200;

const KIND = STREAMS.fees;

type Parts = { log: EventLog; clock: Clock; directory: Pick<AccountDirectory, 'personOf'> };

/** Administrators set the published fees from a day on; staff read them, and who changed what and why. */
export function feeEndpoints(parts: Parts): Endpoint[] {
  const { log, clock, directory } = parts;

  const changesOf = async (): Promise<FeesChange[]> => {
    const nameOf = actorNames(directory);
    const found = await newestEvents(log, 'fees', FEES_ID, { limit: LISTED });
    return Promise.all(
      found.map(
        async ({ type, data, meta }): Promise<FeesChange> => ({
          at: data.at,
          by: await nameOf(meta.actor),
          act: type === 'FeesSet' ? 'set' : 'withdrawn',
          from: data.from,
          reason: data.reason,
          table: type === 'FeesSet' ? data.table : null,
        }),
      ),
    );
  };

  const shown = async ({ tables, changes: seen }: FeesState): Promise<StaffFees> => ({
    today: saleDay(clock.now()),
    tables: [{ from: null, table: FIRST_FEES }, ...tables],
    changes: await changesOf(),
    seen,
  });

  const change = async (staff: string, commandId: string, body: FeesCommandBody) => {
    const reply = await handleCommand(parts, KIND, {
      id: FEES_ID,
      commandId,
      actor: { kind: 'staff', id: staff },
      body,
    });
    if (reply.outcome === 'refused') return refusal(reply.refusal.code);
    if (reply.outcome !== 'accepted') return retrySoon(reply.outcome);
    return { data: await shown(reply.state), position: Math.max(0, reply.position) };
  };

  return [
    endpoint(feeOperations.feeTables, async () => ({
      data: await shown((await loadAggregate(parts, KIND, FEES_ID)).state),
    })),
    endpoint(feeOperations.setFees, ({ viewer, params: { from }, body, commandId }) => {
      const { table, reason, seen } = body;
      if (!isDay(from)) return refusal('invalid-request', { field: 'from', message: 'Please choose a day.' });
      const problem = feeTableProblem(table);
      if (problem !== null) {
        return refusal('invalid-request', { ...problem, field: `table.${problem.field}` });
      }
      return change(viewer._id, commandId, { type: 'set', from, table, reason, seen });
    }),
    endpoint(feeOperations.withdrawFees, ({ viewer, params: { from }, body, commandId }) =>
      change(viewer._id, commandId, { type: 'withdraw', from, reason: body.reason, seen: body.seen }),
    ),
  ];
}
