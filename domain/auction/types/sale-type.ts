import type { DurationName, Durations } from './durations.ts';

/** A tab of the live room that shows a part of the lots. */
export type LotsTab = 'open' | 'active' | 'upcoming' | 'notOnMarket';

/** Everything in which one type of sale differs from the others. Its file is the only place that says so. */
export type SaleType = {
  /** The tag on lists and catalogues: "SEQ ONLINE". */
  readonly label: string;
  /** The tag where space is short: on the form of a lot and in results. */
  readonly shortLabel: string;
  /** The same within a sentence: "sequential online". */
  readonly inSentence: string;
  /** A sentence for people who do not know the tags, without a full stop. */
  readonly explained: string;

  /** Lots go live one after another; else all of them with the sale. */
  readonly inTurn: boolean;
  /** The clerk opens and closes each lot and enters floor bids [T5] [E10]; else the timers do. */
  readonly byClerk: boolean;
  /** The sale has one deadline, at which all of its lots close [T6]; else each lot has its own. */
  readonly closesTogether: boolean;

  /** The durations that its terms use, in the order in which staff enter them. */
  readonly durations: readonly DurationName[];
  /** How long the sale, or each of its lots, is live: must be more than 0. null: the clerk decides. */
  readonly length: 'durationSeconds' | 'lotOpeningSeconds' | null;
  /** Durations that staff must enter, more than 0, and what each is: "how long each lot is live". */
  readonly needed: { readonly [D in NeededDuration]?: string };
  /** The duration that an accepted bid leaves at least before the deadline. */
  readonly lateBid: 'staleTimeSeconds' | 'inactiveSeconds';
  /** The sale's deadline (ms) when it goes live at `at`; null where each lot has its own. */
  readonly saleFinishAt: (at: number, terms: Durations) => number | null;
  /** A lot's own deadline (ms) when it goes live at `at`, by its place in the catalogue from 0; null: none. */
  readonly lotFinishAt: (at: number, terms: Durations, index: number) => number | null;

  /** Bidders are notified this long before a lot closes, ms; null: never. */
  readonly precloseMs: number | null;
  /** A lot is shown as closing when less than this is left, ms. */
  readonly closingMs: number;
  /** Tabs of its live room, beside those that every sale has. */
  readonly lotsTabs: readonly LotsTab[];
  /** The badge of a live lot whose price is not near its reserve. */
  readonly notNearLabel: string;
};

/** Durations of which some type of sale needs more than 0. */
export type NeededDuration = 'durationSeconds' | 'lotOpeningSeconds' | 'inactiveSeconds';
