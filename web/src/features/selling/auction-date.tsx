import type { AuctionSummary } from '@saleyard/contract/auctions.ts';
import { formatDateTime } from '@saleyard/domain/presentation/dates.ts';
import { useQuery } from '@tanstack/react-query';
import { currentAuctionsQuery } from '@/lib/auctions.ts';
import { serverNow } from '@/lib/clock.ts';
import { salesTakingLots } from '@/lib/selling.ts';
import { useMe } from '@/lib/session.ts';
import { ChoiceField } from '@/ui/form/fields.tsx';
import { FieldGroup, Wide } from '@/ui/form/form.tsx';

/** The sale that the lot is meant for, and the others that it could be. */
export function AuctionDate({ auction }: { auction: AuctionSummary }) {
  const me = useMe();
  const { data: sales = [] } = useQuery(currentAuctionsQuery);
  const eligible = me ? salesTakingLots(sales, me, auction.kindData.type, serverNow()) : [];
  const all = eligible.some(({ _id }) => _id === auction._id) ? eligible : [auction, ...eligible];
  return (
    <FieldGroup title="Auction Details">
      <Wide>
        <ChoiceField
          name="auction"
          label="Auction Date"
          options={all.map(({ searchNumber, title, liveAt }) => ({
            value: String(searchNumber),
            label: `${formatDateTime(liveAt)}, ${title}`,
          }))}
        />
      </Wide>
    </FieldGroup>
  );
}
