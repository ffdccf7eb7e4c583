import type { Collection } from 'mongodb';
import { MongoConnection } from '../mongodb/connection.ts';
import { duplicateKeys } from '../mongodb/failures.ts';
import { SecretDamaged, type Secrets, SecretsUnavailable } from './port.ts';

/** Added to the name of the read store's database: nothing that drops documents is ever sent to this one. */
const SUFFIX = '-secrets';
const SECRETS = 'secrets';

type Kept = { _id: string; value: string };

/**
 * Opens the secrets in a MongoDB database of their own, named after the one in `url`. A value is in the journal of
 * the majority before `put` resolves. A deleted one is gone from the database at once; copies of it last as long as
 * the replica set's oplog and the backups that were made before.
 * @throws SecretsUnavailable when the server can't be reached
 */
export async function openMongoSecrets({ url }: { url: string }): Promise<Secrets> {
  const unavailable = (cause: unknown) => new SecretsUnavailable(cause);
  return new MongoSecrets(await MongoConnection.open({ url, suffix: SUFFIX, unavailable }));
}

class MongoSecrets implements Secrets {
  readonly #connection: MongoConnection;
  readonly #secrets: Collection<Kept>;

  constructor(connection: MongoConnection) {
    this.#connection = connection;
    this.#secrets = connection.db.collection<Kept>(SECRETS);
  }

  async get(name: string): Promise<string | undefined> {
    const kept = await this.#connection.run(this.#secrets.findOne({ _id: name }));
    if (kept !== null && typeof kept.value !== 'string')
      throw new SecretDamaged(`\`${name}\` of the database \`${this.#connection.db.databaseName}\``);
    return kept?.value;
  }

  async put(name: string, value: string): Promise<void> {
    try {
      await this.#connection.run(this.#secrets.replaceOne({ _id: name }, { value }, { upsert: true }));
    } catch (error) {
      // Another made it in the same instant; of two writers at a time either may be the last.
      if (duplicateKeys(error) === null) throw error;
      await this.put(name, value);
    }
  }

  async putIfAbsent(name: string, value: string): Promise<string> {
    try {
      await this.#connection.run(this.#secrets.insertOne({ _id: name, value }));
      return value;
    } catch (error) {
      if (duplicateKeys(error) === null) throw error;
    }
    // Deleted between the two: nobody has a value then, and this one may be tried again.
    return (await this.get(name)) ?? this.putIfAbsent(name, value);
  }

  async delete(name: string): Promise<void> {
    await this.#connection.run(this.#secrets.deleteOne({ _id: name }));
  }

  async close(): Promise<void> {
    await this.#connection.close();
  }
}
