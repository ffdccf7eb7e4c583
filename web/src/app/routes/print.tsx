import { documentOperations } from '@saleyard/contract/operations/documents.ts';
import { useEffect } from 'react';
import { type LoaderFunctionArgs, redirectDocument, useLocation, useParams } from 'react-router';
import { PrintSummary } from '@/features/sales/print/print-summary.tsx';
import { fileAddress } from '@/lib/api-client.ts';
import { Loading, Page } from '@/ui/page.tsx';

type Printed = Pick<LoaderFunctionArgs, 'params' | 'request'>;

const queryOf = ({ request }: Printed): string => new URL(request.url).search;
const saleOf = ({ params }: Printed) => ({ auction: params['auctionNumber'] ?? '' });

/** The summary is a page of ours to be printed, and a file where its address says `type` without `mode=print`. */
function summaryLoader(printed: Printed): Response | null {
  const query = new URLSearchParams(queryOf(printed));
  if (query.get('mode') === 'print' || !query.has('type')) return null;
  const params = saleOf(printed);
  return redirectDocument(
    `${fileAddress(documentOperations.printAuctionSummary, { params })}${queryOf(printed)}`,
  );
}

/**
 * A document that the server makes takes the place of this page. A browser that saves files instead of showing them
 * stays here, so the page says so.
 */
function Document({ href }: { href: string }) {
  useEffect(() => window.location.replace(href), [href]);
  return (
    <Page title="Your Document">
      <Loading label="Making the document…" />
      <p className="sy-dim">
        It opens here once it is made, or your browser saves it. <a href={href}>Open it again</a>
      </p>
    </Page>
  );
}

/** The full details of a catalogue are a file, which the browser prints. */
function AuctionDetails() {
  const { auctionNumber = '' } = useParams();
  const { search } = useLocation();
  const params = { auction: auctionNumber };
  return <Document href={`${fileAddress(documentOperations.printAuctionDetails, { params })}${search}`} />;
}

/** So are those of a lot. */
function LotDetails() {
  const { lotNumericId = '' } = useParams();
  const { search } = useLocation();
  const params = { lot: lotNumericId };
  return <Document href={`${fileAddress(documentOperations.printLotDetails, { params })}${search}`} />;
}

/** And those that its seller wrote. */
function OwnLotDetails() {
  const { lotNumericId = '' } = useParams();
  const { search } = useLocation();
  const params = { lot: lotNumericId };
  return <Document href={`${fileAddress(documentOperations.printOwnLot, { params })}${search}`} />;
}

export const summary = { loader: summaryLoader, Component: PrintSummary };
export const details = { Component: AuctionDetails };
export const lot = { Component: LotDetails };
export const ownLot = { Component: OwnLotDetails };
