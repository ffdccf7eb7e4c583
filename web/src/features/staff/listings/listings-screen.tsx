import { sellingOperations } from '@saleyard/contract/operations/selling.ts';
import { REASON_MOST } from '@saleyard/contract/schema.ts';
import type { WaitingListing, WholeListing } from '@saleyard/contract/selling.ts';
import { countOf } from '@saleyard/domain/presentation/amounts.ts';
import { formatShortDateTime } from '@saleyard/domain/presentation/dates.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { paths } from '@/config/paths.ts';
import { waitingWorkQuery } from '@/features/staff/api/staff-sales.ts';
import { call, callForPage } from '@/lib/api-client.ts';
import { errorTextOf } from '@/lib/api-error.ts';
import { titleOf } from '@/lib/labels.ts';
import { isFirstRead, rowsOf } from '@/lib/query-client.ts';
import { isStaff, useMe } from '@/lib/session.ts';
import { Button } from '@/ui/button.tsx';
import { Checkbox } from '@/ui/choices.tsx';
import { useUrlPage } from '@/ui/filters/url-filters.tsx';
import { Textarea } from '@/ui/inputs.tsx';
import { Row } from '@/ui/layout.tsx';
import { ListingPreview, WrittenListing } from '@/ui/lots/written-listing.tsx';
import { BackLink, Empty, Failed, Loading, Page, ReadRows } from '@/ui/page.tsx';
import { Pager } from '@/ui/pager.tsx';
import { type Column, DataTable } from '@/ui/table/data-table.tsx';
import { useSmallForm } from '@/ui/text-field.tsx';
import { ApproveMany } from './approve-many.tsx';
import { ListingChanges } from './listing-changes.tsx';

/** Lists of what waits are read again so often. ms. */
const RENEW_MS = 10_000;

const COLUMNS: readonly Column<WaitingListing>[] = [
  {
    id: 'number',
    header: 'ID',
    cell: ({ searchNumericId }) => <span className="sy-number">{searchNumericId}</span>,
  },
  {
    id: 'lot',
    header: 'Lot',
    rowHeader: true,
    phone: 'title',
    cell: (lot) => <Link to={paths.staffListing(lot)}>{titleOf(lot, lot.count ?? 0)}</Link>,
  },
  { id: 'kind', header: 'Kind', cell: ({ kindData }) => kindData.title },
  { id: 'seller', header: 'Seller', cell: ({ seller }) => seller },
  { id: 'vendor', header: 'Vendor', cell: ({ publicDetails }) => publicDetails.vendorName },
  {
    id: 'sale',
    header: 'Auction',
    cell: ({ auctionData }) =>
      auctionData && `${auctionData.title}, ${formatShortDateTime(auctionData.liveAt)}`,
  },
  {
    id: 'since',
    header: 'Waits since',
    cell: ({ submittedAt }) => submittedAt !== null && formatShortDateTime(submittedAt),
  },
];

/** Lots to Approve: what sellers have submitted, the one that waits longest first. */
export function ListingsScreen() {
  const [page, setPage] = useUrlPage();
  const query = useQuery({
    queryKey: ['staff', 'listings', page],
    queryFn: ({ signal }) => callForPage(sellingOperations.waitingListings, { query: { page }, signal }),
    placeholderData: rowsOf('staff', 'listings'),
    refetchInterval: RENEW_MS,
  });
  const data = isFirstRead(query) ? undefined : query.data;
  const { data: work } = useQuery(waitingWorkQuery);
  const mayDecide = isStaff(useMe());
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const choice: Column<WaitingListing> = {
    id: 'choose',
    header: 'Choose',
    phone: 'plain',
    cell: (lot) => (
      <Checkbox
        label={<span className="sy-hidden">{`Choose ${titleOf(lot, lot.count ?? 0)}`}</span>}
        checked={chosen.has(lot._id)}
        onChange={({ currentTarget: { checked } }) =>
          setChosen(new Set(checked ? [...chosen, lot._id] : [...chosen].filter((id) => id !== lot._id)))
        }
      />
    ),
  };
  return (
    <Page title="Lots to Approve" before={<BackLink to={paths.staff}>Back to the Staff Desk</BackLink>}>
      {work && work.lots > 0 && (
        <p>{countOf(work.lots, 'lot waits', 'lots wait')} for approval, the one that waits longest first.</p>
      )}
      <ReadRows query={query} label="Loading lots…">
        {({ data: { lots } }) =>
          lots.length === 0 ? (
            <Empty title="No lots wait for approval." />
          ) : (
            <>
              {mayDecide && (
                <ApproveMany
                  lots={lots}
                  chosen={lots.filter(({ _id }) => chosen.has(_id))}
                  onChoose={(some) => setChosen(new Set(some.map(({ _id }) => _id)))}
                />
              )}
              <DataTable
                caption="Lots that wait for approval"
                columns={mayDecide ? [choice, ...COLUMNS] : COLUMNS}
                rows={lots}
                rowKey={({ _id }) => _id}
              />
            </>
          )
        }
      </ReadRows>
      {data && <Pager page={page} pages={data.totalPages} onPage={setPage} labels={['Earlier', 'Later']} />}
    </Page>
  );
}

/** Approves the lot, or sends it back with a reason. */
function Decision({ lot }: { lot: WholeListing }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const done = async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: ['staff', 'listings'] }),
      client.invalidateQueries({ queryKey: ['staff', 'waiting'] }),
    ]);
    await navigate(paths.staffListings);
  };
  const params = { lot: lot._id };
  // One mutation for both: its error is that of the last press. A reason sends the lot back.
  const decide = useMutation({
    mutationFn: (reason: string | null) =>
      reason === null
        ? call(sellingOperations.approveListing, { params, body: { revision: lot.revision } })
        : call(sellingOperations.refuseListing, { params, body: { reason } }),
    onSuccess: done,
  });
  const isApproval = decide.variables === null;
  const { field, submit } = useSmallForm({
    initial: { reason: '' },
    checks: { reason: (reason) => (reason.trim() === '' ? 'Please Enter Reason' : null) },
    onSubmit: ({ reason }) => !decide.isPending && decide.mutate(reason.trim()),
  });
  const { problem, ...reason } = field('reason');
  return (
    <section aria-label="Decision">
      <h2>Decision</h2>
      <p>An approved lot enters the catalogue as it is shown here.</p>
      <Row gap="sm" mb="md">
        <Button
          disabled={decide.isPending}
          loading={decide.isPending && isApproval}
          onClick={() => decide.mutate(null)}
        >
          Approve
        </Button>
      </Row>
      <form noValidate onSubmit={submit}>
        <Textarea
          label="Reason"
          description="The seller reads it."
          rows={2}
          most={REASON_MOST}
          {...reason}
          error={problem}
          onChange={({ currentTarget }) => reason.onChange(currentTarget.value)}
        />
        <Row gap="sm" mt="sm">
          <Button
            type="submit"
            variant="default"
            disabled={decide.isPending}
            loading={decide.isPending && !isApproval}
          >
            Send Back
          </Button>
        </Row>
      </form>
      {decide.error && <p role="alert">{errorTextOf(decide.error).message}</p>}
    </section>
  );
}

/** One submitted lot: as buyers will see it, all that was written, and what staff decide. */
export function ListingScreen() {
  const me = useMe();
  const { lot: id = '' } = useParams();
  const { data, error, refetch } = useQuery({
    queryKey: ['staff', 'listings', 'one', id],
    queryFn: ({ signal }) => call(sellingOperations.staffListing, { params: { lot: id }, signal }),
  });
  const title = data ? titleOf(data.lot, data.lot.count ?? 0) : 'Lot';
  return (
    <Page title={title} before={<BackLink to={paths.staffListings}>Back to Lots to Approve</BackLink>}>
      {!data && error === null && <Loading label="Loading the lot…" />}
      {!data && error !== null && <Failed error={error} onRetry={() => void refetch()} />}
      {data && (
        <>
          {data.changes && <ListingChanges changes={data.changes} />}
          <h2>As buyers will see it</h2>
          <ListingPreview lot={data.lot} />
          {isStaff(me) && data.lot.phase === 'submitted' && <Decision lot={data.lot} />}
          <h2>For our staff</h2>
          <WrittenListing lot={data.lot} seller={data.seller} />
        </>
      )}
    </Page>
  );
}
