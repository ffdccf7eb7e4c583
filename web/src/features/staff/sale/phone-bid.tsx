import type { StaffLot } from '@saleyard/contract/lots.ts';
import type { StaffAccountEntry } from '@saleyard/contract/staff-accounts.ts';
import { SALE_LIMITS } from '@saleyard/domain/auction/scheduling.ts';
import { formatPriceWithUnit, parsePrice } from '@saleyard/domain/presentation/amounts.ts';
import { useId } from 'react';
import type { StaffOrder } from '@/features/staff/api/staff-command.ts';
import { Button } from '@/ui/button.tsx';
import { Radio, RadioGroup } from '@/ui/choices.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Grid } from '@/ui/layout.tsx';
import { TextField, useSmallForm } from '@/ui/text-field.tsx';
import { PriceField, useOrders } from './orders.tsx';
import { BuyerField } from './sold-after.tsx';

type Values = {
  find: string;
  bidder: StaffAccountEntry | null;
  kind: 'bid' | 'maximum';
  price: string;
  note: string;
};

function bidOf(lot: StaffLot, { bidder, kind, price, note }: Values): StaffOrder {
  const cents = parsePrice(price, lot.bidding) ?? 0;
  return {
    type: 'staffBid',
    lot: lot._id,
    note: note.trim(),
    ...(bidder !== null && { bidder: bidder._id }),
    ...(kind === 'bid' ? { cents } : { maxCents: cents }),
  };
}

/** Places a bid, or sets a maximum, for an account whose owner is on the phone. */
export function PhoneBidDialog({
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
  const { values, set, field, submit } = useSmallForm({
    initial: {
      find: '',
      bidder: null,
      kind: lot.state === 'live' ? 'bid' : 'maximum',
      price: '',
      note: '',
    } as Values,
    checks: {
      find: (_, { bidder }) => (bidder === null ? 'Please choose the bidder' : null),
      price: (price) => (parsePrice(price, lot.bidding) === null ? 'Please Enter a price' : null),
      note: (note) => (note.trim() === '' ? 'Please Enter a note' : null),
    },
    onSubmit: (filled) =>
      give(bidOf(lot, filled), {
        done({ leader, currentBidCents }) {
          const price = formatPriceWithUnit(currentBidCents, lot.bidding);
          const leads = leader === filled.bidder?._id;
          const what = filled.kind === 'bid' ? 'Bid placed' : 'Maximum set';
          return `${what} on Lot ${lot.number}. ${leads ? 'They lead' : 'They do not lead'}; the price is ${price}.`;
        },
        onDone: onClose,
      }),
  });
  if (refusal) return refusal;
  const next = lot.nextBidCents === null ? '' : formatPriceWithUnit(lot.nextBidCents, lot.bidding);
  return (
    <Dialog
      title={`Phone bid on Lot ${lot.number}`}
      onClose={onClose}
      withCancel
      actions={
        <Button type="submit" form={formId} disabled={isPending}>
          {values.kind === 'bid' ? 'Place the bid' : 'Set the maximum'}
        </Button>
      }
    >
      <p className="sy-dim">
        It counts as the account’s own bid, and is recorded with your name. The account sees a bid as placed
        by staff.{next !== '' && ` The next bid is ${next}.`}
      </p>
      <Grid as="form" single gap="md" id={formId} onSubmit={submit} noValidate>
        <BuyerField
          label="Bidder"
          {...field('find')}
          buyer={values.bidder}
          onChange={(find) => set({ find, bidder: null })}
          onBuyer={(bidder) => set({ bidder })}
        />
        <RadioGroup
          label="What they ask for"
          value={values.kind}
          onChange={(kind) => set({ kind: kind === 'maximum' ? 'maximum' : 'bid' })}
        >
          <Grid single gap="sm" mt="sm">
            <Radio value="bid" label="One bid" disabled={lot.state !== 'live'} />
            <Radio value="maximum" label="An auto-bid up to a maximum" />
          </Grid>
        </RadioGroup>
        <PriceField lot={lot} {...field('price')} />
        <TextField
          label="Note"
          description="What was asked; kept with the sale's record. Name nobody in it."
          most={SALE_LIMITS.reason}
          {...field('note')}
        />
      </Grid>
    </Dialog>
  );
}
