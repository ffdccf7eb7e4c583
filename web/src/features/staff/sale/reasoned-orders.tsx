import { STAFF_CAUSES, type StaffCause } from '@saleyard/domain/auction/freeze-cause.ts';
import { SALE_LIMITS } from '@saleyard/domain/auction/scheduling.ts';
import { CAUSES } from '@saleyard/domain/presentation/freezes.ts';
import { type ReactNode, type Ref, useId, useState } from 'react';
import type { StaffOrder } from '@/features/staff/api/staff-command.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Select } from '@/ui/inputs.tsx';
import { Stack } from '@/ui/layout.tsx';
import { TextField, useSmallForm } from '@/ui/text-field.tsx';
import { useOrders } from './orders.tsx';

type Stop = 'freeze' | 'resume' | 'pause' | 'unpause';

type StopLabels = { label: string; done: string; explanation: string };

const SALE: Readonly<Record<Stop, StopLabels>> = {
  freeze: {
    label: 'Freeze',
    done: 'frozen',
    explanation: 'No bids are taken and every timer stops, until you resume the sale.',
  },
  resume: {
    label: 'Resume',
    done: 'resumed',
    explanation: 'Bidding goes on; every deadline moves by the time the sale stood still.',
  },
  pause: {
    label: 'Pause',
    done: 'paused',
    explanation: 'Timers stop; bids go on, until you unpause the sale.',
  },
  unpause: {
    label: 'Unpause',
    done: 'unpaused',
    explanation: 'Timers run again; every deadline moves by the time they stood still.',
  },
};

/** A stop (or its end) of the sale, or of one lot when `lot` is given: what the dialog says and what is ordered. */
export function stopOf(type: Stop, lot?: { _id: string; number: string }) {
  const what = lot ? `Lot ${lot.number}` : 'the sale';
  const { label, done, explanation } = SALE[type];
  return {
    title: `${label} ${what}`,
    explanation: lot ? explanation.replaceAll('the sale', `Lot ${lot.number}`) : explanation,
    action: label,
    done: `${lot ? what : 'The sale'} is ${done}`,
    hasCause: type === 'freeze',
    order: (reason: string, cause?: StaffCause): StaffOrder => ({
      type,
      reason,
      ...(lot && { lot: lot._id }),
      ...(cause && { cause }),
    }),
  };
}

/** An order that needs a reason first. */
export type ReasonedOrder = {
  title: string;
  explanation: string;
  action: string;
  /** The notice once it is carried out. */
  done: string;
  /** What is in the list of actions, where it is not the action and the lot. */
  menu?: string;
  danger?: boolean;
  /** The readers of the reason, where it is not only staff and auditors. */
  readBy?: string;
  /** Everybody may read its cause, which is chosen from a list. */
  hasCause?: boolean;
  order: (reason: string, cause?: StaffCause) => StaffOrder;
};

/** Taking a lot out of the sale. */
export const withdrawalOf = (lot: { _id: string; number: string }): ReasonedOrder => ({
  title: `Withdraw Lot ${lot.number}?`,
  explanation:
    'The lot leaves the sale and its bids count for nothing. It can be put back until the sale closes.',
  action: 'Withdraw',
  done: `Lot ${lot.number} is withdrawn`,
  danger: true,
  order: (reason) => ({ type: 'withdraw', lot: lot._id, reason }),
});

/** The lot was sold privately: it leaves the bidding before the sale goes live. */
export const soldBeforeOf = (lot: { _id: string; number: string }): ReasonedOrder => ({
  title: `Lot ${lot.number} sold before the auction?`,
  explanation:
    'The lot takes no bids, and the catalogue shows it as sold before the auction. This cannot be undone.',
  action: 'Mark as sold',
  done: `Lot ${lot.number} is marked as sold before the auction`,
  menu: `Mark Lot ${lot.number} as sold before the auction…`,
  danger: true,
  order: (reason) => ({ type: 'sellBefore', lot: lot._id, reason }),
});

/** The sale will not be held: final. */
export const CANCELLATION: ReasonedOrder = {
  title: 'Cancel the sale?',
  explanation:
    'Every lot is withdrawn, and the sale does not open. People who look for it read that it is cancelled. This cannot be undone.',
  action: 'Cancel the sale',
  done: 'The sale is cancelled',
  danger: true,
  order: (reason) => ({ type: 'cancel', reason }),
};

/** Why a sale or a lot is frozen, as everybody may read it. */
function CauseField({
  value,
  problem,
  onChange,
  ref,
}: {
  value: string;
  problem: string | null;
  onChange: (value: string) => void;
  ref: Ref<HTMLSelectElement>;
}) {
  return (
    <Select
      label="Cause"
      description="Everybody may read it, unlike the reason below"
      error={problem}
      ref={ref}
      options={[
        { value: '', label: 'Choose…' },
        ...STAFF_CAUSES.map((cause) => ({ value: cause, label: CAUSES[cause] })),
      ]}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

/** The question for a reason, before something is done that people in the sale will notice. The event keeps the reason. */
function ReasonDialog({
  title,
  explanation,
  action,
  danger = false,
  readBy = "Kept with the sale's record. Name nobody in it.",
  hasCause = false,
  isPending,
  onGive,
  onClose,
}: {
  title: string;
  /** What it does, in a sentence. */
  explanation: string;
  /** The word on the button. */
  action: string;
  danger?: boolean;
  readBy?: string;
  hasCause?: boolean;
  isPending: boolean;
  onGive: (reason: string, cause?: StaffCause) => void;
  onClose: () => void;
}) {
  const formId = useId();
  const { field, submit } = useSmallForm({
    initial: { cause: '', reason: '' },
    checks: {
      cause: (cause) => (hasCause && cause === '' ? 'Please choose a cause' : null),
      reason: (text) => (text.trim() === '' ? 'Please Enter a reason' : null),
    },
    onSubmit: ({ cause, reason }) =>
      onGive(
        reason.trim(),
        STAFF_CAUSES.find((one) => one === cause),
      ),
  });
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            Back
          </Button>
          <Button type="submit" form={formId} disabled={isPending} color={danger ? 'ochre' : undefined}>
            {action}
          </Button>
        </>
      }
    >
      <p className="sy-dim">{explanation}</p>
      <Stack as="form" gap="sm" id={formId} onSubmit={submit} noValidate>
        {hasCause && <CauseField {...field('cause')} />}
        <TextField
          label="Reason"
          description={hasCause ? 'For staff and auditors. Name nobody in it.' : readBy}
          most={SALE_LIMITS.reason}
          {...field('reason')}
        />
      </Stack>
    </Dialog>
  );
}

/**
 * Takes the reason of an order, sends the order, and says when it was refused: what was typed is still there then. `dialogs` must be
 * rendered.
 */
export function useReasonedOrders(auction: string): {
  ask: (order: ReasonedOrder) => void;
  pending: boolean;
  dialogs: ReactNode;
} {
  const [asked, setAsked] = useState<ReasonedOrder | null>(null);
  const { give, isPending, refusal } = useOrders(auction);
  return {
    ask: setAsked,
    pending: isPending,
    dialogs: (
      <>
        {asked && (
          <ReasonDialog
            {...asked}
            isPending={isPending}
            onClose={() => setAsked(null)}
            onGive={(reason, cause) =>
              give(asked.order(reason, cause), {
                done: asked.done,
                onDone: () => setAsked(null),
              })
            }
          />
        )}
        {refusal}
      </>
    ),
  };
}
