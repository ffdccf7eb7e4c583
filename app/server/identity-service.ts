import type { IncomingMessage } from 'node:http';
import { type Accounts, createAccounts } from '@saleyard/command-api/accounts/accounts.ts';
import { type SessionEnded, subjects } from '@saleyard/contract/commands.ts';
import { isActive } from '@saleyard/domain/account/state.ts';
import type { GatewayDeps } from '@saleyard/gateway/http/create-gateway.ts';
import type { Viewer } from '@saleyard/http/endpoint.ts';
import { createSessions, type Sessions } from '@saleyard/platform/sessions/sessions.ts';
import { createVisitorPasses, type VisitorPasses } from '@saleyard/platform/sessions/visitor-passes.ts';
import { accountsReadModel } from '@saleyard/projections/accounts/accounts.queries.ts';
import type { RoleParts } from './engines.ts';
import type { Checks } from './readiness.ts';

/** Accounts and sessions. Every role reads them from the same log and the same session store. */
export type IdentityService = {
  accounts: Accounts;
  sessions: Sessions;
  /** Identify visitors, who practise without an account. */
  passes: VisitorPasses;
  /** The account as others may know it; null for nobody, and for one that is suspended or forgotten. */
  signedIn(account: string | undefined): Promise<Viewer | null>;
  /** The person who is signed in by a request's cookie, without any middleware. */
  sessionOf(request: IncomingMessage): ReturnType<GatewayDeps['sessionOf']>;
  checks: Checks;
  stop(): Promise<void>;
};

export async function openIdentityService({
  config,
  clock,
  logger,
  engines,
}: RoleParts): Promise<IdentityService> {
  const { log, bus, documents, secrets, files } = engines;
  const sessions = await createSessions({
    documents,
    secrets,
    clock,
    secure: config.secure,
    ended: (sessionId) => bus.publish(subjects.sessionEnded, { sessionId } satisfies SessionEnded),
  });
  const accounts = await createAccounts({
    log,
    secrets,
    files,
    clock,
    logger,
    readModel: accountsReadModel(documents),
  });
  const { directory } = accounts;
  const signedIn = async (account: string | undefined) => {
    const found = account === undefined ? null : await directory.account(account);
    return found && isActive(found) ? { _id: found._id, role: found.role, status: found.status } : null;
  };
  return {
    accounts,
    sessions,
    passes: await createVisitorPasses({ secrets, clock, secure: config.secure }),
    signedIn,
    async sessionOf(request) {
      const identity = await sessions.sessionOf(request);
      const person = await signedIn(identity?.account);
      return identity && person
        ? { sessionId: identity.sessionId, userId: person._id, role: person.role, status: person.status }
        : null;
    },
    checks: { accounts: () => directory.follows },
    stop: () => accounts.stop(),
  };
}
