import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { newId } from '../ids/ids.ts';
import type { StreamsConnection } from './eventstore-connection.ts';
import { failureOf } from './eventstore-errors.ts';
import type { EventStoreLimits } from './eventstore-limits.ts';
import { exact } from './eventstore-position.ts';
import { IDENTITY_STREAM } from './eventstore-streams.ts';
import { EventLogCorrupt, EventLogUnavailable, NO_STREAM } from './port.ts';

/** Processes that begin a log at the same time: one of them gives it its identity, the others read it. */
const ATTEMPTS = 5;

/** The ids of a log: its own, and that of the key ring it was written with. */
type LogIds = { identity?: string | undefined; keyRing?: string | undefined };
type Known = LogIds & { revision: number };

/** The ids of the log that a server keeps: the last event of a stream of its own. */
export class ServerIdentity {
  readonly #connection: StreamsConnection;
  readonly #limits: EventStoreLimits;

  constructor(connection: StreamsConnection, limits: EventStoreLimits) {
    this.#connection = connection;
    this.#limits = limits;
  }

  /** @throws EventLogUnavailable, EventLogCorrupt */
  async identity(signal: AbortSignal): Promise<string | undefined> {
    return (await this.#known(signal)).identity;
  }

  /** @throws EventLogUnavailable, EventLogCorrupt */
  identify(id: string, replaced: string | undefined, signal: AbortSignal): Promise<string> {
    return this.#set('identity', id, replaced, signal);
  }

  /** @throws EventLogUnavailable, EventLogCorrupt */
  async keyRing(signal: AbortSignal): Promise<string | undefined> {
    return (await this.#known(signal)).keyRing;
  }

  /** @throws EventLogUnavailable, EventLogCorrupt */
  nameKeyRing(id: string, replaced: string | undefined, signal: AbortSignal): Promise<string> {
    return this.#set('keyRing', id, replaced, signal);
  }

  async #set(
    name: keyof LogIds,
    id: string,
    replaced: string | undefined,
    signal: AbortSignal,
  ): Promise<string> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const { revision, ...ids } = await this.#known(signal);
      const known = ids[name];
      if (known !== undefined && known !== replaced) return known;
      try {
        const answer = await this.#append({ ...ids, [name]: id }, revision, signal);
        if (!('actual' in answer)) return id;
      } catch (error) {
        throw failureOf(error);
      }
    }
    throw new EventLogUnavailable('its identity cannot be written');
  }

  async #known(signal: AbortSignal): Promise<Known> {
    const page = { direction: 'backwards', from: undefined, count: 1 } as const;
    const { readDeadlineMs } = this.#limits;
    const [event] = await this.#connection.page(IDENTITY_STREAM, page, readDeadlineMs, signal);
    if (event === undefined) return { revision: NO_STREAM };
    const revision = exact(event.getStreamRevision());
    try {
      const ids = JSON.parse(Buffer.from(event.getData_asU8()).toString()) as LogIds;
      return { identity: ids.identity, keyRing: ids.keyRing, revision };
    } catch {
      throw new EventLogCorrupt({ stream: IDENTITY_STREAM, revision }, 'it names no identity');
    }
  }

  #append(ids: LogIds, expected: number, signal: AbortSignal): ReturnType<StreamsConnection['append']> {
    const proposed = new streams.AppendReq.ProposedMessage()
      .setId(new shared.UUID().setString(newId()))
      .setData(Buffer.from(JSON.stringify(ids)));
    proposed.getMetadataMap().set('type', 'LogIdentified').set('content-type', 'application/json');
    const messages = [new streams.AppendReq().setProposedMessage(proposed)];
    const deadlineMs = this.#limits.appendDeadlineMs;
    return this.#connection.append({ stream: IDENTITY_STREAM, expected, messages, deadlineMs }, signal);
  }
}
