import type { ListingContent } from '@saleyard/domain/listing/content.ts';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { newCommandId } from '@/lib/random.ts';
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

type LastTyped = { key: string; lot: UnsentLot };

// Several windows may be closed at once.
const lastTypedAs = (key: string): string => `${LAST_TYPED} ${key}`;

/** What was typed last under a key as its page was closed, by name. Earlier versions kept one text for all windows. */
const lastTyped = (key: string): readonly { name: string; lot: UnsentLot }[] =>
  [lastTypedAs(key), LAST_TYPED].flatMap((name) => {
    try {
      const last = JSON.parse(localStorage.getItem(name) ?? 'null') as LastTyped | null;
      return last?.key === key ? [{ name, lot: last.lot }] : [];
    } catch {
      return [];
    }
  });

/** Keeps what is typed. `closing`: at once, for a page that may be gone the next moment. */
export async function keepUnsent(key: string, lot: UnsentLot, closing = false): Promise<void> {
  if (closing) {
    try {
      localStorage.setItem(lastTypedAs(key), JSON.stringify({ key, lot } satisfies LastTyped));
    } catch {
      // Larger than the browser takes there: IndexedDB has all but the last moment.
    }
  }
  await orNothing(async () => (await database()).put('lots', lot, key));
}

/** What is kept under a key; null where nothing is. */
export async function unsentLot(key: string): Promise<UnsentLot | null> {
  const kept = (await orNothing(async () => (await database()).get('lots', key))) ?? null;
  const typed = lastTyped(key)[0]?.lot;
  return typed !== undefined && typed.at >= (kept?.at ?? 0) ? typed : kept;
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
  for (const { name } of lastTyped(key)) localStorage.removeItem(name);
  await orNothing(async () => (await database()).delete('lots', key));
}

/** The keys of a lot that something is kept under: that of its first window, and those of others beside it. */
async function keptKeys(wanted: string): Promise<readonly string[]> {
  const isOfLot = (key: string) =>
    key === wanted || (key.startsWith(wanted) && /^-\d+$/.test(key.slice(wanted.length)));
  const stored = await orNothing(async () => {
    const db = await database();
    const range = IDBKeyRange.bound(wanted, `${wanted}\uffff`);
    const [lots, files] = [await db.getAllKeys('lots', range), await db.getAllKeys('files', range)];
    return [...lots, ...files.map((key) => key.slice(0, key.indexOf(' ')))];
  });
  const closed = Object.keys(localStorage)
    .filter((name) => name.startsWith(LAST_TYPED))
    .map((name) => name.slice(LAST_TYPED.length + 1));
  return [...new Set([...(stored ?? []), ...closed])].filter(isOfLot).sort();
}

/** Other windows answer within this time. ms. */
const ANSWER_MS = 250;

/** Holds a key until `ended`, by a lock of the browser; resolves to false where another window holds it. */
const lockKey = (locks: LockManager, key: string, ended: Promise<void>): Promise<boolean> =>
  new Promise((resolve) => {
    void locks.request(`saleyard-lot-${key}`, { ifAvailable: true }, async (lock) => {
      resolve(lock !== null);
      if (lock !== null) await ended;
    });
  });

/**
 * The same where a page is not served securely, so that there are no locks: the window that holds the key answers. Of several that
 * ask at once the one with the lowest id gets it.
 */
function agreeOnKey(key: string, ended: Promise<void>): Promise<boolean> {
  const channel = new BroadcastChannel(`saleyard-lot-${key}`);
  const id = newCommandId();
  return new Promise((resolve) => {
    let isHeld = false;
    let isLeft = false;
    void ended.then(() => {
      isLeft = true;
    });
    const noAnswer = setTimeout(() => {
      isHeld = true;
      void ended.then(() => channel.close());
      resolve(true);
    }, ANSWER_MS);
    channel.onmessage = ({ data }: MessageEvent<{ asks: string } | { refused: string }>) => {
      const isAnother = 'asks' in data;
      // A form that was left while it asked refuses nobody.
      if (isAnother && isLeft) return;
      if (isAnother && (isHeld || id < data.asks)) channel.postMessage({ refused: data.asks });
      else if (isAnother || data.refused === id) {
        clearTimeout(noAnswer);
        channel.close();
        resolve(false);
      }
    };
    channel.postMessage({ asks: id });
  });
}

/**
 * The key that a form keeps its text under. A lot that another window writes already gets one of its own, so that no window
 * takes over, replaces or deletes what is typed in the other. What a window that is closed left behind comes first. `ended`:
 * resolves when the form is left.
 */
export async function claimKey(wanted: string, ended: Promise<void>): Promise<string> {
  const locks: LockManager | null | undefined = globalThis.navigator?.locks;
  const kept = await keptKeys(wanted);
  for (let turn = 1; ; turn += 1) {
    const window = turn - kept.length;
    const key = kept[turn - 1] ?? (window === 1 ? wanted : `${wanted}-${window}`);
    if (await (locks ? lockKey(locks, key, ended) : agreeOnKey(key, ended))) return key;
  }
}

/** Keeps files for the form of a lot beside what its windows keep; answers the key that they are under. */
export async function leaveFiles(wanted: string, files: readonly KeptFile[]): Promise<string> {
  let end = () => {};
  const key = await claimKey(
    wanted,
    new Promise<void>((resolve) => {
      end = resolve;
    }),
  );
  await orNothing(async () => {
    const store = (await database()).transaction('files', 'readwrite').store;
    await Promise.all(files.map((file) => store.put(file, fileKey(key, file.id))));
  });
  end();
  return key;
}

/** Lets go of single files of a lot. */
export async function dropFiles(key: string, ids: readonly string[]): Promise<void> {
  await orNothing(async () => {
    const store = (await database()).transaction('files', 'readwrite').store;
    await Promise.all(ids.map((id) => store.delete(fileKey(key, id))));
  });
}
