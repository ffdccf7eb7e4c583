import type { Logger } from '@saleyard/platform/logging/logger.ts';
import { type Mail, type Mailer, MailRefused } from '@saleyard/platform/mail/port.ts';
import type { AccountDirectory } from '../accounts/account-directory.ts';
import type { SentMessages } from './sent-messages.ts';

/** What sends the e-mails of process managers. */
export type MailOnceParts = {
  mailer: Pick<Mailer, 'send'>;
  messages: SentMessages;
  logger: Pick<Logger, 'warn'>;
  directory: Pick<AccountDirectory, 'account' | 'personOf'>;
};

/** An e-mail for an account. Its id, derived from the event that caused it, is also the key it is sent once under. */
type AccountMail = Mail & { account: string };

/** ms after which an e-mail about an event is too old to be sent. */
export const MAIL_LATE_MS = 24 * 3_600_000;

/**
 * Mails an account, or its vendor, once. Nothing is sent while the account's address is not confirmed: these e-mails may
 * contain what the person wrote, and the address may be somebody else's. An e-mail that will never be accepted counts as
 * sent; it is logged as "`what` was refused".
 * @throws MailUnavailable, EventLogUnavailable
 */
export async function mailOnce(
  { mailer, messages, logger, directory }: MailOnceParts,
  mail: AccountMail,
  what: string,
  about: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { id: key, account } = mail;
  const known = await directory.account(account);
  if (known === null || known.isEmailUnconfirmed) return;
  await messages.sendOnce({ key, account, channel: 'mail' }, async () => {
    try {
      await mailer.send(mail);
    } catch (error) {
      if (!(error instanceof MailRefused)) throw error;
      logger.warn({ account, ...about, err: error }, `${what} was refused`);
    }
  });
}
