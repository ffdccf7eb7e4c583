import { useId } from 'react';
import { useController } from 'react-hook-form';
import { type FieldProps, fieldId } from '@/ui/form/fields.tsx';
import { TextInput } from '@/ui/inputs.tsx';

/** A usual value of a text. `about`: what sets it apart from the others. */
type Suggestion = { id: string; value: string; about?: string };

/** A text with usual values to choose from; any other may be typed. `onTyped`: after the text changed. */
export function SuggestedField({
  name,
  suggestions,
  upperCase = false,
  onTyped,
  ...shown
}: FieldProps & {
  suggestions: readonly Suggestion[];
  upperCase?: boolean;
  onTyped?: (text: string) => void;
}) {
  const { field, fieldState } = useController({ name });
  const list = useId();
  const type = (typed: string) => {
    const text = upperCase ? typed.toUpperCase() : typed;
    field.onChange(text);
    onTyped?.(text);
  };
  return (
    <>
      <TextInput
        {...shown}
        {...field}
        id={fieldId(name)}
        error={fieldState.error?.message}
        value={typeof field.value === 'string' ? field.value : ''}
        autoComplete="off"
        list={suggestions.length > 0 ? list : undefined}
        onChange={({ currentTarget }) => type(currentTarget.value)}
      />
      <datalist id={list}>
        {suggestions.map(({ id, value, about }) => (
          <option key={id} value={value}>
            {about}
          </option>
        ))}
      </datalist>
    </>
  );
}
