import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHAINED } from '@saleyard/domain/streams.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import { openLmdbDocuments } from '@saleyard/platform/documents/lmdb-documents.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import { openLmdbEventLog } from '@saleyard/platform/event-log/lmdb-event-log.ts';
import type { EventLog, NewEvent } from '@saleyard/platform/event-log/port.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';

type Bare = { type: string; data: { at: number } };

const newEvent = ({ type, data }: Bare, staff: string | undefined): NewEvent => ({
  id: newId(),
  type,
  data,
  meta: { at: data.at, commandId: 'c', actor: actorOf(staff), schema: 1 },
});

const actorOf = (staff: string | undefined): NewEvent['meta']['actor'] =>
  staff === undefined ? { kind: 'system', id: 'test' } : { kind: 'staff', id: staff };

/** A log that tracks the end of each stream, so that callers need not state revisions. */
export class LogWriter {
  readonly #log: EventLog;
  readonly #ends = new Map<string, number>();

  constructor(log: EventLog) {
    this.#log = log;
  }

  /** Appends events, of a person of staff where one is named, and returns the position of the last. */
  async append(stream: string, events: readonly Bare[], staff?: string): Promise<number> {
    const end = this.#ends.get(stream) ?? -1;
    const result = await this.#log.append(
      stream,
      end,
      events.map((event) => newEvent(event, staff)),
    );
    if (result.outcome !== 'appended') throw new Error(result.outcome);
    this.#ends.set(stream, result.revision);
    return result.position;
  }
}

/** A fresh data folder with its log and its read store. */
export type DataFolder = {
  log: EventLog;
  documents: Documents;
  writer: LogWriter;
  remove(): Promise<void>;
};

/** `openDocuments`: opens the read store; default: one in the folder. */
export async function freshData(openDocuments?: () => Promise<Documents>): Promise<DataFolder> {
  const folder = await mkdtemp(join(tmpdir(), 'saleyard-projections-'));
  const log = await openLmdbEventLog({ chained: CHAINED, folder: join(folder, 'log') });
  const documents =
    (await openDocuments?.()) ??
    (await openLmdbDocuments({ folder: join(folder, 'read'), clock: systemClock }));
  return {
    log,
    documents,
    writer: new LogWriter(log),
    async remove() {
      await documents.close();
      await log.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
