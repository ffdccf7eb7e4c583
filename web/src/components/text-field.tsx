import { type ChangeEvent, type FormEvent, type ReactNode, type Ref, useId, useRef, useState } from 'react';
import classes from './text-field.module.css';

/**
 * A labelled text field with its fault below it. The kit's own fields do more and weigh more: this one is for the
 * public pages, which must load fast.
 */
export function TextField({
  label,
  description,
  most,
  value,
  onChange,
  onBlur,
  fault,
  type = 'text',
  autoComplete,
  end,
  ref,
}: {
  label: string;
  description?: string;
  /** The most characters it takes. */
  most?: number;
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
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
      {description && (
        <p id={`${id}-more`} className="sy-dim">
          {description}
        </p>
      )}
      <div className={classes.box}>
        <input
          ref={ref}
          id={id}
          type={type}
          autoComplete={autoComplete}
          value={value}
          aria-invalid={fault !== null}
          maxLength={most}
          aria-describedby={
            [description && `${id}-more`, fault && `${id}-fault`].filter(Boolean).join(' ') || undefined
          }
          onBlur={onBlur}
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

/**
 * A form of a few texts, for public pages and dialogs: fields are judged from the first press on, then at every edit,
 * and a press that finds a fault goes to its field. `judges`: what is wrong with a text beside the others, or null.
 */
export function useSmallForm<N extends string>({
  initial,
  judges,
  onSubmit,
}: {
  initial: Readonly<Record<N, string>>;
  judges: Readonly<
    Partial<Record<NoInfer<N>, (text: string, values: Readonly<Record<N, string>>) => string | null>>
  >;
  onSubmit: (values: Record<N, string>) => void;
}) {
  const [values, setValues] = useState<Record<N, string>>(initial);
  const [judged, setJudged] = useState(false);
  const inputs = useRef(new Map<N, HTMLInputElement>());
  const set = (change: Partial<Record<N, string>>) => setValues((known) => ({ ...known, ...change }));
  const faultOf = (name: N) => judges[name]?.(values[name], values) ?? null;
  return {
    set,
    /** The value of a field, its fault, and how it changes. */
    field: (name: N) => ({
      value: values[name],
      fault: judged ? faultOf(name) : null,
      onChange: (text: string) => set({ [name]: text } as Partial<Record<N, string>>),
      ref: (input: HTMLInputElement | null) => {
        if (input) inputs.current.set(name, input);
      },
    }),
    submit: (event: FormEvent) => {
      event.preventDefault();
      setJudged(true);
      const first = (Object.keys(values) as N[]).find((name) => faultOf(name) !== null);
      if (first === undefined) onSubmit(values);
      else inputs.current.get(first)?.focus();
    },
  };
}
