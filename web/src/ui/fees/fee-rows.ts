import type { FeeGroup, FeeTable } from '@saleyard/domain/fees/fee-tables.ts';
import { countOf, formatCount, formatDollars } from '@saleyard/domain/presentation/amounts.ts';

/** How the groups of a fee table, and their kinds of stock with fees of their own, are called. */
export const FEE_GROUP_LABELS: Readonly<Record<FeeGroup, { name: string; sires: string; stud: string }>> = {
  cattle: { name: 'Cattle', sires: 'Bulls', stud: 'Heifers, cows and bulls' },
  sheepAndGoats: { name: 'Sheep and goats', sires: 'Rams and bucks', stud: 'Ewes, rams, does and bucks' },
};

/** A line of a table of fees. */
export type FeeRow = { name: string; price: string };

const perHead = (cents: number): string => `${formatDollars(cents)} per head`;

function groupRows(group: FeeGroup, table: FeeTable): FeeRow[] {
  const { tiers, sireCentsPerHead, settlementPercent } = table[group];
  return [
    ...tiers.map(({ fromHead, centsPerHead }, at) => {
      const next = tiers[at + 1];
      return {
        name:
          next === undefined
            ? `${formatCount(fromHead)} head and more`
            : `${formatCount(fromHead)}–${formatCount(next.fromHead - 1)} head`,
        price: perHead(centsPerHead),
      };
    }),
    { name: FEE_GROUP_LABELS[group].sires, price: perHead(sireCentsPerHead) },
    { name: 'Settling through Saleyard', price: `${settlementPercent}% of the sale` },
  ];
}

const studRows = (table: FeeTable): FeeRow[] => [
  { name: FEE_GROUP_LABELS.cattle.stud, price: perHead(table.cattle.studCentsPerHead) },
  { name: FEE_GROUP_LABELS.sheepAndGoats.stud, price: perHead(table.sheepAndGoats.studCentsPerHead) },
  { name: 'Set-up fee', price: 'On application' },
];

const reofferRows = ({ freeReofferDays }: FeeTable): FeeRow[] => [
  { name: 'Free reoffer, cattle', price: countOf(freeReofferDays.cattle, 'day') },
  { name: 'Free reoffer, lambs', price: countOf(freeReofferDays.lambs, 'day') },
  { name: 'Free reoffer, sheep', price: countOf(freeReofferDays.sheep, 'day') },
  { name: 'Free reoffer, goats', price: countOf(freeReofferDays.goats, 'day') },
];

/** The lines of a table of fees, by what they are about. */
export const feeRows = (table: FeeTable) => ({
  cattle: groupRows('cattle', table),
  sheepAndGoats: groupRows('sheepAndGoats', table),
  stud: studRows(table),
  reoffers: reofferRows(table),
});
