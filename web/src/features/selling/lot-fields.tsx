import type { AuctionSummary } from '@saleyard/contract/auctions.ts';
import type { Field, Form as FormData, Values } from '@saleyard/domain/listing/forms/field.ts';
import { isRequired, isShown } from '@saleyard/domain/listing/forms/problems.ts';
import { numberParser } from '@saleyard/domain/listing/forms/read-field.ts';
import { BREEDS, proposedTitle, stateOfPic, townNamed } from '@saleyard/domain/listing/proposals.ts';
import { STOCK_CATEGORIES } from '@saleyard/domain/listing/stock.ts';
import { TOWNS } from '@saleyard/domain/listing/towns.ts';
import { dayKey } from '@saleyard/domain/presentation/dates.ts';
import { useEffect } from 'react';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { serverNow } from '@/lib/clock.ts';
import { useDistricts } from '@/lib/states.ts';
import { DayInput } from '@/ui/form/day-input.tsx';
import {
  CheckboxField,
  ChoiceField,
  type FieldProps,
  fieldId,
  MultiChoiceField,
  NumberField,
  TextField,
  YesNoField,
} from '@/ui/form/fields.tsx';
import { FieldGroup, Wide } from '@/ui/form/form.tsx';
import { type FormMode, isPartly, type LotValues } from './lot-values.ts';
import { type StepId, stepOfGroup } from './steps.ts';
import { SuggestedField } from './suggested-field.tsx';
import { SaveVendor, VendorField } from './vendor-field.tsx';

const CHOOSE = { value: '', label: 'Choose' };
const optionsOf = (values: readonly string[]) => [
  CHOOSE,
  ...values.map((value) => ({ value, label: value })),
];

/** A day, "2026-09-30". */
function DateField({ name, ...shown }: FieldProps) {
  const { field, fieldState } = useController({ name });
  return (
    <DayInput
      {...shown}
      inputRef={field.ref}
      id={fieldId(name)}
      error={fieldState.error?.message}
      value={typeof field.value === 'string' ? field.value : ''}
      onChange={field.onChange}
      onBlur={field.onBlur}
    />
  );
}

/**
 * A field of a form by its type. `at`: the path of its group's values. It renders when its own value changes, or whether
 * it must be filled in.
 */
export function FormField({
  field,
  at,
  choices,
  suggestions,
  disabled = false,
}: {
  field: Field;
  at: string;
  /** What it can be, where the form's data does not say. */
  choices?: readonly string[] | undefined;
  /** Usual values of a text; any other may be typed. */
  suggestions?: readonly string[] | undefined;
  disabled?: boolean;
}) {
  const { type, title, unit, upperCase, options = choices } = field;
  const withAsterisk = useWatch({
    name: at,
    compute: (values: Values | undefined) => isRequired(field, values ?? {}),
  });
  const label = unit === undefined ? title : `${title} (${unit})`;
  const shown = {
    name: `${at}.${field.name}`,
    label,
    withAsterisk,
    disabled,
  };
  switch (type) {
    case 'hidden':
      return null;
    case 'weight':
    case 'number':
    case 'rating':
      return <NumberField {...shown} parse={numberParser(field)} />;
    case 'date':
      return <DateField {...shown} />;
    case 'bool':
      return <YesNoField {...shown} />;
    case 'checkbox': {
      // A box may always be left empty.
      const { withAsterisk: _, ...box } = shown;
      return <CheckboxField {...box} />;
    }
    case 'multiDropdown':
      return (
        <Wide>
          <MultiChoiceField {...shown} options={(options ?? []).map((value) => ({ value, label: value }))} />
        </Wide>
      );
    case 'tradingName':
      return <VendorField {...shown} of="vendorName" />;
    case 'picNumber':
      return <VendorField {...shown} of="pic" upperCase />;
    case 'textarea':
      return (
        <Wide>
          <TextField {...shown} lines={4} />
        </Wide>
      );
    case 'text':
    case 'dropdown':
    case 'select':
    case 'email':
    case 'phone':
    case 'user': {
      if (suggestions !== undefined)
        return (
          <SuggestedField
            {...shown}
            suggestions={suggestions.map((value) => ({ id: value, value }))}
            upperCase={upperCase ?? false}
          />
        );
      if (options !== undefined) return <ChoiceField {...shown} options={optionsOf(options)} />;
      return (
        <TextField
          {...shown}
          type={type === 'email' ? 'email' : type === 'phone' ? 'tel' : 'text'}
          letters={upperCase ? 'upper' : 'as typed'}
        />
      );
    }
    default:
      throw new Error(`There are no fields of type ${type satisfies never}`);
  }
}

/** Sexes of a kind, and the stock categories of one of them. */
function stockChoices(kind: FormData['kind'], sex: unknown): Readonly<Record<string, readonly string[]>> {
  const own = STOCK_CATEGORIES.filter((category) => category.kind === kind);
  const categories = own.find((category) => category.sex === sex)?.categories ?? [];
  return { sex: own.map((category) => category.sex), stockCategory: categories };
}

/** Fields that are emptied when another one changes: what they say depends on it. */
const DEPENDING: readonly (readonly [of: string, empties: string])[] = [
  ['sex', 'stockCategory'],
  ['state', 'district'],
];

const TOWN_NAMES = TOWNS.map(({ name }) => name).sort();

/** Fields that a proposed title is made of. */
const TITLED: ReadonlySet<string> = new Set(['count', 'details.breed', 'details.sex']);

/** What follows from a change of a field: what depends on it is emptied, what it implies is filled in. */
export function DependingFields() {
  const { getValues, setValue, subscribe } = useFormContext<LotValues>();
  useEffect(() => {
    const titleNow = () => {
      const { count, details } = getValues();
      return proposedTitle({ count, breed: details['breed'], sex: details['sex'] });
    };
    let proposed = titleNow();
    // Prices are per head until another unit is chosen.
    const perOf = (unit: string) => (unit === 'kg' ? 'kg' : 'head');
    let per = perOf(getValues('unit'));
    const set = (name: string, value: string) => setValue(`details.${name}`, value, { shouldDirty: true });
    return subscribe({
      formState: { values: true },
      callback: ({ name }) => {
        for (const [of, empties] of DEPENDING) if (name === `details.${of}`) set(empties, '');
        const [before, now] = [per, perOf(getValues('unit'))];
        per = now;
        // Cents per head and cents per kg are other prices, so none is kept for another unit.
        if (name === 'unit' && now !== before)
          for (const price of ['incrementCents', 'startCents', 'reserveCents'] as const)
            setValue(price, '', { shouldDirty: true });
        // The details were filled in as a whole: a title that was proposed elsewhere is one here.
        if (name === 'details') proposed = titleNow();
        const { details } = getValues();
        const text = (field: string) => String(details[field] ?? '');
        if (name === 'details.vendorPic' && text('state') === '') {
          const state = stateOfPic(text('vendorPic'));
          if (state !== null) set('state', state);
        }
        if (name === 'details.town') {
          const town = townNamed(text('town'));
          const isTyped =
            text('postcode') !== '' && !TOWNS.some(({ postcode }) => postcode === text('postcode'));
          if (town !== undefined && !isTyped) {
            if (text('state') !== town.state) set('state', town.state);
            set('postcode', town.postcode);
          }
        }
        if (name !== undefined && TITLED.has(name)) {
          const next = titleNow();
          // A title of the seller's own stays.
          if (next !== '' && next !== proposed && ['', proposed].includes(text('title'))) set('title', next);
          if (next !== '') proposed = next;
        }
      },
    });
  }, [getValues, setValue, subscribe]);
  return null;
}

export type SectionProps = {
  form: FormData;
  /** Names of the sale's tabs; null where its lots are under none. */
  tabs: readonly string[] | null;
  mode: FormMode;
  /** The sale that the lot is meant for, where it can be changed. */
  auction?: AuctionSummary;
};

/** The fields of one group that are shown beside the values of the others. */
function DetailFields({
  fields,
  choices,
  suggestions,
}: {
  fields: readonly Field[];
  /** What a field can be, where the form's data does not list it. */
  choices: Readonly<Record<string, readonly string[]>>;
  /** Usual values of texts. */
  suggestions: Readonly<Record<string, readonly string[]>>;
}) {
  const today = dayKey(serverNow());
  const shown = useWatch({
    name: 'details',
    compute: (details: Values) =>
      fields.filter((field) => isShown(field, details, { today })).map(({ name }) => name),
  });
  return fields
    .filter(({ name }) => shown.includes(name))
    .map((field) => (
      <FormField
        key={field.name}
        field={field}
        at="details"
        choices={choices[field.name]}
        suggestions={suggestions[field.name]}
      />
    ));
}

/** The groups of one section of a kind's form that are asked once. */
export function DetailGroups({ form, tabs, mode, step }: SectionProps & { step: StepId }) {
  const [state, sex] = useWatch<LotValues, ['details.state', 'details.sex']>({
    name: ['details.state', 'details.sex'],
  });
  const districts = useDistricts(state);
  const choices: Readonly<Record<string, readonly string[]>> = {
    district: districts,
    ...stockChoices(form.kind, sex),
    ...(tabs && { allocatedSection: tabs }),
  };
  const suggestions = { breed: BREEDS[form.kind], town: TOWN_NAMES };
  return form.groups
    .filter(({ id, type }) => type === 'group' && stepOfGroup(id) === step)
    .map(({ id, title, fields, reoffered = false }) => (
      <FieldGroup key={id} title={title} disabled={isPartly(mode) && !(mode === 'reoffer' && reoffered)}>
        <DetailFields
          fields={(fields as readonly Field[]).filter(
            ({ name }) => name !== 'allocatedSection' || tabs !== null,
          )}
          choices={choices}
          suggestions={suggestions}
        />
        {id === 'vendorDetails' && !isPartly(mode) && <SaveVendor />}
      </FieldGroup>
    ));
}
