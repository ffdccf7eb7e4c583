import type { PublicAuction } from '@saleyard/contract/auctions.ts';
import type { PublicLot } from '@saleyard/contract/lots.ts';
import { AUCTION_TYPES, opensNextByTimer } from '@saleyard/domain/auction/types/auction-types.ts';
import type { LotsTab } from '@saleyard/domain/auction/types/sale-type.ts';
import { countOf } from '@saleyard/domain/presentation/amounts.ts';
import { lotTotal } from '@/lib/lot-prices.ts';
import { standingPrice } from './bid-input.ts';
import { isLosing, isWinning, outcomeOf, type RoomLot, type Viewer } from './lot-state.ts';

/** One tab of the lot list. `id` is in the address; `holds` says which lots it shows. */
export type RoomTab = {
  id: string;
  label: string;
  description: string;
  holds: (lot: RoomLot, viewer: Viewer) => boolean;
};

const plain = (id: string, label: string, holds: RoomTab['holds']): RoomTab => ({
  id,
  label,
  description: '',
  holds,
});

const takesBids = (lot: PublicLot) => lot.state !== 'closed' && !lot.withdrawn;

const ALL = plain('all', 'All', () => true);
const WINNING = plain('winning', 'Winning', isWinning);
const LOSING = plain('losing', 'Losing', isLosing);
const WATCHING = plain('watching', 'Watching', (lot, viewer) => viewer.watching.has(lot._id));
const OPEN = plain('open', 'Open Lots', takesBids);
const AUTO_BIDS = plain(
  'auto-bids',
  'Auto Bids',
  (lot, viewer) => takesBids(lot) && viewer.autoBidding.has(lot._id),
);
const WON = plain('won', 'Won', (lot, viewer) => outcomeOf(lot, viewer) === 'won');
const ACTIVE = plain('active', 'Active Lots', (lot) => takesBids(lot) && lot.state === 'live');
const UPCOMING = plain('upcoming', 'Upcoming Lots', (lot) => takesBids(lot) && lot.state !== 'live');
const NOT_ON_MARKET = plain(
  'not-on-market',
  'Lots not on Market',
  (lot) => takesBids(lot) && lot.reserveStatus !== 'onMarket',
);

const LOTS_TABS: Readonly<Record<LotsTab, RoomTab>> = {
  open: OPEN,
  active: ACTIVE,
  upcoming: UPCOMING,
  notOnMarket: NOT_ON_MARKET,
};

function basicTabs(type: PublicAuction['auctionType'], signedIn: boolean): RoomTab[] {
  const open = AUCTION_TYPES[type].lotsTabs.map((tab) => LOTS_TABS[tab]);
  return signedIn ? [ALL, WINNING, LOSING, WATCHING, ...open, AUTO_BIDS, WON] : [ALL, ...open];
}

/** The tabs of a sale for a visitor or a signed-in person: the basic ones, then the sale's own. */
export function roomTabs(
  auction: Pick<PublicAuction, 'auctionType' | 'requiresTabs' | 'auctionTabs'>,
  signedIn: boolean,
): RoomTab[] {
  const tabs = basicTabs(auction.auctionType, signedIn);
  if (!auction.requiresTabs) return tabs;
  const names = new Set(auction.auctionTabs.map(({ tabName }) => tabName));
  const own = auction.auctionTabs.map(({ tabName, description }, index) => ({
    id: `section-${index + 1}`,
    label: tabName,
    description,
    holds: (lot: RoomLot) => lot.details?.allocatedSection === tabName,
  }));
  const other = plain(
    'section-other',
    'other lots (not allocated)',
    (lot) => lot.details === null || !names.has(lot.details.allocatedSection),
  );
  return [...tabs, ...own, other];
}

/** The tab an address names, else the first. */
export function tabOf(tabs: readonly RoomTab[], id: string | null): RoomTab {
  return tabs.find((tab) => tab.id === id) ?? tabs[0] ?? ALL;
}

/** What the viewer would pay for if every lot closed now. Cents. */
type OrderPad = {
  /** Lots the viewer leads: those of the tab Winning. */
  winning: number;
  /** Lots the viewer has won, those of the tab Won, and what they come to. */
  won: number;
  wonCents: number;
  /** Of both, as the following. */
  head: number;
  /** Current bid times count; per-kg lots by their weight. */
  grossCents: number;
  /** null without a head. */
  averagePerHeadCents: number | null;
  /** Some lot is priced per kg: its gross is calculated from curfew (else average) weight. */
  estimated: boolean;
  /** Per-kg lots without a known weight, left out of the gross. */
  unweighed: number;
};

/** Adds up the lots the viewer is winning or has won. */
export function orderPad(lots: Iterable<RoomLot>, viewer: Viewer): OrderPad {
  const pad: OrderPad = {
    winning: 0,
    won: 0,
    wonCents: 0,
    head: 0,
    grossCents: 0,
    averagePerHeadCents: null,
    estimated: false,
    unweighed: 0,
  };
  let pricedHead = 0;
  for (const lot of lots) {
    const won = outcomeOf(lot, viewer) === 'won';
    if (!won && !isWinning(lot, viewer)) continue;
    pad[won ? 'won' : 'winning'] += 1;
    pad.head += lot.count;
    const total = lotTotal(standingPrice(lot), lot, lot.details);
    if (total === null) {
      pad.unweighed += 1;
      continue;
    }
    pad.estimated ||= total.estimated;
    pad.grossCents += total.cents;
    if (won) pad.wonCents += total.cents;
    pricedHead += lot.count;
  }
  if (pricedHead > 0) pad.averagePerHeadCents = Math.round(pad.grossCents / pricedHead);
  return pad;
}

/** Lots of a sequential sale that are still to be sold, in the order in which they are. */
export const lotsToCome = (lots: readonly RoomLot[]): readonly RoomLot[] =>
  lots.filter((lot) => takesBids(lot) && lot.state !== 'live');

/** The lot that a sale which sells one after another is selling now; null between lots, and in other sales. */
export const sellingLot = (
  { auctionType }: Pick<PublicAuction, 'auctionType'>,
  lots: readonly RoomLot[],
): RoomLot | null =>
  AUCTION_TYPES[auctionType].inTurn
    ? (lots.find((lot) => takesBids(lot) && lot.state === 'live') ?? null)
    : null;

/**
 * The lot to look at first: the one that is being sold; where none is, of those that take bids the one that closes next.
 * null when no lot takes bids now.
 */
export function lotAtHand(
  auction: Pick<PublicAuction, 'auctionType'>,
  lots: readonly RoomLot[],
): RoomLot | null {
  const selling = sellingLot(auction, lots);
  if (selling !== null) return selling;
  const live = lots.filter((lot) => takesBids(lot) && lot.state === 'live');
  return live.reduce<RoomLot | null>(
    (first, lot) => (first === null || closesBefore(lot, first) ? lot : first),
    null,
  );
}

const closesBefore = (lot: RoomLot, other: RoomLot): boolean =>
  (lot.finishAt ?? Number.POSITIVE_INFINITY) < (other.finishAt ?? Number.POSITIVE_INFINITY);

/** How far off a lot is: how many are sold before it, and about when it begins (ms; null: not known). */
export type Turn = { before: number; beginsAt: number | null };

/**
 * When each upcoming lot is about to begin, by its id. Every lot before it is taken to be sold in its opening time:
 * late bids make it later. Interfaced sales have no times, only an order. Times are server ms.
 */
export function turnsOf(
  auction: Pick<
    PublicAuction,
    'auctionType' | 'state' | 'liveAt' | 'lotOpeningSeconds' | 'frozenTime' | 'pausedTime'
  >,
  lots: readonly RoomLot[],
): ReadonlyMap<string, Turn> {
  const type = AUCTION_TYPES[auction.auctionType];
  if (!type.inTurn || auction.state === 'closed') return new Map();
  const selling = sellingLot(auction, lots);
  const stopped = [auction, selling].some((part) => part && (part.frozenTime ?? part.pausedTime) !== null);
  const from = auction.state === 'live' ? (selling?.finishAt ?? null) : auction.liveAt;
  const timed = opensNextByTimer(type) && from !== null && !stopped;
  return new Map(
    lotsToCome(lots).map(({ _id }, before) => {
      const beginsAt = timed ? from + before * auction.lotOpeningSeconds * 1000 : null;
      return [_id, { before, beginsAt }];
    }),
  );
}

/** How far off a lot is, in words, at server time `now` (ms). */
export function turnText({ before, beginsAt }: Turn, now: number): string {
  const order = before === 0 ? 'Next' : `${countOf(before, 'lot')} before it`;
  if (beginsAt === null || beginsAt <= now) return order;
  const minutes = Math.round((beginsAt - now) / 60_000);
  const time = minutes < 1 ? '< 1 min' : minutes < 60 ? `≈ ${minutes} min` : hoursText(minutes);
  return `${order} · ${time}`;
}

const hoursText = (minutes: number): string => `≈ ${Math.floor(minutes / 60)} h ${minutes % 60} min`;

/** What of the room's view is in its address: a link opens the same view. */
export type UrlView = { tab: string | null; lot: string | null; search: string; sex: string | null };

/** Reads a view from the address's query. */
export const readView = (params: URLSearchParams): UrlView => ({
  tab: params.get('tab'),
  lot: params.get('lot'),
  search: params.get('q') ?? '',
  sex: params.get('sex'),
});

/** The query of a view; what is at its default is left out. */
export function writeView(view: UrlView): URLSearchParams {
  const params = new URLSearchParams();
  if (view.tab !== null && view.tab !== 'all') params.set('tab', view.tab);
  if (view.lot !== null) params.set('lot', view.lot);
  if (view.search !== '') params.set('q', view.search);
  if (view.sex !== null) params.set('sex', view.sex);
  return params;
}
