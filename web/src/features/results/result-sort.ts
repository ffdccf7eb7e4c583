/** What a sale's results can be sorted by, in the order it is offered. */
export const RESULT_SORTS = [
  { value: 'number', label: 'Lot Number' },
  { value: 'age', label: 'Average Age' },
  { value: 'weight', label: 'Assessed Live Weight' },
  { value: 'sex', label: 'Sex' },
  { value: 'majorBreed', label: 'Breed' },
  { value: 'stockCategory', label: 'Stock Category' },
] as const;

/** The sort as an address says it: by lot number, upwards, where it says nothing. */
export const RESULT_FILTERS = {
  sort: RESULT_SORTS.map(({ value }) => value),
  direction: ['up', 'down'],
} as const;

export type ResultSort = {
  field: (typeof RESULT_SORTS)[number]['value'];
  direction: (typeof RESULT_FILTERS.direction)[number];
};
