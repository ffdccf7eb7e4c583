import type { Clock } from '../clock/port.ts';
import { HEARTBEAT_MS, LEASE_MS, type Leases } from './port.ts';

/** A node from its first heartbeat until it is silent; when it comes back it is another member. */
type Member = {
  readonly node: string;
  /** When its last heartbeat was: monotonic ms of the table's clock. */
  heartbeatAt: number;
};

/**
 * The leases of nodes of one process: `join` gives each its own view of one table. Heartbeats run on the node's own
 * clock: a node whose clock stops loses its leases.
 */
export class EmbeddedLeases {
  readonly #clock: Clock;
  readonly #members = new Map<string, Member>();
  readonly #holders = new Map<string, Member>();
  readonly #handlers = new Set<() => void>();
  #stopCheck: (() => void) | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** A node's view of the table; null for an observer. `clock` is that node's own. */
  join(node: string | null, clock: Clock = this.#clock): Leases {
    let member: Member | null = null;
    let stopHeartbeat = (): void => {};
    const mine: (() => void)[] = [];
    const beat = (): void => {
      if (node === null) return;
      stopHeartbeat = clock.after(HEARTBEAT_MS, beat);
      if (member !== null && this.#lives(member)) member.heartbeatAt = this.#clock.monotonic();
      else member = this.#add(node);
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
        if (member !== null) this.#remove(member);
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
    return (
      this.#members.get(member.node) === member && this.#clock.monotonic() - member.heartbeatAt < LEASE_MS
    );
  }

  /** A node of that name is replaced: it started again, and its leases are lost. */
  #add(node: string): Member {
    const before = this.#members.get(node);
    if (before !== undefined) this.#forget(before);
    const member = { node, heartbeatAt: this.#clock.monotonic() };
    this.#members.set(node, member);
    this.#stopCheck ??= this.#clock.after(LEASE_MS, () => this.#removeSilent());
    this.#notify();
    return member;
  }

  #remove(member: Member): void {
    this.#forget(member);
    if (this.#members.size === 0) {
      this.#stopCheck?.();
      this.#stopCheck = null;
    }
    this.#notify();
  }

  #forget(member: Member): void {
    if (this.#members.get(member.node) === member) this.#members.delete(member.node);
    for (const [key, holder] of this.#holders) if (holder === member) this.#holders.delete(key);
  }

  /** Removes silent nodes, and checks again when the next one may be silent. */
  #removeSilent(): void {
    this.#stopCheck = null;
    const silent = [...this.#members.values()].filter((member) => !this.#lives(member));
    for (const member of silent) this.#forget(member);
    if (this.#members.size > 0) {
      const longest = Math.min(...[...this.#members.values()].map(({ heartbeatAt }) => heartbeatAt));
      const left = longest + LEASE_MS - this.#clock.monotonic();
      this.#stopCheck = this.#clock.after(Math.ceil(left), () => this.#removeSilent());
    }
    if (silent.length > 0) this.#notify();
  }

  #notify(): void {
    for (const handler of [...this.#handlers]) handler();
  }
}
