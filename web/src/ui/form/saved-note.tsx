import { formatClock } from '@saleyard/domain/presentation/dates.ts';
import { ICON_SIZES, IconAlertTriangle, IconCheck } from '@/config/icons.ts';
import type { SavedState } from './draft.ts';
import classes from './form.module.css';

/** When what was typed was last kept: "Saved 10:42". */
export function SavedNote({ savedAt, failed }: SavedState) {
  if (failed) {
    return (
      <p role="alert" className={classes.notSaved}>
        <IconAlertTriangle size={ICON_SIZES.sm} aria-hidden="true" /> Not saved: this browser cannot keep it
      </p>
    );
  }
  if (savedAt === null) return null;
  return (
    <p className={classes.saved}>
      <IconCheck size={ICON_SIZES.sm} aria-hidden="true" /> Saved {formatClock(savedAt)}
    </p>
  );
}
