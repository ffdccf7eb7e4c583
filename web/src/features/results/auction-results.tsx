import type { AuctionSummary } from '@saleyard/contract/auctions.ts';
import { AUCTION_TYPES } from '@saleyard/domain/auction/types/auction-types.ts';
import { formatDateTime } from '@saleyard/domain/presentation/dates.ts';
import { SALE_STATE_LABELS } from '@saleyard/domain/presentation/sales.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useParams, useSearchParams } from 'react-router';
import { namesKind, paths } from '@/config/paths.ts';
import { ApiError } from '@/lib/api-error.ts';
import { useServerLink } from '@/lib/away.ts';
import { useKeptFilters } from '@/lib/kept-filters.ts';
import { useMe } from '@/lib/session.ts';
import { useUrlFilters } from '@/ui/filters/url-filters.tsx';
import { Text } from '@/ui/layout.tsx';
import { LotFilterPanel } from '@/ui/lots/lot-filter-panel.tsx';
import { useLotFilters } from '@/ui/lots/lot-filters.ts';
import { BackLink, Empty, Failed, Loading, Page } from '@/ui/page.tsx';
import { PrintFrame } from '@/ui/print.tsx';
import { PlainTag, StateTag } from '@/ui/tag.tsx';
import { auctionResultsQuery } from './api/closed-auctions.ts';
import { RESULT_FILTERS, type ResultSort } from './api/closed-lots.ts';
import classes from './auction-results.module.css';
import { ClaimNumber } from './claim-number.tsx';
import { ClosedLots } from './closed-lots.tsx';
import { SummaryTable } from './summary-table.tsx';

function Particulars({ auction }: { auction: AuctionSummary }) {
  return (
    <div className={classes.particulars}>
      <Text className={classes.tags}>
        <StateTag mood={auction.state === 'future' ? 'upcoming' : auction.state}>
          {SALE_STATE_LABELS[auction.state]}
        </StateTag>
        <PlainTag>{auction.kindData.title}</PlainTag>
        <PlainTag title={AUCTION_TYPES[auction.auctionType].explained}>
          {AUCTION_TYPES[auction.auctionType].shortLabel}
        </PlainTag>
        <span className="sy-dim">No. {auction.number}</span>
        <time className="sy-dim">{formatDateTime(auction.liveAt)} Sydney</time>
      </Text>
      {auction.description && <Text className={classes.description}>{auction.description}</Text>}
      {auction.state === 'closed' && !auction.cancelled && (
        <Text className="sy-no-print">
          <Link to={paths.saleMarket(auction)}>Market Report</Link>
          {auction.public && (
            <>
              {' · '}
              <Link to={paths.fairness(auction)}>How this sale was run</Link>
            </>
          )}
        </Text>
      )}
    </div>
  );
}

/** A sale that is not over has no results yet: its page waits for them. */
function NotOver({ auction }: { auction: AuctionSummary }) {
  const room = useServerLink(paths.liveRoom(auction));
  const canEnter = auction.state === 'open' || auction.state === 'live';
  return (
    <Empty title="Results for closed auctions will appear here.">
      {canEnter && (
        <a {...room} target="_blank" rel="noopener">
          Enter Auction
        </a>
      )}
    </Empty>
  );
}

/** Filters of the lots of a sale that is over, kept on the user for each sale. */
const SHOWN = ['breed', 'sex', 'stockCategory', 'location', 'assessorType'] as const;

function Results({ auction }: { auction: AuctionSummary }) {
  const me = useMe();
  const isReady = useKeptFilters(`results/${auction.searchNumber}`);
  const { filters } = useLotFilters();
  const { filters: view, setFilters: setView } = useUrlFilters(RESULT_FILTERS);
  const sort: ResultSort = { field: view.sort, direction: view.direction };
  if (!isReady) return <Loading label="Loading lots…" />;
  return (
    <>
      {auction.resultTable !== null && <SummaryTable table={auction.resultTable} />}
      {me && AUCTION_TYPES[auction.auctionType].byClerk && !auction.cancelled && (
        <ClaimNumber auction={auction} />
      )}
      <LotFilterPanel choices={auction} shown={SHOWN} />
      <ClosedLots
        auction={auction}
        filters={filters}
        sort={sort}
        onSort={(change) => setView('field' in change ? { sort: change.field } : change)}
      />
    </>
  );
}

/** /main/results/{kindTitle}/{auctionNumber}: what became of every lot of a closed sale. */
export function AuctionResults() {
  const { kindTitle = '', auctionNumber = '' } = useParams();
  const [search] = useSearchParams();
  const { data: auction, error, isPending, refetch } = useQuery(auctionResultsQuery(auctionNumber));
  if (error instanceof ApiError && error.status === 404) return <Navigate to={paths.results} replace />;
  if (auction !== undefined && !namesKind(kindTitle, auction)) {
    return <Navigate to={{ pathname: paths.auctionResults(auction), search: search.toString() }} replace />;
  }
  const back = <BackLink to={paths.results}>Back to All Results</BackLink>;
  return (
    <PrintFrame>
      <Page title={auction?.title ?? 'Auction Results'} before={back}>
        {isPending && <Loading label="Loading results…" />}
        {!isPending && auction === undefined && <Failed error={error} onRetry={() => void refetch()} />}
        {auction !== undefined && (
          <>
            <Particulars auction={auction} />
            {auction.state === 'closed' ? <Results auction={auction} /> : <NotOver auction={auction} />}
          </>
        )}
      </Page>
    </PrintFrame>
  );
}
