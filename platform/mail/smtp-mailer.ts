import { createTransport } from 'nodemailer';
import { pause } from '../clock/pause.ts';
import type { Clock } from '../clock/port.ts';
import { checkedMail, type Mailer, MailRefused, MailUnavailable } from './port.ts';

/** Connections to the server that are kept, and mails sent over each. */
const CONNECTIONS = 2;
const MAILS_PER_CONNECTION = 100;
/** ms to connect, to be greeted, and to be answered. */
const CONNECT_MS = 10_000;
const GREETING_MS = 10_000;
const ANSWER_MS = 30_000;
/** ms before a mail is sent again that the server did not take. */
const RETRY_MS = [1_000, 5_000];
/** Status codes from here on mean that the server will never accept the mail. */
const PERMANENT = 500;

type Failure = { responseCode?: number; code?: string };

/** Whether a failure is the mail's own, so that sending it again would fail again. */
const isPermanent = ({ responseCode, code }: Failure): boolean =>
  responseCode === undefined ? code === 'EENVELOPE' : responseCode >= PERMANENT && code !== 'EAUTH';

/**
 * Sends mails by SMTP. `url`: `smtp://user:password@host:587`, or `smtps://` for TLS from the start; over `smtp` TLS is
 * used where the server offers it. `from`: the sender's address, with a name (`Saleyard <no-reply@saleyard.example>`).
 * A mail that meets a server that is away or busy is sent again twice before `send` gives up.
 */
export function createSmtpMailer(parts: { url: string; from: string; clock: Clock }): Mailer {
  const { url, from, clock } = parts;
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: CONNECTIONS,
    maxMessages: MAILS_PER_CONNECTION,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: GREETING_MS,
    socketTimeout: ANSWER_MS,
    // No part of a mail names a file or an address to be read.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const host = from.replace(/^.*@|>$/g, '');
  const ended = new AbortController();
  return {
    async send(mail) {
      const { id, to, subject, text, html, attachments = [] } = checkedMail(mail);
      const message = {
        from,
        subject,
        text,
        html,
        attachments: attachments.map(({ name, type, bytes }) => ({
          filename: name,
          contentType: type,
          content: Buffer.from(bytes),
        })),
        to: { name: '', address: to },
        messageId: `<${id}@${host}>`,
        // Answers of mailboxes ("I am away") would go nowhere.
        headers: { 'Auto-Submitted': 'auto-generated' },
      };
      for (let tries = 0; ; tries += 1) {
        try {
          await transport.sendMail(message);
          return;
        } catch (error) {
          if (isPermanent(error as Failure)) throw new MailRefused('by the server', error);
          const wait = RETRY_MS[tries];
          if (wait === undefined || ended.signal.aborted) throw new MailUnavailable(error);
          await pause(clock, wait, ended.signal);
        }
      }
    },
    async close() {
      ended.abort();
      transport.close();
    },
  };
}
