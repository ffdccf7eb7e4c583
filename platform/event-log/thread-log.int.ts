import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import * as assert from 'uvu/assert';
import { openLmdbEventLog } from './lmdb-event-log.ts';
import { type EventLog, NO_STREAM, type SubscriptionItem } from './port.ts';
import { eventLogContract } from './test-support/contract.ts';
import { appended, CHAINED, ids, numbered } from './test-support/contract-events.ts';
import { logOwner, serveLog } from './thread-log.ts';
import type { Upcasters } from './upcasters.ts';

/** A log, and the same as a second thread has it. Both are in this thread: a channel works alike. */
async function shared(folder: string, upcasters?: Upcasters): Promise<{ owned: EventLog; other: EventLog }> {
  const options = { chained: CHAINED, folder, ...(upcasters && { upcasters }) };
  const owned = await openLmdbEventLog(options);
  const calls = new MessageChannel();
  const grown = new MessageChannel();
  const stop = serveLog(calls.port1, grown.port1, owned);
  const other = await openLmdbEventLog({ ...options, owner: logOwner(calls.port2, grown.port2) });
  const closeOther = other.close.bind(other);
  other.close = async () => {
    await closeOther();
    await stop();
    await owned.close();
  };
  return { owned, other };
}

const freshFolder = (): string => mkdtempSync(join(tmpdir(), 'saleyard-log-'));

const test = eventLogContract('LMDB, in a thread that does not own it', async () => {
  const folder = freshFolder();
  return {
    open: async (upcasters) => (await shared(folder, upcasters)).other,
    destroy: async () => rmSync(folder, { recursive: true, force: true }),
  };
});

test('what either thread appends, the other reads and follows', async () => {
  const folder = freshFolder();
  const { owned, other } = await shared(folder);
  const [first, second] = [numbered(2), numbered(1)];
  const follow = other.subscribe({ after: -1 })[Symbol.asyncIterator]();
  const next = async (): Promise<SubscriptionItem> => (await follow.next()).value;
  assert.is((await next()).kind, 'caughtUp');
  appended(await owned.append('listing-1', NO_STREAM, first));
  // Known at once, and followed as soon as the message of it arrives.
  assert.is(await other.lastRevision('listing-1'), 1);
  const followed = await next();
  assert.equal(followed.kind === 'events' && ids(followed.events), ids(first));
  appended(await other.append('listing-1', 1, second));
  assert.is(await owned.lastRevision('listing-1'), 2);
  assert.equal(await other.append('listing-1', 1, numbered(1)), { outcome: 'conflict', actual: 2 });
  await follow.return?.();
  await other.close();
  rmSync(folder, { recursive: true, force: true });
});

test('an append whose owner has ended is unknown', async () => {
  const folder = freshFolder();
  const owned = await openLmdbEventLog({ chained: CHAINED, folder });
  const calls = new MessageChannel();
  const grown = new MessageChannel();
  const owner = logOwner(calls.port2, grown.port2);
  const other = await openLmdbEventLog({ chained: CHAINED, folder, owner });
  const appending = other.append('listing-1', NO_STREAM, numbered(1));
  calls.port1.close();
  assert.is((await appending).outcome, 'unknown');
  grown.port1.close();
  await other.close();
  await owned.close();
  rmSync(folder, { recursive: true, force: true });
});

test.run();
