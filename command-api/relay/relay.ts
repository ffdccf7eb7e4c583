import { leaseKeys, type RelayedUpTo, subjects } from '@saleyard/contract/commands.ts';
import { prefixesOf } from '@saleyard/domain/streams.ts';
import type { Bus } from '@saleyard/platform/bus/port.ts';
import { every } from '@saleyard/platform/clock/every.ts';
import { pause } from '@saleyard/platform/clock/pause.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import { FollowState } from '@saleyard/platform/event-log/follow-state.ts';
import { type EventLog, EventLogCorrupt } from '@saleyard/platform/event-log/port.ts';
import { withLease } from '@saleyard/platform/leases/lease-term.ts';
import type { Leases } from '@saleyard/platform/leases/port.ts';
import type { Logger } from '@saleyard/platform/logging/logger.ts';
import { messages } from './messages.ts';

/** Delay before the log is subscribed to again after an error, in ms: doubles from the first to the last. */
const RESUBSCRIBE_FIRST_MS = 100;
const RESUBSCRIBE_LAST_MS = 5_000;
/** How often the relay publishes its position, in ms. */
const POSITION_EVERY_MS = 500;
/** ms after which a position is too old to resume from: subscribers read the log instead. */
const POSITION_KEPT_MS = 30_000;

/** Streams that can be followed live. */
const RELAYED = prefixesOf(({ audience }) => audience !== 'nobody');

type Options = {
  log: EventLog;
  bus: Pick<Bus, 'messageBytes' | 'publish' | 'subscribe'>;
  clock: Clock;
  /** One node relays, the others stand by. */
  leases: Leases;
  /** Ends the relay. */
  signal: AbortSignal;
  logger?: Pick<Logger, 'info' | 'warn' | 'error'>;
};

/**
 * A relay, active or standing by. `position`: everything up to there has been published, as far as known on this node.
 * `ended` resolves after it was stopped, and rejects when the log can't be read.
 */
export type Relay = {
  readonly position: number;
  readonly isActive: boolean;
  /** Whether it can follow the log, or need not. */
  readonly follows: boolean;
  readonly ended: Promise<void>;
};

/**
 * Publishes events on the bus from the log's own subscription, so that only stored events are ever published: the
 * events of the streams that can be followed, in stream order, as arrays of recorded events of one stream.
 * | One node is active [N12]. It publishes its position after the events, so a successor repeats some and loses none;
 * repeats are ignored by revision. Without a recent position it starts at the log's end and instructs subscribers to
 * read the log.
 * | An interrupted subscription resumes after the last event published. `ended` rejects with EventLogCorrupt.
 */
export function startRelay(options: Options): Relay {
  const relay = new LogRelay(options);
  const ended = relay.run();
  return {
    get position() {
      return relay.position;
    },
    get isActive() {
      return relay.isActive;
    },
    get follows() {
      return relay.follows;
    },
    ended,
  };
}

class LogRelay {
  readonly #options: Options;
  position = -1;
  isActive = false;
  /** When `position` was last known to be right (monotonic ms). */
  #knownAt = Number.NEGATIVE_INFINITY;
  readonly #state: FollowState;
  #failures = 0;
  #hasEnded = false;

  constructor(options: Options) {
    this.#options = options;
    this.#state = new FollowState('relay', options.logger);
  }

  get follows(): boolean {
    return !this.#hasEnded && !(this.isActive && this.#state.fails);
  }

  async run(): Promise<void> {
    const { bus, leases, clock, signal, logger } = this.#options;
    const stopListening = bus.subscribe(subjects.relayedUpTo, (message) => {
      if (!this.isActive) this.#know((message as RelayedUpTo).position);
    });
    try {
      while (!signal.aborted) {
        await withLease(leases, clock, leaseKeys.relay, signal, (term) => this.#relay(term));
      }
    } catch (error) {
      this.#hasEnded = true;
      logger?.error({ error, position: this.position }, 'the relay ended: the log cannot be read');
      throw error;
    } finally {
      stopListening();
    }
  }

  #know(position: number): void {
    this.position = position;
    this.#knownAt = this.#options.clock.monotonic();
  }

  /** Publishes while this node holds the lease. */
  async #relay(term: AbortSignal): Promise<void> {
    const { bus, clock, logger } = this.#options;
    let stopSaying = (): void => {};
    const say = (): void => {
      bus.publish(subjects.relayedUpTo, { position: this.position } satisfies RelayedUpTo);
    };
    this.isActive = true;
    logger?.info({ after: this.position }, 'this node relays the log to the bus');
    try {
      let begun = false;
      while (!term.aborted) {
        try {
          if (!begun) {
            await this.#begin();
            begun = true;
            say();
            stopSaying = every(clock, POSITION_EVERY_MS, say);
          }
          await this.#publish(term);
        } catch (error) {
          if (term.aborted) return;
          if (error instanceof EventLogCorrupt) throw error;
          this.#state.failed(error);
          this.#failures += 1;
          const wait = RESUBSCRIBE_FIRST_MS * 2 ** (this.#failures - 1);
          await pause(clock, Math.min(wait, RESUBSCRIBE_LAST_MS), term);
        }
      }
    } finally {
      stopSaying();
      say();
      this.#know(this.position);
      this.isActive = false;
    }
  }

  /** Resumes where the last relay stopped, or instructs every subscriber to read the log up to its start. */
  async #begin(): Promise<void> {
    const { log, bus, clock } = this.#options;
    if (clock.monotonic() - this.#knownAt <= POSITION_KEPT_MS) return;
    this.#know(await log.lastPosition());
    bus.publish(subjects.resync, null);
  }

  async #publish(term: AbortSignal): Promise<void> {
    const { log, bus } = this.#options;
    for await (const item of log.subscribe({ after: this.position, streams: RELAYED, signal: term })) {
      this.#failures = 0;
      this.#state.goesOn();
      if (item.kind === 'caughtUp') {
        this.position = item.position;
        continue;
      }
      for (const { subject, events } of messages(item.events, bus.messageBytes)) bus.publish(subject, events);
      this.position = item.events.at(-1)?.position ?? this.position;
    }
  }
}
