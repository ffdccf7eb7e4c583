import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { Config } from '@saleyard/platform/config/config.ts';
import { DELIVERY_COLLECTIONS, notedMailer } from '@saleyard/platform/mail/delivery-notes.ts';
import type { Mailer } from '@saleyard/platform/mail/port.ts';
import { createSmtpMailer } from '@saleyard/platform/mail/smtp-mailer.ts';
import { type Outbox, openOutbox } from '@saleyard/platform/outbox/outbox.ts';
import type { SmsSender } from '@saleyard/platform/sms/port.ts';
import { createWebhookSms } from '@saleyard/platform/sms/webhook-sms.ts';
import type { Stores } from './stores.ts';

/** The senders of e-mails and text messages, and the outbox used where none is configured. */
export type Messaging = { mailer: Mailer; sms: SmsSender; outbox: Outbox };

type MessagingConfig = Pick<Config, 'smtpUrl' | 'mailFrom' | 'smsUrl' | 'smsKey'>;

/** SMTP and the SMS webhook where they are set, else the outbox. */
export async function openMessaging(
  { smtpUrl, mailFrom, smsUrl, smsKey }: MessagingConfig,
  { documents, secrets, clock }: Pick<Stores, 'documents' | 'secrets'> & { clock: Clock },
): Promise<Messaging & { close(): Promise<void> }> {
  await documents.declare(DELIVERY_COLLECTIONS);
  const outbox = await openOutbox({ documents, secrets, clock });
  const mailer =
    smtpUrl === null || mailFrom === null
      ? outbox.mailer
      : notedMailer(createSmtpMailer({ url: smtpUrl, from: mailFrom, clock }), { documents, clock });
  const sms = smsUrl === null ? outbox.sms : createWebhookSms({ url: smsUrl, key: smsKey, clock });
  return {
    mailer,
    sms,
    outbox,
    async close() {
      await Promise.all([mailer.close(), sms.close()]);
    },
  };
}
