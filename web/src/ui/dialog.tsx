import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { Button } from './button.tsx';
import classes from './dialog.module.css';

/**
 * A modal dialog: the browser's own, which keeps the focus inside, closes on Escape, gives the focus back and
 * costs no JavaScript, so it can say "No Internet Connection" when nothing more can be loaded.
 */
export function Dialog({
  title,
  onClose,
  children,
  actions,
  withCancel = false,
}: {
  title: string;
  /** Escape, or a press beside the dialog. Beside a form or lists a press does nothing: it would lose what was entered. */
  onClose: () => void;
  children: ReactNode;
  /** Buttons, the main one last. The focus goes to the first of the dialog, or to what has `data-autofocus`. */
  actions: ReactNode;
  /** Whether a button before the actions cancels: it does what Escape does. */
  withCancel?: boolean;
}) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // Closed while it is still in the page: the browser then gives the focus back.
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    dialog?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    // A long dialog is read from its beginning, though the button that has the focus is at its end.
    if (dialog) dialog.scrollTop = 0;
    return () => dialog?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the key that does the same.
    <dialog
      ref={ref}
      className={classes.dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        const { currentTarget: dialog, target } = event;
        if (target === dialog && dialog.querySelector('form, select') === null) onClose();
      }}
    >
      <div className={classes.body}>
        <h2 id={titleId}>{title}</h2>
        {children}
        <div className={classes.actions}>
          {withCancel && (
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
          )}
          {actions}
        </div>
      </div>
    </dialog>
  );
}

/** Something the person must read before going on: a title, a sentence, one button. */
export function MessageDialog({
  title,
  message,
  onClose,
  children,
}: {
  title: string;
  message: string;
  onClose: () => void;
  /** What is under the sentence. */
  children?: ReactNode;
}) {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        // Not to a link in the text: Enter, pressed for the next bid, would follow it or ring Support.
        <Button onClick={onClose} data-autofocus>
          OK
        </Button>
      }
    >
      {message !== '' && <p>{message}</p>}
      {children}
    </Dialog>
  );
}
