import type { Subscription } from 'nats';
import type { NatsConnection } from '../bus/nats-connection.ts';
import { pause } from '../clock/pause.ts';
import type { Clock } from '../clock/port.ts';
import type { Logger } from '../logging/logger.ts';
import { NatsHeartbeats, type Run } from './nats-heartbeats.ts';
import { type Entry, NatsHolders } from './nats-holders.ts';
import { HEARTBEAT_MS, type Leases } from './port.ts';

/** How often opening tries to reach JetStream on a server that can be reached, a heartbeat apart. */
const OPENING_TRIES = 20;
/** Most retries of a claim after another node changed the key. */
const CLAIM_TRIES = 3;
/** Heartbeats in a row that speak of another number of keys than is known, until the bucket is read again. */
const MISMATCHES_UNTIL_READ = 2;

/** A key has changed hands in the bucket of that name; null: nobody holds it. */
type Change = { bucket: string; key: string; holder: Run | null; revision: number };

type Options = {
  connection: NatsConnection;
  /** Those of one group share keys: 1 to 64 letters, digits, - and _. */
  group: string;
  /** This node's name, which no other process of the group has; null to look on. */
  node: string | null;
  clock: Clock;
  logger?: Pick<Logger, 'warn' | 'error'>;
};

/**
 * The leases of nodes that share a NATS server with JetStream. They show each other by heartbeats that they live, and
 * each decides by its own monotonic clock which are alive, so no clocks need to agree. Holders are kept in a bucket
 * of JetStream, and reported as it changes. Resolves when both are known; waits for a server that is away.
 * @throws Error when the server can be reached but has no JetStream
 * @throws RangeError for a group's name that can't be used
 */
export async function openNatsLeases(options: Options): Promise<Leases> {
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(options.group)) {
    throw new RangeError('a group of leases is named by 1 to 64 letters, digits, - and _');
  }
  const leases = new NatsLeases(options);
  await leases.open();
  return leases;
}

class NatsLeases implements Leases {
  readonly node: string | null;
  readonly #connection: NatsConnection;
  readonly #clock: Clock;
  readonly #logger: Options['logger'];
  readonly #store: NatsHolders;
  readonly #heartbeats: NatsHeartbeats;
  readonly #changes: string;
  readonly #handlers = new Set<() => void>();
  /** The keys that this node claimed or is claiming. */
  readonly #mine = new Set<string>();
  readonly #claims = new Map<string, Promise<boolean>>();
  /** Keys of which the bucket may say that this node holds them, although it does not mean to. */
  readonly #toFree = new Set<string>();
  /** How many heartbeats in a row of a node spoke of another number of keys than is known here. */
  readonly #mismatches = new Map<string, number>();
  #entries = new Map<string, Entry>();
  /** The bucket that `#entries` were read from. */
  #bucket = '';
  /** Whether they have been kept up with since. */
  #isCurrent = false;
  /** Changes that come while the bucket is read. */
  #meanwhile: Change[] | null = null;
  #endings: (() => void)[] = [];
  #isNotifying = false;
  #closing: Promise<void> | null = null;

  constructor({ connection, group, node, clock, logger }: Options) {
    this.node = node;
    this.#connection = connection;
    this.#clock = clock;
    this.#logger = logger;
    this.#store = new NatsHolders(connection, group);
    this.#changes = `saleyard.leases.${group}.change`;
    this.#heartbeats = new NatsHeartbeats({
      connection,
      group,
      node,
      clock,
      logger,
      holds: () => this.#heldBy(this.#own),
      onNews: () => this.#notify(),
      onHeartbeat: (run, holds) => this.#compare(run, holds),
      onNewRun: () => {
        this.#mine.clear();
        this.#toFree.clear();
      },
      onBeat: () => this.#mend(),
    });
  }

  async open(): Promise<void> {
    const changes: Subscription = this.#connection.client.subscribe(this.#changes, {
      callback: (error, message) => error === null && this.#changed(message.json<Change>()),
    });
    this.#endings = [
      () => changes.unsubscribe(),
      this.#connection.onDown(() => {
        this.#isCurrent = false;
      }),
      this.#connection.onUp(() => {
        this.#heartbeats.greet();
        void this.#read();
      }),
    ];
    for (let tries = 0; ; ) {
      await this.#read();
      if (this.#isCurrent) break;
      if (this.#connection.isUp) tries += 1;
      if (tries === OPENING_TRIES) {
        await this.close();
        throw new Error('NATS has no JetStream that answers (nats-server -js), and the leases need it');
      }
      await pause(this.#clock, HEARTBEAT_MS);
    }
    await this.#heartbeats.start();
  }

  claim(key: string): Promise<boolean> {
    const underWay = this.#claims.get(key);
    if (underWay !== undefined) return underWay;
    const claim = this.#claim(key)
      .catch((error: unknown) => {
        // It may have been made all the same: what the bucket has of this node's is freed when it is read again.
        this.#mine.delete(key);
        this.#failed(error, 'a claim failed');
        return false;
      })
      .finally(() => this.#claims.delete(key));
    this.#claims.set(key, claim);
    return claim;
  }

  async #claim(key: string): Promise<boolean> {
    for (let tries = 0; tries < CLAIM_TRIES; tries += 1) {
      const own = this.#own;
      if (own === null || !this.#mayClaim(own)) return false;
      const known = this.#entries.get(key);
      if (known !== undefined && this.#heartbeats.lives(known.holder)) {
        if (!this.#isOwn(known.holder)) return false;
        if (this.#mine.has(key)) return true;
        await this.#free(key);
      } else {
        const taken = await this.#take(key, own, known?.revision ?? 0);
        if (taken !== null) return taken;
      }
    }
    return false;
  }

  /** Whether this node has it now; null when another changed it meanwhile. */
  async #take(key: string, own: Run, revision: number): Promise<boolean | null> {
    this.#mine.add(key);
    const entry = await this.#store.put(key, own, revision);
    if (entry === null) {
      this.#mine.delete(key);
      this.#apply(key, await this.#store.get(key));
      return null;
    }
    if (this.#closing !== null || !this.#isOwn(own)) return false;
    this.#toFree.delete(key);
    this.#mine.add(key);
    this.#apply(key, entry);
    this.#announce(key, own, entry.revision);
    return true;
  }

  async release(key: string): Promise<void> {
    if (!this.#mine.delete(key)) return;
    this.#toFree.add(key);
    this.#notify();
    await this.#free(key).catch((error: unknown) => this.#failed(error, 'a key cannot be released yet'));
  }

  holderOf(key: string): string | undefined {
    const holder = this.#entries.get(key)?.holder;
    if (holder === undefined || !this.#heartbeats.lives(holder)) return undefined;
    // A key that is being released has no holder, even if the bucket still has one.
    return this.#isOwn(holder) && !this.#mine.has(key) ? undefined : holder.node;
  }

  nodes(): readonly string[] {
    return this.#heartbeats.names();
  }

  onChange(handler: () => void): () => void {
    const own = (): void => handler();
    this.#handlers.add(own);
    return () => this.#handlers.delete(own);
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.#handlers.clear();
    const held = [...this.#mine].flatMap((key) => this.#entries.get(key)?.revision ?? []);
    this.#mine.clear();
    await this.#heartbeats.leave();
    // Nodes that joined later did not receive its `bye`.
    await this.#store.removeAll(held).catch(() => {});
    for (const end of this.#endings) end();
  }

  get #own(): Run | null {
    return this.node === null ? null : { node: this.node, epoch: this.#heartbeats.epoch };
  }

  #isOwn({ node, epoch }: Run): boolean {
    return node === this.node && epoch === this.#heartbeats.epoch;
  }

  /** Only a node that receives its own heartbeats can know whose heartbeats are missing. */
  #mayClaim(own: Run): boolean {
    const isKnowing = this.#isCurrent && this.#connection.isUp && this.#heartbeats.lives(own);
    return isKnowing && this.#closing === null;
  }

  /** Takes this node's entry of a key out of the bucket, if it is there. */
  async #free(key: string): Promise<void> {
    const entry = await this.#store.get(key);
    if (this.#toFree.has(key) && !this.#mine.has(key) && entry !== null && this.#isOwn(entry.holder)) {
      await this.#store.remove(entry.revision);
      this.#announce(key, null, entry.revision);
      this.#applyChange({ key, holder: null, revision: entry.revision });
    } else this.#apply(key, entry);
    this.#toFree.delete(key);
  }

  #announce(key: string, holder: Run | null, revision: number): void {
    if (!this.#connection.isUp) return;
    const change: Change = { bucket: this.#bucket, key, holder, revision };
    this.#connection.client.publish(this.#changes, JSON.stringify(change));
  }

  #changed(change: Change): void {
    if (this.#meanwhile !== null) this.#meanwhile.push(change);
    else if (change.bucket === this.#bucket) this.#applyChange(change);
    else void this.#read();
  }

  #applyChange({ key, holder, revision }: Omit<Change, 'bucket'>): void {
    const known = this.#entries.get(key);
    if (known !== undefined && known.revision > revision) return;
    this.#apply(key, holder === null ? null : { holder, revision });
  }

  #apply(key: string, entry: Entry | null): void {
    if (entry === null) this.#entries.delete(key);
    else {
      this.#entries.set(key, entry);
      this.#heartbeats.named(entry.holder);
      if (!this.#isOwn(entry.holder)) this.#mine.delete(key);
    }
    this.#notify();
  }

  /** Reads the whole bucket, and restores this node's lost entries. */
  async #read(): Promise<void> {
    if (this.#meanwhile !== null || this.#closing !== null) return;
    this.#meanwhile = [];
    try {
      const bucket = await this.#store.open();
      const entries = await this.#store.all();
      if (!this.#connection.isUp) return;
      const isAnother = bucket !== this.#bucket;
      const before = this.#entries;
      this.#entries = new Map();
      this.#bucket = bucket;
      this.#isCurrent = true;
      for (const [key, entry] of entries) this.#apply(key, entry);
      for (const change of this.#meanwhile) if (change.bucket === bucket) this.#applyChange(change);
      for (const [key, { holder }] of before) {
        if (this.#entries.has(key) || !this.#heartbeats.lives(holder)) continue;
        const isLostHere = this.#isOwn(holder) && this.#mine.has(key);
        // When the server lost its bucket, those that live put back what they hold: nobody takes it before.
        if (isAnother || isLostHere) this.#apply(key, { holder, revision: 0 });
        if (isLostHere) void this.#putBack(key, holder);
      }
      for (const [key, { holder }] of entries) {
        if (this.#isOwn(holder) && !this.#mine.has(key)) this.#toFree.add(key);
      }
      this.#notify();
    } catch (error) {
      this.#logger?.warn({ err: error }, 'the holders cannot be read yet');
    } finally {
      this.#meanwhile = null;
    }
  }

  async #putBack(key: string, own: Run): Promise<void> {
    await this.#take(key, own, 0).catch((error: unknown) =>
      this.#failed(error, 'a lost key is not put back yet'),
    );
  }

  /** Retries failed work as soon as possible. */
  #mend(): void {
    if (!this.#connection.isUp || this.#closing !== null) return;
    if (!this.#isCurrent) void this.#read();
    else for (const key of this.#toFree) void this.#free(key).catch(() => {});
  }

  #failed(error: unknown, what: string): void {
    if (this.#closing === null) this.#logger?.warn({ err: error }, what);
    // The bucket may be gone: it is read again before anything is claimed.
    this.#isCurrent = false;
  }

  /** If a change was not delivered, the key count in the node's heartbeat differs from ours. */
  #compare(run: Run, holds: number): void {
    if (!this.#isCurrent || this.#meanwhile !== null) return;
    const mismatches = this.#heldBy(run) === holds ? 0 : (this.#mismatches.get(run.node) ?? 0) + 1;
    this.#mismatches.set(run.node, mismatches % MISMATCHES_UNTIL_READ);
    if (mismatches === MISMATCHES_UNTIL_READ) void this.#read();
  }

  #heldBy(run: Run | null): number {
    let held = 0;
    for (const { holder } of this.#entries.values()) {
      if (holder.node === run?.node && holder.epoch === run.epoch) held += 1;
    }
    return held;
  }

  /** Reports once all that changes in one turn. */
  #notify(): void {
    if (this.#isNotifying) return;
    this.#isNotifying = true;
    queueMicrotask(() => {
      this.#isNotifying = false;
      for (const handler of [...this.#handlers]) {
        try {
          handler();
        } catch (error) {
          this.#logger?.error({ err: error }, 'a handler of lease changes failed');
        }
      }
    });
  }
}
