import type { AuctionSummary } from '@saleyard/contract/auctions.ts';
import type { LotFilters } from '@saleyard/contract/lot-filters.ts';
import type { CatalogueLot } from '@saleyard/contract/lots.ts';
import { accountOperations } from '@saleyard/contract/operations/accounts.ts';
import { mayViewDetails } from '@saleyard/domain/auction/sale-settings.ts';
import { formatDateTime } from '@saleyard/domain/presentation/dates.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Link } from 'react-router';
import { paths } from '@/config/paths.ts';
import { callForPage } from '@/lib/api-client.ts';
import { useServerLink } from '@/lib/away.ts';
import { useNow } from '@/lib/clock.ts';
import { useKeptFilters } from '@/lib/kept-filters.ts';
import { CATEGORIES, CATEGORY_FILTER, type Category } from '@/lib/labels.ts';
import { lazyPart } from '@/lib/lazy-part.ts';
import { pagedQuery } from '@/lib/paged-query.ts';
import { isFirstRead, rowsOf } from '@/lib/query-client.ts';
import { Button } from '@/ui/button.tsx';
import { LinkFilter, useUrlFilters } from '@/ui/filters/url-filters.tsx';
import { InfiniteList } from '@/ui/infinite-list.tsx';
import { Row, Text } from '@/ui/layout.tsx';
import cards from '@/ui/lots/lot-card.module.css';
import { LotCard } from '@/ui/lots/lot-card.tsx';
import { choicesOf, LotFilterPanel } from '@/ui/lots/lot-filter-panel.tsx';
import { useLotFilters } from '@/ui/lots/lot-filters.ts';
import { BusyRows, Empty, Failed, Loading, Page } from '@/ui/page.tsx';
import classes from './watch-list.module.css';

// Prices are shown as they were read, then live.
const FollowSales = lazyPart(async () => (await import('@/lib/realtime/live-lots.tsx')).FollowSales);

/** Lots of one page. */
const LOTS_PAGE = 50;
/** How often the list is read again: sales open, go live and close while one looks at it. ms. */
const RENEW_MS = 20_000;
/** Whether details may be opened is looked at this often. ms. */
const WINDOW_CHECK_MS = 60_000;
const KEPT_TEXTS = ['category'] as const;
const SHOWN = ['breed', 'sex', 'stockCategory', 'location'] as const;

/** The lots that the person watches and that are still to be sold, the sale that goes live last first, page by page. */
export const watchListQuery = (category: Category, filters: LotFilters) =>
  pagedQuery({
    queryKey: ['watch-list', category, filters],
    read: async (page, signal) => {
      const { data, totalPages: pages } = await callForPage(accountOperations.watchList, {
        query: {
          ...filters,
          ...(category !== 'all' && { kind: category }),
          page,
          limit: LOTS_PAGE,
          sort: 'liveAt',
          sortDirection: 'desc',
        },
        signal,
      });
      return { ...data, page, pages };
    },
    placeholderData: rowsOf('watch-list'),
    refetchInterval: RENEW_MS,
  });

/** The watched lots of one sale, and the ways to it. */
function SaleLots({ auction, lots }: { auction: AuctionSummary; lots: readonly CatalogueLot[] }) {
  const now = useNow(WINDOW_CHECK_MS);
  const opens = mayViewDetails(auction, now);
  const isOver = auction.state === 'closed';
  const canEnter = !auction.cancelled && (auction.state === 'open' || auction.state === 'live');
  const room = useServerLink(paths.liveRoom(auction));
  const fromWatchList = true;
  return (
    <section aria-labelledby={`sale-${auction.searchNumber}`} className={classes.sale}>
      <Row
        as="header"
        align="end"
        justify="space-between"
        gap="sm"
        across="lg"
        mb="sm"
        className={classes.header}
      >
        <div>
          <Text as="h2" size="lg" weight="bold" id={`sale-${auction.searchNumber}`}>
            {auction.title}
          </Text>
          <p className="sy-dim">
            No. {auction.number} <time>{formatDateTime(auction.liveAt)} Sydney</time>
          </p>
        </div>
        <div className={`${classes.ways} sy-no-print`}>
          {canEnter && (
            <a {...room} target="_blank" rel="noopener" data-main>
              Enter Auction
            </a>
          )}
          {isOver ? (
            <Link to={paths.auctionResults(auction)}>View Results</Link>
          ) : (
            <Link to={paths.catalogue(auction, { fromWatchList })}>View Catalogue</Link>
          )}
        </div>
      </Row>
      <div className={cards['list']}>
        {lots.map((lot) => (
          <LotCard
            key={lot._id}
            lot={lot}
            auction={auction}
            to={
              isOver || lot.state === 'closed'
                ? paths.lotResult(auction, lot)
                : opens
                  ? paths.lot(auction, lot, { fromWatchList })
                  : null
            }
          />
        ))}
      </div>
    </section>
  );
}

function Watched({ category }: { category: Category }) {
  const { filters, isFiltered, clear } = useLotFilters();
  const query = useInfiniteQuery(watchListQuery(category, filters));
  const { data, error, isPlaceholderData, refetch } = query;
  if (isFirstRead(query)) return <Loading label="Loading your watch list…" />;
  if (data === undefined) return <Failed error={error} onRetry={() => void refetch()} />;
  const sales = new Map(
    data.pages.flatMap(({ auctions }) => auctions.map((auction) => [auction._id, auction])),
  );
  // A lot that leaves between two reads shifts the pages: another one comes twice.
  const lots = [...new Map(data.pages.flatMap((page) => page.lots.map((lot) => [lot._id, lot]))).values()];
  return (
    <>
      <Suspense fallback={null}>
        <FollowSales auctions={[...sales.values()]} />
      </Suspense>
      <LotFilterPanel choices={choicesOf([...sales.values()])} shown={SHOWN} also={KEPT_TEXTS} />
      <BusyRows busy={isPlaceholderData}>
        {lots.length === 0 && (isFiltered || category !== 'all') ? (
          <Empty title="There are no results for your search.">
            {isFiltered && (
              <Button variant="default" onClick={() => clear()}>
                Show lots without these filters
              </Button>
            )}
            {category !== 'all' && <Link to="?">Show all categories</Link>}
          </Empty>
        ) : lots.length === 0 ? (
          <Empty title="You are not currently watching any Lots." />
        ) : (
          <InfiniteList query={query} label="Loading lots…">
            {[...sales.values()].map((auction) => (
              <SaleLots
                key={auction._id}
                auction={auction}
                lots={lots.filter((lot) => lot.auction === auction._id)}
              />
            ))}
          </InfiniteList>
        )}
      </BusyRows>
    </>
  );
}

/** /main/watchlist: the lots that the person watches, by their sales. */
export function WatchListScreen() {
  const { filters, hrefWith } = useUrlFilters(CATEGORY_FILTER);
  const isReady = useKeptFilters('watchlist', KEPT_TEXTS);
  return (
    <Page title="Watch List">
      <LinkFilter
        label="Show"
        options={CATEGORIES}
        value={filters.category}
        hrefOf={(value) => hrefWith({ category: value })}
      />
      {isReady ? <Watched category={filters.category} /> : <Loading label="Loading your watch list…" />}
    </Page>
  );
}
