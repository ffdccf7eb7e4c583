import type { FeesChange, StaffFees } from '@saleyard/contract/fees.ts';
import { feeOperations } from '@saleyard/contract/operations/fees.ts';
import { fullName } from '@saleyard/domain/account/profile.ts';
import { isDay, saleDay } from '@saleyard/domain/days.ts';
import {
  FEES_ID,
  type FeesCommandBody,
  type FeesState,
  FIRST_FEES,
  feeTableProblem,
} from '@saleyard/domain/fees/fee-tables.ts';
import { type EventOf, STREAMS, streamOf } from '@saleyard/domain/streams.ts';
import { type Endpoint, endpoint } from '@saleyard/http/endpoint.ts';
import { refusal } from '@saleyard/http/failures.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { EventLog, RecordedEvent } from '@saleyard/platform/event-log/port.ts';
import type { AccountDirectory } from '../accounts/account-directory.ts';
import { retrySoon } from '../engine-replies.ts';
import { handleCommand, loadAggregate } from '../handle-command.ts';

/** Changes that are listed, the newest. */
const LISTED = 200;

const KIND = STREAMS.fees;

type Parts = { log: EventLog; clock: Clock; directory: Pick<AccountDirectory, 'personOf'> };

/** Administrators set the published fees from a day on; staff read them, and who changed what and why. */
export function feeEndpoints(parts: Parts): Endpoint[] {
  const { log, clock, directory } = parts;

  const changesOf = async (): Promise<FeesChange[]> => {
    const found: RecordedEvent<EventOf<'fees'>>[] = [];
    for await (const events of log.read(streamOf(KIND, FEES_ID), { direction: 'backwards', limit: LISTED })) {
      found.push(...(events as RecordedEvent<EventOf<'fees'>>[]));
    }
    return Promise.all(
      found.map(
        async ({ type, data, meta: { actor } }): Promise<FeesChange> => ({
          at: data.at,
          by: fullName(actor.kind === 'system' ? null : await directory.personOf(actor.id)),
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
