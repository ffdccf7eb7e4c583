import { setTimeout as wait } from 'node:timers/promises';
import { threadId } from 'node:worker_threads';

/** @param {{ do: 'answer' | 'wait' | 'loop' | 'throw' | 'exit' | 'fill'; ms?: number; bytes?: Uint8Array }} task */
export default async function run(task) {
  if (task.do === 'wait') await wait(task.ms ?? 0);
  if (task.do === 'throw') throw new RangeError('out of range');
  if (task.do === 'exit') process.exit(1);
  if (task.do === 'loop') for (;;);
  if (task.do === 'fill') for (const all = []; ; ) all.push(new Array(100_000).fill(0).map(String));
  return { pid: process.pid, worker: `${process.pid}/${threadId}`, bytes: task.bytes };
}
