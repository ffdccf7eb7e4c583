import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { formatClock } from '@/lib/dates.ts';
import type { SavedState } from './draft.ts';
import classes from './form.module.css';

/** When what was typed was last kept: "Saved 10:42". */
export function SavedNote({ savedAt, failed }: SavedState) {
  if (failed) {
    return (
      <p role="alert" className={classes.notSaved}>
        <IconAlertTriangle size={16} aria-hidden="true" /> Not saved: this browser can not keep it
      </p>
    );
  }
  if (savedAt === null) return null;
  return (
    <p className={classes.saved}>
      <IconCheck size={16} aria-hidden="true" /> Saved {formatClock(savedAt)}
    </p>
  );
}
