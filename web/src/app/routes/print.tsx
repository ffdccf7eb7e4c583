import { documentOperations } from '@saleyard/contract/documents.ts';
import { type LoaderFunctionArgs, redirectDocument } from 'react-router';
import { Loading } from '@/components/page.tsx';
import { PrintSummary } from '@/features/print/print-summary.tsx';
import { fileAddress } from '@/lib/api-client.ts';

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

/** The full details are a file, which the browser prints. */
const detailsLoader = (printed: Printed): Response =>
  redirectDocument(
    `${fileAddress(documentOperations.printAuctionDetails, { params: saleOf(printed) })}${queryOf(printed)}`,
  );

function lotLoader(printed: Printed): Response {
  const params = { lot: printed.params['lotNumericId'] ?? '' };
  return redirectDocument(
    `${fileAddress(documentOperations.printLotDetails, { params })}${queryOf(printed)}`,
  );
}

/** What is shown until the file takes the place of the page. */
const Making = () => <Loading label="Making the document…" />;

export const summary = { loader: summaryLoader, Component: PrintSummary };
export const details = { loader: detailsLoader, Component: Making };
export const lot = { loader: lotLoader, Component: Making };
