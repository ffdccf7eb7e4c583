import type { KindType } from '../listing/stock.ts';
import type { StockType } from './events.ts';
import { menuOf } from './menu.ts';
import type { AccountStatus } from './status.ts';

/** Why an account may not add lots to a sale. */
export type SellingRefusal = 'profile-incomplete' | 'under-review' | 'may-not-sell';

/** The approval that an account needs to add stock of a kind. Abblambs are sheep. */
const STOCK_TYPE_OF: Readonly<Record<KindType, StockType>> = {
  cattle: 'Cattle',
  sheep: 'Sheep',
  goat: 'Goat',
  'sheep-abblamb': 'Sheep',
};

/**
 * Why an account may not add lots to a sale, or null. `specificAgents`: the only accounts that may, null for every
 * seller. Does not check whether the sale takes lots at all (`isAddLotOpen`).
 */
export function sellingRefusal(
  account: {
    readonly _id: string;
    readonly status: string;
    readonly approvedStockTypes: readonly string[];
  },
  sale: { readonly kind: KindType; readonly specificAgents: readonly string[] | null },
): SellingRefusal | null {
  const status = account.status as AccountStatus;
  if (status === 'partially-approved') return 'profile-incomplete';
  if (status === 'partially-approved:updated') return 'under-review';
  const sells =
    menuOf(status).includes('addNewLot') &&
    account.approvedStockTypes.includes(STOCK_TYPE_OF[sale.kind]) &&
    (sale.specificAgents === null || sale.specificAgents.includes(account._id));
  return sells ? null : 'may-not-sell';
}
