import { meaningOf, type Parser, parseNumber } from '@saleyard/domain/fields/typed.ts';
import { type ReactNode, useState } from 'react';
import { useController } from 'react-hook-form';
import { Checkbox, CheckboxGroup, Radio, RadioGroup } from '@/ui/choices.tsx';
import { Select, Textarea, TextInput } from '@/ui/inputs.tsx';
import { Grid, Row } from '@/ui/layout.tsx';

/** The id of a field's input, for the error summary and labels. */
export const fieldId = (name: string): string => `field-${name.replaceAll('.', '-')}`;

/** A choice of a field. */
export type Option = { value: string; label: string; description?: string };

export type FieldProps = {
  /** Where its value is in the form: "details.title". */
  name: string;
  label: string;
  description?: ReactNode;
  className?: string | undefined;
  /** Marks a field that must be filled in; the validator decides. */
  withAsterisk?: boolean;
  disabled?: boolean;
};

function useField(name: string) {
  const { field, fieldState } = useController({ name });
  return { ...field, id: fieldId(name), error: fieldState.error?.message };
}

/**
 * Text that stands for a value of another type. A text that is no such value is the value itself, so that nothing
 * typed is lost and the validator can name it; so is an empty one.
 */
export function useTypedText(name: string, parse: Parser<number>, write: (value: number) => string) {
  const { value, onChange, ...field } = useField(name);
  const shown = (known: unknown): string => (typeof known === 'number' ? write(known) : String(known ?? ''));
  const parsed = (text: string): number | string =>
    text.trim() === '' ? '' : (meaningOf(parse(text)) ?? text);
  const [typed, setTyped] = useState({ text: shown(value), value });
  // A value that came from elsewhere (a draft, a reset) replaces what was typed.
  const text = Object.is(typed.value, value) ? typed.text : shown(value);
  const change = (next: string) => {
    setTyped({ text: next, value: parsed(next) });
    onChange(parsed(next));
  };
  return { ...field, value: text, change };
}

/** How the letters of a text are changed as they are typed; no sign is left out. */
const LETTERS = {
  upper: (text: string) => text.toUpperCase(),
  capital: (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1),
  'as typed': (text: string) => text,
} as const;

/** A line of text, or several. `lines`: more than one makes it a text area. */
export function TextField({
  name,
  lines = 1,
  letters = 'as typed',
  type = 'text',
  autoComplete = 'off',
  ...shown
}: FieldProps & {
  lines?: number;
  letters?: keyof typeof LETTERS;
  type?: 'text' | 'email' | 'tel' | 'password';
  autoComplete?: string;
}) {
  const { value, ref, onChange, ...field } = useField(name);
  const text = typeof value === 'string' ? value : '';
  const typed = { ...field, ref, value: text };
  if (lines > 1)
    return (
      <Textarea
        {...shown}
        {...typed}
        rows={lines}
        onChange={({ currentTarget }) => onChange(LETTERS[letters](currentTarget.value))}
      />
    );
  return (
    <TextInput
      {...shown}
      {...typed}
      type={type}
      autoComplete={autoComplete}
      onChange={({ currentTarget }) => onChange(LETTERS[letters](currentTarget.value))}
    />
  );
}

/**
 * A number, as `parse` reads it; what is typed stays in the field. `size`: how many of the value's units one of the
 * field's is, 60 for minutes of a value in seconds. `onLeave`: after the field was left. `hint`: said of the value below it.
 */
export function NumberField({
  name,
  size = 1,
  parse = parseNumber({ whole: true }),
  onLeave,
  hint = null,
  ...shown
}: FieldProps & { size?: number; parse?: Parser<number>; onLeave?: () => void; hint?: string | null }) {
  const [note, setNote] = useState<string | null>(null);
  const sized: Parser<number> = (text) => {
    const parsed = parse(text);
    return 'value' in parsed ? { ...parsed, value: parsed.value * size } : parsed;
  };
  const write = (value: number) => String(value / size);
  const { change, ...field } = useTypedText(name, sized, write);
  const type = (text: string) => {
    const parsed = sized(text);
    // A value that is not the one typed takes its place, and this is said.
    const isOther = 'value' in parsed && parsed.note !== undefined;
    setNote(isOther ? (parsed.note ?? null) : null);
    change(isOther ? write(parsed.value) : text);
  };
  return (
    <TextInput
      {...shown}
      {...field}
      note={note ?? hint}
      inputMode="decimal"
      autoComplete="off"
      onBlur={() => {
        field.onBlur();
        onLeave?.();
      }}
      onChange={({ currentTarget: { value } }) => type(value)}
    />
  );
}

/** One of several: a list to open, or `all` shown at once with what each means. */
export function ChoiceField({
  name,
  options,
  all = false,
  ...shown
}: FieldProps & { options: readonly Option[]; all?: boolean }) {
  const { value, ref, error, ...field } = useField(name);
  if (!all)
    return (
      <Select {...shown} {...field} ref={ref} error={error} value={value ?? ''} options={[...options]} />
    );
  return (
    <RadioGroup {...shown} {...field} error={error} value={value ?? ''}>
      <Grid least="sm" gap="sm" mt="xs">
        {options.map(({ value: option, label, description }) => (
          <Radio key={option} value={option} label={label} description={description} />
        ))}
      </Grid>
    </RadioGroup>
  );
}

/** A question with the answers Yes and No. The value is true, false, or null before it is answered. */
export function YesNoField({ name, ...shown }: FieldProps) {
  const { value, onChange, ref: _, ...field } = useField(name);
  return (
    <RadioGroup
      {...shown}
      {...field}
      value={value === true ? 'yes' : value === false ? 'no' : ''}
      onChange={(answer) => onChange(answer === 'yes')}
    >
      <Row gap="lg" mt="xs">
        <Radio value="yes" label="Yes" disabled={shown.disabled ?? false} />
        <Radio value="no" label="No" disabled={shown.disabled ?? false} />
      </Row>
    </RadioGroup>
  );
}

/** Any number of several. The value is a list, in the order of the options. `locked`: those that can't be changed. */
export function MultiChoiceField({
  name,
  options,
  locked = [],
  ...shown
}: FieldProps & { options: readonly Option[]; locked?: readonly string[] }) {
  const { value, onChange, ref: _, ...field } = useField(name);
  const chosen: readonly string[] = Array.isArray(value) ? value : [];
  const inOrder = (values: readonly string[]) =>
    options.map((option) => option.value).filter((option) => values.includes(option));
  return (
    <CheckboxGroup {...shown} {...field} value={[...chosen]} onChange={(values) => onChange(inOrder(values))}>
      <Row gap="md" mt="xs">
        {options.map(({ value: option, label }) => (
          <Checkbox
            key={option}
            value={option}
            label={label}
            disabled={Boolean(shown.disabled) || locked.includes(option)}
          />
        ))}
      </Row>
    </CheckboxGroup>
  );
}

/** Yes or no. */
export function CheckboxField({ name, ...shown }: Omit<FieldProps, 'withAsterisk'>) {
  const { value, ...field } = useField(name);
  return <Checkbox {...shown} {...field} checked={value === true} />;
}
