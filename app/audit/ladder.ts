import { type BidCommand, bidderOf } from '@saleyard/domain/auction/commands.ts';
import type { AuctionEvent } from '@saleyard/domain/auction/events.ts';
import { HeldTimer } from '@saleyard/domain/auction/held-timer.ts';
import type { BidderId, LotId } from '@saleyard/domain/auction/ids.ts';
import { priceCentsOf, resultOf, winnerOf } from '@saleyard/domain/auction/standing.ts';
import type { AuctionState, LotState } from '@saleyard/domain/auction/state.ts';
import type { LotTerms } from '@saleyard/domain/auction/terms.ts';
import { AUCTION_TYPES, type AuctionType } from '@saleyard/domain/auction/types/auction-types.ts';
import { formatDollars } from '@saleyard/domain/presentation/amounts.ts';
import { bidderName, stepClock } from '@saleyard/domain/presentation/audit.ts';
import { RESULTS_IN_SENTENCES } from '@saleyard/domain/presentation/lots.ts';
import type { Actor, RecordedEvent } from '@saleyard/platform/event-log/port.ts';
import { actOf, actorOf, type NameBidder, REFUSALS, ruleText } from './acts.ts';
import type { ListingActors } from './listing-actors.ts';
import type { LotReport, Outage, ReportActor, Rung, Totals } from './report.ts';

/** What staff set for a lot, in cents; null: none. */
type Prices = Pick<LotTerms, 'startCents' | 'reserveCents'>;

/** What an event adds to a ladder, without the words: those need the paddles, which are known at the end. */
type Draft = Omit<Rung, 'actor' | 'act' | 'ruling'> & { event: AuctionEvent; sender: Actor };

const NOTHING = { bidder: null, cents: null, refused: null, steps: [], extendedTo: null, note: null };

/** The steps by which a lot leaves a sale before it goes live, or is put back. */
const LEFT_OR_CAME_BACK: ReadonlySet<Rung['what']> = new Set(['withdrawn', 'soldBefore', 'reinstated']);

/** The steps after which a lot has another buyer, or none. */
const SETTLES: ReadonlySet<Rung['what']> = new Set([
  'closed',
  'reopened',
  'soldAfter',
  'corrected',
  'buyerNamed',
]);

type EventType = AuctionEvent['type'];

/** The buyer that a correction names, and the one from whom it takes the lot. */
type Buyers = Pick<Rung, 'bidder' | 'formerBuyer'>;

/** What ends a freeze and a pause. */
const ENDS = { Frozen: 'Resumed', Paused: 'Unpaused' } as const;

/** The bid ladder of every lot and of the sale, built from an auction's events in order. */
export class Ladders {
  readonly #rungs = new Map<LotId, Draft[]>();
  readonly #sale: Draft[] = [];
  readonly #outages: (Outage & { ends: EventType })[] = [];
  /** In an interfaced sale the clerk closes the lots: once it is live there are no deadlines to move. */
  #type: AuctionType | null = null;
  /** The timer of the sale's deadlines; null before they are set, and where there are none. */
  #timer: HeldTimer | null = null;
  /** The start price and the reserve of each lot so far. */
  readonly #terms = new Map<LotId, Prices>();
  /** The buyer of each lot so far. */
  readonly #bought = new Map<LotId, BidderId | null>();
  /** What a cancelled sale adds to every lot that was still for sale. */
  #cancelled: Draft | null = null;

  /** Adds an event to the ladders of the lots it concerns. */
  add(event: AuctionEvent, { revision, meta }: Pick<RecordedEvent, 'revision' | 'meta'>): void {
    const { at } = event.data;
    const common = {
      ...NOTHING,
      event,
      sender: meta.actor,
      revision,
      at,
      sequencedAt: meta.at,
      arrival: meta.arrival ?? null,
    };
    switch (event.type) {
      case 'AuctionScheduled':
        this.#type = event.data.terms.type;
        this.#timer = new HeldTimer(
          this.#outages.filter(({ to }) => to === null),
          at,
        );
        this.#sale.push({ ...common, what: 'scheduled', note: 'until it opens it may be changed [T16]' });
        return;
      case 'LotsCatalogued': {
        const moved: string[] = [];
        for (const { lot, startCents, reserveCents } of event.data.lots) {
          const before = this.#terms.get(lot);
          if (before !== undefined) moved.push(...movedPrices(before, { startCents, reserveCents }));
          this.#terms.set(lot, { startCents, reserveCents });
        }
        const note =
          moved.length === 0 ? 'until the sale opens it may be changed [T16]' : `${moved.join(', ')} [T24]`;
        this.#sale.push({ ...common, what: 'catalogued', note });
        return;
      }
      case 'AuctionOpened':
        this.#sale.push({ ...common, what: 'opened', note: 'it was time to open [T2]' });
        return;
      case 'AuctionWentLive':
        this.#sale.push({
          ...common,
          what: 'saleLive',
          extendedTo: event.data.finishAt,
          note: 'it was time to go live [T2]',
        });
        if (this.#type !== null && AUCTION_TYPES[this.#type].byClerk) this.#timer = null;
        return;
      case 'AuctionClosed':
        this.#sale.push({ ...common, what: 'saleClosed', note: 'no lot is left to sell [T15]' });
        this.#endOutages(at);
        return;
      case 'Announced':
        this.#sale.push({
          ...common,
          what: 'announced',
          note:
            event.data.text === null ? 'nobody reads it any more [T23]' : `${asText(event.data.text)} [T23]`,
        });
        return;
      case 'EveryoneMessaged':
        this.#sale.push({ ...common, what: 'messaged', note: `${asText(event.data.text)} [T26]` });
        return;
      case 'ResultsExported':
        this.#sale.push({ ...common, what: 'exported', note: 'each export is recorded [T27]' });
        return;
      case 'ActionRefused': {
        const { lot, code, command } = event.data;
        const reason = command !== null && 'reason' in command ? asText(command.reason) : null;
        const refused: Draft = { ...common, what: 'actionRefused', refused: code, note: reason };
        if (lot === null) this.#sale.push(refused);
        else this.#push(lot, refused);
        return;
      }
      case 'LotsWentLive':
        for (const { lot, finishAt } of event.data.lots) {
          const note = this.#type === null ? null : LIVE_BY[this.#type];
          this.#push(lot, { ...common, what: 'live', extendedTo: finishAt, note });
        }
        return;
      case 'SealedAutoBidsTaken': {
        const { lot, steps } = event.data;
        this.#push(lot, {
          ...common,
          what: 'sealedAutoBids',
          steps,
          note: 'in the order they were set [E7]',
        });
        return;
      }
      case 'BidAccepted':
      case 'AutoBidAccepted': {
        const { command, steps, extended, outcome } = event.data;
        const sealed = event.type === 'AutoBidAccepted' && event.data.sealed;
        const note = sealed
          ? 'sealed until the lot goes live [E7]'
          : steps.length === 0
            ? 'the price does not move [E5]'
            : null;
        const extendedTo = extended ? outcome.finishAt : null;
        const parts = [note, placedNote(command)].filter((part) => part !== null);
        this.#push(command.lot, {
          ...common,
          ...ofCommand(command),
          steps,
          extendedTo,
          note: parts.length === 0 ? null : parts.join(': '),
        });
        return;
      }
      case 'AutoBidStopped': {
        const note = 'it answers no more; price and lead stay [E8]';
        this.#push(event.data.command.lot, { ...common, ...ofCommand(event.data.command), note });
        return;
      }
      case 'BidRefused': {
        const { command, code } = event.data;
        const note = placedNote(command);
        this.#push(command.lot, { ...common, ...ofCommand(command), refused: code, note });
        return;
      }
      case 'Frozen':
      case 'Resumed':
      case 'Paused':
      case 'Unpaused': {
        const { lot, reason } = event.data;
        const draft: Draft = { ...common, what: 'stopped', note: `${asText(reason)} [T8]` };
        if (lot === null) {
          this.#sale.push(draft);
          this.#stop(event.type, {
            from: at,
            to: null,
            movedMs: 0,
            actor: meta.actor,
            reason: asText(reason),
          });
        }
        // A lot of the catalogue has a stop of the sale also where nothing else has happened to it.
        for (const each of lot === null ? this.#terms.keys() : [lot]) this.#push(each, draft);
        return;
      }
      case 'BiddingOpened':
        this.#push(event.data.lot, {
          ...common,
          what: 'biddingOpened',
          note: 'a lot waits until the clerk opens it [T5]',
        });
        return;
      case 'LotAmended': {
        const { lot, startCents, reserveCents } = event.data;
        const note = amendedNote(this.#terms.get(lot), { startCents, reserveCents });
        this.#terms.set(lot, { startCents, reserveCents });
        this.#push(lot, { ...common, what: 'amended', note });
        return;
      }
      case 'AuctionCancelled': {
        const { reason } = event.data;
        this.#sale.push({ ...common, what: 'cancelled', note: `${asText(reason)} [T20]` });
        const note = `withdrawn with the sale, which is cancelled [T20]: ${asText(reason)}`;
        this.#cancelled = { ...common, what: 'withdrawn', note };
        this.#endOutages(at);
        return;
      }
      case 'LotWithdrawn':
        this.#push(event.data.lot, {
          ...common,
          what: 'withdrawn',
          note: `${asText(event.data.reason)} [T13]`,
        });
        return;
      case 'LotSoldBefore':
        this.#push(event.data.lot, {
          ...common,
          what: 'soldBefore',
          note: `${asText(event.data.reason)} [T21]`,
        });
        return;
      case 'LotSoldAfter': {
        const { lot, buyer, cents } = event.data;
        this.#push(lot, {
          ...common,
          what: 'soldAfter',
          bidder: buyer,
          cents,
          note: 'it was not sold in the sale [T22]',
        });
        return;
      }
      case 'FloorBidRetracted': {
        const { lot, bidder, cents, by, reason, outcome } = event.data;
        const back = outcome.currentBidCents === null ? 'no bid' : formatDollars(outcome.currentBidCents);
        this.#push(lot, {
          ...common,
          what: 'retracted',
          bidder,
          cents,
          by,
          note: `Back to ${back} [C1]: ${asText(reason)}`,
        });
        return;
      }
      case 'LotReopened': {
        const { lot, by, reason } = event.data;
        const buyers = this.#buyers(lot, null);
        this.#push(lot, { ...common, ...buyers, what: 'reopened', by, note: `${asText(reason)} [C2]` });
        return;
      }
      case 'LotReinstated': {
        const { lot, by, reason } = event.data;
        this.#push(lot, { ...common, what: 'reinstated', by, note: `${asText(reason)} [C3]` });
        return;
      }
      case 'SaleCorrected': {
        const { lot, correction, was } = event.data;
        const { by, buyer, cents, reason } = correction;
        this.#push(lot, {
          ...common,
          what: 'corrected',
          bidder: buyer,
          ...(was.buyer !== null && was.buyer !== buyer && { formerBuyer: was.buyer }),
          cents,
          by,
          note: `${asText(reason)} [C4]`,
        });
        return;
      }
      case 'CorrectionProposed': {
        const { lot, correction, awaits } = event.data;
        const { by, buyer, reason } = correction;
        const who = awaits === 'buyer' ? 'the buyer [C5]' : 'a second person [C6]';
        const note = `waits for ${who}: ${asText(reason)}`;
        this.#push(lot, { ...common, ...this.#buyers(lot, buyer), what: 'proposed', by, note });
        return;
      }
      case 'CorrectionConfirmed':
        this.#push(event.data.lot, {
          ...common,
          ...this.#proposed(event.data.lot),
          what: 'answered',
          by: event.data.by,
          note: 'by a second person [C6]',
        });
        return;
      case 'CorrectionDeclined': {
        const { lot, by, reason } = event.data;
        const buyers = this.#proposed(lot);
        this.#push(lot, { ...common, ...buyers, what: 'answered', by, note: `${asText(reason)} [C6]` });
        return;
      }
      case 'OfferAnswered': {
        const { lot, bidder, accepts } = event.data;
        const note = accepts ? 'the correction holds [C5]' : 'the result stays [C5]';
        this.#push(lot, { ...common, ...this.#buyers(lot, bidder), what: 'answered', note });
        return;
      }
      case 'FloorBuyerNamed': {
        const { lot, buyer, by } = event.data;
        this.#push(lot, {
          ...common,
          what: 'buyerNamed',
          bidder: buyer,
          by,
          note: 'the floor bought the lot [C7]',
        });
        return;
      }
      case 'BuyerNumberAssigned': {
        const { buyer, account, by } = event.data;
        for (const [lot, has] of this.#bought) if (has === buyer) this.#bought.set(lot, account);
        this.#sale.push({
          ...common,
          what: 'buyerNamed',
          bidder: account,
          by,
          note: 'lots of this number belong to the account [C9]',
        });
        return;
      }
      case 'LotsClosed':
        for (const { lot, winner, priceCents } of event.data.lots) {
          this.#push(lot, { ...common, what: 'closed', bidder: winner, cents: priceCents });
        }
        return;
    }
  }

  #stop(type: 'Frozen' | 'Resumed' | 'Paused' | 'Unpaused', outage: Outage): void {
    const { from: at } = outage;
    if (type === 'Frozen' || type === 'Paused') {
      const begun = { ...outage, ends: ENDS[type] };
      this.#outages.push(begun);
      this.#timer?.hold(begun, at);
      return;
    }
    const ended = this.#outages.find(({ ends, to }) => ends === type && to === null);
    if (ended === undefined) return;
    ended.to = at;
    ended.movedMs = this.#timer?.release(ended, at) ?? 0;
  }

  /** [T20] A sale that is over is no longer stopped. */
  #endOutages(at: number): void {
    for (const outage of this.#outages) outage.to ??= at;
  }

  /** When the sale as a whole stood still, in order. */
  get outages(): readonly Outage[] {
    return this.#outages.map(({ ends: _, ...outage }) => outage);
  }

  #buyers(lot: LotId, bidder: BidderId | null): Buyers {
    const has = this.#bought.get(lot) ?? null;
    return { bidder, ...(has !== null && has !== bidder && { formerBuyer: has }) };
  }

  /** The buyers of the correction that is answered. */
  #proposed(lot: LotId): Buyers {
    const proposed = this.#rungs.get(lot)?.findLast(({ what }) => what === 'proposed');
    return this.#buyers(lot, proposed?.bidder ?? null);
  }

  #push(lot: LotId, draft: Draft): void {
    if (SETTLES.has(draft.what)) this.#bought.set(lot, draft.bidder);
    const rungs = this.#rungs.get(lot);
    if (rungs === undefined) this.#rungs.set(lot, [draft]);
    else rungs.push(draft);
  }

  /** A lot's ladder in words. */
  of(lot: LotId, naming: Naming): readonly Rung[] {
    const own = this.#rungs.get(lot) ?? [];
    const last = own.findLast(({ what }) => LEFT_OR_CAME_BACK.has(what))?.what;
    const isForSale = last === undefined || last === 'reinstated';
    const all = this.#cancelled !== null && isForSale ? [...own, this.#cancelled] : own;
    return all.map((draft) => rungOf(draft, lot, naming));
  }

  /** The sale's own ladder in words. */
  ofSale(naming: Naming): readonly Rung[] {
    return this.#sale.map((draft) => rungOf(draft, null, naming));
  }
}

type Paddles = AuctionState['paddles'];

/** The names of a sale's actors: paddles by account, and people whose listings changed the sale. */
export type Naming = { paddles: Paddles; listingActors: ListingActors };

function amendedNote(before: Prices | undefined, after: Prices): string {
  const parts = movedPrices(before, after);
  return `${parts.length === 0 ? 'new description' : parts.join(', ')} [T18]`;
}

/** The prices of a lot that were changed, old and new: "reserve $410.00 → $420.00". */
function movedPrices(before: Prices | undefined, after: Prices): string[] {
  const price = (cents: number | null | undefined): string => (cents == null ? 'none' : formatDollars(cents));
  const moved = (name: string, from: number | null | undefined, to: number | null): string[] =>
    from === to ? [] : [`${name} ${price(from)} → ${price(to)}`];
  return [
    ...moved('reserve', before?.reserveCents, after.reserveCents),
    ...moved('start price', before?.startCents, after.startCents),
  ];
}

/** A refused command is kept as it was sent, so its bidder and its amount may be anything: null then. */
function ofCommand(command: BidCommand): Pick<Rung, 'what' | 'bidder' | 'cents'> {
  const cents = 'cents' in command ? command.cents : 'maxCents' in command ? command.maxCents : null;
  const bidder: unknown = bidderOf(command);
  return {
    what: command.type,
    bidder: typeof bidder === 'string' ? bidder : null,
    cents: typeof cents === 'number' ? cents : null,
  };
}

/** A bidder in words: the paddle that others saw, or the account where there is none. */
const nameIn =
  (paddles: Paddles): NameBidder =>
  (bidder) => {
    // A refused command is kept as it was sent: its bidder may be anything.
    if (typeof bidder !== 'string') return 'an unknown bidder';
    return bidderName(bidder, paddles.get(bidder) ?? null);
  };

function rungOf(
  { event, sender, ...draft }: Draft,
  lot: LotId | null,
  { paddles, listingActors }: Naming,
): Rung {
  const nameBidder = nameIn(paddles);
  const actor = reportActor(listingActors.get(draft.revision), actorOf(event, sender), paddles);
  const act = actOf(event, sender, nameBidder);
  return { ...draft, actor, act, ruling: rulingOf(event, draft, lot, nameBidder) };
}

/** `changer`: who changed the listing that the event comes from. */
function reportActor(changer: Actor | undefined, sender: Actor, paddles: Paddles): ReportActor {
  if (changer === undefined) {
    const paddle = sender.kind === 'user' ? (paddles.get(sender.id) ?? null) : null;
    return { ...sender, paddle };
  }
  return { ...changer, kind: changer.kind === 'user' ? 'seller' : changer.kind, paddle: null };
}

function rulingOf(
  event: AuctionEvent,
  { refused, steps, note, bidder, extendedTo, what }: Omit<Draft, 'event' | 'sender'>,
  lot: LotId | null,
  nameBidder: NameBidder,
): string[] {
  if (refused !== null) {
    const price = event.type === 'BidRefused' ? event.data.outcome?.currentBidCents : null;
    const at = refused === 'too-low' && price != null ? ` of ${formatDollars(price)}` : '';
    const line = `Refused: ${REFUSALS[refused]}${at} (${refused})`;
    return note === null ? [line] : [line, sentence(note)];
  }
  const lines = steps.map(
    ({ cents, leader, rule }) =>
      `${formatDollars(cents)}, ${nameBidder(leader)} leads: ${ruleText(rule, { bidder, leader })} [${rule}]`,
  );
  if (event.type === 'LotsClosed') {
    const own = event.data.lots.find((one) => one.lot === lot);
    const price = own?.priceCents == null ? '' : ` at ${formatDollars(own.priceCents)}`;
    if (own !== undefined) {
      const to = own.winner === null ? '' : ` to ${nameBidder(own.winner)}`;
      lines.push(`${sentence(RESULTS_IN_SENTENCES[own.status])}${to}${price}${CLOSED_BY[event.data.by]}`);
    }
  } else if (note !== null) lines.push(sentence(note));
  if (extendedTo !== null) {
    const moved = what !== 'live' && what !== 'saleLive';
    lines.push(`Closes at ${stepClock(extendedTo)}${moved ? ' instead [T7]' : ''}`);
  }
  return lines;
}

/** How the lots of a sale of each type go live. */
const LIVE_BY: Readonly<Record<AuctionType, string>> = {
  simultaneous: 'each lot has its own deadline [T3]',
  sequential: 'lots go live one after another [T4]',
  sequentialOffline: 'the clerk opens each lot [T5]',
  synchronous: 'all lots have one deadline [T6]',
};

const CLOSED_BY = { time: ': its time was up [T1]', knockDown: ' [T14]', passIn: ' [T14]' } as const;

/** What staff noted of a bid by phone. */
const placedNote = (command: BidCommand): string | null =>
  'placedBy' in command && command.placedBy ? asText(command.placedBy.note) : null;

/** Texts of refused or older commands were not validated. */
const asText = (value: unknown): string => (typeof value === 'string' ? value : '(not a text)');

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The result of each lot, in catalogue order. */
export function lotReports(
  state: AuctionState,
  ladders: Ladders,
  { titles, ...naming }: Naming & { titles: ReadonlyMap<LotId, string> },
): LotReport[] {
  return state.lots.map((lot) => {
    const { terms } = lot;
    const ladder = ladders.of(terms.lot, naming);
    const bids = ladder.filter(({ what }) => BIDS.has(what) && what !== 'stopAutoBid');
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

/** The steps by which somebody bids: bids, and auto-bids that are set or stopped. */
export const BIDS: ReadonlySet<string> = new Set(['bid', 'autoBid', 'stopAutoBid', 'floorBid', 'vendorBid']);

/** The result of a lot as staff and the engine left it. */
export function reportedResult(lot: LotState): LotReport['result'] {
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
