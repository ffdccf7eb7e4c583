import { sellingRefusal } from '@saleyard/domain/account/selling.ts';
import { type AddLotWindow, addLotClosesAt, isAddLotOpen } from '@saleyard/domain/auction/sale-settings.ts';
import { saleDay } from '@saleyard/domain/days.ts';
import type { SaleFacts } from '@saleyard/domain/listing/commands.ts';
import type { Days } from '@saleyard/domain/listing/forms/problems.ts';
import type { KindType } from '@saleyard/domain/listing/stock.ts';

/** A sale as far as listings for it are concerned. Times in ms. */
export type ListingSale = AddLotWindow & {
  readonly _id: string;
  readonly kind: KindType;
  readonly state: SaleFacts['phase'];
  /** The accounts that alone may add lots; null: every seller of its kind. */
  readonly specificAgents: readonly string[] | null;
  /** Names of its tabs; null when its lots are under none. */
  readonly tabs: readonly string[] | null;
};

/**
 * A sale by its number or id, as the read model shows it: it may be behind the log, and the sale decides itself what
 * enters its catalogue. null: there is none.
 * @throws DocumentsUnavailable
 */
export type ListingSales = (numberOrId: string) => Promise<ListingSale | null>;

/** What a listing's decider must know of the sale. `account`: of the seller. `now`: ms. */
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

/** The days that a listing's dates are held against. */
export const daysOf = ({ liveAt }: Pick<ListingSale, 'liveAt'>, now: number): Days => ({
  today: saleDay(now),
  live: saleDay(liveAt),
});
