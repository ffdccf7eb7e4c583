import type { Clock } from '../clock/port.ts';
import type { Documents } from '../documents/port.ts';
import { type Attachment, checkedMail, type Mailer } from '../mail/port.ts';
import type { Secrets } from '../secrets/port.ts';
import { keyNamed, seal, unseal } from '../secrets/sealing.ts';
import { checkedSms, type SmsSender } from '../sms/port.ts';

/** The collection of kept messages; no projection owns it. */
const OUTBOX = 'outbox';
/** What came with kept mails; a document for each file, so that a list of messages does not read them. */
const OUTBOX_FILES = 'outbox-files';

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
  /** What came with it. `size`: bytes. */
  attachments: readonly { name: string; type: string; size: number }[];
};

/** The encrypted part of a message. */
type Sealed = Pick<KeptMessage, 'to' | 'subject' | 'text' | 'html' | 'secrets' | 'attachments'>;
type OutboxDocument = Pick<KeptMessage, 'channel' | 'at' | 'account'> & { sealed: string };
type FileDocument = Pick<KeptMessage, 'account'> & { sealed: string };

/** One page of messages, the newest first. */
type OutboxPage = { messages: KeptMessage[]; total: number };

/** Keeps messages where nothing sends them out, for staff to read and pass on. */
export type Outbox = {
  mailer: Mailer;
  sms: SmsSender;
  /** `account`: only its messages; left out, all. `page` counts from 1. */
  read(options: { account?: string; page: number; limit: number }): Promise<OutboxPage>;
  /** A file that came with a message, by its place from 0; null: there is none. `account`: only of its messages. */
  file(message: string, place: number, account?: string): Promise<Attachment | null>;
  /** Makes what was kept for an account unreadable for ever, and deletes it. */
  forget(account: string): Promise<void>;
};

const fileId = (message: string, place: number): string => `${message}.${place}`;
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
    { name: OUTBOX_FILES, indexes: [{ keys: { account: 1 } }] },
  ]);

  const keep = async (
    message: Omit<KeptMessage, 'at' | 'attachments'>,
    files: readonly Attachment[] = [],
    expiresAt?: number,
  ): Promise<void> => {
    const { _id, channel, account, to, subject, text, html, secrets: hidden } = message;
    if ((await documents.get(OUTBOX, _id)) !== undefined) return;
    const owner = account ?? NOBODY;
    const key = await keyNamed(secrets, keyNameOf(owner));
    const attachments = files.map(({ name, type, bytes }) => ({ name, type, size: bytes.length }));
    const said: Sealed = { to, subject, text, html, secrets: hidden, attachments };
    const at = clock.now();
    const ends = expiresAt ?? at + KEPT_MS;
    // The files go first: a message that can be read has them.
    for (const [place, { bytes }] of files.entries()) {
      const sealed = seal(key, owner, Buffer.from(bytes).toString('base64'));
      const document: FileDocument = { account, sealed };
      await documents.upsert(OUTBOX_FILES, fileId(_id, place), document, ends);
    }
    const document: OutboxDocument = {
      channel,
      at,
      account,
      sealed: seal(key, owner, JSON.stringify(said)),
    };
    await documents.upsert(OUTBOX, _id, document, ends);
  };

  const keyOf = async (account: string | null): Promise<Buffer | null> => {
    const hex = await secrets.get(keyNameOf(account ?? NOBODY));
    return hex === undefined ? null : Buffer.from(hex, 'hex');
  };

  /** The contents of a kept message; null if it was forgotten. */
  const opened = async (account: string | null, sealed: string): Promise<string | null> => {
    const key = await keyOf(account);
    return key === null ? null : unseal(key, account ?? NOBODY, sealed);
  };

  return {
    mailer: {
      async send(mail) {
        const { id, account, to, subject, text, html, attachments, expiresAt } = checkedMail(mail);
        const { secrets: hidden = [] } = mail;
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
        await keep(message, attachments, expiresAt);
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
        sort: { at: -1 },
        skip: (page - 1) * limit,
        limit,
      });
      const keys = new Map<string, Buffer | null>();
      const messages: KeptMessage[] = [];
      for (const { _id, channel, at, account: of, sealed } of found) {
        const owner = of ?? NOBODY;
        const key = keys.get(owner) ?? (await keyOf(of));
        keys.set(owner, key);
        // Forgotten between the two reads.
        if (key === null) continue;
        messages.push({
          _id,
          channel,
          at,
          account: of,
          // Messages that were kept before there were attachments have none.
          attachments: [],
          ...(JSON.parse(unseal(key, owner, sealed)) as Omit<Sealed, 'attachments'> & Partial<Sealed>),
        });
      }
      return { messages, total };
    },

    async file(message, place, account) {
      const kept = await documents.get<OutboxDocument>(OUTBOX, message);
      if (kept === undefined || (account !== undefined && kept.account !== account)) return null;
      const file = await documents.get<FileDocument>(OUTBOX_FILES, fileId(message, place));
      const said = await opened(kept.account, kept.sealed);
      const content = file && (await opened(file.account, file.sealed));
      if (!said || content === undefined || content === null) return null;
      const { attachments } = JSON.parse(said) as Sealed;
      const about = attachments[place];
      if (about === undefined) return null;
      return { name: about.name, type: about.type, bytes: Buffer.from(content, 'base64') };
    },

    async forget(account) {
      await forgetOutboxKey(secrets, account);
      for (const collection of [OUTBOX, OUTBOX_FILES]) {
        const theirs = await documents.find(collection, { account });
        for (const { _id } of theirs) await documents.deleteOne(collection, _id);
      }
    },
  };
}
