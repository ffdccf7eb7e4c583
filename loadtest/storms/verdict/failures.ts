/** The ways in which a storm can be wrong, and what each says. */
export const FAILURE_KINDS = {
  audit: 'the audit does not prove the sale',
  lost: 'an acknowledged bid is not in the log',
  twice: 'a bid is in the log more than once',
  otherwise: 'the log holds a bid otherwise than it was answered',
  ghost: 'a bid that was rejected by the gateway is in the log',
  unclaimed: 'the log holds a bid that nobody sent',
  unknown: 'a bid never got an outcome',
  late: 'a bid was accepted after its deadline',
  view: 'a client saw what the log does not say',
  'last view': 'a client ended with another view than the log’s',
  client: 'a client met what none may ever meet',
  run: 'the storm did not run as planned',
} as const;

export type FailureKind = keyof typeof FAILURE_KINDS;

/** Examples kept of each kind; the rest are counted. */
const SHOWN = 10;

/** What was found wrong: how often, and the first of each kind in words. */
export class Failures {
  readonly #found = new Map<FailureKind, { count: number; examples: string[] }>();

  add(kind: FailureKind, what: string): void {
    const known = this.#found.get(kind);
    if (known === undefined) this.#found.set(kind, { count: 1, examples: [what] });
    else {
      known.count += 1;
      if (known.examples.length < SHOWN) known.examples.push(what);
    }
  }

  get list(): readonly FoundFailure[] {
    return [...this.#found].map(([kind, found]) => ({ kind, ...found }));
  }
}

export type FoundFailure = { kind: FailureKind; count: number; examples: readonly string[] };
