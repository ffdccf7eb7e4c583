import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { Browser } from './browser.ts';

const test = suite('the browser of tests');

test('without a built web no browser is started, and the error says how to build it', async () => {
  const browser = new Browser('/nowhere/index.html');
  const message = await browser.person().then(
    () => '',
    (error: Error) => error.message,
  );
  assert.is(message, 'The web is not built: run `npm run build:web` first.');
});

test.run();
