import { BUYER_NUMBER } from '@saleyard/domain/auction/ids.ts';

/** What is wrong with a typed buyer number, in capitals or not; null: nothing. */
export const buyerNumberProblem = (typed: string): string | null =>
  BUYER_NUMBER.test(typed.trim().toUpperCase())
    ? null
    : 'Please Enter a buyer number of up to six digits or letters';
