import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import { openLmdbDocuments } from '@saleyard/platform/documents/lmdb-documents.ts';
import { type Documents, DocumentsUnavailable } from '@saleyard/platform/documents/port.ts';
import { createLogger } from '@saleyard/platform/logging/logger.ts';
import { openFileSecrets } from '@saleyard/platform/secrets/file-secrets.ts';
import { SecretsUnavailable } from '@saleyard/platform/secrets/port.ts';
import { createSessions } from '@saleyard/platform/sessions/sessions.ts';
import { suite } from '@saleyard/testing/suite.ts';
import express from 'express';
import * as assert from 'uvu/assert';
import { errorHandler, logFailures } from './failures.ts';

const test = suite('failures');

test('while a store is unavailable, a request that needs it is answered so with a time to retry, and nothing else', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'saleyard-failures-'));
  const documents = await openLmdbDocuments({ folder: join(folder, 'read'), clock: systemClock });
  const secrets = await openFileSecrets({ folder: join(folder, 'secrets') });
  let isAway = false;
  const failing: Documents = Object.assign(Object.create(documents) as Documents, {
    declare: documents.declare.bind(documents),
    upsert: documents.upsert.bind(documents),
    deleteOne: documents.deleteOne.bind(documents),
    get: (collection: string, id: string) =>
      isAway
        ? Promise.reject(new DocumentsUnavailable(new Error('10.0.0.3 refused')))
        : documents.get(collection, id),
  });
  const sessions = await createSessions({ documents: failing, secrets, clock: systemClock, secure: false });
  const app = express();
  app.use(sessions.middleware);
  app.get('/sign-in', async (request, response) => {
    await sessions.signIn(request, 'ann', { remember: false });
    response.end();
  });
  app.get('/who', (request, response) => {
    response.json(sessions.identityOf(request)?.account ?? null);
  });
  app.get('/secret', async () => {
    throw new SecretsUnavailable();
  });
  app.use(errorHandler(logFailures(createLogger({ level: 'silent' }))));
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const cookie = (await fetch(`${base}/sign-in`)).headers.get('set-cookie')?.split(';')[0] ?? '';
  const who = () => fetch(`${base}/who`, { headers: { cookie } });

  assert.is(await (await who()).json(), 'ann');
  isAway = true;
  for (const answer of [await who(), await fetch(`${base}/secret`)]) {
    assert.is(answer.status, 503);
    assert.is(answer.headers.get('retry-after'), '5');
    const text = await answer.text();
    assert.is((JSON.parse(text) as { errors: { code: string }[] }).errors[0]?.code, 'unavailable');
    assert.not.match(text, '10.0.0.3');
  }
  assert.is((await fetch(`${base}/who`)).status, 200, 'who is not signed in needs no store');
  isAway = false;
  assert.is(await (await who()).json(), 'ann');

  server.close();
  server.closeAllConnections();
  await documents.close();
  await secrets.close();
  await rm(folder, { recursive: true });
});

test.run();
