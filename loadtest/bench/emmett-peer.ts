import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** What of emmett's events is used here. */
type EmmettEvent = { type: string; data: unknown };

/** What is used of emmett's event store. */
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

/** What has to be done for emmett to run here; null when it does. */
export function emmettWants(): string | null {
  const isInstalled = existsSync(fileURLToPath(new URL('node_modules/sqlite3/build', FOLDER)));
  return isInstalled ? null : 'npm ci --prefix loadtest/bench/emmett';
}

/** emmett's event store in an SQLite file, as its guide opens it. It is installed apart from everything else. */
export async function openEmmett(fileName: string): Promise<EmmettStore> {
  const file = createRequire(new URL('package.json', FOLDER)).resolve('@event-driven-io/emmett-sqlite');
  const { getSQLiteEventStore } = (await import(pathToFileURL(file).href)) as EmmettSqlite;
  return getSQLiteEventStore({ fileName });
}

/** Its connection sometimes refuses to commit because of a statement of its own that is not over. */
const isBusy = (error: unknown): boolean => (error as { code?: string } | null)?.code === 'SQLITE_BUSY';
/** Appends that are made again after such a refusal, each. */
const ATTEMPTS = 5;

/** Appends to emmett's store, as often as it takes. */
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
