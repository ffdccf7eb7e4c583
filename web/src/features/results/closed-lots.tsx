import { Button } from '@mantine/core';
import type { AuctionSummary } from '@saleyard/contract/auctions.ts';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { ICON_SIZES, IconPrinter } from '@/app/icons.ts';
import { Empty, Failed, Loading } from '@/components/page.tsx';
import { errorTextOf } from '@/lib/api-error.ts';
import { countOf } from '@/lib/money.ts';
import { allClosedLotsQuery, closedLotsQuery } from './api/closed-lots.ts';
import classes from './auction-results.module.css';
import { lotSections } from './lot-sections.ts';
import { LotsTable } from './lots-table.tsx';
import { More } from './more.tsx';
import type { ResultSort } from './result-sort.ts';
import { SortBar } from './sort-bar.tsx';
import { useOwnPaddle } from './use-own-paddles.tsx';
import { usePrintAll } from './use-print-all.ts';

/** The lots of a closed sale, as they are sorted: more of them as one scrolls, all of them on paper. */
export function ClosedLots({
  auction,
  sort,
  onSort,
}: {
  auction: AuctionSummary;
  sort: ResultSort;
  onSort: (sort: ResultSort) => void;
}) {
  const client = useQueryClient();
  const query = useInfiniteQuery(closedLotsQuery(auction._id, sort));
  const { data, error, isPending, hasNextPage, refetch } = query;
  const { paddle, asking } = useOwnPaddle(auction._id);
  const paper = usePrintAll(() => client.fetchQuery(allClosedLotsQuery(auction._id, sort)));
  if (isPending) return <Loading label="Loading lots…" />;
  if (data === undefined) return <Failed error={error} onRetry={() => void refetch()} />;
  const lots = paper.data ?? data.pages.flatMap((page) => page.lots);
  if (lots.length === 0) return <Empty title="No lots were offered in this auction." />;
  const isPart = paper.data === null && hasNextPage;
  return (
    <>
      {asking}
      <div className={classes.tools}>
        <SortBar sort={sort} onSort={onSort} />
        <Button
          variant="default"
          className="sy-no-print"
          leftSection={<IconPrinter size={ICON_SIZES.md} aria-hidden="true" />}
          loading={paper.reading}
          onClick={() => void paper.print()}
        >
          Print Results
        </Button>
      </div>
      {paper.error !== null && (
        <p role="alert" className={classes.alert}>
          {errorTextOf(paper.error).message}
        </p>
      )}
      {isPart && (
        <p className={classes.onPaper}>
          The first {countOf(lots.length, 'lot')} of more: press Print Results for all of them.
        </p>
      )}
      <LotsTable
        sections={lotSections(lots, auction)}
        caption={`Lots of ${auction.title}`}
        auction={auction}
        paddle={paddle}
      />
      {isPart && <More query={query} label="Loading lots…" />}
    </>
  );
}
