import { useLocation } from 'react-router';

/** The list that a lot's page is opened from: a catalogue or the search of all sales, with what was chosen in it. */
type Origin = { list: 'catalogue' | 'search'; query: string };

/** For the history entry of a lot's page. */
export const openedFrom = (list: Origin['list'], query: URLSearchParams): Origin => ({
  list,
  query: query.toString(),
});

/** What this lot's page was opened from: its catalogue with nothing chosen, if nothing else is known. */
export function useOpenedFrom(): Origin {
  const state: unknown = useLocation().state;
  const isKnown = typeof state === 'object' && state !== null && 'list' in state && 'query' in state;
  return {
    list: isKnown && state.list === 'search' ? 'search' : 'catalogue',
    query: isKnown && typeof state.query === 'string' ? state.query : '',
  };
}
