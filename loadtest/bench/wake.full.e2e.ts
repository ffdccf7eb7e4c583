import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { BENCHES } from './benches.ts';
import { benchWake } from './wake.ts';

const test = suite('the benchmark of a phone that wakes', { limitMs: 120_000 });

test('a page that wakes with a dead connection shows the price that was bid meanwhile, beside a bare request', async () => {
  assert.ok(BENCHES.some(({ name }) => name === 'wake'));
  const { rows } = await benchWake({ wakes: 2 });
  assert.equal(
    rows.map(({ peer, target }) => [peer, target]),
    [1, 2].flatMap(() => [
      ['what is asked for', 1],
      ['a plain page that requests the same', null],
    ]),
  );
  for (const { subject, value, peerValue, ratio, note } of rows) {
    assert.ok(value > 0 && peerValue > 0 && ratio === value / peerValue, subject);
    assert.match(note ?? '', /^2 wakes after 7 s/);
  }
});

test.run();
