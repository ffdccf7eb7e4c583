import { type PriceSteps, REFUSED_LOT_MESSAGES } from '@saleyard/contract/bid-errors.ts';
import type { BidArrival, CommandReply } from '@saleyard/contract/commands.ts';
import type { Body } from '@saleyard/contract/operation.ts';
import { bidOperations } from '@saleyard/contract/operations/bids.ts';
import type { PageReport } from '@saleyard/contract/realtime.ts';
import type { BidCommand } from '@saleyard/domain/auction/commands.ts';
import { refusedLotIn } from '@saleyard/domain/auction/standing.ts';
import { type Endpoint, endpoint } from '@saleyard/http/endpoint.ts';
import { isRefusal, type Refusal, refusal } from '@saleyard/http/failures.ts';
import { receivedAt } from '@saleyard/http/received-at.ts';
import type { Request } from 'express';
import { refusalOf, type SubmitCommand } from '../engine-replies.ts';
import { type SaleStates, saleAfter } from '../sales/sale-after.ts';

/** What a bid over REST needs of a lot besides its id. */
type LotReference = { auction: string } & PriceSteps;

export type RestBiddingParts = SaleStates & {
  submit: SubmitCommand;
  /** The auction of a lot, and what its price is counted from; undefined when there is no such lot. */
  lotOf: (lot: string) => Promise<LotReference | undefined>;
};

/** When the gateway received the request, and what the page reported; undefined where no gateway stamped it. */
function arrivalOf({ headers }: Pick<Request, 'headers'>, page?: PageReport): BidArrival | undefined {
  const at = receivedAt(headers);
  return at === undefined ? undefined : { receivedAt: at, ...page };
}

const userActor = (id: string) => ({ kind: 'user', id }) as const;

type OwnBidCommand = Extract<BidCommand, { type: 'bid' | 'autoBid' | 'stopAutoBid' }>;

/** Bids and auto-bids over REST, in the name of `bidder`. */
export function restBidding({ submit, lotOf, ...states }: RestBiddingParts) {
  /** The refusal of a decision, with the message for the lot as it is; null when it was accepted. */
  const refusedWith = async (lot: LotReference, id: string, reply: CommandReply): Promise<Refusal | null> => {
    const refused = refusalOf(reply, lot);
    const [first] = refused?.errors ?? [];
    if (refused === null || first === undefined) return refused;
    const messageFor = REFUSED_LOT_MESSAGES.get(first.code);
    if (reply.outcome !== 'decided' || messageFor === undefined) return refused;
    const sale = await saleAfter(states, lot.auction, reply.seq);
    const message = messageFor(refusedLotIn(sale, id));
    return message === null ? refused : { ...refused, errors: [{ ...first, message }] };
  };

  /** What the engine decided, and how it refused; a refusal alone where it decided nothing. */
  const decided = async (commandId: string, body: OwnBidCommand, arrival: BidArrival | undefined) => {
    const lot = await lotOf(body.lot);
    if (lot === undefined) return refusal('unknown-lot', { field: 'lot' });
    const { auction } = lot;
    const actor = userActor(body.bidder);
    const reply = await submit({ auction, commandId, actor, body, ...(arrival && { arrival }) });
    const refused = await refusedWith(lot, body.lot, reply);
    if (reply.outcome !== 'decided') return refused ?? refusal('internal-error');
    const { currentBidCents, leader, finishAt, seq, position } = reply;
    const state = { lot: body.lot, currentBidCents, leading: leader === body.bidder, finishAt, seq };
    return { state, refused, position };
  };

  const autoBid = async (commandId: string, body: OwnBidCommand, arrival: BidArrival | undefined) => {
    const answer = await decided(commandId, body, arrival);
    if (isRefusal(answer)) return answer;
    const { state, refused, position } = answer;
    if (refused !== null) return { ...refused, position };
    return { data: { outcome: 'accepted' as const, ...state }, position };
  };

  return {
    async place(
      bidder: string,
      { bid, commandId, page }: Body<typeof bidOperations.placeBid>,
      request: Request,
    ) {
      const body = { type: 'bid', lot: bid.lot, bidder, cents: bid.cents } as const;
      const answer = await decided(commandId, body, arrivalOf(request, page));
      if (isRefusal(answer)) return answer;
      const { state, refused, position } = answer;
      const [first] = refused?.errors ?? [];
      if (first === undefined) return { data: { outcome: 'accepted' as const, ...state }, position };
      const { code, message } = first;
      return { data: { outcome: 'refused' as const, code, message, ...state }, position };
    },

    setAutoBid(
      bidder: string,
      { lot, autobid, page }: Body<typeof bidOperations.setAutoBid>,
      { commandId, request }: Named,
    ) {
      const body = { type: 'autoBid', lot, bidder, maxCents: autobid } as const;
      return autoBid(commandId, body, arrivalOf(request, page));
    },

    stopAutoBid(
      bidder: string,
      { autobid: lot }: Body<typeof bidOperations.stopAutoBid>,
      { commandId, request }: Named,
    ) {
      return autoBid(commandId, { type: 'stopAutoBid', lot, bidder }, arrivalOf(request));
    },
  };
}

type Named = { commandId: string; request: Request };

/** The caller's bids and auto-bids. */
export function ownBidEndpoints(parts: RestBiddingParts): Endpoint[] {
  const bidding = restBidding(parts);
  return [
    endpoint(bidOperations.placeBid, ({ viewer, body, request }) => bidding.place(viewer._id, body, request)),
    endpoint(bidOperations.setAutoBid, ({ viewer, body, ...named }) =>
      bidding.setAutoBid(viewer._id, body, named),
    ),
    endpoint(bidOperations.stopAutoBid, ({ viewer, body, ...named }) =>
      bidding.stopAutoBid(viewer._id, body, named),
    ),
  ];
}
