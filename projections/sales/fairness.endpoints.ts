import type { SaleFairness } from '@saleyard/contract/fairness.ts';
import { auctionOperations } from '@saleyard/contract/operations/auctions.ts';
import { type Fairness, STAFF_ACTS } from '@saleyard/domain/auction/fairness.ts';
import { lotIn } from '@saleyard/domain/auction/standing.ts';
import type { AuctionState } from '@saleyard/domain/auction/state.ts';
import { type Endpoint, endpoint } from '@saleyard/http/endpoint.ts';
import { refusal } from '@saleyard/http/failures.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import type { SaleReader } from '../bids/sale-reader.ts';
import { findAuction } from './auctions.queries.ts';

/** How a sale was run, for everybody. */
export function fairnessOf(state: AuctionState, fairness: Fairness, auction: string): SaleFairness {
  const { delays, late } = fairness;
  return {
    auction,
    searchNumber: state.details?.searchNumber ?? 0,
    title: state.details?.title ?? '',
    isClosed: state.phase === 'closed',
    delay: {
      bids: delays.count,
      notRecorded: fairness.notRecorded,
      p50: delays.percentile(50),
      p99: delays.percentile(99),
      worst: delays.worst,
    },
    extensions: fairness.extensions,
    late: { bids: late.count, least: late.least, worst: late.worst },
    interruptions: fairness.interruptions.map(({ lot, ...one }) => ({
      ...one,
      lot: lot === null ? null : (lotIn(state, lot)?.terms.number ?? ''),
    })),
    acts: STAFF_ACTS.flatMap((act) => {
      const count = fairness.acts.get(act);
      return count === undefined ? [] : [{ act, count }];
    }),
  };
}

/** How public sales were run, from the log. */
export const fairnessEndpoints = (documents: Documents, sales: SaleReader): Endpoint[] => [
  endpoint(auctionOperations.auctionFairness, async ({ params }) => {
    const found = await findAuction(documents, params.auction, { hidden: false });
    const sale = found && (await sales.read(found._id));
    if (found === undefined || !sale) return refusal('not-found');
    return { data: { fairness: fairnessOf(sale.state, sale.fairness, found._id) } };
  }),
];
