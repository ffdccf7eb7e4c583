import shared from '@eventstore/db-client/generated/shared_pb.js';
import type { AppendReq, AppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { refusal } from './refusal.ts';
import type { Proposed, StoredEvent, TransactionFile } from './transaction-file.ts';

/** One requested append. */
export type Ask = { stream: string; expected: number | 'any'; events: Proposed[] };

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What the messages of one append ask for. @throws as the server refuses it */
export function askOf(messages: readonly AppendReq[], maxAppendSize: number): Ask {
  const [first, ...rest] = messages;
  const options = first?.getOptions();
  if (options === undefined) throw refusal.invalid('the first message has no options');
  const stream = Buffer.from(options.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString();
  let size = 0;
  const events = rest.map((message) => {
    const proposed = message.getProposedMessage();
    const type = proposed?.getMetadataMap().get('type');
    const contentType = proposed?.getMetadataMap().get('content-type');
    const id = proposed?.getId()?.getString() ?? '';
    if (proposed === undefined || type === undefined || contentType === undefined || !UUID.test(id)) {
      throw refusal.invalid('an event lacks its id, its type or its content-type');
    }
    const data = proposed.getData_asU8();
    const metadata = proposed.getCustomMetadata_asU8();
    size += data.length + metadata.length + 2 * type.length;
    if (size > maxAppendSize) throw refusal.tooLarge(maxAppendSize);
    return { id: id.toLowerCase(), type, isJson: contentType === 'application/json', data, metadata };
  });
  return { stream, expected: expectedBy(options), events };
}

function expectedBy(options: AppendReq.Options): number | 'any' {
  if (options.hasAny()) return 'any';
  if (options.hasNoStream()) return -1;
  if (options.hasRevision()) return Number(options.getRevision());
  throw refusal.invalid('this revision cannot be expected here');
}

/**
 * Appends as the real server's index writer decides it:
 * - the expected revision is the stream's: written;
 * - it lies ahead of it: wrong;
 * - it lies behind it: success without writing when every id stands, in order, at the revisions that follow it (the
 *   content is not looked at), else wrong. One whose original is not synced yet is not answered at all, and times out.
 */
export async function appended(file: TransactionFile, ask: Ask): Promise<AppendResp | 'dropped'> {
  const { stream, expected, events } = ask;
  const held = file.of(stream);
  const current = held.length - 1;
  if (expected !== 'any' && expected > current) return wrong(ask, current);
  if (expected === 'any' || expected === current) {
    if (events.length > 0) await file.add(stream, events);
    return success(file.of(stream)[current + events.length]);
  }
  for (const [i, { id }] of events.entries()) {
    if (held[expected + 1 + i]?.id !== id) return wrong(ask, current);
  }
  if (events.length === 0) return wrong(ask, current);
  const last = held[expected + events.length] as StoredEvent;
  return file.isSynced(last) ? success(last) : 'dropped';
}

function success(last: StoredEvent | undefined): AppendResp {
  const answer = new streams.AppendResp.Success();
  if (last === undefined) answer.setNoStream(new shared.Empty()).setNoPosition(new shared.Empty());
  else {
    const position = String(last.position);
    answer
      .setCurrentRevision(String(last.revision))
      .setPosition(
        new streams.AppendResp.Position().setCommitPosition(position).setPreparePosition(position),
      );
  }
  return new streams.AppendResp().setSuccess(answer);
}

function wrong({ expected }: Ask, current: number): AppendResp {
  const answer = new streams.AppendResp.WrongExpectedVersion();
  if (current < 0) answer.setCurrentNoStream(new shared.Empty());
  else answer.setCurrentRevision(String(current));
  if (expected === 'any') answer.setExpectedAny(new shared.Empty());
  else if (expected < 0) answer.setExpectedNoStream(new shared.Empty());
  else answer.setExpectedRevision(String(expected));
  return new streams.AppendResp().setWrongExpectedVersion(answer);
}
