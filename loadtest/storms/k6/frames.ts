import type { PublicAuction } from '@saleyard/contract/auctions.ts';
import type { PublicLot } from '@saleyard/contract/lots.ts';
import type { ServerAnswer, ServerMessage } from '@saleyard/contract/realtime.ts';
import { digestOf } from './record.ts';

/** Data that a client holds as it was received, and its digest after the first request for it. */
export class Received<T> {
  readonly view: T;
  #digest: string | null = null;

  constructor(view: T) {
    this.view = view;
  }

  get digest(): string {
    this.#digest ??= digestOf(this.view);
    return this.#digest;
  }
}

/** A frame's content for a client of one sale: answers, and updates as of a revision. */
export type Heard =
  | { about: 'answer'; answer: ServerAnswer }
  | { about: 'lot'; seq: number; lot: Received<PublicLot> }
  | { about: 'auction'; seq: number; auction: Received<PublicAuction> }
  | { about: 'all'; seq: number; auction: Received<PublicAuction>; lots: readonly Received<PublicLot>[] };

/** Frames whose reading is kept: as many as sockets of one group are apart from each other when k6 is behind. */
const KEPT = 256;
const kept = new Map<string, readonly Heard[]>();

/**
 * Reads a frame. What is sent to the whole room comes to each socket as the same text, so the sockets of one group
 * share the reading of it: parsing is what costs k6 most.
 */
export function read(text: string): readonly Heard[] {
  const known = kept.get(text);
  if (known !== undefined) return known;
  const heardNow = (JSON.parse(text) as ServerMessage[]).flatMap(heard);
  if (kept.size >= KEPT)
    for (const oldest of kept.keys()) {
      kept.delete(oldest);
      break;
    }
  kept.set(text, heardNow);
  return heardNow;
}

function heard(message: ServerMessage): readonly Heard[] {
  if (!('channel' in message)) return [{ about: 'answer', answer: message }];
  if (message.channel !== 'bids') return [];
  switch (message.event) {
    case 'lot-update':
      return [{ about: 'lot', seq: message.seq, lot: new Received(message.data) }];
    case 'auction-update':
      return [{ about: 'auction', seq: message.seq, auction: new Received(message.data) }];
    case 'snapshot': {
      const { auction, lots } = message.data;
      const received = lots.map((lot) => new Received(lot));
      return [{ about: 'all', seq: message.seq, auction: new Received(auction), lots: received }];
    }
  }
}
