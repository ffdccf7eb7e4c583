import { CODE_MS, INVITATION_MS } from '@saleyard/contract/sign-in.ts';
import { emailProblem, madePasswordProblem } from '@saleyard/domain/account/credentials.ts';
import { STREAMS } from '@saleyard/domain/streams.ts';
import { isRefusal, type Refusal, refusal } from '@saleyard/http/failures.ts';
import { rateLimited } from '@saleyard/http/rate-limit.ts';
import failedSignInsMail from '@saleyard/mails/failed-sign-ins.mail.ts';
import invitationMail from '@saleyard/mails/invitation.mail.ts';
import type { RenderedMail } from '@saleyard/mails/layout.ts';
import passwordChangedMail from '@saleyard/mails/password-changed.mail.ts';
import securityCodeMail from '@saleyard/mails/security-code.mail.ts';
import signInLinkMail from '@saleyard/mails/sign-in-link.mail.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { EventLog } from '@saleyard/platform/event-log/port.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import type { Logger } from '@saleyard/platform/logging/logger.ts';
import type { Mailer } from '@saleyard/platform/mail/port.ts';
import { MailUnavailable } from '@saleyard/platform/mail/port.ts';
import type { Sessions } from '@saleyard/platform/sessions/sessions.ts';
import { ipKeyGenerator } from 'express-rate-limit';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Account } from '../accounts/account-directory.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { BackgroundWork } from '../background-work.ts';
import { handleCommand } from '../handle-command.ts';
import { type CodePurpose, inHalves, type OneTimeCodes } from './one-time-codes.ts';
import { SIGN_IN_LIMITS, type SignInLimiter, type SignInLimits } from './sign-in-limiter.ts';

/** Requests for codes and links by one network address per window. */
const ASKED_BY_ADDRESS = { points: 300, duration: 15 * 60 };

export type RecoveryParts = {
  accounts: Accounts;
  sessions: Sessions;
  codes: OneTimeCodes;
  limiter: SignInLimiter;
  signInLimits?: SignInLimits;
  mailer: Mailer;
  log: EventLog;
  clock: Clock;
  logger: Logger;
  /** Takes the mails whose sending no answer waits for. */
  background: BackgroundWork;
  /** The web's public address, with which links in e-mails begin. */
  siteOrigin: string;
};

/** The caller that requests a code or a link. `isOwnDevice`: whether an account has signed in on this device before. */
type Asker = { ip: string; isOwnDevice: (account: string) => boolean };

/** Recovery by e-mail and code; methods return a refusal, or null when done. */
export type Recovery = {
  /** Sends a security code. */
  forgot(email: string, asker: Asker): Promise<Refusal | null>;
  /** Sets a password with a security code, and ends every session. */
  reset(code: string, password: string, asked: { ip: string; commandId: string }): Promise<Refusal | null>;
  /** Sends a link by which the person of an account that staff opened sets a password; an earlier one ends. */
  invite(account: string): Promise<Refusal | null>;
  /** Sets the password of an account with its invitation. */
  acceptInvitation(
    token: string,
    password: string,
    asked: { ip: string; commandId: string },
  ): Promise<Refusal | null>;
  /** Sends a sign-in link if the address belongs to an account. */
  sendLink(email: string, asker: Asker): Promise<Refusal | null>;
  /** The account of a sign-in link, which it uses up if `redeems`. */
  accountOfLink(token: string, ip: string, redeems: boolean): Promise<Account | Refusal>;
  /**
   * After a new password: ends every session but `session`, and every code, clears failed sign-ins, and notifies the
   * owner.
   */
  passwordChanged(account: string, session?: string): Promise<void>;
  /** Notifies an account's owner of failed sign-ins. */
  notifyOfFailures(account: string): void;
};

export function createRecovery(parts: RecoveryParts): Recovery {
  const { accounts, sessions, codes, limiter, mailer, clock, logger, background, siteOrigin: origin } = parts;
  const { directory, emails, passwords } = accounts;
  const byAddress = new RateLimiterMemory({ keyPrefix: 'codes-address', ...ASKED_BY_ADDRESS });
  const { wrongCodesPerAddress: points, windowSeconds: duration } = parts.signInLimits ?? SIGN_IN_LIMITS;
  const wrongCodes = new RateLimiterMemory({ keyPrefix: 'codes-wrong', points, duration });

  /**
   * null, or the refusal of a caller over the limit. Counted alike for e-mails with and without an account. Others at a
   * network address may use up its limit; that does not concern an owner on an own device. The account is looked up only
   * then, so that the time of an answer reveals nothing.
   */
  const asked = async (email: string, { ip, isOwnDevice }: Asker): Promise<Refusal | null> => {
    const problem = emailProblem(email);
    if (problem !== null) return refusal('invalid-request', { field: 'email', message: problem });
    const over = await rateLimited(byAddress, ipKeyGenerator(ip));
    if (over !== null) {
      const account = await emails.find(email);
      if (account === undefined || !isOwnDevice(account)) return over;
    }
    return accounts.mailboxLimit(email);
  };

  /**
   * The account of a code, or the refusal of an address that guesses. A code that is right is always accepted, since others
   * may share the address; one that was made is no guess, though it may have ended.
   */
  const accountOfCode = async (
    purpose: CodePurpose,
    code: string,
    ip: string,
    find: OneTimeCodes['accountOf'],
  ): Promise<{ account: string | null } | Refusal> => {
    const account = await find(purpose, code);
    if (account !== null || (await codes.wasMade(purpose, code))) return { account };
    return (await rateLimited(wrongCodes, ipKeyGenerator(ip))) ?? { account };
  };

  const send = async (
    account: string,
    mail: RenderedMail,
    secret?: string,
    lastsMs = CODE_MS,
  ): Promise<void> => {
    const person = await directory.personOf(account);
    if (person === null) return;
    await mailer.send({
      id: newId(),
      account,
      to: person.email,
      ...mail,
      ...(secret !== undefined && { secrets: [secret], expiresAt: clock.now() + lastsMs }),
    });
  };

  const passwordChanged: Recovery['passwordChanged'] = async (account, session) => {
    await sessions.revokeAllOf(account, session);
    await codes.revokeAllOf(account);
    const person = await directory.personOf(account);
    if (person !== null) await limiter.unlock(emails.hashOf(person.email));
    background.add('a notice could not be sent', send(account, passwordChangedMail({ origin })));
  };

  /** Sets a password with a code of this purpose; `wrong`: the refusal of a code that is not valid. */
  const setPassword = async (
    purpose: CodePurpose,
    { code, password, wrong }: { code: string; password: string; wrong: Refusal },
    { ip, commandId }: { ip: string; commandId: string },
  ): Promise<Refusal | null> => {
    const problem = madePasswordProblem(password);
    if (problem !== null) return refusal('invalid-request', { field: 'password', message: problem });
    const found = await accountOfCode(purpose, code, ip, codes.redeem);
    if (isRefusal(found)) return found;
    const { account } = found;
    if (account === null) return wrong;
    const noted = await handleCommand(parts, STREAMS.account, {
      id: account,
      commandId,
      actor: { kind: 'user', id: account },
      body: { type: 'changePassword' },
    });
    if (noted.outcome !== 'accepted') return refusal('unavailable');
    await passwords.set(account, password);
    await passwordChanged(account);
    return null;
  };

  return {
    async forgot(email, asker) {
      const over = await asked(email, asker);
      if (over !== null) return over;
      const account = await directory.byEmail(email);
      if (account === null) return refusal('unknown-email', { field: 'email' });
      const code = inHalves(await codes.issue('security-code', account._id, CODE_MS));
      try {
        await send(account._id, securityCodeMail({ origin, code }), code);
        return null;
      } catch (error) {
        logger.error({ err: error }, 'a security code could not be sent');
        if (error instanceof MailUnavailable) return refusal('unavailable');
        throw error;
      }
    },

    reset: (code, password, sent) =>
      setPassword(
        'security-code',
        { code, password, wrong: refusal('wrong-security-code', { field: 'token' }) },
        sent,
      ),

    async invite(account) {
      const token = await codes.issue('invitation', account, INVITATION_MS);
      try {
        await send(account, invitationMail({ origin, token }), token, INVITATION_MS);
        return null;
      } catch (error) {
        logger.error({ err: error }, 'an invitation could not be sent');
        if (error instanceof MailUnavailable) return refusal('unavailable');
        throw error;
      }
    },

    acceptInvitation: (token, password, sent) =>
      setPassword('invitation', { code: token, password, wrong: refusal('invalid-link') }, sent),

    passwordChanged,

    async sendLink(email, asker) {
      const over = await asked(email, asker);
      if (over !== null) return over;
      const sending = async (): Promise<void> => {
        const account = await directory.byEmail(email);
        if (account === null) return;
        const token = await codes.issue('sign-in-link', account._id, CODE_MS);
        await send(account._id, signInLinkMail({ origin, token }), token);
      };
      // In the background: the time of the answer must not reveal whether there is an account.
      background.add('a sign-in link could not be sent', sending());
      return null;
    },

    async accountOfLink(token, ip, redeems) {
      const found = await accountOfCode('sign-in-link', token, ip, redeems ? codes.redeem : codes.accountOf);
      if (isRefusal(found)) return found;
      const account = found.account === null ? null : await directory.account(found.account);
      return account ?? refusal('invalid-link');
    },

    notifyOfFailures: (account) =>
      background.add('a notice could not be sent', send(account, failedSignInsMail({ origin }))),
  };
}
