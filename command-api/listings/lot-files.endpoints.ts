import { hash } from 'node:crypto';
import { documentAddress, isPdf, listedDocuments, listedLinks } from '@saleyard/contract/lot-attachments.ts';
import { documentKey } from '@saleyard/contract/lot-files.ts';
import { lotFileOperations } from '@saleyard/contract/operations/lot-files.ts';
import { sellingRefusal } from '@saleyard/domain/account/selling.ts';
import type { ListingCommandBody } from '@saleyard/domain/listing/commands.ts';
import type { Document } from '@saleyard/domain/listing/content.ts';
import type { Listing } from '@saleyard/domain/listing/state.ts';
import { LOT_LIMITS } from '@saleyard/domain/listing/stock.ts';
import { STREAMS } from '@saleyard/domain/streams.ts';
import { type Endpoint, endpoint, type Viewer } from '@saleyard/http/endpoint.ts';
import { isRefusal, type Refusal, refusal } from '@saleyard/http/failures.ts';
import { rateLimited } from '@saleyard/http/rate-limit.ts';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { fileNameOf, headerText } from '../accounts/file-check.ts';
import { fileKeyOf, sealerOf } from '../accounts/personal-data.ts';
import { checkDocument } from './document-check.ts';
import { fileMissing, listingRefusal, sameFiles } from './listing-refusals.ts';
import {
  deleteDropped,
  deleteLotDocument,
  describedAs,
  sealedDocument,
  storeLotDocument,
} from './lot-files.ts';
import type { ListingCommand } from './personal-fields.ts';
import { foundListing, type ListingEndpointParts, runListing } from './start-listing.ts';

/** Uploads of one account per window (in seconds). */
const UPLOADS = { points: 60, duration: 15 * 60 };
/** `Retry-After` in ms when too many pictures are being decoded. */
export const PICTURES_RETRY_MS = 3_000;
/** The download name of a linked PDF. */
const LINKED_NAME = 'Useful link.pdf';

/** The description of a document, without control characters. */
const descriptionOf = (sent: string | undefined): string =>
  headerText(sent)
    .replace(/\s+/g, ' ')
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .trim()
    .slice(0, LOT_LIMITS.attachmentDescription);

/** A listing that its seller may add files to. Others can't learn whether it exists. */
export async function sellersListing(
  { directory, saleOf, log }: Pick<ListingEndpointParts, 'directory' | 'saleOf' | 'log'>,
  viewer: Viewer,
  lot: string,
): Promise<Listing | Refusal> {
  const own = await foundListing({ log }, lot, viewer._id);
  if (isRefusal(own)) return own;
  const { state } = own;
  const account = await directory.account(viewer._id);
  if (account === null || account === undefined) return refusal('unauthorized');
  const sale = await saleOf(state.auction);
  const barred = sale && sellingRefusal(account, sale);
  return barred === null ? state : refusal(barred);
}

/** A file to add to a listing. `said`: its name and description as sent. `bodyOf`: the command that adds it under a key. */
type AddedFile<Said> = {
  bytes: Uint8Array;
  said: Said;
  bodyOf: (key: string) => ListingCommandBody | Promise<ListingCommandBody>;
};

/** A document's name and description. */
type Said = Pick<Document, 'name' | 'description'>;

type Saved = { data: { revision: number }; position: number; state: Listing };

/** Answers a seller's change with the listing after it. */
export async function changeAsSeller(
  parts: ListingEndpointParts,
  viewer: Viewer,
  { kind }: Listing,
  command: Pick<ListingCommand, 'id' | 'commandId' | 'asked' | 'body' | 'guard'>,
): Promise<Saved | Refusal> {
  const actor = { kind: 'user', id: viewer._id } as const;
  const done = await runListing(parts, { ...command, account: viewer._id, kind, actor });
  if (isRefusal(done)) return done;
  const { revision, position, state } = done;
  return { data: { revision }, position, state };
}

/** Whether a refusal guarantees that nothing was changed, or will be. */
export const isUnchanged = ({ status }: Refusal): boolean =>
  status === 400 || status === 404 || status === 409;

/** Sellers' uploads to their drafts, and their changes of documents. */
export function lotFileEndpoints(parts: ListingEndpointParts): Endpoint[] {
  const { clock, secrets } = parts;
  const uploads = new RateLimiterMemory({ keyPrefix: 'lot-files', ...UPLOADS });

  /** Checks a file, stores it under a key, then runs its command. Repeating the request stores the same. */
  const addFile = async <Said extends object>(
    viewer: Viewer,
    { lot, commandId }: { lot: string; commandId: string },
    fileOf: () => Promise<Refusal | AddedFile<Said>>,
  ): Promise<(Saved & { key: string; said: Said }) | Refusal> => {
    const over = await rateLimited(uploads, viewer._id);
    if (over !== null) return over;
    const state = await sellersListing(parts, viewer, lot);
    if (isRefusal(state)) return state;
    const file = await fileOf();
    if (isRefusal(file)) return file;

    const { bytes, said, bodyOf } = file;
    const asked = { commandId, ...said, bytes: hash('sha256', bytes) };
    const key = await fileKeyOf(secrets, viewer._id, { lot, ...asked });
    const body = await bodyOf(key);
    // Nothing is stored for a command that the listing would refuse.
    const decision = STREAMS.listing.decider.decide(state, { at: clock.now(), body });
    if (decision.outcome === 'refused') return listingRefusal(decision);
    // The file is stored first: a listing never names a missing file.
    await storeLotDocument(parts, viewer._id, key, bytes);
    const saved = await changeAsSeller(parts, viewer, state, { id: lot, commandId, asked, body });
    if (!isRefusal(saved)) return { ...saved, key, said };
    if (isUnchanged(saved)) await deleteLotDocument(parts, viewer._id, key);
    return saved;
  };

  /** A draft of the sender, and one of its documents. */
  const documentOf = async (viewer: Viewer, lot: string, key: string) => {
    const state = await sellersListing(parts, viewer, lot);
    if (isRefusal(state)) return state;
    const at = state.content.documents.findIndex(({ uri }) => documentKey(uri) === key);
    const known = state.content.documents[at];
    return known === undefined ? refusal('not-found') : { state, at, known };
  };

  return [
    endpoint(lotFileOperations.uploadLotDocument, async (sent) => {
      const { viewer, params, request, commandId } = sent;
      const sentName = request.get('file-name');
      const named = (said: Said, key: string): Document => ({
        ...said,
        uri: documentAddress(key, said.name),
      });
      const added = await addFile(viewer, { lot: params.lot, commandId }, async () => {
        const checked = await checkDocument(sent.body, headerText(sentName));
        if (checked.outcome === 'busy') return refusal('busy', { retryAfterMs: PICTURES_RETRY_MS });
        if (checked.outcome === 'unfit')
          return refusal('unfit-file', { field: 'documents', message: checked.message });
        const { bytes, ending } = checked;
        const said: Said = {
          name: fileNameOf(sentName, ending),
          description: descriptionOf(request.get('file-description')),
        };
        return {
          bytes,
          said,
          bodyOf: async (key) => ({
            type: 'attach',
            document: sealedDocument(await sealerOf(secrets, viewer._id), named(said, key)),
          }),
        };
      });
      if (isRefusal(added)) return added;
      const { key, said, data, position, state } = added;
      const documents = state.content.documents.map((one) =>
        documentKey(one.uri) === key ? named(said, key) : one,
      );
      const document = listedDocuments(documents).find((one) => one.key === key);
      return document === undefined ? refusal('not-found') : { data: { document, ...data }, position };
    }),
    endpoint(lotFileOperations.editLotDocument, async ({ viewer, params, body, commandId }) => {
      const found = await documentOf(viewer, params.lot, params.document);
      if (isRefusal(found)) return found;
      const { state, at, known } = found;
      const { description } = body.document;
      const now = await describedAs(secrets, state.createdBy, known, description);
      return changeAsSeller(parts, viewer, state, {
        id: params.lot,
        commandId,
        asked: { document: params.document, description },
        guard: sameFiles(state),
        body: { type: 'edit', by: 'seller', changes: { documents: state.content.documents.with(at, now) } },
      });
    }),
    endpoint(lotFileOperations.deleteLotDocument, async ({ viewer, params, query, commandId }) => {
      const state = await sellersListing(parts, viewer, params.lot);
      if (isRefusal(state)) return state;
      const at = state.content.documents.findIndex(({ uri }) => documentKey(uri) === params.document);
      const saved = await changeAsSeller(parts, viewer, state, {
        id: params.lot,
        commandId,
        asked: { deleted: params.document },
        // A repeated command found its document the first time.
        guard: at < 0 ? fileMissing : sameFiles(state, query.revision),
        body: {
          type: 'edit',
          by: 'seller',
          changes: { documents: state.content.documents.filter((_, index) => index !== at) },
        },
      });
      if (!isRefusal(saved)) await deleteDropped(parts, state, saved.state.content);
      return saved;
    }),
    endpoint(lotFileOperations.uploadUsefulPdf, async (sent) => {
      const { viewer, params, request, body: bytes, commandId } = sent;
      const added = await addFile(viewer, { lot: params.lot, commandId }, async () => {
        if (!isPdf(bytes))
          return refusal('unfit-file', {
            field: 'usefulLinks',
            message: 'This is not a PDF. Please choose a PDF file.',
          });
        const description = descriptionOf(request.get('file-description'));
        return {
          bytes,
          said: { description },
          bodyOf: (key) => ({
            type: 'attachLink',
            // The file's name may contain a person's name, so it is not stored.
            link: { url: documentAddress(key, LINKED_NAME), description, isPdf: true },
          }),
        };
      });
      if (isRefusal(added)) return added;
      const { key, data, position, state } = added;
      const newPdfFile = listedLinks(state.content.usefulLinks).find((one) => one.key === key);
      return newPdfFile === undefined ? refusal('not-found') : { data: { newPdfFile, ...data }, position };
    }),
  ];
}
