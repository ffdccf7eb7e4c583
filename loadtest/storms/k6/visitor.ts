import type { CatalogueLot } from '@saleyard/contract/lots.ts';
import { sleep } from 'k6';
import http from 'k6/http';
import type { StormPlan } from '../plan.ts';
import { now, random } from './moment.ts';
import { digestOf, metrics, record } from './record.ts';

/** Seconds a visitor looks at a page, at least and at most. Quicker than people, so that fewer stand for more. */
const LOOK_SECONDS = [0.5, 2] as const;
/** Lots of one page of the catalogue. */
const PAGE_SIZE = 20;
/** Seconds between checks for the results. */
const RESULTS_SECONDS = 0.5;

/** Somebody who looks around over REST and is not signed in: sales, a catalogue, a lot, results. */
export class Visitor {
  readonly #plan: StormPlan;
  readonly #name: string;

  constructor(plan: StormPlan, name: string) {
    this.#plan = plan;
    this.#name = name;
  }

  /** Comes this many ms from now. */
  come(inMs: number): void {
    sleep(inMs / 1_000);
  }

  /** Looks around until it is time to go. */
  browse(): void {
    const { sale, closedSale, browseUntil } = this.#plan;
    const pages = Math.ceil(sale.lots.length / PAGE_SIZE);
    while (now() < browseUntil) {
      this.#look('sales', 'auctions');
      this.#look('sale', `auctions/${sale.number}`);
      const page = 1 + Math.floor(random() * pages);
      this.#look('catalogue', `auctions/${sale.number}/lots?limit=${PAGE_SIZE}&page=${page}`);
      this.#look('lot', `lots/${any(sale.lots)}?mode=full`);
      this.#look('live list', `auctions/${sale.number}/lots?mode=live`);
      if (closedSale === null) continue;
      this.#look('closed sales', 'auctions?state=closed');
      this.#look('results', `auctions/${closedSale.number}/lots?limit=${PAGE_SIZE}`);
    }
  }

  /** Reads the results once the sale is over, as its last view of it. */
  readResults(): void {
    const { sale, leaveBy } = this.#plan;
    const path = `auctions/${sale.number}/lots?mode=live&limit=1000`;
    for (;;) {
      const body = this.#get('results', path);
      const lots = body === null ? [] : (JSON.parse(body) as { data: { lots: CatalogueLot[] } }).data.lots;
      const over = lots.length > 0 && lots.every(({ state }) => state === 'closed');
      if (!over && now() < leaveBy) {
        sleep(RESULTS_SECONDS + random() * RESULTS_SECONDS);
        continue;
      }
      const held = lots.map((lot) => {
        const place = sale.lots.indexOf(lot._id);
        return [place, digestOf(liveStateOf(lot)), lot.currentBidCents, lot.state] as const;
      });
      const seen = { client: this.#name, at: now(), seq: null, last: true, over, auction: null };
      record({ k: 'view', ...seen, lots: held });
      return;
    }
  }

  #look(page: string, path: string): void {
    if (now() >= this.#plan.browseUntil) return;
    this.#get(page, path);
    const [least, most] = LOOK_SECONDS;
    sleep(least + random() * (most - least));
  }

  #get(page: string, path: string): string | null {
    const { url } = this.#plan;
    const at = now();
    const response = http.get(`${url}/api/v1/${path}`, {
      headers: { platform: 'web' },
      tags: { page, name: page },
    });
    const ms = response.timings.duration;
    metrics.page.add(ms);
    metrics.pageFailed.add(response.status !== 200);
    record({ k: 'page', at, ms, page, status: response.status });
    return response.status === 200 ? String(response.body) : null;
  }
}

const any = (items: readonly string[]): string => items[Math.floor(random() * items.length)] ?? '';

/** The part of a catalogue's lot that is its live state, in the order in which the live side sends it. */
function liveStateOf(lot: CatalogueLot): unknown {
  return {
    _id: lot._id,
    auction: lot.auction,
    number: lot.number,
    searchNumericId: lot.searchNumericId,
    state: lot.state,
    status: lot.status,
    withdrawn: lot.withdrawn,
    soldBeforeAuction: lot.soldBeforeAuction,
    winner: lot.winner,
    currentBidCents: lot.currentBidCents,
    previousBidCents: lot.previousBidCents,
    startPrice: lot.startPrice,
    bidIncrementCents: lot.bidIncrementCents,
    nextBidCents: lot.nextBidCents,
    bidding: lot.bidding,
    reserveStatus: lot.reserveStatus,
    bidCount: lot.bidCount,
    vendorBids: lot.vendorBids,
    count: lot.count,
    biddingOpen: lot.biddingOpen,
    liveAt: lot.liveAt,
    finishAt: lot.finishAt,
    frozenTime: lot.frozenTime,
    pausedTime: lot.pausedTime,
    ...(lot.stoppedTime !== undefined && { stoppedTime: lot.stoppedTime }),
    staleTime: lot.staleTime,
    closedPrice: lot.closedPrice,
  };
}
