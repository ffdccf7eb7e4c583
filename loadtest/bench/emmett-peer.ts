import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The parts of emmett's events used here. */
type EmmettEvent = { type: string; data: unknown };

/** The parts of emmett's event store used here. */
type EmmettStore = {
  appendToStream(stream: string, events: readonly EmmettEvent[]): Promise<unknown>;
  aggregateStream<State>(
    stream: string,
    options: { initialState(): State; evolve(state: State, event: EmmettEvent): State },
  ): Promise<{ state: State }>;
  consumer(options: { pulling: { batchSize: number } }): {
    processor(options: {
      processorId: string;
      stopAfter(event: EmmettEvent): boolean;
      eachMessage(event: EmmettEvent): void;
    }): unknown;
    start(): Promise<void>;
    close(): Promise<void>;
  };
};

type EmmettSqlite = { getSQLiteEventStore(options: { fileName: string }): EmmettStore };

const FOLDER = new URL('./emmett/', import.meta.url);

/** How to make emmett run here; null when it does. */
export function emmettWants(): string | null {
  const isInstalled = existsSync(fileURLToPath(new URL('node_modules/sqlite3/build', FOLDER)));
  return isInstalled ? null : 'npm ci --prefix loadtest/bench/emmett';
}

/** emmett's event store in an SQLite file, as its guide opens it. It is installed separately. */
export async function openEmmett(fileName: string): Promise<EmmettStore> {
  const file = createRequire(new URL('package.json', FOLDER)).resolve('@event-driven-io/emmett-sqlite');
  const { getSQLiteEventStore } = (await import(pathToFileURL(file).href)) as EmmettSqlite;
  return getSQLiteEventStore({ fileName });
}

/** Its connection sometimes refuses to commit while one of its own statements is still active. */
const isBusy = (error: unknown): boolean => (error as { code?: string } | null)?.code === 'SQLITE_BUSY';
/** Retries of an append after such a refusal. */
const ATTEMPTS = 5;

/** Appends to emmett's store, with retries. */
export async function appendToEmmett(
  store: EmmettStore,
  stream: string,
  events: readonly EmmettEvent[],
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await store.appendToStream(stream, events);
      return;
    } catch (error) {
      if (!isBusy(error) || attempt === ATTEMPTS) throw error;
    }
  }
}
