import type { BidDecision } from '@saleyard/contract/bids.ts';
import { type ErrorCode, wireError } from '@saleyard/contract/errors.ts';
import * as own from '@saleyard/gateway/socket/bid-answer.ts';

/** An answer whose JSON is made each time it is sent. */
const answer = (name: string, content: object): own.BidAnswer => ({
  name,
  get members() {
    return JSON.stringify(content).slice(1, -1);
  },
});

export function notDecided(code: ErrorCode): own.BidAnswer {
  const { message } = wireError(code).error;
  return answer(code, { error: { code, message } });
}

/** Refusals stay as they are: in the sales that are measured nearly all bids are accepted. */
export const decided: typeof own.decided = (reply, lot, leading, ...others) => {
  if (!reply.accepted) return own.decided(reply, lot, leading, ...others);
  const { currentBidCents, finishAt, seq } = reply;
  const data = { outcome: 'accepted', lot, currentBidCents, leading, finishAt, seq } as const;
  return answer(data.outcome, { data: data satisfies BidDecision });
};
