import { EventStoreDBClient } from '@eventstore/db-client';
import grpc from '@eventstore/db-client/generated/streams_grpc_pb.js';

export type StreamsClient = InstanceType<typeof grpc.StreamsClient>;

/** The version of `@eventstore/db-client` whose private members were read. A test fails with any other. */
export const READ_VERSION = '6.2.1';

/** Every call must be answered by the leader, and only this process ends it. */
const LEADER = { requiresLeader: true };
const NO_DEADLINE = { deadline: Number.POSITIVE_INFINITY };

/**
 * The connection that EventStoreDB's own client keeps: it finds the leader, follows it, reconnects and signs in. This
 * is the only file that uses members of the client that its package does not publish: `execute`, `callArguments` and
 * `handleError`.
 */
export class EventStoreLibrary {
  readonly #client: EventStoreDBClient;

  /** @throws Error when `url` is no connection string (esdb://… or esdb+discover://…) */
  constructor(url: string) {
    this.#client = EventStoreDBClient.connectionString(url);
    // The library handles a call's error in a promise that nobody awaits. It rejects when no node can be found: then
    // there is no channel to change, the next call looks for one again, and every call reports its own error.
    const handleError = this.#client['handleError'];
    this.#client['handleError'] = (client, error) => handleError(client, error).catch(() => {});
  }

  /** Runs `action` on the current node. When it rejects, the library looks whether it must reconnect, and to whom. */
  execute<T>(action: (client: StreamsClient) => Promise<T>): Promise<T> {
    return this.#client['execute'](grpc.StreamsClient, 'call', action);
  }

  /** What every call is made with: the metadata that signs in and requires the leader, and no deadline of gRPC's. */
  callArguments(): ReturnType<EventStoreDBClient['callArguments']> {
    return this.#client['callArguments'](LEADER, NO_DEADLINE);
  }

  /** Reports the error of a call that `execute` no longer waits for, so that the library reconnects where it must. */
  report(client: StreamsClient, error: Error): void {
    void this.#client['handleError'](client, error);
  }

  dispose(): Promise<void> {
    return this.#client.dispose();
  }
}
