import { subjects } from '@saleyard/contract/commands.ts';
import { type AuctionId, auctionOf, isPractice } from '@saleyard/domain/auction/ids.ts';
import type { Bus } from '@saleyard/platform/bus/port.ts';
import { every } from '@saleyard/platform/clock/every.ts';
import type { RecordedEvent } from '@saleyard/platform/event-log/port.ts';
import { finalize, type Observable, Subject } from 'rxjs';
import { AuctionView, type AuctionViewDeps } from './auction-view.ts';
import type { Notice } from './notices.ts';

/** How long an unused view without changes is kept, in ms. */
export const VIEW_IDLE_MS = 60_000;

/** ms between two sweeps of idle views. */
const VIEW_SWEEP_MS = 15_000;

/** ms between two checks for lots that are about to close. */
const PRECLOSE_TICK_MS = 1_000;

/** Views started by an event rather than a join; beyond it, only views that someone joins are started. */
const UNASKED_VIEWS_LIMIT = 1_000;

/** The result of opening an auction. `unavailable`: the log can't be read at the moment. */
export type OpenedView = { outcome: 'open'; view: AuctionView } | { outcome: 'not-found' | 'unavailable' };

/** People name an auction by its short number, programs by its id. */
const SEARCH_NUMBER = /^\d{1,9}$/;

type Entry = { view: AuctionView; begun: Promise<boolean>; usedAt: number };

type Deps = Omit<AuctionViewDeps, 'notify'> & { bus: Bus };

/**
 * The auctions that are followed here, one view each, fed from the bus. Three audiences: `auctionView$` for people in
 * the room, `changed$` for the catalogue that everyone sees, `notices$` for the one person concerned.
 */
export class LiveAuctions {
  readonly #deps: Deps;
  readonly #entries = new Map<AuctionId, Entry>();
  readonly #changed = new Subject<AuctionView>();
  readonly #notices = new Subject<Notice>();
  readonly #endings: (() => void)[];
  readonly #cancelSweep: () => void;
  readonly #cancelPreclose: () => void;

  constructor(deps: Deps) {
    this.#deps = deps;
    const offer = (payload: unknown) => this.#offer(payload as RecordedEvent[]);
    this.#endings = [
      deps.bus.subscribe(subjects.allEvents('auction'), offer),
      deps.bus.subscribe(subjects.allEvents('practice'), offer),
      deps.bus.onResync(() => this.#catchUp()),
      deps.bus.subscribe(subjects.resync, () => this.#catchUp()),
    ];
    this.#cancelSweep = every(deps.clock, VIEW_SWEEP_MS, () => this.#sweep());
    this.#cancelPreclose = every(deps.clock, PRECLOSE_TICK_MS, () => {
      for (const { view } of this.#entries.values()) view.notifyPreclose(deps.clock.now());
    });
  }

  /** Emits every view after each run of its events, followed or not. */
  get changed$(): Observable<AuctionView> {
    return this.#changed;
  }

  /** Notices for one person, as they happen. */
  get notices$(): Observable<Notice> {
    return this.#notices;
  }

  /** How many auctions are followed here. */
  get size(): number {
    return this.#entries.size;
  }

  /** The live view of an auction, started from the log when there is none. */
  async open(id: AuctionId): Promise<OpenedView> {
    const entry = this.#entries.get(id) ?? this.#begin(id);
    entry.usedAt = this.#deps.clock.monotonic();
    const read = await entry.begun;
    if (!read && entry.view.seq < 0) return { outcome: 'unavailable' };
    if (entry.view.visible === 'to-nobody') {
      if (entry.view.seq < 0) this.#drop(id, entry);
      return { outcome: 'not-found' };
    }
    return { outcome: 'open', view: entry.view };
  }

  /** A view's changes. It is kept for as long as it is subscribed to, and `VIEW_IDLE_MS` longer. */
  auctionView$(view: AuctionView): Observable<AuctionView> {
    view.holds += 1;
    return view.changes$.pipe(
      finalize(() => {
        view.holds -= 1;
        const entry = this.#entries.get(view.id);
        if (entry) entry.usedAt = this.#deps.clock.monotonic();
      }),
    );
  }

  /** Stops following everything. */
  end(): void {
    this.#cancelSweep();
    this.#cancelPreclose();
    for (const end of this.#endings) end();
    for (const { view } of this.#entries.values()) view.end();
    this.#entries.clear();
    this.#changed.complete();
    this.#notices.complete();
  }

  #offer(events: readonly RecordedEvent[]): void {
    const [first] = events;
    if (first === undefined) return;
    const id = auctionOf(first.stream);
    let entry = this.#entries.get(id);
    if (entry === undefined) {
      // A practice sale concerns only its one person.
      if (isPractice(id) || this.#entries.size >= UNASKED_VIEWS_LIMIT) return;
      // Started just before these events, so that they produce their notices.
      entry = this.#begin(id, first.revision);
    }
    entry.usedAt = this.#deps.clock.monotonic();
    entry.view.offer(events);
  }

  /** Reads from the log the messages that may have been lost. */
  #catchUp(): void {
    for (const { view } of this.#entries.values()) void view.catchUp();
  }

  #begin(id: AuctionId, below?: number): Entry {
    const view = new AuctionView(id, {
      ...this.#deps,
      notify: (notice) => this.#notices.next(notice),
    });
    view.changes$.subscribe((changed) => this.#changed.next(changed));
    const entry = { view, begun: view.begin(below), usedAt: this.#deps.clock.monotonic() };
    this.#entries.set(id, entry);
    return entry;
  }

  #drop(id: AuctionId, entry: Entry): void {
    if (this.#entries.get(id) !== entry) return;
    this.#entries.delete(id);
    entry.view.end();
  }

  /** Drops unused views without changes. */
  #sweep(): void {
    const before = this.#deps.clock.monotonic() - VIEW_IDLE_MS;
    for (const [id, entry] of this.#entries) {
      if (entry.view.holds === 0 && entry.usedAt <= before) this.#drop(id, entry);
    }
  }
}

type Named = {
  auctions: LiveAuctions;
  /** The id of the auction with this short number, or null. */
  auctionIdOf(searchNumber: number): Promise<string | null>;
};

/** Opens an auction by its id or number, for a client that has it up to `since`. Never rejects. */
export async function openNamed(
  { auctions, auctionIdOf }: Named,
  idOrNumber: string,
  since: number | undefined,
): Promise<OpenedView> {
  try {
    const id = SEARCH_NUMBER.test(idOrNumber) ? await auctionIdOf(Number(idOrNumber)) : idOrNumber;
    if (id === null) return { outcome: 'not-found' };
    const opened = await auctions.open(id);
    // The client has seen a newer revision at another gateway, so it is in the log [G13].
    if (opened.outcome === 'open' && since !== undefined && since > opened.view.seq) {
      await opened.view.catchUp();
    }
    return opened;
  } catch {
    return { outcome: 'unavailable' };
  }
}
