import type { ListingFeeRow } from '@saleyard/contract/selling.ts';
import { INVOICE_DAYS } from '@saleyard/domain/fees/fees.ts';
import { countOf, formatCount, formatDollars } from '@saleyard/domain/presentation/amounts.ts';
import { dayKey } from '@saleyard/domain/presentation/dates.ts';
import { formatCalendarDay } from '@saleyard/domain/presentation/field-text.ts';
import { RESULT_LABELS } from '@saleyard/domain/presentation/lots.ts';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { paths } from '@/config/paths.ts';
import { InfiniteList } from '@/ui/infinite-list.tsx';
import { Row, Text } from '@/ui/layout.tsx';
import { BackLink, Empty, Failed, Loading, Page } from '@/ui/page.tsx';
import { PrintButton, PrintFrame, usePrintAll } from '@/ui/print.tsx';
import { type Column, DataTable } from '@/ui/table/data-table.tsx';
import classes from './my-listings.module.css';
import { allListingFeesQuery, listingFeesQuery } from './selling-queries.ts';

/** "04/07/2025", Sydney. */
const dayText = (ms: number): string => formatCalendarDay(dayKey(ms));

/** What became of a lot. */
function statusText({ status, soldBeforeAuction }: ListingFeeRow): string {
  if (soldBeforeAuction) return RESULT_LABELS.soldBeforeAuction;
  return status === null ? '' : RESULT_LABELS[status];
}

function priceText({ price, isFreeReoffer }: ListingFeeRow): string {
  return isFreeReoffer ? 'Free reoffer' : formatDollars(price);
}

/** Nothing is due for a free reoffer. */
const paidText = ({ paid, total }: ListingFeeRow): string => (total === 0 ? '' : paid ? 'Yes' : 'No');

const columnsFor = (totalCents: number): readonly Column<ListingFeeRow>[] => [
  {
    id: 'date',
    header: 'Date',
    cell: ({ date }) => dayText(date),
    sortBy: ({ date }) => date,
  },
  {
    id: 'lot',
    header: 'Lot',
    rowHeader: true,
    phone: 'title',
    cell: (fee) => (
      <>
        <Link to={paths.lotResult({ ...fee.auctionData, kindData: fee.kindData }, fee, { fromOwn: true })}>
          {`Lot ${fee.number}: ${fee.title}`}
        </Link>
        {/* The head of a vendor decides the tier. */}
        {fee.vendorName !== '' && <div className="sy-dim">{fee.vendorName}</div>}
      </>
    ),
    sortBy: ({ number }) => number,
    total: 'Total',
  },
  { id: 'kind', header: 'Kind', cell: ({ kindData }) => kindData.title },
  { id: 'auction', header: 'Auction', cell: ({ auctionData }) => auctionData.title },
  { id: 'status', header: 'Status', cell: statusText, sortBy: statusText },
  {
    id: 'count',
    header: 'Head',
    align: 'end',
    cell: ({ count }) => formatCount(count),
    sortBy: ({ count }) => count,
  },
  { id: 'price', header: 'Fee per Head', align: 'end', cell: priceText, sortBy: ({ price }) => price },
  {
    id: 'total',
    header: 'Total',
    align: 'end',
    cell: ({ total }) => formatDollars(total),
    sortBy: ({ total }) => total,
    total: formatDollars(totalCents),
  },
  { id: 'paid', header: 'Paid', cell: paidText, sortBy: paidText },
];

function Fees() {
  const client = useQueryClient();
  const query = useInfiniteQuery(listingFeesQuery);
  const paper = usePrintAll(() => client.fetchQuery(allListingFeesQuery));
  if (query.isPending) return <Loading label="Loading your listing fees…" />;
  const [first] = query.data?.pages ?? [];
  if (query.data === undefined || first === undefined) {
    return <Failed error={query.error} onRetry={() => void query.refetch()} />;
  }
  const lots = paper.data ?? query.data.pages.flatMap((page) => page.lots);
  if (lots.length === 0) return <Empty title="Listings for closed auctions will appear here." />;
  const isPart = query.hasNextPage && paper.data === null;
  return (
    <PrintFrame>
      <Row justify="space-between" gap="sm" mb="md">
        <Text>
          Fees are without GST. Invoices are sent {countOf(INVOICE_DAYS.sentAfter, 'day')} after the auction.{' '}
          <Link to={paths.listingFees}>How fees are charged</Link>
        </Text>
        <PrintButton print={paper}>Print</PrintButton>
      </Row>
      <div className={classes.fees}>
        <InfiniteList query={{ ...query, hasNextPage: isPart }} label="Loading your listing fees…">
          <DataTable
            caption="Listing fees of your lots"
            columns={columnsFor(first.totalCents)}
            rows={lots}
            rowKey={({ _id }) => _id}
          />
        </InfiniteList>
      </div>
      {isPart && <p className="sy-dim">The total counts later lots too: press Print for all of them.</p>}
    </PrintFrame>
  );
}

/** My Listings: what listing one's lots cost, lot by lot, of the auctions that are over. */
export function MyListingsScreen() {
  return (
    <Page title="My Listings" before={<BackLink to={paths.myAdmin}>Back to My Admin</BackLink>}>
      <Fees />
    </Page>
  );
}
