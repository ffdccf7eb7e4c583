import { auctionStream } from '@saleyard/domain/auction/ids.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import { type EventLog, EventLogCorrupt } from '@saleyard/platform/event-log/port.ts';
import type { Logger } from '@saleyard/platform/logging/logger.ts';
import { TaskFailed, type WorkerPoolLimits, WorkersBusy } from '@saleyard/platform/workers/port.ts';
import { createProcessPool } from '@saleyard/platform/workers/process-pool.ts';
import type { SaleAudits } from '@saleyard/projections/staff/audit.endpoints.ts';
import type { StoresConfig } from '../server/stores.ts';
import type { AuditAnswer, AuditTask } from './answer-audit.ts';

/**
 * One audit at a time, in a process of its own; its answers are pages, however large the sale is. The process stays for
 * `idleMs`, so that the next page comes from the audit that it has made.
 */
const LIMITS: WorkerPoolLimits & { idleMs: number } = {
  atOnce: 1,
  waiting: 16,
  taskMs: 115_000,
  memoryMb: 1_536,
  idleMs: 600_000,
};

type Parts = { stores: StoresConfig; log: EventLog; clock: Clock; logger: Logger };

type Ask = AuditTask extends infer T ? (T extends AuditTask ? Omit<T, keyof Common> : never) : never;
type Common = Pick<AuditTask, 'stores' | 'auction' | 'revision' | 'now'>;

/** Audits sales for people, in a process of low priority that starts with the first question. */
export function createSaleAudits({
  stores,
  log,
  clock,
  logger,
}: Parts): SaleAudits & { close(): Promise<void> } {
  const { data, eventStoreUrl, mongoUrl, s3Url } = stores;
  const pool = createProcessPool<AuditTask, AuditAnswer>(new URL('./worker.js', import.meta.url), LIMITS);
  const answer = async <T extends AuditAnswer>(auction: string, ask: Ask): Promise<T | 'busy' | null> => {
    const revision = await lastRevision(log, auction);
    if (revision < 0) return null;
    const common: Common = {
      stores: { data, eventStoreUrl, mongoUrl, s3Url },
      auction,
      revision,
      now: clock.now(),
    };
    try {
      return (await pool.run({ ...common, ...ask })) as T;
    } catch (error) {
      if (error instanceof TaskFailed) {
        logger.error({ err: error, auction }, 'a sale could not be audited');
        // A process that was killed while it read the log keeps LMDB from reusing pages until the next one opens the log.
        void pool.run({ ...common, ask: 'nothing' }).catch(() => undefined);
      }
      if (error instanceof TaskFailed || error instanceof WorkersBusy) return 'busy';
      throw error;
    }
  };
  return {
    lastRevision: (auction) => lastRevision(log, auction),
    summary: (auction) => answer(auction, { ask: 'summary' }),
    steps: (auction, wanted, part) => answer(auction, { ask: 'steps', wanted, ...part }),
    whatIf: (auction, policy) => answer(auction, { ask: 'whatIf', policy }),
    close: () => pool.close(),
  };
}

/** Of a stream whose end can't be read, the event where the damage is. */
async function lastRevision(log: EventLog, auction: string): Promise<number> {
  try {
    return await log.lastRevision(auctionStream(auction));
  } catch (error) {
    if (error instanceof EventLogCorrupt) return error.revision;
    throw error;
  }
}
