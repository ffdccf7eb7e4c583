import {
  offIncrementMessage,
  type PriceSteps,
  type RefusedLot,
  refusedLotMessage,
} from '@saleyard/contract/bid-errors.ts';
import type { BidDecision } from '@saleyard/contract/bids.ts';
import type { CommandReply } from '@saleyard/contract/commands.ts';
import { ERRORS, type ErrorCode, wireError } from '@saleyard/contract/errors.ts';

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
 * `terms` and
 * `refused`: the lot's terms and its state, for messages that depend on them.
 */
export function decided(
  { accepted, code, currentBidCents, finishAt, seq }: Decided,
  lot: string,
  leading: boolean,
  terms: PriceSteps | undefined,
  refused?: RefusedLot,
): BidAnswer {
  const outcome: BidDecision['outcome'] = accepted ? 'accepted' : 'refused';
  const members = `"data":{"outcome":"${outcome}","lot":${JSON.stringify(lot)},"currentBidCents":${currentBidCents},"leading":${leading},"finishAt":${finishAt},"seq":${seq}`;
  if (accepted) return { name: outcome, members: `${members}}` };
  const known: ErrorCode = code !== null && isErrorCode(code) ? code : 'internal-error';
  const message = messageForLot(known, currentBidCents, terms, refused);
  const why = message === null ? (REASONS.get(known) ?? reason(known)) : reasonMembers(known, message);
  return { name: known, members: `${members},${why}}` };
}

/** The message of a refusal that depends on the lot; null: the same for all lots. */
function messageForLot(
  code: ErrorCode,
  currentBidCents: number | null,
  terms?: PriceSteps,
  refused?: RefusedLot,
): string | null {
  if (code === 'off-increment' && terms) return offIncrementMessage(terms, currentBidCents);
  return refused === undefined ? null : refusedLotMessage(code, refused);
}

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(ERRORS, code);

/** The reason of a refusal, as members of the answer. */
const reason = (code: ErrorCode): string =>
  reasonMembers(code, wireError(code, { increment: 'the bid increment' }).error.message);

const reasonMembers = (code: ErrorCode, message: string): string =>
  `"code":${JSON.stringify(code)},"message":${JSON.stringify(message)}`;

/** Reasons that are the same for every lot, and as long as the process runs: staff may change the phone. */
const REASONS: ReadonlyMap<ErrorCode, string> = new Map(
  (Object.keys(ERRORS) as ErrorCode[])
    .filter((code) => !ERRORS[code].message.includes('{'))
    .map((code) => [code, reason(code)]),
);
