import { LotScreen } from '@/features/sales/lot/lot-screen.tsx';
import { lazyPart } from '@/lib/lazy-part.ts';

// Only lots that can be bid on need the machine of bids.
const LotBidding = lazyPart(
  async () => (await import('@/features/live-room/lot-page/lot-bidding.tsx')).LotBidding,
);

/** A lot's page, with the live room's bidding on it. */
export const Lot = () => <LotScreen Bidding={LotBidding} />;
