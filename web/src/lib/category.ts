import type { AuctionSummary } from '@saleyard/contract/rest.ts';

export type Category = 'all' | 'cattle' | 'sheep' | 'goat';

/** Category filter in the order it is shown. */
export const CATEGORIES: readonly { value: Category; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'cattle', label: 'Cattle' },
  { value: 'sheep', label: 'Sheep' },
  { value: 'goat', label: 'Goat' },
];

/** The category an address names; anything unknown is all. */
export const categoryOf = (text: string | null): Category =>
  CATEGORIES.find(({ value }) => value === text)?.value ?? 'all';

/** AbbLamb sales are sheep sales. */
export const inCategory = ({ kindData: { type } }: AuctionSummary, category: Category): boolean =>
  category === 'all' || type === category || (category === 'sheep' && type === 'sheep-abblamb');
