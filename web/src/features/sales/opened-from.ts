import { useLocation } from 'react-router';

/** For the history entry of a lot's page: the filters of the catalogue that it is opened from. */
export const openedFrom = (catalogue: URLSearchParams): { catalogue: string } => ({
  catalogue: catalogue.toString(),
});

/** The filters of the catalogue that this lot's page was opened from. Empty: it was opened from elsewhere. */
export function useOpenedFrom(): URLSearchParams {
  const state: unknown = useLocation().state;
  const isKnown = typeof state === 'object' && state !== null && 'catalogue' in state;
  return new URLSearchParams(isKnown && typeof state.catalogue === 'string' ? state.catalogue : '');
}
