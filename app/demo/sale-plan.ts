import type { AuctionPhase } from '@saleyard/domain/auction/state.ts';
import { AUCTION_TYPE_NAMES, type AuctionType } from '@saleyard/domain/auction/types/auction-types.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** The interval between sales of one type going live. ms. */
export const PERIOD_MS = 30 * MINUTE_MS;
/** How long after the next one goes live a sale still has lots, so that one is always live. ms. */
export const OVERLAP_MS = 6 * MINUTE_MS;
/** A sale opens no sooner than this after it is planned: its lots are catalogued before. ms. */
export const LEAD_MS = 5_000;
/** A sale wanted live now opens after the lead, and goes live this long after. ms. */
const AT_ONCE_MS = 1_500;
/** A sale that goes live within this counts as live already. ms. */
const SOON_MS = 15_000;
/** Sales of a type planned ahead of the live one: one is open, the others upcoming. */
const AHEAD = 3;
/** A feature sale is open for longer than this; the others follow each other. ms. */
const FEATURE_OPEN_MS = 12 * 60 * MINUTE_MS;
/** A new feature sale is planned when none is further away than this. ms. */
const FEATURE_AHEAD_MS = 6 * 60 * MINUTE_MS;

/** A sale in the timetable. Times in ms. */
export type KnownSale = { type: AuctionType; phase: AuctionPhase; openAt: number; liveAt: number };

/** A sale to be scheduled. A feature sale is a large one, some days ahead. */
export type PlannedSale = { type: AuctionType; openAt: number; liveAt: number; feature: boolean };

const isFeature = ({ openAt, liveAt }: KnownSale): boolean => liveAt - openAt >= FEATURE_OPEN_MS;

/**
 * The sales that are missing at `now`: of each type one live (or about to be), the next open since that one went
 * live, others to come, and a feature sale on a day to come. Sales lost to an outage are replaced.
 */
export function planSales(known: readonly KnownSale[], now: number): PlannedSale[] {
  return AUCTION_TYPE_NAMES.flatMap((type, index) => {
    const ours = known.filter((sale) => sale.type === type && sale.phase !== 'closed');
    const chain = ours.filter((sale) => !isFeature(sale));
    return [...chained(type, index, chain, now), ...featured(type, index, ours.filter(isFeature), now)];
  });
}

/**
 * A planned sale as it may be scheduled now: moved as far as it would open before its lots can be catalogued, because
 * those before it in the plan took long. `leadMs`: what they take.
 */
export function notTooLate(sale: PlannedSale, now: number, leadMs = LEAD_MS): PlannedSale {
  const late = Math.max(0, now + leadMs - sale.openAt);
  return { ...sale, openAt: sale.openAt + late, liveAt: sale.liveAt + late };
}

function chained(type: AuctionType, index: number, chain: readonly KnownSale[], now: number): PlannedSale[] {
  const planned: PlannedSale[] = [];
  const isUpcoming = ({ phase, liveAt }: KnownSale) => phase !== 'live' && liveAt > now;
  const covered = chain.some((sale) => !isUpcoming(sale) || sale.liveAt <= now + SOON_MS);
  if (!covered) {
    const openAt = now + LEAD_MS;
    planned.push({ type, openAt, liveAt: openAt + AT_ONCE_MS, feature: false });
  }
  const upcoming = chain.filter(isUpcoming);
  const opensNext = Math.min(...upcoming.map(({ openAt }) => openAt));
  // One that was lost between the live one and the upcoming ones: the next opens when this one goes live.
  if (upcoming.length > 0 && opensNext > now + SOON_MS) {
    planned.push({ type, openAt: now + LEAD_MS, liveAt: opensNext, feature: false });
  }
  let last = Math.max(now, ...chain.map(({ liveAt }) => liveAt), ...planned.map(({ liveAt }) => liveAt));
  for (let n = upcoming.length; n < AHEAD; n += 1) {
    const openAt = Math.max(last, now + LEAD_MS);
    // The first after a fresh start comes sooner, at another time for each type, so that not all change at once.
    const first = chain.length === 0 && n === 0;
    const liveAt = openAt + (first ? (PERIOD_MS * (index + 2)) / (AUCTION_TYPE_NAMES.length + 2) : PERIOD_MS);
    planned.push({ type, openAt, liveAt, feature: false });
    last = liveAt;
  }
  return planned;
}

function featured(
  type: AuctionType,
  index: number,
  features: readonly KnownSale[],
  now: number,
): PlannedSale[] {
  if (features.some(({ liveAt }) => liveAt > now + FEATURE_AHEAD_MS)) return [];
  // Midnight UTC is mid-morning in Sydney.
  const liveAt = (Math.floor((now + FEATURE_AHEAD_MS) / DAY_MS) + 1 + index) * DAY_MS;
  const openAt = Math.max(now + LEAD_MS, liveAt - DAY_MS);
  return liveAt - openAt >= FEATURE_OPEN_MS
    ? [{ type, openAt, liveAt, feature: true }]
    : [{ type, openAt, liveAt: liveAt + DAY_MS, feature: true }];
}
