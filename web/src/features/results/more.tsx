import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Failed, Loading } from '@/components/page.tsx';
import classes from './more.module.css';

/** How much of a screen's height before its end the next page is asked for: 0.8 of the screen is scrolled then. */
const AHEAD = '20%';

/**
 * The end of a list that goes on: asks for the next page when it comes near the screen, and offers a button for
 * those who do not scroll. After a failure it waits to be asked.
 */
export function More({
  query,
  label,
}: {
  query: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    error: unknown;
    fetchNextPage: () => Promise<unknown>;
  };
  /** What is on its way: "Loading lots…". */
  label: string;
}) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage } = query;
  const end = useRef<HTMLDivElement>(null);
  const asks = hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  // Observed anew after each page: an end that is still in sight then asks again.
  useEffect(() => {
    const mark = end.current;
    if (!asks || mark === null) return;
    const watching = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) void fetchNextPage();
      },
      { rootMargin: `0px 0px ${AHEAD} 0px` },
    );
    watching.observe(mark);
    return () => watching.disconnect();
  }, [asks, fetchNextPage]);
  if (!hasNextPage) return null;
  return (
    <div ref={end} className={`${classes.more} sy-no-print`}>
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
