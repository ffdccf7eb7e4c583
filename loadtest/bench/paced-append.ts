import { fdatasync, mkdtempSync, openSync, rmSync, write } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { open } from 'lmdb';

/** Messages between the benchmark and this process. */
export type AppendOrder = { order: 'pace'; to: 'lmdb' | 'file'; perSecond: number; ms: number };
/** `latencies`: of each append from its call until it is on disk, in ms, the shortest first. */
export type AppendReport = { report: 'paced'; latencies: number[] };

/** The approximate size of a bid's event on disk, in bytes. */
const STORED_BYTES = 600;
/** ms between two looks at what is due. */
const STEP_MS = 1;

const folder = mkdtempSync(path.join(tmpdir(), 'saleyard-paced-append-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

const bare = open<Buffer, number>({
  path: path.join(folder, 'bare'),
  encoding: 'binary',
  overlappingSync: false,
});
const file = openSync(path.join(folder, 'raw'), 'a');
const written = promisify(write);
const synced = promisify(fdatasync);
let key = 0;
let before: Promise<unknown> = Promise.resolve();

const appendTo = {
  lmdb: (value: Buffer): Promise<unknown> => bare.put(key++, value),
  // One after the other, as in any file that is appended to.
  file: (value: Buffer): Promise<unknown> => {
    before = before.then(async () => {
      await written(file, value);
      await synced(file);
    });
    return before;
  },
};

async function pace({ to, perSecond, ms }: AppendOrder): Promise<void> {
  const latencies: number[] = [];
  const underWay: Promise<void>[] = [];
  const began = performance.now();
  for (let done = 0; ; await wait(STEP_MS)) {
    const passed = Math.min(ms, performance.now() - began);
    for (; done < (passed * perSecond) / 1000; done += 1) {
      const called = performance.now();
      const append = appendTo[to](Buffer.alloc(STORED_BYTES, done));
      underWay.push(append.then(() => void latencies.push(performance.now() - called)));
    }
    if (passed >= ms) break;
  }
  await Promise.all(underWay);
  latencies.sort((a, b) => a - b);
  process.send?.({ report: 'paced', latencies } satisfies AppendReport);
}

process.on('message', (order: AppendOrder) => void pace(order));
process.on('disconnect', () => process.exit());
