import type { StaffLot } from '@saleyard/contract/lots.ts';
import { buyerNumberOf } from '@saleyard/domain/auction/ids.ts';
import { useState } from 'react';
import { type StaffOrder, useStaffCommand } from '@/features/staff/api/staff-command.ts';
import { errorTextOf } from '@/lib/api-error.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog, MessageDialog } from '@/ui/dialog.tsx';
import { toast } from '@/ui/toasts.tsx';
import { BeforeAfter, buyerLabel, outcomeText } from './lot-results.tsx';

type Proposal = NonNullable<StaffLot['proposal']>;

/** Confirms the correction that is shown, and no other that took its place meanwhile [C6]. */
function confirmationOf(lot: StaffLot, { outcome, buyer, cents }: Proposal): StaffOrder {
  const number = buyer === null ? null : buyerNumberOf(buyer);
  return {
    type: 'confirmCorrection',
    lot: lot._id,
    outcome,
    ...(cents !== null && { cents }),
    ...(number !== null && { buyerNumber: number }),
    ...(number === null && buyer !== null && { buyer }),
  };
}

/** The second person reads what a correction changes, who proposed it and why, and confirms it. */
export function ConfirmCorrectionDialog({
  auction,
  lot,
  onClose,
}: {
  auction: string;
  lot: StaffLot;
  onClose: () => void;
}) {
  // What was shown when it was opened is what is confirmed.
  const [proposal] = useState(lot.proposal);
  const { mutate, isPending, error, reset } = useStaffCommand(auction);
  const refusal = error ? errorTextOf(error) : null;
  if (refusal) {
    const close = () => {
      reset();
      onClose();
    };
    return <MessageDialog title={refusal.title} message={refusal.message} onClose={close} />;
  }
  if (proposal === undefined) return null;
  const { outcome, buyer, buyerName, cents, reason, byName, acceptedBy } = proposal;
  const named = { buyer: buyer === null ? '' : buyerLabel(buyer, buyerName), cents };
  return (
    <Dialog
      title={`Confirm the correction of Lot ${lot.number}?`}
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            Back
          </Button>
          <Button
            color="ochre"
            disabled={isPending}
            onClick={() =>
              mutate(confirmationOf(lot, proposal), {
                onSuccess: () => {
                  toast(`Correction of Lot ${lot.number} confirmed`);
                  onClose();
                },
              })
            }
          >
            Confirm
          </Button>
        </>
      }
    >
      <BeforeAfter lot={lot} after={outcomeText(outcome, named, lot)} />
      <p>
        Proposed by {byName || 'staff'}. Reason: {reason}
      </p>
      <p className="sy-dim">
        {acceptedBy === 'staffRecord' && 'The buyer has agreed, as recorded by staff. '}
        Your name is recorded beside theirs. The correction holds at once, or once its buyer accepts it if
        they have not agreed yet.
      </p>
    </Dialog>
  );
}
