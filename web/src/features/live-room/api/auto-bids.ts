import type { BidDecision } from '@saleyard/contract/realtime.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api-client.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { newCommandId } from '../../../lib/ids.ts';
import { patchOwnBids, refetchOwnBids } from './own-bids.ts';

/** How often a command whose fate the server itself does not know is asked about again, and how far apart (ms). */
const SETTLE = { times: 8, everyMs: 1_000 } as const;

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** Puts a command; while the server says it can't tell whether it acted, asks again under the same id. */
async function putSettled<T>(path: string, body: object): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await api.put<T>(path, body);
    } catch (error) {
      const unsure = error instanceof ApiError && error.code === 'unknown';
      if (!unsure || attempt === SETTLE.times) throw error;
      await pause(error.retryAfterMs ?? SETTLE.everyMs);
    }
  }
}

/** Sets an auto-bid: `cents` per unit. Fails with the server's ApiError; never queued, never sent later. */
export function useSetAutoBid(auction: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ lot, cents }: { lot: string; cents: number }) =>
      putSettled<BidDecision>('users/me/autobids', { autobid: cents, lot, commandId: newCommandId() }),
    onSuccess: (_decision, { lot, cents }) =>
      patchOwnBids(client, auction, { autobid: { auction, lot, cents, active: true } }),
    onError: () => refetchOwnBids(client, auction),
  });
}

/** Stops the auto-bid on a lot; the price and the lead stay. */
export function useStopAutoBid(auction: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (lot: string) =>
      putSettled<unknown>('users/me/autobids/stop', { autobid: lot, commandId: newCommandId() }),
    onSuccess: (_answer, lot) => patchOwnBids(client, auction, { 'autobid-delete': { auction, lot } }),
    onError: () => refetchOwnBids(client, auction),
  });
}
