import {
  type InfiniteData,
  infiniteQueryOptions,
  type UndefinedInitialDataInfiniteOptions,
} from '@tanstack/react-query';

/** The page that was read of a list, counted from 1, and how many there are. */
type PageRead = { page: number; pages: number };

/** Options of an infinite query, except how its pages follow each other. */
type PagedOptions<Page> = Omit<
  UndefinedInitialDataInfiniteOptions<Page, Error, InfiniteData<Page, number>, readonly unknown[], number>,
  'queryFn' | 'initialPageParam' | 'getNextPageParam'
>;

/** A list that is read page by page, for `useInfiniteQuery`. */
export const pagedQuery = <Page extends PageRead>({
  read,
  ...options
}: PagedOptions<Page> & { read: (page: number, signal: AbortSignal) => Promise<Page> }) =>
  infiniteQueryOptions({
    ...options,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: ({ page, pages }) => (page < pages ? page + 1 : undefined),
  });
