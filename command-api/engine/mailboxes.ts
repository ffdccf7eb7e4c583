import type { AuctionId } from '@saleyard/domain/auction/ids.ts';
import { Mailbox } from './mailbox.ts';
import type { EngineNode } from './node.ts';

/** The mailboxes of a node: one for each auction that it runs or received commands for, and a few closed ones. */
export class Mailboxes {
  readonly #node: EngineNode;
  readonly #all = new Map<AuctionId, Mailbox>();
  /** Closed auctions cached for late commands, least recently used first. */
  readonly #resting = new Set<AuctionId>();
  readonly #toOpen = new Set<AuctionId>();
  /** Auctions with damaged streams: opened on request only. */
  readonly #damaged = new Set<AuctionId>();
  #openers: Promise<void>[] = [];

  constructor(node: EngineNode) {
    this.#node = node;
  }

  [Symbol.iterator](): IterableIterator<[AuctionId, Mailbox]> {
    return this.#all.entries();
  }

  get(auction: AuctionId): Mailbox | undefined {
    const known = this.#all.get(auction);
    return known?.hasEnded ? undefined : known;
  }

  /** The auction's mailbox, opened if necessary. */
  at(auction: AuctionId): Mailbox {
    const known = this.get(auction);
    if (known !== undefined) return known;
    const mailbox = new Mailbox(auction, this.#node);
    this.#all.set(auction, mailbox);
    return mailbox;
  }

  /** Queues the auction's mailbox to be opened, unless it is open; a limited number open in parallel. */
  openInTurn(auction: AuctionId): void {
    if (this.get(auction) !== undefined || this.#damaged.has(auction)) return;
    this.#toOpen.add(auction);
    if (this.#openers.length >= this.#node.limits.openingAtOnce) return;
    const opener = this.#openOneByOne().finally(() => {
      this.#openers = this.#openers.filter((other) => other !== opener);
    });
    this.#openers.push(opener);
  }

  async #openOneByOne(): Promise<void> {
    for (const next of this.#toOpen) {
      this.#toOpen.delete(next);
      if (this.#node.runs(next)) await this.at(next).opened;
    }
  }

  /** Resolves when every queued mailbox is open. */
  async opened(): Promise<void> {
    while (this.#openers.length > 0) await Promise.all(this.#openers);
  }

  /**
   * Drops an idle mailbox: at once when it has ended or another node runs its auction; a closed one when there are
   * too many.
   */
  rest(auction: AuctionId): void {
    this.#resting.delete(auction);
    const mailbox = this.#all.get(auction);
    if (!mailbox?.rests) return;
    if (mailbox.isDamaged) this.#damaged.add(auction);
    if (mailbox.hasEnded || mailbox.state?.phase !== 'closed') {
      this.#letGo(auction, mailbox);
      return;
    }
    this.#resting.add(auction);
    for (const longest of this.#resting) {
      if (this.#resting.size <= this.#node.limits.closedKept) return;
      this.#resting.delete(longest);
      const unused = this.#all.get(longest);
      if (unused?.rests) this.#letGo(longest, unused);
    }
  }

  #letGo(auction: AuctionId, mailbox: Mailbox): void {
    this.#all.delete(auction);
    void mailbox.close();
  }

  /** Finishes all appends in progress. */
  async close(): Promise<void> {
    this.#toOpen.clear();
    await Promise.all([...this.#all.values()].map((mailbox) => mailbox.close()));
  }
}
