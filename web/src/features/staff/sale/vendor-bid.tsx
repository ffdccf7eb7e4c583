import type { StaffLot } from '@saleyard/contract/lots.ts';
import { formatPriceWithUnit, parsePrice, typedPrice } from '@saleyard/domain/presentation/amounts.ts';
import { useId } from 'react';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { useSmallForm } from '@/ui/text-field.tsx';
import { PriceField, useOrders } from './orders.tsx';

/** Whether staff may bid for the vendor of a lot now: it is live, has a reserve above its price, and bids are left. */
export const canBidForVendor = (lot: StaffLot): boolean =>
  lot.state === 'live' &&
  !lot.withdrawn &&
  lot.nextBidCents !== null &&
  lot.reserveCents !== null &&
  lot.nextBidCents <= lot.reserveCents &&
  lot.vendorBids < lot.maxVendorBids;

/** Bids for the vendor, up to the reserve. */
export function VendorBidDialog({
  auction,
  lot,
  onClose,
}: {
  auction: string;
  lot: StaffLot;
  onClose: () => void;
}) {
  const formId = useId();
  const { give, isPending, refusal } = useOrders(auction);
  const { field, submit } = useSmallForm({
    initial: { price: lot.nextBidCents === null ? '' : typedPrice(lot.nextBidCents, lot.bidding) },
    checks: {
      price: (price) => {
        const cents = parsePrice(price, lot.bidding);
        if (cents === null) return 'Please Enter a price';
        return lot.reserveCents !== null && cents > lot.reserveCents
          ? 'The vendor bids at most the reserve'
          : null;
      },
    },
    onSubmit: ({ price }) =>
      give(
        { type: 'vendorBid', lot: lot._id, cents: parsePrice(price, lot.bidding) ?? 0 },
        {
          done: ({ currentBidCents }) =>
            `Vendor bid on Lot ${lot.number}. The price is ${formatPriceWithUnit(currentBidCents, lot.bidding)}.`,
          onDone: onClose,
        },
      ),
  });
  if (refusal) return refusal;
  return (
    <Dialog
      title={`Vendor bid on Lot ${lot.number}`}
      onClose={onClose}
      withCancel
      actions={
        <Button type="submit" form={formId} disabled={isPending}>
          Bid for the vendor
        </Button>
      }
    >
      <p className="sy-dim">
        The room reads it as a vendor bid. {lot.maxVendorBids - lot.vendorBids} of {lot.maxVendorBids} left,
        up to the reserve of {formatPriceWithUnit(lot.reserveCents, lot.bidding)}.
      </p>
      <form id={formId} onSubmit={submit} noValidate>
        <PriceField lot={lot} {...field('price')} />
      </form>
    </Dialog>
  );
}
