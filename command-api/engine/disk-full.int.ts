import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandReply } from '@saleyard/contract/commands.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import { openLmdbDocuments } from '@saleyard/platform/documents/lmdb-documents.ts';
import { notRun, suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import {
  answered,
  bid,
  eventsOf,
  freshFolder,
  openEngine,
  scheduled,
  until,
} from '../test-support/engine.ts';
import { LIVE_AT, lotTerms, OPEN_AT } from '../test-support/sale.ts';

const test = suite('a disk without space', { limitMs: 60_000 });
const { folder, remove } = freshFolder();
/** The documents have enough space: other tests cover a full disk there. */
const elsewhere = freshFolder();

/** Runs a system command. @throws when it is missing, not permitted, or fails */
const run = (command: string, args: readonly string[]): void => {
  execFileSync(command, args, { stdio: 'ignore' });
};

function mounted(): boolean {
  try {
    run('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', folder]);
    return true;
  } catch {
    return false;
  }
}

if (!mounted()) {
  remove();
  elsewhere.remove();
  notRun('engine: a disk without space', 'run as a user that may mount a tmpfs');
} else {
  test.after(() => {
    run('umount', ['-l', folder]);
    remove();
    elsewhere.remove();
  });

  test('what it acknowledged is there, what it turned away is not, and it goes on when there is space', async () => {
    const ballast = join(folder, 'ballast');
    writeFileSync(ballast, Buffer.alloc(4 * 1024 * 1024));
    const documents = await openLmdbDocuments({ folder: elsewhere.folder, clock: systemClock });
    const engine = await openEngine({ folder, documents, now: OPEN_AT - 1 });
    await scheduled(engine.host, 'a1', [lotTerms('l1')]);
    engine.clock.advanceTo(LIVE_AT);
    await until(async () => (await eventsOf(engine.log, 'a1')).length === 5);
    const received: { id: string; reply: CommandReply }[] = [];
    let sent = 0;
    const wave = async (): Promise<boolean> => {
      const bids = Array.from({ length: 100 }, async () => {
        sent += 1;
        const id = `command-${sent}`;
        received.push({
          id,
          reply: await engine.host.submit(bid('a1', 'joe', 'l1', 10_000 + sent * 1_000, id)),
        });
      });
      const all = Promise.all(bids);
      await answered(engine, all);
      return received.slice(-100).every(({ reply }) => reply.outcome === 'decided');
    };
    while (await wave());
    for (let more = 0; more < 3; more += 1) assert.not.ok(await wave());
    rmSync(ballast);
    await until(async () => {
      engine.clock.advanceBy(500);
      return wave();
    });
    const stored = new Set((await eventsOf(engine.log, 'a1')).map(({ meta }) => meta.commandId));
    for (const { id, reply } of received) {
      assert.is(stored.has(id), reply.outcome === 'decided', `${id} ${reply.outcome}`);
    }
    const outcomes = received.map(({ reply }) =>
      reply.outcome === 'unavailable' ? reply.code : reply.outcome,
    );
    assert.equal([...new Set(outcomes)].sort(), ['decided', 'full']);
    assert.is(engine.host.stateOf('a1')?.version, (await eventsOf(engine.log, 'a1')).length);
    await engine.close();
  });

  test.run();
}
