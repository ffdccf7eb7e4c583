import { readFileSync, writeFileSync } from 'node:fs';
import type { Kind, TestFile } from './test-files.ts';

/** A file's duration when it last ran on this machine, in ms. `processorMs` includes the processes that it started. */
export type Times = { wallMs: number; processorMs: number };
export type RecordedTimes = Readonly<Record<string, Times>>;

/** @returns the times of earlier runs by file name; none when there are none or they can't be read. */
export function readTimes(file: string): RecordedTimes {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as RecordedTimes;
  } catch {
    return {};
  }
}

export const writeTimes = (file: string, times: RecordedTimes): void =>
  writeFileSync(file, `${JSON.stringify(times, null, 1)}\n`);

/** Kinds whose files usually take longest come first. */
const KIND_ORDER: readonly Kind[] = ['e2e', 'int', 'unit', 'multi-process'];

/** In the order that finishes soonest: a long file that starts last would run alone at the end. */
export const longestFirst = (files: readonly TestFile[], times: RecordedTimes): TestFile[] => {
  const wallOf = ({ name }: TestFile) => times[name]?.wallMs;
  return [...files].sort(
    (a, b) =>
      // A file without a recorded time is new: it starts before those whose time is known.
      (wallOf(b) ?? Number.MAX_SAFE_INTEGER) - (wallOf(a) ?? Number.MAX_SAFE_INTEGER) ||
      KIND_ORDER.indexOf(a.kind) - KIND_ORDER.indexOf(b.kind),
  );
};

/** A table of the files that took most processor time, the slowest first. */
export function dearest(times: RecordedTimes, most = 20): string[] {
  const seconds = (ms: number) => (ms / 1_000).toFixed(1).padStart(7);
  return [
    'processor s  wall s  file',
    ...Object.entries(times)
      .sort(([, a], [, b]) => b.processorMs - a.processorMs)
      .slice(0, most)
      .map(([name, { wallMs, processorMs }]) => `    ${seconds(processorMs)} ${seconds(wallMs)}  ${name}`),
  ];
}
