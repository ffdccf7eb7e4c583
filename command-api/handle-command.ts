import { hash } from 'node:crypto';
import type { DomainEvent, Refusal } from '@saleyard/domain/decider.ts';
import { type StreamKind, streamOf } from '@saleyard/domain/streams.ts';
import { pause } from '@saleyard/platform/clock/pause.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import { canonicalJson } from '@saleyard/platform/event-log/canonical-json.ts';
import {
  type Actor,
  type EventLog,
  EventLogCorrupt,
  type NewEvent,
} from '@saleyard/platform/event-log/port.ts';
import { eventIdOf, randomFraction } from '@saleyard/platform/ids/ids.ts';
import { eventIn, statesOf } from './aggregate-states.ts';
import { type AppendRetry, appendUntilKnown } from './append-until-known.ts';
import { commandEventsAt } from './command-events.ts';
import type { HeldAggregate, Loaded } from './held-aggregate.ts';

/** Attempts to decide a command when others write to its stream meanwhile; beyond: `unavailable`. */
const CONFLICT_TRIES = 40;
/** Longest delay before another attempt, in ms; random, so that two writers do not collide again. */
const CONFLICT_PAUSE_MS = 25;
/** The delays before an append of unknown outcome is retried (ms); beyond: `unknown`. */
const RETRY: AppendRetry = {
  delays: [200, 200, 200],
  provesNothingStored: (error) => error instanceof RangeError || error instanceof EventLogCorrupt,
};

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
  return statesOf(log).current(kind, id);
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
  const loaded = await statesOf(log).current(kind, id);
  const recorded = await recordedIn(log, kind, { id, commandId }, loaded);
  return {
    loaded,
    isRecorded: recorded !== undefined,
    answerTo: (digest) => (recorded === undefined ? null : answerOf(kind, recorded, digest)),
  };
}

/**
 * Runs a command of any aggregate: decides it on the state that is kept in memory, appends at the revision that the
 * decision is based on, and on a conflict reads what others wrote and decides again. An outcome without events is
 * answered only if the state is current. Time never goes back within a stream: a command is sequenced at the clock's
 * time, or at the last one's when that is later.
 * | A command is executed once per commandId. Repeated, also after a crash between append and answer, it returns its
 * first answer from the recorded events. One without events changed nothing, and is decided again.
 * @throws EventLogUnavailable before anything was stored; EventLogCorrupt; RangeError for events no log can store
 */
export async function handleCommand<State, Body, Event extends DomainEvent, Refused extends Refusal>(
  { log, clock }: HandleCommandParts,
  kind: StreamKind<State, Body, Event, Refused>,
  command: AggregateCommand<Body> & { guard?: Guard<State, Refused> },
): Promise<CommandOutcome<State, Event, Refused>> {
  const { id, commandId, actor, body, digest = digestOf(body), guard } = command;
  const states = statesOf(log);
  const kept = states.kept(kind, id);
  let isCurrent = kept === undefined;
  let found = kept ?? (await states.current(kind, id));
  for (let tries = 0; tries < CONFLICT_TRIES; ) {
    const recorded = await recordedIn(log, kind, command, found);
    if (recorded !== undefined) return answerOf(kind, recorded, digest);
    const { state, revision, position, lastAt } = found;
    const at = Math.max(clock.now(), lastAt);
    const barred = guard?.(found) ?? null;
    const decision = barred === null ? kind.decider.decide(state, { at, body }) : null;
    const events = decision?.events ?? [];
    if (events.length === 0) {
      if (!isCurrent) {
        found = await states.current(kind, id);
        isCurrent = true;
        if (found.revision !== revision) continue;
      }
      const unchanged = { state, revision, position };
      if (barred !== null) return { outcome: 'refused', refusal: barred, ...unchanged };
      if (decision?.outcome !== 'refused') return { outcome: 'accepted', events, ...unchanged };
      const { outcome, events: _none, ...refusal } = decision;
      return { outcome, refusal: refusal as unknown as Refused, ...unchanged };
    }
    const meta = { at, commandId, actor, digest };
    const proposed = {
      expected: revision,
      events: events.map((event, index) => newEvent(kind, event, eventIdOf(commandId, index), meta)),
    };
    const result = await appendUntilKnown({ log, clock }, streamOf(kind, id), proposed, RETRY);
    if (result.outcome === 'appended') {
      const after = states.appended(kind, id, found, result);
      const stored = result.events.map((event) => eventIn<Event>(event));
      const recordedDigest = result.events[0]?.meta.commandDigest;
      return answerOf(kind, { ...placeOf(after), events: stored, digest: recordedDigest }, digest);
    }
    if (result.outcome !== 'conflict') return { outcome: result.outcome };
    tries += 1;
    await pause(clock, randomFraction() * CONFLICT_PAUSE_MS);
    found = await states.current(kind, id);
    isCurrent = true;
  }
  return { outcome: 'unavailable' };
}

const placeOf = <State>({ state, revision, position }: Loaded<State>) => ({ state, revision, position });

function newEvent<Event extends DomainEvent>(
  { schemas }: { schemas: Readonly<Record<string, number>> },
  { type, data }: Event,
  id: string,
  { digest, ...meta }: { at: number; commandId: string; actor: Actor; digest: string },
): NewEvent {
  return { id, type, data, meta: { ...meta, commandDigest: digest, schema: schemas[type] ?? 1 } };
}

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

/** The command if the stream already contains it, within the part that `found` has read. */
async function recordedIn<State, Body, Event extends DomainEvent, Refused extends Refusal>(
  log: EventLog,
  kind: StreamKind<State, Body, Event, Refused>,
  { id, commandId }: { id: string; commandId: string },
  found: HeldAggregate<State>,
): Promise<Recorded<State, Event> | undefined> {
  for (const first of found.commands.find(commandId)) {
    const group = await commandEventsAt(log, streamOf(kind, id), first);
    const last = group.at(-1);
    if (last === undefined || last.meta.commandId !== commandId) continue;
    const { revision, position, meta } = last;
    const isLast = revision === found.revision;
    const state = isLast ? found.state : await statesOf(log).stateAt(kind, id, revision);
    const events = group.map((event) => eventIn<Event>(event));
    return { state, revision, position, events, digest: meta.commandDigest };
  }
  return undefined;
}
