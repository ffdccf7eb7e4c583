import type { AuctionSummary } from '@saleyard/contract/auctions.ts';
import { addLotClosesAt, isAddLotOpen } from '@saleyard/domain/auction/sale-settings.ts';
import { formatDateTime } from '@saleyard/domain/presentation/dates.ts';

export { AddLotButton } from '@/features/sales/add-lot.tsx';

import { useNow } from '@/lib/clock.ts';
import classes from './upcoming.module.css';

/** Whether lots may be added is looked at this often. ms. */
const WINDOW_CHECK_MS = 30_000;

/** Until when lots may still be added to a sale; nothing while they may not. */
export function AddLotCloses({ auction }: { auction: AuctionSummary }) {
  const now = useNow(WINDOW_CHECK_MS);
  if (!isAddLotOpen(auction, now)) return null;
  return (
    <p className={classes.closes}>Add New Lot closes {formatDateTime(addLotClosesAt(auction))} Sydney</p>
  );
}

/** What sellers can do here, in a sentence. */
export function SellersIntroduction() {
  return (
    <p className={classes.sellers}>
      Selling? Each sale below says until when lots can be added to it. Approved lots are in its catalogue.
    </p>
  );
}
