import type { Subscription } from 'nats';
import type { NatsConnection } from '../bus/nats-connection.ts';
import type { Clock } from '../clock/port.ts';
import { newId } from '../ids/ids.ts';
import type { Logger } from '../logging/logger.ts';
import { GroupMembers } from './group-members.ts';
import { HEARTBEAT_MS, LEASE_MS } from './port.ts';

/** How long to wait for heartbeats in transit before a silent node counts as lost, ms. */
const IN_TRANSIT_MS = 500;
/** How long the first or last message of a node may take to the server and back, ms. */
const ROUND_TRIP_MS = 2_000;

/** One run of a node, from its first heartbeat until it is silent. Epochs sort by the time they were made. */
export type Run = { node: string; epoch: string };

/**
 * A heartbeat of a node, with the number of keys it holds. `hello` requests the others' heartbeats; `bye` is the last message.
 * An observer has no name and sends only `hello`.
 */
type Heartbeat = { node: string | null; epoch: string; holds: number; hello?: true; bye?: true };

type Options = {
  connection: NatsConnection;
  group: string;
  node: string | null;
  clock: Clock;
  logger?: Pick<Logger, 'error'>;
  /** How many keys this node holds. */
  holds(): number;
  /** A node came, left or fell silent. */
  onNews(): void;
  /** A node said how many keys it holds. */
  onHeartbeat(run: Run, holds: number): void;
  /** This node was silent too long and comes back as another run. */
  onNewRun(): void;
  /** Comes after each of its own heartbeats. */
  onBeat(): void;
};

/** The living nodes of a group: each by the time since its last heartbeat, on this node's monotonic clock. */
export class NatsHeartbeats {
  readonly #options: Options;
  readonly #subject: string;
  readonly #members = new GroupMembers();
  #epoch = newId();
  #subscription: Subscription | null = null;
  #stopHeartbeat = (): void => {};
  #stopCheck: (() => void) | null = null;
  #isClosed = false;
  #warnedOfNamesake = false;

  constructor(options: Options) {
    this.#options = options;
    this.#subject = `saleyard.leases.${options.group}.heartbeat`;
  }

  /** This run of this node; only its epoch distinguishes one run from the next. */
  get epoch(): string {
    return this.#epoch;
  }

  /** Sends "hello". Resolves when this message and the answers sent by then have arrived. */
  async start(): Promise<void> {
    const { client } = this.#options.connection;
    this.#subscription = client.subscribe(this.#subject, {
      callback: (error, message) => error === null && this.#received(message.json<Heartbeat>()),
    });
    this.greet();
    this.#beatLater();
    await this.#options.connection.flush(ROUND_TRIP_MS);
  }

  greet(): void {
    this.#say('hello');
  }

  /** Sends "bye", so that the others need not wait until this node is silent. */
  async leave(): Promise<void> {
    if (this.#isClosed) return;
    this.#say('bye');
    this.#isClosed = true;
    this.#stopHeartbeat();
    this.#stopCheck?.();
    await this.#options.connection.flush(ROUND_TRIP_MS);
    this.#subscription?.unsubscribe();
  }

  /** Whether that run is alive. This node's own run is not when its time is up, since others may take over then. */
  lives({ node, epoch }: Run): boolean {
    return this.#members.lives(node, epoch) && !(node === this.#options.node && this.#isSilent());
  }

  names(): string[] {
    const names = this.#members.names();
    return this.#isSilent() ? names.filter((name) => name !== this.#options.node) : names;
  }

  /** A node is named as holder of a key. Until its heartbeat arrives it counts as alive for one lease time. */
  named({ node, epoch }: Run): void {
    this.#members.named(node, epoch, this.#options.clock.monotonic());
    this.#checkLater();
  }

  #beatLater(): void {
    this.#stopHeartbeat = this.#options.clock.after(HEARTBEAT_MS, () => {
      this.#beatLater();
      if (this.#isSilent()) this.#beginNewRun();
      else this.#say();
      this.#options.onBeat();
    });
  }

  #say(word?: 'hello' | 'bye'): void {
    const { node, connection, holds } = this.#options;
    if (this.#isClosed || !connection.isUp || (node === null && word !== 'hello')) return;
    const said: Heartbeat = { node, epoch: this.#epoch, holds: holds(), ...(word && { [word]: true }) };
    connection.client.publish(this.#subject, JSON.stringify(said));
  }

  #received({ node, epoch, holds, hello, bye }: Heartbeat): void {
    if (this.#isClosed) return;
    const isOwn = node !== null && node === this.#options.node;
    if (hello === true && !isOwn) this.#say();
    if (node === null) return;
    if (isOwn && epoch !== this.#epoch) this.#warnOfNamesake(epoch);
    else if (isOwn && this.#isSilent()) this.#beginNewRun();
    else if (bye === true) {
      if (this.#members.left(node, epoch)) this.#options.onNews();
    } else {
      const isNews = this.#members.receivedHeartbeat(node, epoch, this.#options.clock.monotonic());
      this.#checkLater();
      if (isNews) this.#options.onNews();
      if (!isOwn) this.#options.onHeartbeat({ node, epoch }, holds);
    }
  }

  #warnOfNamesake(epoch: string): void {
    // An older epoch is a late message of this node's own.
    if (epoch < this.#epoch || this.#warnedOfNamesake) return;
    this.#warnedOfNamesake = true;
    const { node, logger } = this.#options;
    logger?.error(
      { node },
      'another process has the name of this node, and the others believe the younger one',
    );
  }

  #beginNewRun(): void {
    const { node, onNewRun, onNews } = this.#options;
    if (node === null) return;
    this.#members.left(node, this.#epoch);
    this.#epoch = newId();
    onNewRun();
    this.greet();
    onNews();
  }

  /** Whether this node received no heartbeat of its own for a lease time, so that others may count it as lost. */
  #isSilent(): boolean {
    const { node, clock } = this.#options;
    const last = node === null ? undefined : this.#members.heartbeatAt(node, this.#epoch);
    return last !== undefined && clock.monotonic() - last >= LEASE_MS;
  }

  #checkLater(): void {
    if (this.#stopCheck !== null || this.#isClosed) return;
    const left = this.#members.untilSilent(this.#options.clock.monotonic());
    if (left !== null) this.#stopCheck = this.#options.clock.after(left, () => void this.#removeSilent());
  }

  /**
   * Removes silent nodes. First processes pending messages: after a pause of this process all nodes seem silent.
   */
  async #removeSilent(): Promise<void> {
    const now = this.#options.clock.monotonic();
    if (this.#members.silent(now).length > 0) {
      await this.#options.connection.flush(IN_TRANSIT_MS);
      let isNews = false;
      for (const { node, epoch } of this.#members.silent(now)) {
        if (node === this.#options.node) this.#beginNewRun();
        else isNews = this.#members.left(node, epoch) || isNews;
      }
      if (isNews && !this.#isClosed) this.#options.onNews();
    }
    this.#stopCheck = null;
    this.#checkLater();
  }
}
