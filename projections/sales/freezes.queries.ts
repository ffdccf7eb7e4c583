import { STATUS_LIMITS, type Status } from '@saleyard/contract/status.ts';
import type { Documents, Stored } from '@saleyard/platform/documents/port.ts';
import { auctionsById } from './auctions.queries.ts';
import { FREEZES, type FreezeDocument } from './freezes.projection.ts';

/** Freezes that are read for an answer, those of private sales among them. */
const READ = 500;

type Freezes = NonNullable<Status['freezes']>;

/** The freezes of public sales: those that last, and those that ended last. */
export async function publicFreezes(documents: Documents): Promise<Freezes> {
  const [lasting, over] = await Promise.all([
    documents.find<FreezeDocument>(FREEZES, { until: null }, { sort: { from: -1 }, limit: READ }),
    documents.find<FreezeDocument>(FREEZES, { until: { $gt: 0 } }, { sort: { until: -1 }, limit: READ }),
  ]);
  const sales = await auctionsById(
    documents,
    [...lasting, ...over].map(({ auction }) => auction),
  );
  // Whether a sale is public may change, and the sale's own document is what everybody sees of it.
  const publicSales = new Map(sales.filter((sale) => sale.public).map((sale) => [sale._id, sale]));
  const shown = ({ auction, lot, from, cause }: Stored<FreezeDocument>) => {
    const sale = publicSales.get(auction);
    if (sale === undefined) return [];
    const { searchNumber, title, kindData } = sale;
    return [{ auction, searchNumber, title, kind: kindData.title, lot, from, cause }];
  };
  return {
    now: lasting.flatMap(shown).slice(0, STATUS_LIMITS.frozen),
    ended: over
      .flatMap((freeze) => shown(freeze).map((one) => ({ ...one, until: freeze.until ?? freeze.from })))
      .slice(0, STATUS_LIMITS.ended),
  };
}
