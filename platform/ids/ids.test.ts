import { check, fc } from '@saleyard/testing/property.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { v5 as uuidV5, validate } from 'uuid';
import * as assert from 'uvu/assert';
import { eventIdOf } from './ids.ts';

const test = suite('ids');

test("an event's id is the UUIDv5 of its command's id and its index", () => {
  for (const commandId of [
    '',
    'command-1',
    'é🐄'.repeat(150),
    'x'.repeat(297),
    'x'.repeat(298),
    'long'.repeat(500),
  ]) {
    for (const index of [0, 1, 12, 1_000]) {
      const id = eventIdOf(commandId, index);
      assert.is(id, uuidV5(`${commandId}:${index}`, '6f3c1c52-7d0e-5b8a-9a53-5b1f0a2f7c11'));
      assert.ok(validate(id));
    }
  }
});

test('property: so it is for any command id', async () => {
  await check(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(), (commandId, index) => {
      assert.is(
        eventIdOf(commandId, index),
        uuidV5(`${commandId}:${index}`, '6f3c1c52-7d0e-5b8a-9a53-5b1f0a2f7c11'),
      );
    }),
  );
});

test.run();
