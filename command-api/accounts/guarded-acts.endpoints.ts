import { staffAccountOperations } from '@saleyard/contract/operations/staff-accounts.ts';
import type { FreshProof } from '@saleyard/contract/staff-accounts.ts';
import type { AccountCommandBody } from '@saleyard/domain/account/commands.ts';
import { isActive, type RegisteredAccount } from '@saleyard/domain/account/state.ts';
import { STREAMS } from '@saleyard/domain/streams.ts';
import { type Endpoint, endpoint, type Viewer } from '@saleyard/http/endpoint.ts';
import { isRefusal, type Refusal, refusal } from '@saleyard/http/failures.ts';
import accountNoticeMail from '@saleyard/mails/account-notice.mail.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { EventLog } from '@saleyard/platform/event-log/port.ts';
import { eventIdOf } from '@saleyard/platform/ids/ids.ts';
import { type Mailer, MailRefused, MailUnavailable } from '@saleyard/platform/mail/port.ts';
import type { Sessions } from '@saleyard/platform/sessions/sessions.ts';
import type { Request } from 'express';
import pLimit from 'p-limit';
import { retrySoon } from '../engine-replies.ts';
import { handleCommand, loadAggregate } from '../handle-command.ts';
import { clearSecondFactor } from '../sign-in/clear-second-factor.ts';
import type { CheckFreshProof } from '../sign-in/fresh-proof.ts';
import type { Accounts } from './accounts.ts';
import { personalDigest, sealText } from './personal-data.ts';
import { refusalOf } from './profile.endpoints.ts';

type GuardedActParts = {
  log: EventLog;
  clock: Clock;
  accounts: Accounts;
  sessions: Pick<Sessions, 'revokeAllOf'>;
  mailer: Mailer;
  checkProof: CheckFreshProof;
  /** The web's public address. */
  siteOrigin: string;
};

type Asked = {
  request: Request;
  viewer: Viewer;
  account: string;
  commandId: string;
  proof: FreshProof;
};

/**
 * What an administrator does to other accounts with a fresh second factor. Nobody acts on their own account, so an
 * administrator always remains; acts run one after the other, each on whether its administrator still is one.
 */
export function guardedActEndpoints(parts: GuardedActParts): Endpoint[] {
  const { accounts, sessions, mailer, checkProof, siteOrigin: origin } = parts;
  const { secrets, directory } = accounts;
  const oneByOne = pLimit(1);

  const stateOf = async (account: string) => (await loadAggregate(parts, STREAMS.account, account)).state;

  /** The account, when this administrator may act on it and has proven who they are. */
  const checked = async ({
    request,
    viewer,
    account,
    proof,
  }: Asked): Promise<RegisteredAccount | Refusal> => {
    const state = await stateOf(account);
    if (state === null || state.isForgotten) return refusal('not-found');
    if (account === viewer._id) return refusal('own-account');
    const refused = await checkProof(request, viewer._id, proof);
    if (refused !== null) return refused;
    const actor = await stateOf(viewer._id);
    return actor !== null && isActive(actor) && actor.role === 'admin' ? state : refusal('forbidden');
  };

  const run = async (
    { viewer, account, commandId }: Asked,
    reason: string,
    bodyOf: (sealed: string) => AccountCommandBody,
  ): Promise<{ position: number } | Refusal> => {
    const reply = await handleCommand(parts, STREAMS.account, {
      id: account,
      commandId,
      actor: { kind: 'staff', id: viewer._id },
      body: bodyOf(await sealText(secrets, account, reason.trim())),
      digest: await personalDigest(secrets, account, bodyOf(reason.trim())),
    });
    return reply.outcome === 'accepted' ? { position: reply.position } : refusalOf(reply);
  };

  return [
    endpoint(staffAccountOperations.changeRole, ({ params, body, ...asked }) =>
      oneByOne(async () => {
        const { role, reason, proof } = body;
        const given = { ...asked, account: params.account, proof };
        const found = await checked(given);
        if (isRefusal(found)) return found;
        const done = await run(given, reason, (sealed) => ({ type: 'changeRole', role, reason: sealed }));
        if (isRefusal(done)) return done;
        // What a page or a socket may do was decided when it was opened.
        await sessions.revokeAllOf(params.account);
        return { data: { role }, position: done.position };
      }),
    ),
    endpoint(staffAccountOperations.resetSecondFactor, ({ params, body, ...asked }) =>
      oneByOne(async () => {
        const given = { ...asked, account: params.account, proof: body.proof };
        const found = await checked(given);
        if (isRefusal(found)) return found;
        const done = await run(given, body.reason, (sealed) => ({
          type: 'resetSecondFactor',
          reason: sealed,
        }));
        if (isRefusal(done)) return done;
        await clearSecondFactor(secrets, params.account);
        await sessions.revokeAllOf(params.account);
        return { data: {}, position: done.position };
      }),
    ),
    endpoint(staffAccountOperations.closeAccount, ({ params, body, ...asked }) =>
      oneByOne(async () => {
        const { account } = params;
        const found = await checked({ ...asked, account, proof: body.proof });
        if (isRefusal(found)) return found;
        const person = await directory.personOf(account);
        if (person !== null && person.email !== '' && !found.isEmailUnconfirmed) {
          // Before it is done: afterwards nobody can read the address.
          const id = eventIdOf(`closed:${account}:${asked.commandId}`, 0);
          const mail = accountNoticeMail({ origin, firstName: person.firstName, what: 'closed', role: null });
          try {
            await mailer.send({ id, account, to: person.email, ...mail });
          } catch (error) {
            if (error instanceof MailUnavailable) return retrySoon('unavailable');
            if (!(error instanceof MailRefused)) throw error;
          }
        }
        await sessions.revokeAllOf(account);
        await accounts.forget(account, { kind: 'staff', id: asked.viewer._id });
        return { data: {}, position: await parts.log.lastPosition() };
      }),
    ),
  ];
}
