import type { Documents } from '@saleyard/platform/documents/port.ts';
import { type EventLog, EventLogCorrupt, type RecordedEvent } from '@saleyard/platform/event-log/port.ts';

/** The collection of events that process managers have still to act upon; no projection owns it. */
export const PROCESS_BACKLOG = 'process-backlog';
/** Events of one document of it: after a crash this many are acted upon again, at most. */
const EACH_EVENTS = 100;

/** Which events something follows from. `name`: of the process manager, and of its checkpoint. */
export type ConcernOfProcess<Name extends string = string> = {
  readonly name: Name;
  /** Prefixes of the streams it follows. */
  readonly streams: readonly string[];
  /** Whether something follows from an event, at `now` (ms since the epoch). What does not does not later either. */
  concerns(event: RecordedEvent, now: number): boolean;
};

type Place = { stream: string; revision: number };
type BacklogDocument = { process: string; order: number; events: Place[] };

/** The checkpoint of a process manager. */
export const processCheckpoint = (name: string): string => `process-${name}`;

/**
 * What process managers without a checkpoint have to do, gathered by who reads the whole log anyway: the events that
 * concern each of them. Others go on from their checkpoints.
 */
export class ProcessBacklog {
  readonly #documents: Documents;
  readonly #found: readonly (ConcernOfProcess & { events: Place[] })[];

  private constructor(documents: Documents, concerns: readonly ConcernOfProcess[]) {
    this.#documents = documents;
    this.#found = concerns.map((concern) => ({ ...concern, events: [] }));
  }

  static async begin(documents: Documents, concerns: readonly ConcernOfProcess[]): Promise<ProcessBacklog> {
    const reached = await Promise.all(
      concerns.map(({ name }) => documents.checkpoint(processCheckpoint(name))),
    );
    return new ProcessBacklog(
      documents,
      concerns.filter((_, at) => reached[at] === -1),
    );
  }

  /** Events in log order, from the first one of the log on. `now`: ms; `last`: the position of the last one that counts. */
  take(events: readonly RecordedEvent[], now: number, last: number): void {
    for (const { streams, concerns, events: found } of this.#found) {
      for (const event of events) {
        const { stream, revision, position } = event;
        const isFollowed = position <= last && streams.some((prefix) => stream.startsWith(prefix));
        if (isFollowed && concerns(event, now)) found.push({ stream, revision });
      }
    }
  }

  /** Stores what was found, with the checkpoint after it: `last` is the position up to which events were taken. */
  async keep(last: number): Promise<void> {
    for (const { name, events } of this.#found) {
      const writes = Array.from({ length: Math.ceil(events.length / EACH_EVENTS) }, (_, order) => ({
        op: 'put' as const,
        collection: PROCESS_BACKLOG,
        id: `${name}:${order}`,
        document: {
          process: name,
          order,
          events: events.slice(order * EACH_EVENTS, (order + 1) * EACH_EVENTS),
        } satisfies BacklogDocument,
      }));
      if (last >= 0) await this.#documents.commit(processCheckpoint(name), last, writes);
    }
  }
}

/**
 * The events of a process manager's backlog, in log order. Those of a document are gone from it when the next one is asked
 * for after all of them were acted upon. What the log cannot read is left out, as subscriptions do.
 */
export async function* backlogOf(
  { log, documents }: { log: EventLog; documents: Documents },
  process: string,
  signal: AbortSignal,
): AsyncGenerator<RecordedEvent> {
  const options = { sort: { order: 1 }, limit: 1 } as const;
  while (!signal.aborted) {
    const [next] = await documents.find<BacklogDocument>(PROCESS_BACKLOG, { process }, options);
    if (next === undefined) return;
    for (const place of next.events) {
      if (signal.aborted) return;
      const event = await eventAt(log, place);
      if (event !== undefined) yield event;
    }
    await documents.deleteOne(PROCESS_BACKLOG, next._id);
  }
}

async function eventAt(log: EventLog, { stream, revision }: Place): Promise<RecordedEvent | undefined> {
  try {
    for await (const [event] of log.read(stream, { from: revision, limit: 1 })) return event;
  } catch (error) {
    if (!(error instanceof EventLogCorrupt)) throw error;
  }
  return undefined;
}
