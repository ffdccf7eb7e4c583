import type { OWN_RESULTS } from '@saleyard/contract/bids.ts';
import { countOf, formatDollars } from '@saleyard/domain/presentation/amounts.ts';
import { formatDateTime } from '@saleyard/domain/presentation/dates.ts';
import { RESULT_LABELS } from '@saleyard/domain/presentation/lots.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Link } from 'react-router';
import { paths } from '@/config/paths.ts';
import { dayOfField } from '@/lib/date-fields.ts';
import { lazyPart } from '@/lib/lazy-part.ts';
import { useMe } from '@/lib/session.ts';
import { toggled } from '@/lib/url-search.ts';
import { DaysFilter } from '@/ui/filters/days-filter.tsx';
import { ClearFilters, FilterBar, ToggleFilter } from '@/ui/filters/filter-bar.tsx';
import { type FilterChange, type FilterValues, useUrlFilters } from '@/ui/filters/url-filters.tsx';
import { InfiniteList } from '@/ui/infinite-list.tsx';
import { Row, Text } from '@/ui/layout.tsx';
import { BackLink, Empty, Page, ReadRows } from '@/ui/page.tsx';
import { PrintButton, PrintFrame } from '@/ui/print.tsx';
import { type MySale, myResultsQuery, type ResultsWanted, salesOf } from './api/my-results.ts';
import { COUNTERPARTY, namesCounterparty } from './counterparty.tsx';
import { LotsTable, vendorOf } from './lots-table.tsx';
import classes from './my-results.module.css';
import { Offers } from './offers.tsx';

// Documents are asked for when the page stands.
const MyResultsTools = lazyPart(
  async () => (await import('@/ui/documents/document-tools.tsx')).MyResultsTools,
);

/** What the viewer bought in a sale, in words. */
function boughtText({ lots, head, grossCents, estimated, unweighed }: MySale['auction']['bought']): string {
  if (lots === 0) return 'You bought nothing in this auction.';
  const about = estimated ? '≈ ' : '';
  const without = unweighed === 0 ? '' : `, without ${countOf(unweighed, 'lot')} of unknown weight`;
  return `You bought ${countOf(lots, 'lot')}, ${countOf(head, 'head', 'head')}: ${about}${formatDollars(grossCents)}${without}`;
}

function Sale({ auction, lots }: MySale) {
  const id = `mine-${auction.searchNumber}`;
  return (
    <section aria-labelledby={id} className={classes.sale}>
      <Row align="baseline" gap="xs" across="md">
        <Text as="h2" size="lg" id={id}>
          <Link to={paths.auctionResults(auction)}>{auction.title}</Link>
        </Text>
        <span className="sy-dim">
          No. {auction.number} · {formatDateTime(auction.liveAt)}
        </span>
      </Row>
      {/* A person who only sold in an auction did not come to buy. */}
      {(auction.bought.lots > 0 || lots.some(({ mine }) => !mine)) && (
        <Text weight="medium" mt="xs" mb="sm">
          {boughtText(auction.bought)}
        </Text>
      )}
      <LotsTable
        sections={[{ key: 'mine', heading: null, rows: lots }]}
        caption={`Your lots of ${auction.title}`}
        auction={auction}
        paddle={auction.paddle}
        own
        vendors={lots.some((lot) => vendorOf(lot) !== '')}
        {...(namesCounterparty(lots) && { detail: COUNTERPARTY })}
      />
    </section>
  );
}

const STATUSES = [
  { value: 'bought', label: 'Bought', mark: 'B' },
  { value: 'sold', label: RESULT_LABELS.sold, mark: 'S' },
  { value: 'soldAfterAuction', label: RESULT_LABELS.soldAfterAuction, mark: 'A' },
  { value: 'noBid', label: 'No Bid', mark: 'N' },
  { value: 'passed', label: RESULT_LABELS.passed, mark: 'P' },
  { value: 'withdrawn', label: RESULT_LABELS.withdrawn, mark: 'W' },
] as const satisfies readonly { value: (typeof OWN_RESULTS)[number]; label: string; mark: string }[];

const FILTERS = { status: 'text', from: 'text', to: 'text' } as const;
const UNFILTERED = { status: '', from: '', to: '' } as const;

type Filters = FilterValues<typeof FILTERS>;

/** The results that an address names; what it says wrongly it does not say. */
const statusesOf = ({ status }: Filters) =>
  STATUSES.map(({ value }) => value).filter((value) => status.split(',').includes(value));

function wantedBy(filters: Filters): ResultsWanted {
  const status = statusesOf(filters).join(',');
  const from = dayOfField(filters.from)?.beginsAt;
  const to = dayOfField(filters.to)?.endsAt;
  return {
    ...(status !== '' && { status }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  };
}

function ResultFilters({
  filters,
  onChange,
}: {
  filters: Filters;
  onChange: (change: FilterChange<Filters>) => void;
}) {
  return (
    <FilterBar>
      <ToggleFilter
        label="Result"
        options={STATUSES}
        values={statusesOf(filters)}
        onToggle={(value) => onChange((now) => ({ status: toggled(statusesOf(now), value).join(',') }))}
      />
      <DaysFilter from={filters.from} to={filters.to} onChange={onChange} />
      <ClearFilters
        disabled={Object.values(filters).every((value) => value === '')}
        onClear={() => onChange(UNFILTERED)}
      />
    </FilterBar>
  );
}

function Sales({ wanted }: { wanted: ResultsWanted }) {
  const query = useInfiniteQuery(myResultsQuery(wanted));
  const isFiltered = Object.keys(wanted).length > 0;
  return (
    <ReadRows query={query} label="Loading your results…">
      {({ pages }) => {
        const sales = salesOf(pages.flatMap(({ results }) => results));
        if (sales.length === 0)
          return (
            <Empty
              title={
                isFiltered
                  ? 'None of your results match these filters.'
                  : 'Results for closed auctions will appear here.'
              }
            />
          );
        return (
          <InfiniteList query={query} label="Loading your results…">
            {sales.map((sale) => (
              <Sale key={sale.auction._id} {...sale} />
            ))}
            {query.hasNextPage && (
              <p className={classes.onPaper}>Earlier auctions follow: press Show more until all are here.</p>
            )}
          </InfiniteList>
        );
      }}
    </ReadRows>
  );
}

/** My Auction Results: the lots one bid on or listed in sales that are over, what one bought or sold, and for how much. */
export function MyResults() {
  const { filters, setFilters } = useUrlFilters(FILTERS);
  const me = useMe();
  const sells = me !== null && me !== undefined && (me.type === 'seller' || me.role === 'admin');
  const wanted = wantedBy(filters);
  return (
    <PrintFrame>
      <Page
        title="My Auction Results"
        before={<BackLink to={paths.myAdmin}>Back to My Admin</BackLink>}
        aside={<PrintButton>Print Results</PrintButton>}
      >
        <Offers />
        <p className="sy-dim">
          {sells ? 'Lots you listed or bid on in closed auctions.' : 'Lots you bid on in closed auctions.'}{' '}
          The total of a lot priced per kg is calculated from its curfew or average weight.
        </p>
        <div className={classes.documents}>
          <Suspense fallback={null}>
            <MyResultsTools wanted={wanted} />
          </Suspense>
        </div>
        <ResultFilters filters={filters} onChange={setFilters} />
        <Sales wanted={wanted} />
      </Page>
    </PrintFrame>
  );
}
