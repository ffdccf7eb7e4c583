import { hash } from 'node:crypto';
import type { Random } from '@saleyard/app/sample-data/random.ts';
import { canonicalJson } from '@saleyard/platform/event-log/canonical-json.ts';
import { type ChainedPrefixes, GENESIS_HASH, isChained } from '@saleyard/platform/event-log/hash-chain.ts';
import type { AppendResult, NewEvent, RecordedEvent } from '@saleyard/platform/event-log/port.ts';

/** The present state of the disk. */
export type DiskConditions = {
  /** ms that a commit takes. */
  commitMs(): number;
  /** The disk is full. */
  full: boolean;
};

/** An append as it is sent: each event in the text that is stored and hashed. */
export type SentAppend = { stream: string; expected: number; texts: readonly string[] };

type Pending = SentAppend & { settle: (result: AppendResult) => void };
type Stored = { text: string; event: RecordedEvent };
type Stream = Stored[];

/** Of the appends under way when the server goes down, those that are on disk all the same. */
const SURVIVES_SHARE = 0.5;

/** Writes an append as it is sent. @throws TypeError when an event is not plain JSON */
export function asSent(stream: string, expected: number, events: readonly NewEvent[]): SentAppend {
  const texts = events.map(({ id, type, data, meta }, i) =>
    canonicalJson({ data: mustBe(data), id, meta, revision: expected + 1 + i, stream, type }),
  );
  return { stream, expected, texts };
}

/** An undefined member would be dropped silently. */
function mustBe(data: unknown): unknown {
  if (data === undefined) throw new TypeError('not a JSON value: undefined');
  return data;
}

/**
 * The server of the log, and its disk. Committed appends are never lost. Appends under way when it goes down are
 * kept or lost at random, and nobody gets an answer. Appends that come while a commit is under way are in the next one.
 */
export class LogServer {
  readonly #after: (ms: number, task: () => void) => unknown;
  readonly #disk: DiskConditions;
  readonly #random: Random;
  readonly #chained: ChainedPrefixes;
  readonly #streams = new Map<string, Stream>();
  readonly #log: RecordedEvent[] = [];
  readonly #committed: ((events: readonly RecordedEvent[]) => void)[] = [];
  /** The log's identity, once it has one. */
  identity: string | undefined;
  /** The id of its key ring, once one is named. */
  keyRing: string | undefined;
  #waiting: Pending[] = [];
  #grown: (() => void)[] = [];
  #isCommitting = false;
  #life = 0;

  constructor(
    after: (ms: number, task: () => void) => unknown,
    disk: DiskConditions,
    random: Random,
    chained: ChainedPrefixes,
  ) {
    this.#after = after;
    this.#disk = disk;
    this.#random = random;
    this.#chained = chained;
  }

  /** Calls `look` with each append's events at the moment from which they are there for ever. */
  onCommitted(look: (events: readonly RecordedEvent[]) => void): void {
    this.#committed.push(look);
  }

  append(sent: SentAppend): Promise<AppendResult> {
    return new Promise((settle) => {
      this.#waiting.push({ ...sent, settle });
      this.#commitSoon();
    });
  }

  #commitSoon(): void {
    if (this.#isCommitting || this.#waiting.length === 0) return;
    this.#isCommitting = true;
    const life = this.#life;
    const group = this.#waiting;
    this.#waiting = [];
    this.#after(this.#disk.commitMs(), () => {
      const isAlive = life === this.#life;
      for (const pending of group) {
        if (isAlive) pending.settle(this.#store(pending));
        else if (this.#random() < SURVIVES_SHARE) this.#store(pending);
      }
      this.#wake();
      if (!isAlive) return;
      this.#isCommitting = false;
      this.#commitSoon();
    });
  }

  /** It goes down and comes up again. */
  restart(): void {
    this.#life += 1;
    this.#isCommitting = false;
    this.#waiting = [];
  }

  #store(sent: SentAppend): AppendResult {
    const { expected, texts } = sent;
    const name = sent.stream;
    const stream = this.#streams.get(name) ?? [];
    const last = stream.length - 1;
    if (expected !== last) return this.#repeatOrConflict(stream, sent);
    if (this.#disk.full) return { outcome: 'full' };
    let prevHash = stream.at(-1)?.event.meta.hash ?? GENESIS_HASH;
    const events: RecordedEvent[] = [];
    for (const text of texts) {
      const parsed = JSON.parse(text) as RecordedEvent;
      const event: RecordedEvent = { ...parsed, position: this.#log.length };
      if (isChained(name, this.#chained)) {
        const own = hash('sha256', prevHash + text, 'hex');
        event.meta = { ...parsed.meta, prevHash, hash: own };
        prevHash = own;
      }
      stream.push({ text, event });
      this.#log.push(event);
      events.push(event);
    }
    this.#streams.set(name, stream);
    for (const look of this.#committed) look(events);
    return appendedAs(events);
  }

  #repeatOrConflict(stream: Stream, { expected, texts }: SentAppend): AppendResult {
    const stored = stream.slice(expected + 1, expected + 1 + texts.length);
    const isRepeat = stored.length === texts.length && texts.every((text, i) => text === stored[i]?.text);
    if (!isRepeat) return { outcome: 'conflict', actual: stream.length - 1 };
    return appendedAs(stored.map(({ event }) => event));
  }

  #wake(): void {
    const grown = this.#grown;
    this.#grown = [];
    for (const wake of grown) wake();
  }

  /** This many events of a stream from a revision on, or back from it. */
  read(name: string, from: number | undefined, most: number, backwards: boolean): RecordedEvent[] {
    const stream = this.#streams.get(name) ?? [];
    if (!backwards) return stream.slice(from ?? 0, (from ?? 0) + most).map(({ event }) => event);
    const last = Math.min(from ?? stream.length - 1, stream.length - 1);
    const first = Math.max(0, last - most + 1);
    return stream
      .slice(first, last + 1)
      .map(({ event }) => event)
      .reverse();
  }

  /** Events of the streams asked for after a position, and the position up to which that is all of them. */
  after(
    position: number,
    streams: readonly string[] | undefined,
    most: number,
  ): { events: RecordedEvent[]; reached: number } {
    const events: RecordedEvent[] = [];
    let reached = position;
    for (let at = position + 1; at < this.#log.length && events.length < most; at += 1) {
      const event = this.#log[at] as RecordedEvent;
      reached = at;
      if (streams === undefined || streams.some((prefix) => event.stream.startsWith(prefix)))
        events.push(event);
    }
    return { events, reached };
  }

  get lastPosition(): number {
    return this.#log.length - 1;
  }

  lastRevision(stream: string): number {
    return (this.#streams.get(stream)?.length ?? 0) - 1;
  }

  /** Resolves when the log holds more than this position, or after this many ms. */
  grownBeyond(position: number, withinMs: number): Promise<void> {
    return new Promise((resolve) => {
      if (this.lastPosition > position) return resolve();
      this.#grown.push(resolve);
      this.#after(withinMs, resolve);
    });
  }
}

function appendedAs(events: RecordedEvent[]): AppendResult {
  const last = events.at(-1) as RecordedEvent;
  return { outcome: 'appended', revision: last.revision, position: last.position, events };
}
