import type { AuctionSummary } from '@saleyard/contract/rest.ts';
import { formatCount } from '@/lib/money.ts';
import classes from './auction-results.module.css';

type Category = NonNullable<AuctionSummary['resultTable']>['categories'][number];

const COLUMNS: readonly { of: Exclude<keyof Category, 'sex'>; label: string }[] = [
  { of: 'head', label: 'Head' },
  { of: 'lots', label: 'Lots' },
  { of: 'sold', label: 'Sold' },
  { of: 'noBid', label: 'No Bids' },
  { of: 'passed', label: 'Passed In' },
];

/** What a sale came to, by sex and in all. Withdrawn lots are in none of it. */
export function SummaryTable({ table }: { table: NonNullable<AuctionSummary['resultTable']> }) {
  const { categories } = table;
  const sum = (of: (typeof COLUMNS)[number]['of']) =>
    categories.reduce((total, category) => total + category[of], 0);
  return (
    <div className={`${classes.summary} sy-panel sy-scroll`}>
      <table className="sy-table">
        <caption className="sy-hidden">Results by sex</caption>
        <thead>
          <tr>
            <th scope="col">Sex</th>
            {COLUMNS.map(({ of, label }) => (
              <th key={of} scope="col" className="sy-end">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {categories.map((category) => (
            <tr key={category.sex}>
              <th scope="row">{category.sex}</th>
              {COLUMNS.map(({ of }) => (
                <td key={of} className="sy-end sy-number">
                  {formatCount(category[of])}
                </td>
              ))}
            </tr>
          ))}
          {categories.length > 1 && (
            <tr className={classes.sum}>
              <th scope="row">Total</th>
              {COLUMNS.map(({ of }) => (
                <td key={of} className="sy-end sy-number">
                  {formatCount(sum(of))}
                </td>
              ))}
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}
