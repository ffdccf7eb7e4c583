import { marketOperations } from '@saleyard/contract/operations/market.ts';
import { formatCount } from '@saleyard/domain/presentation/amounts.ts';
import { formatDateTime } from '@saleyard/domain/presentation/dates.ts';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Link, Navigate, useParams } from 'react-router';
import { ICON_SIZES, IconDownload } from '@/config/icons.ts';
import { paths } from '@/config/paths.ts';
import { fileAddress } from '@/lib/api-client.ts';
import { ApiError } from '@/lib/api-error.ts';
import { lazyPart } from '@/lib/lazy-part.ts';
import { useUrlFilters } from '@/ui/filters/url-filters.tsx';
import { Select } from '@/ui/inputs.tsx';
import { BackLink, Empty, Failed, Loading, Page } from '@/ui/page.tsx';
import { PrintButton, PrintFrame } from '@/ui/print.tsx';
import { DataTable } from '@/ui/table/data-table.tsx';
import classes from './market.module.css';
import { clearanceOf, monthlyMarketQuery, monthName, percent, saleMarketQuery } from './market-queries.ts';
import { MarketReport } from './market-report.tsx';

// Scales weigh more than the figures: they follow.
const MarketTrend = lazyPart(async () => (await import('./market-trend.tsx')).MarketTrend);

const VIEW = { month: 'text' } as const;

function CsvLink({ href }: { href: string }) {
  return (
    <a className={`${classes.link} sy-no-print`} href={href} download>
      <IconDownload size={ICON_SIZES.md} aria-hidden="true" />
      Download CSV
    </a>
  );
}

/** /main/market: what the sales of a month fetched, and how the months before it went. */
export function MarketScreen() {
  const { filters, setFilters } = useUrlFilters(VIEW);
  const month = /^\d{4}-(0[1-9]|1[0-2])$/.test(filters.month) ? filters.month : '';
  const { data, error, isPending, refetch } = useQuery(monthlyMarketQuery(month));
  return (
    <PrintFrame>
      <Page
        title="Market Report"
        before={<BackLink to={paths.results}>Back to All Results</BackLink>}
        aside={<PrintButton>Print Report</PrintButton>}
      >
        {isPending && <Loading label="Loading the market report…" />}
        {!isPending && data === undefined && <Failed error={error} onRetry={() => void refetch()} />}
        {data !== undefined && data.month === null && (
          <Empty title="The market report appears here once an auction is closed." />
        )}
        {data !== undefined && data.month !== null && (
          <>
            <div className={classes.tools}>
              <Select
                label="Month"
                className={classes.choice}
                value={data.month}
                onChange={({ currentTarget: { value } }) => setFilters({ month: value })}
                options={[...new Set([data.month, ...data.months])].map((one) => ({
                  value: one,
                  label: monthName(one),
                }))}
              />
              <CsvLink
                href={fileAddress(marketOperations.monthlyMarketFile, { query: { month: data.month } })}
              />
            </div>
            {data.sales.length === 0 ? (
              <Empty title="No auction closed in this month." />
            ) : (
              <MarketReport report={data.report} />
            )}
            <Suspense fallback={<Loading label="Loading charts…" />}>
              <MarketTrend trend={data.trend} />
            </Suspense>
            {data.sales.length > 0 && (
              <DataTable
                caption="Auctions of the month"
                rows={data.sales}
                rowKey={({ _id }) => _id}
                columns={[
                  {
                    id: 'title',
                    header: 'Auction',
                    rowHeader: true,
                    phone: 'title',
                    cell: (sale) => <Link to={paths.saleMarket(sale)}>{sale.title}</Link>,
                  },
                  { id: 'closed', header: 'Closed', cell: ({ closedAt }) => formatDateTime(closedAt) },
                  { id: 'lots', header: 'Lots', align: 'end', cell: ({ total }) => formatCount(total.lots) },
                  {
                    id: 'clearance',
                    header: 'Clearance',
                    align: 'end',
                    cell: ({ total }) => percent(clearanceOf(total)),
                  },
                ]}
              />
            )}
          </>
        )}
      </Page>
    </PrintFrame>
  );
}

/** /main/market/{auctionNumber}: what one sale that is over fetched. */
export function SaleMarketScreen() {
  const { auctionNumber = '' } = useParams();
  const { data, error, isPending, refetch } = useQuery(saleMarketQuery(auctionNumber));
  if (error instanceof ApiError && error.status === 404) return <Navigate to={paths.market} replace />;
  return (
    <PrintFrame>
      <Page
        title={data === undefined ? 'Market Report' : `Market Report: ${data.auction.title}`}
        before={<BackLink to={paths.market}>Back to Market Report</BackLink>}
        aside={<PrintButton>Print Report</PrintButton>}
      >
        {isPending && <Loading label="Loading the market report…" />}
        {!isPending && data === undefined && <Failed error={error} onRetry={() => void refetch()} />}
        {data !== undefined && (
          <>
            <div className={classes.tools}>
              <Link className={classes.link} to={paths.auctionResults(data.auction)}>
                View Results
              </Link>
              <CsvLink
                href={fileAddress(marketOperations.saleMarketFile, { params: { auction: data.auction._id } })}
              />
            </div>
            <MarketReport report={data.report} />
          </>
        )}
      </Page>
    </PrintFrame>
  );
}
