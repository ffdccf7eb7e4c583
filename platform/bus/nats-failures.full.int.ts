import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { OWN_FILE } from '@saleyard/testing/own-process.ts';
import { type NatsServer, natsServerWants, startNatsServer } from '@saleyard/testing/servers/nats-server.ts';
import { notRun, suite } from '@saleyard/testing/suite.ts';
import { Events } from 'nats';
import * as assert from 'uvu/assert';
import { systemClock } from '../clock/system-clock.ts';
import { createNatsBus } from './nats-bus.ts';
import { connectNats, type NatsConnection } from './nats-connection.ts';
import { type Bus, BusRequestFailed } from './port.ts';

/** How long a test waits for something that should happen, in ms: a loaded machine is slow. */
const SOON_MS = 90_000;

async function until(what: string, isSo: () => boolean): Promise<void> {
  const from = systemClock.monotonic();
  while (!isSo()) {
    if (systemClock.monotonic() - from > SOON_MS) throw new Error(`not within ${SOON_MS} ms: ${what}`);
    await wait(5);
  }
}

type Node = { bus: Bus; connection: NatsConnection; resyncs: number; errors: unknown[] };

async function nodeAt(url: string): Promise<Node> {
  const connection = await connectNats({ url, name: 'test' });
  const errors: unknown[] = [];
  const onHandlerError = (error: unknown): void => void errors.push(error);
  const bus = createNatsBus({ connection, clock: systemClock, onHandlerError });
  const node = { bus, connection, resyncs: 0, errors };
  bus.onResync(() => {
    node.resyncs += 1;
  });
  return node;
}

/** In the child: reports what it receives, and that it is to resync. */
async function listenForEver(url: string): Promise<void> {
  const { bus, connection } = await nodeAt(url);
  bus.onResync(() => process.stdout.write('resync\n'));
  bus.subscribe('last', () => process.stdout.write('last\n'));
  bus.subscribe('flood', () => {});
  await connection.flush(SOON_MS);
  process.stdout.write('ready\n');
}

function run(): void {
  const test = suite('the bus over NATS in trouble', { limitMs: 60_000 });
  const nodes: Node[] = [];
  const servers: NatsServer[] = [];
  const children: ChildProcess[] = [];

  const start = async (options: Parameters<typeof startNatsServer>[0] = {}): Promise<NatsServer> => {
    const server = await startNatsServer(options);
    servers.push(server);
    return server;
  };
  const startAgain = ({ port, folder }: NatsServer): Promise<NatsServer> => start({ port, folder });
  const join = async ({ url }: NatsServer): Promise<Node> => {
    const node = await nodeAt(url);
    nodes.push(node);
    return node;
  };
  const known = (...those: Node[]): Promise<unknown> =>
    Promise.all(those.map(({ connection }) => connection.flush(SOON_MS)));
  const reason = (asked: Promise<unknown>): Promise<string> =>
    asked.then(
      (answer) => `answered ${JSON.stringify(answer)}`,
      (error: unknown) => (error instanceof BusRequestFailed ? error.reason : String(error)),
    );

  test.afterEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    for (const { bus, connection } of nodes.splice(0)) {
      await bus.close();
      await connection.close();
    }
    // Those that were killed left their folder to those that were started again.
    for (const server of servers.splice(0)) await server.stop();
  });

  test('messages of an outage are lost, all subscribers resync, and what follows arrives in order', async () => {
    const server = await start();
    const [publisher, listener] = [await join(server), await join(server)];
    const got: number[] = [];
    const own: number[] = [];
    listener.bus.subscribe('count', (n) => got.push(n as number));
    // Its subscription is made again before any message that its own connection might have kept.
    publisher.bus.subscribe('count', (n) => own.push(n as number));
    await known(publisher, listener);
    let sent = 0;
    const sentToNobody = new Set<number>();
    const stop = new AbortController();
    const publishing = (async () => {
      for (; !stop.signal.aborted; sent += 1) {
        if (!publisher.connection.isUp) sentToNobody.add(sent);
        publisher.bus.publish('count', sent);
        if (sent % 10 === 0) await wait(1);
      }
    })();
    await until('messages arrive', () => got.length > 500);
    await server.kill();
    await wait(500);
    assert.ok(sentToNobody.size > 0);
    await startAgain(server);
    await until('both are asked to resync', () => publisher.resyncs > 0 && listener.resyncs > 0);
    const before = sent;
    await until('messages arrive again', () => (got.at(-1) ?? 0) > before);
    stop.abort();
    await publishing;
    assert.equal(
      [...own, ...got].filter((n) => sentToNobody.has(n)),
      [],
    );
    assert.equal(
      got,
      [...new Set(got)].sort((a, b) => a - b),
    );
  });

  test('a request is never kept: without a connection it fails at once, and nobody serves it later', async () => {
    const server = await start();
    const [asking, serving] = [await join(server), await join(server)];
    const served: unknown[] = [];
    serving.bus.serve('bid', async (bid) => {
      served.push(bid);
      return bid === 'under way' ? new Promise(() => {}) : 'taken';
    });
    await known(serving);
    const underWay = reason(asking.bus.request('bid', 'under way', { timeoutMs: SOON_MS }));
    await until('it is served', () => served.length === 1);
    await server.kill();
    assert.is(await underWay, 'closed', 'what was under way may have been done');
    const stop = new AbortController();
    const reasons = new Set<string>();
    const asked: Promise<unknown>[] = [];
    const askingOn = (async () => {
      while (!stop.signal.aborted) {
        // As late as the turn in which the connection is made again, nothing that was refused may be sent.
        const isUp = asking.connection.isUp;
        const request = reason(asking.bus.request('bid', isUp ? 'up' : 'away', { timeoutMs: SOON_MS }));
        asked.push(isUp ? request : request.then((why) => reasons.add(why)));
        await wait(1);
      }
    })();
    await wait(300);
    await startAgain(server);
    await until('bids are taken again', () => served.includes('up'));
    stop.abort();
    await askingOn;
    await Promise.all(asked);
    await known(asking, serving);
    assert.equal([...reasons], ['no-responder']);
    assert.is(served.includes('away'), false);
  });

  test('a request whose server disappears fails in time, and the next has no responder', async () => {
    const server = await start();
    const [asking, serving] = [await join(server), await join(server)];
    let served = 0;
    serving.bus.serve('bid', () => {
      served += 1;
      return new Promise(() => {});
    });
    await known(serving);
    const lost = reason(asking.bus.request('bid', 1, { timeoutMs: 1_000 }));
    await until('it is served', () => served === 1);
    await serving.connection.client.close();
    assert.is(await lost, 'timeout');
    assert.is(await reason(asking.bus.request('bid', 2, { timeoutMs: SOON_MS })), 'no-responder');
  });

  test('of two that serve a subject one takes each request, and one that stops fails none', async () => {
    const server = await start();
    const [asking, one, other] = [await join(server), await join(server), await join(server)];
    const takenBy = new Map<unknown, string[]>();
    const serve = (node: Node, name: string): (() => void) =>
      node.bus.serve('bid.*', async (n) => {
        takenBy.set(n, [...(takenBy.get(n) ?? []), name]);
        await wait(1);
        return name;
      });
    const stopOne = serve(one, 'one');
    serve(other, 'other');
    await known(one, other);
    const answers: string[] = [];
    for (let round = 0; round < 100; round += 1) {
      if (round === 50) stopOne();
      const asked = Array.from({ length: 10 }, (_, n) =>
        reason(asking.bus.request('bid.a', 10 * round + n, { timeoutMs: SOON_MS })),
      );
      answers.push(...(await Promise.all(asked)));
    }
    const refused = answers.filter((answer) => answer === 'no-responder').length;
    assert.equal([...new Set(answers)].filter((answer) => answer !== 'no-responder').sort(), [
      'answered "one"',
      'answered "other"',
    ]);
    assert.ok(refused <= 10, `${refused} were not taken`);
    assert.is(takenBy.size, 1_000 - refused);
    for (const names of takenBy.values()) assert.is(names.length, 1);
  });

  test('when one that publishes was cut off, the others resync too', async () => {
    const server = await start();
    const [publisher, listener] = [await join(server), await join(server)];
    await publisher.connection.client.reconnect();
    await until('it is back', () => publisher.resyncs === 1);
    await known(publisher, listener);
    await wait(100);
    assert.is(listener.resyncs, 0, 'it never published');
    publisher.bus.publish('count', 1);
    await publisher.connection.client.reconnect();
    await until('the other resyncs', () => listener.resyncs === 1);
  });

  test('who is too slow is cut off by the server, and resyncs', async () => {
    const server = await start({ maxPendingMiB: 4 });
    const publisher = await join(server);
    const child = spawn(process.execPath, [...OWN_FILE, 'listen', server.url], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    let said = '';
    child.stdout.on('data', (data: Buffer) => {
      said += data;
    });
    await until('it listens', () => said.includes('ready'));
    child.kill('SIGSTOP');
    const large = 'x'.repeat(500_000);
    for (let n = 0; n < 100; n += 1) {
      publisher.bus.publish('flood', large);
      await publisher.connection.flush(SOON_MS);
    }
    child.kill('SIGCONT');
    await until('it resyncs', () => said.includes('resync'));
    publisher.bus.publish('last', null);
    await until('it receives again', () => said.includes('last'));
    assert.is(publisher.resyncs, 0);
  });

  test('a server that stands still is noticed, however much waits for it, and found again', async () => {
    const server = await start();
    const [publisher, listener] = [await join(server), await join(server)];
    const got: unknown[] = [];
    listener.bus.subscribe('last', (n) => got.push(n));
    await known(listener);
    let isLetGo = false;
    void (async () => {
      for await (const { type } of publisher.connection.client.status())
        isLetGo ||= type === Events.Disconnect;
    })();
    process.kill(server.pid, 'SIGSTOP');
    try {
      const large = 'x'.repeat(500_000);
      for (let n = 0; n < 60; n += 1) publisher.bus.publish('flood', large);
      await until('it is noticed', () => !publisher.connection.isUp && !listener.connection.isUp);
      await until('it is let go', () => isLetGo);
      assert.is(await reason(publisher.bus.request('bid', 1, { timeoutMs: SOON_MS })), 'no-responder');
      assert.is(await publisher.connection.flush(SOON_MS), false);
    } finally {
      process.kill(server.pid, 'SIGCONT');
    }
    await until('it is found again', () => publisher.resyncs > 0 && listener.resyncs > 0);
    publisher.bus.publish('last', 1);
    await until('messages arrive again', () => got.length === 1);
  });

  test('a message that is too large is reported and never lost silently', async () => {
    const server = await start();
    const [publisher, listener] = [await join(server), await join(server)];
    const tooLarge = 'x'.repeat(1_048_577);
    const fits = 'x'.repeat(1_048_500);
    const got: unknown[] = [];
    listener.bus.subscribe('text', (text) => got.push(text));
    listener.bus.serve('echo', async (text) => text);
    listener.bus.serve('long', async () => tooLarge);
    await known(listener);
    publisher.bus.publish('text', fits);
    publisher.bus.publish('text', tooLarge);
    await until('all resync', () => publisher.resyncs === 1 && listener.resyncs === 1);
    assert.equal(got, [fits]);
    assert.match(String(publisher.errors[0]), 'more than the bus carries');
    assert.is(await publisher.bus.request('echo', fits, { timeoutMs: SOON_MS }), fits);
    for (const asked of [
      publisher.bus.request('echo', tooLarge, { timeoutMs: SOON_MS }),
      publisher.bus.request('long', null, { timeoutMs: SOON_MS }),
    ]) {
      assert.match(await reason(asked), 'more than the bus carries');
    }
  });

  test('a bus and its connection close while the server is away', async () => {
    const server = await start();
    const node = await join(server);
    nodes.length = 0;
    await server.kill();
    await until('it is noticed', () => !node.connection.isUp);
    await node.bus.close();
    await node.connection.close();
    assert.is(await reason(node.bus.request('bid', 1, { timeoutMs: SOON_MS })), 'closed');
  });

  test('the first connection is waited for, and the log says so', async () => {
    const server = await start();
    await server.kill();
    const lines: string[] = [];
    const say = (_: unknown, line?: string): void => void lines.push(String(line));
    const logger = { info: say, warn: say, error: say } as never;
    const connecting = connectNats({ url: server.url, name: 'early', logger });
    const ending = new AbortController();
    const given = connectNats({ url: server.url, name: 'given up', signal: ending.signal }).catch(String);
    await until('it is said', () => lines.length > 0);
    assert.match(lines[0] as string, 'waiting for it');
    ending.abort(new Error('asked to end'));
    assert.is(await given, 'Error: asked to end');
    await startAgain(server);
    const connection = await connecting;
    assert.is(connection.isUp, true);
    await connection.close();
  });

  test('of several servers in the url, one that can be reached is enough', async () => {
    const [gone, server] = [await start(), await start({ token: 's3cret' })];
    await gone.stop();
    const url = `nats://s3cret@127.0.0.1:${gone.port},127.0.0.1:${server.port}`;
    for (let time = 0; time < 3; time += 1) {
      const connection = await connectNats({ url, name: 'test' });
      assert.is(connection.isUp, true);
      await connection.close();
    }
  });

  test('credentials come from the url, and refused ones are not tried again', async () => {
    const { url } = await start({ token: 's3cret/' });
    const as = (token: string): string => url.replace('//', `//${encodeURIComponent(token)}@`);
    const connection = await connectNats({ url: as('s3cret/'), name: 'test' });
    await connection.close();
    for (const wrong of [url, as('another')]) {
      const error = String(await connectNats({ url: wrong, name: 'test' }).catch((thrown) => thrown));
      assert.match(error, 'refuses the credentials');
      assert.not.match(error, 'another');
    }
  });

  test.run();
}

const [, , role, url] = process.argv;
const wants = natsServerWants();
if (role === 'listen') await listenForEver(url as string);
else if (wants === null) run();
else notRun('the bus over NATS in trouble', wants);
