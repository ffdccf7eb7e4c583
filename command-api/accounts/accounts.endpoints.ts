import type { Me } from '@saleyard/contract/accounts.ts';
import { type OnlineStateChange, subjects } from '@saleyard/contract/commands.ts';
import { accountOperations } from '@saleyard/contract/operations/accounts.ts';
import { typeOfOpened } from '@saleyard/domain/account/access.ts';
import type { AccountCommandBody } from '@saleyard/domain/account/commands.ts';
import { emailProblem } from '@saleyard/domain/account/credentials.ts';
import { asStored } from '@saleyard/domain/account/profile.ts';
import { isActive } from '@saleyard/domain/account/state.ts';
import { isPractice } from '@saleyard/domain/auction/ids.ts';
import { type Endpoint, endpoint } from '@saleyard/http/endpoint.ts';
import { isRefusal, refusal } from '@saleyard/http/failures.ts';
import type { Bus } from '@saleyard/platform/bus/port.ts';
import type { EventLog } from '@saleyard/platform/event-log/port.ts';
import { retrySoon } from '../engine-replies.ts';
import { createFreshProof } from '../sign-in/fresh-proof.ts';
import { createPasskeys } from '../sign-in/passkeys.ts';
import { createRecovery } from '../sign-in/recovery.ts';
import { type SignInEndpointParts, signInEndpoints } from '../sign-in/sign-in.endpoints.ts';
import { createSignInLimiter, type SignInLimits } from '../sign-in/sign-in-limiter.ts';
import type { Account } from './account-directory.ts';
import { accountFileEndpoints } from './account-files.endpoints.ts';
import { guardedActEndpoints } from './guarded-acts.endpoints.ts';
import { changeOwn, ownAccount, ownChangeRefusal } from './own-account.ts';
import { profileEndpoints } from './profile.endpoints.ts';
import { staffAccountEndpoints } from './staff-accounts.endpoints.ts';

export type AccountEndpointParts = Omit<SignInEndpointParts, 'meOf' | 'limiter' | 'recovery' | 'passkeys'> & {
  signInLimits?: SignInLimits;
  log: EventLog;
  bus: Pick<Bus, 'publish'>;
  /** The auction of a lot; undefined when there is no such lot. */
  lotOf: (lot: string) => Promise<{ auction: string } | undefined>;
};

/** Sign-in, session and watch list of the caller; accounts that staff open. */
export function accountEndpoints(parts: AccountEndpointParts): Endpoint[] {
  const { bus, clock, accounts, lotOf } = parts;

  const meOf = (account: Account): Promise<Me | null> => ownAccount(accounts, account._id, account);

  const limiter = createSignInLimiter({ clock, secrets: accounts.secrets, limits: parts.signInLimits });
  const recovery = createRecovery({ ...parts, limiter });

  const passkeys = createPasskeys({ secrets: accounts.secrets, clock });
  const checkProof = createFreshProof({ ...parts, passkeys });

  /** Changes the caller's watch list; repeating the commandId returns the same answer. */
  const changeWatchList = async (
    id: string,
    commandId: string,
    body: Extract<AccountCommandBody, { type: 'watchLot' | 'unwatchLot' }>,
  ) => {
    const reply = await changeOwn(parts, { id, commandId, body });
    if (reply.outcome !== 'accepted')
      return ownChangeRefusal(reply, { field: 'lotId', message: 'Your Watch List is full.' });
    const watchList = (reply.state?.watchList ?? []).map(({ lot }) => ({ lotId: lot }));
    return { data: { watchList }, position: reply.position };
  };

  return [
    ...signInEndpoints({ ...parts, limiter, recovery, passkeys, meOf }),
    ...profileEndpoints({ ...parts, recovery }),
    ...accountFileEndpoints(parts),
    ...staffAccountEndpoints(parts),
    ...guardedActEndpoints({ ...parts, checkProof }),
    endpoint(accountOperations.watchLot, async ({ viewer, body: { lotId }, commandId }) => {
      const lot = await lotOf(lotId);
      // A practice lot is deleted with its sale, so it can't be watched.
      if (lot === undefined || isPractice(lot.auction)) return refusal('not-found', { field: 'lotId' });
      const body = { type: 'watchLot', lot: lotId, auction: lot.auction } as const;
      const changed = await changeWatchList(viewer._id, commandId, body);
      if (isRefusal(changed)) return changed;
      const { watchList } = changed.data;
      // A repeated command may name a lot that was removed from the list since.
      const isError = !watchList.some((watched) => watched.lotId === lotId);
      return { ...changed, data: { watchList, isError } };
    }),
    endpoint(accountOperations.unwatchLot, ({ viewer, params, commandId }) =>
      changeWatchList(viewer._id, commandId, { type: 'unwatchLot', lot: params.lotId }),
    ),
    // Sockets determine presence, so nothing is stored.
    endpoint(accountOperations.setOnlineState, ({ viewer, body: { state } }) => {
      bus.publish(subjects.onlineState, { user: viewer._id, state } satisfies OnlineStateChange);
      return { data: undefined };
    }),
    endpoint(accountOperations.openAccount, async ({ viewer, body, commandId }) => {
      const { password = null, status, tradingName = '', town = '', state = '', postcode = '' } = body;
      const { firstName, lastName, email, phone } = body;
      const person = asStored({
        firstName,
        lastName,
        email,
        phone,
        tradingName,
        officeAddress: { town, state, postcode },
      });
      const wrongEmail = emailProblem(person.email);
      if (wrongEmail !== null) return refusal('invalid-request', { field: 'email', message: wrongEmail });
      const reply = await accounts.register(
        {
          person,
          password,
          status,
          type: typeOfOpened(status),
          role: null,
          stockTypes: [],
          approvedStockTypes: [],
        },
        { kind: 'staff', id: viewer._id },
        commandId,
      );
      if (reply.outcome === 'registered') {
        const isInvited = password === null && (await recovery.invite(reply.account)) === null;
        return { data: { _id: reply.account, invited: isInvited }, position: reply.position };
      }
      if (reply.outcome === 'email-taken' || reply.outcome === 'phone-taken')
        return refusal('duplicateFieldError', { field: 'email', fill: { field: 'email' } });
      return retrySoon(reply.outcome);
    }),
    endpoint(accountOperations.inviteAccount, async ({ params }) => {
      const account = await accounts.directory.account(params.account);
      if (account === null || !isActive(account)) return refusal('not-found');
      return (await recovery.invite(account._id)) ?? { data: {} };
    }),
  ];
}
