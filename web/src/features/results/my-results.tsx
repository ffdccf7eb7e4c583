import type { AuctionSummary } from '@saleyard/contract/auctions.ts';
import type { CatalogueLot } from '@saleyard/contract/lots.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { paths } from '@/app/paths.ts';
import { InfiniteList } from '@/components/infinite-list.tsx';
import { Empty, Failed, Loading, Page } from '@/components/page.tsx';
import { PrintButton, PrintFrame } from '@/components/print.tsx';
import { formatDateTime } from '@/lib/dates.ts';
import { countOf, formatDollars } from '@/lib/money.ts';
import { myResultsQuery } from './api/my-results.ts';
import { type OwnPart, ownPartQuery } from './api/own-part.ts';
import { closedTotal, lotResult } from './lot-result.ts';
import { LotsTable } from './lots-table.tsx';
import classes from './my-results.module.css';
import { useOwnPaddles } from './use-own-paddles.tsx';

/** What the viewer bought of these lots, in words. */
function boughtText(lots: readonly CatalogueLot[], paddle: string | null): string {
  const bought = lots.filter((lot) => lotResult(lot, paddle) === 'bought');
  if (bought.length === 0) return 'You bought nothing in this auction.';
  const totals = bought.map(closedTotal);
  const cents = totals.reduce((sum, total) => sum + (total?.cents ?? 0), 0);
  const head = bought.reduce((sum, { count }) => sum + count, 0);
  const about = totals.some((total) => total?.estimated) ? '≈ ' : '';
  const unweighed = totals.filter((total) => total === null).length;
  const without = unweighed === 0 ? '' : `, without ${countOf(unweighed, 'lot')} of unknown weight`;
  return `You bought ${countOf(bought.length, 'lot')}, ${countOf(head, 'head', 'head')}: ${about}${formatDollars(cents)}${without}`;
}

function Sale({
  auction,
  lots,
  paddle,
}: {
  auction: AuctionSummary;
  lots: readonly CatalogueLot[];
  /** undefined until it is known: nothing is said of buying before. */
  paddle: string | null | undefined;
}) {
  const id = `mine-${auction.searchNumber}`;
  return (
    <section aria-labelledby={id} className={classes.sale}>
      <div className={classes.heading}>
        <h2 id={id}>
          <Link to={paths.auctionResults(auction)}>{auction.title}</Link>
        </h2>
        <span className="sy-dim">
          No. {auction.number} · {formatDateTime(auction.liveAt)}
        </span>
      </div>
      <p className={classes.bought}>
        {paddle === undefined ? 'Finding out what you bought…' : boughtText(lots, paddle)}
      </p>
      <LotsTable
        sections={[{ key: 'mine', heading: null, rows: lots }]}
        caption={`Your lots of ${auction.title}`}
        auction={auction}
        paddle={paddle ?? null}
        own
      />
    </section>
  );
}

function Sales({ parts }: { parts: readonly OwnPart[] }) {
  const query = useInfiniteQuery(myResultsQuery(parts));
  const { data, error, isPending, hasNextPage, refetch } = query;
  const shown = data?.pages.flatMap(({ sales }) => sales) ?? [];
  const { paddles, asking } = useOwnPaddles(shown.map(({ auction }) => auction._id));
  if (isPending) return <Loading label="Loading your results…" />;
  if (data === undefined) return <Failed error={error} onRetry={() => void refetch()} />;
  if (shown.length === 0 && !hasNextPage)
    return <Empty title="Results for closed auctions will appear here." />;
  return (
    <InfiniteList query={query} label="Loading your results…">
      {asking}
      {shown.map(({ auction, lots }) => (
        <Sale key={auction._id} auction={auction} lots={lots} paddle={paddles.get(auction._id)} />
      ))}
      {hasNextPage && (
        <p className={classes.onPaper}>Earlier auctions follow: press Show more until all are here.</p>
      )}
    </InfiniteList>
  );
}

/** My Auction Results: the lots one bid on in sales that are over, what one bought of them and for how much. */
export function MyResults() {
  const { data, error, isPending, refetch } = useQuery(ownPartQuery());
  const print = <PrintButton>Print Results</PrintButton>;
  return (
    <PrintFrame>
      <Page title="My Auction Results" aside={print}>
        <p className="sy-dim">
          Lots you bid on in closed auctions. The total of a lot priced per kg is reckoned by its curfew or
          average weight.
        </p>
        {isPending ? (
          <Loading label="Loading your results…" />
        ) : data === undefined ? (
          <Failed error={error} onRetry={() => void refetch()} />
        ) : (
          <Sales parts={data} />
        )}
      </Page>
    </PrintFrame>
  );
}
