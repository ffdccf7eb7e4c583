import type { AuctionSummary } from '@saleyard/contract/auctions.ts';
import type { LotPage } from '@saleyard/contract/lots.ts';
import { auctionOperations } from '@saleyard/contract/operations/auctions.ts';
import { lotOperations } from '@saleyard/contract/operations/lots.ts';
import { countOf, formatPriceWithUnit } from '@saleyard/domain/presentation/amounts.ts';
import { formatDateTime } from '@saleyard/domain/presentation/dates.ts';
import { lotLabel, notOffered, RESULT_LABELS } from '@saleyard/domain/presentation/lots.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Link, Navigate, useParams, useSearchParams } from 'react-router';
import { ICON_SIZES, ICON_STROKES, IconArrowUpRight } from '@/config/icons.ts';
import { isFromWatchList, namesKind, paths } from '@/config/paths.ts';
import { call } from '@/lib/api-client.ts';
import { ApiError } from '@/lib/api-error.ts';
import { useServerLink } from '@/lib/away.ts';
import { placeOf, titleOf } from '@/lib/labels.ts';
import { swappedPrice } from '@/lib/lot-prices.ts';
import { useLiveLot } from '@/lib/realtime/use-live-lot.ts';
import { Button } from '@/ui/button.tsx';
import { ButtonsToCome, LOT_TOOLS } from '@/ui/buttons-to-come.tsx';
import { Card, Meta, Row, Split, Stack } from '@/ui/layout.tsx';
import { LotDocuments, UsefulLinks } from '@/ui/lots/lot-attachments.tsx';
import { LotGallery } from '@/ui/lots/lot-gallery.tsx';
import pageClasses from '@/ui/lots/lot-page.module.css';
import { LotStanding } from '@/ui/lots/lot-standing.tsx';
import { WatchButton } from '@/ui/lots/watch-button.tsx';
import { BackLink, Failed, Loading, Page } from '@/ui/page.tsx';
import { PrintButton, PrintFrame } from '@/ui/print.tsx';
import { ShareLink } from '@/ui/share-link.tsx';
import { SupportPhone } from '@/ui/support-phone.tsx';
import { PlainTag, StateTag } from '@/ui/tag.tsx';
import classes from './lot.module.css';
import { AdditionalInformation, ClosedNote, DetailGroups, LotSummary } from './lot-sections.tsx';

// Documents are asked for once a page stands.
const LotDocumentTools = lazy(async () => ({
  default: (await import('@/ui/documents/document-tools.tsx')).LotDocumentTools,
}));

// Prices are shown as they were read, then live.
const FollowSales = lazy(async () => ({
  default: (await import('@/lib/realtime/live-lots.tsx')).FollowSales,
}));

// Scales and axes weigh more than the page: they come once the page stands.
const AssessmentCharts = lazy(async () => ({
  default: (await import('./assessment-charts.tsx')).AssessmentCharts,
}));

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
          query: { mode: 'full-preview', trackView: true },
          signal,
        })
      ).lot,
  });

const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

const labelOf = (lot: LotPage, auction: AuctionSummary): string =>
  `${lotLabel(lot, auction)}, ${titleOf(lot, lot.count)}`;

/** What became of a closed lot, and at which price. */
function Price({ lot, auction }: { lot: LotPage; auction: AuctionSummary }) {
  const isSold = lot.status === 'sold' || lot.status === 'soldAfterAuction';
  const perKg =
    isSold && lot.bidding === 'head' && lot.closedPrice !== null
      ? swappedPrice(lot.closedPrice, lot.bidding, lot, auction.kindData.type)
      : null;
  return (
    <p className={pageClasses['result']} data-result>
      <StateTag mood="closed">{lot.status === null ? 'Closed' : RESULT_LABELS[lot.status]}</StateTag>
      {lot.closedPrice !== null && (
        <strong className="sy-number">{formatPriceWithUnit(lot.closedPrice, lot.bidding)}</strong>
      )}
      {perKg && <span className="sy-number sy-dim">{formatPriceWithUnit(perKg.cents, perKg.unit)}</span>}
      {auction.state === 'closed' && <Link to={paths.lotResult(auction, lot)}>View Results</Link>}
    </p>
  );
}

/** How the head were assessed one by one; nothing where they were not. */
function IndividualAssessment({ lot }: { lot: LotPage }) {
  const { assessment, optiweigh, optiweighAllowed } = lot;
  const isMob =
    optiweighAllowed && (optiweigh.averageData.length > 0 || optiweigh.assessmentData.counts.length > 0);
  if (assessment.counts.length === 0 && assessment.scores.length === 0 && !isMob) return null;
  return (
    <section aria-label="Individual Assessment" className={classes.assessment}>
      <h2>Individual Assessment</h2>
      <Suspense fallback={<Loading label="Loading charts…" />}>
        <AssessmentCharts lot={lot} />
      </Suspense>
    </section>
  );
}

/** Price, reserve and time as they are now, and the way to bid: on a phone a bar at the bottom. */
function Standing({ lot, auction }: { lot: LotPage; auction: AuctionSummary }) {
  const room = useServerLink(paths.liveRoom(auction, lot._id));
  const canEnter = !auction.cancelled && (auction.state === 'open' || auction.state === 'live');
  if (lot.state === 'closed') return <Price lot={lot} auction={auction} />;
  return (
    <Row justify="space-between" className={classes.bar}>
      <LotStanding lot={lot} auction={auction} large />
      {canEnter && (
        <Button
          component="a"
          variant="accent"
          size="md"
          className="sy-no-print"
          {...room}
          target="_blank"
          rel="noopener"
          aria-label="Enter Auction at this lot (opens a new window)"
          rightSection={
            <IconArrowUpRight size={ICON_SIZES.md} stroke={ICON_STROKES.bold} aria-hidden="true" />
          }
        >
          Enter Auction
        </Button>
      )}
    </Row>
  );
}

/** What is beside the lot's pictures and facts, and stays in sight. */
function Aside({ lot, auction }: { lot: LotPage; auction: AuctionSummary }) {
  const why = notOffered(lot);
  return (
    <Card padded>
      <Stack gap="sm">
        <Meta as="p">
          <span>{placeOf(lot)}</span>
          {lot.mine && <span className={pageClasses['mine']}>My Listing</span>}
          {lot.inlineDetails.assessorType && <PlainTag>{lot.inlineDetails.assessorType}</PlainTag>}
        </Meta>
        {why === null ? <Standing lot={lot} auction={auction} /> : <p>{why}</p>}
        <Meta>
          <span>
            {auction.title}, No. {auction.number}
          </span>
          <time>{formatDateTime(auction.liveAt)} Sydney</time>
        </Meta>
        <Meta className="sy-no-print">
          <span>{countOf(lot.totalPageViews, 'view')}</span>
          <span>{lot.watchCount === 0 ? 'Nobody watches it yet' : `${lot.watchCount} watching`}</span>
        </Meta>
        <div className={pageClasses['tools']}>
          {why === null && <WatchButton lot={lot._id} label={labelOf(lot, auction)} />}
          <ShareLink path={paths.lot(auction, lot)} title={labelOf(lot, auction)} />
          <PrintButton>Print Lot Details</PrintButton>
          <Suspense fallback={<ButtonsToCome labels={LOT_TOOLS} />}>
            <LotDocumentTools lot={lot} />
          </Suspense>
        </div>
        <p className={classes.ask}>
          Questions? Call <SupportPhone />
        </p>
      </Stack>
    </Card>
  );
}

function Lot({ lot: read, auction }: { lot: LotPage; auction: AuctionSummary }) {
  const lot = useLiveLot(read);
  return (
    <Split aside={<Aside lot={lot} auction={auction} />}>
      <Suspense fallback={null}>
        <FollowSales auctions={[auction]} />
      </Suspense>
      <Stack>
        <LotGallery strip key={lot._id} media={lot.media} label={labelOf(lot, auction)} />
        <LotSummary lot={lot} />
      </Stack>
      {lot.state === 'closed' && <ClosedNote />}
      <IndividualAssessment lot={lot} />
      <DetailGroups lot={lot} />
      <AdditionalInformation saleConditions={lot.saleConditions} />
      <LotDocuments documents={lot.documents} />
      <UsefulLinks links={lot.usefulLinks} />
    </Split>
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
