import { LOT_TITLES } from '@saleyard/domain/listing/lot-titles.ts';

/** The titles of a lot's parts, with those of the form that are no single field. */
export const LOT_LABELS: Readonly<Record<string, string>> = {
  ...LOT_TITLES,
  heads: 'Weights of single head',
  optiweigh: 'Readings of the scales',
  usefulLinks: 'Useful links',
};
