/** What happened to an aggregate. A storage format. `at` (ms since the epoch) is when it took effect. */
export type DomainEvent = { readonly type: string; readonly data: { readonly at: number } };

/** A command as it is decided: its body, and when it was sequenced (ms). */
export type Command<Body> = { readonly at: number; readonly body: Body };

/** Why a command is refused: a code, and details that depend on the aggregate (invalid fields, for example). */
export type Refusal = { readonly code: string };

/**
 * The outcome of a command. A command that changes nothing is accepted and yields no events. `events` of a
 * refusal are those that record it, in aggregates that record them.
 */
export type Decision<Event, Refused extends Refusal> =
  | { readonly outcome: 'accepted'; readonly events: readonly Event[] }
  | ({ readonly outcome: 'refused'; readonly events?: readonly Event[] } & Refused);

/** A state that is kept folded as its events come. Later events never change a state that was handed out. */
export type Fold<State, Event> = { apply(event: Event): void; readonly state: State };

/**
 * The one shape of every aggregate: pure and synchronous, so that the same state and command always give the same
 * events. Time and ids arrive in the command. A state is immutable.
 *
 * `command-api/handle-command.ts` runs any decider. To add an aggregate:
 *
 * 1. One folder in `domain/` holds its events, its state with `evolve`, its commands with `decide`, and the decider:
 *
 *        export const listingDecider: Decider<ListingState, ListingCommandBody, ListingEvent, ListingRefusal> = {
 *          initial: null,
 *          decide: decideListing,
 *          evolve: evolveListing,
 *        };
 *
 * 2. One line in the registry, `domain/streams.ts`, says what its streams are. Relay, projections, audit and every
 *    reader of the log know it from there.
 *
 * 3. The code that takes its commands calls
 *
 *        handleCommand(parts, STREAMS.listing, { id, commandId, actor, body: { type: 'submit' } })
 *
 * Its tests are `deciderSpec(listingDecider)`, given (events) – when (a command) – leads to (events).
 */
export type Decider<State, Body, Event extends DomainEvent, Refused extends Refusal> = {
  /** Before the first event. */
  readonly initial: State;
  decide(state: State, command: Command<Body>): Decision<Event, Refused>;
  /** The state after `event`; the argument is never changed. */
  evolve(state: State, event: Event): State;
  /** Folds many events faster than `evolve` would, one after the other. Where it is left out, `evolve` does it. */
  fold?(from: State): Fold<State, Event>;
  /** The refusal in a command's recorded events; null for none. Only for aggregates that record refusals. */
  refusalIn?(events: readonly Event[]): Refused | null;
};

/** A fold that begins at `from`: the decider's own, or one made of `evolve`. */
export function foldOf<State, Event extends DomainEvent>(
  decider: Pick<Decider<State, never, Event, never>, 'evolve' | 'fold'>,
  from: State,
): Fold<State, Event> {
  if (decider.fold !== undefined) return decider.fold(from);
  let state = from;
  return {
    apply(event) {
      state = decider.evolve(state, event);
    },
    get state() {
      return state;
    },
  };
}
