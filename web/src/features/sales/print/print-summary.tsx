import type { AuctionSummary } from '@saleyard/contract/auctions.ts';
import type { CatalogueLot } from '@saleyard/contract/lots.ts';
import { auctionOperations } from '@saleyard/contract/operations/auctions.ts';
import { lotOperations } from '@saleyard/contract/operations/lots.ts';
import { countOf, formatCount, formatPriceWithUnit } from '@saleyard/domain/presentation/amounts.ts';
import { correctedText } from '@saleyard/domain/presentation/corrected.ts';
import { formatDateTime } from '@saleyard/domain/presentation/dates.ts';
import { lotLabel, notOffered, RESULT_LABELS } from '@saleyard/domain/presentation/lots.ts';
import { sectionsOf } from '@saleyard/domain/presentation/sections.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { allPages } from '@/lib/all-pages.ts';
import { call, callForPage } from '@/lib/api-client.ts';
import { placeOf, titleOf } from '@/lib/labels.ts';
import { Empty, Failed, Loading, Page } from '@/ui/page.tsx';
import { PrintButton, PrintFrame } from '@/ui/print.tsx';
import { type Column, DataTable } from '@/ui/table/data-table.tsx';

/** Lots asked for at once; no catalogue has more pages of them. */
const LOTS_PAGE = 1_000;
const MOST_PAGES = 2;

type Summary = { auction: AuctionSummary; lots: readonly CatalogueLot[] };

async function readSummary(number: string, signal: AbortSignal): Promise<Summary> {
  const { auction } = await call(auctionOperations.auction, { params: { auction: number }, signal });
  const lots = await allPages(
    (page) =>
      callForPage(lotOperations.lots, {
        params: { auction: auction._id },
        query: { mode: 'print', page, limit: LOTS_PAGE },
        signal,
      }),
    (data) => data.lots,
    MOST_PAGES,
  );
  return { auction, lots };
}

const columnsOf = (auction: AuctionSummary): Column<CatalogueLot>[] => [
  {
    id: 'lot',
    header: 'Lot',
    rowHeader: true,
    phone: 'title',
    cell: (lot) => lotLabel(lot, auction),
  },
  { id: 'listing', header: 'Listing', phone: 'plain', cell: (lot) => titleOf(lot, lot.count) },
  { id: 'head', header: 'Head', align: 'end', cell: ({ count }) => formatCount(count) },
  { id: 'breed', header: 'Breed', cell: ({ publicDetails }) => publicDetails.majorBreed },
  { id: 'sex', header: 'Sex', cell: ({ publicDetails }) => publicDetails.sex },
  { id: 'age', header: 'Age', cell: ({ publicDetails }) => publicDetails.summary.age },
  { id: 'weight', header: 'Weight', cell: ({ publicDetails }) => publicDetails.summary.weight },
  { id: 'place', header: 'Location', cell: placeOf },
  ...(auction.state === 'closed'
    ? [
        {
          id: 'result',
          header: 'Result',
          cell: (lot) => notOffered(lot) ?? (lot.status === null ? '' : RESULT_LABELS[lot.status]),
        } satisfies Column<CatalogueLot>,
        {
          id: 'price',
          header: 'Price',
          align: 'end',
          cell: (lot) => (
            <>
              {formatPriceWithUnit(lot.closedPrice, lot.bidding)} {correctedText(lot)}
            </>
          ),
        } satisfies Column<CatalogueLot>,
      ]
    : [
        {
          id: 'price',
          header: 'Start price',
          align: 'end',
          cell: (lot) => notOffered(lot) ?? formatPriceWithUnit(lot.startPrice, lot.bidding),
        } satisfies Column<CatalogueLot>,
      ]),
];

/** /print/auctions/{auctionNumber}/auction-summary: every lot of a sale on paper, with results once it is closed. */
export function PrintSummary() {
  const { auctionNumber = '' } = useParams();
  const [search] = useSearchParams();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['print', 'summary', auctionNumber],
    queryFn: ({ signal }) => readSummary(auctionNumber, signal),
    // What is on the paper stays as it was read.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const prints = search.get('mode') === 'print' && data !== undefined;
  useEffect(() => {
    if (prints) window.print();
  }, [prints]);
  return (
    <main>
      <PrintFrame>
        <Page title={data?.auction.title ?? 'Catalogue'} aside={<PrintButton>Print</PrintButton>}>
          {isPending && <Loading label="Loading the catalogue…" />}
          {!isPending && data === undefined && <Failed error={error} onRetry={() => void refetch()} />}
          {data !== undefined && (
            <>
              <p>
                {formatDateTime(data.auction.liveAt)} Sydney, {data.auction.kindData.title},{' '}
                {countOf(data.auction.lotCount, 'lot')}, {countOf(data.auction.headCount, 'head', 'head')},
                No. {data.auction.number}
              </p>
              {data.lots.length === 0 ? (
                <Empty title="Catalogue is being compiled. Check back later." />
              ) : (
                <DataTable
                  caption={`Lots of ${data.auction.title}`}
                  columns={columnsOf(data.auction)}
                  sections={sectionsOf(data.lots, data.auction)}
                  rowKey={({ _id }) => _id}
                />
              )}
            </>
          )}
        </Page>
      </PrintFrame>
    </main>
  );
}
