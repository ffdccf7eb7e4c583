import { type ReactNode, useState } from 'react';
import { MessageDialog } from '@/components/dialog.tsx';
import { toast } from '@/components/toasts.tsx';
import { useStaffCommand } from '@/features/staff/api/staff-command.ts';
import { errorTextOf } from '@/lib/api-error.ts';
import { ReasonDialog } from './reason-dialog.tsx';
import type { ReasonedOrder } from './stops.ts';

/** Asks the reason of an order, gives it, and says when it was refused. `dialogs` must be rendered. */
export function useReasonedOrders(auction: string): {
  ask: (order: ReasonedOrder) => void;
  pending: boolean;
  dialogs: ReactNode;
} {
  const [asked, setAsked] = useState<ReasonedOrder | null>(null);
  const { mutate, isPending, error, reset } = useStaffCommand(auction);
  const refusal = error ? errorTextOf(error) : null;
  return {
    ask: setAsked,
    pending: isPending,
    dialogs: (
      <>
        {asked && (
          <ReasonDialog
            {...asked}
            onClose={() => setAsked(null)}
            onGive={(reason) => {
              mutate(asked.order(reason), {
                onSuccess: () => toast(`Done: ${asked.title.replace('?', '')}`),
              });
              setAsked(null);
            }}
          />
        )}
        {refusal && <MessageDialog title={refusal.title} message={refusal.message} onClose={reset} />}
      </>
    ),
  };
}
