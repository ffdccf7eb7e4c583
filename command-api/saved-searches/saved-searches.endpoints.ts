import { savedSearchOperations } from '@saleyard/contract/operations/saved-searches.ts';
import type { SearchCriteria } from '@saleyard/contract/saved-searches.ts';
import { SAVED_SEARCHES_MOST, type SavedSearchCommand } from '@saleyard/domain/account/saved-searches.ts';
import { type Endpoint, endpoint } from '@saleyard/http/endpoint.ts';
import { refusal } from '@saleyard/http/failures.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import { canonicalJson } from '@saleyard/platform/event-log/canonical-json.ts';
import type { EventLog } from '@saleyard/platform/event-log/port.ts';
import type { Secrets } from '@saleyard/platform/secrets/port.ts';
import type { AccountDirectory } from '../accounts/account-directory.ts';
import { changeOwn, ownChangeRefusal } from '../accounts/own-account.ts';
import { personalDigest, sealText } from '../accounts/personal-data.ts';
import { openCriteria, sealCriteria } from './criteria.ts';
import { accountOfMailToken } from './mail-token.ts';

const FULL = {
  field: 'name',
  message: `You can save ${SAVED_SEARCHES_MOST} searches. Please delete one first.`,
};

export type SavedSearchEndpointParts = {
  log: EventLog;
  clock: Clock;
  secrets: Secrets;
  directory: Pick<AccountDirectory, 'account'>;
};

/** Whether a search has any criterion. */
const saysSomething = ({ q, filters }: SearchCriteria): boolean =>
  q.trim() !== '' ||
  Object.values(filters).some((value) => (Array.isArray(value) ? value.length > 0 : value !== undefined));

/** A person's own saved searches and their alerts. */
export function savedSearchEndpoints(parts: SavedSearchEndpointParts): Endpoint[] {
  const { secrets, directory } = parts;
  const change = (id: string, commandId: string, body: SavedSearchCommand, digest?: string) =>
    changeOwn(parts, { id, commandId, body, ...(digest !== undefined && { digest }) });

  /** The encrypted criteria: the stored ones, if they are equal. */
  const sealedCriteria = async (account: string, search: string, criteria: SearchCriteria) => {
    const saved = (await directory.account(account))?.savedSearches.saved ?? [];
    const kept = saved.find(({ id }) => id === search)?.criteria ?? '';
    const sealed = await sealCriteria(secrets, account, criteria);
    const [before, after] = await Promise.all([
      openCriteria(secrets, account, kept),
      openCriteria(secrets, account, sealed),
    ]);
    return canonicalJson(before) === canonicalJson(after) ? kept : sealed;
  };

  return [
    endpoint(savedSearchOperations.saveSearch, async ({ viewer, params, body, commandId }) => {
      const { _id } = viewer;
      const { name, criteria, alertBy, isPaused } = body;
      const called = name.trim();
      if (called === '')
        return refusal('invalid-request', { field: 'name', message: 'Please give the search a name.' });
      if (!saysSomething(criteria))
        return refusal('invalid-request', {
          field: 'criteria',
          message: 'Please type a word or set a filter.',
        });
      const { search } = params;
      const digest = await personalDigest(secrets, _id, { search, called, criteria, alertBy, isPaused });
      const sealed = await sealedCriteria(_id, search, criteria);
      const command: SavedSearchCommand = {
        type: 'saveSearch',
        search,
        alertBy,
        isPaused,
        name: await sealText(secrets, _id, called),
        criteria: sealed,
      };
      const reply = await change(_id, commandId, command, digest);
      if (reply.outcome === 'accepted') return { data: { _id: search }, position: reply.position };
      return ownChangeRefusal(reply, FULL);
    }),
    endpoint(savedSearchOperations.deleteSavedSearch, async ({ viewer, params: { search }, commandId }) => {
      const reply = await change(viewer._id, commandId, { type: 'deleteSearch', search });
      if (reply.outcome === 'accepted') return { data: { _id: search }, position: reply.position };
      return ownChangeRefusal(reply, FULL);
    }),
    endpoint(savedSearchOperations.closeSearchAlerts, async ({ viewer, body: { alerts }, commandId }) => {
      const reply = await change(viewer._id, commandId, { type: 'closeAlerts', alerts });
      if (reply.outcome === 'accepted') return { data: { closed: true as const }, position: reply.position };
      return ownChangeRefusal(reply, FULL);
    }),
    endpoint(savedSearchOperations.stopAlertMails, async ({ body: { token }, commandId }) => {
      const account = await accountOfMailToken(secrets, token);
      if (account === null) return refusal('not-found');
      const reply = await change(account, commandId, { type: 'stopAlertMails' });
      // A person who was forgotten since gets no more e-mails either.
      if (reply.outcome === 'accepted' || reply.outcome === 'refused')
        return { data: { stopped: true as const }, position: reply.position };
      return ownChangeRefusal(reply, FULL);
    }),
  ];
}
