import { Batch } from '@saleyard/command-api/engine/batch.ts';
import { sequenced } from '@saleyard/command-api/engine/sequencing.ts';
import { ownCommand, type Waiting } from '@saleyard/command-api/engine/waiting.ts';
import type { CommandBody } from '@saleyard/domain/auction/commands.ts';
import type { AuctionEvent } from '@saleyard/domain/auction/events.ts';
import { AuctionFold } from '@saleyard/domain/auction/evolve.ts';
import { auctionStream } from '@saleyard/domain/auction/ids.ts';
import { idOf, STREAMS, UPCASTERS } from '@saleyard/domain/streams.ts';
import { BufferArena } from '@saleyard/platform/event-log/buffer-arena.ts';
import { putAscii } from '@saleyard/platform/event-log/canonical-json.ts';
import { forwardedLog } from '@saleyard/platform/event-log/forwarded-log.ts';
import { GENESIS_HASH, hashOfRun, putCanonicalEvent } from '@saleyard/platform/event-log/hash-chain.ts';
import type { EventLog, RecordedEvent } from '@saleyard/platform/event-log/port.ts';
import { lifted } from '@saleyard/platform/event-log/upcasters.ts';
import * as assert from 'uvu/assert';

/** A sale's stream as the engine's runtime writes it, and the commands sent to it. */
export class RecordedSale {
  readonly #stream: string;
  readonly #fold = new AuctionFold();
  readonly stored: RecordedEvent[] = [];
  /** Of what was stored, by its commandId. */
  readonly sent = new Map<string, CommandBody>();

  constructor(auction: string) {
    this.#stream = auctionStream(auction);
  }

  /** Decides a body at `now` (ms), stores the events as the mailbox would, and returns them. */
  send(body: CommandBody, now: number): readonly AuctionEvent[] {
    const made = sequenced(this.#fold, body, now);
    if (made.kind !== 'to-store') return [];
    const batch = new Batch(this.stored.length - 1);
    const own = ownCommand(`command-${this.sent.size}`, body);
    const waiting = { ...own, ...senderOf(body, now, this.sent.size) };
    batch.add(waiting, made.events, made.at);
    for (const event of made.events) this.#fold.apply(event);
    for (const event of batch.events) this.#store(JSON.parse(JSON.stringify(event)) as typeof event);
    this.sent.set(waiting.commandId, body);
    return made.events;
  }

  get phase(): string {
    return this.#fold.read(({ phase }) => phase);
  }

  /** Whether an earlier version could have stored it: it was only ever under the first version of the rules. */
  get isOld(): boolean {
    return this.stored.every(
      ({ type, data }) => type !== 'AuctionScheduled' || (data as Scheduled).terms.rules === 1,
    );
  }

  /**
   * The same sale as earlier versions of Saleyard wrote it: without the version of the rules, and of a refused command of
   * staff only its type, its lot and the code. The log lifts these events as it reads them.
   */
  get older(): EventLog {
    const sale = new RecordedSale(idOf(STREAMS.auction, this.#stream));
    for (const { type, data, id, meta } of this.stored) {
      const { prevHash: _p, hash: _h, ...own } = meta;
      sale.#store({ id, type, ...olderForm({ type, data, meta: own }) });
    }
    return sale.log;
  }

  #store(event: (typeof Batch.prototype.events)[number]): void {
    const revision = this.stored.length;
    const prevHash = this.stored.at(-1)?.meta.hash ?? GENESIS_HASH;
    const run = new BufferArena(2_048);
    run.write(putAscii, prevHash);
    run.write(putCanonicalEvent, { event, stream: this.#stream, revision });
    const meta = { ...event.meta, prevHash, hash: hashOfRun(run.text()) };
    this.stored.push({ ...event, stream: this.#stream, revision, position: revision, meta });
  }

  /** A log that holds this sale and nothing else. */
  get log(): EventLog {
    const { stored } = this;
    const own = this.#stream;
    const nothing = (): never => assert.unreachable('an audit only reads') as never;
    return {
      ...forwardedLog(nothing),
      async *read(stream, { asStored = false } = {}) {
        if (stream === own) yield asStored ? stored : stored.map((event) => lifted(event, UPCASTERS));
      },
      lastRevision: async (stream) => (stream === own ? stored.length - 1 : -1),
      lastPosition: async () => stored.length - 1,
    };
  }
}

/** The sender that a body may have: bids and answers come from their bidders, what is signed from staff, all else from Saleyard. */
function senderOf(
  body: CommandBody,
  now: number,
  place: number,
): Partial<Pick<Waiting, 'actor' | 'arrival'>> {
  const { bidder, by, placedBy }: { bidder?: unknown; by?: unknown; placedBy?: unknown } = body as object;
  if (typeof by === 'string') return { actor: { kind: 'staff', id: by } };
  if (typeof bidder !== 'string' || placedBy !== undefined || body.type === 'floorBid') return {};
  const actor = { kind: 'user', id: bidder } as const;
  // Every third arrival is not recorded, and of every second page not what it showed.
  if (place % 3 === 0) return { actor };
  const page = place % 2 === 0 ? {} : { clockOffsetMs: -3, seenCents: place % 5 === 0 ? null : place };
  return { actor, arrival: { receivedAt: now - 2, ...page } };
}

type Stored = (typeof Batch.prototype.events)[number];

/** The shape of an event before the rules had versions, and before refused commands were kept. */
function olderForm({ type, data, meta }: Omit<Stored, 'id'>): Pick<Stored, 'data' | 'meta'> {
  if (type === 'AuctionScheduled') {
    const { terms, ...rest } = data as Scheduled;
    const { rules: _, ...older } = terms;
    return { data: { ...rest, terms: older }, meta: { ...meta, schema: 2 } };
  }
  if (type !== 'ActionRefused') return { data, meta };
  const { at, action, lot, code } = data as Refused;
  return { data: { at, action, lot, code }, meta: { ...meta, schema: 1 } };
}

type DataOf<T extends AuctionEvent['type']> = Extract<AuctionEvent, { type: T }>['data'];
type Scheduled = DataOf<'AuctionScheduled'>;
type Refused = DataOf<'ActionRefused'>;
