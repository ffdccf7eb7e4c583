import type { CatalogueLot, LotsQuery } from '@saleyard/contract/lots.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import type { StoredAuction } from '../sales/auctions.queries.ts';
import { catalogueLot, listLots } from './lots.queries.ts';

/** A tile has one picture; the rest come with the lot itself. */
const TILE_PICTURES = 1;

/**
 * The lots of the live room, all of them unless the query has a limit: each with its live state and its tile's
 * fields. `found`: the lots that match a search; null without one.
 */
export async function liveLots(
  documents: Documents,
  auction: StoredAuction,
  query: LotsQuery,
  mine: ReadonlySet<string>,
  found: readonly string[] | null,
): Promise<{ lots: CatalogueLot[]; total: number; limit: number }> {
  const { lots, total } = await listLots(
    documents,
    auction._id,
    query,
    query.limit ?? Number.MAX_SAFE_INTEGER,
    found,
  );
  return {
    lots: lots.map((lot) => {
      const tile = catalogueLot(lot, auction, mine.has(lot._id));
      return tile.media.length > TILE_PICTURES
        ? { ...tile, media: tile.media.slice(0, TILE_PICTURES) }
        : tile;
    }),
    total,
    limit: query.limit ?? Math.max(1, total),
  };
}
