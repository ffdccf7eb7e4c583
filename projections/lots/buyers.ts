import type { CatalogueLot } from '@saleyard/contract/lots.ts';
import { FLOOR, VENDOR } from '@saleyard/domain/auction/ids.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import { privateLots } from './lots.queries.ts';

/** An account's profile; null when the person was forgotten. */
type ProfileOf = (account: string) => Promise<{ officeAddress: { town: string; state: string } } | null>;

type Sold = Pick<CatalogueLot, '_id' | 'winner' | 'winnerData'> & { status: string | null };

/** Adds to the lots of closed sales that were sold where their buyers are. */
export type WithBuyers = <L extends Sold>(lots: readonly L[]) => Promise<L[]>;

/** Who bought each of these lots that was sold, by the lots' ids. Who bid from the floor, or is not known, is left out. */
export async function buyersOf(
  documents: Documents,
  lots: readonly Sold[],
): Promise<ReadonlyMap<string, string>> {
  const buyers = new Map<string, string>();
  const sold = lots
    .filter(({ status }) => status === 'sold' || status === 'soldAfterAuction' || status === 'bought')
    .map(({ _id }) => _id);
  if (sold.length === 0) return buyers;
  const kept = await privateLots(documents, sold);
  const paddles = new Map(lots.map(({ _id, winner }) => [_id, winner]));
  for (const [lot, { leader, paddle }] of kept) {
    // A lot that was sold after its sale may have another buyer than who led in it.
    if (leader !== null && leader !== VENDOR && leader !== FLOOR && paddle === paddles.get(lot))
      buyers.set(lot, leader);
  }
  return buyers;
}

/** What a lot that was sold says of its buyer, who is read from the profile each time: a person may be forgotten. */
export function withBuyers(documents: Documents, profileOf: ProfileOf = async () => null): WithBuyers {
  return async (lots) => {
    const buyers = await buyersOf(documents, lots);
    const places = new Map<string, NonNullable<Sold['winnerData']>>();
    await Promise.all(
      [...new Set(buyers.values())].map(async (account) => {
        const profile = await profileOf(account);
        const { town = '', state = '' } = profile?.officeAddress ?? {};
        if (town !== '' || state !== '') places.set(account, { officeAddress: { town, state } });
      }),
    );
    return lots.map((lot) => {
      const winnerData = places.get(buyers.get(lot._id) ?? '');
      return winnerData === undefined ? lot : { ...lot, winnerData };
    });
  };
}
