import type { Me, OwnChanges } from '@saleyard/contract/accounts.ts';
import type { ErrorCode } from '@saleyard/contract/errors.ts';
import { accountOperations } from '@saleyard/contract/operations/accounts.ts';
import { accessRefusal, sells, statusAfterRequest } from '@saleyard/domain/account/access.ts';
import type { AccountCommandBody } from '@saleyard/domain/account/commands.ts';
import { confirmProblem, newPasswordProblem } from '@saleyard/domain/account/credentials.ts';
import type { AccountRefusalCode } from '@saleyard/domain/account/decide.ts';
import type { AccessKind, SmsReminders } from '@saleyard/domain/account/events.ts';
import {
  asStored,
  assumedOperationType,
  changeProblems,
  isPostalSame,
  type Profile,
} from '@saleyard/domain/account/profile.ts';
import type { AccountState, RegisteredAccount } from '@saleyard/domain/account/state.ts';
import { hasAcceptedTerms } from '@saleyard/domain/account/terms.ts';
import {
  accessRequestProblems,
  bankProblems,
  FILL_ANYTHING,
  FILL_CORRECTLY,
  FILL_REQUIRED,
  personalProblems,
  profileHeadline,
  registrationProblems,
} from '@saleyard/domain/account/validation.ts';
import type { Problem } from '@saleyard/domain/fields/rules.ts';
import { STREAMS } from '@saleyard/domain/streams.ts';
import { type Endpoint, endpoint } from '@saleyard/http/endpoint.ts';
import { type Refusal, refusal } from '@saleyard/http/failures.ts';
import { rateLimited } from '@saleyard/http/rate-limit.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { EventLog } from '@saleyard/platform/event-log/port.ts';
import type { Sessions } from '@saleyard/platform/sessions/sessions.ts';
import { ipKeyGenerator } from 'express-rate-limit';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { TermsInForce } from '../content/current-texts.ts';
import { retrySoon } from '../engine-replies.ts';
import { handleCommand, loadAggregate, loadForCommand } from '../handle-command.ts';
import type { Recovery } from '../sign-in/recovery.ts';
import type { Accounts } from './accounts.ts';
import { ownAccount, sealBank } from './own-account.ts';
import { personalDigest } from './personal-data.ts';
import { changeProfile, profileChangeIn } from './profile-change.ts';

/** Checks of free contacts per network address and window (in seconds). */
const QUESTIONS = { points: 60, duration: 15 * 60 };
/** Registrations per network address and window: a yard's visitors share one. */
const REGISTRATIONS = { points: 60, duration: 60 * 60 };
/** Changes of the e-mail address per account and per network address: each sends an e-mail to the new one. */
const EMAIL_CHANGES = { points: 5, duration: 24 * 60 * 60 };
const EMAIL_CHANGES_FROM = { points: 60, duration: 60 * 60 };
/** Wrong old passwords per account and window. */
const WRONG_PASSWORDS = { points: 10, duration: 15 * 60 };

const REGISTERED =
  'Thank you for registering. Please open the link in the e-mail that we are sending you. You can sign in now; ask for access to buy or to sell in My Admin.';

export type ProfileEndpointParts = {
  log: EventLog;
  clock: Clock;
  accounts: Accounts;
  sessions: Sessions;
  recovery: Pick<Recovery, 'passwordChanged'>;
};

const userActor = (id: string) => ({ kind: 'user', id }) as const;

const wrong = (field: string, message: string): Refusal => refusal('invalid-request', { field, message });

/** The errors of a form: the headline, and one per field. */
const problemsIn = (headline: string, problems: readonly Problem[]): Refusal => ({
  status: 400,
  errors: [
    { code: 'invalid-request', message: headline },
    ...problems.flatMap(({ field, message }) => wrong(`user.${field}`, message).errors),
  ],
});

const isTaken = (field: 'email' | 'phone'): Refusal =>
  refusal('duplicateFieldError', { field, fill: { field: field === 'email' ? 'email' : 'phone number' } });

/** The REST errors of the account's own refusals. */
const REFUSALS: Readonly<Record<AccountRefusalCode, ErrorCode>> = {
  'already-registered': 'duplicateFieldError',
  'not-registered': 'unauthorized',
  'watch-list-full': 'invalid-request',
  'too-many-searches': 'invalid-request',
  'too-many-pics': 'invalid-request',
  'unknown-pic': 'not-found',
  'profile-changed': 'unavailable',
  'nothing-requested': 'nothing-requested',
  'already-may-buy': 'already-may-buy',
  'already-may-buy-and-sell': 'already-may-buy-and-sell',
  'already-requested': 'already-requested',
  'no-stock-type': 'no-stock-type',
};

/** A command of the person that was not accepted. */
type Failed =
  | { outcome: 'refused'; refusal: { code: AccountRefusalCode } }
  | { outcome: 'duplicate-conflict' | 'full' | 'unavailable' | 'unknown' }
  | { outcome: 'taken'; field: 'email' | 'phone' }
  | { outcome: 'forgotten' };

export function refusalOf(reply: Failed): Refusal {
  switch (reply.outcome) {
    case 'refused':
      return retrySoon(REFUSALS[reply.refusal.code]);
    case 'taken':
      return isTaken(reply.field);
    case 'forgotten':
      return refusal('unauthorized');
    default:
      return retrySoon(reply.outcome);
  }
}

/** The commands of one request, one for each part of the account. */
type Part = { name: string; body: AccountCommandBody };

/** The reminders after a change: those that it leaves out keep their values. */
const changedReminders = (
  known: SmsReminders,
  changes: NonNullable<NonNullable<OwnChanges['settings']>['smsRemindersPermissions']>,
): SmsReminders => ({
  cattle: { ...known.cattle, ...changes.cattle },
  sheep: { ...known.sheep, ...changes.sheep },
  goat: { ...known.goat, ...changes.goat },
});

/** Registration, and a person's changes of their own account. */
export function profileEndpoints(parts: ProfileEndpointParts): Endpoint[] {
  const { accounts, sessions, recovery } = parts;
  const { secrets, passwords } = accounts;
  const questions = new RateLimiterMemory({ keyPrefix: 'unique', ...QUESTIONS });
  const registrations = new RateLimiterMemory({ keyPrefix: 'registrations', ...REGISTRATIONS });
  const emailChanges = new RateLimiterMemory({ keyPrefix: 'email-changes', ...EMAIL_CHANGES });
  const emailChangesFrom = new RateLimiterMemory({ keyPrefix: 'email-changes-from', ...EMAIL_CHANGES_FROM });
  const wrongPasswords = new RateLimiterMemory({ keyPrefix: 'old-password', ...WRONG_PASSWORDS });

  /** The changes outside the profile, each as a separate command. */
  const otherParts = async (id: string, known: RegisteredAccount, changes: OwnChanges): Promise<Part[]> => {
    const { bank, settings, filters = {}, closedNotifications, acceptedNewVersionTerms } = changes;
    const found: Part[] = [];
    if (bank !== undefined) {
      found.push({
        name: 'bank',
        body: { type: 'changeBankDetails', bank: await sealBank(secrets, id, asStored(bank)) },
      });
    }
    if (settings !== undefined) {
      const smsReminders = changedReminders(known.smsReminders, settings.smsRemindersPermissions ?? {});
      found.push({ name: 'settings', body: { type: 'changeSettings', smsReminders } });
    }
    for (const [screen, kept] of Object.entries(filters))
      found.push({ name: `filters-${screen}`, body: { type: 'keepFilters', screen, filters: kept } });
    if (closedNotifications !== undefined) {
      const notifications = closedNotifications;
      found.push({ name: 'notifications', body: { type: 'closeNotifications', notifications } });
    }
    if (acceptedNewVersionTerms || changes.acceptedTerms)
      found.push({
        name: 'terms',
        body: {
          type: 'acceptTerms',
          version: changes.currentVersionAcceptedTo ?? (await accounts.texts.terms()).version,
        },
      });
    return found;
  };

  return [
    endpoint(accountOperations.registerUser, async ({ request, body, commandId }) => {
      const { type: _type, password, ...given } = body.user;
      const { firstName, lastName, email, phone } = given;
      const { secondaryPhone = '', otherProfession = '' } = given;
      const problems = [
        ...personalProblems({ ...given, secondaryPhone }),
        ...registrationProblems({ ...given, otherProfession, password }),
      ];
      if (problems.length > 0) return problemsIn(FILL_CORRECTLY, problems);
      const over =
        (await rateLimited(registrations, ipKeyGenerator(request.ip ?? 'unknown'))) ??
        (await accounts.mailboxLimit(email));
      if (over !== null) return over;
      const reply = await accounts.register(
        {
          person: { firstName, lastName, email, phone, ...profileChangeIn(given) },
          password,
          status: 'registered',
          type: 'guest',
          role: null,
          stockTypes: [],
          approvedStockTypes: [],
          isEmailUnconfirmed: true,
        },
        'self',
        commandId,
        { ownPhone: true, terms: (await accounts.texts.terms()).version },
      );
      if (reply.outcome === 'registered') return { data: { message: REGISTERED }, position: reply.position };
      if (reply.outcome === 'email-taken') return isTaken('email');
      if (reply.outcome === 'phone-taken') return isTaken('phone');
      return retrySoon(reply.outcome);
    }),
    endpoint(accountOperations.checkUniqueUser, async ({ request, body: { user } }) => {
      const over = await rateLimited(questions, ipKeyGenerator(request.ip ?? 'unknown'));
      if (over !== null) return over;
      const taken: ('email' | 'phone')[] = [];
      if (await accounts.isTaken(accounts.emails, user.email)) taken.push('email');
      const { phone } = asStored({ phone: user.phone });
      if (await accounts.isTaken(accounts.phones, phone)) taken.push('phone');
      const errors = taken
        .flatMap((field) => isTaken(field).errors)
        .map(({ code, message, field = '' }) => ({ code, message, field }));
      return { data: { valid: errors.length === 0, errors } };
    }),
    endpoint(accountOperations.changeMe, async ({ viewer, request, body: { user }, commandId }) => {
      const id = viewer._id;
      const { state, position } = await loadAggregate(parts, STREAMS.account, id);
      if (state === null) return refusal('unauthorized');
      const kind = accessAskedFor(user);
      const problem =
        termsProblem(user, await accounts.texts.terms()) ??
        claimProblem(user, state, kind) ??
        bankProblem(user);
      if (problem !== null) return problem;
      let last: { state: AccountState; position: number } = { state, position };
      const change = profileChangeIn(user);
      const { stockTypes } = user;
      if (change.email) {
        const before = await accounts.directory.personOf(id);
        const isOther =
          before !== null && accounts.emails.hashOf(before.email) !== accounts.emails.hashOf(change.email);
        const over =
          isOther &&
          ((await rateLimited(emailChanges, id)) ??
            (await rateLimited(emailChangesFrom, ipKeyGenerator(request.ip ?? 'unknown'))) ??
            (await accounts.mailboxLimit(change.email)));
        if (over) return over;
      }
      if (Object.keys(change).length > 0 || stockTypes !== undefined || kind !== null) {
        const reply = await changeProfile(parts, {
          account: id,
          commandId,
          actor: userActor(id),
          asked: { change, stockTypes, kind },
          change,
          problems(after, before, account) {
            if (kind === null) return changeProblems(before, after, isSeller(account));
            // A request that is refused anyway needs no validation of its fields.
            if (accessRefusal(account, kind, stockTypes ?? []) !== null) return [];
            const own = personalProblems(after).filter(({ field }) => Object.hasOwn(change, field));
            return [...own, ...accessRequestProblems(requestOf(after, user), kind)];
          },
          body: (sealed, { officeAddress }) => {
            if (kind === null) return { type: 'changeProfile', stockTypes, ...sealed };
            const operationType = assumedOperationType(officeAddress.state);
            return { type: 'requestAccess', kind, operationType, stockTypes: stockTypes ?? [], ...sealed };
          },
        });
        if (reply.outcome === 'invalid') {
          const { problems } = reply;
          const isEmpty = Object.keys(change).length === 0 && stockTypes === undefined;
          if (kind === null) return problemsIn(profileHeadline(problems) ?? FILL_REQUIRED, problems);
          return problemsIn(isEmpty ? FILL_ANYTHING : FILL_CORRECTLY, problems);
        }
        if (reply.outcome !== 'accepted') return refusalOf(reply);
        last = reply;
      }
      for (const { name, body } of await otherParts(id, state, user)) {
        const reply = await handleCommand(parts, STREAMS.account, {
          id,
          commandId: `${commandId}-${name}`,
          actor: userActor(id),
          body,
          digest: await personalDigest(secrets, id, { name, user }),
        });
        if (reply.outcome !== 'accepted') return refusalOf(reply);
        last = reply;
      }
      const me: Me | null = last.state && (await ownAccount(accounts, id, last.state));
      return me === null ? refusal('unauthorized') : { data: { user: me }, position: last.position };
    }),
    endpoint(accountOperations.changePassword, async ({ viewer, request, body, commandId }) => {
      const { _id: id } = viewer;
      const { oldPassword, newPassword, confirmPassword = newPassword } = body.user;
      const missing = oldPassword === '' ? 'Please Enter Password' : null;
      if (missing !== null) return wrong('user.oldPassword', missing);
      const unfit = newPasswordProblem(newPassword);
      if (unfit !== null) return wrong('user.newPassword', unfit);
      const unlike = confirmProblem(confirmPassword, newPassword);
      if (unlike !== null) return wrong('user.confirmPassword', unlike);
      const over = await rateLimited(wrongPasswords, id);
      if (over !== null) return over;
      const command = { id, commandId, actor: userActor(id), body: { type: 'changePassword' } as const };
      let verified = await passwords.verify(id, oldPassword);
      // After this request's own change, the password is the new one.
      const isAgain =
        verified === 'wrong' && (await loadForCommand(parts, STREAMS.account, command)).isRecorded;
      if (isAgain) verified = await passwords.verify(id, newPassword);
      if (verified === 'busy') return retrySoon('unavailable');
      if (verified === 'wrong') return refusal('wrong-password', { field: 'user.oldPassword' });
      await wrongPasswords.delete(id);
      const reply = await handleCommand(parts, STREAMS.account, command);
      if (reply.outcome !== 'accepted') return refusalOf(reply);
      if (!isAgain) await passwords.set(id, newPassword);
      const remember = request.session.cookie.originalMaxAge !== null;
      const { sessionId } = await sessions.signIn(request, id, { remember });
      await recovery.passwordChanged(id, sessionId);
      return { data: { changed: true as const }, position: reply.position };
    }),
  ];
}

/** The access that a person requests; null: none. */
function accessAskedFor({ isRequestedAsBuyer, isRequestedAsSeller }: OwnChanges): AccessKind | null {
  if (isRequestedAsSeller) return 'buyer-and-seller';
  return isRequestedAsBuyer ? 'buyer' : null;
}

/** A profile in the form of a request for access. */
const requestOf = (profile: Profile, { acceptedTerms = false, stockTypes = [] }: OwnChanges) => ({
  ...profile,
  acceptedTerms,
  stockTypes,
  postalSameAsOffice: isPostalSame(profile),
});

const isSeller = ({ status, type }: RegisteredAccount): boolean => type === 'seller' || sells(status);

function bankProblem({ bank }: OwnChanges): Refusal | null {
  const problems = bank === undefined ? [] : bankProblems(bank);
  const [first] = problems;
  const named = problems.map(({ field, message }) => ({ field: `bank.${field}`, message }));
  return first === undefined ? null : problemsIn(first.message, named);
}

/**
 * Terms that still count can be accepted: those in force, or an earlier version that was on the person's page when
 * others were published that nobody has to accept again. A person who denies them signs out.
 */
function termsProblem(changes: OwnChanges, { version, mustAccept }: TermsInForce): Refusal | null {
  const { acceptedNewVersionTerms, currentVersionAcceptedTo } = changes;
  const says = acceptedNewVersionTerms !== undefined || currentVersionAcceptedTo !== undefined;
  if (!says) return null;
  const accepted = currentVersionAcceptedTo ?? '';
  const isKnown = /^\d+$/.test(accepted) && Number(accepted) <= Number(version);
  if (acceptedNewVersionTerms === true && isKnown && hasAcceptedTerms([{ version: accepted }], mustAccept))
    return null;
  return wrong('user.currentVersionAcceptedTo', 'These are not the newest terms.');
}

/** Members that only staff set may be sent, but not changed: a value that differs from the account's is refused. */
function claimProblem(
  { status, approvedStockTypes }: OwnChanges,
  account: RegisteredAccount,
  kind: AccessKind | null,
): Refusal | null {
  const gets = kind === null ? account.status : statusAfterRequest(account.status, kind);
  if (status !== undefined && status !== gets) return refusal('forbidden', { field: 'user.status' });
  const has = new Set<string>(account.approvedStockTypes);
  const isSame =
    approvedStockTypes === undefined ||
    (approvedStockTypes.length === has.size && approvedStockTypes.every((stock) => has.has(stock)));
  return isSame ? null : refusal('forbidden', { field: 'user.approvedStockTypes' });
}
