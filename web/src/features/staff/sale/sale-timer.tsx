import type { PublicAuction } from '@saleyard/contract/auctions.ts';
import { AUCTION_TYPES } from '@saleyard/domain/auction/types/auction-types.ts';
import { formatCountdown, formatTimeWithSeconds } from '@saleyard/domain/presentation/dates.ts';
import { useNow } from '@/lib/clock.ts';
import { Row, Text } from '@/ui/layout.tsx';

/** The sale's clock in words: what it counts, and to what. `now`: ms. */
function timerOf(auction: PublicAuction, now: number): { label: string; value: string } {
  if (auction.state === 'closed') {
    return {
      label: 'CLOSED',
      value: auction.closedAt === null ? '' : formatTimeWithSeconds(auction.closedAt),
    };
  }
  if (auction.frozenTime !== null) {
    return { label: 'AUCTION FROZEN AT', value: formatTimeWithSeconds(auction.frozenTime) };
  }
  if (auction.pausedTime !== null) {
    return { label: 'TIME PAUSED AT', value: formatTimeWithSeconds(auction.pausedTime) };
  }
  if (auction.state === 'future') return { label: 'OPENS IN', value: formatCountdown(auction.openAt - now) };
  if (auction.state === 'open') return { label: 'STARTS IN', value: formatCountdown(auction.liveAt - now) };
  if (AUCTION_TYPES[auction.auctionType].closesTogether && auction.finishAt !== null) {
    return { label: 'CLOSE IN', value: formatCountdown(auction.finishAt - now) };
  }
  return { label: 'LIVE FOR', value: formatCountdown(Math.max(1, now - auction.liveAt)) };
}

export function SaleTimer({ auction }: { auction: PublicAuction }) {
  const { label, value } = timerOf(auction, useNow());
  return (
    <Row nowrap align="baseline" gap="sm" role="timer">
      <Text as="span" size="xs" weight="medium" tone="dim">
        {label}
      </Text>
      <Text as="span" size="xl" weight="bold">
        {value}
      </Text>
    </Row>
  );
}
