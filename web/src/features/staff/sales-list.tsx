import type { AuctionSummary } from '@saleyard/contract/auctions.ts';
import { AUCTION_TYPES } from '@saleyard/domain/auction/types/auction-types.ts';
import { formatCount } from '@saleyard/domain/presentation/amounts.ts';
import { formatShortDateTime } from '@saleyard/domain/presentation/dates.ts';
import { SALE_STATE_LABELS } from '@saleyard/domain/presentation/sales.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { ICON_SIZES, IconPlus } from '@/config/icons.ts';
import { paths } from '@/config/paths.ts';
import { isStaff, useMe } from '@/lib/session.ts';
import { Button } from '@/ui/button.tsx';
import { FilterBar, SearchFilter } from '@/ui/filters/filter-bar.tsx';
import { type FilterValues, LinkFilter, useUrlFilters } from '@/ui/filters/url-filters.tsx';
import { Row } from '@/ui/layout.tsx';
import { Empty, Page } from '@/ui/page.tsx';
import { type Column, DataTable } from '@/ui/table/data-table.tsx';
import { type Mood, PlainTag, StateTag } from '@/ui/tag.tsx';
import { staffSalesQuery } from './api/staff-sales.ts';
import { PresentPeople } from './present-people.tsx';
import { WaitingWork } from './waiting-work.tsx';

const ORDER = { live: 0, open: 1, future: 2, closed: 3 } as const;

/** Running sales first, then the next ones, then those that are over, the latest first. */
const inOrder = (a: AuctionSummary, b: AuctionSummary): number =>
  ORDER[a.state] - ORDER[b.state] || (a.state === 'closed' ? b.liveAt - a.liveAt : a.liveAt - b.liveAt);

const moodOf = (sale: AuctionSummary): Mood =>
  sale.cancelled
    ? 'closed'
    : sale.frozenTime !== null
      ? 'frozen'
      : sale.state === 'future'
        ? 'upcoming'
        : sale.state;

const COLUMNS: readonly Column<AuctionSummary>[] = [
  {
    id: 'number',
    header: 'No.',
    cell: ({ number }) => <span className="sy-number">{number}</span>,
    sortBy: ({ number }) => number,
  },
  {
    id: 'sale',
    header: 'Sale',
    rowHeader: true,
    phone: 'title',
    cell: (sale) => <Link to={paths.staffSale(sale)}>{sale.title}</Link>,
    sortBy: ({ title }) => title,
  },
  {
    id: 'state',
    header: 'State',
    phone: 'plain',
    cell: (sale) => (
      <StateTag mood={moodOf(sale)}>
        {sale.cancelled
          ? 'Cancelled'
          : sale.frozenTime !== null
            ? 'Auction frozen'
            : SALE_STATE_LABELS[sale.state]}
      </StateTag>
    ),
    sortBy: ({ state }) => ORDER[state],
  },
  {
    id: 'type',
    header: 'Type',
    cell: ({ auctionType }) => <PlainTag>{AUCTION_TYPES[auctionType].label}</PlainTag>,
    sortBy: ({ auctionType }) => AUCTION_TYPES[auctionType].label,
  },
  {
    id: 'kind',
    header: 'Kind',
    cell: ({ kindData }) => kindData.title,
    sortBy: ({ kindData }) => kindData.title,
  },
  {
    id: 'opens',
    header: 'Opens (Sydney)',
    cell: ({ openAt }) => <span className="sy-number">{formatShortDateTime(openAt)}</span>,
    sortBy: ({ openAt }) => openAt,
  },
  {
    id: 'live',
    header: 'Goes live (Sydney)',
    cell: ({ liveAt }) => <span className="sy-number">{formatShortDateTime(liveAt)}</span>,
    sortBy: ({ liveAt }) => liveAt,
  },
  {
    id: 'lots',
    header: 'Lots',
    align: 'end',
    cell: ({ lotCount }) => formatCount(lotCount),
    sortBy: ({ lotCount }) => lotCount,
  },
  {
    id: 'head',
    header: 'Head',
    align: 'end',
    cell: ({ headCount }) => formatCount(headCount),
    sortBy: ({ headCount }) => headCount,
  },
];

const CLERK: Column<AuctionSummary> = {
  id: 'clerk',
  header: 'Clerk’s console',
  actions: true,
  phone: 'plain',
  cell: (sale) =>
    AUCTION_TYPES[sale.auctionType].byClerk &&
    sale.state !== 'closed' && (
      <Link to={paths.clerk(sale)} aria-label={`Clerk's console of ${sale.title}`}>
        Clerk’s console
      </Link>
    ),
};

const AUDIT: Column<AuctionSummary> = {
  id: 'audit',
  header: 'Audit',
  actions: true,
  phone: 'plain',
  cell: (sale) => (
    <Link to={paths.audit(sale)} aria-label={`Audit of ${sale.title}`}>
      Audit
    </Link>
  ),
};

const STAFF_COLUMNS = [...COLUMNS, CLERK];
const AUDITOR_COLUMNS = [...COLUMNS, AUDIT];

const STATES = [
  { value: 'all', label: 'All' },
  { value: 'running', label: 'Running' },
  { value: 'upcoming', label: 'Upcoming' },
  { value: 'closed', label: 'Closed' },
] as const;
const FILTERS = { state: ['all', 'running', 'upcoming', 'closed'], find: 'text' } as const;
const GROUPS = { live: 'running', open: 'running', future: 'upcoming', closed: 'closed' } as const;

/** Sales of the chosen state whose title, number or kind holds the words, in the usual order. */
function chosen(sales: readonly AuctionSummary[], { state, find }: FilterValues<typeof FILTERS>) {
  const searched = find.trim().toLowerCase();
  return sales
    .filter((sale) => state === 'all' || GROUPS[sale.state] === state)
    .filter(({ title, number, kindData }) =>
      [title, number, kindData.title].some((text) => text.toLowerCase().includes(searched)),
    )
    .sort(inOrder);
}

function Sales({ staff }: { staff: boolean }) {
  const { data, error, refetch } = useQuery(staffSalesQuery);
  const { filters, setFilters, hrefWith } = useUrlFilters(FILTERS);
  const { state, find } = filters;
  const sales = useMemo(() => data && chosen(data, { state, find }), [data, state, find]);
  const none = data?.length === 0;
  return (
    <>
      <FilterBar>
        <LinkFilter
          label="State"
          options={STATES}
          value={state}
          hrefOf={(value) => hrefWith({ state: value })}
        />
        <SearchFilter
          label="Find a sale"
          value={find}
          onChange={(searched) => setFilters({ find: searched })}
        />
      </FilterBar>
      <DataTable
        caption="Sales"
        columns={staff ? STAFF_COLUMNS : AUDITOR_COLUMNS}
        rows={sales}
        rowKey={({ _id }) => _id}
        loading="Loading sales…"
        error={error}
        onRetry={() => void refetch()}
        empty={
          <Empty title={none ? 'No sales yet' : 'No sale matches'}>
            {none ? (
              staff && <Link to={paths.newSale}>Schedule the first one</Link>
            ) : (
              <Link to="?" replace>
                Show all sales
              </Link>
            )}
          </Empty>
        }
      />
    </>
  );
}

/** The staff desk: every sale, running ones first. */
export function SalesList() {
  const staff = isStaff(useMe());
  return (
    <Page
      title="Staff Desk"
      aside={
        <Row gap="sm">
          <Button variant="default" component={Link} to={paths.audits}>
            Audits
          </Button>
          <Button variant="default" component={Link} to={paths.activity}>
            Activity
          </Button>
          <Button variant="default" component={Link} to={paths.staffListings}>
            Lots to Approve
          </Button>
          <Button variant="default" component={Link} to={paths.content}>
            Content
          </Button>
          <Button variant="default" component={Link} to={paths.fees}>
            Fees
          </Button>
          <Button variant="default" component={Link} to={paths.staffAccounts}>
            Accounts
          </Button>
          <Button variant="default" component={Link} to={paths.notifications}>
            Notifications
          </Button>
          {staff && (
            <Button
              component={Link}
              to={paths.newSale}
              leftSection={<IconPlus size={ICON_SIZES.sm} aria-hidden="true" />}
            >
              Schedule a sale
            </Button>
          )}
        </Row>
      }
    >
      <WaitingWork />
      <PresentPeople auction={null} />
      <Sales staff={staff} />
    </Page>
  );
}
