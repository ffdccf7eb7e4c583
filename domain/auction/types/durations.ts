/** How the form of a sale shows one duration of its terms. */
type DurationField = {
  readonly label: string;
  readonly help: string;
  /** The unit it is entered in; `size`: seconds per unit. */
  readonly unit: { readonly name: 'minutes' | 'seconds'; readonly size: number };
  /** The form's initial value, in seconds. */
  readonly initialSeconds: number;
};

const MINUTES = { name: 'minutes', size: 60 } as const;
const SECONDS = { name: 'seconds', size: 1 } as const;

/** Every duration of a sale's terms. Each type of sale uses some; the others are 0 in its terms. */
export const DURATIONS = {
  /** From going live to the first finish. */
  durationSeconds: {
    label: 'Live for',
    help: 'From going live to the first finish',
    unit: MINUTES,
    initialSeconds: 7_200,
  },
  /** Each lot finishes this much later than the one before. */
  staggerSeconds: {
    label: 'Finish lots apart by',
    help: '0 finishes all lots together',
    unit: SECONDS,
    initialSeconds: 60,
  },
  /** After an accepted bid, its lot stays open at least this long. */
  staleTimeSeconds: {
    label: 'Time added by a late bid',
    help: 'A late bid resets the clock to this; 0 never extends a lot',
    unit: SECONDS,
    initialSeconds: 60,
  },
  /** After an accepted bid on any lot, the whole sale stays open at least this long. */
  inactiveSeconds: {
    label: 'Time added to the whole sale by a late bid',
    help: 'The sale closes when nobody has bid on any lot for this long',
    unit: SECONDS,
    initialSeconds: 120,
  },
  /** How long a lot is live. */
  lotOpeningSeconds: {
    label: 'Each lot is live for',
    help: 'Longer when bids come late',
    unit: SECONDS,
    initialSeconds: 60,
  },
  /** From one lot's close until the next goes live. */
  gapSeconds: {
    label: 'Gap between lots',
    help: 'From one lot closing to the next going live',
    unit: SECONDS,
    initialSeconds: 5,
  },
  /** How long the lot that the clerk closed last may be reopened [C2]. */
  reopenSeconds: {
    label: 'A closed lot may be reopened for',
    help: 'The sale stays live this long after its last lot; 0 closes it at once',
    unit: SECONDS,
    initialSeconds: 120,
  },
} as const satisfies Record<string, DurationField>;

export type DurationName = keyof typeof DURATIONS;

/** The durations of a sale's terms, in seconds. Sales from before lots could be reopened lack `reopenSeconds`. */
export type Durations = Record<Exclude<DurationName, 'reopenSeconds'>, number> & { reopenSeconds?: number };

export const DURATION_NAMES = Object.keys(DURATIONS) as DurationName[];
