import {
  type FormEvent,
  type KeyboardEventHandler,
  type ReactNode,
  type Ref,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { TextInput } from './inputs.tsx';

/** A line of text with its problem below it, as `useSmallForm` holds it. */
export function TextField({
  value,
  onChange,
  problem,
  description,
  ...shown
}: {
  label: string;
  description?: string;
  /** The most characters of it. */
  most?: number;
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  onKeyDown?: KeyboardEventHandler<HTMLInputElement>;
  /** What is wrong with it; null: nothing, or not checked yet. */
  problem: string | null;
  type?: 'text' | 'email' | 'password';
  autoComplete?: string;
  /** Stands inside the field, at its end. */
  end?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}) {
  return (
    <TextInput
      {...shown}
      value={value}
      description={description}
      error={problem}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

/**
 * A form of a few values, mostly texts, for public pages and dialogs: fields are checked from the first press on, then at
 * every edit, and a press that finds a problem goes to its field. `checks`: what is wrong with a value beside the others,
 * or null. `checkOnBlur`: a field that holds something is checked from when it is first left.
 */
export function useSmallForm<V extends object>({
  initial,
  checks,
  checkOnBlur = false,
  onSubmit,
}: {
  initial: V;
  checks: { readonly [N in keyof NoInfer<V>]?: (value: V[N], values: Readonly<V>) => string | null };
  checkOnBlur?: boolean;
  onSubmit: (values: V) => void;
}) {
  type N = keyof V;
  const [values, setValues] = useState(initial);
  const [checked, setChecked] = useState<readonly N[]>([]);
  const inputs = useRef(new Map<N, HTMLElement>());
  const names = Object.keys(initial) as N[];
  const now = useRef({ initial, values });
  useLayoutEffect(() => {
    now.current = { initial, values };
  });
  const set = (change: Partial<V>) => setValues((known) => ({ ...known, ...change }));
  // What was typed into the server's HTML before the script had come.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, before React writes its own values.
  useLayoutEffect(() => {
    for (const [name, input] of inputs.current)
      if (
        input instanceof HTMLInputElement &&
        typeof values[name] === 'string' &&
        input.value !== values[name]
      )
        set({ [name]: input.value } as unknown as Partial<V>);
  }, []);
  const problemOf = (name: N) => checks[name]?.(values[name], values) ?? null;
  return {
    values,
    set,
    /**
     * Makes the form ready for the next one after these values were sent. What was typed since stays; if nothing was, the
     * first field gets the focus, unless it has left the form.
     */
    startNext: (sent: V) => {
      const { initial: empty, values: known } = now.current;
      const typed = names.filter((name) => known[name] !== sent[name]);
      setValues({ ...empty, ...Object.fromEntries(typed.map((name) => [name, known[name]])) });
      setChecked([]);
      const input = inputs.current.get(names[0] as N) as HTMLInputElement | undefined;
      if (typed.length === 0 && input?.form?.contains(document.activeElement)) input.focus();
    },
    /** The value of a field, its problem, and how it changes. */
    field: <F extends N>(name: F) => ({
      value: values[name],
      problem: checked.includes(name) ? problemOf(name) : null,
      onChange: (value: V[F]) => setValues((known) => ({ ...known, [name]: value })),
      ...(checkOnBlur && {
        onBlur: () => setChecked((known) => (values[name] ? [...known, name] : known)),
      }),
      ref: (input: HTMLElement | null) => {
        if (input) inputs.current.set(name, input);
      },
    }),
    submit: (event: FormEvent) => {
      event.preventDefault();
      setChecked(names);
      const isUnfit = (name: N) =>
        problemOf(name) !== null ||
        (inputs.current.get(name) as HTMLInputElement | undefined)?.validity?.customError === true;
      const first = names.find(isUnfit);
      if (first === undefined) onSubmit(values);
      else inputs.current.get(first)?.focus();
    },
  };
}
