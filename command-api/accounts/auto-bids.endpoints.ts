import { refusedLotMessage } from '@saleyard/contract/bid-errors.ts';
import type { BidArrival } from '@saleyard/contract/commands.ts';
import { bidOperations } from '@saleyard/contract/operations/bids.ts';
import type { PageReport } from '@saleyard/contract/realtime.ts';
import type { BidCommand } from '@saleyard/domain/auction/commands.ts';
import type { Unit } from '@saleyard/domain/auction/terms.ts';
import { shortPrice } from '@saleyard/domain/presentation/amounts.ts';
import { type Endpoint, endpoint } from '@saleyard/http/endpoint.ts';
import { isRefusal, refusal } from '@saleyard/http/failures.ts';
import { receivedAt } from '@saleyard/http/received-at.ts';
import type { EventLog } from '@saleyard/platform/event-log/port.ts';
import type { Request } from 'express';
import { accepted, type SubmitCommand } from '../engine-replies.ts';
import { refusedLotOf } from './refused-lot.ts';

/** What a bid over REST needs of a lot besides its id. */
type LotReference = { auction: string; unit: Unit; incrementCents: number };

export type AutoBidEndpointParts = {
  log: EventLog;
  submit: SubmitCommand;
  /** The auction of a lot, its unit and its increment; undefined when there is no such lot. */
  lotOf: (lot: string) => Promise<LotReference | undefined>;
};

/** When the gateway received the request, and what the page reported; undefined where no gateway stamped it. */
function arrivalOf({ headers }: Pick<Request, 'headers'>, page?: PageReport): BidArrival | undefined {
  const at = receivedAt(headers);
  return at === undefined ? undefined : { receivedAt: at, ...page };
}

const userActor = (id: string) => ({ kind: 'user', id }) as const;

/** The caller's auto-bids. */
export function autoBidEndpoints({ log, submit, lotOf }: AutoBidEndpointParts): Endpoint[] {
  const bid = async (
    commandId: string,
    body: Extract<BidCommand, { type: 'autoBid' | 'stopAutoBid' }>,
    arrival: BidArrival | undefined,
  ) => {
    const lot = await lotOf(body.lot);
    if (lot === undefined) return refusal('unknown-lot', { field: 'lot' });
    const actor = userActor(body.bidder);
    const reply = await submit({ auction: lot.auction, commandId, actor, body, ...(arrival && { arrival }) });
    const decided = accepted(reply, shortPrice(lot.incrementCents, lot.unit));
    if (isRefusal(decided)) {
      const [first] = decided.errors;
      const stands = first && (await refusedLotOf(log, lot.auction, body.lot, first.code));
      const message = first && stands ? refusedLotMessage(first.code, stands) : null;
      return first === undefined || message === null
        ? decided
        : { ...decided, errors: [{ ...first, message }] };
    }
    const { currentBidCents, leader, finishAt, seq, position } = decided;
    const state = { lot: body.lot, currentBidCents, leading: leader === body.bidder, finishAt, seq };
    return { data: { outcome: 'accepted' as const, ...state }, position };
  };

  return [
    endpoint(bidOperations.setAutoBid, ({ viewer, body: { lot, autobid, page }, commandId, request }) =>
      bid(
        commandId,
        { type: 'autoBid', lot, bidder: viewer._id, maxCents: autobid },
        arrivalOf(request, page),
      ),
    ),
    endpoint(bidOperations.stopAutoBid, ({ viewer, body: { autobid: lot }, commandId, request }) =>
      bid(commandId, { type: 'stopAutoBid', lot, bidder: viewer._id }, arrivalOf(request)),
    ),
  ];
}
