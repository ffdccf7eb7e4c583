import { BID_ERRORS } from '@saleyard/contract/bid-errors.ts';
import { bidOperations } from '@saleyard/contract/operations/bids.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRoomSetting } from '@/features/live-room/room/room-context.tsx';
import { call } from '@/lib/api-client.ts';
import { ApiError } from '@/lib/api-error.ts';
import { pageReport } from '@/lib/bidding/page-report.ts';
import { callWithRetry } from '@/lib/call-with-retry.ts';
import { newCommandId } from '@/lib/random.ts';
import { addRefused, cachedAutoBid, patchOwnBids, refetchOwnBids } from './own-bids.ts';

/** How long a command with an unknown outcome is sent again; after that it is shown as not known. */
const RETRY_POLICY = {
  times: 8,
  everyMs: 1_000,
  stillUnknown: {
    code: 'unknown',
    title: 'No Internet Connection',
    message: 'No answer came. Look at your auto-bid before trying again: this may have been carried out.',
  },
} as const;

const OF_SALES = { set: bidOperations.setAutoBid, stop: bidOperations.stopAutoBid };

/** The operations of the room's sale. */
function useOperations() {
  const setting = useRoomSetting();
  return setting.kind === 'practice' ? setting.autoBidding : OF_SALES;
}

/** Sets an auto-bid: `cents` per unit, `seenCents`: the price that the page shows. Fails with the server's ApiError; never queued, never sent later. */
export function useSetAutoBid(auction: string) {
  const client = useQueryClient();
  const operations = useOperations();
  return useMutation({
    mutationFn({ lot, cents, seenCents }: { lot: string; cents: number; seenCents: number | null }) {
      const page = pageReport(seenCents);
      const body = { autobid: cents, lot, commandId: newCommandId(), ...(page && { page }) };
      return callWithRetry(() => call(operations.set, { body }), RETRY_POLICY);
    },
    onMutate: ({ lot }) => cachedAutoBid(client, auction, lot),
    onSuccess({ leading, currentBidCents }, { lot, cents }, before) {
      // What was pushed meanwhile is newer than the answer.
      if (cachedAutoBid(client, auction, lot) !== before) return;
      // One that another maximum beat at once bids no more.
      const active = leading || (currentBidCents ?? 0) < cents;
      patchOwnBids(client, auction, { autobid: { auction, lot, cents, active } });
    },
    onError(error, { lot }) {
      refetchOwnBids(client, auction);
      // Also where the read model has no trace of it yet.
      if (error instanceof ApiError && error.code in BID_ERRORS) addRefused(client, auction, lot);
    },
  });
}

/** Stops the auto-bid on a lot; the price and the lead stay. */
export function useStopAutoBid(auction: string) {
  const client = useQueryClient();
  const operations = useOperations();
  return useMutation({
    mutationFn(lot: string) {
      const body = { autobid: lot, commandId: newCommandId() };
      return callWithRetry(() => call(operations.stop, { body }), RETRY_POLICY);
    },
    onSuccess: (_answer, lot) => patchOwnBids(client, auction, { 'autobid-delete': { auction, lot } }),
    onError: () => refetchOwnBids(client, auction),
  });
}
