import type { MediumPlace } from '@saleyard/contract/lot-media.ts';
import { lotMediaOperations } from '@saleyard/contract/operations/lot-media.ts';
import { type Endpoint, endpoint, type Viewer } from '@saleyard/http/endpoint.ts';
import { refusal } from '@saleyard/http/failures.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import { findListing } from './listings.queries.ts';
import { type LotMediaOf, lotDocumentFor } from './lot-documents.queries.ts';

/** The last path segment of a medium: its key, and a picture's size. */
const MEDIUM = /^([0-9a-f]{32})(?:-\d{1,4}x\d{1,4})?$/;
const KEY = /^[0-9a-f]{32}$/;
const LOT = /^[0-9a-z][0-9a-z-]*$/;
/** Seconds that browsers may cache. The content of an address never changes, but permission may be withdrawn. */
const KEPT_SECONDS = 3_600;
const CACHED = `private, max-age=${KEPT_SECONDS}`;

/** Pictures, videos and signatures of lots, for those who may see them. */
export function lotMediaEndpoints(documents: Documents, mediaOf: LotMediaOf): Endpoint[] {
  /** The place of a medium that the viewer may see; null: none. */
  const placeFor = async (lot: string, name: string, viewer: Viewer | null): Promise<MediumPlace | null> => {
    const key = MEDIUM.exec(name)?.[1];
    if (key === undefined || !LOT.test(lot)) return null;
    const found = await lotDocumentFor(documents, key, viewer);
    if (found !== undefined) return { account: found.account, lot, key };
    // The seller's newest uploads may not be in the read model yet. Nobody else's files are in that folder.
    return viewer === null ? null : { account: viewer._id, lot, key };
  };

  return [
    endpoint(lotMediaOperations.lotPicture, async ({ params, viewer, response }) => {
      const place = await placeFor(params.lot, params.medium, viewer);
      const picture = place && (await mediaOf.picture(place, params.size));
      if (picture === null) return refusal('not-found');
      response.setHeader('Cache-Control', CACHED);
      return { data: picture };
    }),
    endpoint(lotMediaOperations.lotVideo, async ({ params, viewer, request, response }) => {
      const place = await placeFor(params.lot, params.medium, viewer);
      const asked = { range: request.get('range'), isHead: request.method === 'HEAD' };
      const video = place && (await mediaOf.video(place, asked));
      if (video === null) return refusal('not-found');
      if (video === 'outside') return { ...refusal('not-found'), status: 416 };
      response.setHeader('Cache-Control', CACHED);
      response.setHeader('Accept-Ranges', 'bytes');
      return { data: video };
    }),
    endpoint(lotMediaOperations.lotSignature, async ({ params, viewer }) => {
      const { lot, key } = params;
      if (!LOT.test(lot) || !KEY.test(key)) return refusal('not-found');
      // All but staff read only their own folder.
      const listing = viewer.role === null ? undefined : await findListing(documents, lot);
      const account = viewer.role === null ? viewer._id : listing?.createdBy;
      const found = account === undefined ? null : await mediaOf.signature({ account, lot, key });
      return found === null ? refusal('not-found') : { data: found };
    }),
  ];
}
