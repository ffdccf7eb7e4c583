import { sellingOperations } from '@saleyard/contract/operations/selling.ts';
import type { SaleFeeRow } from '@saleyard/contract/selling.ts';
import { formatCount, formatDollars } from '@saleyard/domain/presentation/amounts.ts';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { paths } from '@/config/paths.ts';
import { call, callForPage } from '@/lib/api-client.ts';
import { errorTextOf } from '@/lib/api-error.ts';
import { pagedQuery } from '@/lib/paged-query.ts';
import { isStaff, useMe } from '@/lib/session.ts';
import { Button } from '@/ui/button.tsx';
import { InfiniteList } from '@/ui/infinite-list.tsx';
import { BackLink, Empty, Page, ReadRows } from '@/ui/page.tsx';
import { useQuestion } from '@/ui/question-dialog.tsx';
import { type Column, DataTable } from '@/ui/table/data-table.tsx';
import { toast } from '@/ui/toasts.tsx';

const COLUMNS: readonly Column<SaleFeeRow>[] = [
  {
    id: 'lot',
    header: 'Lot',
    rowHeader: true,
    phone: 'title',
    cell: ({ number, title }) => `Lot ${number}: ${title}`,
  },
  { id: 'seller', header: 'Seller', cell: ({ seller }) => seller, sortBy: ({ seller }) => seller },
  { id: 'vendor', header: 'Vendor', cell: ({ vendorName }) => vendorName },
  { id: 'count', header: 'Head', align: 'end', cell: ({ count }) => formatCount(count) },
  {
    id: 'price',
    header: 'Fee per Head',
    align: 'end',
    cell: ({ price, isFreeReoffer }) => (isFreeReoffer ? 'Free reoffer' : formatDollars(price)),
  },
  { id: 'total', header: 'Total', align: 'end', cell: ({ total }) => formatDollars(total) },
  {
    id: 'paid',
    header: 'Paid',
    cell: ({ paid, total }) => total > 0 && (paid ? 'Yes' : 'No'),
    sortBy: ({ paid }) => Number(paid),
  },
];

/** The fees of a sale, with a button for each that says whether it was paid. */
function Fees({ sale }: { sale: string }) {
  const client = useQueryClient();
  const mayRecord = isStaff(useMe());
  const { ask, question } = useQuestion();
  const queryKey = ['staff', 'listing-fees', sale];
  const query = useInfiniteQuery(
    pagedQuery({
      queryKey,
      read: async (page, signal) => {
        const params = { auction: sale };
        const read = await callForPage(sellingOperations.saleListingFees, {
          params,
          query: { page },
          signal,
        });
        return { lots: read.data.lots, page, pages: read.totalPages };
      },
    }),
  );
  const record = useMutation({
    mutationFn: ({ _id, paid }: SaleFeeRow) =>
      call(sellingOperations.recordListingFee, { params: { lot: _id }, body: { paid: !paid } }),
    onSuccess: async (_, { number, paid }) => {
      await client.invalidateQueries({ queryKey });
      toast(`The fee of lot ${number} is marked as ${paid ? 'unpaid' : 'paid'}`);
    },
  });
  const confirmed = (fee: SaleFeeRow) => {
    const { number, paid, seller, total } = fee;
    const what = `${formatDollars(total)} of ${seller} for lot ${number}`;
    const answer = paid
      ? { title: 'Mark as unpaid?', message: `${what} is shown as not paid again.`, yes: 'Mark as unpaid' }
      : {
          title: 'Mark as paid?',
          message: `${what} is shown as paid, also to the seller.`,
          yes: 'Mark as paid',
        };
    ask(answer, () => record.mutate(fee));
  };
  const actions: Column<SaleFeeRow> = {
    id: 'record',
    header: 'Actions',
    actions: true,
    phone: 'plain',
    cell: (fee) =>
      fee.total > 0 && (
        <Button
          variant="default"
          disabled={record.isPending}
          aria-label={`Mark lot ${fee.number} as ${fee.paid ? 'unpaid' : 'paid'}`}
          onClick={() => confirmed(fee)}
        >
          {fee.paid ? 'Mark as unpaid' : 'Mark as paid'}
        </Button>
      ),
  };
  return (
    <>
      {question}
      {record.error && <p role="alert">{errorTextOf(record.error).message}</p>}
      <ReadRows query={query} label="Loading listing fees…">
        {({ pages }) => (
          <InfiniteList query={query} label="Loading listing fees…">
            <DataTable
              caption="Listing fees of the lots"
              columns={mayRecord ? [...COLUMNS, actions] : COLUMNS}
              rows={pages.flatMap(({ lots }) => lots)}
              rowKey={({ _id }) => _id}
              empty={<Empty title="No lot of this sale has a listing fee." />}
            />
          </InfiniteList>
        )}
      </ReadRows>
    </>
  );
}

/** Listing Fees: what each lot of a sale that is over cost its seller, and whether it was paid. */
export function SaleFeesScreen() {
  const { id = '' } = useParams();
  return (
    <Page
      title="Listing Fees"
      before={<BackLink to={paths.staffSale({ _id: id })}>Back to the sale</BackLink>}
    >
      <p>Fees are without GST.</p>
      <Fees sale={id} />
    </Page>
  );
}
