import { crc32 } from 'node:zlib';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import type { AppendReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { BufferArena } from './buffer-arena.ts';
import { omittedMembers, putAscii } from './canonical-json.ts';
import { exact } from './eventstore-position.ts';
import {
  type ChainedPrefixes,
  GENESIS_HASH,
  HASH_LENGTH,
  hashOfRun,
  isChained,
  type Placed,
  putCanonicalEvent,
} from './hash-chain.ts';
import {
  type AppendedEvent,
  EventLogCorrupt,
  type EventMeta,
  type NewEvent,
  type RecordedEvent,
} from './port.ts';

/** An event as the server gives it. */
export type ServerEvent = ReadResp.ReadEvent.RecordedEvent;

/**
 * What is in an event's metadata on the server: its `meta`, its own id, and what proves that it is as it was
 * appended. Events of earlier versions have no `eventId`: their own id is the server's.
 */
type Proven = EventMeta & { eventId?: string; prevHash?: string; hash?: string; crc32?: number };

/** Where the data begins in an event's canonical JSON. */
const DATA_AT = '{"data":'.length;
/** .NET's ticks are of 100 ns. */
const TICKS_PER_MS = 10_000n;

const scratch = new BufferArena();

/** The canonical JSON of an event in its place, after `before`, as one run of bytes. Good until the next call. */
function runOf(before: string, placed: Placed): Buffer {
  scratch.clear();
  scratch.begin();
  scratch.write(putAscii, before);
  scratch.write(putCanonicalEvent, placed);
  return scratch.text();
}

/** An event of an append, ready to be sent once the hash before it is known. */
export class PreparedEvent {
  readonly #stream: string;
  readonly #revision: number;
  readonly #event: NewEvent;
  readonly #data: Buffer;
  /** Its `meta` in canonical JSON, without the brace that closes it. */
  readonly #openMeta: string;
  /** Room for the hash before it, and its canonical JSON in its place: what its hash, or its checksum, is of. */
  readonly #run: Buffer;
  /** It has undefined members, which reading it will not give. */
  readonly #omitsMembers: boolean;

  /** @throws TypeError when it is not plain JSON */
  constructor(stream: string, revision: number, event: NewEvent) {
    const omittedBefore = omittedMembers();
    this.#run = Buffer.from(runOf(GENESIS_HASH, { event, stream, revision }));
    this.#omitsMembers = omittedMembers() > omittedBefore;
    // What is around the data and the meta in it; texts within them have their quotes escaped.
    const between = `,"id":"${event.id}","meta":`;
    const end = this.#run.lastIndexOf(between);
    this.#data = this.#run.subarray(HASH_LENGTH + DATA_AT, end);
    const metaEnd = this.#run.lastIndexOf(',"revision":') - 1;
    this.#openMeta = this.#run.toString('utf8', end + between.length, metaEnd);
    this.#stream = stream;
    this.#revision = revision;
    this.#event = event;
  }

  get #json(): Buffer {
    return this.#run.subarray(HASH_LENGTH);
  }

  /**
   * The message that proposes it, chained after `prevHash` where its stream is chained, and the event as reading will
   * give it. The id that the server receives is made from the content in its place: to the server, which recognises a repeat
   * by ids alone, other content is another event.
   */
  proposed(prevHash: string | undefined): { message: AppendReq; appended: AppendedEvent } {
    const { id, type } = this.#event;
    if (prevHash !== undefined) this.#run.write(prevHash, 0, 'latin1');
    const hash = hashOfRun(prevHash === undefined ? this.#json : this.#run);
    const proof =
      prevHash === undefined ? `"crc32":${crc32(this.#json)}` : `"prevHash":"${prevHash}","hash":"${hash}"`;
    const proposed = new streams.AppendReq.ProposedMessage()
      .setId(new shared.UUID().setString(serverIdOf(hash)))
      .setData(this.#data)
      .setCustomMetadata(Buffer.from(`${this.#openMeta},"eventId":"${id}",${proof}}`));
    proposed.getMetadataMap().set('type', type).set('content-type', 'application/json');
    const { data, meta } = this.#asRead();
    return {
      message: new streams.AppendReq().setProposedMessage(proposed),
      appended: {
        id,
        type,
        data,
        stream: this.#stream,
        revision: this.#revision,
        meta: prevHash === undefined ? meta : { ...meta, prevHash, hash },
      },
    };
  }

  #asRead(): { data: unknown; meta: EventMeta } {
    if (!this.#omitsMembers) return this.#event;
    return {
      data: JSON.parse(this.#data.toString()) as unknown,
      meta: JSON.parse(`${this.#openMeta}}`) as EventMeta,
    };
  }

  /** Whether a stored event is this one. */
  is(stored: RecordedEvent): boolean {
    const { stream, revision } = stored;
    return runOf('', { event: stored, stream, revision }).equals(this.#json);
  }
}

/** A UUID (version 8, of our own making) from the first 122 free bits of a hash in hex. */
function serverIdOf(hash: string): string {
  const variant = '89ab'[Number.parseInt(hash.charAt(16), 16) & 3];
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-${variant}${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

/** The position of an event in $all. @throws Error when it has no exact number */
export function positionOf(event: ServerEvent): number {
  return exact(event.getCommitPosition());
}

/** The name of the stream of an event. */
export function streamOf(event: ServerEvent): string {
  return Buffer.from(event.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString();
}

/** When the server stored an event, by the server's clock, in ms since the epoch. */
export function storedAt(event: ServerEvent): number {
  return Number(BigInt(event.getMetadataMap().get('created') ?? '0') / TICKS_PER_MS);
}

/**
 * The event that was appended, proven by its hash or its checksum, as it was stored.
 * @throws EventLogCorrupt when it can't be what was appended
 */
export function recordedEvent(event: ServerEvent, chained: ChainedPrefixes): RecordedEvent {
  const stream = streamOf(event);
  const revision = exact(event.getStreamRevision());
  const position = positionOf(event);
  const at = { stream, revision, position };
  let recorded: RecordedEvent;
  let proof: Pick<Proven, 'prevHash' | 'hash' | 'crc32'>;
  let json: Buffer;
  try {
    const { crc32: checksum, eventId, ...meta } = parsed(event.getCustomMetadata_asU8()) as Proven;
    proof = { crc32: checksum, prevHash: meta.prevHash, hash: meta.hash };
    const id = eventId ?? event.getId()?.getString() ?? '';
    const type = event.getMetadataMap().get('type') ?? '';
    recorded = { id, stream, revision, position, type, data: parsed(event.getData_asU8()), meta };
    json = runOf(proof.prevHash ?? '', { event: recorded, stream, revision });
  } catch (error) {
    throw new EventLogCorrupt(at, `it is not an event of this log (${String(error)})`);
  }
  if (isChained(stream, chained)) {
    if (proof.prevHash === undefined || hashOfRun(json) !== proof.hash) {
      throw new EventLogCorrupt(at, 'its hash is not the hash of what is stored');
    }
  } else if (proof.crc32 !== crc32(json)) {
    throw new EventLogCorrupt(at, 'its checksum is not that of what is stored');
  }
  return recorded;
}

function parsed(bytes: Uint8Array): unknown {
  return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString());
}

/**
 * Checks that an event is the next one in a read of its stream.
 * @throws EventLogCorrupt when one is missing before it, or its hash does not continue the chain
 */
export function mustFollow(
  event: RecordedEvent,
  revision: number,
  before: RecordedEvent | undefined,
  chained: ChainedPrefixes,
): void {
  const { stream, meta } = event;
  if (event.revision !== revision)
    throw new EventLogCorrupt({ stream, revision }, 'it is missing from its stream');
  if (!isChained(stream, chained)) return;
  const isFirst = revision === 0 && meta.prevHash !== GENESIS_HASH;
  const differs =
    before !== undefined &&
    (before.revision < revision ? before.meta.hash !== meta.prevHash : before.meta.prevHash !== meta.hash);
  if (isFirst || differs) {
    throw new EventLogCorrupt(event, 'its hash does not continue the chain of its stream');
  }
}
