import { mongoServerWants, startMongoServer } from '@saleyard/testing/servers/mongo-server.ts';
import { notRun } from '@saleyard/testing/suite.ts';
import { MongoClient } from 'mongodb';
import { newId } from '../ids/ids.ts';
import { MongoConnection } from './connection.ts';

/** A server that suites run against. */
export type ServerUnderTest = {
  /** For titles. */
  name: string;
  hasTransactions: boolean;
  /** A URL of a database that does not exist yet. */
  freshDatabase(): string;
  dropDatabase(url: string): Promise<void>;
};

function serverAt(name: string, base: string, hasTransactions: boolean): ServerUnderTest {
  return {
    name,
    hasTransactions,
    freshDatabase() {
      const url = new URL(base);
      url.pathname = `/saleyard-test-${newId()}`;
      return url.href;
    },
    async dropDatabase(url) {
      const client = new MongoClient(url);
      await client.db(new URL(url).pathname.slice(1)).dropDatabase();
      await client.close();
    },
  };
}

/**
 * The MongoDB servers at hand: the one that speaks its protocol and is started here, and the one `MONGODB_URL` names.
 * What does not run for want of one is told by `title`.
 */
export async function mongoServers(title: string): Promise<ServerUnderTest[]> {
  const servers: ServerUnderTest[] = [];
  const wants = mongoServerWants();
  if (wants !== null) notRun(`${title}: on the MongoDB-wire server`, wants);
  else servers.push(serverAt('the MongoDB-wire server', (await startMongoServer()).url, false));
  const real = process.env['MONGODB_URL'];
  if (real !== undefined && real !== '') {
    const connection = await MongoConnection.open({ url: real, unavailable: (cause) => cause as Error });
    servers.push(serverAt('MONGODB_URL', real, connection.hasTransactions));
    await connection.close();
  }
  if (!servers.some(({ hasTransactions }) => hasTransactions)) {
    notRun(`${title}: in transactions`, 'set MONGODB_URL to a replica set');
  }
  return servers;
}
