import type { AccountState } from '@saleyard/domain/account/state.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import { ACCOUNTS, type AccountDocument } from './accounts.projection.ts';

/** Accounts read at a time. */
const PAGE = 200;

/** The accounts that watch one of these lots, in pages; nobody twice. */
export async function* watchersOf(documents: Documents, lots: readonly string[]): AsyncGenerator<string> {
  for (let after = ''; ; ) {
    const filter = { 'watchList.lot': { $in: [...lots] }, _id: { $gt: after } };
    const found = await documents.find<AccountDocument>(ACCOUNTS, filter, { sort: { _id: 1 }, limit: PAGE });
    for (const { _id } of found) yield _id;
    const last = found.at(-1);
    if (last === undefined || found.length < PAGE) return;
    after = last._id;
  }
}

/** The accounts of the read model, by id and by short id. It may be behind the log. */
export function accountsReadModel(documents: Documents) {
  return {
    async find(id: string): Promise<{ state: AccountState; revision: number } | undefined> {
      const found = await documents.get<AccountDocument>(ACCOUNTS, id);
      if (found === undefined) return undefined;
      const { _id, revision, ...state } = found;
      return { state, revision };
    },
    async findByShortId(shortId: string): Promise<string | undefined> {
      const [found] = await documents.find<AccountDocument>(ACCOUNTS, { shortId }, { limit: 1 });
      return found?._id;
    },
  };
}
