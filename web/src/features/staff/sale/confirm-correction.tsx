import type { StaffLot } from '@saleyard/contract/lots.ts';
import { buyerNumberOf } from '@saleyard/domain/auction/ids.ts';
import { useState } from 'react';
import type { StaffOrder } from '@/features/staff/api/staff-command.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { useAccountOf } from './buyer-number.ts';
import { correctionNotice } from './corrections.ts';
import { BeforeAfter, buyerLabel, outcomeText } from './lot-results.tsx';
import { useOrders } from './orders.tsx';

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

const WHEN_IT_HOLDS = {
  atOnce: 'The correction holds at once.',
  asked:
    'If the lot was not this buyer’s, or costs them more, they are asked first. Otherwise it holds at once.',
} as const;

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
  const { give, isPending, refusal } = useOrders(auction, onClose);
  const isToNumber = proposal?.buyer != null && buyerNumberOf(proposal.buyer) !== null;
  const accountOf = useAccountOf(auction, isToNumber);
  if (refusal) return refusal;
  if (proposal === undefined) return null;
  const { outcome, buyer, buyerName, cents, reason, byName, acceptedBy } = proposal;
  // A lot that goes to another account than before is offered to it, unless staff recorded that it has agreed [C5].
  const mayAwaitBuyer = acceptedBy === null && buyer !== null && accountOf(buyer) !== null;
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
              give(confirmationOf(lot, proposal), {
                done: (decision) => correctionNotice(lot, decision, 'confirmed'),
                onDone: onClose,
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
        Your name is recorded beside theirs. {WHEN_IT_HOLDS[mayAwaitBuyer ? 'asked' : 'atOnce']}
      </p>
    </Dialog>
  );
}
