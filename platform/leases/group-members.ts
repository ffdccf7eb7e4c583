import { LEASE_MS } from './port.ts';

type Member = {
  /** This run of the node: another one under the same name holds nothing of what this one holds. */
  epoch: string;
  /** ms, monotonic, of whoever listens. */
  heardAt: number;
  /** Whether it was heard itself, or only named by what it holds. */
  isHeard: boolean;
};

/**
 * Which nodes of a group live, as one of them hears it. Epochs are ids that sort by time of making, so that a late
 * message of an earlier run is distinguished from one of the present run.
 */
export class GroupMembers {
  readonly #members = new Map<string, Member>();

  /** A node said that it lives. Returns whether that is news. */
  heard(node: string, epoch: string, now: number): boolean {
    const known = this.#members.get(node);
    if (known !== undefined && known.epoch > epoch) return false;
    this.#members.set(node, { epoch, heardAt: now, isHeard: true });
    return known?.epoch !== epoch || !known.isHeard;
  }

  /** A node holds something. Whether it lives is unknown: it has the time of a lease to be heard. */
  named(node: string, epoch: string, now: number): void {
    const known = this.#members.get(node);
    if (known !== undefined && known.epoch >= epoch) return;
    this.#members.set(node, { epoch, heardAt: now, isHeard: false });
  }

  /** A node left, or is silent. Returns whether it was there. */
  left(node: string, epoch: string): boolean {
    if (!this.lives(node, epoch)) return false;
    return this.#members.delete(node);
  }

  lives(node: string, epoch: string): boolean {
    return this.#members.get(node)?.epoch === epoch;
  }

  /** When the last heartbeat of a living node arrived. */
  heardAt(node: string, epoch: string): number | undefined {
    return this.lives(node, epoch) ? this.#members.get(node)?.heardAt : undefined;
  }

  /** The nodes that were heard themselves, in the order of their names. */
  names(): string[] {
    return [...this.#members]
      .filter(([, { isHeard }]) => isHeard)
      .map(([node]) => node)
      .sort();
  }

  /** Nodes without a heartbeat for the time of a lease. */
  silent(now: number): { node: string; epoch: string }[] {
    return [...this.#members]
      .filter(([, { heardAt }]) => now - heardAt >= LEASE_MS)
      .map(([node, { epoch }]) => ({ node, epoch }));
  }

  /** How long it takes until one is silent, in ms, if nobody says a word; null when nobody is there. */
  untilSilent(now: number): number | null {
    if (this.#members.size === 0) return null;
    const longest = Math.min(...[...this.#members.values()].map(({ heardAt }) => heardAt));
    return Math.max(0, Math.ceil(longest + LEASE_MS - now));
  }
}
