import type { Invariant } from '../proof/verdict.ts';
import type { Patch } from './plant.ts';

/** A bug planted in the real source. */
export type Mutant = Patch & {
  /** What it does wrong. */
  what: string;
  /** A seed that finds it at present, and the invariants that it may break. */
  seed: number;
  breaks: readonly Invariant[];
};

/** Virtual minutes of faults of the seeds that look for mutants. */
export const MUTANT_MINUTES = 1;

/** Seeds that look for a mutant, from 1 on, beside the one that is known to find it. */
export const MUTANT_SEEDS = 200;

/** The seed that found a mutant, and the invariant that did not hold. */
export type Found = { seed: number; invariant: Invariant; what: string };
