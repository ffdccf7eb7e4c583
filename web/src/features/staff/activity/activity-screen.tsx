import { ACT_AREAS, type ActivityEntry } from '@saleyard/contract/activity.ts';
import { staffOperations } from '@saleyard/contract/operations/staff.ts';
import { isDay, saleDay } from '@saleyard/domain/days.ts';
import { formatTimeWithSeconds } from '@saleyard/domain/presentation/dates.ts';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '@/config/paths.ts';
import { instantOf } from '@/features/staff/audit/wall-time.ts';
import { personName } from '@/features/staff/person-name.ts';
import { callForPage } from '@/lib/api-client.ts';
import { serverNow } from '@/lib/clock.ts';
import { isFirstRead } from '@/lib/query-client.ts';
import { FilterBar } from '@/ui/filters/filter-bar.tsx';
import { useUrlFilters, useUrlPage } from '@/ui/filters/url-filters.tsx';
import { DayInput } from '@/ui/form/day-input.tsx';
import { Select } from '@/ui/inputs.tsx';
import { BackLink, Empty, Page, ReadRows } from '@/ui/page.tsx';
import { Pager } from '@/ui/pager.tsx';
import { type Column, DataTable } from '@/ui/table/data-table.tsx';
import { AREA_LABELS, actText } from './act-texts.ts';
import classes from './activity.module.css';

/** Today's activity is read again so often. ms. */
const RENEW_MS = 15_000;
const PAGE_ROWS = 50;
/** Longer than any day, shorter than two: noon of the next day is within it. ms. */
const NEXT_NOON_MS = 36 * 3_600_000;

type Wanted = { day: string; person: string; area: (typeof FILTERS.area)[number]; page: number };

/** From midnight to midnight in the zone of the sales; a day may have 23 or 25 hours. */
function boundsOf(day: string): { from?: number; to?: number } {
  const from = instantOf(`${day}T00:00`);
  if (from === null) return {};
  const to = instantOf(`${saleDay(from + NEXT_NOON_MS)}T00:00`);
  return { from, ...(to !== null && { to }) };
}

const activityQuery = ({ day, person, area, page }: Wanted) =>
  queryOptions({
    queryKey: ['staff', 'activity', day, person, area, page],
    queryFn: ({ signal }) =>
      callForPage(staffOperations.staffActivity, {
        query: {
          ...boundsOf(day),
          ...(person !== '' && { person }),
          ...(area !== 'all' && { area }),
          page,
          limit: PAGE_ROWS,
        },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: RENEW_MS,
  });

const COLUMNS: readonly Column<ActivityEntry>[] = [
  {
    id: 'time',
    header: 'Time (Sydney)',
    cell: ({ at }) => <span className="sy-number">{formatTimeWithSeconds(at)}</span>,
  },
  { id: 'person', header: 'Person', cell: ({ by }) => personName(by.name) },
  { id: 'act', header: 'What', rowHeader: true, phone: 'title', cell: (entry) => actText(entry) },
  {
    id: 'lot',
    header: 'Lot, account or text',
    cell: ({ lot, account, text, day }) => {
      if (text !== null) return <Link to={paths.contentText(text)}>{text.title}</Link>;
      if (day !== null) return <Link to={paths.fees}>Fees</Link>;
      if (account !== null)
        return (
          <Link to={paths.staffAccount(account)}>{`${personName(account.name)}, ID ${account.shortId}`}</Link>
        );
      if (lot === null) return null;
      return lot.number === null ? <Link to={paths.staffListing(lot)}>Listing</Link> : `Lot ${lot.number}`;
    },
  },
  {
    id: 'sale',
    header: 'Sale',
    cell: ({ sale }) =>
      sale && (
        <>
          <Link to={paths.staffSale(sale)}>{sale.title}</Link>{' '}
          <Link className={classes.audit} to={paths.audit(sale)}>
            Audit
          </Link>
        </>
      ),
  },
];

const FILTERS = { day: 'text', person: 'text', area: ['all', ...ACT_AREAS] } as const;

/** The day that is shown, in the sales' zone; another counts once it is one. */
function DayFilter({ day, onChange }: { day: string; onChange: (day: string) => void }) {
  const [typed, setTyped] = useState(day);
  return (
    <DayInput
      label="Day (Sydney)"
      value={typed}
      onChange={(next) => {
        setTyped(next);
        if (isDay(next) && next !== day) onChange(next);
      }}
    />
  );
}

/** What people of staff did on one day. */
export function ActivityScreen() {
  const { filters, setFilters, hrefWith } = useUrlFilters(FILTERS);
  const [page, setPage] = useUrlPage();
  const today = saleDay(serverNow());
  const day = isDay(filters.day) ? filters.day : today;
  const query = useQuery(activityQuery({ ...filters, day, page }));
  const data = isFirstRead(query) ? undefined : query.data;
  const people = query.data?.data.people ?? [];
  const isNarrowed = filters.person !== '' || filters.area !== 'all';
  return (
    <Page title="Activity" before={<BackLink to={paths.staff}>Back to the Staff Desk</BackLink>}>
      <p className="sy-dim">
        What staff did, from the log. Why they did it is in the audit of each sale and the history of each
        account.
      </p>
      <div className={classes.filters}>
        <FilterBar>
          <DayFilter
            key={day}
            day={day}
            onChange={(chosen) => setFilters({ day: chosen === today ? '' : chosen })}
          />
          <Select
            label="Person"
            options={[
              { value: '', label: 'Everybody' },
              ...people.map(({ _id, name }) => ({ value: _id, label: personName(name) })),
            ]}
            value={filters.person}
            onChange={({ currentTarget: { value } }) => setFilters({ person: value })}
          />
          <Select
            label="What"
            options={[
              { value: 'all', label: 'Everything' },
              ...ACT_AREAS.map((area) => ({ value: area, label: AREA_LABELS[area] })),
            ]}
            value={filters.area}
            onChange={({ currentTarget: { value } }) => setFilters({ area: value as Wanted['area'] })}
          />
        </FilterBar>
      </div>
      <ReadRows query={query} label="Loading the activity…">
        {({ data: { entries } }) => (
          <DataTable
            caption="What staff did"
            columns={COLUMNS}
            rows={entries}
            rowKey={({ _id }) => _id}
            empty={
              <Empty title={isNarrowed ? 'No act of this day matches' : 'No acts on this day'}>
                {isNarrowed && (
                  <Link to={hrefWith({ person: '', area: 'all' })} replace>
                    Show all acts of this day
                  </Link>
                )}
              </Empty>
            }
          />
        )}
      </ReadRows>
      {data && <Pager page={page} pages={data.totalPages} onPage={setPage} labels={['Later', 'Earlier']} />}
    </Page>
  );
}
