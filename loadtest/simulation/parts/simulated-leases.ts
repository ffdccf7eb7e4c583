import type { Chance } from '@saleyard/app/made-up/chance.ts';
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

/** What the table tells everyone. */
type Told = { beat: string | null; holders: ReadonlyMap<string, string> };

/** Who holds what among all nodes. Each process knows what reached it of that, and judges by its own clock. */
export class LeaseTable {
  readonly #after: (ms: number, task: () => void) => unknown;
  readonly #now: () => number;
  readonly #chance: Chance;
  readonly #heard = new Map<string, number>();
  readonly #holders = new Map<string, string>();
  readonly #views = new Set<LeaseView>();

  constructor(clock: { after(ms: number, task: () => void): unknown; now(): number }, chance: Chance) {
    this.#after = (ms, task) => clock.after(ms, task);
    this.#now = () => clock.now();
    this.#chance = chance;
  }

  /** A process joins, or looks on (`node` null). */
  join(place: Place): LeaseView {
    const view = new LeaseView(place, this);
    this.#views.add(view);
    view.begin();
    return view;
  }

  leave(view: LeaseView): void {
    this.#views.delete(view);
  }

  /** Carries a message from a process to the table, if it gets through. */
  send(place: Place, arrive: () => void): void {
    if (place.isCut()) return;
    this.#after(this.#chance() * MESSAGE_MS, arrive);
  }

  beat(node: string): void {
    this.#heard.set(node, this.#now());
    this.#tell(node);
  }

  claim(key: string, node: string): boolean {
    const holder = this.#holders.get(key);
    if (holder !== undefined && holder !== node && this.#lives(holder)) return false;
    this.#holders.set(key, node);
    this.#tell(null);
    return true;
  }

  release(key: string, node: string): void {
    if (this.#holders.get(key) !== node) return;
    this.#holders.delete(key);
    this.#tell(null);
  }

  gone(node: string): void {
    this.#heard.delete(node);
    for (const [key, holder] of this.#holders) if (holder === node) this.#holders.delete(key);
    this.#tell(null);
  }

  #lives(node: string): boolean {
    return this.#now() - (this.#heard.get(node) ?? Number.NEGATIVE_INFINITY) < LEASE_MS;
  }

  #tell(beat: string | null): void {
    const told: Told = { beat, holders: new Map(this.#holders) };
    for (const view of this.#views) this.send(view.place, () => view.place.run(() => view.hear(told)));
  }
}

/** The leases as one process knows them. */
export class LeaseView implements Leases {
  readonly place: Place;
  readonly #table: LeaseTable;
  readonly #heard = new Map<string, number>();
  readonly #handlers = new Set<() => void>();
  #holders = new Map<string, string>();
  #stopBeating = (): void => {};
  #shown = '';

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
    this.#beat();
  }

  #beat(): void {
    const { node, clock } = this.place;
    if (node !== null) this.#table.send(this.place, () => this.#table.beat(node));
    // Also sees who is heard of no more.
    this.#look();
    this.#stopBeating = clock.after(HEARTBEAT_MS, () => this.#beat());
  }

  hear({ beat, holders }: Told): void {
    if (beat !== null) this.#heard.set(beat, this.place.clock.monotonic());
    this.#holders = new Map(holders);
    this.#look();
  }

  #look(): void {
    const shown = JSON.stringify([this.nodes(), [...this.#holders].sort()]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    for (const handler of [...this.#handlers]) handler();
  }

  async claim(key: string): Promise<boolean> {
    const { node, clock, run } = this.place;
    if (node === null) return false;
    return new Promise((resolve) => {
      const cancel = clock.after(CLAIM_MS, () => resolve(false));
      this.#table.send(this.place, () => {
        const isOurs = this.#table.claim(key, node);
        this.#table.send(this.place, () =>
          run(() => {
            cancel();
            if (isOurs) this.#holders.set(key, node);
            this.#look();
            resolve(isOurs);
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
    this.#stopBeating();
    this.#handlers.clear();
    if (node !== null) this.#table.send(this.place, () => this.#table.gone(node));
    this.#table.leave(this);
  }

  /** The process is gone without a word. */
  leave(): void {
    this.#stopBeating();
    this.#handlers.clear();
    this.#table.leave(this);
  }
}
