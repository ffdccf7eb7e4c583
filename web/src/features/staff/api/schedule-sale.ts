import type { LotBody } from '@saleyard/contract/lots.ts';
import { staffOperations } from '@saleyard/contract/operations/staff.ts';
import type { ChangeLotBody, ChangeSaleBody, ScheduleSaleBody } from '@saleyard/contract/staff.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '@/lib/api-client.ts';
import { currentAuctionsQuery } from '@/lib/auctions.ts';
import { fetchWithProgress } from '@/lib/fetch-with-progress.ts';
import { newCommandId } from '@/lib/random.ts';
import { staffSaleQuery, staffSalesQuery } from './staff-sales.ts';

/** Lots as they are handed over: typed rows, or the text of a CSV file that the server reads itself. */
export type LotsToAdd = { kind: 'rows'; lots: readonly LotBody[] } | { kind: 'csv'; text: string };

/** The same content keeps its command id, so that pressing twice makes one sale; other content gets another. */
function useCommandIdOf() {
  const last = useRef({ content: '', id: '' });
  return (content: string): string => {
    if (last.current.content !== content) last.current = { content, id: newCommandId() };
    return last.current.id;
  };
}

/** Schedules a sale, with its typed lots when there are any. */
export function useScheduleSale() {
  const client = useQueryClient();
  const commandIdOf = useCommandIdOf();
  return useMutation({
    mutationFn: (body: Omit<ScheduleSaleBody, 'commandId'>) =>
      call(staffOperations.scheduleSale, {
        body: { ...body, commandId: commandIdOf(JSON.stringify(body)) },
      }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: staffSalesQuery.queryKey });
      void client.invalidateQueries({ queryKey: currentAuctionsQuery.queryKey });
    },
  });
}

/** The schedule of a sale, as it may be changed. It is read again each time it is opened. */
export const saleScheduleQuery = (id: string) =>
  queryOptions({
    queryKey: ['staff', 'auctions', id, 'schedule'],
    queryFn: ({ signal }) => call(staffOperations.saleSchedule, { params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

/** Everything of a sale is read again. */
function useSaleChanged(id: string) {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: staffSalesQuery.queryKey });
    void client.invalidateQueries({ queryKey: currentAuctionsQuery.queryKey });
    void client.invalidateQueries({ queryKey: staffSaleQuery(id).queryKey });
  };
}

/** Changes the schedule of a sale that has not opened, with the order of its catalogue. */
export function useChangeSale(id: string) {
  const commandIdOf = useCommandIdOf();
  return useMutation({
    mutationFn: (body: Omit<ChangeSaleBody, 'commandId'>) =>
      call(staffOperations.changeSale, {
        params: { id },
        body: { ...body, commandId: commandIdOf(JSON.stringify(body)) },
      }),
    onSuccess: useSaleChanged(id),
  });
}

/** Changes a lot of a sale that has not opened. */
export function useChangeLot(id: string) {
  const commandIdOf = useCommandIdOf();
  return useMutation({
    mutationFn: ({
      lot,
      ...body
    }: { lot: string } & Omit<ChangeLotBody, 'commandId' | 'lot'> & { change: ChangeLotBody['lot'] }) => {
      const { change, ...rest } = body;
      const sent = { ...rest, lot: change };
      return call(staffOperations.changeLot, {
        params: { id, lot },
        body: { ...sent, commandId: commandIdOf(`${lot} ${JSON.stringify(sent)}`) },
      });
    },
    onSuccess: useSaleChanged(id),
  });
}

/** A file may take so long, on a poor line at the yards. ms. */
const UPLOAD_LIMIT_MS = 180_000;

/** Adds lots to a sale that is not open yet: all of them, or none. `sent`: how much of a file has left, 0 to 1. */
export function useAddLots() {
  const client = useQueryClient();
  const [sent, setSent] = useState<number | null>(null);
  const commandIdOf = useCommandIdOf();
  const mutation = useMutation({
    mutationFn: ({ auction, lots }: { auction: string; lots: LotsToAdd }) => {
      const params = { id: auction };
      if (lots.kind === 'csv') {
        const headers = { 'x-command-id': commandIdOf(`${auction} ${lots.text}`) };
        const transport = { fetch: fetchWithProgress(setSent), limitMs: UPLOAD_LIMIT_MS };
        setSent(0);
        return call(staffOperations.addLotsFromFile, { params, body: lots.text, headers, transport });
      }
      const commandId = commandIdOf(`${auction} ${JSON.stringify(lots.lots)}`);
      return call(staffOperations.addLots, { params, body: { lots: lots.lots, commandId } });
    },
    onSuccess: () => void client.invalidateQueries({ queryKey: staffSalesQuery.queryKey }),
    onSettled: () => setSent(null),
  });
  return { ...mutation, sent };
}
