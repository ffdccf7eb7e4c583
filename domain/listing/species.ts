type Species = 'cattle' | 'sheep' | 'goat';

/**
 * The species of a kind: lambs of the abblamb kind are sheep. It has a module of its own since every public page needs
 * it, and none needs the tables of `stock.ts`.
 */
export const speciesOf = (kind: Species | 'sheep-abblamb'): Species =>
  kind === 'sheep-abblamb' ? 'sheep' : kind;
