import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AGGREGATE_SNAPSHOTS } from '@saleyard/command-api/aggregate-snapshots.ts';
import { statesOf } from '@saleyard/command-api/aggregate-states.ts';
import { handleCommand } from '@saleyard/command-api/handle-command.ts';
import type { AccountCommandBody } from '@saleyard/domain/account/commands.ts';
import { CHAINED, STREAMS } from '@saleyard/domain/streams.ts';
import { systemClock as clock } from '@saleyard/platform/clock/system-clock.ts';
import { openLmdbDocuments } from '@saleyard/platform/documents/lmdb-documents.ts';
import { forwardedLog } from '@saleyard/platform/event-log/forwarded-log.ts';
import { openLmdbEventLog } from '@saleyard/platform/event-log/lmdb-event-log.ts';
import type { EventLog } from '@saleyard/platform/event-log/port.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import type { Measured, Row } from './row.ts';
import { mediansInTurns } from './statistics.ts';

const SHORT = 10;
const LONG = 5_000;
const ROUNDS = 200;
const RESTARTS = 20;

const REGISTER: AccountCommandBody = {
  type: 'register',
  registration: {
    numericId: 7,
    shortId: 'S7',
    personal: 'sealed',
    status: 'registered',
    type: 'guest',
    role: null,
    stockTypes: [],
    approvedStockTypes: [],
  },
};

/**
 * A command on a stream of 5,000 events beside the same one on a stream of 10: with the state in memory, and as the first
 * command after a restart, which reads a snapshot and what came after it.
 */
export async function benchLongStream(): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'saleyard-bench-long-stream-'));
  const log = await openLmdbEventLog({ chained: CHAINED, folder: join(folder, 'log') });
  const documents = await openLmdbDocuments({ folder: join(folder, 'read'), clock });
  await documents.declare([{ name: AGGREGATE_SNAPSHOTS }]);
  /** The log of a process that has nothing in memory yet. */
  const restarted = (): EventLog => {
    const own = forwardedLog(() => log);
    statesOf(own).keepSnapshots(documents, console);
    return own;
  };
  const turns = new Map<string, number>();
  const run = async (on: EventLog, id: string): Promise<void> => {
    const turn = turns.get(id) ?? 0;
    turns.set(id, turn + 1);
    const watch: AccountCommandBody =
      turn % 2 === 0 ? { type: 'watchLot', lot: 'l1', auction: 'a1' } : { type: 'unwatchLot', lot: 'l1' };
    const body = turn === 0 ? REGISTER : watch;
    const command = { id, commandId: newId(), actor: { kind: 'system', id: 'bench' } as const, body };
    const { outcome } = await handleCommand({ log: on, clock }, STREAMS.account, command);
    if (outcome !== 'accepted') throw new Error(outcome);
  };
  try {
    const process = restarted();
    const [short, long] = ['short', 'long'];
    for (let n = 0; n < SHORT; n += 1) await run(process, short);
    for (let n = 0; n < LONG; n += 1) await run(process, long);
    await statesOf(process).settled();
    const kept = await mediansInTurns(
      { short: () => run(process, short), long: () => run(process, long) },
      ROUNDS,
    );
    const first = await mediansInTurns(
      { short: () => run(restarted(), short), long: () => run(restarted(), long) },
      RESTARTS,
    );
    const row = (bench: string, ms: { short: number; long: number }, target: number | null): Row => ({
      bench,
      subject: `on a stream of ${LONG} events`,
      peer: `the same on a stream of ${SHORT}`,
      value: ms.long,
      peerValue: ms.short,
      unit: 'ms',
      ratio: ms.long / ms.short,
      target,
      better: 'less',
    });
    return {
      rows: [
        row('a command, the state in memory', kept, 1.5),
        row('a command, the first after a restart', first, null),
      ],
    };
  } finally {
    await documents.close();
    await log.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
