import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { EventStoreDBClient } from '@eventstore/db-client';
import grpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { EventStoreLibrary, READ_VERSION } from './eventstore-library.ts';

const test = suite("the private members of EventStoreDB's client");

const NOWHERE = 'esdb://127.0.0.1:1?tls=false';
const client = EventStoreDBClient.connectionString(NOWHERE);

test('the package is the version whose members were read', () => {
  const file = createRequire(import.meta.url).resolve('@eventstore/db-client/package.json');
  assert.is((JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version, READ_VERSION);
});

test('each member takes what it is given', () => {
  assert.is(client['execute'].length, 3);
  assert.is(client['callArguments'].length, 2);
  assert.is(client['handleError'].length, 2);
});

test('a call goes to the leader and has no deadline', () => {
  const [metadata, options] = new EventStoreLibrary(NOWHERE).callArguments();
  assert.equal(metadata.get('requires-leader'), ['true']);
  assert.is(options.deadline, Number.POSITIVE_INFINITY);
});

test('the error of a call is passed to the handler with its client, and thrown', async () => {
  const handled: unknown[] = [];
  client['handleError'] = async (...args) => void handled.push(args);
  const broken = new Error('broken');
  let given: unknown;
  await client['execute'](grpc.StreamsClient, 'call', async (streams) => {
    given = streams;
    throw broken;
  }).then(
    () => assert.unreachable(),
    (error: unknown) => assert.is(error, broken),
  );
  assert.ok(given instanceof grpc.StreamsClient);
  assert.equal(handled, [[given, broken]]);
});

test.after(() => client.dispose());

test.run();
