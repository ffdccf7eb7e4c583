import type { AuctionSummary } from '@saleyard/contract/auctions.ts';
import type { LotFilters } from '@saleyard/contract/lot-filters.ts';
import type { CatalogueLot } from '@saleyard/contract/lots.ts';
import { searchOperations } from '@saleyard/contract/operations/search.ts';
import { FOUND_MOST, FOUND_PAGE } from '@saleyard/contract/search.ts';
import { mayViewDetails } from '@saleyard/domain/auction/sale-settings.ts';
import { countOf } from '@saleyard/domain/presentation/amounts.ts';
import { formatDateTime } from '@saleyard/domain/presentation/dates.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Link, useSearchParams } from 'react-router';
import { paths } from '@/config/paths.ts';
import { SaveSearch } from '@/features/sales/saved-searches/save-search.tsx';
import { callForPage } from '@/lib/api-client.ts';
import { useNow } from '@/lib/clock.ts';
import { lazyPart } from '@/lib/lazy-part.ts';
import { openedFrom } from '@/lib/opened-from.ts';
import { pagedQuery } from '@/lib/paged-query.ts';
import { isFirstRead, rowsOf } from '@/lib/query-client.ts';
import { Button } from '@/ui/button.tsx';
import { SearchFilter } from '@/ui/filters/filter-bar.tsx';
import { LinkFilter, useUrlFilters } from '@/ui/filters/url-filters.tsx';
import { InfiniteList } from '@/ui/infinite-list.tsx';
import { Select } from '@/ui/inputs.tsx';
import { Row, Text } from '@/ui/layout.tsx';
import cards from '@/ui/lots/lot-card.module.css';
import { LotCard } from '@/ui/lots/lot-card.tsx';
import { choicesOf, LotFilterPanel } from '@/ui/lots/lot-filter-panel.tsx';
import { useLotFilters } from '@/ui/lots/lot-filters.ts';
import { BackLink, Empty, Failed, Loading, Page } from '@/ui/page.tsx';
import classes from './search.module.css';

// Prices are shown as they were read, then live.
const FollowSales = lazyPart(async () => (await import('@/lib/realtime/live-lots.tsx')).FollowSales);

/** Whether details may be opened is looked at this often. ms. */
const WINDOW_CHECK_MS = 60_000;

const SALES = [
  { value: 'current', label: 'Upcoming' },
  { value: 'over', label: 'Closed' },
] as const;
type Sales = (typeof SALES)[number]['value'];

const KINDS = [
  { value: 'all', label: 'All stock' },
  { value: 'cattle', label: 'Cattle' },
  { value: 'sheep', label: 'Sheep' },
  { value: 'goat', label: 'Goats' },
] as const;
type Kind = (typeof KINDS)[number]['value'];

const SORTS = [
  { value: 'best', label: 'Best match' },
  { value: 'soonest', label: 'Soonest sale' },
  { value: 'head', label: 'Most head' },
] as const;
type Sort = (typeof SORTS)[number]['value'];

const SEARCH_VIEW = {
  sales: ['current', 'over'],
  kind: ['all', 'cattle', 'sheep', 'goat'],
  sort: ['best', 'soonest', 'head'],
  q: 'text',
} as const;

/** Filters of the search's own that Clear All takes back. */
const OWN_FILTERS = ['sales', 'kind'] as const;

/** What is looked for besides the filters of lots. */
type Sought = { q: string; sales: Sales; kind: Kind; sort: Sort };

/** Lots of all sales that have the words of `q` and fit the filters, page by page; none for neither. */
export const foundLotsQuery = ({ q, sales, kind, sort }: Sought, filters: LotFilters) =>
  pagedQuery({
    queryKey: ['search', q, sales, kind, sort, filters],
    read: async (page, signal) => {
      const { data, totalPages: pages } = await callForPage(searchOperations.searchLots, {
        query: {
          ...filters,
          q,
          page,
          limit: FOUND_PAGE,
          ...(sales === 'over' && { over: 'true' }),
          ...(kind !== 'all' && { kind }),
          ...(sort !== 'best' && { sort }),
        },
        signal,
      });
      return { ...data, page, pages };
    },
    enabled: q !== '' || Object.keys(filters).length > 0,
    // What was found stays in sight while the next letter is looked for.
    placeholderData: rowsOf('search'),
  });

/** One lot that was found, under the sale that it is sold in. */
function FoundLot({
  lot,
  auction,
  keywords,
}: {
  lot: CatalogueLot;
  auction: AuctionSummary;
  keywords: readonly string[];
}) {
  const now = useNow(WINDOW_CHECK_MS);
  const [search] = useSearchParams();
  const isOver = auction.state === 'closed';
  const to =
    isOver || lot.state === 'closed'
      ? paths.lotResult(auction, lot)
      : mayViewDetails(auction, now)
        ? paths.lot(auction, lot)
        : null;
  return (
    <li>
      <p className={classes.sale}>
        <Link to={isOver ? paths.auctionResults(auction) : paths.catalogue(auction)}>{auction.title}</Link>
        <time className="sy-dim">{formatDateTime(auction.liveAt)} Sydney</time>
      </p>
      <LotCard lot={lot} auction={auction} to={to} state={openedFrom('search', search)} searched={keywords} />
    </li>
  );
}

/** What to search instead where these sales have nothing. */
const OTHER_SALES = {
  current: { other: 'over', search: 'Search closed sales' },
  over: { other: 'current', search: 'Search upcoming sales' },
} as const;

/** What may have kept everything out, each with the way to take it back; the nearest cause first. */
function NothingFound({ q, sales, kind }: Sought) {
  const { isFiltered, clear } = useLotFilters();
  const { hrefWith } = useUrlFilters(SEARCH_VIEW);
  const { other, search } = OTHER_SALES[sales];
  return (
    <Empty title="There are no results for your search.">
      <Row align="stretch" justify="center" gap="sm">
        {isFiltered && (
          <Button variant="default" onClick={() => clear()}>
            {q === '' ? 'Clear the filters' : `Look for “${q}” without the filters`}
          </Button>
        )}
        {kind !== 'all' && (
          <Button variant="default" component={Link} to={hrefWith({ kind: 'all' })} replace>
            Search all stock
          </Button>
        )}
        <Button variant="default" component={Link} to={hrefWith({ sales: other })} replace>
          {search}
        </Button>
      </Row>
    </Empty>
  );
}

/** How many were found, and by what they are sorted. */
function Head({ total, sort, isSorted }: { total: number; sort: Sort; isSorted: boolean }) {
  const { setFilters } = useUrlFilters(SEARCH_VIEW);
  return (
    <Row align="end" justify="space-between" gap="sm" across="md" mb="sm">
      <Text as="h2" size="md" aria-live="polite">
        {total < FOUND_MOST ? countOf(total, 'lot') : `The best ${FOUND_MOST} lots`}
      </Text>
      {isSorted && (
        <div className="sy-no-print">
          <Select
            label="Sort by"
            options={SORTS}
            value={sort}
            onChange={({ currentTarget }) => {
              const chosen = SORTS.find(({ value }) => value === currentTarget.value);
              if (chosen !== undefined) setFilters({ sort: chosen.value });
            }}
          />
        </div>
      )}
    </Row>
  );
}

function Found(sought: Sought) {
  const { q, sort } = sought;
  const { filters } = useLotFilters();
  const { hrefWith } = useUrlFilters(SEARCH_VIEW);
  const query = useInfiniteQuery(foundLotsQuery(sought, filters));
  const { data, error, isPlaceholderData, refetch } = query;
  if (isFirstRead(query)) return <Loading label="Searching…" />;
  if (data === undefined) return <Failed error={error} onRetry={() => void refetch()} />;
  const pages = data.pages;
  const auctions = new Map(pages.flatMap((page) => page.auctions.map((one) => [one._id, one])));
  // A lot that leaves between two reads shifts the pages: another one comes twice.
  const lots = [...new Map(pages.flatMap((page) => page.lots.map((lot) => [lot._id, lot]))).values()];
  const keywords = [...new Set([...pages.flatMap((page) => page.keywords), ...q.split(/\s+/)])].filter(
    (word) => word !== '',
  );
  const suggestions = pages[0]?.suggestions ?? [];
  return (
    <div aria-busy={isPlaceholderData} className={classes.found}>
      <Suspense fallback={null}>
        <FollowSales auctions={[...auctions.values()]} />
      </Suspense>
      {suggestions.length > 0 && (
        <nav aria-label="Suggestions" className={classes.suggestions}>
          {suggestions.map((suggestion) => (
            <Link key={suggestion} to={hrefWith({ q: suggestion })} replace preventScrollReset>
              {suggestion}
            </Link>
          ))}
        </nav>
      )}
      {lots.length === 0 ? (
        <NothingFound {...sought} />
      ) : (
        <InfiniteList query={query} label="Loading lots…">
          <Head total={pages[0]?.total ?? lots.length} sort={sort} isSorted={lots.length > 1} />
          <ul className={`${cards['list']} ${classes.lots}`}>
            {lots.map((lot) => {
              const auction = auctions.get(lot.auction);
              return auction && <FoundLot key={lot._id} lot={lot} auction={auction} keywords={keywords} />;
            })}
          </ul>
        </InfiniteList>
      )}
    </div>
  );
}

/** The words, which sales and stock, and the filters that the lots found can be narrowed by: on a phone behind a button. */
function SearchFilters({ isSought, ...sought }: Sought & { isSought: boolean }) {
  const { filters: view, setFilters, hrefWith } = useUrlFilters(SEARCH_VIEW);
  const { filters } = useLotFilters();
  const { data } = useInfiniteQuery(foundLotsQuery(sought, filters));
  const { q, sales, kind } = sought;
  const set = Number(sales !== 'current') + Number(kind !== 'all');
  return (
    <LotFilterPanel
      choices={choicesOf(isSought ? (data?.pages.flatMap(({ auctions }) => auctions) ?? []) : [])}
      ranges={isSought}
      also={OWN_FILTERS}
      own={{
        set,
        filters: (
          <>
            <LinkFilter
              label="Sales"
              options={SALES}
              value={sales}
              hrefOf={(value) => hrefWith({ sales: value })}
            />
            <LinkFilter
              label="Stock"
              options={KINDS}
              value={kind}
              hrefOf={(value) => hrefWith({ kind: value })}
            />
          </>
        ),
      }}
      end={isSought && <SaveSearch criteria={{ q, filters, ...(kind !== 'all' && { kind }) }} />}
    >
      <div className={classes.field}>
        <SearchFilter
          label="Breed, place, comment, accreditation…"
          value={view.q}
          onChange={(text) => setFilters({ q: text })}
        />
      </div>
    </LotFilterPanel>
  );
}

/** /main/search: lots of all sales by their words, found as one types. */
export function SearchScreen() {
  const { filters } = useUrlFilters(SEARCH_VIEW);
  const { isFiltered } = useLotFilters();
  const { sales, kind, sort } = filters;
  const q = filters.q.trim();
  const isSought = q !== '' || isFiltered;
  return (
    <Page title="Find Lots" before={<BackLink to={paths.upcoming}>Back to Auctions</BackLink>}>
      <SearchFilters q={q} sales={sales} kind={kind} sort={sort} isSought={isSought} />
      {isSought ? (
        <Found q={q} sales={sales} kind={kind} sort={sort} />
      ) : (
        <Empty title="Type what you are looking for: a breed, a place, an accreditation, a word of a comment." />
      )}
    </Page>
  );
}
