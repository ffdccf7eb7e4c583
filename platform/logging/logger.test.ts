import { spawnSync } from 'node:child_process';
import { openSync } from 'node:fs';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { createLogger } from './logger.ts';
import { REDACTED, redacted, redactedText } from './redaction.ts';

const test = suite('logging');

function captured() {
  const lines: string[] = [];
  const log = createLogger({ level: 'info', destination: { write: (line) => void lines.push(line) } });
  return { log, lines };
}

const PRIVATE = [
  'jane@farm.example',
  'hunter22',
  'Basic amFuZTpodW50ZXIyMg==',
  's:0123456789abcdef0123456789abcdef.sig',
];

test('nothing private is written, wherever it stands', () => {
  const { log, lines } = captured();
  log.info({ email: 'jane@farm.example', nested: { deep: [{ password: 'hunter22' }] } }, 'signed in');
  log.info({ headers: { authorization: PRIVATE[2], cookie: 'saleyard=s:0123' } }, 'request');
  log.info(`mail for jane@farm.example with ${PRIVATE[2]} and saleyard=${PRIVATE[3]}`);
  log.error(new Error('no mailbox jane@farm.example', { cause: new Error('hunter22@x.example') }));
  log.error({ err: new Error('jane@farm.example bounced') }, 'mail to %s', 'jane@farm.example');
  log.child({ part: 'mailer' }).warn({ url: 'https://u:hunter22@mail.example/?token=abc' }, 'down');
  log.error({ path: '/api/v1/users/reset/ABCDE-FGHJK' }, 'a request failed');
  assert.is(lines.length, 7);
  for (const secret of [...PRIVATE, 'token=abc', 'ABCDE-FGHJK']) {
    assert.not.ok(lines.join('').includes(secret), `${secret} was logged`);
  }
  assert.ok(lines.every((line) => line.includes(REDACTED)));
});

test('what is not private stays, with its level and its time', () => {
  const { log, lines } = captured();
  log.info({ auction: 'a1', seq: 3, at: 1_700_000_000_000 }, 'lot closed');
  const line = JSON.parse(lines[0] ?? '{}') as Record<string, unknown>;
  assert.is(line['msg'], 'lot closed');
  assert.is(line['level'], 'info');
  assert.is(line['auction'], 'a1');
  assert.is(line['seq'], 3);
  assert.ok(!Number.isNaN(Date.parse(String(line['time']))));
});

test('an error keeps its name, its stack and its cause', () => {
  const logged = redacted(new TypeError('bad', { cause: new RangeError('worse') })) as Record<
    string,
    unknown
  >;
  assert.is(logged['type'], 'TypeError');
  assert.match(String(logged['stack']), 'logger.test.ts');
  assert.is((logged['cause'] as Record<string, unknown>)['message'], 'worse');
});

test('a log line has an end', () => {
  const loop: Record<string, unknown> = {};
  loop['self'] = loop;
  assert.match(JSON.stringify(redacted(loop)), 'deeper');
  assert.is((redacted(Array.from({ length: 500 }, () => 1)) as unknown[]).length, 101);
  assert.ok(redactedText('x'.repeat(100_000)).length < 9_000);
  assert.is(redacted(Buffer.alloc(9)), '[9 bytes]');
});

test('a reserve and a maximum are not for logs', () => {
  assert.equal(redacted({ reserveCents: 5, maxCents: 7, startCents: 3 }), {
    reserveCents: REDACTED,
    maxCents: REDACTED,
    startCents: 3,
  });
});

test('a process whose output is on a full disk goes on, and ends when it should', () => {
  const program = `
    const { createLogger } = await import(${JSON.stringify(new URL('./logger.ts', import.meta.url).href)});
    const log = createLogger({ level: 'info' });
    log.info('one');
    await new Promise((resolve) => setTimeout(resolve, 100));
    log.info('two');
    process.stderr.write('went on');
    process.exit(3);`;
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '-e', program],
    { stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'], timeout: 60_000 },
  );
  assert.equal([status, String(stderr)], [3, 'went on']);
});

test.run();
