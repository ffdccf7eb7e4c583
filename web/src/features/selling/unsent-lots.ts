import type { ListingContent } from '@saleyard/domain/listing/content.ts';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { LAST_TYPED, UNSENT_LOTS } from '@/lib/session.ts';

/**
 * The first save of a new lot as it was sent. Until its answer is known it is sent again as it was, under the same id, so
 * that the lot is begun once. `auction`: the sale's id.
 */
export type FirstSave = { commandId: string; auction: string; content: ListingContent };

/**
 * What was typed of a lot and is not at the server. `base`: the lot as the server had it, at `revision`; `at`: ms of the
 * device. `first`: the lot is new, and its first save may have reached the server.
 */
export type UnsentLot = {
  base: ListingContent;
  revision: number;
  content: ListingContent;
  at: number;
  first?: FirstSave;
};

/** A file of a lot; what else it has is the form's. */
type KeptFile = { id: string };

interface Schema extends DBSchema {
  lots: { key: string; value: UnsentLot };
  files: { key: string; value: KeptFile };
}

let opening: Promise<IDBPDatabase<Schema>> | null = null;
function database(): Promise<IDBPDatabase<Schema>> {
  opening ??= openDB<Schema>(UNSENT_LOTS, 2, {
    upgrade: (db, before) => {
      if (before < 1) db.createObjectStore('lots');
      db.createObjectStore('files');
    },
    // It is deleted when the person logs out.
    blocking: (_now, _blocked, { target }) => {
      (target as IDBDatabase).close();
      opening = null;
    },
    terminated: () => {
      opening = null;
    },
  });
  return opening;
}

/** Where a browser keeps nothing, the form works all the same. */
async function orNothing<T>(work: () => Promise<T>): Promise<T | null> {
  if (globalThis.indexedDB === undefined) return null;
  try {
    return await work();
  } catch (error) {
    console.warn('What was typed could not be kept on this device.', error);
    return null;
  }
}

const last = (): { key: string; lot: UnsentLot } | null => {
  try {
    return JSON.parse(localStorage.getItem(LAST_TYPED) ?? 'null') as { key: string; lot: UnsentLot } | null;
  } catch {
    return null;
  }
};

/** Keeps what is typed. `closing`: at once, for a page that may be gone the next moment. */
export async function keepUnsent(key: string, lot: UnsentLot, closing = false): Promise<void> {
  if (closing) {
    try {
      localStorage.setItem(LAST_TYPED, JSON.stringify({ key, lot }));
    } catch {
      // Larger than the browser takes there: IndexedDB has all but the last moment.
    }
  }
  await orNothing(async () => (await database()).put('lots', lot, key));
}

/** What is kept under a key; null where nothing is. */
export async function unsentLot(key: string): Promise<UnsentLot | null> {
  const kept = (await orNothing(async () => (await database()).get('lots', key))) ?? null;
  const typed = last();
  return typed !== null && typed.key === key && typed.lot.at >= (kept?.at ?? 0) ? typed.lot : kept;
}

const fileKey = (key: string, id: string): string => `${key} ${id}`;
const filesOf = (key: string): IDBKeyRange => IDBKeyRange.bound(`${key} `, `${key} \uffff`);

/** What is kept beside a file: JSON has nothing of the file itself. */
const beside = (kept: KeptFile | undefined): string => JSON.stringify(kept ?? null);

/** Keeps these files of a lot and no others. One that is kept as it is now is not written again. */
export async function keepFiles(key: string, files: readonly KeptFile[]): Promise<void> {
  await orNothing(async () => {
    const store = (await database()).transaction('files', 'readwrite').store;
    const kept = new Map((await store.getAll(filesOf(key))).map((file) => [fileKey(key, file.id), file]));
    const wanted = new Map(files.map((file) => [fileKey(key, file.id), file]));
    await Promise.all([
      ...[...wanted]
        .filter(([at, file]) => beside(kept.get(at)) !== beside(file))
        .map(([at, file]) => store.put(file, at)),
      ...[...kept.keys()].filter((at) => !wanted.has(at)).map((at) => store.delete(at)),
    ]);
  });
}

/** The kept files of a lot. */
export const keptFiles = async (key: string): Promise<readonly KeptFile[]> =>
  (await orNothing(async () => (await database()).getAll('files', filesOf(key)))) ?? [];

/** Lets go of what is at the server now. */
export async function forgetUnsent(key: string): Promise<void> {
  if (last()?.key === key) localStorage.removeItem(LAST_TYPED);
  await orNothing(async () => (await database()).delete('lots', key));
}

/**
 * The key that a form keeps its text under. A new lot of a sale that another window already writes gets one of its own, so
 * that no window takes over what is typed in the other. `ended`: resolves when the form is left.
 */
export async function claimKey(wanted: string, ended: Promise<void>): Promise<string> {
  const locks: LockManager | null | undefined = globalThis.navigator?.locks;
  // Missing where a page is not served securely.
  if (!locks) return wanted;
  for (let window = 1; ; window += 1) {
    const key = window === 1 ? wanted : `${wanted}-${window}`;
    const isFree = await new Promise<boolean>((resolve) => {
      void locks.request(`saleyard-lot-${key}`, { ifAvailable: true }, async (lock) => {
        resolve(lock !== null);
        if (lock !== null) await ended;
      });
    });
    if (isFree) return key;
  }
}
