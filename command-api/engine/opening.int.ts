import { forwardedLog } from '@saleyard/platform/event-log/forwarded-log.ts';
import type { EventLog } from '@saleyard/platform/event-log/port.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { bid, eventsOf, freshFolder, openEngine, scheduled } from '../test-support/engine.ts';
import { lotTerms, OPEN_AT } from '../test-support/sale.ts';
import { continued, emptyAggregate } from './opening.ts';

const test = suite('opening an auction', { limitMs: 30_000 });

/** A log whose reads fail after their first batch, this many times. */
function breaking(log: EventLog, times: number): EventLog {
  let left = times;
  return {
    ...forwardedLog(() => log),
    async *read(...args) {
      for await (const events of log.read(...args)) {
        yield events;
        if (left <= 0) continue;
        left -= 1;
        throw new Error('the connection broke');
      }
    },
  };
}

test('a read that breaks and is begun again has each command once', async () => {
  const { folder, remove } = freshFolder();
  const engine = await openEngine({ folder, now: OPEN_AT - 1 });
  await scheduled(engine.host, 'a1', [lotTerms('l1')]);
  for (let n = 1; n <= 300; n += 1)
    await engine.host.submit(bid('a1', `b${n % 2}`, 'l1', 10_000 + n * 1_000));
  const commands = new Set((await eventsOf(engine.log, 'a1')).map(({ meta }) => meta.commandId)).size;
  const log = breaking(engine.log, 2);
  const loaded = emptyAggregate();
  for (const _ of [1, 2]) {
    assert.instance(await continued(log, 'a1', loaded).catch((error: unknown) => error), Error);
  }
  const whole = await continued(log, 'a1', loaded);
  assert.is(whole?.idempotency.size, commands);
  await engine.close();
  remove();
});

test.run();
