import type { FeeTable } from '@saleyard/domain/fees/fee-tables.ts';
import { DataTable } from '@/ui/table/data-table.tsx';
import { type FeeRow, feeRows } from './fee-rows.ts';
import classes from './fee-tables.module.css';

function Rows({
  caption,
  value = 'Fee',
  rows,
}: {
  caption: string;
  value?: string;
  rows: readonly FeeRow[];
}) {
  return (
    <DataTable
      caption={caption}
      title={<strong>{caption}</strong>}
      phone="table"
      columns={[
        { id: 'name', header: 'For', rowHeader: true, cell: ({ name }) => name },
        { id: 'price', header: value, align: 'end', cell: ({ price }) => price },
      ]}
      rows={rows}
      rowKey={({ name }) => name}
    />
  );
}

/** Everything that a table of fees says, by group. `periods`: further lines beside the free days. */
export function FeeTables({ table, periods = [] }: { table: FeeTable; periods?: readonly FeeRow[] }) {
  const { reoffers, ...groups } = feeRows(table);
  return (
    <div className={classes.tables}>
      <Rows caption="Cattle" rows={groups.cattle} />
      <Rows caption="Sheep and goats" rows={groups.sheepAndGoats} />
      <Rows caption="Stud and private sales" rows={groups.stud} />
      <Rows
        caption={periods.length > 0 ? 'Invoices and reoffers' : 'Reoffers'}
        value="Time"
        rows={[...periods, ...reoffers]}
      />
    </div>
  );
}
