import { type ComponentPropsWithRef, type ReactNode, useEffect, useId } from 'react';
import classes from './inputs.module.css';
import { describedBy, Labelled, type Labels } from './labelled.tsx';

type Control<Element extends 'input' | 'textarea' | 'select'> = Labels &
  Omit<ComponentPropsWithRef<Element>, keyof Labels | 'maxLength'> & {
    /** The most characters of a text. A longer one stays as it was typed, and the field says so. */
    most?: number | undefined;
  };

/** What is said of a text that is too long; '' of any other. */
const tooLong = (value: unknown, most: number | undefined): string =>
  most !== undefined && typeof value === 'string' && value.length > most
    ? `This can have at most ${most} characters, and has ${value.length}`
    : '';

/** Takes what is shown around a control apart from what the control itself gets. */
function useLabels<
  Props extends Labels & { id?: string | undefined; most?: number | undefined; value?: unknown },
>(props: Props) {
  const own = useId();
  const { label, description, error: stated, note, withAsterisk, className, most, ...rest } = props;
  const id = props.id ?? own;
  const long = tooLong(props.value, most);
  const error = stated || long || undefined;
  // A form finds the field that keeps it from being sent by its validity.
  useEffect(() => {
    const input = document.getElementById(id);
    if (input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement)
      input.setCustomValidity(long);
  }, [id, long]);
  const labels = { label, description, error, note, withAsterisk, className };
  const control = {
    ...rest,
    id,
    className: classes.control,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': describedBy(id, labels),
  };
  return { id, labels, control };
}

/** A line of text. `end`: stands inside it, at its end. `descriptionBelow`: see `Labelled`. */
export function TextInput({
  end,
  descriptionBelow = false,
  ...props
}: Control<'input'> & { end?: ReactNode; descriptionBelow?: boolean }) {
  const { id, labels, control } = useLabels(props);
  return (
    <Labelled id={id} {...labels} descriptionBelow={descriptionBelow}>
      {end === undefined ? (
        <input type="text" {...control} />
      ) : (
        <div className={classes.withEnd}>
          <input type="text" {...control} />
          {end}
        </div>
      )}
    </Labelled>
  );
}

/** Several lines of text. */
export function Textarea(props: Control<'textarea'>) {
  const { id, labels, control } = useLabels(props);
  return (
    <Labelled id={id} {...labels}>
      <textarea {...control} />
    </Labelled>
  );
}

/** One of several options, in the browser's own list. */
export function Select({
  options,
  ...props
}: Omit<Control<'select'>, 'children'> & { options: readonly { value: string; label: string }[] }) {
  const { id, labels, control } = useLabels(props);
  return (
    <Labelled id={id} {...labels}>
      <select {...control}>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </Labelled>
  );
}
