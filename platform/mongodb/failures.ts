import {
  MongoBulkWriteError,
  MongoClientClosedError,
  MongoError,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoServerError,
  MongoServerSelectionError,
  MongoTopologyClosedError,
  MongoWriteConcernError,
} from 'mongodb';

/** The server did not answer within an operation's limit. */
export class NoAnswerInTime extends Error {
  constructor(limitMs: number) {
    super(`no answer within ${limitMs} ms`);
    this.name = 'NoAnswerInTime';
  }
}

/** MongoDB's error codes of a server that can't serve at the moment. */
const AWAY_CODES: ReadonlySet<unknown> = new Set([
  6, // HostUnreachable
  7, // HostNotFound
  50, // MaxTimeMSExpired
  64, // WriteConcernFailed
  89, // NetworkTimeout
  91, // ShutdownInProgress
  112, // WriteConflict, after every retry
  133, // FailedToSatisfyReadPreference
  134, // ReadConcernMajorityNotAvailableYet
  189, // PrimarySteppedDown
  202, // NetworkInterfaceExceededTimeLimit
  262, // ExceededTimeLimit
  9001, // SocketException
  10107, // NotWritablePrimary
  11600, // InterruptedAtShutdown
  11602, // InterruptedDueToReplStateChange
  13435, // NotPrimaryNoSecondaryOk
  13436, // NotPrimaryOrSecondary
  14031, // OutOfDiskSpace
]);

/** Errors of the driver when no server is available, or none answers. */
const AWAY = [
  NoAnswerInTime,
  MongoServerSelectionError,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoTopologyClosedError,
  MongoClientClosedError,
  MongoWriteConcernError,
];

/** Names of driver errors whose classes are not exported. */
const AWAY_NAMES: ReadonlySet<string> = new Set(['MongoWaitQueueTimeoutError', 'MongoPoolClosedError']);

/** A connection's own errors: the driver hands one on as it is when it writes to a connection that was just ended. */
const ENDED_CODES: ReadonlySet<unknown> = new Set(['EPIPE', 'ECONNRESET']);

/** The labels by which the driver says that the same may work a moment later. */
const AWAY_LABELS = ['RetryableWriteError', 'TransientTransactionError', 'UnknownTransactionCommitResult'];

/** Whether an error says that the server can't be reached or can't serve now, and not that it was asked wrongly. */
export function isAway(error: unknown): boolean {
  if (AWAY.some((kind) => error instanceof kind)) return true;
  if (error instanceof Error && 'code' in error && ENDED_CODES.has(error.code)) return true;
  if (!(error instanceof MongoError)) return false;
  if (AWAY_NAMES.has(error.name) || AWAY_LABELS.some((label) => error.hasErrorLabel(label))) return true;
  if (error instanceof MongoServerError && AWAY_CODES.has(error.code)) return true;
  // The driver wraps what it met in the middle of a bulk write; refused documents are listed, all else is not.
  if (error instanceof MongoBulkWriteError && typeof error.code !== 'number') {
    return refusedWrites(error).length === 0;
  }
  return false;
}

/** One write of a bulk that the server refused. */
type RefusedWrite = { code: number; at: number; errmsg: string };

function refusedWrites(error: MongoBulkWriteError): RefusedWrite[] {
  return [error.writeErrors]
    .flat()
    .map(({ code, index, errmsg }) => ({ code, at: index, errmsg: errmsg ?? '' }));
}

const DUPLICATE_KEY = 11_000;
const DUPLICATE = / index: (.+?) dup key: /;

/** A document refused because another has its key. `index` names the index (`_id_`: that of ids), `at` its place in the bulk. */
export type DuplicateKey = { index: string; at: number };

/** The documents that unique indexes refused; null when the error says anything else beside. */
export function duplicateKeys(error: unknown): DuplicateKey[] | null {
  if (!(error instanceof MongoServerError)) return null;
  const refused: RefusedWrite[] =
    error instanceof MongoBulkWriteError
      ? refusedWrites(error)
      : [{ code: Number(error.code), at: 0, errmsg: error.message }];
  if (refused.length === 0 || refused.some(({ code }) => code !== DUPLICATE_KEY)) return null;
  return refused.map(({ at, errmsg }) => ({ at, index: DUPLICATE.exec(errmsg)?.[1] ?? '' }));
}
