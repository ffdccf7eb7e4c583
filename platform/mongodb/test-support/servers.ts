import { mongoServerWants, startMongoServer } from '@saleyard/testing/servers/mongo-server.ts';
import { notRun } from '@saleyard/testing/suite.ts';
import { MongoClient } from 'mongodb';
import { newId } from '../../ids/ids.ts';
import { databaseIn, MongoConnection } from '../connection.ts';

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
      // Several hosts may be between the scheme and the path: no URL that URL reads.
      const [, place = '', query = ''] = /^([^:]+:\/\/[^/?]*)[^?]*(.*)$/.exec(base) ?? [];
      return `${place}/saleyard-test-${newId().slice(-12)}${query}`;
    },
    async dropDatabase(url) {
      const client = new MongoClient(url);
      const name = databaseIn(url);
      for (const suffix of ['', '-secrets']) await client.db(`${name}${suffix}`).dropDatabase();
      await client.close();
    },
  };
}

/**
 * The MongoDB servers at hand: the one that speaks its protocol and is started here, and the one `MONGODB_URL` names.
 * Tests that do not run without a server are reported by `title`.
 */
export async function mongoServers(title: string): Promise<ServerUnderTest[]> {
  const servers: ServerUnderTest[] = [];
  const wants = mongoServerWants();
  if (wants !== null) notRun(`${title}: on the MongoDB-wire server`, wants);
  else servers.push(serverAt('the MongoDB-wire server', (await startMongoServer()).url, false));
  const real = process.env['MONGODB_URL'];
  if (real === undefined || real === '') {
    notRun(`${title}: on a real MongoDB`, 'set MONGODB_URL; the tests drop what they make there');
  } else {
    const connection = await MongoConnection.open({ url: real, unavailable: (cause) => cause as Error });
    servers.push(serverAt('MONGODB_URL', real, connection.hasTransactions));
    await connection.close();
  }
  return servers;
}
