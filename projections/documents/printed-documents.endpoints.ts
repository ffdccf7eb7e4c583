import type { Download } from '@saleyard/contract/operation.ts';
import { contentOperations } from '@saleyard/contract/operations/content.ts';
import { documentOperations } from '@saleyard/contract/operations/documents.ts';
import { type Endpoint, endpoint } from '@saleyard/http/endpoint.ts';
import { isRefusal, type Refusal, refusal } from '@saleyard/http/failures.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import { MANUALS, readManual } from '../content/manuals.ts';
import { wholeListing } from '../listings/listings.endpoints.ts';
import type { LotDocumentDocument } from '../listings/listings.projection.ts';
import { listingOfSale } from '../listings/listings.queries.ts';
import { type LotDocumentOf, lotDocumentFor } from '../listings/lot-documents.queries.ts';
import { type OpenTexts, saidOf } from '../lots/own-texts.ts';
import { nameOf, type PersonOf } from '../staff/staff.endpoints.ts';
import type { DocumentMaker, MadeDocument } from './document-maker.ts';

const fileOf = (made: MadeDocument | Refusal, mode: 'print' | undefined): { data: Download } | Refusal => {
  if (isRefusal(made)) return made;
  const { bytes, type, name } = made;
  return { data: { bytes, type, name, isShown: mode === 'print' } };
};

/** The file name that a person requested, without characters that file names can't have; '' when nothing is left. */
const plainName = (asked: string): string =>
  asked
    .replace(/[^\p{L}\p{N} ._-]/gu, '')
    .replace(/^[. ]+/, '')
    .trim();

/** The same, with the extension of a PDF. */
function pdfNameOf(asked: string): string {
  const name = plainName(asked);
  return name === '' || /\.pdf$/i.test(name) ? name : `${name}.pdf`;
}

export type PrintedDocumentParts = {
  documents: Documents;
  clock: Pick<Clock, 'now'>;
  maker: DocumentMaker;
  personOf: PersonOf;
  openTexts: OpenTexts;
  /** Omitted: lots have no documents. */
  lotDocumentOf: LotDocumentOf | undefined;
};

/** The name the seller gave a document; '' when it can no longer be decrypted. */
async function ownName(open: OpenTexts, { account, said }: LotDocumentDocument): Promise<string> {
  const [text] = said === undefined ? [] : await open([{ account, ...said }]);
  return saidOf(text)?.name ?? '';
}

/** Catalogues, results, lots and manuals as documents. */
export const printedDocumentEndpoints = ({
  documents,
  clock,
  maker,
  personOf,
  openTexts,
  lotDocumentOf,
}: PrintedDocumentParts): Endpoint[] => [
  endpoint(documentOperations.printAuctionSummary, async ({ params, query, viewer }) => {
    const { type, content, mode } = query;
    const wanted = { ...(type && { format: type }), ...(content && { content }) };
    return fileOf(await maker.summary(params.auction, viewer, wanted), mode);
  }),
  endpoint(documentOperations.printAuctionDetails, async ({ params, query: { step = 1, mode }, viewer }) =>
    fileOf(await maker.details(params.auction, viewer, step), mode),
  ),
  endpoint(documentOperations.printLotDetails, async ({ params, query: { mode }, viewer }) =>
    fileOf(await maker.lot(params.lot, viewer), mode),
  ),
  endpoint(documentOperations.printOwnLot, async ({ params, query: { mode }, viewer }) => {
    const own = await listingOfSale(documents, params.lot, viewer._id);
    const lot = own && (await wholeListing({ documents, clock, openTexts }, own));
    return lot === undefined ? refusal('not-found') : fileOf(await maker.ownLot(lot), mode);
  }),
  endpoint(documentOperations.printMyResults, async ({ query, viewer }) => {
    const { type, mode, filterType, ...days } = query;
    const format = type ?? ('csv' as const);
    const wanted = { ...days, ...(filterType !== undefined && { status: filterType }), format };
    const whose = await nameOf(personOf, viewer._id);
    return fileOf(await maker.ownResults(viewer, whose, wanted), mode);
  }),
  endpoint(contentOperations.downloadFile, async ({ params, query: { fileName = '' }, viewer, response }) => {
    const manual = MANUALS.find(({ key }) => key === params.key);
    if (manual !== undefined) {
      const made = await maker.manual(await readManual(documents, manual));
      return fileOf(isRefusal(made) ? made : { ...made, name: pdfNameOf(fileName) || made.name }, undefined);
    }
    const found = lotDocumentOf && (await lotDocumentFor(documents, params.key, viewer));
    const name = plainName(fileName) || (found && (await ownName(openTexts, found))) || '';
    const file = found && (await lotDocumentOf(found.account, found.key, name));
    if (!file) return refusal('not-found');
    response.setHeader('Cache-Control', 'no-store');
    return { data: file };
  }),
];
