import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { CHAINED } from '@saleyard/domain/streams.ts';
import { connectNats } from '@saleyard/platform/bus/nats-connection.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import { readConfig } from '@saleyard/platform/config/config.ts';
import { openMongoDocuments } from '@saleyard/platform/documents/mongodb-documents.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import { openEventStoreLog } from '@saleyard/platform/event-log/eventstore-event-log.ts';
import type { EventLog } from '@saleyard/platform/event-log/port.ts';
import { openNatsLeases } from '@saleyard/platform/leases/nats-leases.ts';
import type { Leases } from '@saleyard/platform/leases/port.ts';
import { createLogger } from '@saleyard/platform/logging/logger.ts';
import { openMongoSecrets } from '@saleyard/platform/secrets/mongodb-secrets.ts';
import type { Secrets } from '@saleyard/platform/secrets/port.ts';
import { READ_COLLECTIONS } from '@saleyard/projections/projector.ts';
import { startMongoServer } from '@saleyard/testing/servers/mongo-server.ts';
import { startNatsServer } from '@saleyard/testing/servers/nats-server.ts';
import type { NodeGroup } from '../../server/engines.ts';
import { plannedProcesses } from '../plan.ts';
import { Child } from './child.ts';
import { FaultyNatsProxy } from './faulty-nats-proxy.ts';
import { freePorts } from './free-ports.ts';

const BIN = fileURLToPath(new URL('../../bin/saleyard.js', import.meta.url));
const WIRE_SERVER = fileURLToPath(
  new URL('../../../platform/event-log/test-support/eventstore-wire/serve.ts', import.meta.url),
);
const SHIFTED_CLOCK = fileURLToPath(
  new URL('../../../platform/clock/test-support/shifted-clock.cjs', import.meta.url),
);
const KEY = 'k'.repeat(40);
/** Processes that receive messages of the bus twice and in reverse order. */
const FAULTY = ['gateway-1', 'command-api-2'];
/** Ports of the servers, and of a ninth process, beyond those that are planned. */
const LOG_PORT = 20;
const NATS_PORT = 21;
const MONGO_PORT = 22;
const OWN = Array.from({ length: 10 }, (_, n) => n);

type Server = { pid: number; kill(): Promise<void>; stop(): Promise<void> };

/** The marketplace as several processes by its own command line, over the three servers, all on loopback. */
export class Cluster {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'saleyard-cluster-'));
  readonly processes = new Map<string, Child>();
  /** Read here as an auditor reads them; nothing is written. */
  log!: EventLog;
  documents!: Documents;
  secrets!: Secrets;
  /** The proxies between the bus and those processes, by their names. */
  readonly lines = new Map<string, FaultyNatsProxy>();
  #first = 0;
  #urls: Record<string, string> = {};
  #nats: Server | undefined;
  #mongo: Server | undefined;
  readonly #leases = new Map<NodeGroup, Leases>();
  readonly #closing: (() => Promise<unknown>)[] = [];

  /** @throws with what the process said that did not start */
  static async start(): Promise<Cluster> {
    const cluster = new Cluster();
    try {
      await cluster.#startServers();
      await cluster.#run('seed');
      cluster.#plan();
      for (const role of ['command-api', 'projections', 'gateway', 'edge-proxy']) {
        await Promise.all(cluster.of(role).map((one) => one.start()));
      }
      await cluster.#look();
      return cluster;
    } catch (error) {
      await cluster.close();
      throw error;
    }
  }

  /** The origin that people type. */
  get url(): string {
    return `http://127.0.0.1:${this.#first}`;
  }

  process(name: string): Child {
    const found = this.processes.get(name);
    if (found === undefined) throw new Error(`there is no ${name}`);
    return found;
  }

  /** Those of one role. */
  of(role: string): Child[] {
    return [...this.processes.values()].filter(({ name }) => name.replace(/-\d+$/, '') === role);
  }

  /** The holder of a lease. */
  holderOf(group: NodeGroup, key: string): string | undefined {
    return this.#leases.get(group)?.holderOf(key);
  }

  /** Its clock is so far ahead of the others' from its next start on; 0: it is right again. */
  setClock(name: string, aheadMs: number): void {
    const child = this.process(name);
    child.nodeFlags = aheadMs === 0 ? [] : ['--require', SHIFTED_CLOCK];
    child.env = { ...child.env, SALEYARD_TEST_CLOCK_MS: String(aheadMs) };
  }

  /** Sum of a metric of one process over all lines that match; 0 when there are none. */
  async measured(name: string, line: RegExp): Promise<number> {
    const port = Number(this.process(name).env['SALEYARD_METRICS_PORT']);
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    const found = text.split('\n').filter((one) => line.test(one));
    return found.reduce((sum, one) => sum + Number(one.split(' ').at(-1)), 0);
  }

  /** The response of one process's `/readyz`. */
  async readiness(name: string): Promise<{ status: number; why: string }> {
    const { SALEYARD_PORT } = this.process(name).env;
    const answer = await fetch(`http://127.0.0.1:${SALEYARD_PORT}/readyz`);
    return { status: answer.status, why: await answer.text() };
  }

  async killNats(): Promise<void> {
    await this.#nats?.kill();
  }

  async startNats(): Promise<void> {
    const folder = path.join(this.folder, 'nats');
    this.#nats = await startNatsServer({ port: this.#first + NATS_PORT, folder });
  }

  async killMongo(): Promise<void> {
    await this.#mongo?.kill();
  }

  async startMongo(): Promise<void> {
    const folder = path.join(this.folder, 'mongo');
    this.#mongo = await startMongoServer({ port: this.#first + MONGO_PORT, folder });
  }

  /** The end of each process's output, to find the cause of a failure. */
  said(): string {
    return [...this.processes.values()].map((one) => `---- ${one.name}\n${one.said()}`).join('\n');
  }

  /** Ends every process, in any state, and deletes their data. */
  async close(): Promise<void> {
    for (const close of this.#closing.splice(0).reverse()) await close().catch(() => {});
    await Promise.all([...this.processes.values()].map((one) => one.kill()));
    for (const line of this.lines.values()) await line.close();
    await Promise.all([this.#nats?.stop(), this.#mongo?.stop()]);
    rmSync(this.folder, { recursive: true, force: true });
  }

  async #startServers(): Promise<void> {
    this.#first = await freePorts([...OWN, ...OWN.map((n) => n + 100), LOG_PORT, NATS_PORT, MONGO_PORT]);
    for (const name of ['log', 'nats', 'mongo']) mkdirSync(path.join(this.folder, name));
    await Promise.all([this.startNats(), this.startMongo(), this.#startLog()]);
    for (const name of FAULTY) this.lines.set(name, await FaultyNatsProxy.start(this.#first + NATS_PORT));
  }

  async #startLog(): Promise<void> {
    const given = process.env['EVENTSTORE_URL'] ?? '';
    const port = this.#first + LOG_PORT;
    this.#urls = {
      EVENTSTORE_URL: given === '' ? `esdb://127.0.0.1:${port}?tls=false` : given,
      MONGODB_URL: `mongodb://127.0.0.1:${this.#first + MONGO_PORT}/cluster`,
      NATS_URL: `nats://127.0.0.1:${this.#first + NATS_PORT}`,
    };
    if (given !== '') return;
    const logFile = path.join(this.folder, 'log-server.log');
    const args = ['--import', 'tsx', WIRE_SERVER, '--folder', path.join(this.folder, 'log')];
    const server: Child = new Child({
      name: 'log-server',
      env: {},
      logFile,
      args: [...args, '--port', String(port)],
      isReady: async () => server.said().includes('ready '),
    });
    this.processes.set('log-server', server);
    await server.start();
  }

  /** Runs one command of `saleyard` to its end. */
  async #run(command: string): Promise<void> {
    const child: Child = new Child({
      name: command,
      args: [BIN, command],
      env: this.#urls,
      logFile: path.join(this.folder, `${command}.log`),
      isReady: async () => child.said().includes('are there'),
    });
    await child.start();
    while (child.pid !== undefined) await new Promise((resolve) => setTimeout(resolve, 20));
  }

  #plan(): void {
    const read = readConfig({}, { port: this.#first, logLevel: 'info' });
    if (read.outcome === 'invalid') throw new Error('a setting is wrong');
    for (const { name, port, settings } of plannedProcesses(read.config, KEY)) {
      const env: Record<string, string> = { ...this.#urls, ...settings };
      const line = this.lines.get(name);
      if (line !== undefined) env['NATS_URL'] = line.url;
      this.#add(name, port, env);
    }
  }

  /** One more process like another, to be started. */
  addLike(other: string, name: string): Child {
    const { env } = this.process(other);
    const port = this.#first + OWN.length - 1;
    const settings = {
      SALEYARD_NODE: name,
      SALEYARD_PORT: `${port}`,
      SALEYARD_METRICS_PORT: `${port + 100}`,
    };
    return this.#add(name, port, { ...env, ...settings });
  }

  #add(name: string, port: number, env: Record<string, string>): Child {
    const args = [BIN, 'start', '--role', env['SALEYARD_ROLE'] ?? '', '--node', name];
    const child = new Child({
      name,
      args,
      env,
      logFile: path.join(this.folder, `${name}.log`),
      isReady: async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok,
    });
    this.processes.set(name, child);
    return child;
  }

  async #look(): Promise<void> {
    const logger = createLogger({ level: 'silent' });
    const { EVENTSTORE_URL = '', MONGODB_URL = '', NATS_URL = '' } = this.#urls;
    const clock = systemClock;
    this.log = await openEventStoreLog({ chained: CHAINED, url: EVENTSTORE_URL, clock, logger });
    this.#closing.push(() => this.log.close());
    this.documents = await openMongoDocuments({
      url: MONGODB_URL,
      clock,
      logger,
      collections: READ_COLLECTIONS,
    });
    this.#closing.push(() => this.documents.close());
    this.secrets = await openMongoSecrets({ url: MONGODB_URL });
    this.#closing.push(() => this.secrets.close());
    const connection = await connectNats({ url: NATS_URL, name: 'onlooker', logger });
    this.#closing.push(() => connection.close());
    for (const group of ['commands', 'projections'] as const) {
      this.#leases.set(group, await openNatsLeases({ connection, group, node: null, clock, logger }));
    }
    this.#closing.push(() => Promise.all([...this.#leases.values()].map((one) => one.close())));
  }
}
