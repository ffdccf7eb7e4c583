import type { Form } from '@saleyard/domain/listing/forms/field.ts';
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';
import { ICON_SIZES, IconChevronDown, IconChevronLeft, IconChevronRight } from '@/config/icons.ts';
import { Button, IconButton } from '@/ui/button.tsx';
import { fieldId } from '@/ui/form/fields.tsx';
import type { FormProblem } from '@/ui/form/schema-resolver.ts';
import type { LotValues } from './lot-values.ts';
import { useSettledValues } from './settled-values.ts';
import classes from './steps.module.css';
import { STEPS, type StepId, stepOf, stepStates } from './steps.ts';

/** Where the person is in the form. null: the form shows all of its sections, as a reoffer does. */
type Place = {
  current: StepId;
  go: (to: StepId) => void;
  /** The field that was gone to last; null: none yet. */
  wanted: { readonly path: string } | null;
};
const PlaceContext = createContext<Place | null>(null);

const numberOf = (id: StepId): number => STEPS.findIndex((step) => step.id === id);
const elementId = (id: StepId): string => `section-${id}`;

/** Shows a section from its top. */
const showTop = (id: StepId) =>
  requestAnimationFrame(() => document.getElementById(elementId(id))?.scrollIntoView?.({ block: 'start' }));

/** The place in a form with sections, and a way to each of its fields. */
export function usePlace(form: Form): Place & { goTo: (path: string) => void } {
  const [current, setCurrent] = useState<StepId>('vendor');
  const [wanted, setWanted] = useState<Place['wanted']>(null);
  const go = useCallback((to: StepId) => {
    setCurrent(to);
    showTop(to);
  }, []);
  const goTo = useCallback(
    (path: string) => {
      setCurrent(stepOf(form, path));
      setWanted({ path });
      // After the section of the field is shown: what is not shown takes no focus.
      requestAnimationFrame(() => document.getElementById(fieldId(path))?.focus());
    },
    [form],
  );
  return useMemo(() => ({ current, go, goTo, wanted }), [current, go, goTo, wanted]);
}

export const PlaceProvider = PlaceContext.Provider;

/** The field that was gone to last, for a part that does not show all of its fields at once. */
export const useWanted = (): Place['wanted'] => useContext(PlaceContext)?.wanted ?? null;

/** One section of the form; on a phone the only one that is shown, with a way to the next. */
export function Step({ id, children }: { id: StepId; children: ReactNode }) {
  const place = useContext(PlaceContext);
  if (place === null) return children;
  const next = STEPS[numberOf(id) + 1];
  return (
    <section
      id={elementId(id)}
      className={classes.step}
      aria-label={STEPS[numberOf(id)]?.title}
      data-current={place.current === id || undefined}
    >
      {children}
      {next && (
        <Button variant="default" size="lg" className={classes.next} onClick={() => place.go(next.id)}>
          Next: {next.title}
        </Button>
      )}
    </section>
  );
}

/** The sections of the form, how far each is, and ways to them: a list beside the form, on a phone above it. */
export function StepNav({
  form,
  problemsOf,
}: {
  form: Form;
  /** Everything that keeps these values from being submitted. */
  problemsOf: (values: LotValues) => readonly FormProblem[];
}) {
  const place = useContext(PlaceContext);
  const states = useSettledValues(
    useCallback((values) => stepStates(form, values, problemsOf(values)), [form, problemsOf]),
  );
  const [isOpen, setOpen] = useState(false);
  if (place === null) return null;
  const { current, go } = place;
  const at = numberOf(current);
  const [before, here, after] = [STEPS[at - 1], STEPS[at], STEPS[at + 1]];
  return (
    <nav className={classes.nav} aria-label="Sections of the form">
      <div className={classes.phone}>
        <IconButton
          aria-label={before ? `Back to ${before.title}` : 'First section'}
          disabled={!before}
          onClick={() => before && go(before.id)}
        >
          <IconChevronLeft size={ICON_SIZES.md} aria-hidden="true" />
        </IconButton>
        <button
          type="button"
          className={classes.here}
          aria-expanded={isOpen}
          aria-controls="form-sections"
          onClick={() => setOpen(!isOpen)}
        >
          <strong>{here?.title}</strong>
          <span>
            {at + 1} of {STEPS.length}, {states.get(current)?.text}{' '}
            <IconChevronDown size={ICON_SIZES.sm} aria-hidden="true" />
          </span>
        </button>
        <IconButton
          aria-label={after ? `On to ${after.title}` : 'Last section'}
          disabled={!after}
          onClick={() => after && go(after.id)}
        >
          <IconChevronRight size={ICON_SIZES.md} aria-hidden="true" />
        </IconButton>
      </div>
      <ol id="form-sections" className={classes.list} data-open={isOpen || undefined}>
        {STEPS.map(({ id, title }) => {
          const { is, text } = states.get(id) ?? { is: 'open', text: '' };
          return (
            <li key={id}>
              <button
                type="button"
                aria-current={id === current ? 'step' : undefined}
                onClick={() => {
                  setOpen(false);
                  go(id);
                }}
              >
                {title} <span data-is={is}>{text}</span>
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
