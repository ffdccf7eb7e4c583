import { documentOperations } from '@saleyard/contract/operations/documents.ts';
import { useMutation } from '@tanstack/react-query';
import { call } from '@/lib/api-client.ts';
import { errorTextOf } from '@/lib/api-error.ts';
import { useMe } from '@/lib/session.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import type { LotValues } from './lot-values.ts';

export const ALLOW = 'Allow 24 hrs until live in Catalogue';

const sent = (lot: string, recipientName: string, recipientEmail: string) =>
  call(documentOperations.emailOwnLot, { params: { lot }, body: { recipientName, recipientEmail } });

/**
 * Sends the lot to its vendor where that was asked for; answers what is said of it, null where it was not. The lot is
 * submitted by then: a mail that could not be sent fails nothing.
 */
export async function mailedToVendor(lot: string, values: LotValues): Promise<string | null> {
  if (!values.emailToVendor) return null;
  const { vendorEmail, vendorName } = values.details;
  if (typeof vendorEmail !== 'string' || vendorEmail === '')
    return 'The vendor got no e-mail: no address of theirs is stated.';
  try {
    return (await sent(lot, String(vendorName || 'Vendor'), vendorEmail)).message;
  } catch (error) {
    return `The vendor got no e-mail. ${errorTextOf(error).message}`;
  }
}

/** Says that a lot is submitted, and offers to e-mail it. `mailed`: what is said of the vendor's e-mail. */
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
    mutationFn: () => sent(lot, me?.firstName ?? '', me?.email ?? ''),
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
      {mailed !== null && <p>{mailed}</p>}
      {isDone ? (
        <p role="status">{mail.data?.message ?? errorTextOf(mail.error).message}</p>
      ) : (
        <p>Email Lot to yourself?</p>
      )}
    </Dialog>
  );
}
