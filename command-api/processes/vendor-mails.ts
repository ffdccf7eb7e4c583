import { mailboxOf } from '@saleyard/domain/account/credentials.ts';
import { mailableName } from '@saleyard/domain/fields/mail-names.ts';
import type { Listing } from '@saleyard/domain/listing/state.ts';
import { idOf, STREAMS } from '@saleyard/domain/streams.ts';
import { rateLimited } from '@saleyard/http/rate-limit.ts';
import vendorLotMail from '@saleyard/mails/vendor-lot.mail.ts';
import type { EventLog } from '@saleyard/platform/event-log/port.ts';
import type { Secrets } from '@saleyard/platform/secrets/port.ts';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { openTexts } from '../accounts/personal-data.ts';
import { loadAggregate } from '../handle-command.ts';
import { MAIL_LATE_MS, type MailOnceParts, mailOnce } from './mail-once.ts';
import type { EventsOfProcess } from './process-backlog.ts';
import type { ProcessManager } from './process-manager.ts';

export const EVENTS_OF_VENDOR_MAILS: EventsOfProcess<'vendor-mails'> = {
  name: 'vendor-mails',
  streams: [STREAMS.listing.prefix],
  concerns: ({ type, meta }, now) => type === 'ListingSubmitted' && now - meta.at < MAIL_LATE_MS,
};

const MAILS_A_DAY = 200;
const DAY_SECONDS = 24 * 3_600;

/** What the e-mail says of a lot. */
type Letter = { title: string; lines: readonly string[] };

export type VendorMailsParts = MailOnceParts & {
  log: EventLog;
  secrets: Secrets;
  /** The web's public address. */
  siteOrigin: string;
  /** A listing as of its event at `revision` or later; null while the read models are behind it. */
  letterOf(listing: string, revision: number, vendorName: string): Promise<Letter | null>;
  /** E-mails to one mailbox a day; those above are not sent. */
  mailsADay?: number;
};

/** The mailbox had all e-mails of a day. The e-mail is not sent, and is not recorded as sent. */
class MailboxFull extends Error {}

const OVER: ReadonlySet<Listing['phase']> = new Set(['withdrawn', 'deleted']);

/**
 * Sends a submitted lot to its vendor by e-mail, where its seller asked for that: once for each submission, whether or
 * not the seller's page is still open. They are limited for each mailbox alone, because only approved sellers can submit.
 */
export function vendorMails(parts: VendorMailsParts): ProcessManager<'vendor-mails'> {
  const { log, secrets, directory, siteOrigin: origin, letterOf, mailsADay: points = MAILS_A_DAY } = parts;
  const toMailbox = new RateLimiterMemory({ keyPrefix: 'vendor-mails', points, duration: DAY_SECONDS });
  const mailer: MailOnceParts['mailer'] = {
    async send(mail) {
      const mailbox = mailboxOf(mail.to);
      if ((await rateLimited(toMailbox, mailbox)) !== null)
        throw new MailboxFull(`its mailbox had ${points} such e-mails in a day`);
      try {
        await parts.mailer.send(mail);
      } catch (error) {
        await toMailbox.reward(mailbox);
        throw error;
      }
    },
  };
  return {
    ...EVENTS_OF_VENDOR_MAILS,
    async act({ id: key, stream, revision }) {
      const id = idOf(STREAMS.listing, stream);
      const { state } = await loadAggregate({ log }, STREAMS.listing, id);
      if (state === null || OVER.has(state.phase) || !state.content.emailToVendor) return;
      const { createdBy: account, content } = state;
      const kept = (field: string) => ({
        account,
        sealed: content.sealed[field] ?? '',
        clear: String(content.details[field] ?? ''),
      });
      const [to = '', vendorName = ''] = await openTexts(secrets, [kept('vendorEmail'), kept('vendorName')]);
      const person = await directory.personOf(account);
      // The seller was forgotten, or stated no address.
      if (person === null || to === '') return;
      const letter = await letterOf(id, revision, vendorName);
      if (letter === null) throw new Error(`the read models do not show the listing ${id} yet`);
      const mail = vendorLotMail({
        origin,
        ...letter,
        vendorName: mailableName(vendorName) || 'Vendor',
        sender: mailableName(`${person.firstName} ${person.lastName}`),
      });
      const about = { listing: id };
      try {
        await mailOnce(
          { ...parts, mailer },
          { id: key, account, to, ...mail },
          'an e-mail to a vendor',
          about,
        );
      } catch (error) {
        if (!(error instanceof MailboxFull)) throw error;
        parts.logger.warn({ account, ...about, err: error }, 'an e-mail to a vendor was not sent');
      }
    },
  };
}
