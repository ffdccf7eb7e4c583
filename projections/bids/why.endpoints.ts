import { bidOperations } from '@saleyard/contract/operations/bids.ts';
import type { WhyOfLot } from '@saleyard/contract/why.ts';
import type { OwnBidStep } from '@saleyard/domain/auction/own-bids.ts';
import { aliasOf } from '@saleyard/domain/auction/paddles.ts';
import { publicLot } from '@saleyard/domain/auction/public-view.ts';
import { lotIn } from '@saleyard/domain/auction/standing.ts';
import { explainBid, explainLot } from '@saleyard/domain/presentation/own-bids.ts';
import { type Endpoint, endpoint } from '@saleyard/http/endpoint.ts';
import { refusal } from '@saleyard/http/failures.ts';
import type { ReadSale, SaleReader } from './sale-reader.ts';

/** Bids of one answer, the newest. */
const MOST_BIDS = 500;

/** Why a person's bids on a lot won or lost; null where they made none. */
export function whyOfLot(
  { state, ownBids }: ReadSale,
  { auction, lot: id, me }: { auction: string; lot: string; me: string },
): WhyOfLot | null {
  const found = lotIn(state, id);
  const steps = ownBids.of(id, me);
  if (found === undefined || steps.length === 0 || state.terms === null) return null;
  const reader = {
    lot: publicLot(state, found, auction),
    me,
    personOf: (bidder: string) => ownBids.personOf(bidder),
    aliasOf: (bidder: string) => aliasOf(state, bidder),
    isLeading: (step: OwnBidStep) => ownBids.isLeading(id, step),
  };
  const newest = steps.slice(-MOST_BIDS).reverse();
  return {
    auction,
    lot: id,
    number: found.terms.number,
    paddle: aliasOf(state, me),
    summary: explainLot(steps, reader),
    bids: newest.map((step) => {
      const { revision, at, arrival, enteredBy, cents } = step;
      const { title, fate, rules, byCents, sentences } = explainBid(step, reader);
      return {
        seq: revision,
        at,
        receivedAt: arrival?.receivedAt ?? null,
        enteredBy,
        cents,
        title,
        fate,
        rules: [...rules],
        byCents,
        sentences: [...sentences],
      };
    }),
    omitted: steps.length - newest.length,
  };
}

/** Why the viewer's bids won or lost, from the log. */
export const whyEndpoints = (sales: SaleReader): Endpoint[] => [
  endpoint(bidOperations.whyOfLot, async ({ viewer, params: { auction, lot } }) => {
    const sale = await sales.read(auction);
    const why = sale && whyOfLot(sale, { auction, lot, me: viewer._id });
    return why === null ? refusal('not-found') : { data: { why } };
  }),
];
