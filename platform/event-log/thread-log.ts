import type { MessagePort } from 'node:worker_threads';
import { PortCaller, serveCalls } from '../threads/port-calls.ts';
import type { LogOwner } from './lmdb-event-log.ts';
import { type AppendResult, type EventLog, EventLogCorrupt, EventLogUnavailable } from './port.ts';

/** What the owner sends when the log has grown; everything else that it sends answers a call. */
const GROWN = 'grown';

/** No stream has such a name: who subscribes to it only gets the marks of the log's end. */
const NO_STREAM_NAME = '\0';

/**
 * Appends to a log for another thread, which reads it by `logOwner`, and sends it a message when the log has grown.
 * Returns what ends it.
 */
export function serveLog(port: MessagePort, grown: MessagePort, log: EventLog): () => Promise<void> {
  serveCalls(port, {
    append: (...append: Parameters<EventLog['append']>) => log.append(...append),
    identify: (...ids: Parameters<EventLog['identify']>) => log.identify(...ids),
    nameKeyRing: (...ids: Parameters<EventLog['nameKeyRing']>) => log.nameKeyRing(...ids),
  });
  const ending = new AbortController();
  const following = (async () => {
    const after = await log.lastPosition();
    for await (const _ of log.subscribe({ after, streams: [NO_STREAM_NAME], signal: ending.signal }))
      grown.postMessage(GROWN);
  })();
  return async () => {
    ending.abort();
    await following;
    port.close();
    grown.close();
  };
}

/** The thread that owns the log, which serves it by `serveLog`. */
export function logOwner(port: MessagePort, grown: MessagePort): LogOwner {
  const caller = new PortCaller(port, {
    errors: [EventLogCorrupt, EventLogUnavailable],
    ended: () => new EventLogUnavailable('its thread has ended'),
  });
  return {
    async append(...append) {
      try {
        return await caller.call<AppendResult>('append', ...append);
      } catch (error) {
        if (!(error instanceof EventLogUnavailable)) throw error;
        return { outcome: 'unknown', reason: error.message };
      }
    },
    identify: (...ids) => caller.call('identify', ...ids),
    nameKeyRing: (...ids) => caller.call('nameKeyRing', ...ids),
    onGrown: (handler) => void grown.on('message', handler),
    close() {
      caller.close();
      grown.close();
    },
  };
}
