import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Link, Navigate, useParams, useSearchParams } from 'react-router';
import { isFromReoffers, paths } from '@/config/paths.ts';
import { ApiError } from '@/lib/api-error.ts';
import { titleOf } from '@/lib/labels.ts';
import { lazyPart } from '@/lib/lazy-part.ts';
import { ButtonPlaceholders, EMAIL_LOT } from '@/ui/button-placeholders.tsx';
import { ListingPreview, WrittenListing } from '@/ui/lots/written-listing.tsx';
import { BackLink, Failed, Loading, Page } from '@/ui/page.tsx';
import classes from './selling.module.css';
import { ownLotQuery } from './selling-queries.ts';

// Documents are asked for once a page stands.
const EmailLotTool = lazyPart(async () => (await import('@/ui/documents/document-tools.tsx')).EmailLotTool);

/** /main/manage/{kindTitle}/{auctionNumber}/{lotNumericId}: the seller's own lot, with all that was written of it. */
export function OwnLotScreen() {
  const { lotNumericId = '' } = useParams();
  const [search] = useSearchParams();
  const { data: lot, error, refetch } = useQuery(ownLotQuery(lotNumericId));
  if (error instanceof ApiError && error.status === 404) return <Navigate to={paths.myAdmin} replace />;
  const address = lot?.auctionData && { ...lot.auctionData, kindData: lot.kindData };
  const back = isFromReoffers(search) ? (
    <BackLink to={paths.reoffers}>Back to My Reoffers</BackLink>
  ) : (
    <BackLink to={paths.submittedLots}>Back to My Submitted Lots</BackLink>
  );
  return (
    <Page title={lot ? titleOf(lot, lot.count ?? 0) : 'My Lot'} before={back}>
      {!lot && error === null && <Loading label="Loading the lot…" />}
      {!lot && error !== null && <Failed error={error} onRetry={() => void refetch()} />}
      {lot && (
        <>
          <div className={classes.ways}>
            <a href={paths.printOwnLot(lot, { isPrinted: true })} target="_blank" rel="noopener">
              Print
            </a>
            <a href={paths.printOwnLot(lot, { isPrinted: false })} target="_blank" rel="noopener">
              Download Report
            </a>
            <Suspense fallback={<ButtonPlaceholders labels={[EMAIL_LOT]} />}>
              <EmailLotTool lot={lot} type="submitted" />
            </Suspense>
          </div>
          <h2>As buyers see it</h2>
          <ListingPreview lot={lot} />
          {address && lot.mayEditLate && (
            <p className={classes.ways}>
              <Link to={paths.editLate(address, lot)}>Edit Price</Link>
            </p>
          )}
          {lot.reason !== null && <p role="note">{lot.reason}</p>}
          <h2>What you wrote</h2>
          <WrittenListing lot={lot} />
        </>
      )}
    </Page>
  );
}
