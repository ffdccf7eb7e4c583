import type { SaleType } from './sale-type.ts';
import { SEQUENTIAL } from './sequential.ts';
import { SEQUENTIAL_OFFLINE } from './sequential-offline.ts';
import { SIMULTANEOUS } from './simultaneous.ts';
import { SYNCHRONOUS } from './synchronous.ts';

/** The types of sale by their stored names, in the order in which people choose from them. */
export const AUCTION_TYPES = {
  simultaneous: SIMULTANEOUS,
  sequential: SEQUENTIAL,
  sequentialOffline: SEQUENTIAL_OFFLINE,
  synchronous: SYNCHRONOUS,
} as const satisfies Record<string, SaleType>;

export type AuctionType = keyof typeof AUCTION_TYPES;

export const AUCTION_TYPE_NAMES = Object.keys(AUCTION_TYPES) as AuctionType[];

/** The type of a sale; null before it is scheduled. */
export const typeOf = ({
  terms,
}: {
  readonly terms: { readonly type: AuctionType } | null;
}): SaleType | null => (terms === null ? null : AUCTION_TYPES[terms.type]);

/** Whether the timers, not the clerk, make the next lot of a sale live once one has closed [T4]. */
export const opensNextByTimer = ({ inTurn, byClerk }: SaleType): boolean => inTurn && !byClerk;
