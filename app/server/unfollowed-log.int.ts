import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import { createEmbeddedBus } from '@saleyard/platform/bus/embedded-bus.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import { readConfig } from '@saleyard/platform/config/config.ts';
import type { EventLog, SubscribeOptions, SubscriptionItem } from '@saleyard/platform/event-log/port.ts';
import { EmbeddedLeases } from '@saleyard/platform/leases/embedded-leases.ts';
import { createLogger } from '@saleyard/platform/logging/logger.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import type { RoleParts } from './engines.ts';
import { openMessaging } from './messaging.ts';
import { serveCommandApi, serveProjections } from './role-server.ts';
import { openStores } from './stores.ts';

const test = suite('a log that cannot be followed', { limitMs: 30_000 });

const KEY = 'k'.repeat(40);
const clock = systemClock;

/** A log that answers everything else, and refuses subscriptions while `refuses` is set. */
class RefusingLog {
  readonly log: EventLog;
  #refusing = new AbortController();
  #refuses = false;

  constructor(log: EventLog) {
    const subscribe = (options?: SubscribeOptions) => this.#subscribe(log, options);
    this.log = new Proxy(log, {
      get: (target, name) => {
        if (name === 'subscribe') return subscribe;
        const member: unknown = Reflect.get(target, name);
        return typeof member === 'function' ? member.bind(target) : member;
      },
    });
  }

  set refuses(refuses: boolean) {
    this.#refuses = refuses;
    if (refuses) this.#refusing.abort();
    else this.#refusing = new AbortController();
  }

  async *#subscribe(log: EventLog, options: SubscribeOptions = {}): AsyncGenerator<SubscriptionItem> {
    if (!this.#refuses) {
      const either = [this.#refusing.signal, ...(options.signal === undefined ? [] : [options.signal])];
      yield* log.subscribe({ ...options, signal: AbortSignal.any(either) });
    }
    if (!options.signal?.aborted) throw new RangeError('the log server refused: an invalid position');
  }
}

const until = async (holds: () => Promise<boolean>): Promise<void> => {
  while (!(await holds())) await later(50);
};

test('makes each process that follows it not ready, is logged once for each follower, and is followed again', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'saleyard-unfollowed-'));
  const lines: { msg: string; consumer?: string }[] = [];
  const write = (line: string) => lines.push(JSON.parse(line));
  const logger = createLogger({ level: 'warn', destination: { write } });
  const stores = await openStores(
    { data: folder, eventStoreUrl: null, mongoUrl: null, s3Url: null },
    { clock, logger },
  );
  const bus = createEmbeddedBus({ clock });
  const outbox = { smtpUrl: null, mailFrom: null, smsUrl: null, smsKey: null };
  const messaging = await openMessaging(outbox, { ...stores, clock });
  const refusing = new RefusingLog(stores.log);
  const groups = { commands: new EmbeddedLeases(clock), projections: new EmbeddedLeases(clock) };
  const partsOf = (node: string, role: string): RoleParts => {
    const environment = {
      EVENTSTORE_URL: 'esdb://127.0.0.1:1?tls=false',
      MONGODB_URL: 'mongodb://127.0.0.1:1/none',
      NATS_URL: 'nats://127.0.0.1:1',
      SALEYARD_FORWARDING_KEY: KEY,
      SALEYARD_ROLE: role,
    };
    const read = readConfig(environment, { node, port: 0 });
    if (read.outcome === 'invalid') throw new Error(read.problems.map(({ message }) => message).join());
    const join: RoleParts['engines']['join'] = async (group, holds) =>
      groups[group].join(holds ? node : null);
    const engines = { ...messaging, ...stores, log: refusing.log, bus, join };
    return { config: read.config, clock, logger, engines, metrics: null };
  };
  const commands = await serveCommandApi(partsOf('c1', 'command-api'));
  const reads = await serveProjections(partsOf('p1', 'projections'));
  const isReady = async () => (await commands.isReady()).ready && (await reads.isReady()).ready;
  try {
    await until(isReady);
    refusing.refuses = true;
    await until(async () => (await commands.isReady()).why === 'accounts, auctions, sales, relay');
    await until(async () => (await reads.isReady()).why === 'accounts, projections');
    // Several tries of each.
    await later(2_000);
    assert.equal(lines.map(({ msg, consumer }) => consumer ?? msg).sort(), [
      'account-',
      'account-',
      'account-notices',
      'alert-mails',
      'auction- practice-',
      'auctions',
      'catalogued-listings',
      'correction-mails',
      'email-confirmations',
      'ended-accounts',
      'projections stopped; they go on from their checkpoints',
      'relay',
      'sale-message-mails',
      'sale-reminders',
      'schedule-mails',
      'search-alerts',
      'text-',
      'text-',
      'vendor-mails',
    ]);
    refusing.refuses = false;
    await until(isReady);
  } finally {
    await commands.close();
    await reads.close();
    await bus.close();
    await stores.close();
    await rm(folder, { recursive: true, force: true });
  }
});

test.run();
