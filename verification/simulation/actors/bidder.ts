import { between, pick, type Random, seededRandom, seedOf, whole } from '@saleyard/app/sample-data/random.ts';
import type { PublicLot } from '@saleyard/contract/lots.ts';
import type { CommandBody } from '@saleyard/domain/auction/commands.ts';
import { EPOCH, type World } from '../world/world.ts';
import type { AuctionView } from './auction-view.ts';
import type { Client } from './client.ts';
import type { CommandSender } from './command-sender.ts';

/** Probabilities of a bidder's actions at one look. */
const SHARES = {
  sealed: 0.6,
  autoBid: 0.18,
  stop: 0.04,
  odd: 0.15,
  twice: 0.1,
  snipe: 0.25,
  burst: 0.15,
  tooLate: 0.01,
} as const;
/** Nobody pays more than this many increments above the start. */
const WORTH_STEPS = { least: 3, most: 40 } as const;
/** In a burst this many bids more follow within this many ms. */
const BURST = { bids: 3, ms: 60 } as const;
/** A sniper's bid leaves the page this long before the deadline at most, and so long after it at most, ms. */
const SNIPE_BEFORE_MS = 120;
const SNIPE_AFTER_MS = 60;
/** Between two looks, ms. */
const LOOK_MS = { least: 200, most: 2_500 } as const;

type Parts = { world: World; client: Client; sender: CommandSender; user: string };

/** A bidder who bids by the page's prices, sensibly or not, and sometimes twice. */
export class Bidder {
  readonly #parts: Parts;
  readonly #random: Random;
  #resting = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#random = parts.world.random(`bidder ${parts.user}`);
    parts.world.every(
      () => between(this.#random, LOOK_MS.least, LOOK_MS.most),
      () => this.#look(),
    );
  }

  /** Bids no more. */
  rest(): void {
    this.#resting = true;
  }

  #look(): void {
    const views = [...this.#parts.client.views.values()].filter(({ lots }) => lots.size > 0);
    if (this.#resting || views.length === 0) return;
    const live = views.filter(({ sale }) => sale?.data.state === 'live');
    const view = pick(this.#random, live.length > 0 && this.#random() > SHARES.odd ? live : views);
    const { data: lot } = pick(this.#random, [...view.lots.values()]);
    if (lot.state === 'closed' && this.#random() > SHARES.tooLate) return;
    if (lot.state !== 'live') {
      if (this.#random() < SHARES.sealed) this.#autoBid(view, lot);
      return;
    }
    const act = this.#random();
    if (act < SHARES.stop) this.#send(view, { type: 'stopAutoBid', lot: lot._id, bidder: this.#parts.user });
    else if (act < SHARES.stop + SHARES.autoBid) this.#autoBid(view, lot);
    else if (act < SHARES.stop + SHARES.autoBid + SHARES.snipe) this.#snipe(view, lot);
    else this.#bid(view.auction, lot);
    if (this.#random() < SHARES.burst) this.#burst(view, lot._id);
  }

  /** Several bids in quick succession, as in a bid war. */
  #burst(view: AuctionView, id: string): void {
    for (let n = 0; n < BURST.bids; n += 1) {
      this.#parts.world.after(this.#random() * BURST.ms, () => {
        const lot = view.lots.get(id)?.data;
        if (lot !== undefined) this.#bid(view.auction, lot);
      });
    }
  }

  /** The button's amount, or a few increments more; rarely any amount. */
  #amount(lot: PublicLot): number {
    const next = lot.nextBidCents ?? (lot.currentBidCents ?? lot.startPrice) + lot.bidIncrementCents;
    const steps = this.#random() < 0.7 ? 0 : whole(this.#random, 1, 4);
    const odd = this.#random() < SHARES.odd ? whole(this.#random, -2, 1) * lot.bidIncrementCents + 1 : 0;
    return Math.max(1, next + steps * lot.bidIncrementCents + odd);
  }

  /** The most this bidder would pay. */
  #worth({ _id, startPrice, bidIncrementCents }: PublicLot): number {
    const opinion = seededRandom(seedOf(this.#parts.user, _id, String(this.#parts.world.seed)));
    return startPrice + whole(opinion, WORTH_STEPS.least, WORTH_STEPS.most) * bidIncrementCents;
  }

  #bid(auction: string, lot: PublicLot): void {
    const { client, world } = this.#parts;
    const commandId = world.newId();
    const cents = this.#amount(lot);
    if (cents > this.#worth(lot) && this.#random() > SHARES.odd) return;
    client.bid(auction, lot._id, cents, commandId);
    if (this.#random() < SHARES.twice) {
      const body = { type: 'bid', lot: lot._id, bidder: this.#parts.user, cents } as const;
      world.after(this.#random() * 300, () =>
        this.#parts.sender.send({ auction, commandId, actor: { kind: 'user', id: this.#parts.user }, body }),
      );
    }
  }

  /** A bid as near to the deadline as may be, on either side of it. */
  #snipe(view: AuctionView, lot: PublicLot): void {
    const finishAt = lot.finishAt ?? view.sale?.data.finishAt ?? null;
    const { world } = this.#parts;
    const at = (finishAt ?? 0) - EPOCH + between(this.#random, -SNIPE_BEFORE_MS, SNIPE_AFTER_MS);
    if (finishAt === null || at - world.now > LOOK_MS.most) {
      this.#bid(view.auction, lot);
      return;
    }
    world.after(at - world.now, () => {
      const now = view.lots.get(lot._id)?.data;
      if (now !== undefined && !this.#resting) this.#bid(view.auction, now);
    });
  }

  #autoBid(view: AuctionView, lot: PublicLot): void {
    const from = lot.nextBidCents ?? (lot.currentBidCents ?? lot.startPrice) + lot.bidIncrementCents;
    // Few different maxima, so that equal ones meet.
    const maxCents = from + whole(this.#random, 0, 6) * lot.bidIncrementCents;
    if (maxCents > this.#worth(lot)) return;
    this.#send(view, { type: 'autoBid', lot: lot._id, bidder: this.#parts.user, maxCents });
  }

  #send({ auction }: AuctionView, body: CommandBody): void {
    const { world, sender, user } = this.#parts;
    sender.send({ auction, commandId: world.newId(), actor: { kind: 'user', id: user }, body });
  }
}
