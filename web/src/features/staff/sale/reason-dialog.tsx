import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useId, useState } from 'react';
import { Dialog } from '@/components/dialog.tsx';

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
  const [reason, setReason] = useState('');
  const [judged, setJudged] = useState(false);
  const formId = useId();
  const fault = reason.trim() === '' ? 'Please Enter a reason' : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setJudged(true);
    if (fault === null) onGive(reason.trim());
  };
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
        <TextInput
          label="Reason"
          description="Kept with the sale's record"
          maxLength={REASON_LENGTH}
          value={reason}
          error={judged && fault}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
          data-autofocus
        />
      </form>
    </Dialog>
  );
}
