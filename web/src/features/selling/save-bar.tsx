import type { Form } from '@saleyard/domain/listing/forms/field.ts';
import { formatClock } from '@saleyard/domain/presentation/dates.ts';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { errorTextOf } from '@/lib/api-error.ts';
import { Button } from '@/ui/button.tsx';
import { SavedNote } from '@/ui/form/saved-note.tsx';
import type { FormProblem } from '@/ui/form/schema-resolver.ts';
import { SignInAgain } from '@/ui/sign-in-again.tsx';
import { UploadProgress } from '@/ui/upload/upload-field.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { labelOf } from './lot-labels.ts';
import type { Conflict } from './merge.ts';
import { savingText } from './saving.ts';
import classes from './selling.module.css';
import type { LotSaver } from './use-lot-saver.ts';

/** The fields of these problems in a sentence: "Vendor Email and 2 more". */
export function fieldsText(form: Form, problems: readonly FormProblem[]): string {
  const names = [...new Set(problems.map(({ path }) => labelOf(form, path)))];
  if (names.length > 3) return `${names.slice(0, 2).join(', ')} and ${names.length - 2} more`;
  return names.join(', ').replace(/, ([^,]*)$/, ' and $1');
}

/** What a person can do about a save that did not happen. */
function Remedy({ saver, goTo }: { saver: LotSaver; goTo: (path: string) => void }) {
  const [signingIn, setSigningIn] = useState(false);
  const read = useMutation({ mutationFn: saver.readElsewhere });
  const { saving } = saver;
  if (saving.state !== 'not-saved' || saver.conflicts.length > 0) return null;
  const { reason } = saving;
  switch (reason.why) {
    case 'fields': {
      const first = reason.problems[0]?.path ?? '';
      return (
        <Button variant="default" size="compact-md" onClick={() => goTo(first)}>
          Go to the field
        </Button>
      );
    }
    case 'changed-elsewhere':
      return (
        <>
          <Button variant="default" size="compact-md" loading={read.isPending} onClick={() => read.mutate()}>
            Bring both together
          </Button>
          {read.error && <span>{errorTextOf(read.error).message}</span>}
        </>
      );
    case 'signed-out':
      return (
        <>
          <Button size="compact-md" onClick={() => setSigningIn(true)}>
            Sign in
          </Button>
          {signingIn && (
            <SignInAgain
              onClose={() => setSigningIn(false)}
              onDone={() => {
                setSigningIn(false);
                void saver.save(false, true).catch(() => undefined);
              }}
            />
          )}
        </>
      );
    default:
      return (
        <Button
          variant="default"
          size="compact-md"
          onClick={() => void saver.save(false, true).catch(() => undefined)}
        >
          Try again
        </Button>
      );
  }
}

/**
 * The bar of a lot's form, always in view: whether everything typed is saved, else why not and what can be done.
 * `children`: the form's buttons.
 */
export function SaveBar({
  form,
  saver,
  goTo,
  children,
}: {
  form: Form;
  saver: LotSaver;
  /** Shows a field of the form and puts the focus in it. */
  goTo: (path: string) => void;
  children: ReactNode;
}) {
  const { saving, sending, broughtBackAt, conflicts } = saver;
  const isBad = saving.state === 'not-saved';
  // The choice that was closed: it is made later.
  const [putOff, setPutOff] = useState<readonly Conflict[] | null>(null);
  return (
    <div className={classes.bar}>
      <div className={classes.saving} data-bad={isBad || undefined}>
        <div role="status" data-testid="saving">
          {saving.state === 'saved' ? (
            <SavedNote savedAt={saving.at} failed={false} />
          ) : (
            savingText(saving, (problems) => fieldsText(form, problems))
          )}
        </div>
        <Remedy saver={saver} goTo={goTo} />
        {conflicts.length > 0 && (
          <Button variant="default" size="compact-md" onClick={() => setPutOff(null)}>
            Choose which to keep
          </Button>
        )}
        {sending && <UploadProgress share={sending.share} label={`Sending ${sending.name}`} />}
      </div>
      {broughtBackAt !== null && (
        <p className={classes.broughtBack}>
          {`Typed here at ${formatClock(broughtBackAt)} and not saved then: brought back${saving.state === 'saved' ? ', and saved now' : ''}.`}
          <Button
            variant="default"
            size="compact-md"
            onClick={() => (saving.state === 'saved' ? saver.seen() : void saver.discard())}
          >
            {saving.state === 'saved' ? 'OK' : 'Let it go'}
          </Button>
        </p>
      )}
      <div className={classes.controls}>{children}</div>
      {conflicts.length > 0 && putOff !== conflicts && (
        <ConflictDialog
          form={form}
          conflicts={conflicts}
          onClose={() => setPutOff(conflicts)}
          onSettle={saver.settle}
        />
      )}
    </div>
  );
}
