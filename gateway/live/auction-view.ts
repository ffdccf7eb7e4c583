import type { PublicAuction } from '@saleyard/contract/auctions.ts';
import type { PriceSteps, RefusedLot } from '@saleyard/contract/bid-errors.ts';
import type { PublicLot } from '@saleyard/contract/lots.ts';
import type { AuctionEvent } from '@saleyard/domain/auction/events.ts';
import { AuctionFold } from '@saleyard/domain/auction/evolve.ts';
import {
  type AuctionId,
  auctionStream,
  type BidderId,
  isPractice,
  isVisitor,
  type LotId,
  practiserOf,
} from '@saleyard/domain/auction/ids.ts';
import { publicAuction, publicLot } from '@saleyard/domain/auction/public-view.ts';
import { lotIn, refusedLotIn } from '@saleyard/domain/auction/standing.ts';
import type { AuctionState, LotState } from '@saleyard/domain/auction/state.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { EventLog, RecordedEvent } from '@saleyard/platform/event-log/port.ts';
import { type Observable, Subject } from 'rxjs';
import { CatchUpSubscription, type EventSource } from './catch-up-subscription.ts';
import { lotConcerned, type Notice, noticesOf, type Standing, standingOf } from './notices.ts';
import { PrecloseNotifier } from './preclose.ts';
import { touchedBy } from './touched-lots.ts';

/** The public state of a lot, as last sent. */
type SentLot = {
  json: string;
  currentBidCents: number | null;
  /** Revision of the event that last changed the public state. */
  changedAt: number;
};

/** The public changes since the last message. `seq` is the revision up to which it holds. */
export type LiveChange = {
  seq: number;
  /** The changed lots' messages, then the auction's: JSON joined by commas; empty when nothing changed. */
  messages: string;
  /** JSON of the PublicAuction when the catalogue must be updated, else null. */
  catalogue: string | null;
  /** Lots that are new in the catalogue, or no longer in it. */
  catalogueLots: readonly LotId[];
  /** Lots that left the catalogue, and whether the sale left the lists: for all, or as private for visitors [G17]. */
  gone: { lots: readonly LotId[]; auction: boolean; forVisitors: boolean };
};

/** Events that change how the catalogue shows one lot, besides its bidding. */
const CATALOGUE_CHANGES: ReadonlySet<AuctionEvent['type']> = new Set([
  'LotWithdrawn',
  'LotAmended',
  'LotSoldBefore',
  'LotSoldAfter',
  'LotReopened',
  'LotReinstated',
  'SaleCorrected',
]);

export type AuctionViewDeps = {
  log: Pick<EventLog, 'read'>;
  clock: Clock;
  /** Whether this person has a socket here that receives their own messages. */
  concerned(user: BidderId): boolean;
  /** Whether anyone has. */
  isAnyoneConcerned(): boolean;
  notify(notice: Notice): void;
  failed(error: unknown): void;
};

/**
 * One auction's public state, folded live by the domain's own rules [G10]. It emits on `changes$` after each run of
 * events. `takeChange` then returns the public changes once, however many events there were.
 */
export class AuctionView {
  readonly id: AuctionId;
  readonly #deps: AuctionViewDeps;
  readonly #fold = new AuctionFold();
  readonly #preclose = new PrecloseNotifier();
  readonly #stream: CatchUpSubscription;
  readonly #changes = new Subject<AuctionView>();
  readonly #sent: SentLot[] = [];
  /**
   * Revision of the last event that may have changed a lot in public, by place; and of one that may have changed all.
   */
  readonly #touchedAt: number[] = [];
  readonly #touchedLots = new Set<number>();
  #allTouchedAt = -1;
  #allTouched = false;
  #sentAuction = { json: '', changedAt: -1 };
  #auctionTouchedAt = -1;
  #catalogueTouched = false;
  #catalogueLots = new Set<LotId>();
  #goneLots = new Set<LotId>();
  #isGone = false;
  /** Everyone could see it at the last change that was taken, or before an event since. */
  #wasPublic = false;
  #snapshot: { seq: number; json: string } | null = null;
  /**
   * Changes from this event on are news: since the log was read to its end once, or the bus delivered an event. What came
   * before may still be news on the bus.
   */
  #newsFrom = Number.POSITIVE_INFINITY;
  /** The last event that the bus delivered after it had been read from the log as no news. */
  #deliveredLate = -1;
  /** The event by which it was no longer for everyone, the last time; -1: none. */
  #privateSince = -1;
  /** Number of subscribers; see `LiveAuctions.auctionView$`. */
  holds = 0;

  constructor(id: AuctionId, deps: AuctionViewDeps) {
    this.id = id;
    this.#deps = deps;
    this.#stream = new CatchUpSubscription(auctionStream(id), {
      log: deps.log,
      clock: deps.clock,
      apply: (event, source) => this.#apply(event, source),
      repeated: (event) => this.#repeated(event),
      applied: () => this.#changes.next(this),
      failed: deps.failed,
    });
  }

  /** Revision up to which the auction is folded; −1 when its stream is empty. */
  get seq(): number {
    return this.#stream.revision;
  }

  /** Emits the view after each run of applied events. While subscribed to, the view is not dropped. */
  get changes$(): Observable<AuctionView> {
    return this.#changes;
  }

  /** Reads the stream from the log; with `below`, only the revisions under it. False: the log could not be read. */
  async begin(below?: number): Promise<boolean> {
    const read = await this.#stream.catchUp(below);
    if (read) this.#newsFrom = Math.min(this.#newsFrom, this.seq + 1);
    return read;
  }

  /** Reads from the log the events that may have been missed. */
  catchUp(): Promise<boolean> {
    return this.#stream.catchUp();
  }

  offer(events: readonly RecordedEvent[]): void {
    this.#stream.offer(events);
  }

  end(): void {
    this.#stream.end();
    this.#changes.complete();
  }

  /** The audience of the sale: nobody, its one person (a practice sale), signed-in people or everyone. */
  get visible(): 'to-nobody' | 'to-one' | 'signed-in' | 'everyone' {
    return this.#fold.read(({ details, terms }) => {
      if (details === null || terms === null) return 'to-nobody';
      if (isPractice(this.id)) return 'to-one';
      return details.public ? 'everyone' : 'signed-in';
    });
  }

  /**
   * [G17] Whether this person may see it; null is an anonymous visitor, who sees public sales only. [G30] A visitor who
   * practises sees their own practice sale only.
   */
  maySee(user: string | null): boolean {
    const { visible } = this;
    if (user !== null && isVisitor(user)) return visible === 'to-one' && user === practiserOf(this.id);
    if (visible === 'everyone') return true;
    if (user === null || visible === 'to-nobody') return false;
    return visible === 'signed-in' || user === practiserOf(this.id);
  }

  /** Whether this is the auction's short number. */
  isNumbered(searchNumber: string): boolean {
    return this.#fold.read(
      ({ details }) => details !== null && String(details.searchNumber) === searchNumber,
    );
  }

  /** The alias of a bidder here, once they have one. */
  paddleOf(user: BidderId): string | null {
    return this.#fold.read((state) => state.paddles.get(user) ?? null);
  }

  /** What a lot's price is counted from, or undefined when this auction has no such lot. */
  lotTerms(lot: LotId): PriceSteps | undefined {
    return this.#fold.read((state) => lotIn(state, lot)?.terms);
  }

  /** The state of a lot, for the message of a bid that was refused on it. */
  refusedLot(lot: LotId): RefusedLot {
    return this.#fold.read((state) => refusedLotIn(state, lot));
  }

  /** Notifies the bidders of lots that are about to close at `now` (ms since the epoch). */
  notifyPreclose(now: number): void {
    const { concerned, isAnyoneConcerned, notify } = this.#deps;
    if (this.#newsFrom === Number.POSITIVE_INFINITY || !isAnyoneConcerned()) return;
    this.#fold.read((state) => {
      for (const notice of this.#preclose.due(this.id, state, now, concerned)) notify(notice);
    });
  }

  /** Whether something may have changed since `takeChange`; also while the log is read, before it is emitted. */
  get hasChange(): boolean {
    return (
      this.#allTouched || this.#touchedLots.size > 0 || this.#auctionTouchedAt > this.#sentAuction.changedAt
    );
  }

  /** The changes since the last call, as one message a lot; null when there are none. */
  takeChange(): LiveChange | null {
    if (!this.hasChange || this.visible === 'to-nobody') return null;
    return this.#fold.read((state) => this.#changeMessages(state));
  }

  /** The whole auction as a `snapshot` message (JSON). Call `takeChange` first. */
  snapshot(): string {
    if (this.#snapshot?.seq !== this.seq) {
      const lots = this.#sent.map(({ json }) => json).join(',');
      const data = `{"auction":${this.#sentAuction.json},"lots":[${lots}]}`;
      this.#snapshot = { seq: this.seq, json: this.#message('snapshot', data) };
    }
    return this.#snapshot.json;
  }

  /** The changes after revision `since`, as messages (JSON joined by commas). Call `takeChange` first. */
  changesSince(since: number): string {
    const messages = this.#sent
      .filter(({ changedAt }) => changedAt > since)
      .map(({ json }) => this.#message('lot-update', json));
    if (this.#sentAuction.changedAt > since) {
      messages.push(this.#message('auction-update', this.#sentAuction.json));
    }
    return messages.join(',');
  }

  #apply(recorded: RecordedEvent, source: EventSource): void {
    // The stream of an auction holds its events, upcast to the newest shape by the log's reader.
    const event = recorded as RecordedEvent & AuctionEvent;
    if (source === 'bus') this.#newsFrom = Math.min(this.#newsFrom, recorded.revision);
    const news = recorded.revision >= this.#newsFrom;
    const isReported = news && this.#deps.isAnyoneConcerned();
    const before = isReported ? this.#standingBefore(event) : null;
    const wasPublic = this.visible === 'everyone';
    if (news && wasPublic) this.#wasPublic = true;
    this.#fold.apply(event);
    if (wasPublic && this.visible !== 'everyone') this.#privateSince = recorded.revision;
    this.#fold.read((state) => {
      this.#touch(event, state, news);
      if (before === null) return;
      const { concerned, notify } = this.#deps;
      for (const notice of noticesOf(this.id, event, before, state, concerned)) notify(notice);
    });
  }

  /** The bus delivers what the view read as it began: people who are not in the sale have not seen it. */
  #repeated(recorded: RecordedEvent): boolean {
    const { revision } = recorded;
    if (revision >= this.#newsFrom || revision <= this.#deliveredLate) return false;
    this.#deliveredLate = revision;
    if (revision === this.#privateSince) this.#wasPublic = true;
    this.#fold.read((state) => this.#touch(recorded as RecordedEvent & AuctionEvent, state, true));
    return true;
  }

  #standingBefore(event: AuctionEvent): Standing {
    const id = lotConcerned(event);
    return this.#fold.read((state) => standingOf(state, lotIn(state, id)));
  }

  #touch(event: AuctionEvent, state: AuctionState, news: boolean): void {
    const { auction, lots } = touchedBy(event, state.terms?.type);
    if (auction) {
      this.#auctionTouchedAt = this.seq;
      if (news && event.type !== 'BidAccepted' && event.type !== 'AutoBidAccepted')
        this.#catalogueTouched = true;
    }
    if (lots === 'all') {
      this.#allTouchedAt = this.seq;
      this.#allTouched = true;
    } else {
      for (const lot of lots) {
        const index = state.lotIndex.get(lot);
        if (index === undefined) continue;
        this.#touchedAt[index] = this.seq;
        this.#touchedLots.add(index);
      }
    }
    if (!news) return;
    if (event.type === 'AuctionScheduled')
      for (const { lot } of event.data.lots ?? []) this.#catalogueLots.add(lot);
    if (event.type === 'LotsCatalogued') for (const { lot } of event.data.lots) this.#catalogueLots.add(lot);
    if (event.type === 'AuctionCancelled') {
      for (const { terms } of state.lots) {
        this.#catalogueLots.add(terms.lot);
        this.#goneLots.add(terms.lot);
      }
    }
    if (event.type === 'LotWithdrawn') this.#goneLots.add(event.data.lot);
    if (event.type === 'LotReinstated') this.#goneLots.delete(event.data.lot);
    if (event.type === 'AuctionClosed' && state.cancelledAt !== undefined) this.#isGone = true;
    if (CATALOGUE_CHANGES.has(event.type) && 'lot' in event.data && event.data.lot !== null) {
      this.#catalogueLots.add(event.data.lot);
    }
  }

  #changeMessages(state: AuctionState): LiveChange {
    const messages: string[] = [];
    const add = (lot: LotState | undefined) => lot && this.#addMessage(state, lot, messages);
    if (this.#allTouched) state.lots.forEach(add);
    else for (const index of this.#touchedLots) add(state.lots[index]);
    this.#allTouched = false;
    this.#touchedLots.clear();

    if (this.#auctionTouchedAt > this.#sentAuction.changedAt) {
      const shown: PublicAuction = publicAuction(state, this.id);
      const json = JSON.stringify(shown);
      if (json !== this.#sentAuction.json) messages.push(this.#message('auction-update', json));
      this.#sentAuction = { json, changedAt: this.#auctionTouchedAt };
    }
    const catalogue = this.#catalogueTouched ? this.#sentAuction.json : null;
    const catalogueLots = [...this.#catalogueLots];
    this.#catalogueTouched = false;
    this.#catalogueLots.clear();
    const isPublic = this.visible === 'everyone';
    const forVisitors = this.#wasPublic && !isPublic;
    const gone = { lots: [...this.#goneLots], auction: this.#isGone, forVisitors };
    this.#goneLots.clear();
    this.#isGone = false;
    this.#wasPublic = isPublic;
    return { seq: this.seq, messages: messages.join(','), catalogue, catalogueLots, gone };
  }

  #addMessage(state: AuctionState, lot: LotState, messages: string[]): void {
    const shown: PublicLot = publicLot(state, lot, this.id);
    const json = JSON.stringify(shown);
    const sent = this.#sent[lot.index];
    if (sent?.json === json) return;
    const changedAt = Math.max(this.#touchedAt[lot.index] ?? -1, this.#allTouchedAt);
    const { currentBidCents } = shown;
    this.#sent[lot.index] = { json, currentBidCents, changedAt };
    messages.push(this.#message('lot-update', json));
    if (sent !== undefined && currentBidCents !== null && currentBidCents !== sent.currentBidCents) {
      messages.push(this.#bidSound(lot.terms.lot, currentBidCents));
    }
  }

  /** `seq` is the newest folded revision: the newest message about a lot is complete up to there. */
  #message(event: 'lot-update' | 'auction-update' | 'snapshot', data: string): string {
    return `{"channel":"bids","event":"${event}","auction":"${this.id}","seq":${this.seq},"data":${data}}`;
  }

  #bidSound(lot: LotId, cents: number): string {
    const data = { event: 'bid', data: { bid: { auction: this.id, lot, cents } } };
    return `{"channel":"events","event":"event","data":${JSON.stringify(data)}}`;
  }
}
