import { REASON_MOST } from '@saleyard/contract/schema.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { ApiError, errorTextOf } from '@/lib/api-error.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Stack } from '@/ui/layout.tsx';
import { TextField, useSmallForm } from '@/ui/text-field.tsx';
import { type Change, feeTablesQuery, useFeesChange } from './fees.ts';

/** Sets or withdraws the fees of a day, with a reason. `children`: what the change means. */
export function FeesChangeDialog({
  title,
  action,
  danger = false,
  change,
  onDone,
  onClose,
  children,
}: {
  title: string;
  /** The label of the button. */
  action: string;
  danger?: boolean;
  change: Omit<Change, 'reason'>;
  onDone: () => void;
  onClose: () => void;
  children: ReactNode;
}) {
  const formId = useId();
  const client = useQueryClient();
  const { mutate, isPending, error, reset } = useFeesChange(onDone);
  // What was typed stays, and is compared with the present fees.
  const load = useMutation({
    mutationFn: () => client.refetchQueries({ queryKey: feeTablesQuery.queryKey }, { throwOnError: true }),
    onSuccess: reset,
  });
  const isStale = error instanceof ApiError && error.code === 'changed-elsewhere';
  const { field, submit } = useSmallForm({
    initial: { reason: '' },
    checks: { reason: (reason) => (reason.trim() === '' ? 'Please Enter a Reason' : null) },
    onSubmit: ({ reason }) => mutate({ ...change, reason: reason.trim() }),
  });
  return (
    <Dialog
      title={title}
      onClose={onClose}
      withCancel
      actions={
        <Button type="submit" form={formId} loading={isPending} color={danger ? 'ochre' : undefined}>
          {action}
        </Button>
      }
    >
      <Stack as="form" gap="md" id={formId} noValidate onSubmit={submit}>
        {children}
        <TextField label="Reason" most={REASON_MOST} {...field('reason')} />
        {error && <p role="alert">{errorTextOf(error).message}</p>}
        {isStale && (
          <Button variant="default" loading={load.isPending} onClick={() => load.mutate()}>
            Load the present fees
          </Button>
        )}
        {load.error && <p role="alert">{errorTextOf(load.error).message}</p>}
      </Stack>
    </Dialog>
  );
}
