import {
  type Command,
  type Decider,
  type DomainEvent,
  foldOf,
  type Refusal,
} from '@saleyard/domain/decider.ts';
import * as assert from 'uvu/assert';

/** The result of a command: its events and the state after them. `code`: why it was refused; null when it was not. */
export type Outcome<S, E> = {
  events: readonly E[];
  code: string | null;
  state: S;
  /** Exactly these events, in this order; those that record a refusal too. */
  leadsTo(...expected: E[]): void;
  /** Refused for this reason. */
  isRefused(code: string): void;
};

/** A past to decide in. */
export type Given<S, C, E> = {
  state: S;
  /** The past, and then what these commands led to. */
  and(...commands: C[]): Given<S, C, E>;
  when(command: C): Outcome<S, E>;
};

/** given (events) – when (a command) – leads to (events), for one aggregate. */
export function deciderSpec<S, B, E extends DomainEvent, R extends Refusal>(decider: Decider<S, B, E, R>) {
  const after = (state: S, events: readonly E[]): S => {
    const fold = foldOf(decider, state);
    for (const event of events) fold.apply(event);
    return fold.state;
  };
  const run = (state: S, command: Command<B>): Outcome<S, E> => {
    const decision = decider.decide(state, command);
    const { events = [] } = decision;
    const code = decision.outcome === 'refused' ? decision.code : null;
    return {
      events,
      code,
      state: after(state, events),
      leadsTo: (...expected) => assert.equal(events, expected),
      isRefused: (expected) => assert.is(code, expected),
    };
  };
  const from = (state: S): Given<S, Command<B>, E> => ({
    state,
    and: (...commands) => from(commands.reduce((now, command) => run(now, command).state, state)),
    when: (command) => run(state, command),
  });
  return (...events: E[]): Given<S, Command<B>, E> => from(after(decider.initial, events));
}
