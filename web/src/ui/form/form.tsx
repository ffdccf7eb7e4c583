import { type ReactNode, useEffect, useRef } from 'react';
import { type FieldErrors, type FieldValues, FormProvider, get, type UseFormReturn } from 'react-hook-form';
import { ApiError, errorTextOf } from '@/lib/api-error.ts';
import { fieldId } from './fields.tsx';
import classes from './form.module.css';
import type { FormProblem } from './schema-resolver.ts';

/** Problems listed at once; the rest are counted. */
const LISTED = 30;

/** The whole form is validated this long after the last key: a key press itself renders its own field only. ms. */
const CHECK_AFTER_MS = 200;

/** How the summary says a problem, and the name of the field it leads to; null: no field of the form. */
type Described = { text: string; field: string | null };

/** Every problem of a form's errors, in their order. */
function problemsOf(errors: FieldErrors, path = ''): FormProblem[] {
  return Object.entries(errors).flatMap(([name, error]) => {
    if (typeof error !== 'object' || error === null || name === 'ref') return [];
    const at = path === '' ? name : `${path}.${name}`;
    if (typeof error.message === 'string') return [{ path: at, message: error.message }];
    return problemsOf(error as FieldErrors, at);
  });
}

/** Everything to put right before this can be sent, each a link to its field. Takes the focus at every attempt. */
function ErrorSummary({
  problems,
  attempt,
  headline,
  goTo,
}: {
  problems: readonly Described[];
  attempt: number;
  headline: string | undefined;
  goTo: (field: string) => void;
}) {
  const ref = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new attempt brings the reader back here.
  useEffect(() => {
    ref.current?.focus();
  }, [attempt]);
  if (problems.length === 0) return null;
  return (
    <div ref={ref} role="alert" tabIndex={-1} className={classes.summary}>
      <h2>
        {headline ??
          (problems.length === 1 ? 'One thing to put right' : `${problems.length} things to put right`)}
      </h2>
      <ul>
        {problems.slice(0, LISTED).map(({ text, field }) => (
          <li key={`${field} ${text}`}>
            {field === null ? (
              text
            ) : (
              <a
                href={`#${fieldId(field)}`}
                onClick={(event) => {
                  event.preventDefault();
                  goTo(field);
                }}
              >
                {text}
              </a>
            )}
          </li>
        ))}
        {problems.length > LISTED && <li>and {problems.length - LISTED} more</li>}
      </ul>
    </div>
  );
}

/**
 * A form of many fields: its values for the fields inside, and above them everything wrong with it from the first
 * press on. `onSubmit` gets the body the form's resolver made; what it throws is shown as a refusal of the server.
 */
export function Form<Values extends FieldValues, Body>({
  form,
  onSubmit,
  describe = ({ path, message }) => ({ text: message, field: path }),
  refusedPath = (field) => field.replaceAll(/\[(\d+)\]/g, '.$1'),
  headline,
  id,
  sentByEnter = true,
  goTo = (field) => document.getElementById(fieldId(field))?.focus(),
  children,
}: {
  form: UseFormReturn<Values, unknown, Body>;
  onSubmit: (body: Body) => Promise<void>;
  /** How a problem is said in the summary, away from its field. */
  describe?: (problem: FormProblem) => Described;
  /** The path of the field that a refusal of the server names; null: it stands for the whole form. */
  refusedPath?: (field: string) => string | null;
  /** What the summary says above the problems, where their number is not enough. */
  headline?: ((problems: readonly FormProblem[]) => string) | undefined;
  /** For a button outside it that submits it. */
  id?: string;
  /** false: Enter in a field does not submit it, only a press on its button does. */
  sentByEnter?: boolean;
  /** Puts the focus in a field; for a form that shows a part of its fields at a time. */
  goTo?: (field: string) => void;
  children: ReactNode;
}) {
  const { errors, submitCount } = form.formState;
  useWholeCheck(form as unknown as UseFormReturn);
  const { root, ...own } = errors;
  const problems = [
    ...problemsOf(own as FieldErrors).map(describe),
    ...problemsOf((root ?? {}) as FieldErrors).map(({ message }) => ({ text: message, field: null })),
  ];
  const submit = form.handleSubmit(async (body) => {
    try {
      await onSubmit(body);
    } catch (error) {
      refuse(form as unknown as UseFormReturn, error, refusedPath);
    }
  });
  return (
    <FormProvider {...form}>
      <ErrorSummary
        // Fields may be checked as they are left; the summary waits for a press.
        problems={submitCount === 0 ? [] : problems}
        attempt={submitCount}
        headline={headline?.(problemsOf(own as FieldErrors))}
        goTo={goTo}
      />
      <form
        id={id}
        noValidate
        onSubmit={(event) => void submit(event)}
        onKeyDown={(event) => {
          const isField = event.target instanceof HTMLInputElement && event.target.type !== 'file';
          if (!sentByEnter && event.key === 'Enter' && isField) event.preventDefault();
        }}
        className={classes.form}
      >
        {children}
      </form>
    </FormProvider>
  );
}

/**
 * From the first press on the whole form is validated after each edit, for one field's value may mend another's problem. What the
 * server refused can't be checked here: it stays until its own field is edited, or the next press.
 */
function useWholeCheck(form: UseFormReturn) {
  useEffect(() => {
    const edited = new Set<string | undefined>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const check = () => {
      // What is submitted is checked by that, and a refusal that comes meanwhile stays.
      if (form.formState.isSubmitting) {
        edited.clear();
        return;
      }
      const refused = problemsOf(form.formState.errors as FieldErrors).filter(
        ({ path }) =>
          !edited.has(path) &&
          (get(form.formState.errors, path) as { type?: string } | undefined)?.type === 'refused',
      );
      edited.clear();
      void form.trigger().then(() => {
        for (const { path, message } of refused) form.setError(path, { type: 'refused', message });
      });
    };
    const stop = form.subscribe({
      formState: { values: true },
      callback: ({ name }) => {
        if (!form.formState.isSubmitted) return;
        edited.add(name);
        clearTimeout(timer);
        timer = setTimeout(check, CHECK_AFTER_MS);
      },
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [form]);
}

/** Sets a refusal of the server as problems of the fields it names, or of the form. */
function refuse(form: UseFormReturn, error: unknown, refusedPath: (field: string) => string | null) {
  if (!(error instanceof ApiError)) {
    form.setError('root.refused', { type: 'refused', message: errorTextOf(error).message });
    return;
  }
  for (const [index, { message, field }] of error.errors.entries()) {
    const path = field === undefined ? null : refusedPath(field);
    form.setError(path ?? `root.refused${index}`, { type: 'refused', message });
  }
}

/** Fields that belong together, under their name, as many beside each other as there is room for. */
export function FieldGroup({
  title,
  disabled = false,
  children,
}: {
  title: string;
  /** All of its fields are shown and none can be changed. */
  disabled?: boolean;
  children: ReactNode;
}) {
  return (
    <fieldset className={`${classes.group} sy-panel`} disabled={disabled}>
      <legend>{title}</legend>
      <div className={classes.fields}>{children}</div>
    </fieldset>
  );
}

/** A part of a group that takes its whole width. */
export function Wide({ children }: { children: ReactNode }) {
  return <div className={classes.wide}>{children}</div>;
}
