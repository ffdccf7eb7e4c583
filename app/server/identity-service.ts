import type { IncomingMessage } from 'node:http';
import { type Accounts, createAccounts } from '@saleyard/command-api/accounts/accounts.ts';
import type { GatewayDeps } from '@saleyard/gateway/http/create-gateway.ts';
import type { Viewer } from '@saleyard/http/endpoint.ts';
import { createSessions, type Sessions } from '@saleyard/platform/sessions/sessions.ts';
import type { RoleParts } from './engines.ts';
import type { Checks } from './readiness.ts';

/** Who people are and whether they are signed in: every role asks it of the same log and the same sessions. */
export type IdentityService = {
  accounts: Accounts;
  sessions: Sessions;
  /** The account as others may know it; null for nobody. */
  signedIn(account: string | undefined): Viewer | null;
  /** Who is signed in by a request's cookie, without any middleware. */
  sessionOf(request: IncomingMessage): ReturnType<GatewayDeps['sessionOf']>;
  checks: Checks;
  stop(): Promise<void>;
};

/** Resolves when the accounts that are in the log are known. */
export async function openIdentityService({
  config,
  clock,
  logger,
  engines,
}: RoleParts): Promise<IdentityService> {
  const { log, documents, secrets } = engines;
  const sessions = await createSessions({ documents, secrets, clock, secure: config.secure });
  const accounts = await createAccounts({ log, secrets, clock, logger });
  const { directory } = accounts;
  await directory.ready();
  const signedIn = (account: string | undefined) => {
    const found = account === undefined ? null : directory.account(account);
    return found && { _id: found._id, role: found.role, status: found.status };
  };
  return {
    accounts,
    sessions,
    signedIn,
    async sessionOf(request) {
      const identity = await sessions.sessionOf(request);
      const person = signedIn(identity?.account);
      return identity && person
        ? { sessionId: identity.sessionId, userId: person._id, role: person.role, status: person.status }
        : null;
    },
    checks: { accounts: () => directory.follows },
    stop: () => accounts.stop(),
  };
}
