import type { StaffFees } from '@saleyard/contract/fees.ts';
import { feeOperations } from '@saleyard/contract/operations/fees.ts';
import type { FeeTable } from '@saleyard/domain/fees/fee-tables.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '@/lib/api-client.ts';

/** Every fee table with its day, and who changed what. It is not read again while somebody edits one. */
export const feeTablesQuery = queryOptions({
  queryKey: ['staff', 'fees'],
  queryFn: ({ signal }) => call(feeOperations.feeTables, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
});

/** The tables without the first one, which has no day. */
export const datedTables = ({ tables }: StaffFees): { from: string; table: FeeTable }[] =>
  tables.flatMap(({ from, table }) => (from === null ? [] : [{ from, table }]));

/** `table` null: the table of the day is withdrawn. `seen`: of the tables that the person saw. */
export type Change = { from: string; table: FeeTable | null; reason: string; seen: number };

/** Sets or withdraws the table of a day. */
export function useFeesChange(onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ from, table, reason, seen }: Change): Promise<StaffFees> =>
      table === null
        ? call(feeOperations.withdrawFees, { params: { from }, body: { reason, seen } })
        : call(feeOperations.setFees, { params: { from }, body: { table, reason, seen } }),
    onSuccess: (fees) => {
      client.setQueryData(feeTablesQuery.queryKey, fees);
      void client.invalidateQueries({ queryKey: ['listing-fees'] });
      onDone();
    },
  });
}
