import type { ListingContent } from '@saleyard/domain/listing/content.ts';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { LAST_TYPED, UNSENT_LOTS } from '@/lib/session.ts';

/**
 * What was typed of a lot and is not at the server. `base`: the lot as the server had it, at `revision`; `at`: ms of the
 * device.
 */
export type UnsentLot = { base: ListingContent; revision: number; content: ListingContent; at: number };

interface Schema extends DBSchema {
  lots: { key: string; value: UnsentLot };
}

let opening: Promise<IDBPDatabase<Schema>> | null = null;
function database(): Promise<IDBPDatabase<Schema>> {
  opening ??= openDB<Schema>(UNSENT_LOTS, 1, {
    upgrade: (db) => void db.createObjectStore('lots'),
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
