import type { Subscription } from 'nats';
import type { NatsConnection } from '../bus/nats-connection.ts';
import type { Clock } from '../clock/port.ts';
import { newId } from '../ids/ids.ts';
import type { Logger } from '../logging/logger.ts';
import { GroupMembers } from './group-members.ts';
import { HEARTBEAT_MS, LEASE_MS } from './port.ts';

/** What is on its way when a node seems silent may take so long to be heard, in ms. */
const HEARD_OUT_MS = 500;
/** What a first or last word may take to the server and back, in ms. */
const THERE_AND_BACK_MS = 2_000;

/** One run of a node, from its first heartbeat until it is silent. Epochs sort by time of making. */
export type Run = { node: string; epoch: string };

/**
 * A node says that it lives, and how many keys it holds. `hello` asks the others to say so too; `bye` is its last word.
 * Who only looks on has no name, and says hello alone.
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
  onHeard(run: Run, holds: number): void;
  /** This node was silent too long and comes back as another run. */
  onAnew(): void;
  /** Comes after each of its own heartbeats. */
  onBeat(): void;
};

/** Who lives in a group, each judged by this node's own monotonic clock from when it was last heard. */
export class NatsHeartbeats {
  readonly #options: Options;
  readonly #subject: string;
  readonly #members = new GroupMembers();
  #epoch = newId();
  #subscription: Subscription | null = null;
  #stopHeartbeat = (): void => {};
  #stopLooking: (() => void) | null = null;
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

  /** Says hello, and resolves when it has heard itself and whoever answered by then. */
  async start(): Promise<void> {
    const { client } = this.#options.connection;
    this.#subscription = client.subscribe(this.#subject, {
      callback: (error, message) => error === null && this.#heard(message.json<Heartbeat>()),
    });
    this.greet();
    this.#beatLater();
    await this.#options.connection.flush(THERE_AND_BACK_MS);
  }

  greet(): void {
    this.#say('hello');
  }

  /** Says goodbye, so that nobody waits for its silence. */
  async leave(): Promise<void> {
    if (this.#isClosed) return;
    this.#say('bye');
    this.#isClosed = true;
    this.#stopHeartbeat();
    this.#stopLooking?.();
    await this.#options.connection.flush(THERE_AND_BACK_MS);
    this.#subscription?.unsubscribe();
  }

  /** Whether that run lives. This node's own is judged strictly, since others may take over when its time is up. */
  lives({ node, epoch }: Run): boolean {
    return this.#members.lives(node, epoch) && !(node === this.#options.node && this.#isSilent());
  }

  names(): string[] {
    const names = this.#members.names();
    return this.#isSilent() ? names.filter((name) => name !== this.#options.node) : names;
  }

  /** A run is known from what it holds: unless it is known, it has the time of a lease to be heard. */
  named({ node, epoch }: Run): void {
    this.#members.named(node, epoch, this.#options.clock.monotonic());
    this.#lookLater();
  }

  #beatLater(): void {
    this.#stopHeartbeat = this.#options.clock.after(HEARTBEAT_MS, () => {
      this.#beatLater();
      if (this.#isSilent()) this.#beginAnew();
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

  #heard({ node, epoch, holds, hello, bye }: Heartbeat): void {
    if (this.#isClosed) return;
    const isOwn = node !== null && node === this.#options.node;
    if (hello === true && !isOwn) this.#say();
    if (node === null) return;
    if (isOwn && epoch !== this.#epoch) this.#heardNamesake(epoch);
    else if (isOwn && this.#isSilent()) this.#beginAnew();
    else if (bye === true) {
      if (this.#members.left(node, epoch)) this.#options.onNews();
    } else {
      const isNews = this.#members.heard(node, epoch, this.#options.clock.monotonic());
      this.#lookLater();
      if (isNews) this.#options.onNews();
      if (!isOwn) this.#options.onHeard({ node, epoch }, holds);
    }
  }

  #heardNamesake(epoch: string): void {
    // What is older is a late word of its own.
    if (epoch < this.#epoch || this.#warnedOfNamesake) return;
    this.#warnedOfNamesake = true;
    const { node, logger } = this.#options;
    logger?.error(
      { node },
      'another process has the name of this node, and the others believe the younger one',
    );
  }

  #beginAnew(): void {
    const { node, onAnew, onNews } = this.#options;
    if (node === null) return;
    this.#members.left(node, this.#epoch);
    this.#epoch = newId();
    onAnew();
    this.greet();
    onNews();
  }

  /** Whether this node has not heard itself for so long that the others may take it for lost. */
  #isSilent(): boolean {
    const { node, clock } = this.#options;
    const heardAt = node === null ? undefined : this.#members.heardAt(node, this.#epoch);
    return heardAt !== undefined && clock.monotonic() - heardAt >= LEASE_MS;
  }

  #lookLater(): void {
    if (this.#stopLooking !== null || this.#isClosed) return;
    const left = this.#members.untilSilent(this.#options.clock.monotonic());
    if (left !== null) this.#stopLooking = this.#options.clock.after(left, () => void this.#look());
  }

  /**
   * Takes those for lost that are silent. After a standstill of this process everybody seems to be: first it hears
   * out what has come meanwhile.
   */
  async #look(): Promise<void> {
    const now = this.#options.clock.monotonic();
    if (this.#members.silent(now).length > 0) {
      await this.#options.connection.flush(HEARD_OUT_MS);
      let isNews = false;
      for (const { node, epoch } of this.#members.silent(now)) {
        if (node === this.#options.node) this.#beginAnew();
        else isNews = this.#members.left(node, epoch) || isNews;
      }
      if (isNews && !this.#isClosed) this.#options.onNews();
    }
    this.#stopLooking = null;
    this.#lookLater();
  }
}
