import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { BENCHES } from './benches.ts';
import { benchLotForm } from './lot-form.ts';

const test = suite('the benchmark of a large lot form', { limitMs: 120_000 });

test('each field has its keys painted, beside what is asked for and a plain text area', async () => {
  assert.ok(BENCHES.some(({ name }) => name === 'lot-form'));
  const { rows } = await benchLotForm({ heads: 20, presses: 6 });
  const fields = ['the description', 'the weight of one head', 'a weight in the grid'];
  const peers = ['what is asked for', 'a plain text area'];
  assert.equal(
    rows.map(({ subject, peer }) => `${subject}: ${peer}`),
    fields.flatMap((field) =>
      ['p50', 'p95'].flatMap((share) =>
        peers.map((peer) => `key in ${field} to its paint, ${share}: ${peer}`),
      ),
    ),
  );
  for (const { subject, peer, value, peerValue, ratio, target, note } of rows) {
    assert.ok(value > 0 && peerValue > 0 && ratio === value / peerValue, subject);
    assert.is(target, peer === 'what is asked for' ? 1 : null, subject);
    if (target !== null) assert.match(note ?? '', /^[1-9]\d* components rendered$/, subject);
  }
});

test.run();
