import type { MessagePort } from 'node:worker_threads';
import { PortCaller, serveCalls } from '../threads/port-calls.ts';
import type { LmdbRows } from './lmdb-rows.ts';
import {
  type Documents,
  DocumentsLost,
  DocumentsUnavailable,
  DocumentsUniqueViolation,
  type Stored,
} from './port.ts';
import { ReadModelBuilding } from './versioned-documents.ts';

/** Documents of one message of a dump. */
const DUMP_BATCH = 500;

type Dumped = AsyncIterator<Stored<Record<string, unknown>>>;

/** Lets another thread use a store of documents, by `threadDocuments`. */
export function serveDocuments(port: MessagePort, documents: Documents): void {
  const dumps = new Map<number, Dumped>();
  let begun = 0;
  serveCalls(port, {
    declare: (...all: Parameters<Documents['declare']>) => documents.declare(...all),
    get: (...all: Parameters<Documents['get']>) => documents.get(...all),
    find: (...all: Parameters<Documents['find']>) => documents.find(...all),
    count: (...all: Parameters<Documents['count']>) => documents.count(...all),
    commit: (...all: Parameters<Documents['commit']>) => documents.commit(...all),
    checkpoint: (...all: Parameters<Documents['checkpoint']>) => documents.checkpoint(...all),
    drop: (...all: Parameters<Documents['drop']>) => documents.drop(...all),
    upsert: (...all: Parameters<Documents['upsert']>) => documents.upsert(...all),
    deleteOne: (...all: Parameters<Documents['deleteOne']>) => documents.deleteOne(...all),
    placeOf: async (collection: string) => (await documents.placeOf?.(collection)) ?? null,
    beginDump(collection: string): number {
      begun += 1;
      dumps.set(begun, documents.dump(collection)[Symbol.asyncIterator]());
      return begun;
    },
    async dumpOn(dump: number): Promise<Stored<Record<string, unknown>>[]> {
      const batch: Stored<Record<string, unknown>>[] = [];
      while (batch.length < DUMP_BATCH) {
        const next = await dumps.get(dump)?.next();
        if (next === undefined || next.done) break;
        batch.push(next.value);
      }
      return batch;
    },
    async endDump(dump: number): Promise<void> {
      const dumped = dumps.get(dump);
      dumps.delete(dump);
      await dumped?.return?.();
    },
  });
}

/**
 * The documents of another thread, which serves them by `serveDocuments`. Closing them leaves that store open. `rows`:
 * where single documents are read without waiting for that thread, once it has said where they are.
 */
export function threadDocuments(port: MessagePort, rows?: LmdbRows): Documents {
  const caller = new PortCaller(port, {
    errors: [DocumentsLost, DocumentsUnavailable, DocumentsUniqueViolation, ReadModelBuilding],
    ended: () => new DocumentsUnavailable(new Error('its thread has ended')),
  });
  const get = <T>(collection: string, id: string): Promise<Stored<T> | undefined> =>
    caller.call('get', collection, id);
  return {
    declare: (...all) => caller.call('declare', ...all),
    get: rows === undefined ? get : directly(rows, get, (name) => caller.call('placeOf', name)),
    find: (...all) => caller.call('find', ...all),
    count: (...all) => caller.call('count', ...all),
    commit: (...all) => caller.call('commit', ...all),
    checkpoint: (...all) => caller.call('checkpoint', ...all),
    drop: (...all) => caller.call('drop', ...all),
    upsert: (...all) => caller.call('upsert', ...all),
    deleteOne: (...all) => caller.call('deleteOne', ...all),
    async *dump(collection) {
      const dump = await caller.call<number>('beginDump', collection);
      try {
        for (;;) {
          const batch = await caller.call<Stored<Record<string, unknown>>[]>('dumpOn', dump);
          yield* batch;
          if (batch.length < DUMP_BATCH) return;
        }
      } finally {
        await caller.call('endDump', dump);
      }
    },
    close: async () => caller.close(),
  };
}

/** Reads documents by `rows` where their place is known, and otherwise by `get`; meanwhile it is asked for, once at a time. */
function directly(
  rows: LmdbRows,
  get: Documents['get'],
  placeOf: (collection: string) => Promise<string | null>,
): Documents['get'] {
  const places = new Map<string, string>();
  const asked = new Set<string>();
  const find = async (collection: string): Promise<void> => {
    if (asked.has(collection)) return;
    asked.add(collection);
    try {
      const place = await placeOf(collection);
      if (place === null) return;
      rows.open(place);
      places.set(collection, place);
    } catch {
      // The thread has ended, or its store is damaged: `get` says so.
    } finally {
      asked.delete(collection);
    }
  };
  return async <T>(collection: string, id: string) => {
    const place = places.get(collection);
    if (place !== undefined) return rows.get<T>(place, id);
    void find(collection);
    return get<T>(collection, id);
  };
}
