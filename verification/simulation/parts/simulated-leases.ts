import type { Random } from '@saleyard/app/sample-data/random.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import { HEARTBEAT_MS, LEASE_MS, type Leases } from '@saleyard/platform/leases/port.ts';

/** A message between a process and the table takes up to so long, ms. */
const MESSAGE_MS = 3;
/** A claim that is not answered in time failed, ms. */
const CLAIM_MS = 500;

/** A process's place at the table. */
type Place = {
  node: string | null;
  clock: Clock;
  /** Messages neither leave nor arrive. */
  isCut(): boolean;
  run(task: () => void): void;
};

/** The table as it was at its nth change: the time since each node's last heartbeat, and the holders. */
type Received = { nth: number; ages: readonly [string, number][]; holders: readonly [string, string][] };

/** The holders among all nodes. Each process has what reached it, and decides by its own clock. */
export class LeaseTable {
  readonly #clock: { after(ms: number, task: () => void): unknown; now(): number };
  readonly #random: Random;
  readonly #heard = new Map<string, number>();
  readonly #holders = new Map<string, string>();
  readonly #views = new Set<LeaseView>();
  #nth = 0;

  constructor(clock: { after(ms: number, task: () => void): unknown; now(): number }, random: Random) {
    this.#clock = clock;
    this.#random = random;
  }

  /** A process joins, or only watches (`node` null). */
  join(place: Place): LeaseView {
    const view = new LeaseView(place, this);
    this.#views.add(view);
    this.send(place, () => {
      // What an earlier process of that name held is free.
      if (place.node !== null) this.#lose(place.node);
      this.beat(place.node);
    });
    view.begin();
    return view;
  }

  leave(view: LeaseView): void {
    this.#views.delete(view);
  }

  /** Carries a message between a process and the table, if it gets through. */
  send(place: Place, arrive: () => void): void {
    if (!place.isCut()) this.#clock.after(this.#random() * MESSAGE_MS, arrive);
  }

  beat(node: string | null): void {
    if (node !== null) {
      if (!this.#lives(node)) this.#lose(node);
      this.#heard.set(node, this.#clock.now());
    }
    this.#notify();
  }

  claim(key: string, node: string): boolean {
    const holder = this.#holders.get(key);
    if (!this.#lives(node) || (holder !== undefined && holder !== node && this.#lives(holder))) return false;
    this.#holders.set(key, node);
    this.#notify();
    return true;
  }

  release(key: string, node: string): void {
    if (this.#holders.get(key) !== node) return;
    this.#holders.delete(key);
    this.#notify();
  }

  gone(node: string): void {
    this.#heard.delete(node);
    this.#lose(node);
    this.#notify();
  }

  #lose(node: string): void {
    for (const [key, holder] of this.#holders) if (holder === node) this.#holders.delete(key);
  }

  #lives(node: string): boolean {
    return this.#clock.now() - (this.#heard.get(node) ?? Number.NEGATIVE_INFINITY) < LEASE_MS;
  }

  #notify(): void {
    this.#nth += 1;
    const now = this.#clock.now();
    const ages = [...this.#heard].map(([node, at]): [string, number] => [node, now - at]);
    const received: Received = { nth: this.#nth, ages, holders: [...this.#holders] };
    for (const view of this.#views) this.send(view.place, () => view.place.run(() => view.hear(received)));
  }
}

/** The leases as one process sees them. */
export class LeaseView implements Leases {
  readonly place: Place;
  readonly #table: LeaseTable;
  readonly #handlers = new Set<() => void>();
  /** When the last heartbeat of each node arrived (monotonic ms of this process). */
  #heard = new Map<string, number>();
  #holders = new Map<string, string>();
  #nth = 0;
  #stopBeating = (): void => {};
  #shown = '';
  #closed = false;

  constructor(place: Place, table: LeaseTable) {
    this.place = place;
    this.#table = table;
  }

  get node(): string | null {
    return this.place.node;
  }

  begin(): void {
    const { node, clock } = this.place;
    if (node !== null) this.#heard.set(node, clock.monotonic());
    this.#beatLater();
  }

  #beatLater(): void {
    const { node, clock } = this.place;
    this.#stopBeating = clock.after(HEARTBEAT_MS, () => {
      if (node !== null) this.#table.send(this.place, () => this.#table.beat(node));
      // Also notices nodes that are silent.
      this.#look();
      this.#beatLater();
    });
  }

  hear({ nth, ages, holders }: Received): void {
    if (nth <= this.#nth || this.#closed) return;
    this.#nth = nth;
    const now = this.place.clock.monotonic();
    this.#heard = new Map(ages.map(([node, age]) => [node, now - age]));
    this.#holders = new Map(holders);
    this.#look();
  }

  #look(): void {
    const held = [...this.#holders].filter(([, holder]) => this.#lives(holder)).sort();
    const shown = JSON.stringify([this.nodes(), held]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    for (const handler of [...this.#handlers]) handler();
  }

  claim(key: string): Promise<boolean> {
    const { node, clock, run } = this.place;
    if (node === null || this.#closed) return Promise.resolve(false);
    return new Promise((resolve) => {
      const cancel = clock.after(CLAIM_MS, () => resolve(false));
      this.#table.send(this.place, () => {
        const isOurs = this.#table.claim(key, node);
        this.#table.send(this.place, () =>
          run(() => {
            cancel();
            if (isOurs && !this.#closed) this.#holders.set(key, node);
            this.#look();
            resolve(isOurs && !this.#closed);
          }),
        );
      });
    });
  }

  async release(key: string): Promise<void> {
    const { node } = this.place;
    if (node === null || this.#holders.get(key) !== node) return;
    this.#holders.delete(key);
    this.#look();
    this.#table.send(this.place, () => this.#table.release(key, node));
  }

  holderOf(key: string): string | undefined {
    const holder = this.#holders.get(key);
    return holder !== undefined && this.#lives(holder) ? holder : undefined;
  }

  nodes(): readonly string[] {
    return [...this.#heard.keys()].filter((node) => this.#lives(node)).sort();
  }

  #lives(node: string): boolean {
    const at = this.#heard.get(node);
    return at !== undefined && this.place.clock.monotonic() - at < LEASE_MS;
  }

  onChange(handler: () => void): () => void {
    this.#handlers.add(handler);
    return () => this.#handlers.delete(handler);
  }

  async close(): Promise<void> {
    const { node } = this.place;
    if (this.#closed) return;
    this.leave();
    if (node !== null) this.#table.send(this.place, () => this.#table.gone(node));
  }

  /** The process has died without notice. */
  leave(): void {
    this.#closed = true;
    this.#stopBeating();
    this.#handlers.clear();
    this.#table.leave(this);
  }
}
