import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import type { Attack } from './attack.ts';
import { type AttackRow, type AttackRun, attacksPage } from './page.ts';

const test = suite('the page of the attacks');

const attack = (name: string): Attack => ({
  name,
  tries: `tries ${name} | twice`,
  holds: 'all is refused',
  run: () => Promise.reject(new Error('it is not run here')),
});
const ALL = ['slow', 'injection', 'emails'].map(attack);
const [slow, injection, emails] = ALL as [Attack, Attack, Attack];

const row = (of: Attack, figures: string, broken: string[] = []): AttackRow => {
  const bug = { name: `bug | of ${of.name}`, what: 'a | b', module: 'm', find: 'f', replace: 'r' };
  return {
    attack: of,
    findings: { tried: 1, broken, figures },
    bugs: [{ bug: { ...bug, attack: of.name }, foundBy: `found in ${figures}` }],
  };
};
const run = (part: Partial<AttackRun> = {}): AttackRun => ({
  date: '2026-01-02',
  commit: '`abc`',
  machine: 'one core',
  load: '0.1',
  isQuick: false,
  ...part,
});
const lines = (page: string, holding: string): string[] =>
  page.split('\n').filter((line) => line.startsWith('|') && line.includes(holding));

const whole = attacksPage('', [row(slow, '1 s'), row(injection, '9 bodies')], run(), ALL);

test('each attack shows when it was run, at which commit, on which machine and under which load', () => {
  assert.match(lines(whole, '9 bodies')[0] ?? '', '| 2026-01-02 at `abc`, on one core, load 0.1 | holds |');
  assert.is(lines(whole, '`slow`').length, 2, 'itself and its bug');
});

test('a run of some replaces their lines alone, and those of the others keep their date', () => {
  const later = run({ date: '2026-03-04', commit: '`def`', load: '14.2', isQuick: true });
  const page = attacksPage(whole, [row(injection, '7 bodies', ['a body | was taken'])], later, ALL);
  assert.equal(lines(page, '`slow`'), lines(whole, '`slow`'));
  assert.equal(lines(page, '9 bodies'), []);
  const [result = '', bug = ''] = lines(page, '7 bodies');
  assert.match(
    result,
    '| 2026-03-04 at `def`, quick, on one core, load 14.2 | **broken**: a body \\| was taken |',
  );
  assert.match(bug, 'found in 7 bodies');
  assert.is(lines(page, '`injection`').length, 2);
});

test('an attack that was never run is listed, and keeps its place once it is run', () => {
  assert.match(whole, 'Not run yet: `emails`.');
  const page = attacksPage(whole, [row(emails, '3 e-mails')], run(), ALL.toReversed());
  assert.not.match(page, 'Not run yet');
  const order = [...page.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name);
  assert.equal(order, ['emails', 'injection', 'slow']);
});

test('removed attacks leave the page', () => {
  const page = attacksPage(whole, [], run(), [injection]);
  assert.equal(lines(page, '`slow`'), []);
});

test('parsing the page and rendering it without a run changes nothing', () => {
  assert.is(attacksPage(whole, [], run({ date: '2027-01-01' }), ALL), whole);
});

test.run();
