import { messageOperations } from '@saleyard/contract/operations/messages.ts';
import { type Endpoint, endpoint } from '@saleyard/http/endpoint.ts';
import { refusal } from '@saleyard/http/failures.ts';
import { rateLimited } from '@saleyard/http/rate-limit.ts';
import interestMail from '@saleyard/mails/interest.mail.ts';
import { eventIdOf } from '@saleyard/platform/ids/ids.ts';
import { type Mailer, MailUnavailable } from '@saleyard/platform/mail/port.ts';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { AccountDirectory } from '../accounts/account-directory.ts';
import type { CurrentTexts } from '../content/current-texts.ts';

/** E-mails to the office by one account per window (in seconds). */
const INTERESTS = { points: 3, duration: 60 * 60 };
/** `Retry-After` in ms for a mail that could not be sent. */
const RETRY_MS = 30_000;

const REGISTERED = 'Thank you for registering your interest. We will let you know about upcoming auctions.';

/** People's e-mails to the office. `mailer`: sends them. */
export function interestEndpoints({
  mailer,
  directory,
  texts,
}: {
  mailer: Mailer;
  directory: Pick<AccountDirectory, 'account'>;
  texts: Pick<CurrentTexts, 'contacts' | 'ready'>;
}): Endpoint[] {
  const limiter = new RateLimiterMemory({ keyPrefix: 'interest', ...INTERESTS });
  return [
    endpoint(messageOperations.registerInterest, async ({ body, viewer, commandId }) => {
      if ((await directory.account(viewer._id))?.isEmailUnconfirmed) return refusal('email-unconfirmed');
      const over = await rateLimited(limiter, viewer._id);
      if (over !== null) return over;
      await texts.ready();
      const mail = interestMail({ ...body, account: viewer._id });
      try {
        const id = eventIdOf(`interest:${viewer._id}:${commandId}`, 0);
        await mailer.send({ id, account: viewer._id, to: texts.contacts.email, ...mail });
      } catch (error) {
        if (!(error instanceof MailUnavailable)) throw error;
        return refusal('unavailable', { retryAfterMs: RETRY_MS });
      }
      return { data: { message: REGISTERED } };
    }),
  ];
}
