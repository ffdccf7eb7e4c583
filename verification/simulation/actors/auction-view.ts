import type { PublicAuction } from '@saleyard/contract/auctions.ts';
import type { PublicLot } from '@saleyard/contract/lots.ts';
import type { JoinAnswer, ServerPush } from '@saleyard/contract/realtime.ts';

type BidsPush = Extract<ServerPush, { channel: 'bids' }>;

/** A lot, or the sale, as last received: as data and as the JSON of the message. */
export type Received<T> = { data: T; json: string; seq: number };

/** One auction as a client sees it, by the rules of the web client: each lot and the sale only go forward. */
export class AuctionView {
  readonly auction: string;
  readonly lots = new Map<string, Received<PublicLot>>();
  sale: Received<PublicAuction> | null = null;
  /** The newest revision applied; null before the first word. */
  seq: number | null = null;
  paddle: string | null = null;

  constructor(auction: string) {
    this.auction = auction;
  }

  push(push: BidsPush): void {
    if (push.event === 'lot-update') this.#putLot(push.data, push.seq);
    else if (push.event === 'auction-update') this.#putSale(push.data, push.seq);
    else {
      this.#putSale(push.data.auction, push.seq);
      for (const lot of push.data.lots) this.#putLot(lot, push.seq);
    }
    this.seq = Math.max(this.seq ?? -1, push.seq);
  }

  joined(answer: JoinAnswer): void {
    if (answer.paddle !== null) this.paddle = answer.paddle;
    // Nothing changed since: the state known is the state as of the answer.
    if (answer.mode === 'changes') this.seq = Math.max(this.seq ?? -1, answer.seq);
  }

  #putLot(data: PublicLot, seq: number): void {
    const known = this.lots.get(data._id);
    if (known === undefined || known.seq <= seq)
      this.lots.set(data._id, { data, json: JSON.stringify(data), seq });
  }

  #putSale(data: PublicAuction, seq: number): void {
    if (this.sale === null || this.sale.seq <= seq) this.sale = { data, json: JSON.stringify(data), seq };
  }
}
