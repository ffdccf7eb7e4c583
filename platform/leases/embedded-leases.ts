import type { Clock } from '../clock/port.ts';
import { HEARTBEAT_MS, LEASE_MS, type Leases } from './port.ts';

/** A node from its first heartbeat until it is silent; when it comes back it is another member. */
type Member = {
  readonly node: string;
  /** Monotonic ms of the table's clock. */
  heardAt: number;
};

/**
 * The leases of nodes that live in one process: `join` gives each its own view of one table. A node is heard of by
 * its own clock's timers, so one whose clock stands still loses what it held.
 */
export class EmbeddedLeases {
  readonly #clock: Clock;
  readonly #members = new Map<string, Member>();
  readonly #holders = new Map<string, Member>();
  readonly #handlers = new Set<() => void>();
  #stopLooking: (() => void) | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** A node's part in it; null for one that looks on. `clock` is that node's own. */
  join(node: string | null, clock: Clock = this.#clock): Leases {
    let member: Member | null = null;
    let stopHeartbeat = (): void => {};
    const mine: (() => void)[] = [];
    const beat = (): void => {
      if (node === null) return;
      stopHeartbeat = clock.after(HEARTBEAT_MS, beat);
      if (member !== null && this.#lives(member)) member.heardAt = this.#clock.monotonic();
      else member = this.#arrives(node);
    };
    beat();
    return {
      node,
      claim: async (key) => {
        if (member === null || !this.#lives(member)) return false;
        const holder = this.#holderOf(key);
        if (holder !== undefined) return holder === member;
        this.#holders.set(key, member);
        this.#notify();
        return true;
      },
      release: async (key) => {
        if (member === null || this.#holders.get(key) !== member) return;
        this.#holders.delete(key);
        this.#notify();
      },
      holderOf: (key) => this.#holderOf(key)?.node,
      nodes: () => this.#nodes(),
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
        if (member !== null) this.#leaves(member);
        member = null;
      },
    };
  }

  /** Asked for every bid. */
  #nodes(): string[] {
    const names: string[] = [];
    for (const member of this.#members.values()) if (this.#lives(member)) names.push(member.node);
    return names.length > 1 ? names.sort() : names;
  }

  #holderOf(key: string): Member | undefined {
    const holder = this.#holders.get(key);
    return holder !== undefined && this.#lives(holder) ? holder : undefined;
  }

  #lives(member: Member): boolean {
    return this.#members.get(member.node) === member && this.#clock.monotonic() - member.heardAt < LEASE_MS;
  }

  /** One that is there already under that name started again: what it held is lost. */
  #arrives(node: string): Member {
    const before = this.#members.get(node);
    if (before !== undefined) this.#forget(before);
    const member = { node, heardAt: this.#clock.monotonic() };
    this.#members.set(node, member);
    this.#stopLooking ??= this.#clock.after(LEASE_MS, () => this.#look());
    this.#notify();
    return member;
  }

  #leaves(member: Member): void {
    this.#forget(member);
    if (this.#members.size === 0) {
      this.#stopLooking?.();
      this.#stopLooking = null;
    }
    this.#notify();
  }

  #forget(member: Member): void {
    if (this.#members.get(member.node) === member) this.#members.delete(member.node);
    for (const [key, holder] of this.#holders) if (holder === member) this.#holders.delete(key);
  }

  /** Forgets who fell silent, and looks again when the next one may have. */
  #look(): void {
    this.#stopLooking = null;
    const silent = [...this.#members.values()].filter((member) => !this.#lives(member));
    for (const member of silent) this.#forget(member);
    if (this.#members.size > 0) {
      const longest = Math.min(...[...this.#members.values()].map(({ heardAt }) => heardAt));
      const left = longest + LEASE_MS - this.#clock.monotonic();
      this.#stopLooking = this.#clock.after(Math.ceil(left), () => this.#look());
    }
    if (silent.length > 0) this.#notify();
  }

  #notify(): void {
    for (const handler of [...this.#handlers]) handler();
  }
}
