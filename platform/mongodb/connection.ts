import { type ClientSession, type Db, MongoClient } from 'mongodb';
import { isAway, NoAnswerInTime } from './failures.ts';

/** Limits of the MongoDB adapters, in ms unless stated otherwise. */
export const MONGO_LIMITS = {
  /** Until a server that may be written to is found; then it counts as away. */
  selectionMs: 2_000,
  /** Until a connection is made. */
  connectMs: 2_000,
  /** Between two looks whether the servers are there. */
  heartbeatMs: 1_000,
  /** For one read or write, everything included; then it failed, and whether it was done is not known. */
  operationMs: 10_000,
  /** For the majority of a replica set to have a write in its journal. */
  majorityMs: 8_000,
  /** For making or dropping indexes and collections: building one reads every document. */
  indexMs: 600_000,
  /** Connections of one process; more operations wait, at most `poolWaitMs`. */
  connections: 20,
  poolWaitMs: 5_000,
} as const;

/** The database used when the URL names none. */
const DATABASE = 'saleyard';

export type MongoOptions = {
  /** `mongodb://…` or `mongodb+srv://…`; its path names the database ("saleyard" when there is none). */
  url: string;
  /** Added to the database's name. */
  suffix?: string;
  /** The error that is thrown when the server is unavailable. */
  unavailable: (cause: unknown) => Error;
};

/** A server's answer to `hello`. */
type Hello = { setName?: unknown; msg?: unknown; logicalSessionTimeoutMinutes?: unknown };

/** Whether a server has transactions: a member of a replica set, or the router of a sharded cluster, does. */
export function hasTransactions({ setName, msg, logicalSessionTimeoutMinutes }: Hello): boolean {
  if (typeof logicalSessionTimeoutMinutes !== 'number') return false;
  return typeof setName === 'string' || msg === 'isdbgrid';
}

/** One database on a server, with timeouts for every call. */
export class MongoConnection {
  readonly db: Db;
  /** Whether several writes can be made one (`inTransaction`). */
  readonly hasTransactions: boolean;
  readonly #client: MongoClient;
  readonly #unavailable: MongoOptions['unavailable'];

  private constructor(
    client: MongoClient,
    db: Db,
    transactions: boolean,
    unavailable: MongoOptions['unavailable'],
  ) {
    this.#client = client;
    this.db = db;
    this.hasTransactions = transactions;
    this.#unavailable = unavailable;
  }

  /**
   * Writes are acknowledged once the majority of a replica set has them in its journal (a lone server: once it has).
   * @throws what `unavailable` makes when no server can be reached in time
   */
  static async open({ url, suffix = '', unavailable }: MongoOptions): Promise<MongoConnection> {
    const client = new MongoClient(url, {
      appName: 'saleyard',
      serverSelectionTimeoutMS: MONGO_LIMITS.selectionMs,
      connectTimeoutMS: MONGO_LIMITS.connectMs,
      heartbeatFrequencyMS: MONGO_LIMITS.heartbeatMs,
      maxPoolSize: MONGO_LIMITS.connections,
      waitQueueTimeoutMS: MONGO_LIMITS.poolWaitMs,
      // Writers must read their own writes, even if the URL sets another preference.
      readPreference: 'primary',
      writeConcern: { w: 'majority', j: true, wtimeoutMS: MONGO_LIMITS.majorityMs },
    });
    try {
      await bounded(MONGO_LIMITS.operationMs, client.connect());
      const hello = await bounded(MONGO_LIMITS.operationMs, helloOf(client));
      const db = client.db(`${databaseIn(url)}${suffix}`);
      return new MongoConnection(client, db, hasTransactions(hello), unavailable);
    } catch (error) {
      await client.close().catch(() => {});
      throw isAway(error) ? unavailable(error) : error;
    }
  }

  /** Waits for an operation, so long at most. @throws what `unavailable` makes when the server is away */
  async run<T>(operation: Promise<T>, limitMs: number = MONGO_LIMITS.operationMs): Promise<T> {
    try {
      return await bounded(limitMs, operation);
    } catch (error) {
      throw isAway(error) ? this.#unavailable(error) : error;
    }
  }

  /** Runs `work` in one transaction, again after each conflict with another. */
  inTransaction<T>(work: (session: ClientSession) => Promise<T>): Promise<T> {
    return this.#client.withSession((session) =>
      session.withTransaction(() => work(session), { readConcern: { level: 'snapshot' } }),
    );
  }

  async close(): Promise<void> {
    await this.#client.close();
  }
}

const COMMAND_NOT_FOUND = 59;

async function helloOf(client: MongoClient): Promise<Hello> {
  const admin = client.db('admin');
  try {
    return await admin.command({ hello: 1 });
  } catch (error) {
    if ((error as { code?: unknown }).code !== COMMAND_NOT_FOUND) throw error;
    // Its name on servers before 4.4.
    return admin.command({ isMaster: 1 });
  }
}

/** The name in a connection string's path. */
export function databaseIn(url: string): string {
  const path = /^[^:]+:\/\/[^/]*\/([^?]*)/.exec(url)?.[1] ?? '';
  return path === '' ? DATABASE : decodeURIComponent(path);
}

async function bounded<T>(limitMs: number, operation: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NoAnswerInTime(limitMs)), limitMs);
  });
  try {
    return await Promise.race([operation, late]);
  } finally {
    clearTimeout(timer);
  }
}
