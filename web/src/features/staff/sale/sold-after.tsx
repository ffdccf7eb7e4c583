import type { StaffLot } from '@saleyard/contract/lots.ts';
import type { StaffAccountEntry } from '@saleyard/contract/staff-accounts.ts';
import { mayBid } from '@saleyard/domain/account/status.ts';
import { formatPriceWithUnit, parsePrice } from '@saleyard/domain/presentation/amounts.ts';
import { type ComponentProps, useId, useState } from 'react';
import { accountLabel, FOUND_BY, useAccountSearch } from '@/features/staff/api/account-search.ts';
import { errorTextOf } from '@/lib/api-error.ts';
import { Button } from '@/ui/button.tsx';
import { Radio, RadioGroup } from '@/ui/choices.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Grid } from '@/ui/layout.tsx';
import { TextField, useSmallForm } from '@/ui/text-field.tsx';
import { PriceField, useOrders } from './orders.tsx';

/** Lots that were offered, not sold, and can be recorded as sold afterwards [T22]. */
export const canSellAfter = (lot: StaffLot): boolean =>
  lot.state === 'closed' && (lot.status === 'passed' || lot.status === 'noBid');

/** Finds the buyer among the accounts that may buy. */
export function BuyerField({
  label = 'Buyer',
  buyer,
  onBuyer,
  problem,
  ...find
}: {
  label?: string;
  buyer: StaffAccountEntry | null;
  onBuyer: (buyer: StaffAccountEntry | null) => void;
} & Pick<ComponentProps<typeof TextField>, 'value' | 'onChange' | 'problem' | 'ref'>) {
  const { accounts, error } = useAccountSearch(find.value);
  const found = accounts?.filter(({ status, isSuspended }) => mayBid(status) && !isSuspended) ?? [];
  return (
    <>
      <TextField
        label={label}
        description={FOUND_BY}
        {...find}
        problem={problem ?? (error ? errorTextOf(error).message : null)}
      />
      <div aria-live="polite">
        {accounts !== undefined && found.length === 0 && (
          <p className="sy-dim">No account that may buy matches.</p>
        )}
      </div>
      {found.length > 0 && (
        <RadioGroup
          label="Accounts found"
          value={buyer?._id ?? null}
          onChange={(id) => onBuyer(found.find(({ _id }) => _id === id) ?? null)}
        >
          <Grid single gap="sm" mt="sm">
            {found.map((account) => (
              <Radio key={account._id} value={account._id} label={accountLabel(account)} />
            ))}
          </Grid>
        </RadioGroup>
      )}
    </>
  );
}

/** Records who bought a lot after the sale, and the price. It is said in words before it is final. */
export function SoldAfterDialog({
  auction,
  lot,
  onClose,
}: {
  auction: string;
  lot: StaffLot;
  onClose: () => void;
}) {
  const formId = useId();
  const [isConfirming, setConfirming] = useState(false);
  const { give, isPending, refusal } = useOrders(auction);
  const { values, set, field, submit } = useSmallForm({
    initial: { find: '', buyer: null as StaffAccountEntry | null, price: '' },
    checks: {
      find: (_, { buyer }) => (buyer === null ? 'Please choose the buyer' : null),
      price: (price) => (parsePrice(price, lot.bidding) === null ? 'Please Enter a price' : null),
    },
    onSubmit: () => setConfirming(true),
  });
  const { buyer } = values;
  const cents = parsePrice(values.price, lot.bidding);
  if (refusal) return refusal;
  if (isConfirming && buyer !== null && cents !== null) {
    const said = `Lot ${lot.number} sold to ${accountLabel(buyer)} at ${formatPriceWithUnit(cents, lot.bidding)}`;
    return (
      <Dialog
        title="Record this sale?"
        onClose={onClose}
        actions={
          <>
            <Button variant="default" onClick={() => setConfirming(false)}>
              Back
            </Button>
            <Button
              color="ochre"
              disabled={isPending}
              onClick={() =>
                give(
                  { type: 'sellAfter', lot: lot._id, buyer: buyer._id, cents },
                  { done: said, onDone: onClose },
                )
              }
            >
              Record
            </Button>
          </>
        }
      >
        <p>{said}.</p>
        <p className="sy-dim">The results show it as sold after the auction. It can be corrected later.</p>
      </Dialog>
    );
  }
  return (
    <Dialog
      title={`Lot ${lot.number} sold after the auction`}
      onClose={onClose}
      withCancel
      actions={
        <Button type="submit" form={formId}>
          Continue
        </Button>
      }
    >
      <p className="sy-dim">{lot.publicDetails.title}</p>
      <Grid as="form" single gap="md" id={formId} onSubmit={submit} noValidate>
        <BuyerField
          {...field('find')}
          buyer={buyer}
          onChange={(find) => set({ find, buyer: null })}
          onBuyer={(one) => set({ buyer: one })}
        />
        <PriceField lot={lot} {...field('price')} />
      </Grid>
    </Dialog>
  );
}
