import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHAINED } from '@saleyard/domain/streams.ts';
import { systemClock as clock } from '@saleyard/platform/clock/system-clock.ts';
import { openLmdbEventLog } from '@saleyard/platform/event-log/lmdb-event-log.ts';
import type { EventLog } from '@saleyard/platform/event-log/port.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { createSentMessages } from './sent-messages.ts';

const test = suite('messages that are sent once', { limitMs: 30_000 });

const folder = mkdtempSync(join(tmpdir(), 'saleyard-sent-messages-'));
let log: EventLog;
test.before(async () => {
  log = await openLmdbEventLog({ chained: CHAINED, folder: join(folder, 'log') });
});
test.after(async () => {
  await log.close();
  rmSync(folder, { recursive: true });
});

test('a process that starts with the log alone sends no e-mail and no text again', async () => {
  const sent: string[] = [];
  // Each round is a process with nothing in memory, as after the loss of the read store.
  for (const round of ['first', 'second'])
    for (const channel of ['mail', 'sms'] as const) {
      const message = { key: `alert-by-${channel}`, account: 'bob', channel };
      await createSentMessages({ log, clock }).sendOnce(
        message,
        async () => void sent.push(`${round} ${channel}`),
      );
    }
  assert.equal(sent, ['first mail', 'first sms']);
});

test('what could not be sent is not recorded, and is sent by the next process', async () => {
  const message = { key: 'alert-that-fails', account: 'bob', channel: 'sms' } as const;
  const failure = new Error('no answer');
  const failing = createSentMessages({ log, clock }).sendOnce(message, () => Promise.reject(failure));
  assert.is(await failing.catch((error: unknown) => error), failure);
  let sent = 0;
  await createSentMessages({ log, clock }).sendOnce(message, async () => {
    sent += 1;
  });
  assert.is(sent, 1);
});

test.run();
