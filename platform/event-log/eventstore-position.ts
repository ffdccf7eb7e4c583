import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js';

/** A position in $all. An event's own has both numbers the same; a checkpoint may lie between two events. */
export type LogPosition = { commit: number; prepare: number };

/** −1 as the server sends it, whose numbers have no sign: before everything. */
const BEFORE_EVERYTHING = '18446744073709551615';

/**
 * A number that the server sends, exactly.
 * @throws Error when it has no exact one here, beyond 2^53
 */
export function exact(sent: string): number {
  const number = Number(sent);
  if (sent === '' || !Number.isSafeInteger(number)) {
    throw new Error(`the log server sent no number that can be counted with: "${sent}"`);
  }
  return number;
}

/** Where an event lies. */
export function positionAt(position: number): LogPosition {
  return { commit: position, prepare: position };
}

/** What a checkpoint says was passed; undefined for one that lies before everything. */
export function positionOfCheckpoint(checkpoint: ReadResp.Checkpoint): LogPosition | undefined {
  const commit = checkpoint.getCommitPosition();
  const prepare = checkpoint.getPreparePosition();
  if (commit === BEFORE_EVERYTHING || prepare === BEFORE_EVERYTHING) return undefined;
  return { commit: exact(commit), prepare: exact(prepare) };
}
