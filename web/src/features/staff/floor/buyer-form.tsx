import type { FloorBuyer } from '@saleyard/contract/floor-buyers.ts';
import { businessName, FIELD_LIMITS, optional, phoneNumber, picRule } from '@saleyard/domain/fields/rules.ts';
import { useEffect, useRef, useState } from 'react';
import { useFloorBuyerChange } from '@/features/staff/api/floor-buyers.ts';
import { buyerNumberProblem } from '@/features/staff/sale/buyer-number.ts';
import { ApiError, errorTextOf } from '@/lib/api-error.ts';
import { Button } from '@/ui/button.tsx';
import { Row } from '@/ui/layout.tsx';
import { TextField, useSmallForm } from '@/ui/text-field.tsx';
import { toast } from '@/ui/toasts.tsx';
import classes from './floor.module.css';

/** `number`: null as long as the one that is offered stands. */
const EMPTY = { number: null as string | null, name: '', pic: '', phone: '' };

const capitals = (typed: string): string => typed.trim().toUpperCase();

/**
 * A buyer number and its buyer. `next`: offered until something is typed; then the number stays, since the buyer may have
 * been given it. `taken`: the names of the buyers by number. `buyer`: the one that is changed.
 */
export function BuyerForm({
  auction,
  taken,
  next = '',
  buyer,
  onDone,
}: {
  auction: string;
  taken: ReadonlyMap<string, string>;
  next?: string;
  buyer?: FloorBuyer;
  onDone?: () => void;
}) {
  const write = useFloorBuyerChange(auction);
  // As the form was opened: another desk may name the number meanwhile.
  const [isNew] = useState(!buyer?.name);
  const refused = write.error instanceof ApiError ? write.error.errors[0] : undefined;
  const isAtNumber = buyer === undefined && refused?.code === 'number-taken';
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (isAtNumber) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [isAtNumber]);
  /** Why a number cannot be given: somebody has it. null: it is free. */
  const takenText = (number: string): string | null => {
    if (buyer !== undefined) return null;
    const name = taken.get(number);
    if (name !== undefined) return `${name} has this number. Change them in the list below.`;
    return isAtNumber && number === write.variables?.number ? refused.message : null;
  };
  const { values, set, field, submit, startNext } = useSmallForm({
    initial: { ...EMPTY, ...buyer },
    checks: {
      number: (typed) => takenText(capitals(typed ?? next)) ?? buyerNumberProblem(typed ?? next),
      name: businessName('Name'),
      pic: optional(picRule('')),
      phone: phoneNumber('Phone'),
    },
    onSubmit: (values) => {
      if (write.isPending) return;
      const { number, name, pic, phone } = values;
      const person = { name: name.trim(), pic, phone };
      const given = { number: capitals(number ?? next), ...person, ...(isNew && { isNew }) };
      const change = { do: 'write', ...given } as const;
      write.mutate(change, {
        onSuccess: () => {
          toast(`Buyer ${change.number}: ${change.name}`);
          startNext(values);
          onDone?.();
        },
      });
    },
  });
  const number = { ...field('number'), value: values.number ?? next };
  /** A field of the person: from now on the number stays. */
  const held = (name: 'name' | 'pic' | 'phone') => ({
    ...field(name),
    onChange: (typed: string) => set({ [name]: typed, number: number.value }),
  });
  const isOffering = number.problem !== null && takenText(capitals(number.value)) !== null;
  return (
    <form
      ref={form}
      noValidate
      onSubmit={submit}
      className={`${classes.form} sy-panel`}
      aria-label={buyer === undefined ? 'Give a buyer number' : `Change buyer ${buyer.number}`}
    >
      {buyer === undefined ? (
        <TextField label="Buyer number" most={6} autoComplete="off" {...number} />
      ) : (
        <div>
          <span className="sy-dim">Buyer number</span>
          <br />
          <b>{buyer.number}</b>
        </div>
      )}
      <TextField label="Name" most={FIELD_LIMITS.name} autoComplete="off" {...held('name')} />
      <TextField label="PIC (optional)" most={60} autoComplete="off" {...held('pic')} />
      <TextField label="Phone" most={60} autoComplete="off" {...held('phone')} />
      <Row align="stretch" gap="sm">
        <Button type="submit" loading={write.isPending}>
          {buyer === undefined ? 'Give number' : 'Save'}
        </Button>
        {isOffering && next !== '' && next !== number.value && (
          <Button variant="default" onClick={() => set({ number: next })}>
            Use {next}
          </Button>
        )}
        {buyer !== undefined && (
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
        )}
      </Row>
      {write.error && !isAtNumber && <p role="alert">{errorTextOf(write.error).message}</p>}
    </form>
  );
}
