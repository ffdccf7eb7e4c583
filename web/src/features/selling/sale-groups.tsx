import type { OwnListing } from '@saleyard/contract/selling.ts';
import { formatDateTime } from '@saleyard/domain/presentation/dates.ts';
import type { ReactNode } from 'react';
import { Grid } from '@/ui/layout.tsx';
import classes from './selling.module.css';

/** Lots one after the other, under the sale that each is meant for or was offered in; `children` makes a list item. */
export function SaleGroups<Lot extends Pick<OwnListing, 'auctionData'>>({
  lots,
  children,
}: {
  lots: readonly Lot[];
  children: (lot: Lot) => ReactNode;
}) {
  const groups = new Map<string, Lot[]>();
  for (const lot of lots) {
    const key = lot.auctionData?._id ?? '';
    groups.set(key, [...(groups.get(key) ?? []), lot]);
  }
  return [...groups].map(([key, own]) => {
    const sale = own[0]?.auctionData;
    return (
      <section key={key} className={classes.group} aria-label={sale?.title ?? 'Lots'}>
        <h2>{sale ? `${sale.title}, ${formatDateTime(sale.liveAt)} Sydney` : 'Lots'}</h2>
        <Grid as="ul" single gap="sm">
          {own.map((lot) => children(lot))}
        </Grid>
      </section>
    );
  });
}
