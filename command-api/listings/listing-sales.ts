import { sellingRefusal } from '@saleyard/domain/account/selling.ts';
import { type AddLotWindow, addLotClosesAt, isAddLotOpen } from '@saleyard/domain/auction/sale-settings.ts';
import { saleDay } from '@saleyard/domain/days.ts';
import type { SaleFacts } from '@saleyard/domain/listing/commands.ts';
import type { Days } from '@saleyard/domain/listing/forms/problems.ts';
import type { KindType } from '@saleyard/domain/listing/stock.ts';

/** The fields of a sale that its listings need. Times in ms. */
export type ListingSale = AddLotWindow & {
  readonly _id: string;
  readonly kind: KindType;
  readonly state: SaleFacts['phase'];
  /** The only accounts that may add lots; null: every seller of its kind. */
  readonly specificAgents: readonly string[] | null;
  /** Names of its tabs; null when its lots have none. */
  readonly tabs: readonly string[] | null;
};

/**
 * A sale by its number or id from the read model, which may be behind the log; the sale itself decides what enters
 * its catalogue. null: there is none.
 * @throws DocumentsUnavailable
 */
export type ListingSales = (numberOrId: string) => Promise<ListingSale | null>;

/** The sale's facts for a listing's decider. `account`: of the seller. `now`: ms. */
export function saleFactsOf(
  sale: ListingSale,
  account: Parameters<typeof sellingRefusal>[0],
  now: number,
): SaleFacts {
  return {
    auction: sale._id,
    kind: sale.kind,
    phase: sale.state,
    cancelled: sale.cancelled,
    takesLots: isAddLotOpen(sale, now) && sellingRefusal(account, sale) === null,
    lateEditUntil: addLotClosesAt(sale),
  };
}

/** The days against which a listing's dates are validated. */
export const daysOf = ({ liveAt }: Pick<ListingSale, 'liveAt'>, now: number): Days => ({
  today: saleDay(now),
  live: saleDay(liveAt),
});
