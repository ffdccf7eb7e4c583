import { leaseKeys } from '@saleyard/contract/commands.ts';
import type { AuctionId } from '@saleyard/domain/auction/ids.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { Leases } from '@saleyard/platform/leases/port.ts';
import { preferredNodes } from '@saleyard/platform/leases/preference.ts';
import type { EngineLimits } from './limits.ts';

type Options = {
  leases: Leases;
  clock: Clock;
  limits: EngineLimits;
  /** The auctions that need an owner. */
  open(): ReadonlySet<AuctionId>;
  /** Whether this node may run auctions: its clock is right and it is not stopping. */
  mayRun(): boolean;
  /** This node runs the auction from here on. */
  gained(auction: AuctionId): void;
  /** Another node runs it, or this one no longer may. */
  lost(auction: AuctionId): void;
  /** Another node holds the lease at the moment. */
  heldElsewhere(auction: AuctionId): void;
};

/**
 * Which auctions this node runs, by the nodes' leases. An open auction without an owner is claimed at once by the
 * node that is first in the order of preference, and by the others a little later, so that they don't all try [N1].
 * | A lease without news, for example during a network partition, is kept until another node is reported to hold it:
 * the log's expected revision protects an auction from having two owners.
 */
export class Ownership {
  readonly #options: Options;
  readonly #mine = new Set<AuctionId>();
  readonly #claiming = new Map<AuctionId, Promise<void>>();
  /** Since when (monotonic ms) an open auction has no owner, and who was the last one. */
  readonly #free = new Map<AuctionId, { since: number; before: string | undefined }>();
  readonly #holders = new Map<AuctionId, string>();
  readonly #stopListening: () => void;
  #isDue = false;
  #stopped = false;

  constructor(options: Options) {
    this.#options = options;
    this.#stopListening = options.leases.onChange(() => this.#considerSoon());
  }

  /** Whether this node runs it. */
  has(auction: AuctionId): boolean {
    return this.#mine.has(auction);
  }

  [Symbol.iterator](): IterableIterator<AuctionId> {
    return this.#mine.values();
  }

  get size(): number {
    return this.#mine.size;
  }

  /** Merges all changes of a turn, since each claim is a request. */
  #considerSoon(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    queueMicrotask(() => {
      this.#isDue = false;
      this.consider();
    });
  }

  /** Checks every open auction: releases those that another node has, and claims those that are free. */
  consider(): void {
    const { open, mayRun } = this.#options;
    if (this.#stopped) return;
    if (!mayRun()) {
      void this.releaseAll();
      return;
    }
    for (const auction of this.#mine) this.#check(auction);
    for (const auction of open()) if (!this.#mine.has(auction)) this.#consider(auction);
    for (const known of [this.#free, this.#holders]) {
      for (const auction of known.keys()) if (!open().has(auction)) known.delete(auction);
    }
  }

  /** A command for the auction arrived here: it is claimed if it has no owner [N2]. */
  wanted(auction: AuctionId): void {
    if (this.#mine.has(auction) || this.#claiming.has(auction) || !this.#options.mayRun()) return;
    const holder = this.#holderOf(auction);
    if (holder === undefined || holder === this.#options.leases.node) void this.#claim(auction);
  }

  /** Resolves when all pending claims are answered. */
  async claimsAnswered(): Promise<void> {
    await Promise.all(this.#claiming.values());
  }

  /** The auction is closed: it needs no owner. */
  async release(auction: AuctionId): Promise<void> {
    if (this.#mine.delete(auction)) await this.#options.leases.release(leaseKeys.auction(auction));
  }

  /** Releases all leases, so that other nodes claim them at once [N3]. */
  async releaseAll(): Promise<void> {
    const { leases, lost } = this.#options;
    const mine = [...this.#mine];
    this.#mine.clear();
    for (const auction of mine) lost(auction);
    await Promise.all(mine.map((auction) => leases.release(leaseKeys.auction(auction))));
  }

  /** Stops claiming and releasing. */
  stop(): void {
    this.#stopped = true;
    this.#stopListening();
  }

  #holderOf(auction: AuctionId): string | undefined {
    return this.#options.leases.holderOf(leaseKeys.auction(auction));
  }

  #check(auction: AuctionId): void {
    const { leases, lost } = this.#options;
    const holder = this.#holderOf(auction);
    if (holder === leases.node) return;
    if (holder === undefined) {
      // This node was silent for a while, but no other node claimed the auction, so it still runs it.
      void this.#claim(auction);
      return;
    }
    this.#mine.delete(auction);
    lost(auction);
  }

  #consider(auction: AuctionId): void {
    const { leases, clock, limits, heldElsewhere } = this.#options;
    const holder = this.#holderOf(auction);
    if (holder === leases.node) {
      // A lease from before this process started, or a report that arrived before the claim's answer.
      void this.#claim(auction);
      return;
    }
    if (holder !== undefined) {
      this.#free.delete(auction);
      this.#holders.set(auction, holder);
      heldElsewhere(auction);
      return;
    }
    const now = clock.monotonic();
    let free = this.#free.get(auction);
    if (free === undefined) {
      free = { since: now, before: this.#holders.get(auction) };
      this.#free.set(auction, free);
    }
    const { before, since } = free;
    const others = leases.nodes().filter((node) => node !== before);
    const [first] = preferredNodes(leaseKeys.auction(auction), others);
    if (first === leases.node || now - since >= limits.claimWaitMs) void this.#claim(auction);
  }

  #claim(auction: AuctionId): Promise<void> {
    const underWay = this.#claiming.get(auction);
    if (underWay !== undefined) return underWay;
    const claiming = this.#claimOnce(auction).finally(() => this.#claiming.delete(auction));
    this.#claiming.set(auction, claiming);
    return claiming;
  }

  async #claimOnce(auction: AuctionId): Promise<void> {
    const { leases, mayRun, gained } = this.#options;
    const key = leaseKeys.auction(auction);
    const held = await leases.claim(key).catch(() => false);
    if (!held) return;
    if (!mayRun()) {
      await leases.release(key);
      return;
    }
    this.#free.delete(auction);
    this.#holders.delete(auction);
    if (this.#mine.has(auction)) return;
    this.#mine.add(auction);
    gained(auction);
  }
}
