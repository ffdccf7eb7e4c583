import type { AuctionSummary } from '@saleyard/contract/auctions.ts';
import type { LotFilters } from '@saleyard/contract/lot-filters.ts';
import { countOf } from '@saleyard/domain/presentation/amounts.ts';
import { sectionsOf } from '@saleyard/domain/presentation/sections.ts';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { lazyPart } from '@/lib/lazy-part.ts';
import { isFirstRead } from '@/lib/query-client.ts';
import { Button } from '@/ui/button.tsx';
import { FilterBar, SortFilter } from '@/ui/filters/filter-bar.tsx';
import { InfiniteList } from '@/ui/infinite-list.tsx';
import { Row } from '@/ui/layout.tsx';
import { useLotFilters } from '@/ui/lots/lot-filters.ts';
import { BusyRows, Empty, Failed, Loading } from '@/ui/page.tsx';
import { PrintButton, usePrintAll } from '@/ui/print.tsx';
import { allClosedLotsQuery, closedLotsQuery, RESULT_SORTS, type ResultSort } from './api/closed-lots.ts';
import { useOwnPaddle } from './api/own-sale.ts';
import classes from './auction-results.module.css';
import { LotsTable } from './lots-table.tsx';
import { PricesButton, PricesChart } from './prices-chart.tsx';

// Documents are asked for once a page stands.
const SaleDocumentTools = lazyPart(
  async () => (await import('@/ui/documents/document-tools.tsx')).SaleDocumentTools,
);

/** The lots of a closed sale that fit the filters, as they are sorted: more of them as one scrolls, all of them on paper. */
export function ClosedLots({
  auction,
  filters,
  sort,
  onSort,
}: {
  auction: AuctionSummary;
  filters: LotFilters;
  sort: ResultSort;
  onSort: (change: Pick<ResultSort, 'field'> | Pick<ResultSort, 'direction'>) => void;
}) {
  const client = useQueryClient();
  const { isFiltered, clear } = useLotFilters();
  const [charted, setCharted] = useState(false);
  const query = useInfiniteQuery(closedLotsQuery(auction._id, filters, sort));
  const { data, error, isPlaceholderData, hasNextPage, refetch } = query;
  const paddle = useOwnPaddle(auction._id);
  // What was read for paper counts until another filter or sort is chosen.
  const wanted = JSON.stringify([filters, sort]);
  const paper = usePrintAll(async () => ({
    wanted,
    lots: await client.fetchQuery(allClosedLotsQuery(auction._id, filters, sort)),
  }));
  const all = paper.data?.wanted === wanted ? paper.data.lots : null;
  if (isFirstRead(query)) return <Loading label="Loading lots…" />;
  if (data === undefined) return <Failed error={error} onRetry={() => void refetch()} />;
  const lots = all ?? data.pages.flatMap((page) => page.lots);
  if (lots.length === 0) {
    return (
      <BusyRows busy={isPlaceholderData}>
        <Empty
          title={
            isFiltered
              ? 'There are no results for your search.'
              : auction.lotCount > auction.withdrawnCount
                ? 'The results of its lots cannot be read yet. Please try again in a moment.'
                : 'No lots were offered in this auction.'
          }
        >
          {isFiltered && (
            <Button variant="default" onClick={() => clear()}>
              Show lots without these filters
            </Button>
          )}
        </Empty>
      </BusyRows>
    );
  }
  const isPart = all === null && hasNextPage;
  return (
    <>
      <Row justify="space-between" gap="sm" mb="sm">
        <FilterBar>
          <SortFilter fields={RESULT_SORTS} {...sort} onChange={onSort} />
        </FilterBar>
        <Row align="stretch" gap="sm">
          <PricesButton shown={charted} onChange={setCharted} />
          <Suspense fallback={null}>
            <SaleDocumentTools auction={auction} content="result" />
          </Suspense>
          <PrintButton print={paper}>Print Results</PrintButton>
        </Row>
      </Row>
      {charted && <PricesChart auction={auction} />}
      {isPart && (
        <p className={classes.onPaper}>
          The first {countOf(lots.length, 'lot')} of more: press Print Results for all of them.
        </p>
      )}
      <BusyRows busy={isPlaceholderData}>
        <InfiniteList query={{ ...query, hasNextPage: isPart }} label="Loading lots…">
          <LotsTable
            sections={sectionsOf(lots, auction)}
            caption={`Lots of ${auction.title}`}
            auction={auction}
            paddle={paddle}
          />
        </InfiniteList>
      </BusyRows>
    </>
  );
}
