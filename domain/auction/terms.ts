import type { Media } from '../listing/content.ts';
import type { Values } from '../listing/forms/field.ts';
import type { ListingId } from '../listing/ids.ts';
import type { KindType, Unit } from '../listing/stock.ts';
import type { LotId } from './ids.ts';
import type { Policy } from './policy.ts';
import type { SaleSettings } from './sale-settings.ts';
import type { AuctionType } from './types/auction-types.ts';
import type { Durations } from './types/durations.ts';

export type { KindType, Unit };

/** How a sale runs. Times in ms since the epoch, durations in seconds; those that its type does not use are 0. */
export type AuctionTerms = Durations & {
  type: AuctionType;
  openAt: number;
  liveAt: number;
  allowAutoBid: boolean;
  allowUpcomingBid: boolean;
  policy: Policy;
  /** The highest total value of a lot, in cents [E20]; null: no limit, as in sales from before the limit existed. */
  lotValueCents: number | null;
  /** The version of the rules under which it is decided, from 1 to `RULES_VERSION`. */
  rules: number;
  /** A correction of a lot worth more than this, in cents, needs a second person [C6]. Left out: none does. */
  secondPersonAboveCents?: number;
  /** A correction made more than a day after the lot closed needs a second person [C6]. */
  secondPersonAfterDay?: boolean;
};

/**
 * Where the text that buyers read about a lot is stored. The engine stores it and never reads it.
 * - `listing`: in a listing, at a revision. `hash` is that of its description then, so that the sale's
 *   own chain proves what was described; `state` (of Australia) is where the stock is.
 * - `here`: in the catalogue itself, by the fields of the kind's form. So are lots of practice sales, and those that
 *   were catalogued before there were listings.
 */
export type LotDescription =
  | { kept: 'listing'; listing: ListingId; revision: number; hash: string; state: string }
  | { kept: 'here'; details: Values; media: readonly Media[] };

/** The state of Australia that a lot is in; empty when it is not stated. */
export function stateOf({ description }: Pick<LotTerms, 'description'>): string {
  if (description === null) return '';
  const { state } = description.kept === 'listing' ? description : description.details;
  return typeof state === 'string' ? state : '';
}

/** A lot as it is catalogued: its bidding terms, and where it is described. */
export type LotTerms = {
  lot: LotId;
  /** Shown as "Lot {number}". */
  number: string;
  searchNumericId: number;
  unit: Unit;
  /** Head in the lot. */
  count: number;
  startCents: number;
  incrementCents: number;
  /** null: no reserve. Never public. */
  reserveCents: number | null;
  maxVendorBids: number;
  /** Account that created the lot; it may not bid on it [E12]. */
  createdBy: string;
  /** null where nothing is stated, as in scripts. */
  description: LotDescription | null;
};

/** What of a lot may be changed until it is live [T18]: cents per unit, and where it is described. */
export type AmendedTerms = Pick<LotTerms, 'startCents' | 'reserveCents' | 'description'>;

/** The sale itself, as scheduled. */
export type AuctionDetails = {
  searchNumber: number;
  title: string;
  description: string;
  kind: KindType;
  /** Anonymous visitors may watch. */
  public: boolean;
  /** States its lots are in, for the list ("NSW", …). */
  states: readonly string[];
  requiresTabs: boolean;
  auctionTabs: readonly { tabName: string; description: string }[];
  /** Private, random: from it come the bidders' paddles, so that they differ in every auction [E12]. */
  aliasSeed: number;
  /** What staff set of it beside; left out, and what is left out of it, is the usual (`settingsOf`). */
  settings?: Partial<SaleSettings>;
  /** How keen the simulated bidders are: in practice sales always, and in no other. */
  practice?: { level: 'relaxed' | 'keen' };
};
