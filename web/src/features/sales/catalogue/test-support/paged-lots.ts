import type { CatalogueLot } from '@saleyard/contract/lots.ts';
import { HttpResponse, http } from 'msw';
import { exampleCatalogueLot } from '@/test-support/example-sales.ts';

export const lot = (change: Partial<CatalogueLot> = {}) =>
  exampleCatalogueLot({ state: 'future', ...change });
export const manyLots = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    lot({ _id: `lot-${index}`, searchNumericId: index + 1, number: String(index + 1) }),
  );

/** The lots of the sale, paged by the server: `asked` collects the queries. */
export const lotsOf = (lots: readonly CatalogueLot[], asked: URLSearchParams[] = []) =>
  http.get('http://saleyard.test/api/v1/auctions/auction-1/lots', ({ request }) => {
    const query = new URL(request.url).searchParams;
    asked.push(query);
    const [page, limit] = [Number(query.get('page')), Number(query.get('limit'))];
    const totalTable = [{ sex: 'Steers', counts: { heads: 480, total: 12 } }];
    return HttpResponse.json(
      { data: { lots: lots.slice((page - 1) * limit, page * limit), totalTable } },
      {
        headers: { 'x-current-page': String(page), 'x-total-pages': String(Math.ceil(lots.length / limit)) },
      },
    );
  });
