import '@/test-support/dom.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { isMissingCode, loadAgain } from './lazy-part.ts';

const test = suite('code that is loaded later');

test('what could not be loaded is loaded as soon as the network is back', async () => {
  let tried = 0;
  const loading = loadAgain(async () => {
    tried += 1;
    if (tried < 3) throw new TypeError('Failed to fetch dynamically imported module: /assets/x.js');
    return 'loaded';
  });
  for (const expected of [1, 2]) {
    while (tried < expected) await new Promise((resolve) => setImmediate(resolve));
    await new Promise((resolve) => setImmediate(resolve));
    window.dispatchEvent(new window.Event('online'));
  }
  assert.is(await loading, 'loaded');
});

test('each browser’s words for code that cannot be loaded are known; other errors are not taken for it', () => {
  assert.ok(isMissingCode(new TypeError('Failed to fetch dynamically imported module: /assets/x.js')));
  assert.ok(isMissingCode(new TypeError('error loading dynamically imported module: /assets/x.js')));
  assert.ok(isMissingCode(new TypeError('Importing a module script failed.')));
  assert.not.ok(isMissingCode(new TypeError("Cannot read properties of undefined (reading 'x')")));
});

test.run();
