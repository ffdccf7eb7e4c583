import { readFileSync } from 'node:fs';
import { CLIENT_TIMES } from '@saleyard/contract/limits.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { HTTP_LIMITS } from './create-gateway.ts';

const test = suite('reads of a room without activity');

const MINUTE_MS = 60_000;
/** People at one saleyard, whose Wi-Fi is one address. */
const VISITORS = 300;
const NUMBERS = ['none', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

const textOf = (name: string): string => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');

/** An interval in ms that the web names in a file of its own. */
function webInterval(file: string, name: string): number {
  const [, ms] = new RegExp(`const ${name} = ([\\d_]+);`).exec(textOf(file)) ?? [];
  assert.ok(ms, `${name} is not in ${file}`);
  return Number(ms?.replaceAll('_', ''));
}

test('[G21] 300 visitors of one Wi-Fi in rooms where nothing happens stay below the limit of an address', () => {
  // What every page reads again and again: the server's state, its clock, and notifications for everybody.
  const intervals = [
    CLIENT_TIMES.checkServerMs,
    CLIENT_TIMES.serverTimeMs,
    webInterval('web/src/lib/notifications.ts', 'ASKED_EVERY_MS'),
  ];
  const reads = intervals.reduce((sum, ms) => sum + MINUTE_MS / ms, 0);
  const all = VISITORS * reads;
  // Twice as many: each of them may also open a page or come back.
  assert.ok(2 * all < HTTP_LIMITS.reads.address, `${all} reads a minute of ${HTTP_LIMITS.reads.address}`);
  const overload = textOf('docs/reference/overload.md');
  assert.match(overload, `a visitor reads about ${NUMBERS[reads]} times a minute`);
  assert.match(overload, `${VISITORS} visitors on one Wi-Fi need about ${all.toLocaleString('en')}.`);
});

test.run();
