import type { Documents } from '@saleyard/platform/documents/port.ts';
import { type EventLog, EventLogCorrupt, type RecordedEvent } from '@saleyard/platform/event-log/port.ts';

/** The collection of pending events of process managers; no projection owns it. */
export const PROCESS_BACKLOG = 'process-backlog';
/** Events per document of it: after a crash at most this many are handled again. */
const EACH_EVENTS = 100;

/** The events that a process manager handles. `name`: of the process manager, and of its checkpoint. */
export type EventsOfProcess<Name extends string = string> = {
  readonly name: Name;
  /** Prefixes of its streams. */
  readonly streams: readonly string[];
  /** Whether an event must be handled at `now` (ms since the epoch). Once false, it stays false. */
  concerns(event: RecordedEvent, now: number): boolean;
};

type Place = { stream: string; revision: number };
type BacklogDocument = { process: string; order: number; events: Place[] };

/** The checkpoint of a process manager. */
export const processCheckpoint = (name: string): string => `process-${name}`;

/**
 * The pending events of process managers without a checkpoint, collected by a process that reads the whole log
 * anyway. Others resume from their checkpoints.
 */
export class ProcessBacklog {
  readonly #documents: Documents;
  readonly #found: readonly (EventsOfProcess & { events: Place[] })[];

  private constructor(documents: Documents, handled: readonly EventsOfProcess[]) {
    this.#documents = documents;
    this.#found = handled.map((one) => ({ ...one, events: [] }));
  }

  static async begin(documents: Documents, handled: readonly EventsOfProcess[]): Promise<ProcessBacklog> {
    const reached = await Promise.all(
      handled.map(({ name }) => documents.checkpoint(processCheckpoint(name))),
    );
    return new ProcessBacklog(
      documents,
      handled.filter((_, at) => reached[at] === -1),
    );
  }

  /**
   * Collects events in log order, from the log's first one on. `now`: ms; `last`: the position of the last one to
   * include.
   */
  take(events: readonly RecordedEvent[], now: number, last: number): void {
    for (const { streams, concerns, events: found } of this.#found) {
      for (const event of events) {
        const { stream, revision, position } = event;
        const isFollowed = position <= last && streams.some((prefix) => stream.startsWith(prefix));
        if (isFollowed && concerns(event, now)) found.push({ stream, revision });
      }
    }
  }

  /**
   * Stores what was collected, with the checkpoint after it: `last` is the position up to which events were
   * collected.
   */
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
 * The events of a process manager's backlog, in log order. A document is deleted when the next one is requested,
 * after all of its events were handled. Events that the log can't read are left out, as in subscriptions.
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
