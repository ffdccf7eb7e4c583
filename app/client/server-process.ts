import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import { NODE_FLAGS } from '../server/node-flags.ts';

const bin = fileURLToPath(new URL('../bin/saleyard.js', import.meta.url));

/** ms a server may take to become ready. */
const START_LIMIT_MS = 300_000;

/** What a command printed, and its exit code. */
type CommandRun = { code: number | null; output: string };

/** Runs one `saleyard` command on a data folder to its end. */
export function runSaleyard(folder: string, command: string, ...args: string[]): Promise<CommandRun> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [bin, command, ...args, '--data', folder]);
    let output = '';
    const collect = (chunk: Buffer) => {
      output += chunk.toString();
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('close', (code) => resolve({ code, output }));
  });
}

/** A Saleyard server in its own process and its own data folder, started and killed like a real one. */
export class ServerProcess {
  readonly folder: string;
  #child: ChildProcess | undefined;
  #port = 0;
  output = '';

  private constructor(folder: string) {
    this.folder = folder;
  }

  /** A server on a fresh folder that holds the demo accounts and no sale. */
  static async withAccounts(): Promise<ServerProcess> {
    const server = new ServerProcess(await mkdtemp(path.join(tmpdir(), 'saleyard-e2e-')));
    const seeded = await server.run('seed');
    if (seeded.code !== 0) throw new Error(`seed failed: ${seeded.output}`);
    await server.start();
    return server;
  }

  /** A server on a fresh folder with demo accounts, demo sales and simulated bidders. */
  static async withDemo(): Promise<ServerProcess> {
    const server = new ServerProcess(await mkdtemp(path.join(tmpdir(), 'saleyard-demo-')));
    await server.start('--demo');
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Its process; undefined before it is started. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Runs one `saleyard` command on this folder to its end. */
  run(command: string, ...args: string[]): Promise<CommandRun> {
    return runSaleyard(this.folder, command, ...args);
  }

  /** Starts it, on the port it had before if it was started before, and waits until it answers. */
  async start(content: '--empty' | '--demo' = '--empty'): Promise<void> {
    const child = spawn(process.execPath, [
      ...NODE_FLAGS,
      bin,
      'start',
      content,
      '--port',
      String(this.#port),
      '--data',
      this.folder,
    ]);
    this.#child = child;
    const collect = (chunk: Buffer) => {
      this.output += chunk.toString();
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    const from = this.output.length;
    const end = systemClock.monotonic() + START_LIMIT_MS;
    while (systemClock.monotonic() < end) {
      const found = /http:\/\/[^\s:]+:(\d+)/.exec(this.output.slice(from));
      if (found) {
        this.#port = Number(found[1]);
        const ready = await fetch(`${this.url}/readyz`).catch(() => undefined);
        if (ready?.ok) return;
      }
      if (child.exitCode !== null) break;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`the server did not start:\n${this.output}`);
  }

  /** Ends the process with a signal and waits until it has exited. Resolves to its exit code; null: the signal ended it. */
  async end(signal: 'SIGKILL' | 'SIGTERM' | 'SIGHUP'): Promise<number | null> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    const gone = new Promise<number | null>((resolve) => child.once('exit', resolve));
    child.kill(signal);
    return await gone;
  }

  async destroy(): Promise<void> {
    await this.end('SIGKILL');
    await rm(this.folder, { recursive: true, force: true });
  }
}
