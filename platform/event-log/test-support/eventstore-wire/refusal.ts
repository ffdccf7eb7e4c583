import { Metadata, status } from '@grpc/grpc-js';

/** An answer that is an error, as gRPC sends it. */
export type Refusal = { code: number; details: string; metadata: Metadata };

function made(code: number, details: string, exception?: Record<string, string>): Refusal {
  const metadata = new Metadata();
  for (const [name, value] of Object.entries(exception ?? {})) metadata.set(name, value);
  return { code, details, metadata };
}

/** The real server's errors, word for word where the client looks at them. */
export const refusal = {
  invalid: (details: string) => made(status.INVALID_ARGUMENT, details),
  invalidPosition: () => made(status.INVALID_ARGUMENT, 'Trying to read from an invalid position.'),
  tooLarge: (limit: number) =>
    made(status.INVALID_ARGUMENT, `Maximum Append Size of ${limit} Exceeded.`, {
      exception: 'maximum-append-size-exceeded',
      'maximum-append-size': String(limit),
    }),
  timeout: () => made(status.ABORTED, 'Operation timed out: Commit phase timeout.'),
  notLeader: ({ address, port }: { address: string; port: number }) =>
    made(status.NOT_FOUND, 'Leader info available', {
      exception: 'not-leader',
      'leader-endpoint-host': address,
      'leader-endpoint-port': String(port),
    }),
  notReady: () => made(status.UNAVAILABLE, 'Server Is Not Ready'),
  noLeader: () => made(status.UNKNOWN, 'No leader info available in response'),
};
