import type { FloorBuyer } from '@saleyard/contract/floor-buyers.ts';
import { businessName, FIELD_LIMITS, optional, phoneNumber, picRule } from '@saleyard/domain/fields/rules.ts';
import { useFloorBuyerChange } from '@/features/staff/api/floor-buyers.ts';
import { buyerNumberProblem } from '@/features/staff/sale/buyer-number.ts';
import { errorTextOf } from '@/lib/api-error.ts';
import { Button } from '@/ui/button.tsx';
import { TextField, useSmallForm } from '@/ui/text-field.tsx';
import { toast } from '@/ui/toasts.tsx';
import classes from './floor.module.css';

const EMPTY = { number: '', name: '', pic: '', phone: '' };

const capitals = (typed: string): string => typed.trim().toUpperCase();

/**
 * A buyer number and who has it. `next`: the number that is likely to be given next. `buyer`: the one that is changed.
 * A number that somebody else has is refused here, since a change replaces them.
 */
export function BuyerForm({
  auction,
  taken,
  next = '',
  buyer,
  onDone,
}: {
  auction: string;
  taken: ReadonlySet<string>;
  next?: string;
  buyer?: FloorBuyer;
  onDone: () => void;
}) {
  const write = useFloorBuyerChange(auction);
  const { field, submit, startNext } = useSmallForm({
    initial: buyer === undefined ? { ...EMPTY, number: next } : { ...EMPTY, ...buyer },
    judges: {
      number: (typed) => {
        const isTaken = buyer === undefined && taken.has(capitals(typed));
        return isTaken
          ? 'Somebody has this number. Change them in the list below.'
          : buyerNumberProblem(typed);
      },
      name: businessName('Name'),
      pic: optional(picRule('')),
      phone: phoneNumber('Phone'),
    },
    onSubmit: (values) => {
      if (write.isPending) return;
      const { number, name, pic, phone } = values;
      const change = { do: 'write', number: capitals(number), name: name.trim(), pic, phone } as const;
      write.mutate(change, {
        onSuccess: () => {
          toast(`Buyer ${change.number}: ${change.name}`);
          startNext(values);
          onDone();
        },
      });
    },
  });
  return (
    <form
      noValidate
      onSubmit={submit}
      className={classes.form}
      aria-label={buyer === undefined ? 'Give a buyer number' : `Change buyer ${buyer.number}`}
    >
      {buyer === undefined ? (
        <TextField label="Buyer number" most={6} autoComplete="off" {...field('number')} />
      ) : (
        <div>
          <span className="sy-dim">Buyer number</span>
          <br />
          <b>{buyer.number}</b>
        </div>
      )}
      <TextField label="Name" most={FIELD_LIMITS.name} autoComplete="off" {...field('name')} />
      <TextField label="PIC (optional)" most={60} autoComplete="off" {...field('pic')} />
      <TextField label="Phone" most={60} autoComplete="off" {...field('phone')} />
      <div className={classes.actions}>
        <Button type="submit" loading={write.isPending}>
          {buyer === undefined ? 'Give number' : 'Save'}
        </Button>
        {buyer !== undefined && (
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
        )}
      </div>
      {write.error && <p role="alert">{errorTextOf(write.error).message}</p>}
    </form>
  );
}
