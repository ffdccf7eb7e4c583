import type { StaffLot } from '@saleyard/contract/lots.ts';
import { staffAccountOperations } from '@saleyard/contract/operations/staff-accounts.ts';
import type { StaffAccountEntry } from '@saleyard/contract/staff-accounts.ts';
import { mayBid } from '@saleyard/domain/account/status.ts';
import { formatPriceWithUnit, parsePrice } from '@saleyard/domain/presentation/amounts.ts';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useId, useState } from 'react';
import { useStaffCommand } from '@/features/staff/api/staff-command.ts';
import { callForPage } from '@/lib/api-client.ts';
import { errorTextOf } from '@/lib/api-error.ts';
import { useDebouncedValue } from '@/lib/delays.ts';
import { Button } from '@/ui/button.tsx';
import { Radio, RadioGroup } from '@/ui/choices.tsx';
import { Dialog, MessageDialog } from '@/ui/dialog.tsx';
import { TextField, useSmallForm } from '@/ui/text-field.tsx';
import { toast } from '@/ui/toasts.tsx';
import classes from './sale.module.css';

/** The search waits until the typing rests so long. ms. */
const TYPING_MS = 250;
const SHOWN_ACCOUNTS = 6;

/** Lots that were offered, not sold, and can be recorded as sold afterwards [T22]. */
export const canSellAfter = (lot: StaffLot): boolean =>
  lot.state === 'closed' && (lot.status === 'passed' || lot.status === 'noBid');

const nameOf = ({ firstName, lastName, tradingName, shortId }: StaffAccountEntry): string =>
  [`${firstName} ${lastName}`.trim(), tradingName, `ID ${shortId}`].filter(Boolean).join(', ');

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
  const search = useDebouncedValue(find.value.trim(), TYPING_MS);
  const { data, error } = useQuery({
    queryKey: ['staff', 'accounts', 'buyers', search],
    queryFn: ({ signal }) =>
      callForPage(staffAccountOperations.searchAccounts, {
        query: { search, page: 1, limit: SHOWN_ACCOUNTS },
        signal,
      }),
    enabled: search !== '',
  });
  const found = data?.data.accounts.filter(({ status, isSuspended }) => mayBid(status) && !isSuspended) ?? [];
  return (
    <>
      <TextField
        label={label}
        description="Name, e-mail, phone, trading name, PIC or user ID"
        {...find}
        problem={problem ?? (error ? errorTextOf(error).message : null)}
      />
      <div aria-live="polite">
        {search !== '' && data !== undefined && found.length === 0 && (
          <p className="sy-dim">No account that may buy matches.</p>
        )}
      </div>
      {found.length > 0 && (
        <RadioGroup
          label="Accounts found"
          value={buyer?._id ?? null}
          onChange={(id) => onBuyer(found.find(({ _id }) => _id === id) ?? null)}
        >
          <div className={classes.buyers}>
            {found.map((account) => (
              <Radio key={account._id} value={account._id} label={nameOf(account)} />
            ))}
          </div>
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
  const { mutate, isPending, error, reset } = useStaffCommand(auction);
  const { values, set, field, submit } = useSmallForm({
    initial: { find: '', buyer: null as StaffAccountEntry | null, price: '' },
    judges: {
      find: (_, { buyer }) => (buyer === null ? 'Please choose the buyer' : null),
      price: (price) => (parsePrice(price, lot.bidding) === null ? 'Please Enter a price' : null),
    },
    onSubmit: () => setConfirming(true),
  });
  const { buyer } = values;
  const cents = parsePrice(values.price, lot.bidding);
  const refusal = error ? errorTextOf(error) : null;
  if (refusal) return <MessageDialog title={refusal.title} message={refusal.message} onClose={reset} />;
  if (isConfirming && buyer !== null && cents !== null) {
    const said = `Lot ${lot.number} sold to ${nameOf(buyer)} at ${formatPriceWithUnit(cents, lot.bidding)}`;
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
                mutate(
                  { type: 'sellAfter', lot: lot._id, buyer: buyer._id, cents },
                  {
                    onSuccess: () => {
                      toast(said);
                      onClose();
                    },
                  },
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
      <form id={formId} onSubmit={submit} noValidate>
        <BuyerField
          {...field('find')}
          buyer={buyer}
          onChange={(find) => set({ find, buyer: null })}
          onBuyer={(one) => set({ buyer: one })}
        />
        <TextField
          label={lot.bidding === 'head' ? 'Price in dollars per head' : 'Price in cents per kg'}
          {...field('price')}
        />
      </form>
    </Dialog>
  );
}
