import { staffAccountOperations } from '@saleyard/contract/operations/staff-accounts.ts';
import type { StaffAccountEntry } from '@saleyard/contract/staff-accounts.ts';
import { fullName } from '@saleyard/domain/account/profile.ts';
import { type AccountStatus, statusLabel } from '@saleyard/domain/account/status.ts';
import { formatShortDateTime } from '@saleyard/domain/presentation/dates.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { paths } from '@/config/paths.ts';
import { personName } from '@/features/staff/person-name.ts';
import { callForPage } from '@/lib/api-client.ts';
import { isFirstRead, rowsOf } from '@/lib/query-client.ts';
import { isStaff, useMe } from '@/lib/session.ts';
import { Button } from '@/ui/button.tsx';
import { FilterBar, SearchFilter } from '@/ui/filters/filter-bar.tsx';
import { type FilterValues, LinkFilter, useUrlFilters, useUrlPage } from '@/ui/filters/url-filters.tsx';
import { Row } from '@/ui/layout.tsx';
import { BackLink, BusyRows, Empty, Page } from '@/ui/page.tsx';
import { Pager } from '@/ui/pager.tsx';
import { type Column, DataTable } from '@/ui/table/data-table.tsx';
import { PlainTag } from '@/ui/tag.tsx';

const FILTERS = { show: ['all', 'awaiting', 'suspended', 'staff'], find: 'text' } as const;
const SHOWN = [
  { value: 'all', label: 'All' },
  { value: 'awaiting', label: 'To decide' },
  { value: 'suspended', label: 'Suspended' },
  { value: 'staff', label: 'Administrators' },
] as const;

const COLUMNS: readonly Column<StaffAccountEntry>[] = [
  {
    id: 'id',
    header: 'User ID',
    cell: ({ shortId }) => <span className="sy-number">{shortId}</span>,
  },
  {
    id: 'name',
    header: 'Name',
    rowHeader: true,
    phone: 'title',
    cell: (account) => <Link to={paths.staffAccount(account)}>{personName(fullName(account))}</Link>,
  },
  { id: 'trading', header: 'Trading Name', cell: ({ tradingName }) => tradingName },
  { id: 'email', header: 'Email', cell: ({ email }) => email },
  { id: 'phone', header: 'Phone', cell: ({ phone }) => <span className="sy-number">{phone}</span> },
  { id: 'place', header: 'Town', cell: ({ town, state }) => [town, state].filter(Boolean).join(', ') },
  { id: 'status', header: 'Status', cell: ({ status }) => statusLabel(status as AccountStatus) },
  {
    id: 'asks',
    header: 'Asks for',
    phone: 'plain',
    cell: ({ isSuspended, awaitsDecision, isRequestedAsSeller, requestedAt }) => (
      <>
        {isSuspended && <PlainTag>Suspended</PlainTag>}
        {awaitsDecision && (
          <PlainTag>
            {isRequestedAsSeller ? 'To buy and sell' : 'To buy'}
            {requestedAt !== null && `, ${formatShortDateTime(requestedAt)}`}
          </PlainTag>
        )}
      </>
    ),
  },
];

const queryOf = ({ show, find }: FilterValues<typeof FILTERS>) => ({
  ...(find.trim() !== '' && { search: find.trim() }),
  ...(show === 'awaiting' && { awaiting: 'true' as const }),
  ...(show === 'suspended' && { suspended: 'true' as const }),
  ...(show === 'staff' && { role: 'admin' as const }),
});

function Found({ filters }: { filters: FilterValues<typeof FILTERS> }) {
  const [page, setPage] = useUrlPage();
  const query = useQuery({
    queryKey: ['staff', 'accounts', filters, page],
    queryFn: ({ signal }) =>
      callForPage(staffAccountOperations.searchAccounts, { query: { ...queryOf(filters), page }, signal }),
    placeholderData: rowsOf('staff', 'accounts'),
  });
  const { error, isPlaceholderData, refetch } = query;
  const data = isFirstRead(query) ? undefined : query.data;
  return (
    <>
      <BusyRows busy={isPlaceholderData}>
        <DataTable
          caption="Accounts"
          columns={COLUMNS}
          rows={data?.data.accounts}
          rowKey={({ _id }) => _id}
          loading="Loading accounts…"
          error={error}
          onRetry={() => void refetch()}
          empty={
            <Empty title="No account matches">
              <Link to="?" replace>
                Show all accounts
              </Link>
            </Empty>
          }
        />
      </BusyRows>
      {data && <Pager page={page} pages={data.totalPages} onPage={setPage} labels={['Previous', 'Next']} />}
    </>
  );
}

/** Every account, to be searched; those that wait for a decision first when asked. */
export function AccountsList() {
  const mayAct = isStaff(useMe());
  const { filters, setFilters, hrefWith } = useUrlFilters(FILTERS);
  return (
    <Page
      title="Accounts"
      before={<BackLink to={paths.staff}>Back to the Staff Desk</BackLink>}
      aside={
        <Row gap="sm">
          {mayAct && (
            <Button component={Link} to={paths.newAccount} variant="default">
              Open an account
            </Button>
          )}
          {mayAct && <Link to={paths.outbox}>Outbox</Link>}
        </Row>
      }
    >
      <FilterBar>
        <LinkFilter
          label="Show"
          options={SHOWN}
          value={filters.show}
          hrefOf={(value) => hrefWith({ show: value })}
        />
        <SearchFilter
          label="Name, e-mail, phone, PIC or user ID"
          value={filters.find}
          onChange={(words) => setFilters({ find: words })}
        />
      </FilterBar>
      <Found filters={filters} />
    </Page>
  );
}
