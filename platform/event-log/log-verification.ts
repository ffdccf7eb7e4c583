import { setImmediate as turn } from 'node:timers/promises';
import { GENESIS_HASH } from './hash-chain.ts';
import { named } from './log-reader.ts';
import type { LogStore } from './log-store.ts';
import { EventLogCorrupt } from './port.ts';
import { type Chunk, hashBefore, storedEvent } from './stored-chunk.ts';

/** Chunks checked before others get their turn. */
const CHUNKS_PER_TURN = 64;

type StreamEnd = { next: number; hash: string | undefined };

function checkChunk(store: LogStore, chunk: Chunk, before: StreamEnd): void {
  const { stream, firstRevision: revision, firstPosition: position } = chunk;
  const wrong = (what: string): never => {
    throw new EventLogCorrupt({ stream, revision, position }, what);
  };
  if (revision !== before.next) wrong(`event ${before.next} of its stream should stand here`);
  if (chunk.chained && hashBefore(chunk, 0) !== (before.hash ?? GENESIS_HASH)) {
    wrong('its prevHash is not the hash of the event before it');
  }
  if (store.indexedPosition(stream, revision) !== position) wrong('its index entry is missing or damaged');
  for (let i = 0; i < chunk.count; i += 1) named(chunk, () => storedEvent(chunk, i));
}

/**
 * Checks the log up to position `last`: every checksum, every chain from its first event, every index entry and
 * every stream's end against what the log holds.
 * @throws EventLogCorrupt naming the first event that is wrong
 */
export async function verifyStore(
  store: LogStore,
  last: number,
  onProgress?: (position: number) => void,
): Promise<{ events: number }> {
  const ends = new Map<string, StreamEnd>();
  let position = 0;
  while (position <= last) {
    const began = position;
    let chunks = 0;
    for (const chunk of store.chunksFrom(position)) {
      if (chunk.firstPosition > last || chunks === CHUNKS_PER_TURN) break;
      checkChunk(store, chunk, ends.get(chunk.stream) ?? { next: 0, hash: undefined });
      ends.set(chunk.stream, {
        next: chunk.firstRevision + chunk.count,
        hash: hashBefore(chunk, chunk.count),
      });
      position = chunk.firstPosition + chunk.count;
      chunks += 1;
    }
    if (position === began)
      throw new EventLogCorrupt(store.nameOf(position), 'its record is missing from the log');
    onProgress?.(position - 1);
    await turn();
  }
  for (const [stream, end] of ends) {
    const head = store.head(stream);
    const grown = head !== undefined && head.revision >= end.next;
    if (!grown && (head?.revision !== end.next - 1 || head.hash !== end.hash)) {
      throw new EventLogCorrupt({ stream, revision: end.next - 1 }, "its stream's end says otherwise");
    }
  }
  return { events: last + 1 };
}
