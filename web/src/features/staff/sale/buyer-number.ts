import { BUYER_NUMBER, buyerNumberOf, isOnFloor } from '@saleyard/domain/auction/ids.ts';
import { useQuery } from '@tanstack/react-query';
import { floorBuyersQuery } from '@/features/staff/api/floor-buyers.ts';

/** What is wrong with a typed buyer number, in capitals or not; null: nothing. */
export const buyerNumberProblem = (typed: string): string | null =>
  BUYER_NUMBER.test(typed.trim().toUpperCase())
    ? null
    : 'Please Enter a buyer number of up to six digits or letters';

/**
 * The account of a buyer, also of a buyer number that is assigned to one [C9]. null: a buyer on the floor. While the register
 * is not read, the number itself.
 */
export type AccountOf = (buyer: string) => string | null;

/** Reads the accounts of the buyer numbers of a sale. `isRead`: whether there may be any. */
export function useAccountOf(auction: string, isRead: boolean): AccountOf {
  const { data } = useQuery({ ...floorBuyersQuery(auction), enabled: isRead });
  return (buyer) => {
    const number = buyerNumberOf(buyer);
    if (number === null) return isOnFloor(buyer) ? null : buyer;
    if (data === undefined) return buyer;
    return data.buyers.find((one) => one.number === number)?.account?._id ?? null;
  };
}
