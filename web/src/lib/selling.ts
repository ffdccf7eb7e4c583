import type { Me } from '@saleyard/contract/accounts.ts';
import type { AuctionSummary } from '@saleyard/contract/auctions.ts';
import { sellingOperations } from '@saleyard/contract/operations/selling.ts';
import { type SellingRefusal, sellingRefusal } from '@saleyard/domain/account/selling.ts';
import { isAddLotOpen } from '@saleyard/domain/auction/sale-settings.ts';
import { call } from './api-client.ts';

/** Why a person may not add lots to a sale; null: they may, while its window is open. */
export const addLotRefusal = (me: Me, sale: AuctionSummary): SellingRefusal | null =>
  sellingRefusal(me, {
    kind: sale.kindData.type,
    specificAgents: sale.addNewLotToSpecificAgents ? sale.specificAgents : null,
  });

/** The sales of a kind to which a person may add lots at `now` (ms). */
export const salesTakingLots = (
  sales: readonly AuctionSummary[],
  me: Me,
  kind: string,
  now: number,
): AuctionSummary[] =>
  sales.filter(
    (sale) => sale.kindData.type === kind && isAddLotOpen(sale, now) && addLotRefusal(me, sale) === null,
  );

/** Copies a withdrawn lot to another sale; answers the number of the new draft. */
export const copyListing = async (lot: string, auction: string): Promise<number> =>
  (await call(sellingOperations.copyListing, { params: { lot, auction }, body: {} })).searchNumericId;
