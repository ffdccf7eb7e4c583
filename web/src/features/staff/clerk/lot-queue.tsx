import type { PublicAuction } from '@saleyard/contract/auctions.ts';
import type { StaffLot } from '@saleyard/contract/lots.ts';
import { countOf, formatPriceWithUnit } from '@saleyard/domain/presentation/amounts.ts';
import { useEffect, useRef } from 'react';
import { lotState } from '@/features/staff/sale/lot-labels.ts';
import { Text } from '@/ui/layout.tsx';
import { StateTag } from '@/ui/tag.tsx';
import classes from './clerk.module.css';

/** The order of the sale: what is sold, what is in hand, what comes next. */
export function LotQueue({
  lots,
  chosen,
  auctionType,
  onChoose,
}: {
  lots: readonly StaffLot[];
  chosen: string | null;
  auctionType: PublicAuction['auctionType'];
  onChoose: (id: string) => void;
}) {
  const list = useRef<HTMLOListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another chosen lot is brought into view.
  useEffect(() => {
    const row = list.current?.querySelector<HTMLElement>('[aria-current]');
    // The list scrolls, never the page under the clerk's hands.
    if (row && list.current) list.current.scrollTop = row.offsetTop - list.current.clientHeight / 3;
  }, [chosen]);
  return (
    <section className={`sy-panel ${classes.queue}`} aria-label="Order of the sale">
      <h2>Lots</h2>
      <ol ref={list}>
        {lots.map((lot) => {
          const { mood, label } = lotState(lot, auctionType);
          return (
            <li key={lot._id}>
              <button
                type="button"
                aria-current={lot._id === chosen ? 'true' : undefined}
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => onChoose(lot._id)}
              >
                <b className="sy-number">{lot.number}</b>
                <span className={classes.queueTitle}>
                  {lot.publicDetails.title}
                  <Text as="small" size="xs" tone="dim">
                    {countOf(lot.count, 'head', 'head')}
                  </Text>
                </span>
                <span className={classes.queueEnd}>
                  <StateTag mood={mood}>{label}</StateTag>
                  <Text as="small" size="xs" tone="dim" className="sy-number">
                    {formatPriceWithUnit(lot.currentBidCents, lot.bidding)}
                  </Text>
                </span>
              </button>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
