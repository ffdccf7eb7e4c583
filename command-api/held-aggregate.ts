import type { IdempotencyIndex } from './idempotency-index.ts';

/** An aggregate folded from its stream. `revision` and `position` are −1 without a stream. */
export type Loaded<State> = {
  state: State;
  revision: number;
  position: number;
  /** When its last command was sequenced (ms). */
  lastAt: number;
};

/** A loaded aggregate with the id of its last event, and the commands that the stream contains. */
export type HeldAggregate<State> = Loaded<State> & {
  headId: string | null;
  /** Grows in place: it may contain commands that came after `revision`. */
  commands: IdempotencyIndex;
};
