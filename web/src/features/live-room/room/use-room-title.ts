import { useEffect } from 'react';
import { pageTitle } from '@/features/live-room/rules/page-title.ts';
import { isLosing, isWinning } from '@/features/live-room/rules/standing.ts';
import { auctionTimer } from '@/features/live-room/rules/timer.ts';
import { useConnection } from '@/lib/realtime/realtime-context.tsx';
import { useNow } from '@/lib/use-now.ts';
import { useRoomSetting } from './room-setting.tsx';
import type { Room } from './use-room.ts';

/** The title need not tick faster than people glance at tabs, ms. */
const TITLE_MS = 5_000;

/** Keeps the window's title at what the room's state is. */
export function useRoomTitle({ auction, lots, viewer }: Room): void {
  const { state } = useConnection();
  const { label, value } = auctionTimer(auction, useNow(TITLE_MS));
  const practice = useRoomSetting().kind === 'practice';
  const title = pageTitle({
    name: practice ? 'Practice, nothing here is real' : `Auction ${auction.number} ${auction.title}`,
    timer: value === null || label === 'LIVE FOR' ? label.replace('LIVE FOR', 'Live') : `${label} ${value}`,
    connection: state,
    winning: lots.filter((lot) => isWinning(lot, viewer)).length,
    losing: lots.filter((lot) => isLosing(lot, viewer)).length,
  });
  useEffect(() => {
    document.title = title;
  }, [title]);
}
