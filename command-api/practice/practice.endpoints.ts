import { practiceOperations } from '@saleyard/contract/operations/practice.ts';
import { practiserOf, visitorId } from '@saleyard/domain/auction/ids.ts';
import { type Endpoint, endpoint, type Viewer } from '@saleyard/http/endpoint.ts';
import { isRefusal, type Refusal, refusal } from '@saleyard/http/failures.ts';
import { rateLimited } from '@saleyard/http/rate-limit.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import type { VisitorPasses } from '@saleyard/platform/sessions/visitor-passes.ts';
import type { Request } from 'express';
import { ipKeyGenerator } from 'express-rate-limit';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { type RestBiddingParts, restBidding } from '../accounts/own-bids.endpoints.ts';
import type { PracticeReply, PracticeService } from './practice-service.ts';

/** Practice sales that visitors start, per address and per process. More are refused as `rate-limited`. */
export const VISITOR_STARTS = {
  perAddress: { points: 6, duration: 3_600 },
  perProcess: { points: 120, duration: 3_600 },
} as const;

export type PracticeEndpointParts = RestBiddingParts & {
  practice: PracticeService;
  passes: VisitorPasses;
};

type Asking = { viewer: Viewer | null; request: Request };

/**
 * Starts, shows and stops the caller's own practice sale, and bids in it. Allowed for everyone: a signed-in person with
 * any account status, and a visitor, who is known by a pass. Nothing is bought, and nobody can access another person's.
 */
export function practiceEndpoints({ practice, passes, ...bidding }: PracticeEndpointParts): Endpoint[] {
  const byAddress = new RateLimiterMemory({ keyPrefix: 'practice-address', ...VISITOR_STARTS.perAddress });
  const byProcess = new RateLimiterMemory({ keyPrefix: 'practice-process', ...VISITOR_STARTS.perProcess });
  const { place, setAutoBid, stopAutoBid } = restBidding(bidding);

  const answer = (reply: PracticeReply) =>
    reply.outcome === 'refused' ? reply.refusal : { data: { _id: reply.auction }, position: reply.position };

  /** The account or the visitor; null for a visitor without a pass. */
  const personOf = ({ viewer, request }: Asking): string | null => viewer?._id ?? passes.visitorOf(request);

  /** The caller, if the lot is in their own practice sale; otherwise the refusal. */
  const bidderOn = async (lot: string, asking: Asking): Promise<{ bidder: string } | Refusal> => {
    const person = personOf(asking);
    const found = person === null ? undefined : await bidding.lotOf(lot);
    return person === null || found === undefined || practiserOf(found.auction) !== person
      ? refusal('unknown-lot', { field: 'lot' })
      : { bidder: person };
  };

  return [
    endpoint(practiceOperations.startPractice, async ({ viewer, request, response, body }) => {
      if (viewer !== null) return answer(await practice.start(viewer._id, body.level));
      const over =
        (await rateLimited(byAddress, ipKeyGenerator(request.ip ?? 'unknown'))) ??
        (await rateLimited(byProcess, 'all'));
      if (over !== null) return over;
      const visitor = passes.visitorOf(request) ?? visitorId(newId());
      const reply = await practice.start(visitor, body.level);
      if (reply.outcome === 'done') passes.issue(response, visitor);
      return answer(reply);
    }),
    endpoint(practiceOperations.practice, async (asked) => {
      const person = personOf(asked);
      return { data: { practice: person === null ? null : await practice.saleOf(person) } };
    }),
    endpoint(practiceOperations.stopPractice, async (asked) => {
      const person = personOf(asked);
      return person === null ? refusal('not-found') : answer(await practice.stop(person));
    }),
    endpoint(practiceOperations.placePracticeBid, async (asked) => {
      const own = await bidderOn(asked.body.bid.lot, asked);
      return isRefusal(own) ? own : place(own.bidder, asked.body, asked.request);
    }),
    endpoint(practiceOperations.setPracticeAutoBid, async (asked) => {
      const own = await bidderOn(asked.body.lot, asked);
      return isRefusal(own) ? own : setAutoBid(own.bidder, asked.body, asked);
    }),
    endpoint(practiceOperations.stopPracticeAutoBid, async (asked) => {
      const own = await bidderOn(asked.body.autobid, asked);
      return isRefusal(own) ? own : stopAutoBid(own.bidder, asked.body, asked);
    }),
  ];
}
