import { createHmac } from 'node:crypto';
import { suite } from '@saleyard/testing/suite.ts';
import { paths } from '@saleyard/web/src/config/paths.ts';
import type { Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { ServerProcess } from '../client/server-process.ts';
import { Browser, looksRight, submitSignIn } from '../test-support/browser.ts';

const test = suite('second factor', { limitMs: 180_000 });
const EMAIL = 'guest@saleyard.test';

let server: ServerProcess;
const browser = new Browser();
let page: Page;

test.before(async () => {
  server = await ServerProcess.withAccounts();
  await server.end('SIGTERM');
  const given = await server.run('user', 'role', EMAIL, 'admin');
  assert.is(given.code, 0, given.output);
  await server.start();
  page = (await browser.person()).page;
});

test.after(async () => {
  await browser.close();
  await server.destroy();
});

/** What an authenticator app shows for a key in base32 (RFC 6238: SHA-1, 30 s, 6 digits). */
function codeOf(secret: string): string {
  const bits = [...secret.toUpperCase()]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const hash = createHmac('sha1', key).update(counter).digest();
  const at = (hash.at(-1) ?? 0) & 15;
  return String((hash.readUInt32BE(at) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0');
}

async function enterPassword(): Promise<void> {
  await page.goto(server.url + paths.signIn);
  await submitSignIn(page, EMAIL);
}

let recovery = '';

test('an administrator sets up an app at the first sign-in, and is shown recovery codes', async () => {
  await enterPassword();
  const setUp = page.getByRole('dialog', { name: 'Set up your second factor' });
  const secret = (await setUp.locator('code').textContent()) ?? '';
  await looksRight(page, 'second-factor-set-up');
  await setUp.getByLabel('Code').fill('000000');
  await setUp.getByRole('button', { name: 'Continue' }).click();
  await setUp.getByRole('alert').waitFor();
  await setUp.getByLabel('Code').fill(codeOf(secret.replaceAll(/\s/g, '')));
  await setUp.getByRole('button', { name: 'Continue' }).click();
  const codes = page.getByRole('dialog', { name: 'Your recovery codes' });
  await codes.getByRole('listitem').first().waitFor();
  assert.is(await codes.getByRole('listitem').count(), 10);
  recovery = (await codes.getByRole('listitem').first().textContent()) ?? '';
  await looksRight(page, 'recovery-codes');
  await codes.getByRole('button', { name: 'I kept them' }).click();
  await page.waitForURL(`**${paths.upcoming}`);
});

test('from then on the password is not enough; a recovery code works once', async () => {
  for (const isFirst of [true, false]) {
    await page.goto(server.url + paths.logOut);
    await page.waitForURL(`**${paths.signIn}`);
    await enterPassword();
    const prove = page.getByRole('dialog', { name: 'One more step' });
    await prove.waitFor();
    if (isFirst) await looksRight(page, 'second-factor');
    await prove.getByLabel('Code').fill(recovery);
    await prove.getByRole('button', { name: 'Continue' }).click();
    if (isFirst) await page.waitForURL(`**${paths.upcoming}`);
    else await prove.getByRole('alert').waitFor();
  }
});

test.run();
