import { STREAM_NAME_LIMIT } from './log-records.ts';
import { type NewEvent, NO_STREAM } from './port.ts';

/**
 * Refuses events that no log may store, on any adapter.
 * @throws RangeError naming what is wrong with the stream's name, the expected revision or the events
 */
export function mustBeAppendable(stream: string, expected: number, events: readonly NewEvent[]): void {
  const bytes = Buffer.byteLength(stream);
  if (bytes === 0 || bytes > STREAM_NAME_LIMIT || stream.includes('\0')) {
    throw new RangeError(`a stream's name has 1 to ${STREAM_NAME_LIMIT} bytes and no NUL`);
  }
  if (!Number.isSafeInteger(expected) || expected < NO_STREAM) {
    throw new RangeError(`no revision to expect: ${expected}`);
  }
  if (events.length === 0) throw new RangeError('an append holds at least one event');
  for (const { type, meta } of events) {
    if (!Number.isSafeInteger(meta.at))
      throw new RangeError(`${type} is at ${meta.at}, which is not a whole ms`);
  }
}
