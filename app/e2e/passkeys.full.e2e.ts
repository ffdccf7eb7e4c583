import { suite } from '@saleyard/testing/suite.ts';
import { paths } from '@saleyard/web/src/config/paths.ts';
import type { Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { ServerProcess } from '../client/server-process.ts';
import { Browser, looksRight, submitSignIn } from '../test-support/browser.ts';

const test = suite('passkeys', { limitMs: 300_000 });

let server: ServerProcess;
/** A passkey belongs to a name, never to an address of the network. */
let base: string;
const browser = new Browser();
let page: Page;

test.before(async () => {
  server = await ServerProcess.withDemo();
  base = server.url.replace('127.0.0.1', 'localhost');
  const person = await browser.person();
  page = person.page;
  // Chromium's own authenticator, with a fingerprint that always fits.
  const session = await person.context.newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
});

test.after(async () => {
  await browser.close();
  await server.destroy();
});

const passkeys = () => page.getByRole('region', { name: 'Passkeys' });

test('a person adds a passkey in the profile, signs in with it, and removes it', async () => {
  await page.goto(base + paths.signIn);
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await submitSignIn(page, 'buyer@saleyard.test');
  await page.waitForURL('**/main/**');
  await page.goto(base + paths.profile);
  await passkeys().getByLabel('Name of the new passkey').waitFor();
  assert.not.ok(
    loaded.some((url) => /\/passkeys-[\w-]+\.js/.test(url)),
    'what passkeys need is loaded when they are used',
  );
  await passkeys().getByLabel('Name of the new passkey').fill('My phone');
  await passkeys().getByRole('button', { name: 'Add a Passkey' }).click();
  await passkeys()
    .getByText(/My phone, added/)
    .waitFor();
  assert.ok(loaded.some((url) => /\/passkeys-[\w-]+\.js/.test(url)));
  await looksRight(page, 'passkeys');

  await page.goto(base + paths.logOut);
  await page.waitForURL(`**${paths.signIn}`);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.waitForURL('**/main/**');
  await page.goto(base + paths.profile);
  await passkeys()
    .getByText(/My phone, added .*, last used/)
    .waitFor();

  await passkeys().getByRole('button', { name: 'Remove My phone' }).click();
  await passkeys().getByText('My phone').waitFor({ state: 'detached' });
  await page.goto(base + paths.logOut);
  await page.waitForURL(`**${paths.signIn}`);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByText('This passkey could not be used. Please try again.').waitFor();
});

test.run();
