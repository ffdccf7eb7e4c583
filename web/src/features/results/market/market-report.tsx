import type { MarketFigures, MarketReport as Report } from '@saleyard/contract/market.ts';
import { KIND_NAMES } from '@saleyard/domain/listing/stock.ts';
import { formatCount, formatDollars } from '@saleyard/domain/presentation/amounts.ts';
import { type Column, DataTable } from '@/ui/table/data-table.tsx';
import classes from './market.module.css';
import { clearanceOf, percent } from './market-queries.ts';

const perHead = ({ perHeadCents }: MarketFigures) =>
  perHeadCents === null ? '–' : formatDollars(perHeadCents);
const perKg = ({ perKgCents }: MarketFigures) => (perKgCents === null ? '–' : `${perKgCents}¢`);

const MEASURES: readonly { id: string; header: string; cell: (row: MarketFigures) => string }[] = [
  { id: 'lots', header: 'Lots', cell: ({ lots }) => formatCount(lots) },
  { id: 'sold', header: 'Sold', cell: ({ sold }) => formatCount(sold) },
  { id: 'clearance', header: 'Clearance', cell: (row) => percent(clearanceOf(row)) },
  { id: 'head', header: 'Head sold', cell: ({ soldHead }) => formatCount(soldHead) },
  { id: 'perHead', header: 'Average per head', cell: perHead },
  { id: 'perKg', header: 'Average per kg', cell: perKg },
];

/** What lots fetched: in all, and by category. */
export function MarketReport({ report: { total, categories } }: { report: Report }) {
  const kinds = new Set(categories.map(({ kind }) => kind));
  return (
    <>
      <dl className={classes.figures}>
        {MEASURES.map(({ id, header, cell }) => (
          <div key={id}>
            <dt>{header}</dt>
            <dd className="sy-number">{cell(total)}</dd>
          </div>
        ))}
      </dl>
      <DataTable
        caption="By category"
        rows={categories}
        rowKey={({ kind, category }) => `${kind} ${category}`}
        columns={[
          {
            id: 'category',
            header: 'Category',
            rowHeader: true,
            phone: 'title',
            cell: ({ kind, category }) => (kinds.size > 1 ? `${KIND_NAMES[kind]}: ${category}` : category),
            total: 'Total',
          },
          ...MEASURES.map(
            ({ id, header, cell }): Column<(typeof categories)[number]> => ({
              id,
              header,
              cell,
              align: 'end',
              total: cell(total),
            }),
          ),
        ]}
      />
      <p className="sy-dim">
        Withdrawn lots are left out. Per kg: lots sold by the kg, and cattle sold by the head by their curfew
        weight; cows and bulls are sold by the head alone.
      </p>
    </>
  );
}
