import { eventIdOf } from '@saleyard/platform/ids/ids.ts';
import { check, fc } from '@saleyard/testing/property.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { IdempotencyIndex } from './idempotency-index.ts';

const test = suite('the idempotency index');

test('[E11] it finds what was added and nothing else, also after a round trip', async () => {
  const property = fc.property(
    fc.uniqueArray(fc.string({ minLength: 1 }), { maxLength: 300 }),
    fc.string({ minLength: 1 }),
    (commands, other) => {
      const idempotency = new IdempotencyIndex();
      commands.forEach((id, i) => {
        idempotency.add(eventIdOf(id, 0), i * 2);
      });
      for (const each of [idempotency, IdempotencyIndex.from(idempotency.bytes())]) {
        assert.is(each.size, commands.length);
        commands.forEach((id, i) => {
          assert.equal(each.find(id), [i * 2]);
        });
        if (!commands.includes(other)) assert.equal(each.find(other), []);
      }
    },
  );
  await check(property, { runs: 100 });
});

test('commands that share a fingerprint are all found', () => {
  const idempotency = new IdempotencyIndex();
  const id = eventIdOf('x', 0);
  const sameBits = `${id.slice(0, 8)}-0000-0000-0000-0000${id.slice(28)}`;
  idempotency.add(id, 3);
  idempotency.add(sameBits, 9);
  assert.equal(idempotency.findByEvent(id), [3, 9]);
});

test('its bytes can be stored in parts', () => {
  const idempotency = new IdempotencyIndex();
  for (let i = 0; i < 1_000; i += 1) idempotency.add(eventIdOf(`c${i}`, 0), i);
  const parts = [idempotency.bytes(0, 400), idempotency.bytes(400, 800), idempotency.bytes(800)];
  const again = IdempotencyIndex.from(Buffer.concat(parts));
  assert.equal(again.bytes(), idempotency.bytes());
  assert.is(again.bytes().length, 12_000);
});

test.run();
