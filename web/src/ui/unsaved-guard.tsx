import type { ReactNode } from 'react';
import { useBeforeUnload, useBlocker } from 'react-router';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

/**
 * While `isUnsaved`, leaving the page needs a confirmation: a dialog here, the browser's own where the window is closed.
 * `children`: what would be lost.
 */
export function UnsavedGuard({
  isUnsaved,
  title,
  children,
}: {
  isUnsaved: boolean;
  title: string;
  children: ReactNode;
}) {
  const blocker = useBlocker(isUnsaved);
  useBeforeUnload((event) => {
    if (isUnsaved) event.preventDefault();
  });
  if (blocker.state !== 'blocked') return null;
  return (
    <Dialog
      title={title}
      onClose={blocker.reset}
      withCancel
      actions={
        <Button color="ochre" onClick={blocker.proceed}>
          Leave
        </Button>
      }
    >
      <p>{children}</p>
    </Dialog>
  );
}
