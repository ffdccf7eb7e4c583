/** What of the room's view stands in its address: a link opens the same view. */
export type UrlView = { tab: string | null; lot: string | null; search: string; sex: string | null };

/** Reads a view from the address's query. */
export const readView = (params: URLSearchParams): UrlView => ({
  tab: params.get('tab'),
  lot: params.get('lot'),
  search: params.get('q') ?? '',
  sex: params.get('sex'),
});

/** The query of a view; what is at its default is left out. */
export function writeView(view: UrlView): URLSearchParams {
  const params = new URLSearchParams();
  if (view.tab !== null && view.tab !== 'all') params.set('tab', view.tab);
  if (view.lot !== null) params.set('lot', view.lot);
  if (view.search !== '') params.set('q', view.search);
  if (view.sex !== null) params.set('sex', view.sex);
  return params;
}
