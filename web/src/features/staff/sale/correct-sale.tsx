import type { StaffLot } from '@saleyard/contract/lots.ts';
import type { StaffAccountEntry } from '@saleyard/contract/staff-accounts.ts';
import { SALE_LIMITS } from '@saleyard/domain/auction/scheduling.ts';
import { formatPriceWithUnit, parsePrice } from '@saleyard/domain/presentation/amounts.ts';
import { useId } from 'react';
import { type StaffOrder, useStaffCommand } from '@/features/staff/api/staff-command.ts';
import { errorTextOf } from '@/lib/api-error.ts';
import { Button } from '@/ui/button.tsx';
import { Checkbox, Radio, RadioGroup } from '@/ui/choices.tsx';
import { Dialog, MessageDialog } from '@/ui/dialog.tsx';
import { TextField, useSmallForm } from '@/ui/text-field.tsx';
import { toast } from '@/ui/toasts.tsx';
import { BUYER_NUMBER, NO_BUYER_NUMBER } from './buyer-number.ts';
import classes from './sale.module.css';
import { BuyerField } from './sold-after.tsx';

type Outcome = NonNullable<StaffOrder['outcome']>;
type BuyerKind = 'number' | 'account' | 'later';

type Values = {
  outcome: Outcome;
  kind: BuyerKind;
  number: string;
  find: string;
  buyer: StaffAccountEntry | null;
  price: string;
  hasAccepted: boolean;
  reason: string;
};

const OUTCOMES: readonly { value: Outcome; label: string }[] = [
  { value: 'sold', label: 'Sold' },
  { value: 'passed', label: 'Passed in' },
  { value: 'annulled', label: 'Not sold: the buyer did not pay' },
  { value: 'withdrawn', label: 'Withdrawn' },
];

/** The order of a filled form. */
export function orderOf(lot: StaffLot, values: Values): StaffOrder {
  const { outcome, kind, number, buyer, price, hasAccepted, reason } = values;
  const made = { type: 'correctSale', lot: lot._id, outcome, reason: reason.trim() } as const;
  if (outcome !== 'sold') return made;
  const cents = parsePrice(price, lot.bidding) ?? 0;
  if (kind === 'number') return { ...made, cents, buyerNumber: number.trim().toUpperCase() };
  if (kind === 'later') return { ...made, cents, buyer: 'floor' };
  return {
    ...made,
    cents,
    ...(buyer !== null && { buyer: buyer._id }),
    ...(hasAccepted && { acceptedBy: 'staffRecord' as const }),
  };
}

/** Corrects what a closed lot came to: the buyer, the price or the whole result. */
export function CorrectSaleDialog({
  auction,
  lot,
  byClerk,
  onClose,
}: {
  auction: string;
  lot: StaffLot;
  /** The sale has a floor. */
  byClerk: boolean;
  onClose: () => void;
}) {
  const formId = useId();
  const { mutate, isPending, error, reset } = useStaffCommand(auction);
  const isSold = (values: Values): boolean => values.outcome === 'sold';
  const { values, set, field, submit } = useSmallForm({
    initial: {
      outcome: 'sold',
      kind: byClerk ? 'number' : 'account',
      number: '',
      find: '',
      buyer: null,
      price: '',
      hasAccepted: false,
      reason: '',
    } as Values,
    judges: {
      number: (number, all) =>
        isSold(all) && all.kind === 'number' && !BUYER_NUMBER.test(number.trim().toUpperCase())
          ? NO_BUYER_NUMBER
          : null,
      find: (_, all) => {
        if (!isSold(all) || all.kind !== 'account') return null;
        if (all.buyer === null) return 'Please choose the buyer';
        return all.hasAccepted ? null : 'Please confirm that the buyer has agreed';
      },
      price: (price, all) =>
        isSold(all) && parsePrice(price, lot.bidding) === null ? 'Please Enter a price' : null,
      reason: (reason) => (reason.trim() === '' ? 'Please Enter a reason' : null),
    },
    onSubmit: (filled) =>
      mutate(orderOf(lot, filled), {
        onSuccess: () => {
          toast(`Correction of Lot ${lot.number} recorded`);
          onClose();
        },
      }),
  });
  const refusal = error ? errorTextOf(error) : null;
  if (refusal) return <MessageDialog title={refusal.title} message={refusal.message} onClose={reset} />;
  const closed = lot.closedPrice === null ? '' : ` at ${formatPriceWithUnit(lot.closedPrice, lot.bidding)}`;
  return (
    <Dialog
      title={`Correct Lot ${lot.number}`}
      onClose={onClose}
      withCancel
      actions={
        <Button type="submit" form={formId} color="ochre" disabled={isPending}>
          Correct
        </Button>
      }
    >
      <p className="sy-dim">
        {lot.publicDetails.title}. It closed{closed}. That stays on record beside the correction.
      </p>
      <form id={formId} onSubmit={submit} noValidate>
        <RadioGroup
          label="What it should be"
          value={values.outcome}
          onChange={(outcome) => set({ outcome: outcome as Outcome })}
        >
          <div className={classes.buyers}>
            {OUTCOMES.map(({ value, label }) => (
              <Radio key={value} value={value} label={label} />
            ))}
          </div>
        </RadioGroup>
        {values.outcome === 'sold' && (
          <>
            {byClerk && (
              <RadioGroup
                label="Bought by"
                value={values.kind}
                onChange={(kind) => set({ kind: kind as BuyerKind })}
              >
                <div className={classes.buyers}>
                  <Radio value="number" label="A buyer number" />
                  <Radio value="account" label="An account" />
                  <Radio value="later" label="The floor, to be named later" />
                </div>
              </RadioGroup>
            )}
            {values.kind === 'number' && <TextField label="Buyer number" most={6} {...field('number')} />}
            {values.kind === 'account' && (
              <>
                <BuyerField
                  {...field('find')}
                  buyer={values.buyer}
                  onChange={(find) => set({ find, buyer: null })}
                  onBuyer={(one) => set({ buyer: one })}
                />
                <Checkbox
                  label="The buyer has agreed to this price. This is recorded under your name."
                  checked={values.hasAccepted}
                  onChange={({ currentTarget }) => set({ hasAccepted: currentTarget.checked })}
                />
              </>
            )}
            <TextField
              label={lot.bidding === 'head' ? 'Price in dollars per head' : 'Price in cents per kg'}
              {...field('price')}
            />
          </>
        )}
        <TextField
          label="Reason"
          description="Kept with the sale's record"
          most={SALE_LIMITS.reason}
          {...field('reason')}
        />
      </form>
    </Dialog>
  );
}
