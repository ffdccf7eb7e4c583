import type { AccountState } from '@saleyard/domain/account/state.ts';
import type { Projection } from '../projection.ts';

export const ACCOUNTS = 'accounts';

/**
 * A stored account. `personal` is the encrypted blob of its events, so no personal data is readable. `revision`: of
 * the last event of its stream.
 */
export type AccountDocument = NonNullable<AccountState> & { revision: number };

export const accountsProjection: Projection = {
  name: 'accounts',
  version: 3,
  // The documents of version 2 leave out only whether the address is unconfirmed, which none was.
  readsSince: 2,
  collections: [
    {
      name: ACCOUNTS,
      indexes: [
        { keys: { numericId: 1 } },
        { keys: { shortId: 1 } },
        { keys: { status: 1 } },
        { keys: { 'watchList.lot': 1 } },
      ],
    },
  ],
  of: 'account',
  project({ id, before, after, revision }) {
    if (after === null || after === before) return [];
    return [
      { op: 'put', collection: ACCOUNTS, id, document: { ...after, revision } satisfies AccountDocument },
    ];
  },
};
