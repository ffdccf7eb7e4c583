import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { compileProgram, FOR_NODE, ownPlace, packagesOutside } from '@saleyard/app/compile.ts';
import { NODE_FLAGS } from '@saleyard/app/server/node-flags.ts';
import { build, stop } from 'esbuild';
import type { Measured, Row } from './row.ts';
import { grow } from './start-up.ts';
import { median, timed } from './statistics.ts';

const EVENTS = 10_000;
const ROUNDS = 5;
/** ms after a start in which a server comes to rest before its memory is read. */
const REST_MS = 3_000;
/** Memory of both threads, at most this many times that of one. */
const MEMORY_TARGET = 1.5;
/** Not slower. */
const START_TARGET = 1;

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SALEYARD = join(ROOT, 'app/bin/saleyard.js');

/** Compiles the server of one thread as `saleyard start` is compiled; answers its file. */
async function compileOneThread(folder: string): Promise<string> {
  await build({
    ...FOR_NODE,
    absWorkingDir: ROOT,
    entryPoints: { 'one-thread': fileURLToPath(new URL('./one-thread-server.ts', import.meta.url)) },
    outdir: folder,
    plugins: [ownPlace(), packagesOutside],
  });
  await stop();
  return join(folder, 'one-thread.mjs');
}

/** Resolves to the server's address once it prints it. */
async function addressOf(server: ChildProcess): Promise<string> {
  if (server.stdout === null) throw new Error('its output is not read');
  for await (const line of createInterface(server.stdout)) {
    const port = /http:\/\/localhost:(\d+)/.exec(line)?.[1];
    if (port !== undefined) return `http://127.0.0.1:${port}`;
  }
  throw new Error('the server ended before it was started');
}

function residentMiB({ pid }: ChildProcess): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1_024;
}

/** ms from the start of the process until it has answered a page of results, and MiB it has resident at rest. */
async function startOnce(args: readonly string[]): Promise<{ ms: number; MiB: number }> {
  const server = spawn(process.execPath, [...NODE_FLAGS, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const ms = await timed(async () => {
      const answer = await fetch(`${await addressOf(server)}/api/v1/auctions?state=closed&limit=1`);
      if (!answer.ok) throw new Error(`results were answered ${answer.status}`);
      await answer.arrayBuffer();
    });
    await wait(REST_MS);
    return { ms, MiB: residentMiB(server) };
  } finally {
    const ended = once(server, 'exit');
    server.kill('SIGKILL');
    await ended;
  }
}

/**
 * Saleyard as `saleyard start` runs it, in two threads, beside every role in one thread: whole processes, compiled in
 * the same way, that start in turns, each on the same events and after the one before it was killed. Nobody uses them.
 */
export async function benchThreads(): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'saleyard-bench-threads-'));
  try {
    await compileProgram();
    const oneThread = await compileOneThread(join(folder, 'program'));
    const data = { two: join(folder, 'two'), one: join(folder, 'one') };
    for (const each of Object.values(data)) mkdirSync(each);
    const { events } = await grow(data.two, EVENTS);
    await grow(data.one, EVENTS);
    const args = {
      two: [SALEYARD, 'start', '--empty', '--port', '0', '--data', data.two],
      one: [oneThread, data.one],
    };
    const found = { two: [] as { ms: number; MiB: number }[], one: [] as { ms: number; MiB: number }[] };
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const kind of round % 2 === 0 ? (['two', 'one'] as const) : (['one', 'two'] as const)) {
        const measured = await startOnce(args[kind]);
        // The first round warms up.
        if (round > 0) found[kind].push(measured);
      }
    }
    const row = (bench: string, of: 'ms' | 'MiB', unit: string, target: number, note: string): Row => {
      const [value, peerValue] = [
        median(found.two.map((one) => one[of])),
        median(found.one.map((one) => one[of])),
      ];
      return {
        bench,
        subject: '`saleyard start`, in two threads',
        peer: 'every role in one thread',
        value,
        peerValue,
        unit,
        ratio: value / peerValue,
        target,
        better: 'less',
        note,
      };
    };
    const onLog = `log of ${events} events`;
    return {
      rows: [
        row(
          `start of a process, ${onLog}`,
          'ms',
          'ms',
          START_TARGET,
          'with the start of Node, until results are answered',
        ),
        row(
          `memory of a process at rest, ${onLog}`,
          'MiB',
          'MiB resident',
          MEMORY_TARGET,
          `${REST_MS / 1_000} s after its start`,
        ),
      ],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
