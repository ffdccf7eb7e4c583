import { execFile } from 'node:child_process';
import { readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createSecondFactors } from '@saleyard/command-api/sign-in/second-factors.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { DEMO_PASSWORD } from '../demo/demo-accounts.ts';
import { startTestServer, type TestServer } from '../test-support/test-server.ts';

const test = suite('saleyard user, beside a server that runs', { limitMs: 60_000 });
const BIN = fileURLToPath(new URL('../bin/saleyard.js', import.meta.url));
const EMAIL = 'buyer@saleyard.test';

let server: TestServer;
test.before(async () => {
  server = await startTestServer();
});
test.after(() => server.close());

/** Exit code and output of `saleyard user …`. */
const user = (...args: string[]): Promise<{ code: number; said: string }> =>
  new Promise((resolve) => {
    execFile(process.execPath, [BIN, 'user', ...args, '--data', server.folder], (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), said: stdout + stderr });
    });
  });

async function signIn(password = DEMO_PASSWORD): Promise<number> {
  const authorization = `Basic ${Buffer.from(`${EMAIL}:${password}`).toString('base64')}`;
  const response = await fetch(`${server.base}/api/v1/users/me`, {
    headers: { authorization },
  });
  return response.status;
}

test('unlock lets a person sign in again who was locked out', async () => {
  for (let n = 0; n < 10; n += 1) await signIn('wrong-one');
  assert.is(await signIn(), 429);
  assert.equal(await user('unlock', EMAIL), { code: 0, said: `${EMAIL} can sign in again.\n` });
  assert.is(await signIn(), 200);
});

test('clear-second-factor removes what a person has lost', async () => {
  const { secrets } = server.stores;
  const account = (await server.accounts.emails.find(EMAIL)) ?? '';
  await secrets.put(`passkeys-${account}`, '[]');
  const claimOnce = async () => true;
  const factors = await createSecondFactors({ secrets, codes: { claimOnce }, clock: server.clock });
  await factors.begin(account, EMAIL);
  const { code } = await user('clear-second-factor', EMAIL);
  assert.is(code, 0);
  assert.is(await secrets.get(`passkeys-${account}`), undefined);
  assert.is(await secrets.get(`second-factor-${account}`), undefined);
  assert.is(await signIn(), 200);
});

test('an address of nobody is reported, with exit code 1', async () => {
  const { code, said } = await user('unlock', 'nobody@farm.example');
  assert.is(code, 1);
  assert.match(said, 'no account has the address nobody@farm.example');
});

test('unlock reports that the keys of the log are lost, and makes none', async () => {
  const secrets = join(server.folder, 'secrets');
  renameSync(secrets, `${secrets}-lost`);
  try {
    const { code, said } = await user('unlock', EMAIL);
    assert.is(code, 1);
    assert.match(said, 'hold no keys, and the event log');
    assert.equal(readdirSync(secrets), ['drafts']);
  } finally {
    rmSync(secrets, { recursive: true, force: true });
    renameSync(`${secrets}-lost`, secrets);
  }
});

test.run();
