import { type AuctionSummary, auctionOperations } from '@saleyard/contract/auctions.ts';
import { type LotPage, lotOperations } from '@saleyard/contract/lots.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Navigate, useParams, useSearchParams } from 'react-router';
import { isFromWatchList, namesKind, paths } from '@/app/paths.ts';
import { BackLink } from '@/components/back-link.tsx';
import { LotFacts, LotGallery } from '@/components/lot-details.tsx';
import { Failed, Loading, Page } from '@/components/page.tsx';
import { PrintButton, PrintFrame } from '@/components/print.tsx';
import { PlainTag } from '@/components/tag.tsx';
import { WatchButton } from '@/components/watch-button.tsx';
import { call } from '@/lib/api-client.ts';
import { ApiError } from '@/lib/api-error.ts';
import { formatDateTime } from '@/lib/dates.ts';
import { lotLabel, placeOf, titleOf } from '@/lib/labels.ts';
import { formatPriceWithUnit } from '@/lib/money.ts';
import classes from './lot-screen.module.css';

/** The sale of a number. */
const saleQuery = (number: string) =>
  queryOptions({
    queryKey: ['lot', 'auction', number],
    queryFn: async ({ signal }): Promise<AuctionSummary> =>
      (await call(auctionOperations.auction, { params: { auction: number }, signal })).auction,
  });

/** Everything about the lot of a number. */
const lotQuery = (numericId: string) =>
  queryOptions({
    queryKey: ['lot', 'page', numericId],
    queryFn: async ({ signal }): Promise<LotPage> =>
      (
        await call(lotOperations.lot, {
          params: { lot: numericId },
          query: { mode: 'full-preview' },
          signal,
        })
      ).lot,
  });

const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

const labelOf = (lot: LotPage, auction: AuctionSummary): string =>
  `${lotLabel(lot, auction)}, ${titleOf(lot, lot.count)}`;

function Lot({ lot, auction }: { lot: LotPage; auction: AuctionSummary }) {
  return (
    <>
      <p className={classes.particulars}>
        <span>{placeOf(lot)}</span>
        {lot.mine && <span className={classes.mine}>My Listing</span>}
        <PlainTag>{lot.inlineDetails.assessorType}</PlainTag>
        <span className="sy-dim">
          {auction.title}, No. {auction.number}
        </span>
        <time className="sy-dim">{formatDateTime(auction.liveAt)} Sydney</time>
      </p>
      <p>
        Starts at <strong className="sy-number">{formatPriceWithUnit(lot.startPrice, lot.bidding)}</strong>
      </p>
      <div className={classes.tools}>
        {!lot.withdrawn && <WatchButton lot={lot._id} label={labelOf(lot, auction)} />}
        <PrintButton>Print Lot Details</PrintButton>
      </div>
      {lot.withdrawn && <p>Withdrawn from Auction</p>}
      <div className={classes.lot} data-pictured={lot.media.length > 0 || undefined}>
        <LotGallery key={lot._id} media={lot.media} label={labelOf(lot, auction)} />
        <LotFacts details={lot} count={lot.count} level={2} />
      </div>
    </>
  );
}

/** /main/upcoming/{kindTitle}/{auctionNumber}/{lotNumericId}: everything about one lot of a catalogue. */
export function LotScreen() {
  const { kindTitle = '', auctionNumber = '', lotNumericId = '' } = useParams();
  const [search] = useSearchParams();
  const sale = useQuery(saleQuery(auctionNumber));
  const read = useQuery(lotQuery(lotNumericId));
  const auction = sale.data;
  // The lot of another sale is none of this one.
  const isElsewhere = auction !== undefined && read.data !== undefined && read.data.auction !== auction._id;
  const lot = isElsewhere ? undefined : read.data;
  if (isMissing(sale.error)) return <Navigate to={paths.upcoming} replace />;
  if (auction !== undefined && (isElsewhere || isMissing(read.error)))
    return <Navigate to={paths.catalogue(auction)} replace />;
  if (auction !== undefined && lot !== undefined && !namesKind(kindTitle, auction))
    return <Navigate to={{ pathname: paths.lot(auction, lot), search: search.toString() }} replace />;
  const back = isFromWatchList(search) ? (
    <BackLink to={paths.watchList}>Back to Watch List</BackLink>
  ) : (
    <BackLink to={auction ? paths.catalogue(auction) : paths.upcoming}>Back to Catalogue</BackLink>
  );
  return (
    <PrintFrame>
      <Page title={lot && auction ? labelOf(lot, auction) : 'Lot'} before={back}>
        {auction !== undefined && lot !== undefined ? (
          <Lot lot={lot} auction={auction} />
        ) : sale.isPending || read.isPending ? (
          <Loading label="Loading the lot…" />
        ) : (
          <Failed
            error={sale.error ?? read.error}
            onRetry={() => void Promise.all([sale.refetch(), read.refetch()])}
          />
        )}
      </Page>
    </PrintFrame>
  );
}
