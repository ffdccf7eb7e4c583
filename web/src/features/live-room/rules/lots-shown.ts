import type { PublicAuction } from '@saleyard/contract/auctions.ts';
import type { PublicLot } from '@saleyard/contract/lots.ts';
import { lotTotal } from '@/lib/money.ts';
import { standingPrice } from './bid-input.ts';
import { isLosing, isSequential, isWinning, outcomeOf, type RoomLot, type Viewer } from './lot-state.ts';

/** One tab of the lot list. `id` stands in the address; `holds` says which lots it shows. */
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
const ACTIVE = plain('active', 'Active Lots', (lot) => takesBids(lot) && lot.state === 'live');
const UPCOMING = plain('upcoming', 'Upcoming Lots', (lot) => takesBids(lot) && lot.state !== 'live');
const NOT_ON_MARKET = plain(
  'not-on-market',
  'Lots not on Market',
  (lot) => takesBids(lot) && lot.reserveStatus !== 'onMarket',
);

function basicTabs(type: PublicAuction['auctionType'], signedIn: boolean): RoomTab[] {
  if (type === 'synchronous')
    return signedIn ? [ALL, WINNING, LOSING, WATCHING, NOT_ON_MARKET] : [ALL, NOT_ON_MARKET];
  if (isSequential(type))
    return signedIn ? [ALL, WINNING, LOSING, WATCHING, OPEN, ACTIVE, UPCOMING] : [ALL, ACTIVE, UPCOMING];
  return signedIn ? [ALL, WINNING, LOSING, WATCHING, OPEN] : [ALL, OPEN];
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
  /** Lots the viewer leads or has won. */
  lots: number;
  head: number;
  /** Current bid times count; per-kg lots by their weight. */
  grossCents: number;
  /** null without a head. */
  averagePerHeadCents: number | null;
  /** Some lot is priced per kg: its gross is reckoned by curfew (else average) weight. */
  estimated: boolean;
  /** Per-kg lots without a known weight, left out of the gross. */
  unweighed: number;
};

/** Adds up the lots the viewer is winning or has won. */
export function orderPad(lots: Iterable<RoomLot>, viewer: Viewer): OrderPad {
  const pad: OrderPad = {
    lots: 0,
    head: 0,
    grossCents: 0,
    averagePerHeadCents: null,
    estimated: false,
    unweighed: 0,
  };
  let pricedHead = 0;
  for (const lot of lots) {
    if (!isWinning(lot, viewer) && outcomeOf(lot, viewer) !== 'won') continue;
    pad.lots += 1;
    pad.head += lot.count;
    const total = lotTotal(standingPrice(lot), lot, lot.details);
    if (total === null) {
      pad.unweighed += 1;
      continue;
    }
    pad.estimated ||= total.estimated;
    pad.grossCents += total.cents;
    pricedHead += lot.count;
  }
  if (pricedHead > 0) pad.averagePerHeadCents = Math.round(pad.grossCents / pricedHead);
  return pad;
}

/** What of the room's view stands in its address: a link opens the same view. */
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
