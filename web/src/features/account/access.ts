import type { Me } from '@saleyard/contract/accounts.ts';
import { type AccessRefusalCode, accessRefusal } from '@saleyard/domain/account/access.ts';
import { type AccessKind, STOCK_TYPES } from '@saleyard/domain/account/events.ts';
import type { AccountStatus } from '@saleyard/domain/account/status.ts';

/** Why this person can't ask for access (again); null: they can. To sell: for any kind of stock that is left. */
export function accessBlock(me: Me, kind: AccessKind): AccessRefusalCode | null {
  const hasAsked = me.isRequestedAsBuyer || me.isRequestedAsSeller;
  return accessRefusal(
    { ...me, status: me.status as AccountStatus, requestedAt: hasAsked ? 0 : null },
    kind,
    STOCK_TYPES,
  );
}

const ALREADY_REQUESTED =
  'You have already requested access. Please allow 24 hours for this request to be processed by our team';

/** What My Admin says where an upgrade is not to be had. */
export const ACCESS_MESSAGES: Readonly<Record<AccessRefusalCode, string>> = {
  'already-may-buy': 'You already have access to buy',
  'already-may-buy-and-sell': 'You already have access to buy and sell',
  'already-requested': ALREADY_REQUESTED,
  'no-stock-type': 'Please choose at least one stock type.',
};

/** The same in the words of the forms. */
export const PERMISSION_MESSAGES: Readonly<Record<AccessRefusalCode, string>> = {
  ...ACCESS_MESSAGES,
  'already-may-buy': 'You already have buy permissions',
  'already-may-buy-and-sell': 'You already have buy and sell permissions',
};
