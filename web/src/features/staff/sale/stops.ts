import type { StaffOrder } from '@/features/staff/api/staff-command.ts';

type Stop = 'freeze' | 'resume' | 'pause' | 'unpause';

type StopLabels = { label: string; explanation: string };

const SALE: Readonly<Record<Stop, StopLabels>> = {
  freeze: {
    label: 'Freeze',
    explanation: 'No bids are taken and every timer stops, until you resume the sale.',
  },
  resume: {
    label: 'Resume',
    explanation: 'Bidding goes on; every deadline moves by the time the sale stood still.',
  },
  pause: { label: 'Pause', explanation: 'Timers stop; bids go on, until you unpause the sale.' },
  unpause: {
    label: 'Unpause',
    explanation: 'Timers run again; every deadline moves by the time they stood still.',
  },
};

/** A stop (or its end) of the sale, or of one lot when `lot` is given: what the dialog says and what is ordered. */
export function stopOf(type: Stop, lot?: { _id: string; number: string }) {
  const what = lot ? `Lot ${lot.number}` : 'the sale';
  const { label, explanation } = SALE[type];
  return {
    title: `${label} ${what}`,
    explanation: lot ? explanation.replaceAll('the sale', `Lot ${lot.number}`) : explanation,
    action: label,
    order: (reason: string): StaffOrder => ({ type, reason, ...(lot && { lot: lot._id }) }),
  };
}

/** An order that asks for a reason first. */
export type ReasonedOrder = {
  title: string;
  explanation: string;
  action: string;
  danger?: boolean;
  order: (reason: string) => StaffOrder;
};

/** Taking a lot out of the sale: final. */
export const withdrawalOf = (lot: { _id: string; number: string }): ReasonedOrder => ({
  title: `Withdraw Lot ${lot.number}?`,
  explanation: 'The lot leaves the sale and its bids count for nothing. This can not be undone.',
  action: 'Withdraw',
  danger: true,
  order: (reason) => ({ type: 'withdraw', lot: lot._id, reason }),
});
