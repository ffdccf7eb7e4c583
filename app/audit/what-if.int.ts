import { join } from 'node:path';
import {
  bid,
  decided,
  freshFolder,
  openEngine,
  scheduled,
  staff,
  until,
} from '@saleyard/command-api/test-support/engine.ts';
import { LIVE_AT, lotTerms, OPEN_AT, schedule } from '@saleyard/command-api/test-support/sale.ts';
import { readConfig } from '@saleyard/platform/config/config.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { replaySale } from '../replay/stored-sale.ts';
import { policySwap, type WhatIf, whatIf } from './what-if.ts';

const test = suite('a stored sale under another policy', { limitMs: 30_000 });

/** A sale whose lot l1 was decided by a tie, and whose lot l2 was not. */
async function tiedSale() {
  const { folder, remove } = freshFolder();
  const engine = await openEngine({ folder, now: OPEN_AT - 1 });
  const { host, clock } = engine;
  await scheduled(
    host,
    'a1',
    [lotTerms('l1'), lotTerms('l2')],
    schedule('simultaneous', {}, { searchNumber: 41 }),
  );
  clock.advanceTo(LIVE_AT);
  await until(() => host.stateOf('a1')?.phase === 'live');
  decided(await host.submit(staff('a1', { type: 'autoBid', bidder: 'abe', lot: 'l1', maxCents: 15_000 })));
  decided(await host.submit(bid('a1', 'joe', 'l1', 15_000)));
  decided(await host.submit(bid('a1', 'joe', 'l2', 11_000)));
  decided(await host.submit(bid('a1', 'joe', 'l2', 10_500)));
  clock.advanceBy(1_000_000);
  await until(() => !host.ownedAuctions().includes('a1'));
  return { ...engine, folder, remove };
}

test('the lots that would have ended otherwise are named with both ends, and nothing is written', async () => {
  const { log, folder, close, remove } = await tiedSale();
  const before = await log.lastPosition();
  const would = await whatIf(log, 'a1', { tie: 'later-manual-leads' });
  assert.is(would.stood?.tie, 'earlier-leads');
  assert.is(would.policy.tie, 'later-manual-leads');
  assert.equal(
    would.lots.map(({ lot, was, would: otherwise }) => [lot, was.winner, otherwise.winner]),
    [['l1', 'abe', 'joe']],
  );
  assert.is(would.decisionCount, 1);
  assert.equal(would.decisions[0]?.command.type, 'bid');
  const same = await whatIf(log, 'a1', { tie: 'earlier-leads' });
  assert.equal([same.lots, same.decisionCount, same.compared], [[], 0, would.compared]);
  assert.is(await log.lastPosition(), before);
  const read = readConfig({}, { data: folder });
  if (read.outcome === 'invalid') throw new Error(join(folder));
  const { config } = read;
  const printed = await replaySale('41', { config, policy: ['tie=later-manual-leads'] });
  assert.equal([printed.exitCode, printed.stderr], [0, '']);
  assert.equal((JSON.parse(printed.stdout) as WhatIf).lots, JSON.parse(JSON.stringify(would.lots)));
  for (const [sale, policy, problem] of [
    ['42', ['tie=later-manual-leads'], 'no auction no. 42'],
    ['forty', ['tie=later-manual-leads'], 'is not the number'],
    ['41', [], 'needs a --policy'],
    ['41', ['tie=never'], 'must be one of'],
  ] as const) {
    const { exitCode, stderr } = await replaySale(sale, { config, policy });
    assert.is(exitCode, 2);
    assert.match(stderr, problem);
  }
  await close();
  remove();
});

test('a policy is named by field and value', () => {
  assert.equal(policySwap('tie=later-manual-leads'), { tie: 'later-manual-leads' });
  for (const wrong of ['tie', 'tie=x', 'tie=earlier-leads=x', 'toString=x', ''])
    assert.is(policySwap(wrong), undefined);
});

test.run();
