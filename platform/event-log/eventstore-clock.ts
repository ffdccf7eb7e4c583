import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { Clock } from '../clock/port.ts';
import { newId } from '../ids/ids.ts';
import type { StreamsConnection } from './eventstore-connection.ts';
import { failureOf } from './eventstore-errors.ts';
import { CLOCK_PROBES, type EventStoreLimits } from './eventstore-limits.ts';
import { storedAt } from './eventstore-records.ts';
import { CLOCK_STREAM } from './eventstore-streams.ts';
import { EventLogUnavailable, NO_STREAM } from './port.ts';

/** The stream that says how long the server keeps the probes. */
const METADATA_STREAM = `$$${CLOCK_STREAM}`;

/**
 * Compares this node's clock with the log server's. The only time the server gives to the millisecond is when it
 * stored an event: so one is appended to a stream of its own, of which the server keeps the last, and its time is
 * taken for the middle of the time the append took. That is wrong by at most half of it; of a few probes the
 * shortest is believed.
 */
export class ServerClock {
  readonly #connection: StreamsConnection;
  readonly #clock: Clock;
  readonly #limits: EventStoreLimits;
  #isBounded = false;

  constructor(connection: StreamsConnection, clock: Clock, limits: EventStoreLimits) {
    this.#connection = connection;
    this.#clock = clock;
    this.#limits = limits;
  }

  /** ms that the server's clock is ahead. @throws EventLogUnavailable */
  async skewMs(signal: AbortSignal): Promise<number> {
    try {
      await this.#bound(signal);
      let best = { tookMs: Number.POSITIVE_INFINITY, skewMs: 0 };
      for (let i = 0; i < CLOCK_PROBES; i += 1) {
        const probe = await this.#probe(signal);
        if (probe.tookMs < best.tookMs) best = probe;
      }
      return best.skewMs;
    } catch (error) {
      throw failureOf(error);
    }
  }

  async #probe(signal: AbortSignal): Promise<{ tookMs: number; skewMs: number }> {
    const at = this.#clock.now();
    const began = this.#clock.monotonic();
    const answer = await this.#append(CLOCK_STREAM, 'any', 'Asked', {}, signal);
    const tookMs = this.#clock.monotonic() - began;
    if (!('revision' in answer)) throw new EventLogUnavailable('the clock cannot be read');
    const page = { direction: 'forwards', from: answer.revision, count: 1 } as const;
    const [event] = await this.#connection.page(CLOCK_STREAM, page, this.#limits.readDeadlineMs, signal);
    // Another node's probe may have taken its place already.
    if (event === undefined) return { tookMs: Number.POSITIVE_INFINITY, skewMs: 0 };
    return { tookMs, skewMs: storedAt(event) - (at + tookMs / 2) };
  }

  /** Has the server keep one probe only. */
  async #bound(signal: AbortSignal): Promise<void> {
    if (this.#isBounded) return;
    // The second caller finds it done.
    await this.#append(METADATA_STREAM, NO_STREAM, '$metadata', { $maxCount: 1 }, signal);
    this.#isBounded = true;
  }

  #append(
    stream: string,
    expected: number | 'any',
    type: string,
    data: object,
    signal: AbortSignal,
  ): ReturnType<StreamsConnection['append']> {
    const proposed = new streams.AppendReq.ProposedMessage()
      .setId(new shared.UUID().setString(newId()))
      .setData(Buffer.from(JSON.stringify(data)));
    proposed.getMetadataMap().set('type', type).set('content-type', 'application/json');
    const messages = [new streams.AppendReq().setProposedMessage(proposed)];
    const deadlineMs = this.#limits.appendDeadlineMs;
    return this.#connection.append({ stream, expected, messages, deadlineMs }, signal);
  }
}
