import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { Browser } from './browser.ts';
import { startChromium, startFirefox } from './engines/puppeteer-engine.ts';
import { startWebKit } from './engines/webkit-engine.ts';

const test = suite('the browser of tests');

const NOWHERE = '/nowhere/index.html';

const STARTS: Readonly<Record<string, () => Promise<unknown>>> = {
  'a person of a journey': () => new Browser(NOWHERE).person(),
  'Chromium of the engines': () => startChromium(NOWHERE),
  Firefox: () => startFirefox(NOWHERE),
  WebKit: () => startWebKit(NOWHERE),
};

for (const [name, start] of Object.entries(STARTS))
  test(`without a built web no browser is started, and the error says how to build it: ${name}`, async () => {
    const message = await start().then(
      () => '',
      (error: Error) => error.message,
    );
    assert.is(message, 'The web is not built: run `npm run build:web` first.');
  });

test.run();
