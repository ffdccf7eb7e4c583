import { now } from './moment.ts';
import { record } from './record.ts';

/** ms for which a frame's sightings by one group are collected before they are written. */
const GATHER_MS = 1_000;

/**
 * A group of clients: one k6 user with many sockets. It collects when its clients saw the sale
 * reach each revision, so that not every sight of every frame is a line of the journal.
 */
export class ClientGroup {
  readonly #name: string;
  readonly #frames = new Map<number, { first: number; last: number; sockets: number }>();
  #writeAt = now() + GATHER_MS;

  constructor(name: string) {
    this.#name = name;
  }

  saw(seq: number, at: number): void {
    const seen = this.#frames.get(seq);
    if (seen === undefined) this.#frames.set(seq, { first: at, last: at, sockets: 1 });
    else {
      seen.last = at;
      seen.sockets += 1;
    }
    if (at >= this.#writeAt) this.write(at - GATHER_MS);
  }

  /** Writes down the frames first seen before `before`; those after it may still come to others. */
  write(before: number): void {
    this.#writeAt = now() + GATHER_MS;
    const done = [...this.#frames].filter(([, { first }]) => first <= before);
    if (done.length === 0) return;
    for (const [seq] of done) this.#frames.delete(seq);
    const frames = done.map(([seq, { first, last, sockets }]) => [seq, first, last, sockets] as const);
    record({ k: 'seen', stand: this.#name, frames });
  }
}
