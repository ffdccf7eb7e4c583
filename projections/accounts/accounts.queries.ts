import type { AccountState } from '@saleyard/domain/account/state.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import { ACCOUNTS, type AccountDocument } from './accounts.projection.ts';

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
