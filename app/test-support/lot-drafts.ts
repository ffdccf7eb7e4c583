import type { WholeListing } from '@saleyard/contract/selling.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import { writtenSteers } from './listings.ts';
import { schedule } from './sales.ts';
import { startTestServer } from './test-server.ts';

/** ms until the sale goes live: late enough for lots of all dates. */
const SALE_IN_MS = 10 * 24 * 3_600_000;

/**
 * A server with a sale of cattle to come and four people: `staff`; `vera`, who lists lots; `other`, who may list and
 * buy; and a `buyer`.
 */
export async function startWithDrafts() {
  const server = await startTestServer();
  const staff = await server.signedIn('staff');
  const vera = await server.signedIn('seller');
  const other = await server.signedIn('both');
  const buyer = await server.signedIn('buyer');
  const terms = { type: 'simultaneous', durationSeconds: 600, liveInMs: SALE_IN_MS } as const;
  const sale = await schedule(staff, terms, []);
  return {
    ...{ server, staff, vera, other, buyer, sale },
    /** Begins a lot of `vera`; resolves to its id. */
    begin: async (lot: object = writtenSteers()): Promise<string> =>
      (await vera.call<{ _id: string }>('POST', `auctions/${sale._id}/lots`, { lot, commandId: newId() }))
        ._id,
    /** A lot of `vera` as she reads it, once everything that was written is shown. */
    own: async (lot: string): Promise<WholeListing> =>
      (await vera.call<{ lot: WholeListing }>('GET', `lots/${lot}/own`, undefined, await server.seen())).lot,
  };
}
