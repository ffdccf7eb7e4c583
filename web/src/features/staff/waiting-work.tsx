import { countOf } from '@saleyard/domain/presentation/amounts.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '@/config/paths.ts';
import { Grid, Text } from '@/ui/layout.tsx';
import { Failed } from '@/ui/page.tsx';
import { waitingWorkQuery } from './api/staff-sales.ts';
import classes from './waiting-work.module.css';

type Line = { key: string; to: string; count: string; what: ReactNode };

/** What waits for somebody of staff, above the sales: each line leads to where it is done. */
export function WaitingWork() {
  const { data, error, refetch } = useQuery(waitingWorkQuery);
  if (data === undefined) return error && <Failed error={error} onRetry={() => void refetch()} />;
  const lines: Line[] = [
    ...data.frozen.map((sale) => ({
      key: `frozen ${sale._id}`,
      to: paths.staffSale(sale),
      count: 'Frozen',
      what: sale.title,
    })),
    ...data.corrections.map((sale) => ({
      key: `corrections ${sale._id}`,
      to: paths.staffSale(sale),
      count: `${countOf(sale.lots, 'correction')} to confirm`,
      what: sale.title,
    })),
    ...data.floorBuyers.map((sale) => ({
      key: `floor ${sale._id}`,
      to: paths.staffSale(sale),
      count: `${countOf(sale.lots, 'floor buyer')} to name`,
      what: sale.title,
    })),
    ...data.floorClaims.map((sale) => ({
      key: `claims ${sale._id}`,
      to: paths.floorBuyers(sale),
      count: `${countOf(sale.lots, 'claim')} to decide`,
      what: `Buyer numbers of ${sale.title}`,
    })),
    ...(data.lots === 0
      ? []
      : [
          {
            key: 'lots',
            to: paths.staffListings,
            count: `${countOf(data.lots, 'lot')} to approve`,
            what: 'The one that waits longest first',
          },
        ]),
    ...(data.accounts === 0
      ? []
      : [
          {
            key: 'accounts',
            to: paths.accountsToDecide,
            count: `${countOf(data.accounts, 'account')} to decide`,
            what: 'Requests to buy or sell',
          },
        ]),
  ];
  return (
    <section aria-label="Waiting for staff" className={classes.waiting}>
      <Text as="h2" size="lg" mb="sm">
        Waiting
      </Text>
      {lines.length === 0 ? (
        <Text tone="dim">Nothing waits for you.</Text>
      ) : (
        <Grid as="ul" gap="sm">
          {lines.map(({ key, to, count, what }) => (
            <li key={key}>
              <Link to={to}>
                <strong>{count}</strong>
                <Text as="span" size="sm" tone="dim" anywhere>
                  {what}
                </Text>
              </Link>
            </li>
          ))}
        </Grid>
      )}
    </section>
  );
}
