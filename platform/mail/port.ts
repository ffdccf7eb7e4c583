import { Unavailable } from '../unavailable.ts';

/** A file that comes with a mail. `name`: letters, digits, `.`, `_` and `-`. */
export type Attachment = { name: string; type: string; bytes: Uint8Array };

/** One e-mail to one person. */
export type Mail = {
  /** Names the mail: the same id again is the same mail. */
  id: string;
  /** The account it is for, so that forgetting the person forgets it; null: nobody's. */
  account: string | null;
  /** One address: `name@host`. */
  to: string;
  subject: string;
  /** The plain text, and the same as HTML. */
  text: string;
  html: string;
  attachments?: readonly Attachment[];
  /** Parts of both texts that open something: a code, an address with a token. The recipient alone may read them. */
  secrets?: readonly string[];
  /** When it is of no more use (ms since the epoch); left out, it is kept as long as others are. */
  expiresAt?: number;
};

/** Sends e-mails. */
export interface Mailer {
  /**
   * Resolves when the mail is accepted for delivery, and its delivery is the server's responsibility.
   * @throws MailUnavailable when it can't be sent now; it may have been sent, and may be sent again
   * @throws MailRefused when it will never be accepted: it is malformed, or nobody has this address
   */
  send(mail: Mail): Promise<void>;
  close(): Promise<void>;
}

/** The mail server can't be reached, or is busy. */
export class MailUnavailable extends Unavailable {
  constructor(cause?: unknown) {
    super('the mail server', cause);
    this.name = 'MailUnavailable';
  }
}

/** This mail will not be accepted, however often it is sent. */
export class MailRefused extends Error {
  constructor(why: string, cause?: unknown) {
    super(`the mail is refused: ${why}`, { cause });
    this.name = 'MailRefused';
  }
}

/** Characters of a subject. */
const SUBJECT_LIMIT = 200;
/** Characters of each text. */
const TEXT_LIMIT = 200_000;
/** Attachments of a mail, and their bytes together: what mail servers commonly take, in base64. */
const ATTACHMENT_LIMITS = { files: 5, bytes: 15 * 1024 * 1024 } as const;

const ADDRESS = /^[^\s@<>(),;:"\\[\]\p{C}]{1,64}@[^\s@<>(),;:"\\[\]\p{C}]{1,255}$/u;

/**
 * The mail, once it is sure that nothing in it can become a header or a second recipient.
 * @throws MailRefused
 */
export function checkedMail(mail: Mail): Mail {
  const { id, to, subject, text, html } = mail;
  if (!/^[\w.-]{1,128}$/.test(id)) throw new MailRefused('its id');
  if (!ADDRESS.test(to)) throw new MailRefused('its address');
  if (subject === '' || subject.length > SUBJECT_LIMIT || /\p{Cc}/u.test(subject)) {
    throw new MailRefused('its subject');
  }
  if (text === '' || text.length > TEXT_LIMIT || html.length > TEXT_LIMIT) throw new MailRefused('its text');
  const { attachments = [] } = mail;
  const bytes = attachments.reduce((sum, file) => sum + file.bytes.length, 0);
  if (attachments.length > ATTACHMENT_LIMITS.files || bytes > ATTACHMENT_LIMITS.bytes) {
    throw new MailRefused('its attachments are too large');
  }
  const isNamed = ({ name, type }: Attachment) =>
    /^\w[\w.-]{0,99}$/.test(name) && /^[a-z]+\/[a-z0-9.+-]+$/.test(type);
  if (!attachments.every(isNamed)) throw new MailRefused('the name of an attachment');
  return mail;
}
