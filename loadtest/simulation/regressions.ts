/** A seed that once found something wrong, and what that was. `minutes`: virtual minutes of faults. */
type Regression = { what: string; seed: number; minutes: number };

export const REGRESSIONS: readonly Regression[] = [];
