import { offIncrementMessage, type PriceSteps } from '@saleyard/contract/bid-errors.ts';
import type { CommandEnvelope, CommandReply } from '@saleyard/contract/commands.ts';
import { ERRORS, type ErrorCode } from '@saleyard/contract/errors.ts';
import type { CommandBody } from '@saleyard/domain/auction/commands.ts';
import { type Refusal, refusal } from '@saleyard/http/failures.ts';

/** Sends a command to the owner of its auction, on whichever node. Never throws for a decision of the engine. */
export type SubmitCommand = (envelope: CommandEnvelope<CommandBody>) => Promise<CommandReply>;

type Decided = Extract<CommandReply, { outcome: 'decided' }>;

/** ms after which a client may retry a command that was not executed or whose outcome is unknown. */
const RETRY_MS = 1_000;

/** A refusal with a time for a retry. */
export const retrySoon = (code: ErrorCode): Refusal => refusal(code, { retryAfterMs: RETRY_MS });

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(ERRORS, code);

/**
 * Maps a refusal to its REST error; null when it was accepted. `lot`: what its price is counted from, for the message
 * that names amounts.
 */
export function refusalOf(reply: CommandReply, lot?: PriceSteps): Refusal | null {
  switch (reply.outcome) {
    case 'decided': {
      if (reply.accepted) return null;
      const code = reply.code !== null && isErrorCode(reply.code) ? reply.code : 'internal-error';
      return code === 'off-increment' && lot
        ? refusal(code, { message: offIncrementMessage(lot, reply.currentBidCents) })
        : refusal(code, { fill: { increment: 'the bid increment' } });
    }
    case 'duplicate-conflict':
      return refusal('duplicate-conflict');
    case 'not-found':
      return refusal('not-found');
    case 'unavailable':
      return refusal(reply.code, { retryAfterMs: reply.retryAfterMs });
    case 'unknown':
      return retrySoon('unknown');
  }
}

/** An accepted reply, or its refusal; a refusal that the engine recorded includes its position. */
export function accepted(reply: CommandReply, lot?: PriceSteps): Decided | Refusal {
  const refused = refusalOf(reply, lot);
  if (reply.outcome === 'decided') return refused ? { ...refused, position: reply.position } : reply;
  return refused ?? refusal('internal-error');
}
