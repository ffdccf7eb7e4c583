import type { Clock } from '../clock/port.ts';
import { HEARTBEAT_MS, LEASE_MS, type Leases } from './port.ts';

/**
 * The leases of nodes that live in one process: `join` gives each its own view of one table. A node is heard of by
 * its own clock's timers, so one whose clock stands still loses what it held.
 */
export class EmbeddedLeases {
  readonly #clock: Clock;
  /** When each node was last heard of (monotonic ms of the table's clock). */
  readonly #heard = new Map<string, number>();
  readonly #holders = new Map<string, string>();
  readonly #handlers = new Set<() => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** A node's part in it; null for one that looks on. `clock` is that node's own. */
  join(node: string | null, clock: Clock = this.#clock): Leases {
    let stopHeartbeat = (): void => {};
    const mine: (() => void)[] = [];
    const beat = (): void => {
      if (node === null) return;
      const isNews = !this.#lives(node);
      this.#heard.set(node, this.#clock.monotonic());
      stopHeartbeat = clock.after(HEARTBEAT_MS, beat);
      if (isNews) this.#tell();
    };
    beat();
    return {
      node,
      claim: async (key) => {
        if (node === null || !this.#lives(node)) return false;
        const holder = this.#holderOf(key);
        if (holder !== undefined) return holder === node;
        this.#holders.set(key, node);
        this.#tell();
        return true;
      },
      release: async (key) => {
        if (node === null || this.#holders.get(key) !== node) return;
        this.#holders.delete(key);
        this.#tell();
      },
      holderOf: (key) => this.#holderOf(key),
      nodes: () => [...this.#heard.keys()].filter((name) => this.#lives(name)).sort(),
      onChange: (handler) => {
        const own = (): void => handler();
        this.#handlers.add(own);
        const stop = (): void => {
          this.#handlers.delete(own);
        };
        mine.push(stop);
        return stop;
      },
      close: async () => {
        stopHeartbeat();
        for (const stop of mine.splice(0)) stop();
        if (node === null) return;
        this.#heard.delete(node);
        for (const [key, holder] of this.#holders) if (holder === node) this.#holders.delete(key);
        this.#tell();
      },
    };
  }

  #holderOf(key: string): string | undefined {
    const holder = this.#holders.get(key);
    return holder !== undefined && this.#lives(holder) ? holder : undefined;
  }

  #lives(node: string): boolean {
    const at = this.#heard.get(node);
    return at !== undefined && this.#clock.monotonic() - at < LEASE_MS;
  }

  #tell(): void {
    for (const handler of this.#handlers) handler();
  }
}
