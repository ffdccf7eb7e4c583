import { type RefusedLot, refusedLotMessage } from '@saleyard/contract/bid-errors.ts';
import type { BidDecision } from '@saleyard/contract/bids.ts';
import type { CommandReply } from '@saleyard/contract/commands.ts';
import { ERRORS, type ErrorCode, wireError } from '@saleyard/contract/errors.ts';
import type { LotTerms } from '@saleyard/domain/auction/terms.ts';
import { shortPrice } from '@saleyard/domain/presentation/amounts.ts';

/**
 * The answer to a bid. `name`: `accepted`, or the error code. `members`: the other members of the answer's JSON,
 * serialised once, since thousands are sent per second.
 */
export type BidAnswer = { readonly name: string; readonly members: string };

/** The answer to a bid that was not decided. */
export function notDecided(code: ErrorCode): BidAnswer {
  const { message } = wireError(code).error;
  return { name: code, members: `"error":${JSON.stringify({ code, message })}` };
}

type Decided = Extract<CommandReply, { outcome: 'decided' }>;

/**
 * The engine's decision on a bid as its sender receives it, a `BidDecision`. `leading`: whether the sender leads.
 * `terms`: the lot's, for messages that name its increment. `refused`: the lot's state, for messages that depend on
 * it.
 */
export function decided(
  { accepted, code, currentBidCents, finishAt, seq }: Decided,
  lot: string,
  leading: boolean,
  terms: Pick<LotTerms, 'incrementCents' | 'unit'> | undefined,
  refused?: RefusedLot,
): BidAnswer {
  const outcome: BidDecision['outcome'] = accepted ? 'accepted' : 'refused';
  const members = `"data":{"outcome":"${outcome}","lot":${JSON.stringify(lot)},"currentBidCents":${currentBidCents},"leading":${leading},"finishAt":${finishAt},"seq":${seq}`;
  if (accepted) return { name: outcome, members: `${members}}` };
  const known: ErrorCode = code !== null && isErrorCode(code) ? code : 'internal-error';
  const message = refused === undefined ? null : refusedLotMessage(known, refused);
  const why = message === null ? (REASONS.get(known) ?? reason(known, terms)) : reasonMembers(known, message);
  return { name: known, members: `${members},${why}}` };
}

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(ERRORS, code);

/** The reason of a refusal, as members of the answer. */
function reason(code: ErrorCode, terms?: Pick<LotTerms, 'incrementCents' | 'unit'>): string {
  const increment = terms === undefined ? '' : shortPrice(terms.incrementCents, terms.unit);
  const { message } = wireError(code, { increment }).error;
  return reasonMembers(code, message);
}

const reasonMembers = (code: ErrorCode, message: string): string =>
  `"code":${JSON.stringify(code)},"message":${JSON.stringify(message)}`;

/** Reasons that are the same for every lot, and as long as the process runs: staff may change the phone. */
const REASONS: ReadonlyMap<ErrorCode, string> = new Map(
  (Object.keys(ERRORS) as ErrorCode[])
    .filter((code) => !ERRORS[code].message.includes('{'))
    .map((code) => [code, reason(code)]),
);
