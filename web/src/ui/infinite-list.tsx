import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useThrottledCallback } from '@/lib/delays.ts';
import { useWindowEvent } from '@/lib/window-events.ts';
import { Button } from './button.tsx';
import classes from './page.module.css';
import { Failed, Loading } from './page.tsx';

/** How much of a screen's height before its end the next page is asked for: 0.8 of the screen is scrolled then. */
const AHEAD = '20%';
/** Where one is in a list is noted at most this often. ms. */
const NOTE_MS = 200;

/** A list that is read page by page, as `useInfiniteQuery` gives it. */
type PagedQuery = {
  data: { pages: readonly unknown[] } | undefined;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  error: unknown;
  isPlaceholderData: boolean;
  fetchNextPage: () => Promise<unknown>;
};

/** How many pages were read, and how far one had scrolled. px. */
type Place = { pages: number; y: number };

function placeOf(name: string): Place | null {
  try {
    const place = JSON.parse(sessionStorage.getItem(name) ?? 'null') as Place | null;
    return Number.isInteger(place?.pages) && Number.isFinite(place?.y) ? place : null;
  } catch {
    return null;
  }
}

/**
 * Notes the place in the list, under its entry of the browser's history. A person who comes back to that entry, by the
 * back button or by loading it again, gets as many pages as were there, and is taken to the same place.
 */
function useRestoredPlace({
  data,
  hasNextPage,
  isFetchingNextPage,
  isFetchNextPageError,
  isPlaceholderData,
  fetchNextPage,
}: PagedQuery) {
  const { key, pathname } = useLocation();
  const name = `saleyard-place ${pathname} ${key}`;
  const pages = data?.pages.length ?? 0;
  const [goal, setGoal] = useState(() => placeOf(name));
  const [entry, setEntry] = useState(name);
  // The list stays while its filters change, each of which is an entry of its own.
  if (entry !== name) {
    setEntry(name);
    setGoal(placeOf(name));
  }
  useEffect(() => {
    if (goal === null || isFetchingNextPage || isPlaceholderData) return;
    if (pages < goal.pages && hasNextPage && !isFetchNextPageError) {
      void fetchNextPage();
      return;
    }
    window.scrollTo(0, goal.y);
    setGoal(null);
  }, [goal, pages, hasNextPage, isFetchingNextPage, isFetchNextPageError, isPlaceholderData, fetchNextPage]);
  const note = () => {
    if (goal === null) sessionStorage.setItem(name, JSON.stringify({ pages, y: window.scrollY }));
  };
  useWindowEvent('scroll', useThrottledCallback(note, NOTE_MS));
  useWindowEvent('pagehide', note);
}

/** How many entries a list had when one of them was opened, and how far one had scrolled. px. */
type KeptPlace = { count: number; y: number };

function keptPlace(name: string): KeptPlace | null {
  try {
    const place = JSON.parse(localStorage.getItem(name) ?? 'null') as KeptPlace | null;
    return Number.isInteger(place?.count) && Number.isFinite(place?.y) ? place : null;
  } catch {
    return null;
  }
}

/**
 * The place in a list from which something was opened, for a person who comes back by a link and not by the browser's
 * history: kept in local storage, and forgotten once the list has as many entries again. `count`: entries shown. Returns
 * what keeps the place.
 */
export function useKeptPlace(name: string, query: PagedQuery, count: number): () => void {
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const isRead = data !== undefined && !query.isPlaceholderData;
  const key = `saleyard-kept-place ${name}`;
  const [goal, setGoal] = useState(() => keptPlace(key));
  useEffect(() => {
    if (goal === null || !isRead || isFetchingNextPage) return;
    if (count < goal.count && hasNextPage && !isFetchNextPageError) {
      void fetchNextPage();
      return;
    }
    window.scrollTo(0, goal.y);
    localStorage.removeItem(key);
    setGoal(null);
  }, [goal, key, isRead, count, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
  return () => localStorage.setItem(key, JSON.stringify({ count, y: window.scrollY }));
}

/**
 * The end of a list that goes on: requests the next page when it comes near the screen, and offers a button for
 * those who do not scroll. After a failure it waits to be asked.
 */
function End({ query, label }: { query: PagedQuery; label: string }) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage } = query;
  const end = useRef<HTMLDivElement>(null);
  const mayFetch = hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  // Observed again after each page: an end that is still in sight then requests again.
  useEffect(() => {
    const mark = end.current;
    if (!mayFetch || mark === null) return;
    const watching = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) void fetchNextPage();
      },
      { rootMargin: `0px 0px ${AHEAD} 0px` },
    );
    watching.observe(mark);
    return () => watching.disconnect();
  }, [mayFetch, fetchNextPage]);
  if (!hasNextPage) return null;
  return (
    <div ref={end} className={`${classes.listEnd} sy-no-print`}>
      {isFetchingNextPage ? (
        <Loading label={label} />
      ) : isFetchNextPageError ? (
        <Failed error={error} onRetry={() => void fetchNextPage()} />
      ) : (
        <Button variant="default" onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
    </div>
  );
}

/** A list that is read further as one scrolls, and is found again where one left it. */
export function InfiniteList({
  query,
  label,
  children,
}: {
  query: PagedQuery;
  /** What is on its way: "Loading lots…". */
  label: string;
  /** What was read so far. */
  children: ReactNode;
}) {
  useRestoredPlace(query);
  return (
    <>
      {children}
      <End query={query} label={label} />
    </>
  );
}
