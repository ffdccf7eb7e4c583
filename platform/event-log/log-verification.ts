import { setImmediate as turn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { GENESIS_HASH } from './hash-chain.ts';
import { named } from './log-reader.ts';
import { NO_HEAD, type StreamHead } from './log-records.ts';
import type { LogStore } from './log-store.ts';
import { EventLogCorrupt } from './port.ts';
import { type Chunk, hashBefore, storedEvent } from './stored-chunk.ts';

/** Chunks checked before others get their turn. */
const CHUNKS_PER_TURN = 64;

function checkChunk(store: LogStore, chunk: Chunk, end: StreamHead): void {
  const { stream, firstRevision: revision, position } = chunk;
  const wrong = (what: string): never => {
    throw new EventLogCorrupt({ stream, revision, position }, what);
  };
  if (revision !== end.revision + 1) wrong(`event ${end.revision + 1} of its stream should stand here`);
  if (
    chunk.ordinal !== end.chunk.ordinal + 1 ||
    (chunk.ordinal > 0 && chunk.previous.position !== end.chunk.position)
  ) {
    wrong('it does not lead to the event before it');
  }
  if (chunk.chained && hashBefore(chunk, 0) !== (end.hash ?? GENESIS_HASH)) {
    wrong('its prevHash is not the hash of the event before it');
  }
  if (store.mustBeIndexed(chunk) && store.indexed(stream, revision)?.position !== position) {
    wrong('its index entry is missing or damaged');
  }
  for (let i = 0; i < chunk.count; i += 1) named(chunk, () => storedEvent(chunk, i));
}

function endOf(chunk: Chunk): StreamHead {
  const { position, firstRevision, ordinal, count } = chunk;
  const hash = hashBefore(chunk, count);
  return { revision: firstRevision + count - 1, chunk: { position, firstRevision, ordinal }, hash };
}

/** Reports of a verification. */
export type Verification = {
  onProgress?: (position: number) => void;
  /** The first damage of each stream. Where it is left out, the first damage of all is thrown. */
  onDamage?: (damage: EventLogCorrupt) => void;
};

/**
 * Checks the log up to position `last`: every checksum, every chain from its first event, every index entry and
 * every stream's end against what the log holds.
 * @throws EventLogCorrupt naming the first event that is wrong, unless `onDamage` is given
 */
export async function verifyStore(
  store: LogStore,
  last: number,
  { onProgress, onDamage }: Verification = {},
): Promise<{ events: number }> {
  const ends = new Map<string, StreamHead>();
  const damaged = new Set<string>();
  const check = (work: () => void): boolean => {
    try {
      work();
      return true;
    } catch (error) {
      if (!(error instanceof EventLogCorrupt) || onDamage === undefined) throw error;
      if (!damaged.has(error.stream)) onDamage(error);
      if (error.stream !== '?') damaged.add(error.stream);
      return false;
    }
  };
  let position = 0;
  while (position <= last) {
    const run = (): void => {
      const began = position;
      let chunks = 0;
      for (const chunk of store.chunksFrom(position)) {
        if (chunk.position > last || chunks === CHUNKS_PER_TURN) break;
        check(() => checkChunk(store, chunk, ends.get(chunk.stream) ?? NO_HEAD));
        ends.set(chunk.stream, endOf(chunk));
        position = chunk.position + chunk.count;
        chunks += 1;
      }
      if (position === began)
        throw new EventLogCorrupt(store.nameOf(position), 'its record is missing from the log');
    };
    if (!check(run)) position = store.nextChunk(position) ?? last + 1;
    onProgress?.(position - 1);
    await turn();
  }
  for (const [stream, end] of ends) {
    check(() => {
      const head = store.head(stream);
      const grown = head !== undefined && head.revision > end.revision;
      if (!grown && !isDeepStrictEqual(head, end))
        throw new EventLogCorrupt(
          { stream, revision: end.revision },
          "the record of its stream's end is not of it",
        );
    });
  }
  return { events: last + 1 };
}
