import type { KindType } from '@saleyard/domain/listing/stock.ts';
import { fullContent, sentContent } from '@saleyard/domain/listing/test-support/example-listings.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import type { Session } from '../client/session.ts';

/** ms after which a sale that was just scheduled is looked for again. */
const POLL_MS = 20;

/** All that a lot must have to be submitted to a sale that goes live in less than three weeks. */
export function writtenLot(kind: KindType) {
  const content = sentContent(fullContent(kind));
  const day = (days: number) =>
    new Date(systemClock.now() + days * 24 * 3_600_000).toISOString().slice(0, 10);
  const dates = { assessmentDate: '2026-01-05', earliestDelivery: day(22), latestDelivery: day(30) };
  return { ...content, details: { ...content.details, ...dates } };
}

export const writtenSteers = () => writtenLot('cattle');

/** A lot that its seller submitted and staff approved. */
export async function approvedListing(
  seller: Session,
  staff: Session,
  auction: string,
  lot: object,
): Promise<string> {
  const body = { lot, commandId: newId() };
  const { _id } = await seller.call<{ _id: string }>('POST', `auctions/${auction}/lots`, body);
  await seller.call('POST', `lots/${_id}/submit`, {});
  await staff.call('POST', `staff/listings/${_id}/approve`, {});
  return _id;
}

/** Listings of a seller for a sale that has not opened, one for each state. */
export type SellersListings = {
  draft: string;
  complete: string;
  submitted: readonly [string, string, string];
  approved: string;
  withdrawn: string;
};

export async function writeListings(
  seller: Session,
  staff: Session,
  { _id: auction }: { _id: string },
): Promise<SellersListings> {
  // The sale may not be in the read model yet.
  for (;;) {
    const found = await staff.call('GET', `auctions/${auction}`).catch(() => null);
    if (found !== null) break;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  const begin = async (lot: object): Promise<string> =>
    (await seller.call<{ _id: string }>('POST', `auctions/${auction}/lots`, { lot, commandId: newId() }))._id;
  const submit = async (): Promise<string> => {
    const lot = await begin(writtenSteers());
    await seller.call('POST', `lots/${lot}/submit`, {});
    return lot;
  };
  const submitted = [await submit(), await submit(), await submit()] as const;
  const [approved, withdrawn] = [await submit(), await submit()];
  await staff.call('POST', `staff/listings/${approved}/approve`, {});
  await seller.call('POST', `lots/${withdrawn}/withdraw`, {});
  const [draft, complete] = [await begin({ details: { title: 'Steers' } }), await begin(writtenSteers())];
  return { draft, complete, submitted, approved, withdrawn };
}
