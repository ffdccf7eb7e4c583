import type { CatalogueLot } from '@saleyard/contract/lots.ts';
import type { Unit } from '@saleyard/domain/listing/stock.ts';
import { countOf, formatPrice, formatPriceWithUnit } from '@saleyard/domain/presentation/amounts.ts';
import { extent } from 'd3-array';
import { titleOf } from '@/lib/labels.ts';
import { ChartFrame } from '@/ui/chart/chart-frame.tsx';
import { Empty } from '@/ui/page.tsx';
import type { Column } from '@/ui/table/data-table.tsx';
import classes from './results.module.css';

/** A sold lot with what is charted of it: its price in cents per unit, its weight in kg per head, and which weight that is. */
type Priced = { lot: CatalogueLot; cents: number; kg: number; by: 'curfew' | 'average' };

/** Sold lots of one unit that have a weight: that by which prices are calculated, curfew or else average. */
export function pricedLots(lots: readonly CatalogueLot[], unit: Unit): Priced[] {
  return lots.flatMap((lot) => {
    const { curfew, average } = lot.publicDetails.weight;
    const by = curfew === null ? 'average' : 'curfew';
    const kg = curfew ?? average;
    const isSold = lot.status === 'sold' && lot.bidding === unit;
    return isSold && lot.closedPrice !== null && kg !== null ? [{ lot, cents: lot.closedPrice, kg, by }] : [];
  });
}

const COLUMNS: readonly Column<Priced>[] = [
  {
    id: 'lot',
    header: 'Lot',
    rowHeader: true,
    phone: 'title',
    cell: ({ lot }) => `Lot ${lot.number}`,
    sortBy: ({ lot }) => lot.number,
  },
  { id: 'title', header: 'Listing', phone: 'plain', cell: ({ lot }) => titleOf(lot, lot.count) },
  {
    id: 'weight',
    header: 'Weight',
    align: 'end',
    cell: ({ kg, by }) => `${kg} kg ${by}`,
    sortBy: ({ kg }) => kg,
  },
  {
    id: 'price',
    header: 'Price',
    align: 'end',
    cell: ({ lot, cents }) => formatPriceWithUnit(cents, lot.bidding),
    sortBy: ({ cents }) => cents,
  },
];

/** From a little below the least to a little above the most, so that no mark sits on an axis. */
function around(values: readonly number[]): [number, number] {
  const [least = 0, most = 0] = extent(values);
  const padding = (most - least || most) * 0.08;
  return [Math.max(0, least - padding), most + padding];
}

function UnitChart({ priced, unit }: { priced: readonly Priced[]; unit: Unit }) {
  const cents = priced.map((one) => one.cents);
  const [least = 0, most = 0] = extent(cents);
  const range = least === most ? 'at' : `from ${formatPrice(least, unit)} to`;
  return (
    <ChartFrame
      title={unit === 'head' ? 'Price per head by weight' : 'Price per kg by weight'}
      summary={`${countOf(priced.length, 'sold lot')} ${range} ${formatPriceWithUnit(most, unit)}, by curfew weight or else average weight.`}
      x={{
        label: 'Curfew (else average) weight, kg per head',
        format: String,
        domain: around(priced.map(({ kg }) => kg)),
      }}
      y={{
        label: unit === 'head' ? 'Price, $ per head' : 'Price, ¢ per kg',
        format: (value) => formatPrice(value, unit),
        domain: around(cents),
      }}
      rows={priced}
      rowKey={({ lot }) => lot._id}
      columns={COLUMNS}
    >
      {({ x, y }) =>
        priced.map((one) => (
          <circle key={one.lot._id} cx={x(one.kg)} cy={y(one.cents)} r={5} className={classes.mark}>
            <title>{`Lot ${one.lot.number}: ${formatPriceWithUnit(one.cents, unit)}, ${one.kg} kg ${one.by}`}</title>
          </circle>
        ))
      }
    </ChartFrame>
  );
}

/** What sold lots fetched against what they weigh: a chart for each unit they were sold by. */
export function PricesByWeight({ lots }: { lots: readonly CatalogueLot[] }) {
  const charts = (['head', 'kg'] as const)
    .map((unit) => ({ unit, priced: pricedLots(lots, unit) }))
    .filter(({ priced }) => priced.length > 0);
  if (charts.length === 0) return <Empty title="No sold lot has a weight to be charted by." />;
  return charts.map(({ unit, priced }) => <UnitChart key={unit} unit={unit} priced={priced} />);
}
