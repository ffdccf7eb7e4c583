import { Button } from '@mantine/core';
import type { StaffAuction } from '@saleyard/contract/auctions.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useAddLots } from '@/features/staff/api/schedule-sale.ts';
import { staffLotsQuery, staffSaleQuery } from '@/features/staff/api/staff-sales.ts';
import { ErrorSummary } from '@/features/staff/schedule/error-summary.tsx';
import { LotsFields } from '@/features/staff/schedule/lots-fields.tsx';
import { lotProblems, refusalProblems } from '@/features/staff/schedule/problems.ts';
import { useLotsInput } from '@/features/staff/schedule/use-lots-input.ts';
import { countOf } from '@/lib/money.ts';

/** Adds lots to a sale that is not open yet. `onDone` once they stand in the catalogue. */
export function AddLots({ sale, onDone }: { sale: StaffAuction; onDone: () => void }) {
  const client = useQueryClient();
  const kind = sale.kindData.type;
  const lots = useLotsInput(kind);
  const [attempt, setAttempt] = useState(0);
  const add = useAddLots();
  const judged = attempt > 0;
  const own = judged ? lotProblems(lots) : [];
  const empty =
    judged && lots.count === 0 && own.length === 0
      ? [{ text: 'Please Enter at least one lot', fieldId: null }]
      : [];
  const problems =
    own.length + empty.length > 0 ? [...own, ...empty] : refusalProblems(add.error ?? null, lots);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAttempt(attempt + 1);
    const toAdd = lots.toAdd();
    if (toAdd === null) return;
    add.mutate(
      { auction: sale._id, lots: toAdd },
      {
        onSuccess: () => {
          void client.invalidateQueries({ queryKey: staffSaleQuery(sale._id).queryKey, exact: true });
          void client.invalidateQueries({ queryKey: staffLotsQuery(sale._id).queryKey });
          onDone();
        },
      },
    );
  };
  return (
    <form noValidate onSubmit={submit}>
      <ErrorSummary problems={problems} attempt={attempt} />
      <LotsFields kind={kind} input={lots} judged={judged} />
      <Button type="submit" mt="md" loading={add.isPending}>
        {lots.count === 0 ? 'Add lots' : `Add ${countOf(lots.count, 'lot')}`}
      </Button>
    </form>
  );
}
