import type { Clock } from '../clock/port.ts';
import type { Documents } from '../documents/port.ts';
import { checkedMail, type Mailer } from '../mail/port.ts';
import type { Secrets } from '../secrets/port.ts';
import { keyNamed, seal, unseal } from '../secrets/sealing.ts';
import { checkedSms, type SmsSender } from '../sms/port.ts';

/** The collection of kept messages; no projection owns it. */
export const OUTBOX = 'outbox';

const DAY_MS = 86_400_000;
/** How long a message is kept that does not say so itself. ms. */
const KEPT_MS = 30 * DAY_MS;
/** Owner of the messages that are for no account. */
const NOBODY = 'nobody';

/** An e-mail or a text message that was kept instead of being sent out. */
export type KeptMessage = {
  _id: string;
  channel: 'mail' | 'sms';
  /** When it was kept. ms. */
  at: number;
  account: string | null;
  to: string;
  /** null: a text message has none. */
  subject: string | null;
  text: string;
  html: string | null;
  secrets: readonly string[];
};

/** What of a message is encrypted. */
type Sealed = Pick<KeptMessage, 'to' | 'subject' | 'text' | 'html' | 'secrets'>;
type OutboxDocument = Pick<KeptMessage, 'channel' | 'at' | 'account'> & { sealed: string };

/** One page of messages, the newest first. */
export type OutboxPage = { messages: KeptMessage[]; total: number };

/** Keeps messages where nothing sends them out, for staff to read and pass on. */
export type Outbox = {
  mailer: Mailer;
  sms: SmsSender;
  /** `account`: only its messages; left out, all. `page` counts from 1. */
  read(options: { account?: string; page: number; limit: number }): Promise<OutboxPage>;
  /** Makes what was kept for an account unreadable for ever, and deletes it. */
  forget(account: string): Promise<void>;
};

const keyNameOf = (owner: string): string => `outbox-key-${owner}`;

/** Makes what was kept for an account unreadable for ever, without the read store. */
export const forgetOutboxKey = (secrets: Secrets, account: string): Promise<void> =>
  secrets.delete(keyNameOf(account));

/**
 * An outbox in the read store. What a message says is encrypted under a key of its account's, which is kept among the
 * secrets: deleting the key forgets the messages also in files and backups that still hold their bytes. A message that
 * comes twice under one id is kept once.
 */
export async function openOutbox(parts: {
  documents: Documents;
  secrets: Secrets;
  clock: Clock;
}): Promise<Outbox> {
  const { documents, secrets, clock } = parts;
  await documents.declare([
    { name: OUTBOX, indexes: [{ keys: { account: 1, at: -1 } }, { keys: { at: -1 } }] },
  ]);

  const keep = async (message: Omit<KeptMessage, 'at'>, expiresAt?: number): Promise<void> => {
    const { _id, channel, account, to, subject, text, html, secrets: hidden } = message;
    if ((await documents.get(OUTBOX, _id)) !== undefined) return;
    const owner = account ?? NOBODY;
    const said: Sealed = { to, subject, text, html, secrets: hidden };
    const sealed = seal(await keyNamed(secrets, keyNameOf(owner)), owner, JSON.stringify(said));
    const at = clock.now();
    const document: OutboxDocument = { channel, at, account, sealed };
    await documents.upsert(OUTBOX, _id, document, expiresAt ?? at + KEPT_MS);
  };

  return {
    mailer: {
      async send(mail) {
        const { id, account, to, subject, text, html, secrets: hidden = [], expiresAt } = checkedMail(mail);
        const message = {
          _id: id,
          channel: 'mail',
          account,
          to,
          subject,
          text,
          html,
          secrets: hidden,
        } as const;
        await keep(message, expiresAt);
      },
      close: async () => {},
    },

    sms: {
      async send(sms) {
        const { id, account, to, text } = checkedSms(sms);
        await keep({ _id: id, channel: 'sms', account, to, text, subject: null, html: null, secrets: [] });
      },
      close: async () => {},
    },

    async read({ account, page, limit }) {
      const filter = account === undefined ? {} : { account };
      const total = await documents.count(OUTBOX, filter);
      const found = await documents.find<OutboxDocument>(OUTBOX, filter, {
        ...{ sort: { at: -1 }, skip: (page - 1) * limit, limit },
      });
      const keys = new Map<string, Buffer | null>();
      const messages: KeptMessage[] = [];
      for (const { _id, channel, at, account: of, sealed } of found) {
        const owner = of ?? NOBODY;
        let key = keys.get(owner);
        if (key === undefined) {
          const hex = await secrets.get(keyNameOf(owner));
          key = hex === undefined ? null : Buffer.from(hex, 'hex');
          keys.set(owner, key);
        }
        // Forgotten between the two reads.
        if (key === null) continue;
        messages.push({
          _id,
          channel,
          at,
          account: of,
          ...(JSON.parse(unseal(key, owner, sealed)) as Sealed),
        });
      }
      return { messages, total };
    },

    async forget(account) {
      await forgetOutboxKey(secrets, account);
      const theirs = await documents.find(OUTBOX, { account });
      for (const { _id } of theirs) await documents.deleteOne(OUTBOX, _id);
    },
  };
}
