import { contentOperations } from '@saleyard/contract/operations/content.ts';
import { queryOptions } from '@tanstack/react-query';
import { call, callForPage } from '@/lib/api-client.ts';

const TEXTS = ['staff', 'texts'];

/** The texts that administrators edit. */
export const textsQuery = queryOptions({
  queryKey: TEXTS,
  queryFn: async ({ signal }) => (await call(contentOperations.editableTexts, { signal })).texts,
});

/** A text: the version in force, or another one. It is not read again while somebody edits it. */
export const textQuery = (text: string, version?: number) =>
  queryOptions({
    queryKey: [...TEXTS, text, version ?? 'in force'],
    queryFn: async ({ signal }) =>
      (
        await call(contentOperations.editableText, {
          params: { text },
          query: version === undefined ? {} : { version },
          signal,
        })
      ).text,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** The newest versions of a text. */
export const versionsQuery = (text: string, page: number) =>
  queryOptions({
    queryKey: [...TEXTS, text, 'versions', page],
    queryFn: ({ signal }) =>
      callForPage(contentOperations.textVersions, { params: { text }, query: { page }, signal }),
  });

/** Markdown as the page of the text would show it. */
export const previewQuery = (text: string, markdown: string) =>
  queryOptions({
    queryKey: ['text-preview', text, markdown],
    queryFn: async ({ signal }) =>
      (await call(contentOperations.previewText, { params: { text }, body: { text: markdown }, signal }))
        .parts,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
