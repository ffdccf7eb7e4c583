import type { AuctionSummary } from '@saleyard/contract/auctions.ts';
import type { LotPage } from '@saleyard/contract/lots.ts';
import { accountOperations } from '@saleyard/contract/operations/accounts.ts';
import { lotOperations } from '@saleyard/contract/operations/lots.ts';
import { accreditationsOf } from '@saleyard/domain/listing/accreditations.ts';
import { FORMS } from '@saleyard/domain/listing/forms/forms.ts';
import { formatPriceWithUnit } from '@saleyard/domain/presentation/amounts.ts';
import { lotLabel, notOffered, RESULT_LABELS } from '@saleyard/domain/presentation/lots.ts';
import { queryOptions, skipToken, useQueries, useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Link, Navigate, useParams, useSearchParams } from 'react-router';
import { ICON_SIZES, IconX } from '@/config/icons.ts';
import { COMPARED_LOTS, comparedLots, namesKind, paths, saleAt } from '@/config/paths.ts';
import { call } from '@/lib/api-client.ts';
import { ApiError } from '@/lib/api-error.ts';
import { titleOf } from '@/lib/labels.ts';
import { lazyPart } from '@/lib/lazy-part.ts';
import { type LiveAuction, liveAuctionKey, lotOf } from '@/lib/realtime/live-auction.ts';
import { catalogueQuery } from '@/lib/sale-query.ts';
import { useMe } from '@/lib/session.ts';
import { useUrlSearch } from '@/lib/url-search.ts';
import { LinkFilter, useUrlFilters } from '@/ui/filters/url-filters.tsx';
import { Select } from '@/ui/inputs.tsx';
import { Row } from '@/ui/layout.tsx';
import { facts } from '@/ui/lots/lot-details.tsx';
import { WatchButton } from '@/ui/lots/watch-button.tsx';
import { gain } from '@/ui/lots/weight-tiles.ts';
import { BackLink, Empty, Failed, Loading, Page } from '@/ui/page.tsx';
import { inSizes } from '@/ui/picture.tsx';
import { PrintButton, PrintFrame } from '@/ui/print.tsx';
import classes from './comparison.module.css';

// Prices are shown as they were read, then live.
const FollowSales = lazyPart(async () => (await import('@/lib/realtime/live-lots.tsx')).FollowSales);

/** The lot of a number; null when there is none. */
const lotQuery = (numericId: string) =>
  queryOptions({
    queryKey: ['comparison', 'lot', numericId],
    queryFn: async ({ signal }): Promise<LotPage | null> => {
      try {
        return (
          await call(lotOperations.lot, { params: { lot: numericId }, query: { mode: 'short' }, signal })
        ).lot;
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
  });

/** One line of the comparison: what each lot says, in their order; '' where one says nothing. */
export type Line = { label: string; values: readonly string[]; differs: boolean };

const priceOf = (lot: LotPage): string => {
  const why = notOffered(lot);
  if (why !== null) return why;
  if (lot.state !== 'closed' && lot.currentBidCents !== null)
    return `Current bid ${formatPriceWithUnit(lot.currentBidCents, lot.bidding)}`;
  if (lot.state !== 'closed') return `from ${formatPriceWithUnit(lot.startPrice, lot.bidding)}`;
  const result = lot.status === null ? 'Closed' : RESULT_LABELS[lot.status];
  return lot.closedPrice === null ? result : `${result} ${formatPriceWithUnit(lot.closedPrice, lot.bidding)}`;
};

const saleOf = ({ auctionData, kindData }: LotPage): Parameters<typeof paths.lot>[0] => ({
  searchNumber: auctionData.searchNumber,
  kindData,
});

/** Which share of the assessed head has which fat score: "2: 45%, 3: 55%". */
const fatScoresOf = ({ assessment }: LotPage): string =>
  assessment.scores
    .filter(({ percent }) => percent > 0)
    .map(({ score, percent }) => `${score}: ${Math.round(percent)}%`)
    .join(', ');

/** What lots say, line by line: those that any of them says, in the order in which they are first said. */
export function linesOf(lots: readonly LotPage[]): Line[] {
  const isOfSales = new Set(lots.map(({ auction }) => auction)).size > 1;
  const all = lots.map(
    (lot) =>
      new Map([
        ['Price', priceOf(lot)],
        ['Sale', isOfSales ? `${lot.auctionData.title}, No. ${lot.auctionData.searchNumber}` : ''],
        ...facts(lot, lot.count, [FORMS[lot.kindData.type]]),
        ['Weight gain', lot.weightGainTotal > 0 ? gain(lot.weightGainTotal, lot.kindData.type) : ''],
        ['Fat scores', fatScoresOf(lot)],
        ['Accreditations', accreditationsOf(lot).join(', ')],
        ['Agent comment', lot.publicDetails.agentComment],
      ]),
  );
  const labels = [...new Set(all.flatMap((one) => [...one.keys()]))];
  return labels
    .map((label) => {
      const values = all.map((one) => one.get(label) ?? '');
      return { label, values, differs: new Set(values).size > 1 };
    })
    .filter(({ values }) => values.some((value) => value !== ''));
}

/** The lots of all sales that the person watches; of many, those of the first page. */
const watchedQuery = queryOptions({
  queryKey: ['comparison', 'watched'],
  queryFn: async ({ signal }) => (await call(accountOperations.watchList, { query: {}, signal })).lots,
});

/** Adds a watched lot, of any sale. Nothing while there is none, or no room for another. */
function AddWatched({ lots, onAdd }: { lots: readonly LotPage[]; onAdd: (number: number) => void }) {
  const me = useMe();
  const { data = [] } = useQuery({ ...watchedQuery, enabled: (me?.watchList2.length ?? 0) > 0 });
  const others = data.filter(({ _id }) => !lots.some((lot) => lot._id === _id));
  if (others.length === 0 || lots.length >= COMPARED_LOTS) return null;
  const options = others.map((lot) => ({
    value: String(lot.searchNumericId),
    label: `${titleOf(lot, lot.count)}, ID ${lot.searchNumericId}`,
  }));
  return (
    <Select
      className="sy-no-print"
      label="Add from Watch List"
      options={[{ value: '', label: 'Choose a lot' }, ...options]}
      value=""
      onChange={({ currentTarget: { value } }) => value !== '' && onAdd(Number(value))}
    />
  );
}

const SHOW = { show: ['all', 'differences'] } as const;
const SHOW_OPTIONS = [
  { value: 'all', label: 'All' },
  { value: 'differences', label: 'Differences only' },
] as const;

function Table({
  lots,
  auction,
  lines,
  onRemove,
}: {
  lots: readonly LotPage[];
  auction: AuctionSummary;
  lines: readonly Line[];
  /** Left out where two are left: fewer cannot be compared. */
  onRemove: ((lot: LotPage) => void) | undefined;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table wider than a phone is scrolled by keys too.
    <section className={classes.scroll} tabIndex={0} aria-label="Comparison, scrolls sideways">
      <table className={classes.table}>
        <caption className="sy-hidden">Lots of {auction.title} side by side</caption>
        <thead>
          <tr>
            <td />
            {lots.map((lot) => {
              // Whether another sale shows its lot numbers already is not read: its lots are named by their ids until it opens.
              const isOwn = lot.auction === auction._id;
              const named = lotLabel(lot, { showLotNumbers: isOwn && auction.showLotNumbers });
              const label = `${named}, ${titleOf(lot, lot.count)}`;
              const picture = lot.media[0];
              return (
                <th key={lot._id} scope="col">
                  {onRemove && (
                    <button
                      type="button"
                      className={`${classes.remove} sy-no-print`}
                      aria-label={`Remove ${label}`}
                      onClick={() => onRemove(lot)}
                    >
                      <IconX size={ICON_SIZES.md} aria-hidden="true" />
                    </button>
                  )}
                  {picture && (
                    <img
                      {...inSizes(picture.thumbnail, '12rem')}
                      alt=""
                      width={192}
                      height={128}
                      loading="lazy"
                      decoding="async"
                    />
                  )}
                  <Link to={paths.lot(isOwn ? auction : saleOf(lot), lot)}>{label}</Link>
                  <span className={`${classes.actions} sy-no-print`}>
                    <WatchButton lot={lot._id} label={label} />
                  </span>
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ label, values, differs }) => (
            <tr
              key={label}
              className={label === 'Price' ? classes.price : undefined}
              data-differs={differs || undefined}
            >
              <th scope="row">{label}</th>
              {values.map((value, index) => (
                <td key={lots[index]?._id}>{value || '–'}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** What `FollowSales` keeps in step. */
const liveQuery = (sale: string) =>
  queryOptions<LiveAuction>({
    queryKey: liveAuctionKey(sale),
    queryFn: skipToken,
    structuralSharing: false,
  });

/** The lots as the live connection has them, and the sales to follow for that. */
function useLive(
  own: AuctionSummary,
  read: readonly LotPage[],
): { lots: readonly LotPage[]; sales: readonly AuctionSummary[] } {
  const elsewhere = read.filter(({ auction }) => auction !== own._id);
  const others = new Set(elsewhere.map(({ auctionData }) => String(auctionData.searchNumber)));
  const reads = useQueries({ queries: [...others].map(catalogueQuery) });
  const sales = [own, ...reads.flatMap(({ data }) => data ?? [])];
  const followed = useQueries({ queries: sales.map(({ _id }) => liveQuery(_id)) });
  const live = followed.flatMap(({ data }) => data ?? []);
  const lots = read.map((lot) => {
    const sale = live.find(({ auction }) => auction._id === lot.auction);
    return { ...lot, ...(sale && lotOf(sale, lot._id)) };
  });
  return { lots, sales };
}

function Compared({ auction, numbers }: { auction: AuctionSummary; numbers: readonly number[] }) {
  const [, changeSearch] = useUrlSearch();
  const { filters, hrefWith } = useUrlFilters(SHOW);
  const reads = useQueries({ queries: numbers.map((number) => lotQuery(String(number))) });
  // Lots that are not there are left out.
  const { lots, sales } = useLive(
    auction,
    reads.flatMap(({ data }) => data ?? []),
  );
  const failed = reads.find(({ error }) => error !== null);
  if (failed) return <Failed error={failed.error} onRetry={() => void failed.refetch()} />;
  if (reads.some(({ isPending }) => isPending)) return <Loading label="Loading the lots…" />;
  if (lots.length < 2) {
    return (
      <Empty title="Choose two to four lots of the catalogue to compare.">
        <Link to={paths.catalogue(auction)}>View Catalogue</Link>
      </Empty>
    );
  }
  const lines = linesOf(lots).filter(({ differs }) => filters.show === 'all' || differs);
  const write = (chosen: readonly number[]) =>
    changeSearch((now) => {
      const written = new URLSearchParams(now);
      written.set('lots', chosen.join(','));
      return written;
    });
  const remove = (gone: LotPage) =>
    write(lots.filter((lot) => lot !== gone).map((lot) => lot.searchNumericId));
  return (
    <>
      <Suspense fallback={null}>
        <FollowSales auctions={sales} />
      </Suspense>
      <Row justify="space-between" gap="sm" mt="md" mb="md">
        <LinkFilter
          label="Show"
          options={SHOW_OPTIONS}
          value={filters.show}
          hrefOf={(show) => hrefWith({ show })}
        />
        <PrintButton>Print Comparison</PrintButton>
      </Row>
      <AddWatched
        lots={lots}
        onAdd={(number) => write([...lots.map((lot) => lot.searchNumericId), number])}
      />
      {lines.length === 0 && <p role="status">These lots say the same of themselves.</p>}
      <Table lots={lots} auction={auction} lines={lines} onRemove={lots.length > 2 ? remove : undefined} />
    </>
  );
}

/**
 * /main/upcoming/{kindTitle}/{auctionNumber}/compare?lots=9001,9002: two to four lots side by side, of the catalogue that one
 * came from or of others.
 */
export function ComparisonScreen() {
  const { kindTitle = '', auctionNumber = '' } = useParams();
  const [search] = useSearchParams();
  const numbers = comparedLots(search.get('lots'));
  const { data: auction, error, isPending, refetch } = useQuery(catalogueQuery(auctionNumber));
  if (error instanceof ApiError && error.status === 404) return <Navigate to={paths.upcoming} replace />;
  if (auction !== undefined && !namesKind(kindTitle, auction))
    return <Navigate to={paths.comparison(auction, numbers)} replace />;
  return (
    <PrintFrame>
      <Page
        title="Compare Lots"
        before={
          <BackLink to={paths.catalogue(saleAt(kindTitle, auctionNumber), { compared: numbers })}>
            Back to Catalogue
          </BackLink>
        }
      >
        {isPending && <Loading label="Loading the lots…" />}
        {!isPending && auction === undefined && <Failed error={error} onRetry={() => void refetch()} />}
        {auction !== undefined && (
          <>
            <p className="sy-dim">
              {auction.title}, No. {auction.number}
            </p>
            <Compared auction={auction} numbers={numbers} />
          </>
        )}
      </Page>
    </PrintFrame>
  );
}
