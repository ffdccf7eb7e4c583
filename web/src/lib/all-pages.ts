import type { ListPage } from './api-client.ts';

/** The rows of all pages of a list, read one after another; of the first `most` pages if there are more. */
export async function allPages<Data, Row>(
  read: (page: number) => Promise<Pick<ListPage<Data>, 'data' | 'totalPages'>>,
  rowsIn: (data: Data) => readonly Row[],
  most = Number.POSITIVE_INFINITY,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1, pages = 1; page <= Math.min(pages, most); page += 1) {
    const { data, totalPages } = await read(page);
    rows.push(...rowsIn(data));
    pages = totalPages;
  }
  return rows;
}
