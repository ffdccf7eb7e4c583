import type { MessageChannel } from '@saleyard/domain/message/sent-message.ts';
import { STREAMS, streamOf } from '@saleyard/domain/streams.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { EventLog } from '@saleyard/platform/event-log/port.ts';
import { eventIdOf } from '@saleyard/platform/ids/ids.ts';
import { handleCommand } from '../handle-command.ts';

/** Messages of this process that are remembered beside the log, the newest. */
const REMEMBERED = 10_000;

const ACTOR = { kind: 'system', id: 'messages' } as const;

/** A message that is sent once. `key`: identifies it, derived from the event that caused it. */
type OnceMessage = { key: string; account: string; channel: MessageChannel };

/** The messages that process managers send. */
export type SentMessages = {
  /**
   * Sends a message unless the log has it as sent, and records it then. A process that ends between the two sends it
   * once more.
   * @throws what `send` throws; EventLogUnavailable
   */
  sendOnce(message: OnceMessage, send: () => Promise<void>): Promise<void>;
};

/** What was sent is known from the log alone, so a read store that is lost or built again sends nothing twice. */
export function createSentMessages(parts: { log: EventLog; clock: Clock }): SentMessages {
  const { log } = parts;
  /** Keys that were sent here: while nothing can be recorded, a retry must not send them again. */
  const sent = new Set<string>();

  const remember = (key: string): void => {
    sent.add(key);
    const [oldest] = sent;
    if (sent.size > REMEMBERED && oldest !== undefined) sent.delete(oldest);
  };

  return {
    async sendOnce({ key, account, channel }, send) {
      const isRecorded = (await log.lastRevision(streamOf(STREAMS.message, key))) >= 0;
      if (isRecorded) return;
      if (!sent.has(key)) await send();
      remember(key);
      const reply = await handleCommand(parts, STREAMS.message, {
        id: key,
        commandId: eventIdOf(`sent:${key}`, 0),
        actor: ACTOR,
        body: { type: 'recordSent', account, channel },
      });
      if (reply.outcome === 'accepted') return;
      throw new Error(`a message of ${account} could not be recorded as sent: ${reply.outcome}`);
    },
  };
}
