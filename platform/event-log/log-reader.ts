import type { DamagedStreams } from './damaged-streams.ts';
import { GENESIS_HASH } from './hash-chain.ts';
import type { StreamHead } from './log-records.ts';
import type { LogStore } from './log-store.ts';
import { EventLogCorrupt, type RecordedEvent } from './port.ts';
import type { PreparedChunk } from './prepared-append.ts';
import { RecentEvents } from './recent-events.ts';
import { type Chunk, ChunkDamaged, storedEvent, storedJson } from './stored-chunk.ts';
import { lifted, type Upcasters } from './upcasters.ts';

/** The most chunks that are read in one turn of the event loop; a subscription then lets others run. */
const SCAN_LIMIT = 256;

/** Events read for a subscription, the position to go on from, and whether the store was read. */
type LogBatch = { events: RecordedEvent[]; next: number; wasRead: boolean };

function matches(stream: string, prefixes: readonly string[] | undefined): boolean {
  return prefixes === undefined || prefixes.some((prefix) => stream.startsWith(prefix));
}

/** Reads stored events back, verified: what can't be what was appended is an EventLogCorrupt, never an answer. */
export class LogReader {
  readonly #store: LogStore;
  readonly #upcasters: Upcasters;
  readonly #aside: DamagedStreams;
  readonly #recent = new RecentEvents();

  constructor(store: LogStore, upcasters: Upcasters, aside: DamagedStreams) {
    this.#store = store;
    this.#upcasters = upcasters;
    this.#aside = aside;
  }

  #event(chunk: Chunk, i: number, asStored = false): RecordedEvent {
    const event = named(chunk, () => storedEvent(chunk, i));
    return asStored ? event : lifted(event, this.#upcasters);
  }

  /** Keeps a chunk's events, just stored, for those who follow the log: in the form in which it would be read. */
  keepStored(chunk: PreparedChunk, events: readonly RecordedEvent[]): void {
    const asRead = events.map((event) => lifted(event, this.#upcasters));
    this.#recent.keep(chunk.position, asRead, chunk.bytes.length);
  }

  /** Everyone who follows the log is past what lies before `position`. */
  forgetBefore(position: number): void {
    this.#recent.forgetBefore(position);
  }

  /**
   * A stream's events from `revision` on in a direction, at most `most` of them; `head` is where it must end, and
   * `before` the event of the batch before, which the first of this one must continue.
   * @throws EventLogCorrupt
   */
  streamBatch(
    stream: string,
    head: StreamHead,
    revision: number,
    options: {
      direction: 'forwards' | 'backwards';
      most: number;
      asStored?: boolean;
      before?: RecordedEvent | undefined;
    },
  ): RecordedEvent[] {
    const step = options.direction === 'forwards' ? 1 : -1;
    const events: RecordedEvent[] = [];
    const wanted = Math.min(options.most, step > 0 ? head.revision - revision + 1 : revision + 1);
    if (wanted <= 0) return events;
    let next = revision;
    try {
      for (const chunk of legible(this.#store.chunksOf(stream, head, revision, options.direction), () => ({
        stream,
        revision: next,
      }))) {
        for (let i = next - chunk.firstRevision; i >= 0 && i < chunk.count; i = next - chunk.firstRevision) {
          const event = this.#event(chunk, i, options.asStored);
          checkLink(event, events.at(-1) ?? options.before, step, head);
          events.push(event);
          next += step;
          if (events.length === wanted) return events;
        }
        // Forwards, a chunk that does not hold `next` lies behind a gap; backwards the same.
        if (step > 0 ? next !== chunk.firstRevision + chunk.count : next !== chunk.firstRevision - 1) break;
      }
      throw new EventLogCorrupt({ stream, revision: next }, 'it is missing from its stream');
    } catch (error) {
      // What is sound before the damage is handed out first: the next batch begins with the damage.
      if (error instanceof EventLogCorrupt && events.length > 0) return events;
      throw error;
    }
  }

  /** Whether a stream's events from `revision` on are byte for byte those prepared. @throws EventLogCorrupt */
  holds(stream: string, head: StreamHead, revision: number, prepared: readonly PreparedChunk[]): boolean {
    const wanted = prepared.flatMap((chunk) => chunk.jsonAt.map((_, i) => chunk.json(i)));
    let next = 0;
    const place = () => ({ stream, revision: revision + next });
    for (const chunk of legible(this.#store.chunksOf(stream, head, revision, 'forwards'), place)) {
      for (
        let i = revision + next - chunk.firstRevision;
        i >= 0 && i < chunk.count && next < wanted.length;
        i += 1
      ) {
        const json = named(chunk, () => storedJson(chunk, i));
        if (!json.equals(wanted[next] as Buffer)) return false;
        next += 1;
      }
      if (next === wanted.length) return true;
    }
    return false;
  }

  /**
   * The events of the log from position `from` up to `last`, of streams that begin with one of `prefixes`, at
   * most `most`; the position to go on from, which also moves over what does not match; and whether the store was
   * read, which takes its time. What is damaged is moved over, and its stream set aside.
   */
  logBatch(from: number, last: number, prefixes: readonly string[] | undefined, most: number): LogBatch {
    const read: LogBatch = { events: [], next: from, wasRead: false };
    try {
      this.#readBatch(read, last, prefixes, most);
    } catch (error) {
      if (!(error instanceof EventLogCorrupt)) throw error;
      this.#aside.add(error);
      // What could not be read reaches to the next record.
      const after = this.#store.nextChunk(read.next) ?? last + 1;
      this.#aside.lose(read.next, after);
      read.next = after;
    }
    return read;
  }

  #readBatch(read: LogBatch, last: number, prefixes: readonly string[] | undefined, most: number): void {
    const { events } = read;
    let { next } = read;
    for (let cached = this.#recent.at(next); cached !== undefined; cached = this.#recent.at(next)) {
      if (next > last) break;
      if (events.length > 0 && events.length + cached.length > most) return;
      if (this.#isWanted(cached[0] as RecordedEvent, prefixes)) events.push(...cached);
      next += cached.length;
      read.next = next;
    }
    if (next > last || (events.length > 0 && events.length >= most)) return;
    read.wasRead = true;
    let scanned = 0;
    const place = () => ({ stream: '?', revision: -1, position: next });
    for (const chunk of legible(this.#store.chunksFrom(next), place)) {
      if (chunk.position > last) break;
      const end = chunk.position + chunk.count;
      if (this.#aside.hasLost(chunk)) {
        const { stream, previous } = chunk;
        const before = { stream, revision: previous.firstRevision, position: previous.position };
        this.#aside.add(new EventLogCorrupt(before, 'its record is missing from the log'));
      }
      const { stream, firstRevision: revision } = chunk;
      if (this.#isWanted({ stream, revision }, prefixes)) {
        const decoded = this.#soundPart(chunk, next, last);
        const taken = decoded.slice(0, most - events.length);
        events.push(...taken);
        const isWhole = taken.length === decoded.length;
        read.next = isWhole ? end : next + taken.length;
        if (!isWhole) return;
      }
      next = end;
      read.next = end;
      scanned += 1;
      if (events.length >= most || scanned >= SCAN_LIMIT) return;
    }
    if (next <= last)
      throw new EventLogCorrupt(this.#store.nameOf(next), 'its record is missing from the log');
  }

  #isWanted(
    { stream, revision }: Pick<RecordedEvent, 'stream' | 'revision'>,
    prefixes: readonly string[] | undefined,
  ): boolean {
    return matches(stream, prefixes) && !this.#aside.leavesOut(stream, revision);
  }

  /** A chunk's events; up to the first damaged one, if there is one, and its stream is then set aside. */
  #soundPart(chunk: Chunk, from: number, last: number): RecordedEvent[] {
    try {
      return this.#decoded(chunk, from, last);
    } catch (error) {
      if (!(error instanceof EventLogCorrupt) || error.position === undefined) throw error;
      this.#aside.add(error);
      const sound = Math.max(0, error.position - from);
      return Array.from({ length: sound }, (_, i) => this.#event(chunk, from - chunk.position + i));
    }
  }

  #decoded(chunk: Chunk, from: number, last: number): RecordedEvent[] {
    const kept = this.#recent.at(chunk.position);
    const skip = from - chunk.position;
    if (kept !== undefined) return kept.slice(skip);
    const events: RecordedEvent[] = [];
    for (let i = skip; i < chunk.count; i += 1) events.push(this.#event(chunk, i));
    if (skip === 0 && RecentEvents.isNear(chunk.position, last)) {
      this.#recent.keep(chunk.position, events, chunk.bytes.length);
    }
    return events;
  }
}

function checkLink(
  event: RecordedEvent,
  before: RecordedEvent | undefined,
  step: number,
  head: StreamHead,
): void {
  const { prevHash, hash } = event.meta;
  const differs =
    (event.revision === 0 && prevHash !== undefined && prevHash !== GENESIS_HASH) ||
    (event.revision === head.revision && hash !== head.hash) ||
    (before !== undefined && (step > 0 ? before.meta.hash !== prevHash : before.meta.prevHash !== hash));
  if (differs) throw new EventLogCorrupt(event, 'its hash does not continue the chain of its stream');
}

/** Runs what reads an event of a chunk; names the event when it is damaged. */
export function named<T>(chunk: Chunk, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ChunkDamaged)) throw error;
    const revision = chunk.firstRevision + error.index;
    const position = chunk.position + error.index;
    throw new EventLogCorrupt({ stream: chunk.stream, revision, position }, error.message);
  }
}

/** Passes chunks on; an error of LMDB itself on the way there is an EventLogCorrupt at the place come to. */
function* legible(
  chunks: Generator<Chunk>,
  place: () => { stream: string; revision: number; position?: number },
): Generator<Chunk> {
  try {
    yield* chunks;
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'number') throw error;
    throw new EventLogCorrupt(place(), `LMDB can't read on: ${error.message}`);
  }
}
