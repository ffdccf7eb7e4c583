import shared from '@eventstore/db-client/generated/shared_pb.js';
import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { refusal } from './refusal.ts';
import type { StoredEvent, TransactionFile } from './transaction-file.ts';

const TICKS_PER_MS = 10_000;
const BACKWARDS = 1;

const written = new WeakMap<StoredEvent, Buffer>();

/** The message that carries an event, as bytes: made once, however often it is sent. */
export function eventBytes(event: StoredEvent): Buffer {
  let bytes = written.get(event);
  if (bytes === undefined) {
    const position = String(event.position);
    const recorded = new streams.ReadResp.ReadEvent.RecordedEvent()
      .setId(new shared.UUID().setString(event.id))
      .setStreamIdentifier(named(event.stream))
      .setStreamRevision(String(event.revision))
      .setCommitPosition(position)
      .setPreparePosition(position)
      .setData(event.data)
      .setCustomMetadata(event.metadata);
    recorded
      .getMetadataMap()
      .set('type', event.type)
      .set('created', String(BigInt(Math.floor(event.created)) * BigInt(TICKS_PER_MS)))
      .set('content-type', event.isJson ? 'application/json' : 'application/octet-stream');
    const message = new streams.ReadResp.ReadEvent().setEvent(recorded).setCommitPosition(position);
    bytes = Buffer.from(new streams.ReadResp().setEvent(message).serializeBinary());
    written.set(event, bytes);
  }
  return bytes;
}

function named(stream: string): InstanceType<typeof shared.StreamIdentifier> {
  return new shared.StreamIdentifier().setStreamName(Buffer.from(stream));
}

/** Whether a filter lets a stream's events through. */
export function passes(filter: ReadReq.Options.FilterOptions): (stream: string) => boolean {
  const expression = filter.getStreamIdentifier();
  if (expression === undefined) throw refusal.invalid('only streams can be filtered here');
  const regex = expression.getRegex();
  if (regex !== '') {
    const pattern = new RegExp(regex);
    return (stream) => pattern.test(stream);
  }
  const prefixes = expression.getPrefixList();
  return (stream) => prefixes.some((prefix) => stream.startsWith(prefix));
}

/** The messages of a read of a stream, or of $all backwards through a filter. @throws as the server refuses it */
export function* messagesOf(file: TransactionFile, options: ReadReq.Options): Generator<Buffer> {
  const stream = options.getStream();
  const filter = options.getFilter();
  if (stream !== undefined) yield* ofStream(file, stream, options);
  else if (filter !== undefined && options.getReadDirection() === BACKWARDS && options.getAll()?.hasEnd()) {
    const isAllowed = passes(filter);
    let left = Number(options.getCount());
    for (let i = file.events.length - 1; i >= 0 && left > 0; i -= 1) {
      const event = file.events[i] as StoredEvent;
      if (!isAllowed(event.stream)) continue;
      yield eventBytes(event);
      left -= 1;
    }
  } else throw refusal.invalid('this combination of options is not for this server');
}

function* ofStream(
  file: TransactionFile,
  which: ReadReq.Options.StreamOptions,
  options: ReadReq.Options,
): Generator<Buffer> {
  const identifier = which.getStreamIdentifier();
  const stream = Buffer.from(identifier?.getStreamName_asU8() ?? []).toString();
  const events = file.of(stream);
  let last = events.length - 1;
  while (last >= 0 && !file.isSynced(events[last] as StoredEvent)) last -= 1;
  if (last < 0) {
    const missing = new streams.ReadResp.StreamNotFound().setStreamIdentifier(identifier);
    yield Buffer.from(new streams.ReadResp().setStreamNotFound(missing).serializeBinary());
    return;
  }
  const first = Math.max(0, last + 1 - keptOf(file, stream));
  const isBackwards = options.getReadDirection() === BACKWARDS;
  const from = which.hasRevision() ? Number(which.getRevision()) : isBackwards ? last : 0;
  let at = isBackwards ? Math.min(from, last) : Math.max(from, first);
  for (let left = Number(options.getCount()); left > 0 && at >= first && at <= last; left -= 1) {
    yield eventBytes(events[at] as StoredEvent);
    at += isBackwards ? -1 : 1;
  }
}

/** How many of a stream's last events are kept. */
function keptOf(file: TransactionFile, stream: string): number {
  const metadata = file.of(`$$${stream}`).at(-1);
  if (metadata === undefined || !file.isSynced(metadata)) return Number.POSITIVE_INFINITY;
  const { $maxCount } = JSON.parse(Buffer.from(metadata.data).toString()) as { $maxCount?: number };
  return $maxCount ?? Number.POSITIVE_INFINITY;
}
