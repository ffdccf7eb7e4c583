import { once } from 'node:events';
import { createServer } from 'node:net';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';

/** Below the ports that the system gives to connections, so that a port that is free for a moment is not given to one. */
const FIRST = 20_000;
const SPAN = 10_000;

/** A port from which those at all these distances are free. */
export async function freePorts(distances: readonly number[]): Promise<number> {
  for (;;) {
    const first = FIRST + Math.floor(systemClock.now() % SPAN);
    const free = await Promise.all(distances.map((distance) => isFree(first + distance)));
    if (!free.includes(false)) return first;
    await new Promise((resolve) => setTimeout(resolve, 37));
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  const free = await Promise.race([
    once(server, 'listening').then(() => true),
    once(server, 'error').then(() => false),
  ]);
  if (free) await new Promise((resolve) => server.close(resolve));
  return free;
}
