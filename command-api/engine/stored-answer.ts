import type { CommandReply } from '@saleyard/contract/commands.ts';
import type { EventLog } from '@saleyard/platform/event-log/port.ts';
import type { Logger } from '@saleyard/platform/logging/logger.ts';
import { commandEventsAt } from '../command-events.ts';
import { auctionEvent } from './opening.ts';
import { recordedCommand, sameCommand } from './recorded-command.ts';
import { decidedReply } from './reply.ts';
import type { Waiting } from './waiting.ts';

type Sources = { log: EventLog; logger: Pick<Logger, 'error'> | undefined };

/**
 * Answers a command that the stream contains already, from its events: the first answer when the body is the same,
 * else `duplicate-conflict` [E11]. `revisions`: the candidates for its first event. undefined: it is at none of them.
 * When its events can't be read, the outcome is `unknown`.
 */
export async function storedAnswer(
  { log, logger }: Sources,
  stream: string,
  revisions: readonly number[],
  asked: Waiting,
): Promise<CommandReply | undefined> {
  try {
    for (const revision of revisions) {
      const group = await commandEventsAt(log, stream, revision);
      const last = group.at(-1);
      if (last === undefined || group[0]?.id !== asked.firstEventId) continue;
      const events = group.map(auctionEvent);
      if (!sameCommand(asked.body, recordedCommand(events))) return { outcome: 'duplicate-conflict' };
      return decidedReply(events, { seq: last.revision, position: last.position });
    }
    return undefined;
  } catch (error) {
    logger?.error({ stream, err: error }, 'a stored answer cannot be read');
    return { outcome: 'unknown' };
  }
}
