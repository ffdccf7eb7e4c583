import type { AuctionSummary } from '@saleyard/contract/auctions.ts';
import { formatCount } from '@saleyard/domain/presentation/amounts.ts';
import { RESULT_LABELS } from '@saleyard/domain/presentation/lots.ts';
import { type Column, DataTable } from '@/ui/table/data-table.tsx';
import classes from './auction-results.module.css';

type Category = NonNullable<AuctionSummary['resultTable']>['categories'][number];

const COLUMNS: readonly { of: Exclude<keyof Category, 'sex'>; label: string }[] = [
  { of: 'head', label: 'Head' },
  { of: 'lots', label: 'Lots' },
  { of: 'sold', label: RESULT_LABELS.sold },
  { of: 'noBid', label: RESULT_LABELS.noBid },
  { of: 'passed', label: RESULT_LABELS.passed },
];

/** What a sale came to, by sex and in all. Withdrawn lots are in none of it. */
export function SummaryTable({ table }: { table: NonNullable<AuctionSummary['resultTable']> }) {
  const { categories } = table;
  const several = categories.length > 1;
  const sum = (of: (typeof COLUMNS)[number]['of']) =>
    categories.reduce((total, category) => total + category[of], 0);
  return (
    <div className={classes.summary}>
      <DataTable
        caption="Results by sex"
        phone="table"
        rows={categories}
        rowKey={({ sex }) => sex}
        columns={[
          { id: 'sex', header: 'Sex', rowHeader: true, cell: ({ sex }) => sex, total: several && 'Total' },
          ...COLUMNS.map(
            ({ of, label }): Column<Category> => ({
              id: of,
              header: label,
              align: 'end',
              cell: (category) => formatCount(category[of]),
              total: several && formatCount(sum(of)),
            }),
          ),
        ]}
      />
    </div>
  );
}
