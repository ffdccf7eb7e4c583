import { Button } from '@mantine/core';
import { Dialog } from './dialog.tsx';

/** Something the person must read before going on: a title, a sentence, one button. */
export function MessageDialog({
  title,
  message,
  onClose,
}: {
  title: string;
  message: string;
  onClose: () => void;
}) {
  return (
    <Dialog title={title} onClose={onClose} actions={<Button onClick={onClose}>OK</Button>}>
      <p>{message}</p>
    </Dialog>
  );
}
