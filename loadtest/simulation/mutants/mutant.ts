import type { Invariant } from '../proof/verdict.ts';

/** A bug planted in the real source: one exact passage of one module, replaced by another. */
export type Mutant = {
  name: string;
  /** What it does wrong. */
  what: string;
  /** The module's path from the checkout's root. */
  module: string;
  find: string;
  replace: string;
  /** A seed that finds it at present, and the invariants that it may break. */
  seed: number;
  breaks: readonly Invariant[];
};

/** Virtual minutes of faults of the seeds that look for mutants. */
export const MUTANT_MINUTES = 1;

/** Seeds that look for a mutant, from 1 on, beside the one that is known to find it. */
export const MUTANT_SEEDS = 200;

/** The environment variable that hands a mutant to the process it is planted in, as JSON. */
export const MUTANT_VARIABLE = 'SALEYARD_MUTANT';

/** What found a mutant: a seed, and the invariant that did not hold. */
export type Found = { seed: number; invariant: Invariant; what: string };
