import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { openLmdbEventLog } from './lmdb-event-log.ts';
import { eventLogContract } from './test-support/contract.ts';
import { CHAINED } from './test-support/contract-events.ts';

const test = suite('LMDB event log');

eventLogContract('LMDB', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'saleyard-log-'));
  return {
    open: (upcasters) =>
      openLmdbEventLog({ chained: CHAINED, folder, ...(upcasters === undefined ? {} : { upcasters }) }),
    destroy: async () => rmSync(folder, { recursive: true, force: true }),
  };
}).run();

test('a new log is empty, its positions begin with 0 and have no gaps', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'saleyard-log-'));
  const log = await openLmdbEventLog({ chained: CHAINED, folder });
  assert.is(await log.lastPosition(), -1);
  assert.equal(await log.verify(), { events: 0 });
  for await (const item of log.subscribe()) {
    assert.equal(item, { kind: 'caughtUp', position: -1 });
    break;
  }
  const actor = { kind: 'system', id: 'test' } as const;
  const events = Array.from({ length: 5_000 }, (_, n) => {
    return { id: `${n}`, type: 'Noted', data: { n }, meta: { at: n, commandId: 'c', actor, schema: 1 } };
  });
  await log.append('auction-a', -1, events);
  const positions: number[] = [];
  for await (const item of log.subscribe()) {
    if (item.kind === 'caughtUp') break;
    positions.push(...item.events.map(({ position }) => position));
  }
  assert.equal(
    positions,
    events.map((_, n) => n),
  );
  const progress: number[] = [];
  assert.equal(await log.verify({ onProgress: (position) => progress.push(position) }), { events: 5_000 });
  assert.is(progress.at(-1), 4_999);
  await log.close();
  rmSync(folder, { recursive: true, force: true });
});

test('what is no stream, no revision or no event is refused', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'saleyard-log-'));
  const log = await openLmdbEventLog({ chained: CHAINED, folder });
  const actor = { kind: 'system', id: 'test' } as const;
  const events = [{ id: '1', type: 'Noted', data: {}, meta: { at: 0, commandId: 'c', actor, schema: 1 } }];
  for (const [stream, expected, list] of [
    ['', -1, events],
    ['a\0b', -1, events],
    ['é'.repeat(128), -1, events],
    ['auction-a', -2, events],
    ['auction-a', 0.5, events],
    ['auction-a', -1, []],
  ] as const) {
    assert.instance(await log.append(stream, expected, list).catch((error: unknown) => error), RangeError);
  }
  assert.is((await log.append('é'.repeat(127), -1, events)).outcome, 'appended');
  await log.close();
  rmSync(folder, { recursive: true, force: true });
});

test.run();
