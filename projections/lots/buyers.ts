import type { CatalogueLot } from '@saleyard/contract/lots.ts';
import { isOnFloor, VENDOR } from '@saleyard/domain/auction/ids.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import { privateLots } from './lots.queries.ts';

/** An account's profile; null when the person was forgotten. */
type ProfileOf = (account: string) => Promise<{ officeAddress: { town: string; state: string } } | null>;

type Sold = Pick<CatalogueLot, '_id' | 'winner' | 'winnerData'> & { status: string | null };

/** Adds the buyers' locations to the sold lots of closed sales. */
export type WithBuyers = <L extends Sold>(lots: readonly L[]) => Promise<L[]>;

/** The buyers of these lots, by lot id. Floor buyers and unknown buyers are left out. */
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
    // A lot that was sold after its sale may have another buyer than its leader.
    if (leader !== null && leader !== VENDOR && !isOnFloor(leader) && paddle === paddles.get(lot))
      buyers.set(lot, leader);
  }
  return buyers;
}

/** A sold lot's buyer location, read from the profile on each request, since the person may have been forgotten. */
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
