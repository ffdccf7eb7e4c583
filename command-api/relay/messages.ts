import { subjects } from '@saleyard/contract/commands.ts';
import { idOf, kindOf } from '@saleyard/domain/streams.ts';
import type { RecordedEvent } from '@saleyard/platform/event-log/port.ts';

/** Bytes that a character takes at most, with some margin for the envelope. */
const BYTES_PER_CHARACTER = 4;

export type Message = { subject: string; events: readonly RecordedEvent[] };

/**
 * A batch as messages of one stream each: streams in the order of their first event, each stream's events in order.
 * None is larger than `messageBytes`, unless a single event is.
 */
export function* messages(events: readonly RecordedEvent[], messageBytes: number): Generator<Message> {
  const byStream = new Map<string, RecordedEvent[]>();
  for (const event of events) {
    const run = byStream.get(event.stream);
    if (run === undefined) byStream.set(event.stream, [event]);
    else run.push(event);
  }
  for (const [stream, run] of byStream) {
    const subject = subjectOf(stream);
    for (const chunk of chunks(run, messageBytes / BYTES_PER_CHARACTER)) yield { subject, events: chunk };
  }
}

function subjectOf(stream: string): string {
  const kind = kindOf(stream);
  if (kind === undefined) throw new Error(`the stream ${stream} is of no known kind`);
  return subjects.streamEvents(kind.name, idOf(kind, stream));
}

function* chunks(run: RecordedEvent[], most: number): Generator<readonly RecordedEvent[]> {
  if (run.length === 1 || most === Number.POSITIVE_INFINITY) {
    yield run;
    return;
  }
  let from = 0;
  let size = 0;
  for (let i = 0; i < run.length; i += 1) {
    const weight = characters(run[i]);
    if (i > from && size + weight > most) {
      yield run.slice(from, i);
      from = i;
      size = 0;
    }
    size += weight;
  }
  yield from === 0 ? run : run.slice(from);
}

/** The approximate length of a value's JSON, without serialising it, since every bid passes here. */
function characters(value: unknown): number {
  if (typeof value === 'string') return value.length + 3;
  if (typeof value !== 'object' || value === null) return 12;
  let sum = 2;
  if (Array.isArray(value)) {
    for (const member of value) sum += characters(member);
    return sum;
  }
  for (const name in value) sum += name.length + 4 + characters((value as Record<string, unknown>)[name]);
  return sum;
}
