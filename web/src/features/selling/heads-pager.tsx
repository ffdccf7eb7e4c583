import { type Form as FormData, headFields, type Values } from '@saleyard/domain/listing/forms/field.ts';
import { missingProblems, valueProblems } from '@saleyard/domain/listing/forms/problems.ts';
import { useEffect, useRef, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useStoredValue } from '@/lib/stored-value.ts';
import { Button } from '@/ui/button.tsx';
import { MessageDialog } from '@/ui/dialog.tsx';
import { FieldGroup, Wide } from '@/ui/form/form.tsx';
import { Row } from '@/ui/layout.tsx';
import { HeadsGrid } from './heads-grid.tsx';
import { headOfPath } from './heads-values.ts';
import { FormField } from './lot-fields.tsx';
import { type FormMode, isPartly, type LotValues } from './lot-values.ts';
import classes from './selling.module.css';
import { useWanted } from './step-nav.tsx';
import { WeightsImport } from './weights-import.tsx';

/** Fields of a head that take a value. */
const INPUTS = 'input:not([type="file"]), select';

/**
 * Enter goes to the next field of a head, and from the last one to the next head; from the last head to its button.
 * `place`: an element inside the group.
 */
function useEnter(index: number, next: () => boolean, isLast: boolean, isOn: boolean) {
  const place = useRef<HTMLParagraphElement>(null);
  const onNext = useRef<HTMLButtonElement>(null);
  const goesOn = useRef(false);
  const asked = useRef({ next, isLast });
  useEffect(() => {
    asked.current = { next, isLast };
  });
  const inputs = () => [...(place.current?.closest('fieldset')?.querySelectorAll<HTMLElement>(INPUTS) ?? [])];
  // biome-ignore lint/correctness/useExhaustiveDependencies: the fields of another head are other elements.
  useEffect(() => {
    if (!isOn) return;
    const group = place.current?.closest('fieldset');
    if (goesOn.current) inputs()[0]?.focus();
    goesOn.current = false;
    const press = (event: KeyboardEvent) => {
      const at = inputs().indexOf(event.target as HTMLElement);
      if (event.key !== 'Enter' || at < 0) return;
      event.preventDefault();
      const following = inputs()[at + 1];
      if (following) following.focus();
      else if (asked.current.isLast) onNext.current?.focus();
      else goesOn.current = asked.current.next();
    };
    group?.addEventListener('keydown', press);
    return () => group?.removeEventListener('keydown', press);
  }, [index, isOn, place.current === null]);
  return { place, onNext };
}

/** How the heads are shown: one after the other, or all in a grid. */
type View = 'one' | 'grid';
const VIEW = 'saleyard-heads-view';

/** The head that were weighed, one after the other or in a grid. */
export function HeadsPager({ form, mode }: { form: FormData; mode: FormMode }) {
  const { getValues, setValue } = useFormContext<LotValues>();
  const weighed = useWatch<LotValues, 'countWeighed'>({ name: 'countWeighed' });
  const count = typeof weighed === 'number' ? Math.min(weighed, 2_000) : 0;
  // A lot that is offered again shows its last head first.
  const [at, setAt] = useState(mode === 'reoffer' ? Math.max(0, count - 1) : 0);
  // Counts what was taken away or replaced: then the fields show other heads.
  const [removed, setRemoved] = useState(0);
  // Why the next head does not come yet.
  const [stopped, setStopped] = useState<string | null>(null);
  const [view, setView] = useStoredValue<View>(VIEW, 'one');
  // A field that is gone to is shown in the same frame, which puts the focus in it.
  const wanted = useWanted();
  const [shown, setShown] = useState(wanted);
  if (wanted !== shown) {
    setShown(wanted);
    const head = headOfPath(wanted?.path ?? '');
    if (head !== null) setAt(head.row);
  }
  const index = Math.min(at, count - 1);
  const isLast = index === count - 1;
  const fields = headFields(form);
  const next = () => {
    const head = (getValues(`heads.${index}`) ?? {}) as Values;
    const [first] = missingProblems(fields, head);
    const [wrong] = valueProblems(fields, head);
    if (first !== undefined)
      setStopped(`Please Enter ${fields.find(({ name }) => name === first.field)?.title ?? first.field}`);
    else if (wrong !== undefined) setStopped(wrong.message);
    else {
      setAt(isLast ? 0 : index + 1);
      return true;
    }
    return false;
  };
  const weigh = (heads: number) => {
    const [head, before] = getValues(['count', 'countWeighed']);
    setValue('countWeighed', heads, { shouldDirty: true });
    // The number of head follows where all were weighed, and is never lower than those weighed.
    if (Number(head || 0) < heads || head === before) setValue('count', heads, { shouldDirty: true });
  };
  const take = (taken: readonly Values[]) => {
    setValue(
      'heads',
      taken.map((head) => ({ ...head })),
      { shouldDirty: true },
    );
    weigh(taken.length);
    setAt(0);
    setRemoved(removed + 1);
  };
  const clear = () => {
    setValue(
      'heads',
      getValues('heads').filter((_, other) => other !== index),
      { shouldDirty: true },
    );
    setRemoved(removed + 1);
  };
  const { place, onNext } = useEnter(index, next, isLast, view === 'one');
  if (count === 0) return null;
  const disabled = isPartly(mode);
  const isGrid = view === 'grid';
  const files = !disabled && (
    <WeightsImport
      form={form}
      hasHeads={() =>
        getValues('heads').some((head) =>
          Object.values(head ?? {}).some((value) => value !== '' && value !== null && value !== undefined),
        )
      }
      onTake={take}
    />
  );
  return (
    <FieldGroup title={form.groups.find(({ type }) => type === 'repeatForNumber')?.title ?? 'Assessment'}>
      <Wide>
        <Row gap="sm" justify="space-between" className={classes.headWays}>
          <p ref={place} className={isGrid ? classes.gridHint : classes.head} aria-live="polite">
            {isGrid
              ? 'Type, paste a column or import a file. Enter goes to the next head.'
              : `Head ${index + 1} of ${count}`}
          </p>
          <Button variant="default" size="compact-md" onClick={() => setView(isGrid ? 'one' : 'grid')}>
            {isGrid ? 'Show one by one' : 'Show as a grid'}
          </Button>
        </Row>
      </Wide>
      {isGrid ? (
        <Wide>
          <HeadsGrid form={form} count={count} disabled={disabled} wanted={wanted} onLonger={weigh} />
          <Row gap="sm" mt="sm" className={classes.headWays}>
            {files}
          </Row>
        </Wide>
      ) : (
        <>
          {fields.map((field) => (
            <FormField
              key={`${index} ${removed} ${field.name}`}
              field={field}
              at={`heads.${index}`}
              disabled={disabled}
            />
          ))}
          <Wide>
            <Row gap="sm" className={classes.headWays}>
              <Button variant="default" disabled={index === 0} onClick={() => setAt(index - 1)}>
                Previous
              </Button>
              <Button ref={onNext} variant="default" onClick={next}>
                {isLast ? 'Finish' : 'Next'}
              </Button>
              {!disabled && (
                <Button variant="default" onClick={clear}>
                  Clear
                </Button>
              )}
              {files}
            </Row>
          </Wide>
        </>
      )}
      {stopped !== null && (
        <MessageDialog title="Assessment" message={stopped} onClose={() => setStopped(null)} />
      )}
    </FieldGroup>
  );
}
