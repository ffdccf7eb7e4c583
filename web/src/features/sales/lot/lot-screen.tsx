import type { AuctionSummary } from '@saleyard/contract/auctions.ts';
import type { LotPage } from '@saleyard/contract/lots.ts';
import { lotOperations } from '@saleyard/contract/operations/lots.ts';
import { lotLabel } from '@saleyard/domain/presentation/lots.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Link, Navigate, useParams, useSearchParams } from 'react-router';
import { ICON_SIZES, IconChevronLeft, IconChevronRight } from '@/config/icons.ts';
import { isFromWatchList, namesKind, paths, saleAt } from '@/config/paths.ts';
import { call } from '@/lib/api-client.ts';
import { ApiError } from '@/lib/api-error.ts';
import { lazyPart } from '@/lib/lazy-part.ts';
import { useOpenedFrom } from '@/lib/opened-from.ts';
import { useLiveLot } from '@/lib/realtime/use-live-lot.ts';
import { catalogueQuery } from '@/lib/sale-query.ts';
import { Stack, Text } from '@/ui/layout.tsx';
import { LotDocuments, UsefulLinks } from '@/ui/lots/lot-attachments.tsx';
import { LotGallery } from '@/ui/lots/lot-gallery.tsx';
import { BackLink, Failed, Loading, Page } from '@/ui/page.tsx';
import { PrintFrame } from '@/ui/print.tsx';
import classes from './lot.module.css';
import { type Bidding, LotCard, labelOf } from './lot-card.tsx';
import { ClosedNote, Conditions, DetailGroups, LotSummary } from './lot-sections.tsx';

// Prices are shown as they were read, then live.
const FollowSales = lazyPart(async () => (await import('@/lib/realtime/live-lots.tsx')).FollowSales);

// Scales and axes weigh more than the page: they come once the page stands.
const AssessmentCharts = lazyPart(async () => (await import('./assessment-charts.tsx')).AssessmentCharts);

/** How wide the gallery is, as `lot.module.css` and the page's own width make it: beside the card, and above it on a phone. */
const GALLERY = '(max-width: 60em) 100vw, (max-width: 84em) calc(100vw - 29rem), 55rem';

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

/** How the head were assessed one by one; nothing where they were not. */
function IndividualAssessment({ lot }: { lot: LotPage }) {
  const { assessment, optiweigh, optiweighAllowed } = lot;
  const isMob =
    optiweighAllowed && (optiweigh.averageData.length > 0 || optiweigh.assessmentData.counts.length > 0);
  if (assessment.counts.length === 0 && assessment.scores.length === 0 && !isMob) return null;
  return (
    <section aria-label="Individual Assessment" className={classes.assessment}>
      <Text as="h2" size="lg" mb="sm">
        Individual Assessment
      </Text>
      <Suspense fallback={<Loading label="Loading charts…" />}>
        <AssessmentCharts lot={lot} />
      </Suspense>
    </section>
  );
}

/** The lots before and after this one in its catalogue, and its place there. */
function LotSteps({ lot: { catalogue, state }, auction }: { lot: LotPage; auction: AuctionSummary }) {
  const [search] = useSearchParams();
  const from = useOpenedFrom();
  if (catalogue === undefined) return null;
  const { place, of, previous, next } = catalogue;
  const to = (lot: { searchNumericId: number }) => ({
    pathname: paths.lot(auction, lot),
    search: search.toString(),
  });
  // What a lot may be called depends on whether its sale has opened, as for the one shown.
  const named = (lot: { searchNumericId: number; number: string }) => lotLabel({ ...lot, state }, auction);
  return (
    <nav className={`${classes.steps} sy-no-print`} aria-label="Lots of the catalogue">
      {previous && (
        <Link to={to(previous)} state={from} rel="prev" aria-label={`Previous: ${named(previous)}`}>
          <IconChevronLeft size={ICON_SIZES.md} aria-hidden="true" />
          <span>{named(previous)}</span>
        </Link>
      )}
      <span className="sy-number">
        {place} of {of}
      </span>
      {next && (
        <Link to={to(next)} state={from} rel="next" aria-label={`Next: ${named(next)}`}>
          <span>{named(next)}</span>
          <IconChevronRight size={ICON_SIZES.md} aria-hidden="true" />
        </Link>
      )}
    </nav>
  );
}

function Lot({
  lot: read,
  auction,
  Bidding,
}: {
  lot: LotPage;
  auction: AuctionSummary;
  Bidding: Bidding | undefined;
}) {
  const lot = useLiveLot(read);
  return (
    <div className={classes.page}>
      <Suspense fallback={null}>
        <FollowSales auctions={[auction]} />
      </Suspense>
      <Stack>
        <LotGallery strip media={lot.media} label={labelOf(lot, auction)} sizes={GALLERY} />
        <LotSummary lot={lot} />
      </Stack>
      <div className={classes.aside}>
        <LotCard read={read} lot={lot} auction={auction} Bidding={Bidding} />
      </div>
      <div className={classes.rest}>
        {lot.state === 'closed' && <ClosedNote />}
        <IndividualAssessment lot={lot} />
        <DetailGroups lot={lot} />
        <Conditions lot={lot} />
        <LotDocuments documents={lot.documents} />
        <UsefulLinks links={lot.usefulLinks} />
      </div>
    </div>
  );
}

/**
 * /main/upcoming/{kindTitle}/{auctionNumber}/{lotNumericId}: everything about one lot of a catalogue. `Bidding`: how it
 * is bid on here; left out, it is bid on in the live room only.
 */
export function LotScreen({ Bidding }: { Bidding?: Bidding }) {
  const { kindTitle = '', auctionNumber = '', lotNumericId = '' } = useParams();
  const [search] = useSearchParams();
  const from = useOpenedFrom();
  const sale = useQuery(catalogueQuery(auctionNumber));
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
  ) : from.list === 'search' ? (
    <BackLink to={{ pathname: paths.search, search: from.query }}>Back to Search</BackLink>
  ) : (
    <BackLink to={{ pathname: paths.catalogue(saleAt(kindTitle, auctionNumber)), search: from.query }}>
      Back to Catalogue
    </BackLink>
  );
  return (
    <PrintFrame>
      <Page
        title={lot && auction ? labelOf(lot, auction) : 'Lot'}
        tight
        before={
          <>
            {back}
            {auction && lot && <LotSteps lot={lot} auction={auction} />}
          </>
        }
      >
        {auction !== undefined && lot !== undefined ? (
          <Lot key={lot._id} lot={lot} auction={auction} Bidding={Bidding} />
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
