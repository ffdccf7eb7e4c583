import { HEADERS } from '@saleyard/contract/operation.ts';
import type { WholeListing } from '@saleyard/contract/selling.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import type { Session } from '../client/session.ts';
import { writtenSteers } from './listings.ts';
import { schedule } from './sales.ts';
import { startTestServer } from './test-server.ts';
import { whenFree } from './when-free.ts';

/** ms until the sale goes live: late enough for lots of all dates. */
const SALE_IN_MS = 10 * 24 * 3_600_000;
/** ms after which what was out of date is read again. */
const AGAIN_MS = 100;

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
  /** Reads once everything that was written is shown, and as often as the server sends the reader away. */
  const get = async (
    address: string,
    as: Session | null,
    headers: Record<string, string> = {},
  ): Promise<Response> => {
    const asked = { ...(await server.seen()), ...headers, ...(as && { cookie: as.cookie }) };
    for (;;) {
      const answer = await whenFree(() => fetch(server.base + address, { headers: asked }));
      if (answer.headers.get(HEADERS.stale) === null) return answer;
      await answer.body?.cancel();
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  };
  /** The data of what is read. */
  const show = async <T>(path: string, as: Session | null): Promise<T> =>
    ((await (await get(`/api/v1/${path}`, as)).json()) as { data: T }).data;
  return {
    server,
    staff,
    vera,
    other,
    buyer,
    sale,
    get,
    show,
    statusOf: async (address: string, as: Session | null): Promise<number> => {
      const answer = await get(address, as);
      await answer.body?.cancel();
      return answer.status;
    },
    /** Begins a lot of `vera`; resolves to its id. */
    begin: async (lot: object = writtenSteers()): Promise<string> =>
      (await vera.call<{ _id: string }>('POST', `auctions/${sale._id}/lots`, { lot, commandId: newId() }))
        ._id,
    /** A lot as `vera` reads it, who lists it. */
    own: async (lot: string): Promise<WholeListing> =>
      (await show<{ lot: WholeListing }>(`lots/${lot}/own`, vera)).lot,
  };
}
