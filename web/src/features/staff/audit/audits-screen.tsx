import type { AuditedSales } from '@saleyard/contract/audit.ts';
import { AUCTION_TYPES } from '@saleyard/domain/auction/types/auction-types.ts';
import { countOf, formatCount } from '@saleyard/domain/presentation/amounts.ts';
import { formatShortDateTime } from '@saleyard/domain/presentation/dates.ts';
import { SALE_STATE_LABELS } from '@saleyard/domain/presentation/sales.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { paths } from '@/config/paths.ts';
import { auditedSalesQuery } from '@/features/staff/api/sale-audit.ts';
import { isFirstRead } from '@/lib/query-client.ts';
import { FilterBar, SearchFilter } from '@/ui/filters/filter-bar.tsx';
import { useUrlFilters, useUrlPage } from '@/ui/filters/url-filters.tsx';
import { Text } from '@/ui/layout.tsx';
import { BackLink, Empty, Page, ReadRows } from '@/ui/page.tsx';
import { Pager } from '@/ui/pager.tsx';
import { type Column, DataTable } from '@/ui/table/data-table.tsx';
import { PlainTag } from '@/ui/tag.tsx';
import classes from './audit.module.css';

type Sale = AuditedSales['sales'][number];

const VERDICT_LABELS = { proven: 'Proven', different: 'Different', unreadable: 'Could not be read' } as const;

/** The last verdict and when it was made; it says nothing of events since. */
function LastAudit({ audit, eventsSince, state, cancelled }: Sale) {
  if (audit === null)
    return (
      <Text as="span" size="sm" tone="dim">
        Not audited yet
      </Text>
    );
  const { verdict, at, differenceCount } = audit;
  return (
    <span className={classes.lastAudit}>
      <strong data-verdict={verdict}>
        {VERDICT_LABELS[verdict]}
        {verdict === 'proven' && state !== 'closed' && !cancelled && ' so far'}
      </strong>
      <Text as="span" size="sm" tone="dim">
        {[
          formatShortDateTime(at),
          ...(differenceCount === 0 ? [] : [countOf(differenceCount, 'difference')]),
          ...(eventsSince === 0 ? [] : [`${countOf(eventsSince, 'event')} since`]),
        ].join(', ')}
      </Text>
    </span>
  );
}

const COLUMNS: readonly Column<Sale>[] = [
  { id: 'number', header: 'No.', cell: ({ number }) => <span className="sy-number">{number}</span> },
  {
    id: 'sale',
    header: 'Sale',
    rowHeader: true,
    phone: 'title',
    cell: ({ number, title, because }) => (
      <>
        <Link to={paths.audit({ searchNumber: number })}>{title}</Link>
        {because !== null && (
          <Text as="span" size="sm" tone="dim">
            {' '}
            Found by {because}
          </Text>
        )}
      </>
    ),
  },
  { id: 'audit', header: 'Last audit', cell: (sale) => <LastAudit {...sale} /> },
  {
    id: 'state',
    header: 'State',
    cell: ({ state, cancelled }) =>
      cancelled ? 'Cancelled' : (SALE_STATE_LABELS[state as keyof typeof SALE_STATE_LABELS] ?? state),
  },
  { id: 'type', header: 'Type', cell: ({ type }) => <PlainTag>{AUCTION_TYPES[type].label}</PlainTag> },
  {
    id: 'live',
    header: 'Live (Sydney)',
    cell: ({ liveAt }) => <span className="sy-number">{formatShortDateTime(liveAt)}</span>,
  },
  { id: 'lots', header: 'Lots', align: 'end', cell: ({ lotCount }) => formatCount(lotCount) },
];

/** Every sale with the verdict of its last audit: where auditors begin. Opening a sale audits it. */
export function AuditsScreen() {
  const { filters, setFilters } = useUrlFilters({ find: 'text' });
  const [page, setPage] = useUrlPage();
  const query = useQuery(auditedSalesQuery(filters.find, page));
  const data = isFirstRead(query) ? undefined : query.data;
  return (
    <Page title="Audits" before={<BackLink to={paths.staff}>Back to the Staff Desk</BackLink>}>
      <p className={classes.facts}>
        Open a sale to audit it: every event is read, and every command decided again. Sales are listed once
        they have opened; the search finds upcoming ones too.
      </p>
      <div className={classes.find}>
        <FilterBar>
          <SearchFilter
            label="Find by sale, lot or person"
            value={filters.find}
            onChange={(find) => setFilters({ find })}
          />
        </FilterBar>
      </div>
      <ReadRows query={query} label="Loading sales…">
        {({ data: { sales } }) => (
          <DataTable
            caption="Sales with their last audits"
            columns={COLUMNS}
            rows={sales}
            rowKey={({ _id }) => _id}
            empty={
              <Empty title={filters.find === '' ? 'No sales yet' : 'No sale matches'}>
                {filters.find !== '' && (
                  <Link to="?" replace>
                    Show all sales
                  </Link>
                )}
              </Empty>
            }
          />
        )}
      </ReadRows>
      {data && <Pager page={page} pages={data.totalPages} onPage={setPage} />}
    </Page>
  );
}
