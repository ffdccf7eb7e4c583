import type { AuctionSummary } from '@saleyard/contract/auctions.ts';
import { AUCTION_TYPES } from '@saleyard/domain/auction/types/auction-types.ts';
import { formatCount } from '@saleyard/domain/presentation/amounts.ts';
import { Link } from 'react-router';
import { paths } from '@/config/paths.ts';
import { Button } from '@/ui/button.tsx';
import { SaleRow, saleFacts } from '@/ui/sales/sale-list.tsx';
import { StateTag } from '@/ui/tag.tsx';

const soldOf = ({ resultTable }: AuctionSummary): number | null =>
  resultTable?.categories.reduce((sum, { sold }) => sum + sold, 0) ?? null;

/** One closed sale of the list: when, what, where, how much of it sold, and the way to its results. */
export function ResultRow({ auction, onOpen }: { auction: AuctionSummary; onOpen: () => void }) {
  const sold = soldOf(auction);
  return (
    <SaleRow
      auction={auction}
      state={auction.cancelled && <StateTag mood="closed">cancelled</StateTag>}
      type={AUCTION_TYPES[auction.auctionType].shortLabel}
      facts={[...saleFacts(auction), { name: 'Sold', value: sold === null ? '–' : formatCount(sold) }]}
      way={(titleId) =>
        !auction.cancelled && (
          <Button
            component={Link}
            variant="default"
            size="md"
            to={paths.auctionResults(auction)}
            aria-describedby={titleId}
            onClick={onOpen}
          >
            View Results
          </Button>
        )
      }
    />
  );
}
