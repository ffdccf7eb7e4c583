import { type BidCommand, bidderOf, type Correction } from '@saleyard/domain/auction/commands.ts';
import type { AuctionEvent, LotSale } from '@saleyard/domain/auction/events.ts';
import type { LotId } from '@saleyard/domain/auction/ids.ts';
import { priceCentsOf, resultOf, winnerOf } from '@saleyard/domain/auction/standing.ts';
import type { AuctionState, LotState } from '@saleyard/domain/auction/state.ts';
import type { LotReport, Rung, Totals } from './report.ts';

const NOTHING = { bidder: null, cents: null, refused: null, steps: [], extendedTo: null, note: null };

/** The bid ladder of every lot, built from an auction's events in order. */
export class Ladders {
  readonly #rungs = new Map<LotId, Rung[]>();
  /** The note that a cancelled sale adds to every lot not withdrawn before. */
  #cancelled: Rung | null = null;

  /** Adds an event to the ladders of the lots it concerns. */
  add(event: AuctionEvent, revision: number): void {
    const { at } = event.data;
    switch (event.type) {
      case 'LotsWentLive':
        for (const { lot, finishAt } of event.data.lots) {
          this.#push(lot, {
            ...NOTHING,
            revision,
            at,
            what: 'live',
            extendedTo: finishAt,
            note: 'goes live',
          });
        }
        return;
      case 'SealedAutoBidsTaken': {
        const { lot, steps } = event.data;
        const note = 'the sealed auto-bids are taken in the order they were set [E7]';
        this.#push(lot, { ...NOTHING, revision, at, what: 'sealedAutoBids', steps, note });
        return;
      }
      case 'BidAccepted':
      case 'AutoBidAccepted': {
        const { command, steps, extended, outcome } = event.data;
        const sealed = event.type === 'AutoBidAccepted' && event.data.sealed;
        const note = sealed
          ? 'sealed until the lot goes live [E7]'
          : steps.length === 0
            ? 'moves no price [E5]'
            : null;
        const extendedTo = extended ? outcome.finishAt : null;
        this.#push(command.lot, { ...ofCommand(command), revision, at, steps, extendedTo, note });
        return;
      }
      case 'AutoBidStopped': {
        const note = 'stops answering; price and lead stay [E8]';
        this.#push(event.data.command.lot, { ...ofCommand(event.data.command), revision, at, note });
        return;
      }
      case 'BidRefused':
        this.#push(event.data.command.lot, {
          ...ofCommand(event.data.command),
          revision,
          at,
          refused: event.data.code,
        });
        return;
      case 'Frozen':
      case 'Resumed':
      case 'Paused':
      case 'Unpaused': {
        const { lot, reason } = event.data;
        const note = `${lot === null ? 'the auction is ' : ''}${event.type.toLowerCase()}: ${reason} [T8]`;
        const lots = lot === null ? [...this.#rungs.keys()] : [lot];
        for (const each of lots) this.#push(each, { ...NOTHING, revision, at, what: 'stopped', note });
        return;
      }
      case 'BiddingOpened':
        this.#push(event.data.lot, {
          ...NOTHING,
          revision,
          at,
          what: 'biddingOpened',
          note: 'the clerk opens bidding [T5]',
        });
        return;
      case 'LotAmended': {
        const { lot, startCents, reserveCents } = event.data;
        const note = `from ${startCents} cents, reserve ${reserveCents ?? 'none'}, new description [T18]`;
        this.#push(lot, { ...NOTHING, revision, at, what: 'amended', note });
        return;
      }
      case 'AuctionCancelled':
        this.#cancelled = {
          ...NOTHING,
          revision,
          at,
          what: 'withdrawn',
          note: `withdrawn with the sale, which is cancelled [T20]: ${event.data.reason}`,
        };
        return;
      case 'LotWithdrawn':
        this.#push(event.data.lot, {
          ...NOTHING,
          revision,
          at,
          what: 'withdrawn',
          note: `withdrawn: ${event.data.reason}`,
        });
        return;
      case 'LotSoldBefore': {
        const note = `sold before the auction [T21]: ${event.data.reason}`;
        this.#push(event.data.lot, { ...NOTHING, revision, at, what: 'soldBefore', note });
        return;
      }
      case 'LotSoldAfter': {
        const { lot, buyer, cents } = event.data;
        const note = `sold after the auction [T22] to ${buyer} at ${cents} cents`;
        this.#push(lot, { ...NOTHING, revision, at, what: 'soldAfter', bidder: buyer, cents, note });
        return;
      }
      case 'FloorBidRetracted': {
        const { lot, by, bidder, cents, reason, outcome } = event.data;
        const back = outcome.currentBidCents === null ? 'no bid' : `${outcome.currentBidCents} cents`;
        const note = `${by} takes back the bid of ${bidder} at ${cents} cents, back to ${back} [C1]: ${reason}`;
        this.#push(lot, { ...NOTHING, revision, at, what: 'retracted', by, note });
        return;
      }
      case 'LotReopened': {
        const { lot, by, reason } = event.data;
        const note = `${by} reopens the lot [C2]: ${reason}`;
        this.#push(lot, { ...NOTHING, revision, at, what: 'reopened', by, note });
        return;
      }
      case 'LotReinstated': {
        const { lot, by, reason } = event.data;
        const note = `${by} puts the withdrawn lot back [C3]: ${reason}`;
        this.#push(lot, { ...NOTHING, revision, at, what: 'reinstated', by, note });
        return;
      }
      case 'SaleCorrected': {
        const { lot, correction, was } = event.data;
        const { by, buyer, cents, reason } = correction;
        const note = `${by} corrects ${saleText(was)} to ${correctionText(correction)} [C4]: ${reason}`;
        this.#push(lot, { ...NOTHING, revision, at, what: 'corrected', bidder: buyer, cents, by, note });
        return;
      }
      case 'CorrectionProposed': {
        const { lot, correction, awaits } = event.data;
        const { by, reason } = correction;
        const who = awaits === 'buyer' ? 'the buyer [C5]' : 'a second person [C6]';
        const note = `${by} proposes ${correctionText(correction)}, which waits for ${who}: ${reason}`;
        this.#push(lot, { ...NOTHING, revision, at, what: 'proposed', by, note });
        return;
      }
      case 'CorrectionConfirmed': {
        const { lot, by } = event.data;
        const note = `${by} confirms the correction [C6]`;
        this.#push(lot, { ...NOTHING, revision, at, what: 'answered', by, note });
        return;
      }
      case 'CorrectionDeclined': {
        const { lot, by, reason } = event.data;
        const note = `${by} declines the correction [C6]: ${reason}`;
        this.#push(lot, { ...NOTHING, revision, at, what: 'answered', by, note });
        return;
      }
      case 'OfferAnswered': {
        const { lot, bidder, accepts } = event.data;
        const note = `${bidder} ${accepts ? 'accepts' : 'declines'} the lot [C5]`;
        this.#push(lot, { ...NOTHING, revision, at, what: 'answered', bidder, note });
        return;
      }
      case 'FloorBuyerNamed': {
        const { lot, buyer, by } = event.data;
        const note = `${by} names ${buyer} as the buyer on the floor [C7]`;
        this.#push(lot, { ...NOTHING, revision, at, what: 'buyerNamed', bidder: buyer, by, note });
        return;
      }
      case 'LotsClosed':
        for (const { lot, status, winner, priceCents } of event.data.lots) {
          const note = `${status}, by ${event.data.by}`;
          this.#push(lot, {
            ...NOTHING,
            revision,
            at,
            what: 'closed',
            bidder: winner,
            cents: priceCents,
            note,
          });
        }
        return;
      default:
    }
  }

  #push(lot: LotId, rung: Rung): void {
    const rungs = this.#rungs.get(lot);
    if (rungs === undefined) this.#rungs.set(lot, [rung]);
    else rungs.push(rung);
  }

  of(lot: LotId): readonly Rung[] {
    const own = this.#rungs.get(lot) ?? [];
    if (this.#cancelled === null || own.some(({ what }) => what === 'withdrawn')) return own;
    return [...own, this.#cancelled];
  }
}

const saleText = ({ result, buyer, cents }: Omit<LotSale, 'result'> & { result: string }): string =>
  [result, buyer === null ? '' : `to ${buyer}`, cents === null ? '' : `at ${cents} cents`]
    .filter((part) => part !== '')
    .join(' ');

function correctionText({ outcome, buyer, cents, acceptedBy }: Correction): string {
  const agreed = acceptedBy === 'buyer' ? ', which they accepted' : ', whose consent staff recorded';
  return `${saleText({ result: outcome, buyer, cents })}${acceptedBy === null ? '' : agreed}`;
}

function ofCommand(command: BidCommand): Omit<Rung, 'revision' | 'at'> {
  const cents = 'cents' in command ? command.cents : 'maxCents' in command ? command.maxCents : null;
  return { ...NOTHING, what: command.type, bidder: bidderOf(command), cents };
}

/** The result of each lot, in catalogue order. */
export function lotReports(
  state: AuctionState,
  ladders: Ladders,
  titles: ReadonlyMap<LotId, string>,
): LotReport[] {
  return state.lots.map((lot) => {
    const { terms } = lot;
    const ladder = ladders.of(terms.lot);
    const bids = ladder.filter(({ what }) => BIDS.has(what));
    const winner = winnerOf(lot);
    return {
      lot: terms.lot,
      number: terms.number,
      title: titles.get(terms.lot) ?? null,
      unit: terms.unit,
      count: terms.count,
      startCents: terms.startCents,
      incrementCents: terms.incrementCents,
      reserveCents: terms.reserveCents,
      result: reportedResult(lot),
      priceCents: priceCentsOf(lot),
      winner,
      ...(lot.correction !== undefined && { knockedDown: lot.correction.first }),
      paddle: winner === null ? null : (state.paddles.get(winner) ?? null),
      accepted: bids.filter(({ refused }) => refused === null).length,
      refused: bids.filter(({ refused }) => refused !== null).length,
      bidders: lot.participants.size,
      ladder,
    };
  });
}

const BIDS: ReadonlySet<string> = new Set(['bid', 'autoBid', 'floorBid', 'vendorBid']);

function reportedResult(lot: LotState): LotReport['result'] {
  if (lot.withdrawn) return 'withdrawn';
  if (lot.soldBeforeAt !== undefined) return 'soldBeforeAuction';
  return (lot.phase === 'closed' ? resultOf(lot) : null) ?? 'open';
}

/** The sale in figures. */
export function totalsOf(lots: readonly LotReport[]): Totals {
  const having = (result: LotReport['result']): LotReport[] => lots.filter((lot) => lot.result === result);
  const sold = [...having('sold'), ...having('soldAfterAuction')];
  const perHead = sold.filter(({ unit }) => unit === 'head');
  return {
    lots: lots.length,
    sold: sold.length,
    passed: having('passed').length,
    noBid: having('noBid').length,
    withdrawn: having('withdrawn').length,
    soldBeforeAuction: having('soldBeforeAuction').length,
    open: having('open').length,
    headSold: sold.reduce((head, { count }) => head + count, 0),
    soldCents: perHead.reduce((sum, { count, priceCents }) => sum + count * (priceCents ?? 0), 0),
    soldByWeight: sold.length - perHead.length,
  };
}
