import { emailProblem } from '@saleyard/domain/account/credentials.ts';
import { MAIL_NAME_LENGTH, mailableName, mailNameProblem } from '@saleyard/domain/fields/mail-names.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '@/config/paths.ts';
import { errorTextOf } from '@/lib/api-error.ts';
import { useMe } from '@/lib/session.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog, MessageDialog } from '@/ui/dialog.tsx';
import { Grid } from '@/ui/layout.tsx';
import { TextField, useSmallForm } from '@/ui/text-field.tsx';
import classes from './documents.module.css';

export type DocType = 'summary' | 'full';
export type Recipient = { recipientName: string; recipientEmail: string };

/** [B306] */
const WRONG_EMAIL = 'Email is incorrect please check and enter again';

const checks = {
  recipientName: mailNameProblem,
  recipientEmail: (text: string) => (emailProblem(text.trim()) === null ? null : WRONG_EMAIL),
};

/** Sends a document to somebody by e-mail. `send` answers what is then shown. */
export function EmailDialog({
  title,
  hasDetails,
  send,
  onClose,
}: {
  title: string;
  /** Whether the full details may be sent in place of the summary. */
  hasDetails: boolean;
  send: (recipient: Recipient, docType: DocType) => Promise<{ message: string }>;
  onClose: () => void;
}) {
  const me = useMe();
  const [docType, setDocType] = useState<DocType>('summary');
  const sending = useMutation({ mutationFn: (recipient: Recipient) => send(recipient, docType) });
  const { field, set, submit } = useSmallForm({
    initial: { recipientName: '', recipientEmail: '' },
    checks,
    onSubmit: (values) => sending.mutate(values),
  });
  if (sending.data) return <MessageDialog title={title} message={sending.data.message} onClose={onClose} />;
  if (!me) {
    return (
      <MessageDialog title={title} message="Please log in or register to send e-mails." onClose={onClose}>
        <p>
          <Link to={paths.signIn}>Login Now</Link>
        </p>
      </MessageDialog>
    );
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      withCancel
      actions={
        <Button type="submit" form="email-document" loading={sending.isPending}>
          Send
        </Button>
      }
    >
      <Grid as="form" single gap="sm" id="email-document" noValidate onSubmit={submit}>
        <Button
          variant="subtle"
          size="xs"
          className={classes.myself}
          onClick={() =>
            set({
              recipientName: mailableName(`${me.firstName} ${me.lastName}`),
              recipientEmail: me.email,
            })
          }
        >
          Email to yourself
        </Button>
        <TextField label="Recipient name" most={MAIL_NAME_LENGTH} {...field('recipientName')} />
        <TextField label="Recipient email" type="email" {...field('recipientEmail')} />
        {hasDetails && (
          <fieldset className={classes.choice}>
            <legend>Document</legend>
            {(['summary', 'full'] as const).map((value) => (
              <label key={value}>
                <input
                  type="radio"
                  name="docType"
                  checked={docType === value}
                  onChange={() => setDocType(value)}
                />{' '}
                {value === 'summary' ? 'Summary' : 'Full Details'}
              </label>
            ))}
          </fieldset>
        )}
        {me.isEmailConfirmed === false && (
          <p>
            You can send e-mails once your own address is confirmed.{' '}
            <Link to={paths.confirmEmail}>Confirm it now</Link>
          </p>
        )}
        {sending.error && <p role="alert">{errorTextOf(sending.error).message}</p>}
      </Grid>
    </Dialog>
  );
}
