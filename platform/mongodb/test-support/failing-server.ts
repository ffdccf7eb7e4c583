import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MONGO_FILE, type MongoServer, startMongoServer } from '@saleyard/testing/servers/mongo-server.ts';
import { MongoClient } from 'mongodb';

/** A server that keeps its data, and can be killed and started again in its place. */
export class FailingServer {
  readonly #folder: string;
  #running: MongoServer;

  private constructor(folder: string, running: MongoServer) {
    this.#folder = folder;
    this.#running = running;
  }

  static async start(): Promise<FailingServer> {
    const folder = await mkdtemp(join(tmpdir(), 'saleyard-mongo-'));
    return new FailingServer(folder, await startMongoServer({ folder }));
  }

  get #file(): string {
    return join(this.#folder, MONGO_FILE);
  }

  get url(): string {
    return this.#running.url;
  }

  get pid(): number {
    return this.#running.pid;
  }

  kill(): Promise<void> {
    return this.#running.kill();
  }

  /** Keeps a copy of what a server that is down holds, as a backup does. */
  async backUp(): Promise<void> {
    await copyFile(this.#file, `${this.#file}.backup`);
  }

  /** With what it held, or with nothing, or with what it held when it was backed up. */
  async startAgain(holding: 'all' | 'nothing' | 'backup' = 'all'): Promise<void> {
    if (holding === 'nothing') await rm(this.#file);
    if (holding === 'backup') await copyFile(`${this.#file}.backup`, this.#file);
    this.#running = await startMongoServer({ port: this.#running.port, folder: this.#folder });
  }

  async remove(): Promise<void> {
    await this.#running.kill();
    await rm(this.#folder, { recursive: true });
  }

  /** `collection index` of each index that is in a database. */
  async indexes(database: string, collections: readonly string[]): Promise<string[]> {
    const client = new MongoClient(this.url);
    const all = await Promise.all(
      collections.map(async (collection) => {
        const indexes = await client.db(database).collection(collection).listIndexes().toArray();
        return indexes.map(({ name }) => `${collection} ${name}`);
      }),
    );
    await client.close();
    return all.flat().sort();
  }
}
