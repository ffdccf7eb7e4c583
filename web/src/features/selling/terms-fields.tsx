import { isAgent } from '@saleyard/domain/account/profile.ts';
import { parseHead, parseMoney } from '@saleyard/domain/fields/typed.ts';
import type { PriceField } from '@saleyard/domain/listing/commands.ts';
import type { Form as FormData } from '@saleyard/domain/listing/forms/field.ts';
import { LOT_TITLES } from '@saleyard/domain/listing/lot-titles.ts';
import {
  INCREMENTS,
  isWeightAdjustment,
  isWeightGain,
  LOT_LIMITS,
  type Unit,
  unitsOf,
} from '@saleyard/domain/listing/stock.ts';
import { formatPrice, typedPrice } from '@saleyard/domain/presentation/amounts.ts';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { isLastSeen, useMe } from '@/lib/session.ts';
import { Button } from '@/ui/button.tsx';
import {
  CheckboxField,
  ChoiceField,
  type FieldProps,
  fieldId,
  NumberField,
  TextField,
  useTypedText,
} from '@/ui/form/fields.tsx';
import { FieldGroup, Wide } from '@/ui/form/form.tsx';
import { Select, TextInput } from '@/ui/inputs.tsx';
import { useCarriedNote } from './carried.tsx';
import { type FormMode, isPartly, type LotFormOf, type LotValues } from './lot-values.ts';
import { SignatureField } from './signature-fields.tsx';
import { SimilarLotsPanel } from './similar-lots.tsx';

/** A price: dollars per head, cents per kg. */
function FormPriceField({ name, unit, label, ...shown }: FieldProps & { unit: Unit }) {
  const { change, ...field } = useTypedText(name, parseMoney(unit), (value) => typedPrice(value, unit));
  const note = useCarriedNote(name, useWatch({ name }));
  return (
    <TextInput
      {...shown}
      {...field}
      note={note}
      label={`${label} (${unit === 'kg' ? '¢ per kg' : '$ per head'})`}
      inputMode="decimal"
      autoComplete="off"
      onChange={({ currentTarget }) => change(currentTarget.value)}
    />
  );
}

/** Steps of a number that a rule lets through, from `least` to `most`. */
function steps(
  least: number,
  most: number,
  step: number,
  isOne: (value: number) => boolean,
): readonly number[] {
  const count = Math.round((most - least) / step);
  return Array.from({ length: count + 1 }, (_, n) => Math.round((least + n * step) * 100) / 100).filter(
    isOne,
  );
}

function adjustments({ kind }: FormData): readonly number[] {
  const { most, step } = LOT_LIMITS.adjustWeight;
  const usual = steps(-most, most, step, (value) => isWeightAdjustment(kind, value));
  const shrink = steps(-3.9, -1.1, 0.1, (value) => isWeightAdjustment(kind, value));
  return [...new Set([...usual, ...shrink])].sort((a, b) => a - b);
}

/** Which of the two prices was edited last: what is wrong between them is said there. */
export function useLastPrice({ subscribe }: LotFormOf): RefObject<PriceField> {
  const last = useRef<PriceField>('reserveCents');
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ name }) => {
          if (name === 'startCents' || name === 'reserveCents') last.current = name;
        },
      }),
    [subscribe],
  );
  return last;
}

/** The prices of a lot. `unit`: what they are per; head before one is chosen. */
function PriceFields() {
  const unit = useWatch<LotValues, 'unit'>({ name: 'unit' });
  const per = unit === 'kg' ? 'kg' : 'head';
  return (
    <>
      <FormPriceField
        key={`start ${per}`}
        name="startCents"
        label={LOT_TITLES.startCents}
        unit={per}
        withAsterisk
      />
      <FormPriceField key={`reserve ${per}`} name="reserveCents" label={LOT_TITLES.reserveCents} unit={per} />
    </>
  );
}

/** How many bids the vendor may make: none, one, or another number. */
function VendorBids({ disabled }: { disabled: boolean }) {
  const { field, fieldState } = useController<LotValues, 'maxVendorBids'>({ name: 'maxVendorBids' });
  const [chosenOther, setOther] = useState(false);
  // The number may come from elsewhere, as with what is brought back.
  const isOther = chosenOther || Number(field.value) > 1;
  return (
    <>
      <Select
        label="Vendor Bids"
        id={isOther ? 'vendor-bids' : fieldId('maxVendorBids')}
        disabled={disabled}
        value={isOther ? 'other' : field.value}
        onChange={({ currentTarget: { value } }) => {
          setOther(value === 'other');
          field.onChange(value === 'other' ? '2' : value);
        }}
        options={[
          { value: '0', label: 'Nil' },
          { value: '1', label: '1' },
          { value: 'other', label: 'Other' },
        ]}
      />
      {isOther && (
        <TextInput
          label={LOT_TITLES.maxVendorBids}
          description={`As noted on the assessment form, at most ${LOT_LIMITS.vendorBids}.`}
          id={fieldId('maxVendorBids')}
          disabled={disabled}
          inputMode="numeric"
          autoComplete="off"
          value={field.value}
          error={fieldState.error?.message}
          onBlur={field.onBlur}
          onChange={({ currentTarget }) => {
            // It stays while the number is typed.
            setOther(true);
            field.onChange(currentTarget.value);
          }}
        />
      )}
    </>
  );
}

/** How a lot is sold: unit, increment, prices, vendor bids. */
export function BiddingFields({ form, mode }: { form: FormData; mode: FormMode }) {
  const unit = useWatch<LotValues, 'unit'>({ name: 'unit' });
  const increments = unit === '' ? [] : INCREMENTS[form.kind][unit];
  return (
    <FieldGroup title="Bidding">
      <ChoiceField
        name="unit"
        label={LOT_TITLES.unit}
        disabled={isPartly(mode)}
        withAsterisk
        options={[
          { value: '', label: 'Choose' },
          ...unitsOf(form.kind).map((value) => ({ value, label: value === 'kg' ? 'Kg' : 'Head' })),
        ]}
      />
      <ChoiceField
        name="incrementCents"
        label={LOT_TITLES.incrementCents}
        disabled={mode === 'edit-late'}
        withAsterisk
        options={[
          { value: '', label: 'Choose' },
          ...increments.map((cents) => ({
            value: String(cents),
            label: formatPrice(cents, unit === 'kg' ? 'kg' : 'head'),
          })),
        ]}
      />
      <PriceFields />
      <SimilarLotsPanel form={form} />
      <VendorBids disabled={isPartly(mode)} />
    </FieldGroup>
  );
}

/**
 * More weighed than there are: one of the two numbers is wrong, and both are asked for again, with what was typed beside
 * the message.
 */
function useComparedHead() {
  const { getValues, setValue } = useFormContext<LotValues>();
  const [typed, setTyped] = useState<{ count: number; weighed: number } | null>(null);
  const set = (count: number, weighed: number) => {
    setValue('count', count, { shouldDirty: true });
    setValue('countWeighed', weighed, { shouldDirty: true });
  };
  const compare = () => {
    const [count, weighed] = getValues(['count', 'countWeighed']);
    if (typeof count !== 'number' || typeof weighed !== 'number') return;
    const isWrong = weighed > count;
    if (isWrong) set(1, 1);
    if (isWrong || count !== 1 || weighed !== 1) setTyped(isWrong ? { count, weighed } : null);
  };
  const message = typed !== null && (
    <Wide>
      <p role="alert">
        Number of Head Weighed cannot exceed Number of Head. Both were set to 1. You typed {typed.count} head
        and {typed.weighed} weighed.{' '}
        <Button
          variant="default"
          onClick={() => {
            set(typed.weighed, typed.weighed);
            setTyped(null);
          }}
        >
          {`Make it ${typed.weighed} head, all weighed`}
        </Button>
      </p>
    </Wide>
  );
  return { compare, message };
}

/** How many head there are, and what staff must know of them. */
export function HeadFields({ form, mode }: { form: FormData; mode: FormMode }) {
  const disabled = isPartly(mode);
  const { compare, message } = useComparedHead();
  const note = useCarriedNote('count', useWatch({ name: 'count' }));
  return (
    <FieldGroup title={form.title}>
      <NumberField
        name="count"
        hint={note}
        label={LOT_TITLES.count}
        withAsterisk
        parse={parseHead(0, LOT_LIMITS.count)}
        disabled={disabled}
        onLeave={compare}
      />
      {message}
      <Wide>
        <TextField
          name="description"
          label={LOT_TITLES.description}
          disabled={disabled}
          description="For our staff; buyers do not read it."
          lines={4}
          withAsterisk
        />
      </Wide>
    </FieldGroup>
  );
}

/** How many head were weighed, and how their weights are calculated. */
export function WeighingFields({ form, mode }: { form: FormData; mode: FormMode }) {
  const disabled = isPartly(mode);
  const { compare, message } = useComparedHead();
  const gains = steps(0, 5, 0.05, (value) => isWeightGain(form.kind, value));
  return (
    <FieldGroup title="Weighing">
      <NumberField
        parse={parseHead(0, LOT_LIMITS.count)}
        onLeave={compare}
        name="countWeighed"
        label={LOT_TITLES.countWeighed}
        withAsterisk={form.weighedShare > 0}
        disabled={disabled}
      />
      {message}
      {form.kind === 'cattle' && (
        <Wide>
          <CheckboxField name="optiweighAllowed" label={LOT_TITLES.optiweighAllowed} disabled={disabled} />
        </Wide>
      )}
      <ChoiceField
        name="adjustWeight"
        label={LOT_TITLES.adjustWeight}
        disabled={mode === 'edit-late'}
        options={adjustments(form).map((value) => ({ value: String(value), label: `${value}%` }))}
      />
      <ChoiceField
        name="weightGain"
        label={LOT_TITLES.weightGain}
        disabled={disabled}
        options={gains.map((value) => ({
          value: String(value),
          label: form.kind === 'cattle' ? `${value} kg a day` : `${Math.round(value * 1_000)} g a day`,
        }))}
      />
    </FieldGroup>
  );
}

/** Whether the person is an agent, who makes the agent's declaration; as last known, after the session ended. */
export function useByAgent(): boolean {
  const me = useMe();
  const [byAgent, setByAgent] = useState(true);
  if (me && !isLastSeen(me) && isAgent(me) !== byAgent) setByAgent(isAgent(me));
  return byAgent;
}

/** What vendor and, where one sells, agent declare and sign for one lot. */
export function SignedFields({ disabled = false }: { disabled?: boolean }) {
  const byAgent = useByAgent();
  return (
    <>
      {byAgent && (
        <FieldGroup title="Agent Declaration" disabled={disabled}>
          <CheckboxField name="isLicencedAgent" label="I am a licensed stock and station agent" />
          <CheckboxField name="vendorSignedForm" label="The vendor signed the assessment form" />
        </FieldGroup>
      )}
      <FieldGroup title="Terms & Conditions" disabled={disabled}>
        <Wide>
          <CheckboxField name="acceptenceOnTerms" label="The vendor accepts the Terms & Conditions" />
        </Wide>
        {!disabled && <SignatureField signer="vendor" />}
      </FieldGroup>
    </>
  );
}

/** Conditions of sale and what the vendor declares. */
export function DeclarationFields({ form, mode }: { form: FormData; mode: FormMode }) {
  const disabled = isPartly(mode);
  return (
    <>
      <FieldGroup title="Special Conditions of Sale" disabled={disabled}>
        <Wide>
          <TextField
            name="saleConditions"
            label={LOT_TITLES.saleConditions}
            description={`At most ${LOT_LIMITS.saleConditions} characters.`}
            lines={2}
          />
        </Wide>
        {form.signed && !disabled && <SignatureField signer="agent" />}
      </FieldGroup>
      {mode !== 'reoffer' && mode !== 'edit-late' && (
        <FieldGroup title="Vendor">
          <Wide>
            <CheckboxField
              name="emailToVendor"
              label="Send Email to Vendor"
              description="When the lot is submitted, to the vendor's e-mail address above."
            />
          </Wide>
        </FieldGroup>
      )}
      {form.signed && <SignedFields disabled={disabled} />}
    </>
  );
}
