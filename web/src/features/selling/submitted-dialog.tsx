import { documentOperations } from '@saleyard/contract/operations/documents.ts';
import { mailableName } from '@saleyard/domain/fields/mail-names.ts';
import { useMutation } from '@tanstack/react-query';
import { call } from '@/lib/api-client.ts';
import { errorTextOf } from '@/lib/api-error.ts';
import { useMe } from '@/lib/session.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import type { LotValues } from './lot-values.ts';

export const ALLOW = 'Allow 24 hrs until live in Catalogue';

const UNCONFIRMED = 'The vendor gets no e-mail: your own e-mail address is not confirmed.';

const sent = (lot: string, recipientName: string, recipientEmail: string) =>
  call(documentOperations.emailOwnLot, { params: { lot }, body: { recipientName, recipientEmail } });

/** What a seller reads of the vendor's e-mail, which the server sends; null where none was requested. */
export function vendorMailNote({ emailToVendor, details: { vendorEmail } }: LotValues): string | null {
  if (!emailToVendor) return null;
  return typeof vendorEmail === 'string' && vendorEmail !== ''
    ? `We are sending the lot to its vendor at ${vendorEmail}.`
    : 'The vendor gets no e-mail: the form has no vendor e-mail address.';
}

/** Says that a lot is submitted, and offers to e-mail it. `mailed`: the note about the vendor's e-mail. */
export function SubmittedDialog({
  lot,
  message,
  mailed,
  onClose,
}: {
  lot: string;
  message: string;
  mailed: string | null;
  onClose: () => void;
}) {
  const me = useMe();
  const mail = useMutation({
    mutationFn: () => sent(lot, mailableName(me?.firstName ?? '') || 'Seller', me?.email ?? ''),
  });
  const isDone = mail.isSuccess || mail.isError;
  return (
    <Dialog
      title="Lot Submitted Successfully"
      onClose={onClose}
      actions={
        isDone ? (
          <Button onClick={onClose}>OK</Button>
        ) : (
          <>
            <Button variant="default" onClick={onClose}>
              No
            </Button>
            <Button loading={mail.isPending} onClick={() => mail.mutate()}>
              Yes
            </Button>
          </>
        )
      }
    >
      <p>{message}</p>
      {mailed !== null && <p>{me?.isEmailConfirmed === false ? UNCONFIRMED : mailed}</p>}
      {isDone ? (
        <p role="status">{mail.data?.message ?? errorTextOf(mail.error).message}</p>
      ) : (
        <p>Email Lot to yourself?</p>
      )}
    </Dialog>
  );
}
