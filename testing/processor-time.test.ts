import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { ProcessorTime } from './processor-time.ts';
import { notRun, suite } from './suite.ts';

const test = suite('processor time of test files');

/** Takes more than 250 ms on any processor of less than 6 GHz. */
const BUSY = 'for (let n = 0; n < 1.5e9; n += 1);';
const BUSY_MS = 250;

/** Starts a process that computes, and computes itself when that one has ended. */
const PARENT = `
  const { spawn } = require('node:child_process');
  const child = spawn(process.execPath, ['-e', ${JSON.stringify(BUSY)}]);
  child.on('exit', () => { ${BUSY} });
`;

if (!existsSync('/proc/self/stat')) notRun('processor time of test files', 'run on Linux');
else {
  test('what a child and the processes that it starts compute is added up', async () => {
    const time = new ProcessorTime();
    const child = spawn(process.execPath, ['-e', PARENT]);
    const pid = child.pid ?? 0;
    time.add(pid);
    await once(child, 'exit');
    const usedMs = time.ended(pid);
    time.close();
    assert.ok(usedMs >= 2 * BUSY_MS, `${usedMs} ms`);
  });
}

test.run();
