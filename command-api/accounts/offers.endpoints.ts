import { bidOperations } from '@saleyard/contract/operations/bids.ts';
import { type Endpoint, endpoint } from '@saleyard/http/endpoint.ts';
import { isRefusal, refusal } from '@saleyard/http/failures.ts';
import { accepted, type SubmitCommand } from '../engine-replies.ts';

export type OfferEndpointParts = {
  submit: SubmitCommand;
  /** The auction of a lot; undefined when there is no such lot. */
  lotOf: (lot: string) => Promise<{ auction: string } | undefined>;
  /** Whether the status of an account allows buying. */
  mayBid: (account: string) => boolean | Promise<boolean>;
};

const OFFER_ENDED = 'This offer is no longer open, or its price has changed. Nothing was answered.';

/** The caller's answer to a lot that is offered to them after a correction [C5]. */
export const offerEndpoints = ({ submit, lotOf, mayBid }: OfferEndpointParts): Endpoint[] => [
  endpoint(bidOperations.answerOffer, async ({ viewer, params: { lot }, body, commandId }) => {
    const { accepts, cents } = body;
    const found = await lotOf(lot);
    if (found === undefined) return refusal('not-found');
    // Who accepts buys.
    if (accepts && !(await mayBid(viewer._id))) return refusal('not-permitted');
    const actor = { kind: 'user', id: viewer._id } as const;
    const answer = { type: 'answerOffer', lot, bidder: viewer._id, accepts, cents } as const;
    const decided = accepted(await submit({ auction: found.auction, commandId, actor, body: answer }));
    if (!isRefusal(decided)) return { data: { lot, accepts }, position: decided.position };
    const errors = decided.errors.map((error) =>
      error.code === 'no-proposal' ? { ...error, message: OFFER_ENDED } : error,
    );
    return { ...decided, errors };
  }),
];
