import { favouritePicOperations } from '@saleyard/contract/operations/favourite-pics.ts';
import type { VendorPic } from '@saleyard/domain/account/vendor-pic.ts';
import { type Endpoint, endpoint } from '@saleyard/http/endpoint.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import { ACCOUNTS, type AccountDocument } from './accounts.projection.ts';

/** Decrypts an account's text; null when its person was forgotten. */
export type OpenVendorPic = (account: string, sealed: string) => Promise<VendorPic | null>;

/** The favourite PICs of a seller. */
export const favouritePicEndpoints = (documents: Documents, openPic: OpenVendorPic): Endpoint[] => [
  endpoint(favouritePicOperations.favouritePics, async ({ viewer }) => {
    const found = await documents.get<AccountDocument>(ACCOUNTS, viewer._id);
    const opened = await Promise.all(
      (found?.favouritePics ?? []).map(async ({ id, personal }) => {
        const pic = await openPic(viewer._id, personal);
        return pic === null ? [] : [{ _id: id, ...pic }];
      }),
    );
    return { data: { pics: opened.flat() } };
  }),
];
