import type { PublicAuction, PublicLot } from '@saleyard/contract/realtime.ts';
import type { RoomLot, Viewer } from './room-lot.ts';
import { isSequential } from './room-lot.ts';
import { isLosing, isWinning } from './standing.ts';

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
