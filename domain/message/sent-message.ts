import type { Decider, Decision } from '../decider.ts';

/** How a message went out. */
export type MessageChannel = 'mail' | 'sms';

/** What happened to a message that the server sends by itself. A storage format. `at` is ms since the epoch. */
export type SentMessageEvent = {
  type: 'MessageSent';
  data: { at: number; account: string; channel: MessageChannel };
};

/** When the message was sent (ms since the epoch); null: it was not. */
export type SentMessageState = { readonly at: number } | null;

/** Records that a message was accepted for delivery. `account`: of its recipient, or of the person who caused it. */
export type SentMessageCommand = { type: 'recordSent'; account: string; channel: MessageChannel };

type SentMessageRefusal = { code: never };

/**
 * A message that was sent, in a stream of its own name: so the log alone shows what must not be sent again, also when
 * the read store was lost.
 */
export const sentMessageDecider: Decider<
  SentMessageState,
  SentMessageCommand,
  SentMessageEvent,
  SentMessageRefusal
> = {
  initial: null,
  decide(state, { at, body: { account, channel } }): Decision<SentMessageEvent, SentMessageRefusal> {
    if (state !== null) return { outcome: 'accepted', events: [] };
    return { outcome: 'accepted', events: [{ type: 'MessageSent', data: { at, account, channel } }] };
  },
  evolve: (_, { data: { at } }) => ({ at }),
};
