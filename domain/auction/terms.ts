import type { KindType, Unit } from '../listing/stock.ts';
import type { LotId } from './ids.ts';
import type { Policy } from './policy.ts';

/** TIMED, SEQ ONLINE, INTERFACED, HELMSMAN, in that order. */
export type AuctionType = 'simultaneous' | 'sequential' | 'sequentialOffline' | 'synchronous';

export type { KindType, Unit };

/** How a sale runs. Times in ms since the epoch, durations in seconds as the specification names them. */
export type AuctionTerms = {
  type: AuctionType;
  openAt: number;
  liveAt: number;
  /** simultaneous and synchronous: from liveAt to the (first) finish. */
  durationSeconds: number;
  /** simultaneous: lot n finishes n × stagger later than the first. */
  staggerSeconds: number;
  /** simultaneous and sequential: an accepted bid leaves at least this long. */
  staleTimeSeconds: number;
  /** synchronous: an accepted bid on any lot leaves the sale at least this long. */
  inactiveSeconds: number;
  /** sequential: how long a lot is live, and the gap before the next. */
  lotOpeningSeconds: number;
  gapSeconds: number;
  allowAutoBid: boolean;
  allowUpcomingBid: boolean;
  policy: Policy;
};

/** What people read about a lot. The engine carries it and never looks at it. */
export type LotParticulars = {
  title: string;
  town: string;
  state: string;
  postcode: string;
  breed: string;
  sex: string;
  stockCategory: string;
  /** Months. */
  ageMinMonths: number | null;
  ageMaxMonths: number | null;
  /** kg per head. */
  weightAverageKg: number | null;
  weightCurfewKg: number | null;
  weightMinKg: number | null;
  weightMaxKg: number | null;
  assessorType: 'Vendor Assessed' | 'Agent Assessed';
  agentComment: string;
  additionalTitle: string;
  /** Which auction tab the lot stands under; empty when none. */
  allocatedSection: string;
  /** Private: the vendor's name is shown to staff and to the lot's creator. */
  vendorName: string;
  media: readonly { thumbnail: string; url: string; title: string }[];
};

/** A lot as it is catalogued: its bidding terms and its particulars. */
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
  /** Private. null in scripts. */
  particulars: LotParticulars | null;
};

/** The sale itself, as scheduled. */
export type AuctionDetails = {
  searchNumber: number;
  title: string;
  description: string;
  kind: KindType;
  /** Anonymous visitors may watch. */
  public: boolean;
  /** States its lots stand in, for the list ("NSW", …). */
  states: readonly string[];
  requiresTabs: boolean;
  auctionTabs: readonly { tabName: string; description: string }[];
  /** Private, random: from it come the bidders' paddles, so that they differ in every auction [E12]. */
  aliasSeed: number;
  /** How keen the made-up bidders are: in practice sales always, and in no other. */
  practice?: { level: 'relaxed' | 'keen' };
};
