import { type ChangeEvent, useId, useRef } from 'react';
import { useController } from 'react-hook-form';
import { type FieldProps, fieldId } from '@/ui/form/fields.tsx';
import { TextInput } from '@/ui/inputs.tsx';

/** A usual value of a text. `about`: what sets it apart from the others. */
type Suggestion = { id: string; value: string; about?: string };

/** Whether a suggestion was chosen: typing says what was typed, a choice says nothing or that it replaces the text. */
function isChoice(event: Event): boolean {
  const { inputType } = event as Partial<InputEvent>;
  return inputType === undefined || inputType === '' || inputType === 'insertReplacementText';
}

/**
 * A text with usual values to choose from; any other may be typed. `onChosen`: after one was chosen, or the field is left
 * with what was typed.
 */
export function SuggestedField({
  name,
  suggestions,
  upperCase = false,
  onChosen,
  ...shown
}: FieldProps & {
  suggestions: readonly Suggestion[];
  upperCase?: boolean;
  onChosen?: (text: string) => void;
}) {
  const { field, fieldState } = useController({ name });
  const list = useId();
  // What was typed and is not chosen yet.
  const typed = useRef<string | null>(null);
  const choose = () => {
    const text = typed.current;
    typed.current = null;
    if (text !== null) onChosen?.(text);
  };
  const type = ({ currentTarget: { value }, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const text = upperCase ? value.toUpperCase() : value;
    field.onChange(text);
    typed.current = text;
    if (isChoice(nativeEvent)) choose();
  };
  const leave = () => {
    field.onBlur();
    choose();
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
        onChange={type}
        onBlur={leave}
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
