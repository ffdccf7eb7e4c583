import { staffOperations } from '@saleyard/contract/operations/staff.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '@/lib/api-client.ts';

/** An audit reads the whole sale: ms that it may take. */
const AUDIT_MS = 120_000;

/**
 * The audit of a sale by its number, and the ladder of `lot`, of every lot (`all`), or of none (null). It stands still
 * while it is read: it is asked for again by hand only.
 */
export const saleAuditQuery = (number: string, lot: string | null) =>
  queryOptions({
    queryKey: ['staff', 'audit', number, lot],
    queryFn: ({ signal }) =>
      call(staffOperations.auditSale, {
        params: { auction: number },
        query: lot === null ? {} : { lot },
        signal,
        transport: { fetch, limitMs: AUDIT_MS },
      }),
    staleTime: Number.POSITIVE_INFINITY,
  });
