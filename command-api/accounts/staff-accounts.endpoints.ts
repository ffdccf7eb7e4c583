import { staffAccountOperations } from '@saleyard/contract/operations/staff-accounts.ts';
import type { AccountHistoryEntry, StaffAccount } from '@saleyard/contract/staff-accounts.ts';
import { awaitsDecision } from '@saleyard/domain/account/access.ts';
import type { AccountCommandBody } from '@saleyard/domain/account/commands.ts';
import type { AccountEvent } from '@saleyard/domain/account/events.ts';
import type { RegisteredAccount } from '@saleyard/domain/account/state.ts';
import { STREAMS, streamOf } from '@saleyard/domain/streams.ts';
import { type Endpoint, endpoint } from '@saleyard/http/endpoint.ts';
import { type Refusal, refusal } from '@saleyard/http/failures.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { Actor, EventLog, RecordedEvent } from '@saleyard/platform/event-log/port.ts';
import { handleCommand, loadAggregate } from '../handle-command.ts';
import { actorNames, newestEvents } from '../history.ts';
import { fileOf } from './account-files.ts';
import type { Accounts } from './accounts.ts';
import { ownAccount, staffFileAddress } from './own-account.ts';
import { openText, personalDigest, sealText } from './personal-data.ts';
import { refusalOf } from './profile.endpoints.ts';

export type StaffAccountParts = { log: EventLog; clock: Clock; accounts: Accounts };

type Decided = { data: { status: RegisteredAccount['status']; isSuspended: boolean }; position: number };

/** What staff see of one account, and their decisions on it. */
export function staffAccountEndpoints(parts: StaffAccountParts): Endpoint[] {
  const { log, accounts } = parts;
  const { secrets, directory } = accounts;

  /** Runs a command of staff; `reason` is encrypted before it is stored, since it may contain personal data. */
  const decide = async (
    account: string,
    by: string,
    commandId: string,
    reason: string,
    bodyOf: (sealed: string) => AccountCommandBody,
  ): Promise<Decided | Refusal> => {
    const { state } = await loadAggregate(parts, STREAMS.account, account);
    if (state === null || state.isForgotten) return refusal('not-found');
    const sealed = await sealText(secrets, account, reason.trim());
    const reply = await handleCommand(parts, STREAMS.account, {
      id: account,
      commandId,
      actor: { kind: 'staff', id: by },
      body: bodyOf(sealed),
      digest: await personalDigest(secrets, account, bodyOf(reason.trim())),
    });
    if (reply.outcome !== 'accepted') return refusalOf(reply);
    if (reply.state === null) return refusal('not-found');
    const { status, isSuspended } = reply.state;
    return { data: { status, isSuspended }, position: reply.position };
  };

  const entryOf = async (
    account: string,
    event: RecordedEvent,
    nameOf: (actor: Actor) => Promise<string>,
  ): Promise<AccountHistoryEntry> => {
    const { type, data } = event as unknown as AccountEvent;
    const { actor, at } = event.meta;
    const sealed = ('reason' in data && data.reason) || '';
    const reason = await openText(secrets, account, sealed);
    return {
      revision: event.revision,
      type,
      at,
      by: { ...actor, name: await nameOf(actor) },
      reason: reason === '' ? null : reason,
      status: 'status' in data ? data.status : null,
      fields: 'fields' in data ? data.fields : [],
      detail: detailOf({ type, data } as AccountEvent),
    };
  };

  return [
    endpoint(staffAccountOperations.staffAccount, async ({ params: { account: id } }) => {
      const { state } = await loadAggregate(parts, STREAMS.account, id);
      const me = state && (await ownAccount(accounts, id, state, staffFileAddress(id)));
      if (state === null || me === null) return refusal('not-found');
      const {
        bank: _bank,
        filters: _filters,
        closedNotifications: _closed,
        watchList: _watched,
        watchList2: _watchedToo,
        ...own
      } = me;
      const { registeredAt, requestedAt, isSuspended, status } = state;
      const account: StaffAccount = {
        ...own,
        status,
        registeredAt,
        requestedAt,
        isSuspended,
        awaitsDecision: awaitsDecision(state),
      };
      return { data: { account } };
    }),
    endpoint(staffAccountOperations.accountFile, async ({ params: { account, kind, file } }) => {
      const found = await fileOf(parts, account, kind, file);
      return found === null ? refusal('not-found') : { data: found };
    }),
    endpoint(staffAccountOperations.accountHistory, async ({ params: { account: id }, query }) => {
      const { page, limit } = query;
      const last = await log.lastRevision(streamOf(STREAMS.account, id));
      if (last < 0) return refusal('not-found');
      const from = last - (page - 1) * limit;
      const found = from < 0 ? [] : await newestEvents(log, 'account', id, { from, limit });
      const nameOf = actorNames(directory);
      const entries = await Promise.all(found.map((event) => entryOf(id, event, nameOf)));
      return { data: { entries }, paging: { page, limit, total: last + 1 } };
    }),
    endpoint(staffAccountOperations.decideAccess, ({ viewer, params, body, commandId }) => {
      const { decision, status, approvedStockTypes = [], reason = '' } = body;
      const missing = (field: string, message: string) => refusal('invalid-request', { field, message });
      if (decision !== 'approved') {
        if (reason.trim() === '') return missing('reason', 'Please say why.');
        return decide(params.account, viewer._id, commandId, reason, (sealed) => ({
          type: 'decideAccess',
          decision,
          reason: sealed,
        }));
      }
      if (status === undefined) return missing('status', 'Please say what the account is approved for.');
      return decide(params.account, viewer._id, commandId, reason, (sealed) => ({
        type: 'decideAccess',
        decision,
        reason: sealed,
        status,
        approvedStockTypes,
      }));
    }),
    endpoint(staffAccountOperations.suspendAccount, ({ viewer, params, body: { reason }, commandId }) =>
      params.account === viewer._id
        ? refusal('own-account')
        : decide(params.account, viewer._id, commandId, reason, (sealed) => ({
            type: 'suspend',
            reason: sealed,
          })),
    ),
    endpoint(staffAccountOperations.restoreAccount, ({ viewer, params, body: { reason }, commandId }) =>
      decide(params.account, viewer._id, commandId, reason, (sealed) => ({
        type: 'restore',
        reason: sealed,
      })),
    ),
  ];
}

/** The detail of an event besides its type and status. */
function detailOf({ type, data }: AccountEvent): string | null {
  switch (type) {
    case 'AccessRequested':
      return data.kind;
    case 'AccessDecided':
      return data.decision;
    case 'TermsAccepted':
      return data.version;
    case 'RoleChanged':
      return data.role ?? 'none';
    case 'FiltersKept':
      return data.screen;
    case 'LotWatched':
    case 'LotUnwatched':
      return data.lot;
    default:
      return null;
  }
}
