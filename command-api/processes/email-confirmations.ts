import type { AccountEvent } from '@saleyard/domain/account/events.ts';
import { idOf, STREAMS } from '@saleyard/domain/streams.ts';
import type { EmailConfirmation } from '../sign-in/email-confirmation.ts';
import type { EventsOfProcess } from './process-backlog.ts';
import type { ProcessManager } from './process-manager.ts';
import type { SentMessages } from './sent-messages.ts';

/** ms after which nobody expects the e-mail any more; the person can have it sent from the page. */
const LATE_MS = 3_600_000;

export const EVENTS_OF_EMAIL_CONFIRMATIONS: EventsOfProcess<'email-confirmations'> = {
  name: 'email-confirmations',
  streams: [STREAMS.account.prefix],
  concerns: ({ data, meta }, now) =>
    now - meta.at < LATE_MS && (data as Partial<Unconfirmed>).isEmailUnconfirmed === true,
};

/** The data of events that leave an account with an unconfirmed address. */
type Unconfirmed = Extract<AccountEvent, { type: 'ProfileChanged' }>['data'];

/** Sends the e-mail that confirms an address to people who registered or changed their address. */
export const emailConfirmations = (parts: {
  confirmation: Pick<EmailConfirmation, 'send'>;
  messages: SentMessages;
}): ProcessManager<'email-confirmations'> => ({
  ...EVENTS_OF_EMAIL_CONFIRMATIONS,
  async act({ id, stream }) {
    const account = idOf(STREAMS.account, stream);
    await parts.messages.sendOnce({ key: id, account, channel: 'mail' }, () =>
      parts.confirmation.send(account),
    );
  },
});
