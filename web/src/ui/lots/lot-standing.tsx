import type { AuctionSummary } from '@saleyard/contract/auctions.ts';
import type { LotDetails, PublicLot } from '@saleyard/contract/lots.ts';
import { countOf, formatPriceWithUnit } from '@saleyard/domain/presentation/amounts.ts';
import { formatCountdown } from '@saleyard/domain/presentation/dates.ts';
import { RESULT_LABELS } from '@saleyard/domain/presentation/lots.ts';
import { useNow } from '@/lib/clock.ts';
import { isEnding, lotTimeLeft, reserveBadge, type SaleClock } from '@/lib/lot-clock.ts';
import { swappedPrice } from '@/lib/lot-prices.ts';
import { Row, Stack } from '@/ui/layout.tsx';
import { type Mood, StateTag } from '@/ui/tag.tsx';
import classes from './lot-standing.module.css';

/** The sale that a lot is sold in, as far as its price and time depend on it. */
export type SaleOfLot = SaleClock & Pick<AuctionSummary, 'kindData'>;

const MOODS = { quiet: 'upcoming', near: 'open', market: 'live' } as const satisfies Record<string, Mood>;
const toneOf = (tone: string): Mood => MOODS[tone as keyof typeof MOODS] ?? 'upcoming';

/** The time that a lot has left, each second. Nothing where no clock runs for it. */
export function TimeLeft({ lot, auction }: { lot: PublicLot; auction: SaleClock }) {
  const now = useNow();
  const left = lotTimeLeft(lot, auction, now);
  if (left === null) return null;
  return (
    <span className={`sy-number ${classes.left}`} data-ending={isEnding(lot, auction, now) || undefined}>
      {left > 0 ? `${formatCountdown(left)} left` : formatCountdown(left)}
    </span>
  );
}

/** What the price is: of the bid that leads, where bidding starts, or what became of the lot. */
function wordOf(lot: PublicLot): string {
  if (lot.state === 'closed') return lot.status === null ? 'Closed' : RESULT_LABELS[lot.status];
  if (lot.currentBidCents !== null) return `Current bid · ${countOf(lot.bidCount, 'bid')}`;
  return lot.state === 'live' ? 'No bids yet · starts at' : 'Starts at';
}

const priceOf = (lot: PublicLot): number | null =>
  lot.state === 'closed' ? lot.closedPrice : (lot.currentBidCents ?? lot.startPrice);

/** A lot's price with its unit and the same in the other unit, how it compares with the reserve, and the time left. */
export function LotStanding({
  lot,
  auction,
  large = false,
}: {
  lot: PublicLot & Pick<LotDetails, 'publicDetails'>;
  auction: SaleOfLot;
  large?: boolean;
}) {
  const cents = priceOf(lot);
  const swapped =
    cents === null
      ? null
      : swappedPrice(cents, lot.bidding, lot as unknown as LotDetails, auction.kindData.type);
  const badge = reserveBadge(lot, auction.auctionType);
  return (
    <Stack gap="none" data-standing className={classes.standing} data-large={large || undefined}>
      <span className={classes.word}>{wordOf(lot)}</span>
      {cents !== null && (
        <strong className={`sy-number ${classes.price}`}>{formatPriceWithUnit(cents, lot.bidding)}</strong>
      )}
      {swapped && (
        <span className="sy-number sy-dim">about {formatPriceWithUnit(swapped.cents, swapped.unit)}</span>
      )}
      {lot.state === 'live' && (
        <Row gap="xs" mt="xs">
          {lot.currentBidCents !== null && <StateTag mood={toneOf(badge.tone)}>{badge.label}</StateTag>}
          <TimeLeft lot={lot} auction={auction} />
        </Row>
      )}
    </Stack>
  );
}
