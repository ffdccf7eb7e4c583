import { buyerIn } from '@saleyard/domain/auction/buyer-numbers.ts';
import { isOnFloor, VENDOR } from '@saleyard/domain/auction/ids.ts';
import type { AuctionState } from '@saleyard/domain/auction/state.ts';

/** The accounts that watch one of these lots. */
export type WatchersOf = (lots: readonly string[]) => AsyncIterable<string>;

/**
 * The accounts of everybody who takes part in a sale: who lists a lot of it, bid, set an auto-bid, bought on the floor
 * under a number of their own, or watches a lot.
 */
export async function peopleOfSale(
  state: AuctionState,
  watchersOf: WatchersOf,
): Promise<ReadonlySet<string>> {
  const people = new Set<string>();
  const add = (id: string): void => {
    const account = buyerIn(state, id);
    if (account !== '' && account !== VENDOR && !isOnFloor(account)) people.add(account);
  };
  for (const bidder of state.paddles.keys()) add(bidder);
  for (const { terms, autoBids, participants, floorBuyer } of state.lots) {
    add(terms.createdBy);
    for (const bidder of autoBids.keys()) add(bidder);
    for (const bidder of participants) add(bidder);
    if (floorBuyer !== undefined) add(floorBuyer);
  }
  for await (const account of watchersOf(state.lots.map(({ terms }) => terms.lot))) people.add(account);
  return people;
}
