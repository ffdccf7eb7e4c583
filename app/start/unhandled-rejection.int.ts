import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as later } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { SupervisedProcess } from '../distributed/supervised-process.ts';
import { freePorts } from '../distributed/test-support/free-ports.ts';

const BIN = fileURLToPath(new URL('../bin/saleyard.js', import.meta.url));

const test = suite('an unhandled rejection', { limitMs: 120_000 });

/** Rejects once, in the first process that has started with it, when that process runs. */
const PLANTED = `
import { isMainThread } from 'node:worker_threads';
import { openSync } from 'node:fs';
const first = () => { try { openSync(process.env.PLANTED_ONCE, 'wx'); return true; } catch { return false; } };
const waiting = isMainThread && setInterval(() => {
  if (process.listenerCount('SIGTERM') === 0) return;
  clearInterval(waiting);
  if (first()) Promise.reject(new Error('planted in a library'));
}, 50);
`;

async function withFolder(body: (env: Record<string, string>) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'saleyard-rejection-'));
  const planted = path.join(folder, 'planted.mjs');
  await writeFile(planted, PLANTED);
  const port = await freePorts([0]);
  try {
    await body({
      NODE_OPTIONS: `--import ${planted}`,
      PLANTED_ONCE: path.join(folder, 'once'),
      SALEYARD_DATA: path.join(folder, 'data'),
      SALEYARD_PORT: String(port),
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

test('ends its process with 1, after its cause was logged', () =>
  withFolder(async (env) => {
    const child: ChildProcess = spawn(process.execPath, [BIN, 'start'], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(child, 'exit');
    const output = await text(child.stdout as NodeJS.ReadableStream);
    assert.equal(await exited, [1, null]);
    const line = output.split('\n').find((one) => one.includes('"fatal"')) ?? '{}';
    const { msg, origin, err } = JSON.parse(line);
    assert.is(msg, 'the process ends by an error that nobody handled');
    assert.is(origin, 'unhandledRejection');
    assert.is(err.message, 'planted in a library');
  }));

test('is followed by a new process where one is supervised', () =>
  withFolder(async (env) => {
    const lines: string[] = [];
    const port = Number(env['SALEYARD_PORT']);
    const planned = { name: 'all', role: 'gateway', port, metricsPort: 0, settings: env } as const;
    const supervised = new SupervisedProcess(planned, systemClock, (line) => lines.push(line));
    const starting = supervised.start().catch(() => {});
    while (lines.length === 0) await later(50);
    assert.equal(lines, ['all died (exit 1) and is started again']);
    while (!(await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.ok) await later(100);
    await starting;
    supervised.letGo();
    await supervised.stop();
    assert.is(lines.length, 1);
  }));

test.run();
