/** What a sale's results can be sorted by, in the order it is offered. */
export const RESULT_SORTS = [
  { field: 'number', label: 'Lot Number' },
  { field: 'age', label: 'Average Age' },
  { field: 'weight', label: 'Assessed Live Weight' },
  { field: 'sex', label: 'Sex' },
  { field: 'majorBreed', label: 'Breed' },
  { field: 'stockCategory', label: 'Stock Category' },
] as const;

export type ResultSort = {
  field: (typeof RESULT_SORTS)[number]['field'];
  direction: 'up' | 'down';
};

/** The sort an address names; what it does not name is lot number, upwards. */
export const readSort = (search: URLSearchParams): ResultSort => ({
  field: RESULT_SORTS.find(({ field }) => field === search.get('sort'))?.field ?? 'number',
  direction: search.get('direction') === 'down' ? 'down' : 'up',
});

/** The address's part for a sort; the usual one needs none. */
export function writeSort({ field, direction }: ResultSort): URLSearchParams {
  const search = new URLSearchParams();
  if (field !== 'number') search.set('sort', field);
  if (direction === 'down') search.set('direction', direction);
  return search;
}
