import { setImmediate as turn } from 'node:timers/promises';
import { type DomainEvent, foldOf, type Refusal } from '@saleyard/domain/decider.ts';
import { type StreamKind, streamOf } from '@saleyard/domain/streams.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import {
  type AppendedEvent,
  type EventLog,
  NO_STREAM,
  type RecordedEvent,
} from '@saleyard/platform/event-log/port.ts';
import { eventIdOf } from '@saleyard/platform/ids/ids.ts';
import type { Logger } from '@saleyard/platform/logging/logger.ts';
import { findAggregateSnapshot, saveAggregateSnapshot } from './aggregate-snapshots.ts';
import type { AppendedBatch } from './append-until-known.ts';
import type { HeldAggregate } from './held-aggregate.ts';
import { IdempotencyIndex } from './idempotency-index.ts';

/** A state after the event at `revision`. */
type Known<State> = { state: State; revision: number };

type Entry = {
  held: HeldAggregate<unknown>;
  parts: number;
  /** The states of the last two snapshots, written or attempted; states of commands that are repeated are folded from them. */
  snapshots: readonly Known<unknown>[];
};

/**
 * Parts in memory over all aggregates: of a listing its heads, of others a few. The least recently used are dropped
 * and read again when they are next used.
 */
const PARTS_KEPT = 100_000;
const PARTS_OF_ONE = 8;
/** Remembered commands that count as one part: they take 12 to 28 bytes each. */
const COMMANDS_A_PART = 16;
/** A snapshot is due after this many events. */
const SNAPSHOT_EVERY = 256;

/** A stored event, typed for the aggregate. The log has verified that it is unchanged. */
export const eventIn = <Event extends DomainEvent>({
  type,
  data,
}: Pick<RecordedEvent, 'type' | 'data'>): Event => ({ type, data }) as unknown as Event;

const nothing = <State>(initial: State): HeldAggregate<State> => ({
  state: initial,
  revision: NO_STREAM,
  position: -1,
  lastAt: Number.NEGATIVE_INFINITY,
  headId: null,
  commands: new IdempotencyIndex(),
});

/**
 * The aggregates of one log that were used last, so that a command does not read its whole stream. A cache and never
 * the truth: what is kept may be behind the log (others write too). An append at its revision is refused then, and
 * a decision without an append is checked against the stream's last revision.
 */
export class AggregateStates {
  readonly #log: EventLog;
  /** Least recently used first. */
  readonly #entries = new Map<string, Entry>();
  #parts = 0;
  #snapshots: { documents: Documents; logger: Pick<Logger, 'warn'> } | undefined;
  readonly #writing = new Map<string, Promise<void>>();

  constructor(log: EventLog) {
    this.#log = log;
  }

  /** From now on long streams have snapshots in `documents`, which are read after a restart. */
  keepSnapshots(documents: Documents, logger: Pick<Logger, 'warn'>): void {
    this.#snapshots = { documents, logger };
  }

  /** Resolves when no snapshot is being written. */
  async settled(): Promise<void> {
    await Promise.all(this.#writing.values());
  }

  /** The aggregate if it is in memory; it may be behind the log. */
  kept<State, Body, Event extends DomainEvent, Refused extends Refusal>(
    kind: StreamKind<State, Body, Event, Refused>,
    id: string,
  ): HeldAggregate<State> | undefined {
    const stream = streamOf(kind, id);
    const entry = this.#entries.get(stream);
    if (entry === undefined) return undefined;
    this.#entries.delete(stream);
    this.#entries.set(stream, entry);
    return entry.held as HeldAggregate<State>;
  }

  /** The current aggregate: of what is in memory or in a snapshot only newer events are read. @throws EventLogUnavailable, EventLogCorrupt */
  async current<State, Body, Event extends DomainEvent, Refused extends Refusal>(
    kind: StreamKind<State, Body, Event, Refused>,
    id: string,
  ): Promise<HeldAggregate<State>> {
    const stream = streamOf(kind, id);
    const kept = this.kept(kind, id);
    if (kept !== undefined) {
      const last = await this.#log.lastRevision(stream);
      if (last === kept.revision) return kept;
    }
    if (kind.isFoldedFromLast) return this.#keep(kind, stream, await this.#last(kind, stream));
    const from = kept ?? (await this.#fromSnapshot(kind, stream));
    const read = from && (await this.#readOn(kind, stream, from));
    if (read !== undefined) return this.#keep(kind, stream, read, from);
    const whole = await this.#fromFirst(kind, stream);
    // What is kept may be of another stream.
    this.#drop(stream);
    return this.#keep(kind, stream, whole);
  }

  /** The aggregate after `stored`, which was appended on `before`. */
  appended<State, Body, Event extends DomainEvent, Refused extends Refusal>(
    kind: StreamKind<State, Body, Event, Refused>,
    id: string,
    before: HeldAggregate<State>,
    { events, position }: AppendedBatch,
  ): HeldAggregate<State> {
    return this.#keep(kind, streamOf(kind, id), folded(kind, before, events, position));
  }

  /**
   * The state after the event at `revision`, which may be an earlier one than the last. `since`: a state from which it
   * is folded; default: the nearest in memory.
   */
  async stateAt<State, Body, Event extends DomainEvent, Refused extends Refusal>(
    kind: StreamKind<State, Body, Event, Refused>,
    id: string,
    revision: number,
    since = this.#nearest(kind, id, revision),
  ): Promise<State> {
    const fold = foldOf(kind.decider, since.state);
    const from = kind.isFoldedFromLast ? revision : since.revision + 1;
    if (from > revision) return since.state;
    for await (const events of this.#log.read(streamOf(kind, id), { from, limit: revision + 1 - from }))
      for (const event of events) fold.apply(eventIn<Event>(event));
    return fold.state;
  }

  #nearest<State, Body, Event extends DomainEvent, Refused extends Refusal>(
    kind: StreamKind<State, Body, Event, Refused>,
    id: string,
    revision: number,
  ): Known<State> {
    const { snapshots = [], held } = this.#entries.get(streamOf(kind, id)) ?? {};
    const known = [...snapshots, ...(held === undefined ? [] : [held])] as Known<State>[];
    const initial = { state: kind.decider.initial, revision: NO_STREAM };
    return known.findLast((one) => one.revision <= revision) ?? initial;
  }

  async #last<State, Body, Event extends DomainEvent, Refused extends Refusal>(
    kind: StreamKind<State, Body, Event, Refused>,
    stream: string,
  ): Promise<HeldAggregate<State>> {
    const none = nothing(kind.decider.initial);
    for await (const events of this.#log.read(stream, { direction: 'backwards', limit: 1 }))
      return folded(kind, none, events, events.at(-1)?.position ?? -1);
    return none;
  }

  async #fromFirst<State, Body, Event extends DomainEvent, Refused extends Refusal>(
    kind: StreamKind<State, Body, Event, Refused>,
    stream: string,
  ): Promise<HeldAggregate<State>> {
    return this.#foldOn(kind, stream, nothing(kind.decider.initial), 0);
  }

  /** undefined: `from` was folded from another stream than the log holds. */
  async #readOn<State, Body, Event extends DomainEvent, Refused extends Refusal>(
    kind: StreamKind<State, Body, Event, Refused>,
    stream: string,
    from: HeldAggregate<State>,
  ): Promise<HeldAggregate<State> | undefined> {
    if (from.revision === NO_STREAM) return this.#fromFirst(kind, stream);
    for await (const [head] of this.#log.read(stream, { from: from.revision, limit: 1 })) {
      if (head?.id !== from.headId || head?.position !== from.position) return undefined;
      return this.#foldOn(kind, stream, from, from.revision + 1);
    }
    return undefined;
  }

  /** Batch by batch; what is folded is added to the remembered commands once all of it was read. */
  async #foldOn<State, Body, Event extends DomainEvent, Refused extends Refusal>(
    kind: StreamKind<State, Body, Event, Refused>,
    stream: string,
    from: HeldAggregate<State>,
    revision: number,
  ): Promise<HeldAggregate<State>> {
    const read: RecordedEvent[] = [];
    for await (const events of this.#log.read(stream, { from: revision })) read.push(...events);
    return folded(kind, from, read, read.at(-1)?.position ?? from.position);
  }

  async #fromSnapshot<State, Body, Event extends DomainEvent, Refused extends Refusal>(
    kind: StreamKind<State, Body, Event, Refused>,
    stream: string,
  ): Promise<HeldAggregate<State> | undefined> {
    if (this.#snapshots === undefined || kind.foldVersion === undefined) return undefined;
    const { documents, logger } = this.#snapshots;
    try {
      return await findAggregateSnapshot(documents, kind, stream);
    } catch (error) {
      logger.warn(
        { stream, err: error },
        'a snapshot is not used; the stream is folded from its first event',
      );
      return undefined;
    }
  }

  #keep<State, Body, Event extends DomainEvent, Refused extends Refusal>(
    kind: StreamKind<State, Body, Event, Refused>,
    stream: string,
    held: HeldAggregate<State>,
    from?: Known<State>,
  ): HeldAggregate<State> {
    // Unknown names are not cached: requests could fill the memory with them.
    if (held.revision === NO_STREAM) return held;
    const known = (this.#entries.get(stream)?.snapshots ?? (from ? [from] : [])) as readonly Known<State>[];
    const since = held.revision - (known.at(-1)?.revision ?? NO_STREAM);
    const isDue = since >= SNAPSHOT_EVERY && !this.#writing.has(stream);
    const { state, revision } = held;
    const snapshots = isDue ? [...known.slice(-1), { state, revision }] : known;
    const parts = partsIn(kind, held, snapshots);
    this.#drop(stream);
    this.#entries.set(stream, { held, parts, snapshots });
    this.#parts += parts;
    for (const oldest of this.#entries.keys()) {
      if (this.#parts <= PARTS_KEPT || oldest === stream) break;
      this.#drop(oldest);
    }
    if (isDue) this.#writeSnapshot(kind, stream, held);
    return held;
  }

  #drop(stream: string): void {
    this.#parts -= this.#entries.get(stream)?.parts ?? 0;
    this.#entries.delete(stream);
  }

  #writeSnapshot(
    kind: Pick<StreamKind<never, never, never, never>, 'foldVersion' | 'schemas'>,
    stream: string,
    held: HeldAggregate<unknown>,
  ): void {
    const snapshots = this.#snapshots;
    if (snapshots === undefined || kind.foldVersion === undefined) return;
    const write = async (): Promise<void> => {
      // Answers are sent first.
      await turn();
      try {
        await saveAggregateSnapshot(snapshots.documents, kind, stream, held);
      } catch (error) {
        snapshots.logger.warn({ stream, err: error }, 'a snapshot could not be written');
      }
      this.#writing.delete(stream);
    };
    this.#writing.set(stream, write());
  }
}

const partsIn = <State>(
  kind: { partsOf?(state: State): number },
  held: HeldAggregate<State>,
  snapshots: readonly Known<State>[],
): number => {
  const parts = [held, ...snapshots].map(({ state }) => (kind.partsOf?.(state) ?? 0) + PARTS_OF_ONE);
  return parts.reduce((sum, one) => sum + one) + held.commands.size / COMMANDS_A_PART;
};

/** `from` after `events`, the last of which is at `position` of the log. */
function folded<State, Body, Event extends DomainEvent, Refused extends Refusal>(
  { decider }: StreamKind<State, Body, Event, Refused>,
  from: HeldAggregate<State>,
  events: readonly AppendedEvent[],
  position: number,
): HeldAggregate<State> {
  const last = events.at(-1);
  if (last === undefined) return from;
  const fold = foldOf(decider, from.state);
  const { commands } = from;
  let command: string | undefined;
  for (const event of events) {
    fold.apply(eventIn<Event>(event));
    const { commandId } = event.meta;
    if (commandId !== command) commands.add(eventIdOf(commandId, 0), event.revision);
    command = commandId;
  }
  const { id: headId, revision, meta } = last;
  return { state: fold.state, revision, position, lastAt: meta.at, headId, commands };
}

const STATES = new WeakMap<EventLog, AggregateStates>();

/** The aggregates of a log that were used last: one cache for each log, for all that run commands on it. */
export function statesOf(log: EventLog): AggregateStates {
  const known = STATES.get(log);
  if (known !== undefined) return known;
  const states = new AggregateStates(log);
  STATES.set(log, states);
  return states;
}
