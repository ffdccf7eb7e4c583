import type { StaffLot } from '@saleyard/contract/lots.ts';
import type { StaffDecision } from '@saleyard/contract/staff.ts';
import type { ComponentProps, ReactNode } from 'react';
import { type StaffOrder, useStaffCommand } from '@/features/staff/api/staff-command.ts';
import { errorTextOf } from '@/lib/api-error.ts';
import { MessageDialog } from '@/ui/dialog.tsx';
import { TextField } from '@/ui/text-field.tsx';
import { toast } from '@/ui/toasts.tsx';

/** What follows an order. `done`: the notice once it is carried out. */
type Following = {
  done: string | ((decision: StaffDecision) => string);
  onDone?: () => void;
  onRefused?: () => void;
};

/**
 * Gives orders to a sale. `refusal` must be rendered, beside a dialog or in place of it: it says why an order was
 * refused, until it is closed. `onRefusalRead`: it was closed.
 */
export function useOrders(
  auction: string,
  onRefusalRead?: () => void,
): { give: (order: StaffOrder, then: Following) => void; isPending: boolean; refusal: ReactNode } {
  const { mutate, isPending, error, reset } = useStaffCommand(auction);
  const text = error && errorTextOf(error);
  const read = () => {
    reset();
    onRefusalRead?.();
  };
  return {
    give: (order, { done, onDone, onRefused }) =>
      mutate(order, {
        onSuccess: (decision) => {
          toast(typeof done === 'string' ? done : done(decision));
          onDone?.();
        },
        ...(onRefused && { onError: onRefused }),
      }),
    isPending,
    refusal: text && <MessageDialog title={text.title} message={text.message} onClose={read} />,
  };
}

/** A price of a lot, typed in its unit. */
export const PriceField = ({
  lot,
  ...field
}: { lot: Pick<StaffLot, 'bidding'> } & Omit<ComponentProps<typeof TextField>, 'label'>) => (
  <TextField
    label={lot.bidding === 'head' ? 'Price in dollars per head' : 'Price in cents per kg'}
    {...field}
  />
);
