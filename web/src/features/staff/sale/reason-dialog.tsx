import { Button } from '@mantine/core';
import { useId } from 'react';
import { Dialog } from '@/components/dialog.tsx';
import { TextField, useSmallForm } from '@/components/text-field.tsx';

/** The longest reason that is kept. */
const REASON_LENGTH = 200;

/** Asks why, before something is done that people in the sale will notice; the reason is kept with the event. */
export function ReasonDialog({
  title,
  explanation,
  action,
  danger = false,
  onGive,
  onClose,
}: {
  title: string;
  /** What it does, in a sentence. */
  explanation: string;
  /** The word on the button. */
  action: string;
  danger?: boolean;
  onGive: (reason: string) => void;
  onClose: () => void;
}) {
  const formId = useId();
  const { field, submit } = useSmallForm({
    initial: { reason: '' },
    judges: { reason: (text) => (text.trim() === '' ? 'Please Enter a reason' : null) },
    onSubmit: ({ reason }) => onGive(reason.trim()),
  });
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} color={danger ? 'ochre' : undefined}>
            {action}
          </Button>
        </>
      }
    >
      <p className="sy-dim">{explanation}</p>
      <form id={formId} onSubmit={submit} noValidate>
        <TextField
          label="Reason"
          description="Kept with the sale's record"
          most={REASON_LENGTH}
          {...field('reason')}
        />
      </form>
    </Dialog>
  );
}
