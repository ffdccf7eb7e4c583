import type { AuctionSummary } from '@saleyard/contract/auctions.ts';
import type { LotPage } from '@saleyard/contract/lots.ts';
import { countOf, formatDollars } from '@saleyard/domain/presentation/amounts.ts';
import { formatDateTime } from '@saleyard/domain/presentation/dates.ts';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Navigate, useParams, useSearchParams } from 'react-router';
import { isFromOwnResults, namesKind, paths, saleAt } from '@/config/paths.ts';
import { ApiError } from '@/lib/api-error.ts';
import { placeOf, titleOf } from '@/lib/labels.ts';
import { lazyPart } from '@/lib/lazy-part.ts';
import { useOpenedFrom } from '@/lib/opened-from.ts';
import { ButtonPlaceholders, LOT_TOOLS } from '@/ui/button-placeholders.tsx';
import { LotDocuments } from '@/ui/lots/lot-attachments.tsx';
import { LotFacts } from '@/ui/lots/lot-details.tsx';
import { LotGallery } from '@/ui/lots/lot-gallery.tsx';
import pageClasses from '@/ui/lots/lot-page.module.css';
import { BackLink, Failed, Loading, Page } from '@/ui/page.tsx';
import { PrintButton, PrintFrame } from '@/ui/print.tsx';
import { ShareLink } from '@/ui/share-link.tsx';
import { auctionResultsQuery } from './api/closed-auctions.ts';
import { lotResultQuery } from './api/lot-result.ts';
import { useOwnPaddle } from './api/own-sale.ts';
import { ClosedPrice, ResultTag } from './lot-outcome.tsx';
import { closedTotal, lotResult } from './lot-result.ts';
import classes from './results.module.css';

// Documents are asked for once a page stands.
const LotDocumentTools = lazyPart(
  async () => (await import('@/ui/documents/document-tools.tsx')).LotDocumentTools,
);

/** How wide the gallery is, as `lot-page.module.css` lays it out: beside the facts, and above them where there is no room. */
const GALLERY = '(max-width: 56.24em) 100vw, 26rem';

const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

const labelOf = (lot: LotPage): string => `Lot ${lot.number}, ${titleOf(lot, lot.count)}`;

/** What the viewer owes for a lot they bought. */
function Bought({ lot }: { lot: LotPage }) {
  const total = closedTotal(lot);
  const about = total?.estimated ? ', calculated from its weight' : '';
  return (
    <p className={classes.bought}>
      You bought this lot, {countOf(lot.count, 'head', 'head')}
      {total && (
        <>
          : <span className="sy-number">{`${total.estimated ? '≈ ' : ''}${formatDollars(total.cents)}`}</span>
          {about}
        </>
      )}
    </p>
  );
}

/** What became of the lot. */
function Outcome({ lot, auction, paddle }: { lot: LotPage; auction: AuctionSummary; paddle: string | null }) {
  const result = lotResult(lot, paddle);
  return (
    <div className={classes.outcome}>
      <p className={`${pageClasses['result']} ${classes.result}`}>
        <ResultTag result={result} />
        <ClosedPrice lot={lot} kind={auction.kindData.type} />
      </p>
      {lot.withdrawn && <p>Withdrawn from Auction</p>}
      {result === 'bought' && <Bought lot={lot} />}
    </div>
  );
}

function LotResult({ lot, auction }: { lot: LotPage; auction: AuctionSummary }) {
  const paddle = useOwnPaddle(auction._id);
  return (
    <>
      <p className={pageClasses['particulars']}>
        <span>{placeOf(lot)}</span>
        {lot.mine && <span className={pageClasses['mine']}>My Listing</span>}
        <span className="sy-dim">
          {auction.title}, No. {auction.number}
        </span>
        <time className="sy-dim">{formatDateTime(auction.liveAt)} Sydney</time>
      </p>
      <Outcome lot={lot} auction={auction} paddle={paddle} />
      <div className={`${pageClasses['tools']} sy-no-print`}>
        <PrintButton>Print Lot Details</PrintButton>
        <Suspense fallback={<ButtonPlaceholders labels={LOT_TOOLS} />}>
          <LotDocumentTools lot={lot} />
        </Suspense>
        <ShareLink path={paths.lotResult(auction, lot)} title={labelOf(lot)} />
      </div>
      <div className={pageClasses['lot']} data-pictured={lot.media.length > 0 || undefined}>
        <LotGallery strip key={lot._id} media={lot.media} label={labelOf(lot)} sizes={GALLERY} />
        <LotFacts details={lot} count={lot.count} level={2} />
      </div>
      <LotDocuments documents={lot.documents} />
    </>
  );
}

/** /main/results/{kindTitle}/{auctionNumber}/{lotNumericId}: what one lot was, and what became of it. */
export function LotResultScreen() {
  const { kindTitle = '', auctionNumber = '', lotNumericId = '' } = useParams();
  const [search] = useSearchParams();
  const from = useOpenedFrom();
  const sale = useQuery(auctionResultsQuery(auctionNumber));
  const read = useQuery(lotResultQuery(lotNumericId));
  const auction = sale.data;
  // The lot of another sale is none of this one.
  const isElsewhere = auction !== undefined && read.data !== undefined && read.data.auction !== auction._id;
  const lot = isElsewhere ? undefined : read.data;
  if (isMissing(sale.error)) return <Navigate to={paths.results} replace />;
  if (auction !== undefined && (isElsewhere || isMissing(read.error)))
    return <Navigate to={paths.auctionResults(auction)} replace />;
  if (auction !== undefined && lot !== undefined && !namesKind(kindTitle, auction)) {
    return <Navigate to={{ pathname: paths.lotResult(auction, lot), search: search.toString() }} replace />;
  }
  // A link that was shared before the lot closed: until then its page in the catalogue says how it stands.
  if (auction !== undefined && lot !== undefined && lot.state !== 'closed' && !lot.withdrawn)
    return <Navigate to={paths.lot(auction, lot)} replace />;
  const [to, label] = isFromOwnResults(search)
    ? [paths.myResults, 'Back to My Auction Results']
    : from.list === 'search'
      ? [{ pathname: paths.search, search: from.query }, 'Back to Search']
      : [paths.auctionResults(saleAt(kindTitle, auctionNumber)), 'Back to Results'];
  const back = <BackLink to={to}>{label}</BackLink>;
  const again = () => void Promise.all([sale.refetch(), read.refetch()]);
  return (
    <PrintFrame>
      <Page title={lot ? labelOf(lot) : 'Lot Result'} before={back}>
        {auction !== undefined && lot !== undefined ? (
          <LotResult lot={lot} auction={auction} />
        ) : sale.isPending || read.isPending ? (
          <Loading label="Loading the lot…" />
        ) : (
          <Failed error={sale.error ?? read.error} onRetry={again} />
        )}
      </Page>
    </PrintFrame>
  );
}
