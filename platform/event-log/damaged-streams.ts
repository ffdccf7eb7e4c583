import type { Logger } from '../logging/logger.ts';
import type { Link } from './log-records.ts';
import type { EventLogCorrupt } from './port.ts';

/** Damaged streams that are reported; a log with more is past reading stream by stream. */
const REPORTED_LIMIT = 1_000;

/** The streams of a log in which damage was found: each is reported once, and set aside. */
export class DamagedStreams {
  readonly #logger: Pick<Logger, 'error'> | undefined;
  /** By stream, the first damage found. Where the stream is not known, by position. */
  readonly #damages = new Map<string, EventLogCorrupt>();
  /** Runs of positions whose records can't be read. */
  readonly #lost: { from: number; to: number }[] = [];

  constructor(logger: Pick<Logger, 'error'> | undefined) {
    this.#logger = logger;
  }

  get all(): readonly EventLogCorrupt[] {
    return [...this.#damages.values()];
  }

  /** Whether subscriptions leave out this event: it is the first damaged one of its stream, or lies after it. */
  leavesOut(stream: string, revision: number): boolean {
    if (this.#damages.size === 0) return false;
    const damage = this.#damages.get(stream);
    return damage !== undefined && revision >= damage.revision;
  }

  of(stream: string): EventLogCorrupt | undefined {
    return this.#damages.get(stream);
  }

  add(damage: EventLogCorrupt): void {
    const { stream, revision, position } = damage;
    const name = stream === '?' ? `? ${position ?? revision}` : stream;
    if (this.#damages.has(name) || this.#damages.size >= REPORTED_LIMIT) return;
    this.#damages.set(name, damage);
    this.#logger?.error(
      { stream, revision, position, reason: damage.message },
      'a damaged stream is set aside',
    );
  }

  /** The records from one position up to (not with) another can't be read. */
  lose(from: number, to: number): void {
    if (this.#lost.length < REPORTED_LIMIT) this.#lost.push({ from, to });
  }

  /** Whether the record before this one in its stream is among the lost. */
  hasLost({ ordinal, previous }: Pick<Link, 'ordinal'> & { previous: Pick<Link, 'position'> }): boolean {
    if (this.#lost.length === 0 || ordinal === 0) return false;
    return this.#lost.some(({ from, to }) => previous.position >= from && previous.position < to);
  }
}
