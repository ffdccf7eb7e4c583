import { useDebouncedValue } from '@mantine/hooks';
import type { StaffLot } from '@saleyard/contract/lots.ts';
import { type StaffAccountEntry, staffAccountOperations } from '@saleyard/contract/staff-accounts.ts';
import { mayBid } from '@saleyard/domain/account/status.ts';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '@/components/button.tsx';
import { Radio, RadioGroup } from '@/components/controls.tsx';
import { Dialog, MessageDialog } from '@/components/dialog.tsx';
import { TextField } from '@/components/text-field.tsx';
import { toast } from '@/components/toasts.tsx';
import { useStaffCommand } from '@/features/staff/api/staff-command.ts';
import { callForPage } from '@/lib/api-client.ts';
import { errorTextOf } from '@/lib/api-error.ts';
import { formatPriceWithUnit, parsePrice } from '@/lib/money.ts';
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
function BuyerField({
  buyer,
  onChange,
  fault,
}: {
  buyer: StaffAccountEntry | null;
  onChange: (buyer: StaffAccountEntry | null) => void;
  fault: string | null;
}) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), TYPING_MS);
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
        label="Buyer"
        description="Name, e-mail, phone, trading name, PIC or user ID"
        value={typed}
        fault={fault ?? (error ? errorTextOf(error).message : null)}
        onChange={(text) => {
          setTyped(text);
          onChange(null);
        }}
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
          onChange={(id) => onChange(found.find(({ _id }) => _id === id) ?? null)}
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
  const [buyer, setBuyer] = useState<StaffAccountEntry | null>(null);
  const [price, setPrice] = useState('');
  const [step, setStep] = useState<'asking' | 'judged' | 'confirming'>('asking');
  const { mutate, isPending, error, reset } = useStaffCommand(auction);
  const cents = parsePrice(price, lot.bidding);
  const refusal = error ? errorTextOf(error) : null;
  if (refusal) return <MessageDialog title={refusal.title} message={refusal.message} onClose={reset} />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setStep(buyer === null || cents === null ? 'judged' : 'confirming');
  };
  if (step === 'confirming' && buyer !== null && cents !== null) {
    const said = `Lot ${lot.number} sold to ${nameOf(buyer)} at ${formatPriceWithUnit(cents, lot.bidding)}`;
    return (
      <Dialog
        title="Record this sale?"
        onClose={onClose}
        actions={
          <>
            <Button variant="default" onClick={() => setStep('asking')}>
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
        <p className="sy-dim">The results show it as sold after the auction. This can not be undone.</p>
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
          buyer={buyer}
          onChange={setBuyer}
          fault={step === 'judged' && buyer === null ? 'Please choose the buyer' : null}
        />
        <TextField
          label={lot.bidding === 'head' ? 'Price in dollars per head' : 'Price in cents per kg'}
          value={price}
          fault={step === 'judged' && cents === null ? 'Please Enter a price' : null}
          onChange={setPrice}
        />
      </form>
    </Dialog>
  );
}
