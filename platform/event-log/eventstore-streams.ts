import { mustBeAppendable } from './appendable.ts';
import type { StreamFilter } from './eventstore-connection.ts';
import type { NewEvent } from './port.ts';

/** The stream in which the server's clock is read. No subscription yields it, and nobody else appends to it. */
export const CLOCK_STREAM = 'saleyard-clock';

/** The stream that keeps the log's identity, in its last event. No subscription yields it. */
export const IDENTITY_STREAM = 'saleyard-identity';

/** Prefix of the server's own streams. */
const SYSTEM_PREFIX = '$';
/** The log's own streams: not the server's, the clock's probes or the identity. */
const OURS: StreamFilter = { regex: `^(?!${CLOCK_STREAM}$)(?!${IDENTITY_STREAM}$)[^${SYSTEM_PREFIX}]` };

/** All that is in $all: what the positions of events and checkpoints count through. */
export const EVERYTHING: StreamFilter = { regex: '.*' };

/** The form of an id that the server gives back as it was. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The server's filter for the streams of a subscription; for all streams, the filter of the log's own. */
export function filterOf(prefixes: readonly string[] | undefined): StreamFilter {
  return prefixes === undefined || prefixes.length === 0 || prefixes.includes('') ? OURS : { prefixes };
}

/** Whether a stream is the log's, and one that was asked for. */
export function isOurs(stream: string, prefixes?: readonly string[]): boolean {
  if (stream.startsWith(SYSTEM_PREFIX) || stream === CLOCK_STREAM || stream === IDENTITY_STREAM) return false;
  return prefixes === undefined || prefixes.some((prefix) => stream.startsWith(prefix));
}

/**
 * Refuses what this log does not store: what no log stores, names the server or the clock's probes need for
 * themselves, and ids the server would not give back as they were.
 * @throws RangeError naming what is wrong
 */
export function mustBeStorable(stream: string, expected: number, events: readonly NewEvent[]): void {
  mustBeAppendable(stream, expected, events);
  if (!isOurs(stream)) throw new RangeError(`${stream} is not a stream's name here`);
  for (const { id, type } of events) {
    if (!UUID.test(id)) throw new RangeError(`an event's id is a UUID in small letters, not ${id}`);
    if (type === '') throw new RangeError("an event's type has at least one character");
  }
}
