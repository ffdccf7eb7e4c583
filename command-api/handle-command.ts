import { hash } from 'node:crypto';
import { type DomainEvent, foldOf, type Refusal } from '@saleyard/domain/decider.ts';
import { type StreamKind, streamOf } from '@saleyard/domain/streams.ts';
import { pause } from '@saleyard/platform/clock/pause.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import { canonicalJson } from '@saleyard/platform/event-log/canonical-json.ts';
import {
  type Actor,
  type AppendResult,
  type EventLog,
  EventLogCorrupt,
  type NewEvent,
  NO_STREAM,
  type RecordedEvent,
} from '@saleyard/platform/event-log/port.ts';
import { eventIdOf, randomFraction } from '@saleyard/platform/ids/ids.ts';

/** Attempts to decide a command when others write to its stream meanwhile; beyond: `unavailable`. */
const CONFLICT_TRIES = 40;
/** Longest delay before another attempt, in ms; random, so that two writers do not collide again. */
const CONFLICT_PAUSE_MS = 25;
/** Retries of an append of unknown outcome, and their delay (ms); beyond: `unknown`. */
const SETTLE_TRIES = 3;
const SETTLE_PAUSE_MS = 200;

/**
 * A command for one aggregate. `id`: of the aggregate, as in its stream's name. `digest`: identifies the body when
 * the commandId is repeated; by default computed from it. A body with personal fields passes its own, keyed by the
 * person's key, since a plain digest of a name or a number can be guessed. A body with values generated for each
 * attempt (an id, an encrypted blob) passes the digest of the request.
 */
export type AggregateCommand<Body> = {
  id: string;
  commandId: string;
  actor: Actor;
  body: Body;
  digest?: string;
};

/** Checks the current aggregate before it decides: returns a refusal, or null. */
export type Guard<State, Refused> = (found: Loaded<State>) => Refused | null;

/**
 * The outcome of a command.
 * - `accepted`: it is on disk, or changed nothing. `events` are its own; `state`, `revision` and `position` (of the
 * log) are those after them, also when the same commandId is repeated later.
 * - `refused`: by the aggregate. Nothing is stored but the refusal itself.
 * - `duplicate-conflict`: this commandId was used with another body.
 * - `full`, `unavailable`: certainly not executed (the disk is full; too many conflicts); it may be retried.
 * - `unknown`: it may have been executed. Repeating the commandId returns the outcome.
 */
export type CommandOutcome<State, Event, Refused extends Refusal> =
  | { outcome: 'accepted'; state: State; events: readonly Event[]; revision: number; position: number }
  | { outcome: 'refused'; refusal: Refused; state: State; revision: number; position: number }
  | { outcome: 'duplicate-conflict' }
  | { outcome: 'full' }
  | { outcome: 'unavailable' }
  | { outcome: 'unknown' };

export type HandleCommandParts = { log: EventLog; clock: Clock };

/** An aggregate folded from its stream. `revision` and `position` are −1 without a stream. */
export type Loaded<State> = {
  state: State;
  revision: number;
  position: number;
  /** When its last command was sequenced (ms). */
  lastAt: number;
};

/** A command's events with their revisions in the stream, and the state after them. */
type Recorded<State, Event> = Omit<Loaded<State>, 'lastAt'> & { events: Event[]; digest: string | undefined };

/** The default digest of a body. */
const digestOf = (body: unknown): string => hash('sha256', canonicalJson(body));

/** The current aggregate. @throws EventLogUnavailable, EventLogCorrupt */
export async function loadAggregate<State, Body, Event extends DomainEvent, Refused extends Refusal>(
  { log }: Pick<HandleCommandParts, 'log'>,
  kind: StreamKind<State, Body, Event, Refused>,
  id: string,
): Promise<Loaded<State>> {
  const { loaded } = await load(log, kind, streamOf(kind, id), undefined);
  return loaded;
}

/**
 * The current aggregate, and the answer of a command whose events its stream already contains. State that is checked
 * before a command is decided may have changed since then, so look here first. `answerTo` takes the command's digest;
 * null: no event of the command is stored.
 * @throws as `loadAggregate`
 */
export async function loadForCommand<State, Body, Event extends DomainEvent, Refused extends Refusal>(
  { log }: Pick<HandleCommandParts, 'log'>,
  kind: StreamKind<State, Body, Event, Refused>,
  { id, commandId }: Pick<AggregateCommand<Body>, 'id' | 'commandId'>,
): Promise<{
  loaded: Loaded<State>;
  isRecorded: boolean;
  answerTo(digest: string): CommandOutcome<State, Event, Refused> | null;
}> {
  const { loaded, recorded } = await load(log, kind, streamOf(kind, id), commandId);
  return {
    loaded,
    isRecorded: recorded !== undefined,
    answerTo: (digest) => (recorded === undefined ? null : answerOf(kind, recorded, digest)),
  };
}

/**
 * Runs a command of any aggregate: loads it, decides, appends at the revision that the decision is based on, and
 * decides again on a conflict. Time never goes back within a stream: a command is sequenced at the clock's time, or
 * at the last one's when that is later.
 * | A command is executed once per commandId. Repeated, also after a crash between append and answer, it returns its
 * first answer from the recorded events. One without events changed nothing, and is decided again.
 * @throws EventLogUnavailable before anything was stored; EventLogCorrupt; RangeError for events no log can store
 */
export async function handleCommand<State, Body, Event extends DomainEvent, Refused extends Refusal>(
  { log, clock }: HandleCommandParts,
  kind: StreamKind<State, Body, Event, Refused>,
  command: AggregateCommand<Body> & { guard?: Guard<State, Refused> },
): Promise<CommandOutcome<State, Event, Refused>> {
  const { decider } = kind;
  const { id, commandId, actor, body, digest = digestOf(body), guard } = command;
  const stream = streamOf(kind, id);
  for (let tries = 0; tries < CONFLICT_TRIES; tries += 1) {
    if (tries > 0) await pause(clock, randomFraction() * CONFLICT_PAUSE_MS);
    const { loaded, recorded } = await load(log, kind, stream, commandId);
    if (recorded !== undefined) return answerOf(kind, recorded, digest);
    const { state, revision, position, lastAt } = loaded;
    const barred = guard?.(loaded) ?? null;
    if (barred !== null) return { outcome: 'refused', refusal: barred, state, revision, position };
    const at = Math.max(clock.now(), lastAt);
    const decision = decider.decide(state, { at, body });
    const { events = [] } = decision;
    if (events.length === 0) {
      const unchanged = { state, revision, position };
      if (decision.outcome === 'accepted') return { outcome: 'accepted', events, ...unchanged };
      const { outcome, events: _none, ...refusal } = decision;
      return { outcome, refusal: refusal as unknown as Refused, ...unchanged };
    }
    const meta = { at, commandId, actor, digest };
    const result = await appended(
      { log, clock },
      stream,
      revision,
      events.map((event, index) => newEvent(kind, event, eventIdOf(commandId, index), meta)),
    );
    if (result.outcome === 'appended') {
      const fold = foldOf(decider, state);
      const stored = result.events.map((event) => eventIn<Event>(event));
      for (const event of stored) fold.apply(event);
      const place = { revision: result.revision, position: result.position };
      return answerOf(kind, { ...place, state: fold.state, events: stored, digest }, digest);
    }
    if (result.outcome === 'full' || result.outcome === 'unknown') return { outcome: result.outcome };
  }
  return { outcome: 'unavailable' };
}

function newEvent<Event extends DomainEvent>(
  { schemas }: { schemas: Readonly<Record<string, number>> },
  { type, data }: Event,
  id: string,
  { digest, ...meta }: { at: number; commandId: string; actor: Actor; digest: string },
): NewEvent {
  return { id, type, data, meta: { ...meta, commandDigest: digest, schema: schemas[type] ?? 1 } };
}

/** A stored event, typed for the aggregate. The log has verified that it is unchanged. */
const eventIn = <Event extends DomainEvent>({ type, data }: Pick<RecordedEvent, 'type' | 'data'>): Event =>
  ({ type, data }) as unknown as Event;

/** The answer derived from a command's events, the same each time. */
function answerOf<State, Body, Event extends DomainEvent, Refused extends Refusal>(
  { decider }: StreamKind<State, Body, Event, Refused>,
  { digest: recorded, ...answer }: Recorded<State, Event>,
  digest: string,
): CommandOutcome<State, Event, Refused> {
  if (recorded !== digest) return { outcome: 'duplicate-conflict' };
  const refusal = decider.refusalIn?.(answer.events) ?? null;
  if (refusal === null) return { outcome: 'accepted', ...answer };
  const { events: _events, ...place } = answer;
  return { outcome: 'refused', refusal, ...place };
}

/** The aggregate, and the command if its stream already contains it. */
async function load<State, Body, Event extends DomainEvent, Refused extends Refusal>(
  log: EventLog,
  { decider, isFoldedFromLast }: StreamKind<State, Body, Event, Refused>,
  stream: string,
  commandId: string | undefined,
): Promise<{ loaded: Loaded<State>; recorded: Recorded<State, Event> | undefined }> {
  const fold = foldOf(decider, decider.initial);
  let recorded: Recorded<State, Event> | undefined;
  let place = { revision: NO_STREAM, position: -1, lastAt: Number.NEGATIVE_INFINITY };
  const read = isFoldedFromLast ? ({ direction: 'backwards', limit: 1 } as const) : {};
  for await (const batch of log.read(stream, read)) {
    for (const event of batch) {
      const own = eventIn<Event>(event);
      fold.apply(own);
      const { revision, position, meta } = event;
      place = { revision, position, lastAt: meta.at };
      if (meta.commandId !== commandId) continue;
      const events = [...(recorded?.events ?? []), own];
      recorded = { state: fold.state, revision, position, events, digest: meta.commandDigest };
    }
  }
  return { loaded: { state: fold.state, ...place }, recorded };
}

/** Appends, and repeats the same append while the outcome is unknown. */
async function appended(
  { log, clock }: HandleCommandParts,
  stream: string,
  expected: number,
  events: readonly NewEvent[],
): Promise<AppendResult> {
  let isUnsure = false;
  for (let tries = 0; ; tries += 1) {
    const result = await attempt(log, stream, expected, events);
    // A full disk now proves nothing about an earlier attempt, which may be stored or still arrive.
    const isOpen = result.outcome === 'unknown' || (isUnsure && result.outcome === 'full');
    if (!isOpen) return result;
    isUnsure = true;
    if (tries === SETTLE_TRIES) return { outcome: 'unknown', reason: 'it was asked for again in vain' };
    await pause(clock, SETTLE_PAUSE_MS);
  }
}

/** A log that throws may have stored it anyway; one that rejects the events as invalid has not. */
async function attempt(
  log: EventLog,
  stream: string,
  expected: number,
  events: readonly NewEvent[],
): Promise<AppendResult> {
  try {
    return await log.append(stream, expected, events);
  } catch (error) {
    if (error instanceof RangeError || error instanceof EventLogCorrupt) throw error;
    return { outcome: 'unknown', reason: error instanceof Error ? error.message : String(error) };
  }
}
