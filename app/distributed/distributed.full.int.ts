import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import { readConfig } from '@saleyard/platform/config/config.ts';
import { WireServer } from '@saleyard/platform/event-log/test-support/eventstore-wire/wire-server.ts';
import { createLogger } from '@saleyard/platform/logging/logger.ts';
import { mongoServerWants, startMongoServer } from '@saleyard/testing/servers/mongo-server.ts';
import { natsServerWants, startNatsServer } from '@saleyard/testing/servers/nats-server.ts';
import { notRun, suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { WebSocket } from 'ws';
import { Session } from '../client/session.ts';
import { DEMO_PASSWORD } from '../demo/demo-accounts.ts';
import { openLog } from '../server/stores.ts';
import { BiddingLoad } from '../test-support/bidding-load.ts';
import { schedule, steers } from '../test-support/sales.ts';
import { plannedProcesses } from './plan.ts';
import { freePorts } from './test-support/free-ports.ts';

const BIN = fileURLToPath(new URL('../bin/saleyard.js', import.meta.url));
/** ms that eight processes may take to start on a loaded machine. */
const START_MS = 240_000;

const test = suite('several processes', { limitMs: START_MS + 180_000 });

const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 100));
};

test('what runs where: a port, a name and metrics for each, and who forwards to whom', () => {
  const read = readConfig({}, { port: 9_000, demo: true, host: '0.0.0.0' });
  if (read.outcome === 'invalid') throw new Error('a setting is wrong');
  const planned = plannedProcesses(read.config, 'k'.repeat(32));
  const of = (role: string) => planned.filter((one) => one.role === role);
  assert.equal(
    ['command-api', 'projections', 'gateway', 'edge-proxy', 'demo'].map((role) => of(role).length),
    [2, 2, 3, 1, 1],
  );
  const ports = planned.flatMap(({ port, metricsPort }) => [port, metricsPort]);
  assert.is(new Set(ports).size, ports.length);
  const [proxy] = of('edge-proxy');
  assert.equal([proxy?.port, proxy?.settings['SALEYARD_HOST']], [9_000, '0.0.0.0']);
  assert.is(
    proxy?.settings['SALEYARD_GATEWAY_URLS'],
    of('gateway')
      .map(({ port }) => `http://127.0.0.1:${port}`)
      .join(),
  );
  const engines = {
    EVENTSTORE_URL: 'esdb://127.0.0.1:2113?tls=false',
    MONGODB_URL: 'mongodb://127.0.0.1/x',
    NATS_URL: 'nats://127.0.0.1',
  };
  for (const { name, settings } of planned) {
    assert.is(readConfig({ ...engines, ...settings }).outcome, 'valid', name);
  }
});

test('without the engines it says which are missing, and ends with 2', async () => {
  const env = { ...process.env, EVENTSTORE_URL: '', MONGODB_URL: 'mongodb://127.0.0.1/x', NATS_URL: '' };
  const ended = await new Promise<{ code: unknown; stderr: string }>((resolve) => {
    execFile(process.execPath, [BIN, 'distributed'], { env }, (error, _stdout, stderr) =>
      resolve({ code: error?.code, stderr }),
    );
  });
  assert.is(ended.code, 2);
  assert.match(ended.stderr, /EVENTSTORE_URL must be set[\s\S]*NATS_URL must be set/);
  assert.not.match(ended.stderr, /MONGODB_URL/);
});

/** The process of a name, after any restarts. */
function pidNow({ pid }: ChildProcess, name: string): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  const isNamed = (child: string): boolean =>
    readFileSync(`/proc/${child}/environ`, 'utf8').split('\0').includes(`SALEYARD_NODE=${name}`);
  return Number(children.find(isNamed));
}

/** One socket that comes back by itself, as a page does: what it saw of a lot last. */
class Watcher {
  seen: number | null = null;
  #socket: WebSocket | undefined;
  #stopped = false;
  readonly #base: string;
  readonly #auction: string;

  constructor(base: string, auction: string) {
    this.#base = base;
    this.#auction = auction;
    this.#open();
  }

  stop(): void {
    this.#stopped = true;
    this.#socket?.close();
  }

  #open(): void {
    const socket = new WebSocket(`${this.#base.replace('http', 'ws')}/realtime`, {
      headers: { origin: this.#base },
    });
    this.#socket = socket;
    socket.on('error', () => {});
    socket.on('close', () => {
      if (!this.#stopped) setTimeout(() => this.#open(), 500);
    });
    socket.on('open', () =>
      socket.send(
        JSON.stringify([{ id: 1, channel: 'bids', event: 'join-auction', data: { _id: this.#auction } }]),
      ),
    );
    socket.on('message', (frame) => {
      for (const { event, data } of JSON.parse(String(frame))) {
        const lots = event === 'snapshot' ? data.lots : event === 'lot-update' ? [data] : [];
        for (const { currentBidCents } of lots) this.seen = currentBidCents;
      }
    });
  }
}

const wants = [natsServerWants(), mongoServerWants()].filter((want) => want !== null);
if (wants.length > 0) notRun('several processes over the three servers', wants.join('; '));
else
  test('a sale goes on while a process dies, and while all are restarted one at a time', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'saleyard-distributed-'));
    const log = await WireServer.start({ folder, now: () => systemClock.now() });
    const [mongo, nats] = await Promise.all([startMongoServer(), startNatsServer()]);
    const port = await freePorts(Array.from({ length: 9 }, (_, n) => [n, n + 100]).flat());
    const base = `http://127.0.0.1:${port}`;
    const env = {
      ...process.env,
      EVENTSTORE_URL: log.url,
      MONGODB_URL: `${mongo.url}/distributed`,
      NATS_URL: nats.url,
    };
    let said = '';
    const watchers: Watcher[] = [];
    const seed = () =>
      new Promise<Error | null>((resolve) => {
        execFile(process.execPath, [BIN, 'seed'], { env }, (error) => resolve(error));
      });
    // A server that has just started on a busy machine may be late: it is then seeded again.
    let failed = await seed();
    for (let tries = 1; failed !== null && tries < 5; tries += 1) failed = await seed();
    assert.is(failed, null);
    const supervisor: ChildProcess = spawn(process.execPath, [BIN, 'distributed', '--port', String(port)], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    supervisor.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    try {
      await until(() => {
        assert.is(supervisor.exitCode, null);
        return said.includes(`is running: ${base.replace('127.0.0.1', 'localhost')}`);
      });
      const pidOf = (name: string): number => Number(new RegExp(`^${name} .* (\\d+)$`, 'm').exec(said)?.[1]);
      const staff = await Session.signIn(base, 'staff@saleyard.test', DEMO_PASSWORD);
      const buyer = await Session.signIn(base, 'buyer@saleyard.test', DEMO_PASSWORD);
      const terms = { type: 'simultaneous', durationSeconds: 900, allowAutoBid: true } as const;
      const sale = await schedule(staff, terms, [steers('1')]);
      const [lot = ''] = sale.lots;
      await until(async () => {
        const found = await staff
          .call<{ auction: { state: string } }>('GET', `auctions/${sale._id}`)
          .catch(() => null);
        return found?.auction.state === 'live';
      });
      watchers.push(...Array.from({ length: 3 }, () => new Watcher(base, sale._id)));

      let over = false;
      let bids = 0;
      let price = 40_000;
      /** Auto-bids, one after another, each asked again under its id until it is known what became of it. */
      const bidding = (async () => {
        while (!over) {
          const commandId = `distributed-${bids}`;
          for (;;) {
            const answer = await buyer
              .call<{ currentBidCents: number }>('PUT', 'users/me/autobids', {
                autobid: price + 500,
                lot,
                commandId,
              })
              .catch((error: { status?: number; code?: string }) => error);
            if ('currentBidCents' in answer) break;
            assert.ok(
              answer.status === 503 || answer.status === undefined,
              `${answer.status} ${answer.code}: ${String(answer)}`,
            );
            await new Promise((resolve) => setTimeout(resolve, 200));
          }
          bids += 1;
          price += 500;
          // Five auto-bids a second are allowed.
          await new Promise((resolve) => setTimeout(resolve, 250));
        }
      })();

      process.kill(pidOf('command-api-1'), 'SIGKILL');
      await until(() => said.includes('command-api-1 died'));
      const before = bids;
      await until(() => bids > before + 5);
      await until(() => (said.match(/command-api command-api-1 is running/g) ?? []).length === 2);

      supervisor.kill('SIGUSR2');
      await until(() => said.includes('All were restarted'));
      const after = bids;
      await until(() => bids > after + 5);
      over = true;
      await bidding;
      // A second bidder's step makes the price public, so that all must come to see the same.
      const other = await Session.signIn(base, 'buyer2@saleyard.test', DEMO_PASSWORD);
      const last = await other.call<{ currentBidCents: number }>('PUT', 'users/me/autobids', {
        autobid: price + 10_000,
        lot,
      });
      await until(() => watchers.every(({ seen }) => seen === last.currentBidCents));

      // A process that is asked to stop as by a closed terminal ends by itself.
      for (const name of ['command-api-2', 'gateway-2']) process.kill(pidNow(supervisor, name), 'SIGHUP');
      for (const name of ['command-api-2', 'gateway-2'])
        await until(() => said.includes(`${name} died (exit 0) and is started again`));
      const load = await BiddingLoad.join(base, sale);
      await load.untilDecided(20);
      supervisor.kill('SIGHUP');
      assert.equal([...new Set(await load.untilClosed())], [1012], 'every socket was closed in order');
      await until(() => supervisor.exitCode !== null);
      const outside = { clock: systemClock, logger: createLogger({ level: 'silent' }) };
      const stores = { data: folder, eventStoreUrl: log.url, mongoUrl: null, s3Url: null };
      await load.assertIn(await openLog(stores, outside));
    } finally {
      for (const one of watchers) one.stop();
      const ended = once(supervisor, 'exit');
      supervisor.kill('SIGTERM');
      const [code] = supervisor.exitCode === null ? await ended : [supervisor.exitCode];
      assert.is(code, 0);
      const answer = await fetch(`${base}/healthz`).catch(() => null);
      assert.is(answer, null);
      await Promise.all([log.stop(), mongo.stop(), nats.stop()]);
      await rm(folder, { recursive: true, force: true });
    }
  });

test.run();
