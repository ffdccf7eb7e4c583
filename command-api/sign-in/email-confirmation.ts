import { CONFIRM_EMAIL_MS } from '@saleyard/contract/sign-in.ts';
import { isActive, type RegisteredAccount } from '@saleyard/domain/account/state.ts';
import { STREAMS } from '@saleyard/domain/streams.ts';
import { type Refusal, refusal } from '@saleyard/http/failures.ts';
import { rateLimited } from '@saleyard/http/rate-limit.ts';
import confirmEmailMail from '@saleyard/mails/confirm-email.mail.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { EventLog } from '@saleyard/platform/event-log/port.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import type { Logger } from '@saleyard/platform/logging/logger.ts';
import { type Mailer, MailRefused, MailUnavailable } from '@saleyard/platform/mail/port.ts';
import { ipKeyGenerator } from 'express-rate-limit';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Accounts } from '../accounts/accounts.ts';
import { openPerson } from '../accounts/personal-data.ts';
import { retrySoon } from '../engine-replies.ts';
import { handleCommand, loadAggregate } from '../handle-command.ts';
import { inHalves, type OneTimeCodes } from './one-time-codes.ts';
import { SIGN_IN_LIMITS, type SignInLimits } from './sign-in-limiter.ts';

/** Confirmation e-mails that one account may have sent again per window (in seconds). */
const SENT_AGAIN = { points: 5, duration: 60 * 60 };
/** Attempts to confirm an address while the profile is changed. */
const CONFIRM_TRIES = 5;

type Parts = {
  log: EventLog;
  clock: Clock;
  accounts: Accounts;
  codes: OneTimeCodes;
  mailer: Mailer;
  logger: Pick<Logger, 'warn'>;
  signInLimits?: SignInLimits | undefined;
  /** The web's public address. */
  siteOrigin: string;
};

/** Confirmation of the e-mail address of an account, by a link or a typed code. */
export type EmailConfirmation = {
  /**
   * Sends a new code to an account's unconfirmed address; its earlier codes end. Nothing is sent if there is none.
   * @throws MailUnavailable
   */
  send(account: string): Promise<void>;
  /** The same for a person who asks for another e-mail; a refusal, or null when it is on its way. */
  sendAgain(account: string): Promise<Refusal | null>;
  /** Confirms the address that a code was sent to. A code may be used again until it expires. */
  confirm(code: string, asked: { ip: string; commandId: string }): Promise<{ position: number } | Refusal>;
};

/**
 * A code is valid for the address it was sent to only: a person who changes the address afterwards has to confirm the
 * new one.
 */
export function createEmailConfirmation(parts: Parts): EmailConfirmation {
  const { accounts, codes, mailer, logger, siteOrigin: origin } = parts;
  const { secrets, emails } = accounts;
  const byAccount = new RateLimiterMemory({ keyPrefix: 'confirmations', ...SENT_AGAIN });
  const { wrongCodesPerAddress: points, windowSeconds: duration } = parts.signInLimits ?? SIGN_IN_LIMITS;
  const wrongCodes = new RateLimiterMemory({ keyPrefix: 'confirmation-codes', points, duration });

  const load = async (id: string): Promise<{ account: RegisteredAccount; email: string } | null> => {
    const { state } = await loadAggregate(parts, STREAMS.account, id);
    const person = state && isActive(state) ? await openPerson(secrets, id, state.personal) : null;
    return state && person && { account: state, email: person.email };
  };

  const sendTo = async (account: string, email: string): Promise<void> => {
    const made = await codes.issue('confirm-email', account, CONFIRM_EMAIL_MS, emails.hashOf(email));
    const code = inHalves(made);
    const expiresAt = parts.clock.now() + CONFIRM_EMAIL_MS;
    const mail = confirmEmailMail({ origin, code });
    try {
      // A repetition has another code, so it is another mail.
      await mailer.send({ id: newId(), account, to: email, ...mail, secrets: [code], expiresAt });
    } catch (error) {
      if (!(error instanceof MailRefused)) throw error;
      logger.warn({ account, err: error }, 'an e-mail to confirm an address was refused');
    }
  };

  return {
    async send(id) {
      const found = await load(id);
      if (found?.account.isEmailUnconfirmed) await sendTo(id, found.email);
    },

    async sendAgain(id) {
      const found = await load(id);
      if (!found?.account.isEmailUnconfirmed) return null;
      const over = (await rateLimited(byAccount, id)) ?? (await accounts.mailboxLimit(found.email));
      if (over !== null) return over;
      try {
        await sendTo(id, found.email);
        return null;
      } catch (error) {
        if (error instanceof MailUnavailable) return retrySoon('unavailable');
        throw error;
      }
    },

    async confirm(code, { ip, commandId }) {
      const issued = await codes.find('confirm-email', code);
      if (issued === null) {
        const isGuess = !(await codes.wasMade('confirm-email', code));
        const over = isGuess ? await rateLimited(wrongCodes, ipKeyGenerator(ip)) : null;
        return over ?? refusal('wrong-confirmation-code', { field: 'code' });
      }
      for (let tries = 0; tries < CONFIRM_TRIES; tries += 1) {
        const found = await load(issued.account);
        if (found === null || emails.hashOf(found.email) !== issued.subject) {
          return refusal('wrong-confirmation-code', { field: 'code' });
        }
        const reply = await handleCommand(parts, STREAMS.account, {
          id: issued.account,
          commandId: `${commandId}-${tries}`,
          actor: { kind: 'user', id: issued.account },
          body: { type: 'confirmEmail', from: found.account.personal },
        });
        if (reply.outcome === 'accepted') return { position: reply.position };
        if (reply.outcome !== 'refused') return retrySoon(reply.outcome);
      }
      return retrySoon('unavailable');
    },
  };
}
