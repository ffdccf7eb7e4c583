import type { ReactNode } from 'react';
import classes from './labelled.module.css';

/** What stands around a control. */
export type Labels = {
  label?: ReactNode;
  description?: ReactNode;
  /** What is wrong with the value. `true`: something is, and another control names it. */
  error?: ReactNode;
  /** What the person must know of a value that is right; announced when it appears. */
  note?: ReactNode;
  /** Marks a value that must be given. */
  withAsterisk?: boolean | undefined;
  className?: string | undefined;
};

/** Whether an error has a message to show. */
const hasMessage = (error: ReactNode): boolean => Boolean(error) && error !== true;

/** The ids of the elements that describe the control `id`. */
export function describedBy(id: string, { description, error, note }: Labels): string | undefined {
  const ids = [hasMessage(error) && `${id}-error`, note && `${id}-note`, description && `${id}-description`];
  return ids.filter(Boolean).join(' ') || undefined;
}

export function ErrorText({ id, error }: { id: string; error: ReactNode }) {
  return hasMessage(error) ? (
    <p id={`${id}-error`} className={classes.error}>
      {error}
    </p>
  ) : null;
}

export function DescriptionText({ id, description }: { id: string; description: ReactNode }) {
  return description ? (
    <p id={`${id}-description`} className={classes.description}>
      {description}
    </p>
  ) : null;
}

/**
 * A control with its label above it and its error below. `id`: the control's own. `isGroup`: the label is of several
 * controls. `descriptionBelow`: the description is below the control, not above it.
 */
export function Labelled({
  id,
  isGroup = false,
  descriptionBelow = false,
  label,
  description,
  error,
  note,
  withAsterisk,
  className,
  children,
}: Labels & { id: string; isGroup?: boolean; descriptionBelow?: boolean; children: ReactNode }) {
  const caption = (
    <>
      {label}
      {withAsterisk && (
        <span className={classes.asterisk} aria-hidden="true">
          {' *'}
        </span>
      )}
    </>
  );
  const described = <DescriptionText id={id} description={description} />;
  return (
    <div className={`${classes.labelled} ${className ?? ''}`}>
      {label && isGroup && (
        <div id={`${id}-label`} className={classes.label}>
          {caption}
        </div>
      )}
      {label && !isGroup && (
        <label id={`${id}-label`} className={classes.label} htmlFor={id}>
          {caption}
        </label>
      )}
      {!descriptionBelow && described}
      {children}
      {descriptionBelow && described}
      {note && (
        <p id={`${id}-note`} role="status" className={classes.note}>
          {note}
        </p>
      )}
      <ErrorText id={id} error={error} />
    </div>
  );
}
