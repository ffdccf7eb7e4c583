import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { OWN_FILE } from '@saleyard/testing/own-process.ts';
import { type NatsServer, natsServerWants, startNatsServer } from '@saleyard/testing/servers/nats-server.ts';
import { notRun, suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { connectNats, type NatsConnection } from '../bus/nats-connection.ts';
import { ManualClock } from '../clock/manual-clock.ts';
import type { Clock } from '../clock/port.ts';
import { systemClock } from '../clock/system-clock.ts';
import { openNatsLeases } from './nats-leases.ts';
import { HEARTBEAT_MS, LEASE_MS, type Leases } from './port.ts';

/** How long a test waits for something that should happen, in ms: a loaded machine is slow. */
const SOON_MS = 120_000;
const GROUP = 'test';
const KEYS = Array.from({ length: 50 }, (_, n) => `auction.${n}`);

async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const from = systemClock.monotonic();
  while (!(await isSo())) {
    if (systemClock.monotonic() - from > SOON_MS) throw new Error(`not within ${SOON_MS} ms: ${what}`);
    await wait(10);
  }
}

type Node = { leases: Leases; connection: NatsConnection };

async function nodeAt(url: string, node: string | null, clock: Clock): Promise<Node> {
  const connection = await connectNats({ url, name: node ?? 'looking on' });
  return { connection, leases: await openNatsLeases({ connection, group: GROUP, node, clock }) };
}

/** In the child: holds what it can, and says each time it finds out that it holds the key or does not. */
async function holdForEver(url: string, node: string): Promise<void> {
  const { leases } = await nodeAt(url, node, systemClock);
  let held: boolean | null = null;
  const look = (): void => {
    const holds = leases.holderOf('key') === node;
    if (holds !== held) process.stdout.write(holds ? 'holds\n' : 'lost\n');
    held = holds;
  };
  leases.onChange(look);
  await leases.claim('key');
  look();
}

function run(): void {
  const test = suite('leases over NATS in trouble', { limitMs: 90_000 });
  const nodes: Node[] = [];
  const servers: NatsServer[] = [];
  const children: ChildProcess[] = [];
  const folders: string[] = [];

  const start = async (port: number | undefined, folder: string): Promise<NatsServer> => {
    const server = await startNatsServer({ ...(port !== undefined && { port }), folder });
    servers.push(server);
    return server;
  };
  const newFolder = (): string => {
    const folder = mkdtempSync(join(tmpdir(), 'saleyard-leases-'));
    folders.push(folder);
    return folder;
  };
  const joinAt = async (
    server: NatsServer,
    node: string | null,
    clock: Clock = systemClock,
  ): Promise<Leases> => {
    const joined = await nodeAt(server.url, node, clock);
    nodes.push(joined);
    return joined.leases;
  };
  const down = (): Promise<void> =>
    until('the outage is noticed', () => nodes.every(({ connection }) => !connection.isUp));
  const holdsAll = (leases: Leases, node: string): boolean =>
    KEYS.every((key) => leases.holderOf(key) === node);

  test.afterEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    for (const { leases, connection } of nodes.splice(0)) {
      await leases.close();
      await connection.close();
    }
    for (const server of servers.splice(0)) await server.stop();
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  });

  for (const keepsData of [true, false]) {
    const data = keepsData ? 'with its data' : 'without its data';
    test(`what is held outlives a short outage of a server that comes back ${data}`, async () => {
      const folder = newFolder();
      const server = await start(undefined, folder);
      // No time passes for the nodes, so that the outage is a short one however long it takes.
      const clock = new ManualClock();
      const [a, b] = [await joinAt(server, 'a', clock), await joinAt(server, 'b', clock)];
      const looking = await joinAt(server, null, clock);
      for (const key of KEYS) assert.is(await a.claim(key), true);
      assert.is(await a.claim('given up'), true);
      const taken = async (): Promise<number> =>
        (await Promise.all(KEYS.map((key) => b.claim(key)))).filter(Boolean).length;
      await until('all know it', () => [a, b, looking].every((leases) => holdsAll(leases, 'a')));
      await server.kill();
      await down();
      for (const leases of [a, b, looking])
        assert.is(holdsAll(leases, 'a'), true, 'it is still what is known');
      assert.is(await a.claim('another'), false);
      await a.release('given up');
      assert.is(a.holderOf('given up'), undefined);
      await start(server.port, keepsData ? folder : newFolder());
      let stolen = 0;
      await until('all is as it was', async () => {
        stolen += await taken();
        clock.advanceBy(HEARTBEAT_MS / 50);
        return (await a.claim('another')) && (await b.claim('given up'));
      });
      assert.is(stolen, 0);
      for (const leases of [a, b, looking]) {
        await until('all know it', () => holdsAll(leases, 'a') && leases.holderOf('given up') === 'b');
      }
    });
  }

  test('what is held is lost in a long outage, and can be claimed again by itself after it', async () => {
    const server = await start(undefined, newFolder());
    const [a, b] = [await joinAt(server, 'a'), await joinAt(server, 'b')];
    assert.is(await a.claim('key'), true);
    await until('the other has it', () => b.holderOf('key') === 'a');
    let calls = 0;
    b.onChange(() => {
      calls += 1;
    });
    await server.kill();
    await down();
    assert.is(await b.claim('free'), false);
    for (const leases of [a, b]) {
      await until('it ran out', () => leases.holderOf('key') === undefined && leases.nodes().length === 0);
      assert.is(await leases.claim('key'), false);
    }
    assert.ok(calls > 0);
    await a.release('key');
    await start(server.port, newFolder());
    await until('it can be claimed', () => b.claim('key'));
    await until('all know it', () => a.holderOf('key') === 'b');
    for (const leases of [a, b]) {
      await until('they receive each other', () => leases.nodes().join() === 'a,b');
    }
  });

  test('a server that stands still answers no claim, and all goes on after it', async () => {
    const server = await start(undefined, newFolder());
    const [a, b] = [await joinAt(server, 'a'), await joinAt(server, 'b')];
    assert.is(await a.claim('key'), true);
    let tries = 0;
    process.kill(server.pid, 'SIGSTOP');
    try {
      await until('it stands still', async () => {
        tries += 1;
        return !(await b.claim(`other.${tries}`));
      });
      for (const leases of [a, b]) await until('it ran out', () => leases.holderOf('key') === undefined);
      assert.is(await b.claim('key'), false);
    } finally {
      process.kill(server.pid, 'SIGCONT');
    }
    await until('it can be claimed', () => b.claim('key'));
    await until('a claim that was refused is not held', () => a.claim(`other.${tries}`));
    await until('all know it', () => a.holderOf('key') === 'b' && b.holderOf(`other.${tries}`) === 'a');
  });

  test('a claim that timed out is held by nobody, though it was stored later', async () => {
    const server = await start(undefined, newFolder());
    const clock = new ManualClock();
    const [a, b] = [await joinAt(server, 'a', clock), await joinAt(server, 'b', clock)];
    let tries = 0;
    process.kill(server.pid, 'SIGSTOP');
    try {
      await until('it stands still', async () => {
        tries += 1;
        return !(await b.claim(`key.${tries}`));
      });
    } finally {
      process.kill(server.pid, 'SIGCONT');
    }
    await until('another can claim it', () => {
      clock.advanceBy(HEARTBEAT_MS / 10);
      return a.claim(`key.${tries}`);
    });
    await until('both know it', () => b.holderOf(`key.${tries}`) === 'a');
  });

  test('a node whose process stands still loses what it held, and finds that out', async () => {
    const server = await start(undefined, newFolder());
    const b = await joinAt(server, 'b');
    const said: string[] = [];
    const child = spawn(process.execPath, [...OWN_FILE, 'hold', server.url, 'a'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    child.stdout.on('data', (data: Buffer) => said.push(...data.toString().trim().split('\n')));
    await until('it holds', () => said.at(-1) === 'holds' && b.holderOf('key') === 'a');
    child.kill('SIGSTOP');
    await until('it can be taken', () => b.claim('key'));
    child.kill('SIGCONT');
    await until('it finds out', () => said.at(-1) === 'lost');
    await until('it is back', () => b.nodes().join() === 'a,b');
    assert.is(b.holderOf('key'), 'b');
    child.kill('SIGKILL');
    await until('it is gone', () => b.nodes().join() === 'b');
  });

  test('a stopped node takes nothing from nodes whose heartbeats it missed', async () => {
    const server = await start(undefined, newFolder());
    const b = await joinAt(server, 'b');
    // It lives on in a process of its own: its words are there to be read.
    const child = spawn(process.execPath, [...OWN_FILE, 'hold', server.url, 'c'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    await until('it holds', () => b.holderOf('key') === 'c');
    const notifiedOf = new Set<string | undefined>();
    b.onChange(() => notifiedOf.add(b.holderOf('key')));
    const end = systemClock.monotonic() + LEASE_MS + HEARTBEAT_MS;
    while (systemClock.monotonic() < end) {
      // Nothing else runs in this process.
    }
    for (let n = 0; n < 40; n += 1) {
      assert.is(await b.claim('key'), false);
      assert.is(b.holderOf('key'), 'c');
      await wait(5);
    }
    assert.equal([...notifiedOf], ['c'], 'it was notified of itself alone');
  });

  test('a node that missed a change detects it by the heartbeats', async () => {
    const server = await start(undefined, newFolder());
    const [a, looking] = [await joinAt(server, 'a'), await joinAt(server, null)];
    // What is sent now reaches nobody.
    const [
      {
        connection: { client },
      },
    ] = nodes as [Node];
    const { publish } = client;
    client.publish = (subject, ...rest) => {
      if (!subject.endsWith('.change')) publish.call(client, subject, ...rest);
    };
    assert.is(await a.claim('key'), true);
    await until('it is known', () => looking.holderOf('key') === 'a');
    await a.release('key');
    await until('it is known', () => looking.holderOf('key') === undefined);
  });

  test('a server without JetStream and an invalid name are reported', async () => {
    const server = await startNatsServer({ isPlain: true });
    servers.push(server);
    const connection = await connectNats({ url: server.url, name: 'test' });
    const clock = new ManualClock();
    let ended = false;
    const opened = (group: string): Promise<string> =>
      openNatsLeases({ connection, group, node: 'a', clock }).then(() => 'opened', String);
    const missing = opened(GROUP).finally(() => {
      ended = true;
    });
    await until('it is given up', () => {
      clock.advanceBy(HEARTBEAT_MS);
      return ended;
    });
    assert.match(await missing, 'nats-server -js');
    assert.match(await opened('a.b'), 'letters, digits');
    await connection.close();
  });

  test.run();
}

const [, , role, url, node] = process.argv;
const wants = natsServerWants();
if (role === 'hold') await holdForEver(url as string, node as string);
else if (wants === null) run();
else notRun('leases over NATS in trouble', wants);
