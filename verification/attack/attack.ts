import type { Patch } from '../simulation/mutants/plant.ts';
import type { Target, TargetSettings } from './target.ts';

/**
 * The result of an attack. `tried`: requests, frames, files or other units. `broken`: what did not hold, a line
 * each; none, and everything held. `figures`: numbers for the reference page, in a few words.
 */
export type Findings = { tried: number; broken: string[]; figures: string };

/** The extent of an attack: `quick` in tests, `full` by the command. */
export type Scale = 'quick' | 'full';

export type Attack = {
  /** Its name on the command line. */
  name: string;
  /** The attempt, and the property that must hold, in one sentence each. */
  tries: string;
  holds: string;
  run(begin: (settings?: TargetSettings) => Promise<Target>, scale: Scale): Promise<Findings>;
};

/** A bug planted in the real source that an attack must find. `attack`: the one that finds it. */
export type PlantedBug = Patch & { what: string; attack: string };

/** Thrown by the first failure, in runs that stop there. */
export class Found extends Error {
  readonly findings: Findings;
  constructor(findings: Findings) {
    super(findings.broken[0]);
    this.findings = findings;
  }
}

/** Collects what an attack finds. */
export class Notes {
  /** Whether an attack stops at the first failure. */
  static endsAtFirst = false;
  tried = 0;
  readonly broken: string[] = [];

  /** Counts one try, and notes `what` unless it holds. */
  check(holds: boolean, what: string): void {
    this.tried += 1;
    // A few failures show the problem; thousands of the same kind add nothing.
    if (!holds && this.broken.length < 20) this.broken.push(what);
    if (!holds && Notes.endsAtFirst) throw new Found(this.findings(''));
  }

  findings(figures: string): Findings {
    return { tried: this.tried, broken: this.broken, figures };
  }
}
