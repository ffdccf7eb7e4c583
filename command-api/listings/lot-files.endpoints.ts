import { createHash } from 'node:crypto';
import {
  DOCUMENT_DESCRIPTION,
  DOCUMENT_TYPE,
  documentAddress,
  documentKey,
  listedDocuments,
  lotFileOperations,
} from '@saleyard/contract/lot-files.ts';
import { sellingRefusal } from '@saleyard/domain/account/selling.ts';
import { STREAMS, type StateOf } from '@saleyard/domain/streams.ts';
import { type Endpoint, endpoint, type Viewer } from '@saleyard/http/endpoint.ts';
import { type Refusal, refusal } from '@saleyard/http/failures.ts';
import { rateLimited } from '@saleyard/http/rate-limit.ts';
import { fileTypeFromBuffer } from 'file-type';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { fileNameOf, headerText } from '../accounts/file-check.ts';
import { personalDigest, sealerOf } from '../accounts/personal-data.ts';
import { retrySoon } from '../engine-replies.ts';
import { foundListing, isRefusal, type ListingEndpointParts, listingRefusal } from './listings.endpoints.ts';
import { deleteLotDocument, sealedDocument, storeLotDocument } from './lot-files.ts';
import { handleListing } from './personal-fields.ts';

/** Files that one account may send within a window (seconds). */
const UPLOADS = { points: 60, duration: 15 * 60 };
/** Characters of a document's key: half of a SHA-256, hexadecimal. */
const KEY_LENGTH = 32;

/** What is said of a document, without signs that are none to read. */
const descriptionOf = (sent: string | undefined): string =>
  headerText(sent)
    .replace(/\s+/g, ' ')
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .trim()
    .slice(0, DOCUMENT_DESCRIPTION);

/** A listing that its seller may add files to. Whose it is not learns nothing of it. */
export async function sellersListing(
  { directory, saleOf, log }: Pick<ListingEndpointParts, 'directory' | 'saleOf' | 'log'>,
  viewer: Viewer,
  lot: string,
): Promise<NonNullable<StateOf<'listing'>> | Refusal> {
  const own = await foundListing({ log }, lot, viewer._id);
  if (isRefusal(own)) return own;
  const { state } = own;
  const account = await directory.account(viewer._id);
  if (account === null || account === undefined) return refusal('unauthorized');
  const sale = await saleOf(state.auction);
  const barred = sale && sellingRefusal(account, sale);
  return barred === null ? state : refusal(barred);
}

/** What sellers add to their drafts. */
export function lotFileEndpoints(parts: ListingEndpointParts): Endpoint[] {
  const { clock, secrets } = parts;
  const uploads = new RateLimiterMemory({ keyPrefix: 'lot-files', ...UPLOADS });

  return [
    endpoint(lotFileOperations.uploadLotDocument, async (asked) => {
      const { viewer, params, request, body: bytes, commandId } = asked;
      const over = await rateLimited(uploads, viewer._id);
      if (over !== null) return over;
      const state = await sellersListing(parts, viewer, params.lot);
      if (isRefusal(state)) return state;
      if ((await fileTypeFromBuffer(bytes))?.mime !== DOCUMENT_TYPE)
        return refusal('unfit-file', {
          field: 'documents',
          message: 'This is no PDF. Please choose a PDF file.',
        });

      const name = fileNameOf(request.get('file-name'), DOCUMENT_TYPE);
      const description = descriptionOf(request.get('file-description'));
      const sent = { commandId, name, description, bytes: createHash('sha256').update(bytes).digest('hex') };
      const key = (await personalDigest(secrets, viewer._id, { lot: params.lot, ...sent })).slice(
        0,
        KEY_LENGTH,
      );
      const named = { name, uri: documentAddress(key, name), description };
      const document = sealedDocument(await sealerOf(secrets, viewer._id), named);
      const body = { type: 'attach', document } as const;
      // What the listing would refuse is not stored.
      const decision = STREAMS.listing.decider.decide(state, { at: clock.now(), body });
      if (decision.outcome === 'refused') return listingRefusal(decision);
      // The file goes first: no listing ever names one that is not there.
      await storeLotDocument(parts, viewer._id, key, bytes);
      const reply = await handleListing(parts, {
        ...{ id: params.lot, account: viewer._id, kind: state.kind, commandId, asked: sent, body },
        actor: { kind: 'user', id: viewer._id },
      });
      if (reply.outcome === 'refused' || reply.outcome === 'duplicate-conflict')
        await deleteLotDocument(parts, viewer._id, key);
      if (reply.outcome === 'refused') return listingRefusal(reply.refusal);
      if (reply.outcome !== 'accepted') return retrySoon(reply.outcome);
      const { revision, position } = reply;
      const documents = (reply.state?.content.documents ?? []).map((one) =>
        documentKey(one.uri) === key ? named : one,
      );
      const added = listedDocuments(documents).find((one) => one.key === key);
      if (added === undefined) return refusal('not-found');
      return { data: { document: added, revision }, position };
    }),
  ];
}
