import type { OwnOffer } from '@saleyard/contract/bids.ts';
import { bidOperations } from '@saleyard/contract/operations/bids.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '@/lib/api-client.ts';
import { callWithRetry, whilePressed } from '@/lib/call-with-retry.ts';
import { offersQuery } from '@/lib/offers.ts';
import { newCommandId } from '@/lib/random.ts';

export type OfferAnswer = { offer: OwnOffer; accepts: boolean };

/** How often an answer whose outcome is unknown is sent again, under the same id. */
const RETRY_POLICY = whilePressed(
  'No answer came. Reload the page before you try again: your answer may have arrived.',
);

/** Answers an offer at the price that was shown. The offers and the results are read again afterwards. */
export function useAnswerOffer() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ offer: { lot, cents }, accepts }: OfferAnswer) => {
      const sent = { params: { lot }, body: { accepts, cents, commandId: newCommandId() } };
      return callWithRetry(() => call(bidOperations.answerOffer, sent), RETRY_POLICY);
    },
    onSettled: () => {
      void client.invalidateQueries({ queryKey: offersQuery.queryKey });
      void client.invalidateQueries({ queryKey: ['results', 'mine'] });
    },
  });
}
