import type { Me } from '@saleyard/contract/accounts.ts';
import type { QueryKey } from '@tanstack/react-query';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { LAST_SEEN } from '@/service-worker/messages.ts';

/** What is kept at most: how long, how many answers, and how much of them as JSON, in all and of one. */
export const LAST_SEEN_LIMITS = {
  ageMs: 7 * 24 * 3_600_000,
  answers: 200,
  characters: 4_000_000,
  charactersOfOne: 500_000,
} as const;

/** An answer of the server as a page showed it, and when it came. ms since the epoch, by the device's clock. */
export type SeenAnswer = { hash: string; queryKey: QueryKey; data: unknown; seenAt: number };

/** Whose answers they are, as the shell shows them. */
export type SeenPerson = Me;

type Size = { hash: string; seenAt: number; characters: number };

interface Schema extends DBSchema {
  owner: { key: 'owner'; value: SeenPerson };
  answers: { key: string; value: SeenAnswer };
  sizes: { key: string; value: Size; indexes: { seenAt: number } };
}

/**
 * What one account last saw, in this browser. It belongs to the account that claimed it last; an answer for any other
 * account is not taken, also from a page that does not know yet that its session is over.
 */
export class LastSeenStore {
  #open: Promise<IDBPDatabase<Schema>> | undefined;

  #database(): Promise<IDBPDatabase<Schema>> {
    this.#open ??= openDB<Schema>(LAST_SEEN, 1, {
      upgrade: (database) => {
        database.createObjectStore('owner');
        database.createObjectStore('answers', { keyPath: 'hash' });
        database.createObjectStore('sizes', { keyPath: 'hash' }).createIndex('seenAt', 'seenAt');
      },
      // Another page removes everything, or a newer version changes it.
      blocking: () => void this.close(),
      terminated: () => {
        this.#open = undefined;
      },
    });
    return this.#open;
  }

  /** Closes the connection; the next use opens it again. */
  async close(): Promise<void> {
    const open = this.#open;
    this.#open = undefined;
    (await open)?.close();
  }

  /** The store is this person's from now on. What another account left is removed. */
  async claim(person: SeenPerson): Promise<void> {
    const database = await this.#database();
    const change = database.transaction(['owner', 'answers', 'sizes'], 'readwrite');
    const owner = await change.objectStore('owner').get('owner');
    if (owner && owner._id !== person._id) {
      await change.objectStore('answers').clear();
      await change.objectStore('sizes').clear();
    }
    await change.objectStore('owner').put(person, 'owner');
    await change.done;
  }

  /** Keeps answers of an account, and drops what is older or more than the limits. Others' answers are not taken. */
  async keep(account: string, answers: readonly SeenAnswer[], now: number): Promise<void> {
    const database = await this.#database();
    const change = database.transaction(['owner', 'answers', 'sizes'], 'readwrite');
    const [kept, sizes] = [change.objectStore('answers'), change.objectStore('sizes')];
    if ((await change.objectStore('owner').get('owner'))?._id !== account) return change.done;
    for (const answer of answers) {
      const characters = JSON.stringify(answer.data).length;
      if (characters > LAST_SEEN_LIMITS.charactersOfOne) continue;
      await kept.put(answer);
      await sizes.put({ hash: answer.hash, seenAt: answer.seenAt, characters });
    }
    let [count, characters] = [0, 0];
    // The newest first.
    for (let cursor = await sizes.index('seenAt').openCursor(null, 'prev'); cursor; ) {
      const { hash, seenAt, characters: size } = cursor.value;
      const isKept =
        now - seenAt <= LAST_SEEN_LIMITS.ageMs &&
        count < LAST_SEEN_LIMITS.answers &&
        characters + size <= LAST_SEEN_LIMITS.characters;
      if (isKept) {
        count += 1;
        characters += size;
      } else {
        await kept.delete(hash);
        await cursor.delete();
      }
      cursor = await cursor.continue();
    }
    await change.done;
  }

  /** The person and their answers that are young enough; null: nobody's are here, or of another account than asked. */
  async read(
    now: number,
    account?: string,
  ): Promise<{ person: SeenPerson; answers: readonly SeenAnswer[] } | null> {
    const database = await this.#database();
    const look = database.transaction(['owner', 'answers']);
    const person = await look.objectStore('owner').get('owner');
    const answers = await look.objectStore('answers').getAll();
    const young = answers.filter(({ seenAt }) => now - seenAt <= LAST_SEEN_LIMITS.ageMs);
    if (!person || (account !== undefined && person._id !== account) || young.length === 0) return null;
    return { person, answers: young };
  }
}
