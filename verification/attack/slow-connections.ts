import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Connections opened at the same time; the kernel's queue of new ones is bounded. */
const OPENING_AT_ONCE = 100;

export type SlowConnections = {
  /** How many are open. */
  open(): number;
  /** Statuses of the answers that came, by how often. */
  statuses(): Record<string, number>;
  close(): void;
};

/** Loopback addresses 127.0.1.1, 127.0.1.2 …, 250 for each third part. */
export const loopbackAddresses = (count: number): string[] =>
  Array.from({ length: count }, (_, n) => `127.0.${1 + Math.floor(n / 250)}.${1 + (n % 250)}`);

/**
 * Opens `count` connections from these addresses in turn, each of which sends `head` and the first part of a body, and
 * then nothing. Resolves when all are open and have sent it.
 */
export async function slowConnections(parts: {
  port: number;
  count: number;
  addresses: readonly string[];
  head: string;
}): Promise<SlowConnections> {
  const { port, count, addresses, head } = parts;
  const sockets = new Set<Socket>();
  const statuses: Record<string, number> = {};
  const open = (n: number): Promise<void> =>
    new Promise((resolve) => {
      const localAddress = addresses[n % addresses.length] ?? '127.0.0.1';
      const socket = connect({ port, host: '127.0.0.1', localAddress }, () => {
        sockets.add(socket);
        socket.write(head, () => resolve());
      });
      socket.on('error', () => resolve());
      socket.on('close', () => sockets.delete(socket));
      socket.on('data', (chunk: Buffer) => {
        const status = /^HTTP\/1\.1 (\d{3})/.exec(chunk.toString('latin1'))?.[1];
        if (status !== undefined) statuses[status] = (statuses[status] ?? 0) + 1;
      });
    });
  for (let n = 0; n < count; n += OPENING_AT_ONCE) {
    await Promise.all(Array.from({ length: Math.min(OPENING_AT_ONCE, count - n) }, (_, at) => open(n + at)));
    // The server takes what has come before the next ones.
    await pause(1);
  }
  return {
    open: () => sockets.size,
    statuses: () => statuses,
    close() {
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** The head of a request with a JSON body of `length` bytes, and the first bytes of that body. */
export const halfRequest = (
  method: string,
  path: string,
  headers: Record<string, string> = {},
  length = 1_000,
): string => {
  const lines = Object.entries({
    host: 'saleyard.test',
    'sec-fetch-site': 'same-origin',
    'content-type': 'application/json',
    'content-length': String(length),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n{"id":"`;
};
