import * as assert from 'uvu/assert';

/** The three parts of an aggregate that a specification speaks of. */
export type Decider<S, C, E> = {
  initial: S;
  evolve(state: S, event: E): S;
  decide(state: S, command: C): readonly E[];
};

/** What a command led to: its events and the state after them. */
export type Outcome<S, E> = {
  events: readonly E[];
  state: S;
  /** Exactly these events, in this order. */
  leadsTo(...expected: E[]): void;
};

/** A past to decide in. */
export type Given<S, C, E> = {
  state: S;
  /** The past, and then what these commands led to. */
  and(...commands: C[]): Given<S, C, E>;
  when(command: C): Outcome<S, E>;
};

/** given (events) – when (a command) – leads to (events), for one aggregate. */
export function deciderSpec<S, C, E>({ initial, evolve, decide }: Decider<S, C, E>) {
  const from = (state: S): Given<S, C, E> => ({
    state,
    and: (...commands) =>
      from(commands.reduce((now, command) => decide(now, command).reduce(evolve, now), state)),
    when: (command) => {
      const events = decide(state, command);
      return {
        events,
        state: events.reduce(evolve, state),
        leadsTo: (...expected) => assert.equal(events, expected),
      };
    },
  });
  return (...events: E[]): Given<S, C, E> => from(events.reduce(evolve, initial));
}
