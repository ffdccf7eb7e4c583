import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { ProcessorTime } from './processor-time.ts';
import { notRun, suite } from './suite.ts';

const test = suite('processor time of test files');

/** Computes for `ms` of processor time, then ends. */
const busy = (ms: number) =>
  `for (const used = process.cpuUsage(); process.cpuUsage(used).user < ${ms * 1_000}; ) for (let n = 0; n < 1e5; n += 1);`;

/** Starts one that computes, lets go of it, and computes itself. */
const PARENT = `
  const { spawn } = require('node:child_process');
  const child = spawn(process.execPath, ['-e', ${JSON.stringify(busy(600))}]);
  child.on('exit', () => { ${busy(300)} });
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
    assert.ok(usedMs >= 900, `${usedMs} ms`);
  });
}

test.run();
