import { mailboxOf } from '@saleyard/domain/account/credentials.ts';
import type { Refusal } from '@saleyard/http/failures.ts';
import { rateLimited } from '@saleyard/http/rate-limit.ts';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { ContactLookup } from './contact-lookup.ts';

/** E-mails to one mailbox per window (in seconds), by all such requests together. */
const TO_MAILBOX = { points: 20, duration: 60 * 60 };

/**
 * Counts a request that sends an e-mail to an address that may be somebody else's: a registration, a change
 * of the address, a confirmation sent again, a security code or a sign-in link. A refusal if the mailbox has
 * had too many. Counted alike for addresses with and without an account; `jo+1@…` and `jo+2@…` are one mailbox.
 */
export type MailboxLimit = (email: string) => Promise<Refusal | null>;

export function createMailboxLimit(emails: Pick<ContactLookup, 'hashOf'>): MailboxLimit {
  const toMailbox = new RateLimiterMemory({ keyPrefix: 'mailbox', ...TO_MAILBOX });
  return (email) => rateLimited(toMailbox, emails.hashOf(mailboxOf(email)));
}
