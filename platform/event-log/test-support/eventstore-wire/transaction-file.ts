import { appendFile, closeSync, fdatasync, ftruncateSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import { CommitSignal } from '../../commit-signal.ts';

const write = promisify(appendFile);
const sync = promisify(fdatasync);

/** The log does not begin at 0: a real one begins with records of its own. */
const FIRST_POSITION = 128;
/** Length and checksum before each record. */
const FRAME_BYTES = 8;

/** What an append proposes. */
export type Proposed = { id: string; type: string; isJson: boolean; data: Uint8Array; metadata: Uint8Array };

/** A stored event; `position` is where its record begins in the file, `end` where the next one does. */
export type StoredEvent = Proposed & {
  stream: string;
  revision: number;
  /** ms since the epoch, by this machine's clock. */
  created: number;
  position: number;
  end: number;
};

/**
 * The events of a test's server: one file of records, written in groups and synced before anybody is notified, and
 * held in memory. A record that was cut short by a kill is cut off when the file is opened again.
 */
export class TransactionFile {
  readonly #file: number;
  readonly #now: () => number;
  /** Synced, in order. */
  readonly events: StoredEvent[] = [];
  readonly #streams = new Map<string, StoredEvent[]>();
  readonly #grown = new CommitSignal();
  #next: number;
  #waiting: { event: StoredEvent; record: Buffer }[] = [];
  #writing: Promise<void> | undefined;

  constructor(folder: string, now: () => number) {
    mkdirSync(folder, { recursive: true });
    const path = join(folder, 'transactions');
    this.#file = openSync(path, 'a+');
    this.#now = now;
    this.#next = this.#load(readFileSync(path));
    ftruncateSync(this.#file, this.#next - FIRST_POSITION);
  }

  #load(bytes: Buffer): number {
    let at = 0;
    while (at + FRAME_BYTES <= bytes.length) {
      const body = bytes.subarray(at + FRAME_BYTES, at + FRAME_BYTES + bytes.readUInt32BE(at));
      if (body.length < bytes.readUInt32BE(at) || crc32(body) !== bytes.readUInt32BE(at + 4)) break;
      const position = FIRST_POSITION + at;
      at += FRAME_BYTES + body.length;
      const event = { ...decoded(body), position, end: FIRST_POSITION + at };
      this.events.push(event);
      this.#place(event);
    }
    return FIRST_POSITION + at;
  }

  #place(event: StoredEvent): void {
    const stream = this.#streams.get(event.stream);
    if (stream === undefined) this.#streams.set(event.stream, [event]);
    else stream.push(event);
  }

  /** A stream's events, with those that wait to be synced: see `isSynced`. */
  of(stream: string): readonly StoredEvent[] {
    return this.#streams.get(stream) ?? [];
  }

  isSynced(event: StoredEvent): boolean {
    return event.end <= this.end;
  }

  /** Where the next record will begin. */
  get end(): number {
    return this.events.at(-1)?.end ?? FIRST_POSITION;
  }

  /** How many events lie before a position; undefined when no record begins there. */
  indexAt(position: number): number | undefined {
    let low = 0;
    let high = this.events.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.events[middle] as StoredEvent).position < position) low = middle + 1;
      else high = middle;
    }
    const found = this.events[low]?.position ?? this.end;
    return found === position ? low : undefined;
  }

  /** Adds events after a stream's last; resolves when they are on disk. */
  async add(stream: string, proposed: readonly Proposed[]): Promise<void> {
    const created = this.#now();
    for (const each of proposed) {
      const unplaced = { ...each, stream, revision: this.of(stream).length, created };
      const record = encoded(unplaced);
      const position = this.#next;
      this.#next += record.length;
      const event = { ...unplaced, position, end: this.#next };
      this.#place(event);
      this.#waiting.push({ event, record });
    }
    const upTo = this.#next;
    while (this.end < upTo) {
      this.#writing ??= this.#write();
      await this.#writing;
    }
  }

  async #write(): Promise<void> {
    // Appends that arrive in the same turn join the group.
    await turn();
    const group = this.#waiting;
    this.#waiting = [];
    await write(this.#file, Buffer.concat(group.map(({ record }) => record)));
    await sync(this.#file);
    this.#writing = undefined;
    for (const { event } of group) this.events.push(event);
    this.#grown.raise();
  }

  /** Resolves when more is synced. */
  growth(): Promise<void> {
    return this.#grown.wait();
  }

  /** Wakes those who wait for more. */
  wake(): void {
    this.#grown.raise();
  }

  async close(): Promise<void> {
    await this.#writing;
    closeSync(this.#file);
  }
}

type Unplaced = Omit<StoredEvent, 'position' | 'end'>;

function encoded({ data, metadata, ...rest }: Unplaced): Buffer {
  const head = Buffer.from(JSON.stringify({ ...rest, dataBytes: data.length }));
  const body = Buffer.concat([Buffer.alloc(4), head, data, metadata]);
  body.writeUInt32BE(head.length, 0);
  const frame = Buffer.alloc(FRAME_BYTES);
  frame.writeUInt32BE(body.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame, body]);
}

function decoded(body: Buffer): Unplaced {
  const dataAt = 4 + body.readUInt32BE(0);
  const { dataBytes, ...rest } = JSON.parse(body.toString('utf8', 4, dataAt)) as Unplaced & {
    dataBytes: number;
  };
  const data = body.subarray(dataAt, dataAt + dataBytes);
  return { ...rest, data, metadata: body.subarray(dataAt + dataBytes) };
}
