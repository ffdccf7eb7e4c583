import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const BIN = fileURLToPath(new URL('../../app/bin/saleyard.js', import.meta.url));
/** The environment variable that names the `saleyard` with a bug planted in it, where there is one. */
export const PROGRAM_VARIABLE = 'SALEYARD_PLANTED';

/** How a process ended. `said`: its output, stdout and stderr. */
export type Ended = { code: number | null; signal: NodeJS.Signals | null; out: string; err: string };

/** A `saleyard` of its own. */
export class SaleyardProcess {
  readonly #child: ChildProcess;
  #out = '';
  #err = '';
  readonly #closed: Promise<Ended>;
  ended: Ended | null = null;

  constructor(args: readonly string[]) {
    const program = process.env[PROGRAM_VARIABLE] ?? BIN;
    this.#child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    this.#child.stdout?.on('data', (chunk: Buffer) => {
      this.#out += chunk.toString();
    });
    this.#child.stderr?.on('data', (chunk: Buffer) => {
      this.#err += chunk.toString();
    });
    this.#closed = once(this.#child, 'close').then(([code, signal]) => {
      this.ended = { code, signal, out: this.#out, err: this.#err } as Ended;
      return this.ended;
    });
  }

  kill(signal: NodeJS.Signals): Promise<Ended> {
    this.#child.kill(signal);
    return this.#closed;
  }

  /** Resolves when it has ended, by itself or after this many ms. */
  async within(ms: number): Promise<Ended> {
    const ended = await Promise.race([this.#closed, pause(ms, null)]);
    return ended ?? this.kill('SIGKILL');
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** A server on a data folder, when it is ready; or how it ended instead, within this many ms. */
export async function started(
  data: string,
  port: number,
  ms = 30_000,
): Promise<{ server: SaleyardProcess; ended: Ended | null }> {
  const server = new SaleyardProcess(['start', '--data', data, '--port', String(port)]);
  const until = performance.now() + ms;
  while (server.ended === null && performance.now() < until) {
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (ready) return { server, ended: null };
    await pause(50);
  }
  return { server, ended: server.ended };
}
