import { type RefusedLot, refusedLotMessage } from '@saleyard/contract/bid-errors.ts';
import type { BidDecision } from '@saleyard/contract/bids.ts';
import type { CommandReply } from '@saleyard/contract/commands.ts';
import { ERRORS, type ErrorCode, wireError } from '@saleyard/contract/errors.ts';
import type { LotTerms } from '@saleyard/domain/auction/terms.ts';
import { shortPrice } from '@saleyard/domain/presentation/amounts.ts';

/**
 * What a bid is answered with. `name`: `accepted`, or the code of why not; `members`: those of the answer's JSON
 * besides its id, written at once, since thousands of them are a second.
 */
export type BidAnswer = { readonly name: string; readonly members: string };

/** Nothing was decided. */
export function notDecided(code: ErrorCode): BidAnswer {
  const { message } = wireError(code).error;
  return { name: code, members: `"error":${JSON.stringify({ code, message })}` };
}

type Decided = Extract<CommandReply, { outcome: 'decided' }>;

/**
 * The engine's decision on a bid for a lot as its sender gets it, a `BidDecision`: `leading` is whether the sender leads.
 * `terms` are the lot's, for a message that names its increment; `refused` the state of the lot, for one that depends on it.
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

/** Why a bid was refused, as members of its answer. */
function reason(code: ErrorCode, terms?: Pick<LotTerms, 'incrementCents' | 'unit'>): string {
  const increment = terms === undefined ? '' : shortPrice(terms.incrementCents, terms.unit);
  const { message } = wireError(code, { increment }).error;
  return reasonMembers(code, message);
}

const reasonMembers = (code: ErrorCode, message: string): string =>
  `"code":${JSON.stringify(code)},"message":${JSON.stringify(message)}`;

/** The reasons that are the same for every lot. */
const REASONS: ReadonlyMap<ErrorCode, string> = new Map(
  (Object.keys(ERRORS) as ErrorCode[])
    .filter((code) => !ERRORS[code].message.includes('{increment}'))
    .map((code) => [code, reason(code)]),
);
