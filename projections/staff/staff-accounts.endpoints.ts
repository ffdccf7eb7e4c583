import { accountOperations } from '@saleyard/contract/operations/accounts.ts';
import { staffAccountOperations } from '@saleyard/contract/operations/staff-accounts.ts';
import type { StaffAccountEntry } from '@saleyard/contract/staff-accounts.ts';
import { sells } from '@saleyard/domain/account/access.ts';
import { EMPTY_PROFILE, type Profile } from '@saleyard/domain/account/profile.ts';
import { ACCOUNT_STATUSES } from '@saleyard/domain/account/status.ts';
import { type Endpoint, endpoint } from '@saleyard/http/endpoint.ts';
import { refusal } from '@saleyard/http/failures.ts';
import type { Documents, Filter, FindOptions, Stored } from '@saleyard/platform/documents/port.ts';
import { STAFF_ACCOUNTS, type StaffAccountDocument } from './staff-accounts.projection.ts';

/** Decrypted data and search keys of people, for the read side. */
export type People = {
  /** An account's profile; null when the person was forgotten. */
  profileOf(account: string): Promise<Profile | null>;
  /** The search keys that an account must have to match a search text; empty: it has no word. */
  searchKeysIn(text: string): readonly string[];
  /** The search keys of an agent; null: all criteria are empty. */
  agentKeysIn(sought: { name?: string; location?: string; state?: string }): readonly string[] | null;
};

/** Agents in one answer at most. */
const AGENTS_FOUND = 100;
/** Statuses of sellers. */
const SELLING = ACCOUNT_STATUSES.filter(sells);

const asked = (name: string, value: 'true' | 'false' | undefined): Filter =>
  value === undefined ? {} : { [name]: value === 'true' };

/** Staff's search for accounts, and everybody's for agents. */
export function staffAccountEndpoints(documents: Documents, people: People): Endpoint[] {
  const entryOf = async (found: Stored<StaffAccountDocument>): Promise<StaffAccountEntry> => {
    const { personal: _personal, searchKeys: _keys, ...standing } = found;
    const person = (await people.profileOf(found._id)) ?? EMPTY_PROFILE;
    const { firstName, lastName, email, phone, tradingName, PIC, officeAddress } = person;
    const { town, state } = officeAddress;
    return { ...standing, firstName, lastName, email, phone, tradingName, PIC, town, state };
  };

  return [
    endpoint(accountOperations.agentSearch, async ({ query }) => {
      const keys = people.agentKeysIn(query);
      if (keys === null)
        return refusal('invalid-request', {
          field: 'name',
          message: 'Please enter a name, a town or postcode, or a state.',
        });
      const filter = {
        $and: keys.map((key) => ({ searchKeys: key })),
        isSuspended: false,
        status: { $in: SELLING },
      };
      const found = await documents.find<StaffAccountDocument>(STAFF_ACCOUNTS, filter, {
        sort: { numericId: 1 },
        limit: AGENTS_FOUND,
      });
      const agents = await Promise.all(found.map(({ _id }) => people.profileOf(_id)));
      const users = agents.flatMap((agent) => {
        if (agent === null) return [];
        const { tradingName, firstName, lastName, phone, officeAddress } = agent;
        const { town, postcode, state } = officeAddress;
        return [{ tradingName, firstName, lastName, phone, officeAddress: { town, postcode, state } }];
      });
      return { data: { users } };
    }),
    endpoint(staffAccountOperations.searchAccounts, async ({ query }) => {
      const { search = '', status, awaiting, suspended, role, page, limit } = query;
      const keys = people.searchKeysIn(search);
      const isEmpty = search.trim() !== '' && keys.length === 0;
      const filter: Filter = {
        ...(keys.length > 0 && { $and: keys.map((key) => ({ searchKeys: key })) }),
        ...(status !== undefined && { status }),
        ...(role !== undefined && { role }),
        ...asked('awaitsDecision', awaiting),
        ...asked('isSuspended', suspended),
      };
      // A search text of punctuation only finds nobody.
      if (isEmpty) return { data: { accounts: [] }, paging: { page, limit, total: 0 } };
      const sort: FindOptions['sort'] = awaiting === 'true' ? { requestedAt: 1 } : { numericId: -1 };
      const [found, total] = await Promise.all([
        documents.find<StaffAccountDocument>(STAFF_ACCOUNTS, filter, {
          sort,
          limit,
          skip: (page - 1) * limit,
        }),
        documents.count(STAFF_ACCOUNTS, filter),
      ]);
      const accounts = await Promise.all(found.map(entryOf));
      return { data: { accounts }, paging: { page, limit, total } };
    }),
  ];
}
