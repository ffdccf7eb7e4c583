import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHAINED, STREAMS } from '@saleyard/domain/streams.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import { openEventStoreLog } from '@saleyard/platform/event-log/eventstore-event-log.ts';
import { forwardedLog } from '@saleyard/platform/event-log/forwarded-log.ts';
import { openLmdbEventLog } from '@saleyard/platform/event-log/lmdb-event-log.ts';
import type { EventLog } from '@saleyard/platform/event-log/port.ts';
import { WireServer } from '@saleyard/platform/event-log/test-support/eventstore-wire/wire-server.ts';
import { OWN_FILE } from '@saleyard/testing/own-process.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { handleCommand } from './handle-command.ts';
import { handleCommandContract, WATCH } from './test-support/handle-command.ts';

const clock = systemClock;

/** How another process finds the log: the adapter, and its folder or URL. */
type Where = { adapter: 'lmdb' | 'eventstore'; at: string };

const openAt = ({ adapter, at }: Where): Promise<EventLog> =>
  adapter === 'lmdb'
    ? openLmdbEventLog({ chained: CHAINED, folder: at })
    : openEventStoreLog({ chained: CHAINED, url: at, clock });

/** In the child process: runs a command and is killed as soon as its append is on disk. */
async function dieAfterAppend(where: Where, id: string, commandId: string): Promise<void> {
  const log = await openAt(where);
  const dying: EventLog = {
    ...forwardedLog(() => log),
    async append(...args) {
      const { outcome } = await log.append(...args);
      if (outcome !== 'appended') throw new Error(`the append came to ${outcome}`);
      process.kill(process.pid, 'SIGKILL');
      return new Promise(() => {});
    },
  };
  const actor = { kind: 'system', id: 'test' } as const;
  await handleCommand({ log: dying, clock }, STREAMS.account, { id, commandId, actor, body: WATCH });
}

async function runToDeath(...args: string[]): Promise<void> {
  const program = [...OWN_FILE, 'child', ...args];
  const child = spawn(process.execPath, program, { stdio: ['ignore', 'inherit', 'inherit'] });
  const [, signal] = await once(child, 'exit');
  assert.is(signal, 'SIGKILL', 'the child ended by itself');
}

function runTests(): void {
  const embedded = suite('commands on the embedded log', { limitMs: 30_000 });
  handleCommandContract(embedded, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'saleyard-commands-'));
    let log = await openLmdbEventLog({ chained: CHAINED, folder });
    // A folder can be open in one process only: it is closed for the child, and then opened again.
    const current = forwardedLog(() => log);
    return {
      log: current,
      async killedAfterAppend(account, commandId) {
        await log.close();
        await runToDeath('lmdb', folder, account, commandId);
        log = await openLmdbEventLog({ chained: CHAINED, folder });
      },
      async close() {
        await log.close();
        rmSync(folder, { recursive: true });
      },
    };
  });
  embedded.run();

  const distributed = suite("commands on EventStoreDB's stand-in", { limitMs: 30_000 });
  handleCommandContract(distributed, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'saleyard-commands-'));
    const server = await WireServer.start({ folder, now: () => clock.now() });
    const url = `esdb://127.0.0.1:${server.port}?tls=false`;
    const log = await openEventStoreLog({ chained: CHAINED, url, clock });
    return {
      log,
      killedAfterAppend: (account, commandId) => runToDeath('eventstore', url, account, commandId),
      async close() {
        await log.close();
        await server.stop();
        rmSync(folder, { recursive: true });
      },
    };
  });
  distributed.run();
}

const [role, adapter, at = '', account = '', commandId = ''] = process.argv.slice(2);
if (role === 'child') {
  await dieAfterAppend({ adapter: adapter === 'lmdb' ? 'lmdb' : 'eventstore', at }, account, commandId);
} else {
  runTests();
}
