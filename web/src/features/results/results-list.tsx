import type { AuctionSummary } from '@saleyard/contract/auctions.ts';
import { dayHeading, dayKey } from '@saleyard/domain/presentation/dates.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { paths } from '@/config/paths.ts';
import { useNow } from '@/lib/clock.ts';
import { useKeptFilters } from '@/lib/kept-filters.ts';
import { CATEGORIES, CATEGORY_FILTER, type Category, inCategory } from '@/lib/labels.ts';
import { isFirstRead } from '@/lib/query-client.ts';
import { Button } from '@/ui/button.tsx';
import { LinkFilter, useUrlFilters } from '@/ui/filters/url-filters.tsx';
import { InfiniteList, useKeptPlace } from '@/ui/infinite-list.tsx';
import { Row } from '@/ui/layout.tsx';
import { choicesOf, LotFilterPanel } from '@/ui/lots/lot-filter-panel.tsx';
import { useLotFilters } from '@/ui/lots/lot-filters.ts';
import { BusyRows, Empty, Failed, Loading, Page } from '@/ui/page.tsx';
import { type Day, DayList } from '@/ui/sales/sale-list.tsx';
import { closedAuctionsQuery } from './api/closed-auctions.ts';
import { ResultRow } from './result-row.tsx';

/** Filters of sales that are over. */
const SHOWN = ['location', 'assessorType'] as const;

/** What of the address is kept beside the filters of lots. */
const KEPT_TEXTS = ['category'] as const;

/** Days turn over at most this late. ms. */
const DAY_CHECK_MS = 30_000;

/** Closed sales of a category under the Sydney day they went live, in the order they come in; each sale once. */
export function closedDays(auctions: readonly AuctionSummary[], category: Category, nowMs: number): Day[] {
  const days = new Map<string, { heading: string; auctions: Map<string, AuctionSummary> }>();
  for (const auction of auctions) {
    if (!inCategory(auction, category)) continue;
    const key = dayKey(auction.liveAt);
    const day = days.get(key) ?? { heading: dayHeading(auction.liveAt, nowMs), auctions: new Map() };
    // A sale that closes between two reads shifts the pages: the one that moved comes twice.
    day.auctions.set(auction._id, auction);
    days.set(key, day);
  }
  return [...days].map(([key, day]) => ({ key, heading: day.heading, auctions: [...day.auctions.values()] }));
}

function Days({
  auctions,
  category,
  onOpen,
}: {
  auctions: readonly AuctionSummary[];
  category: Category;
  onOpen: () => void;
}) {
  const now = useNow(DAY_CHECK_MS);
  const days = closedDays(auctions, category, now);
  return (
    <DayList
      days={days}
      row={(auction) => <ResultRow key={auction._id} auction={auction} onOpen={onOpen} />}
    />
  );
}

function Closed({ category }: { category: Category }) {
  const { filters, isFiltered, clear } = useLotFilters();
  const query = useInfiniteQuery(closedAuctionsQuery(filters));
  const { data, error, isPlaceholderData, hasNextPage, refetch } = query;
  const auctions = data?.pages.flatMap(({ docs }) => docs) ?? [];
  const keepPlace = useKeptPlace('results', query, auctions.length);
  if (isFirstRead(query)) return <Loading label="Loading results…" />;
  if (data === undefined) return <Failed error={error} onRetry={() => void refetch()} />;
  const nothing = closedDays(auctions, category, 0).length === 0 && !hasNextPage;
  return (
    <>
      {(auctions.length > 0 || isFiltered) && (
        <LotFilterPanel choices={choicesOf(auctions)} shown={SHOWN} also={KEPT_TEXTS} ranges={false} />
      )}
      <BusyRows busy={isPlaceholderData}>
        {nothing ? (
          <Empty
            title={
              isFiltered
                ? 'There are no results for your search.'
                : 'Results for closed auctions will appear here.'
            }
          >
            {isFiltered && (
              <Button variant="default" onClick={() => clear()}>
                Show auctions without these filters
              </Button>
            )}
            {category !== 'all' && <Link to="?">Show all categories</Link>}
          </Empty>
        ) : (
          <InfiniteList query={query} label="Loading results…">
            <Days auctions={auctions} category={category} onOpen={keepPlace} />
          </InfiniteList>
        )}
      </BusyRows>
    </>
  );
}

/** Auction Results: every sale that is over, by the day it went live, the newest first. */
export function ResultsList() {
  const { filters, hrefWith } = useUrlFilters(CATEGORY_FILTER);
  const { category } = filters;
  const isReady = useKeptFilters('results', KEPT_TEXTS);
  return (
    <Page
      title="Auction Results"
      aside={
        <Row as="p" align="stretch" gap="sm" across="lg" className="sy-no-print">
          <Link to={paths.market}>Market Report</Link>
          <Link to={paths.myResults}>My Auction Results</Link>
        </Row>
      }
    >
      <LinkFilter
        label="Category"
        options={CATEGORIES}
        value={category}
        hrefOf={(value) => hrefWith({ category: value })}
      />
      {isReady ? <Closed category={category} /> : <Loading label="Loading results…" />}
    </Page>
  );
}
