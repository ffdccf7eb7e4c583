import { type ChangeEvent, type ReactNode, type Ref, useId } from 'react';
import classes from './text-field.module.css';

/**
 * A labelled text field with its fault below it. The kit's own fields do more and weigh more: this one is for the
 * public pages, which must load fast.
 */
export function TextField({
  label,
  value,
  onChange,
  fault,
  type = 'text',
  autoComplete,
  end,
  ref,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** What is wrong with it; null: nothing, or not judged yet. */
  fault: string | null;
  type?: 'text' | 'email' | 'password';
  autoComplete?: string;
  /** Stands inside the field, at its end. */
  end?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}) {
  const id = useId();
  return (
    <div className={classes.field}>
      <label htmlFor={id}>{label}</label>
      <div className={classes.box}>
        <input
          ref={ref}
          id={id}
          type={type}
          autoComplete={autoComplete}
          value={value}
          aria-invalid={fault !== null}
          aria-describedby={fault === null ? undefined : `${id}-fault`}
          onChange={(event: ChangeEvent<HTMLInputElement>) => onChange(event.currentTarget.value)}
        />
        {end}
      </div>
      {fault !== null && (
        <p id={`${id}-fault`} className={classes.fault}>
          {fault}
        </p>
      )}
    </div>
  );
}
