import { EventLogUnavailable } from './port.ts';

/** gRPC's status codes that mean something here. */
const CODE = {
  cancelled: 1,
  invalidArgument: 3,
  permissionDenied: 7,
  failedPrecondition: 9,
  unimplemented: 12,
  unauthenticated: 16,
} as const;

/**
 * With these the server says that it looked at the request and took nothing of it. Any other may come after the
 * events were written: a connection that is cut, a time that is up, a leader that steps down in between.
 */
const REFUSALS: readonly number[] = [
  CODE.invalidArgument,
  CODE.permissionDenied,
  CODE.failedPrecondition,
  CODE.unimplemented,
  CODE.unauthenticated,
];

type ServiceError = Error & {
  code: number;
  details?: string;
  metadata?: { get(name: string): readonly unknown[] };
};

function asServiceError(error: unknown): ServiceError | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'number'
    ? (error as ServiceError)
    : undefined;
}

/** Whether the server asked is not the leader and says who is: it has done nothing, and the client goes there. */
export function isNotLeader(error: unknown): boolean {
  return asServiceError(error)?.metadata?.get('exception')[0]?.toString() === 'not-leader';
}

/** Whether this process ended the call itself. */
export function isEndedHere(error: unknown): boolean {
  const service = asServiceError(error);
  return service?.code === CODE.cancelled && service.details === 'Cancelled on client';
}

/** Whether the server has looked at the request and stored nothing of it. */
export function isRefusal(error: unknown): boolean {
  return REFUSALS.includes(asServiceError(error)?.code ?? -1);
}

/** The error in one line. It contains no credentials: a server's answer never has them. */
export function reasonOf(error: unknown): string {
  const service = asServiceError(error);
  if (service !== undefined) return service.details || service.message;
  return error instanceof Error ? error.message : String(error);
}

/** The error for a failed call: a RangeError if the server refused the request, else EventLogUnavailable. */
export function failureOf(error: unknown): Error {
  if (error instanceof EventLogUnavailable || error instanceof RangeError) return error;
  const reason = reasonOf(error);
  if (isRefusal(error)) return new RangeError(`the log server refused: ${reason}`, { cause: error });
  return new EventLogUnavailable(reason, { cause: error });
}
