import { execFileSync } from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { EventLogInUse } from './port.ts';

/** Interval of the holder's sign of life, in ms; it matters only for a holder on another machine or container. */
const HEARTBEAT_MS = 2_000;
/** A holder that can't be asked for by its process id is gone after so long without a sign of life, in ms. */
const SILENT_AFTER_MS = 15_000;
/** So often a lost race for the lock is tried again before the folder counts as in use. */
const TRIES_LIMIT = 20;

const NAME = /^held\.(\d+)$/;

type Holder = {
  /** The machine, its boot and its process id space: within it a process id means something. */
  where: string;
  pid: number;
  /** The system's start time of the process. It distinguishes a new process from an old one with the same id. */
  since: string;
  released: boolean;
};

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return '';
  }
}

function here(): string {
  let space = '';
  try {
    space = readlinkSync('/proc/self/ns/pid');
  } catch {
    // Not Linux: process ids are the machine's.
  }
  return [hostname(), read('/proc/sys/kernel/random/boot_id'), space].join(' ');
}

function startOf(pid: number): string {
  // Field 22 of stat; the second one, in brackets, may hold spaces.
  const stat = read(`/proc/${pid}/stat`);
  if (stat !== '') return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  if (process.platform === 'win32') return '';
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}

function runs(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function lives(file: string, holder: Holder | undefined): boolean {
  if (holder?.released) return false;
  // One that died between making the file and writing it leaves it empty: its heartbeat decides.
  if (holder !== undefined && holder.where === here()) {
    if (!runs(holder.pid)) return false;
    const since = startOf(holder.pid);
    if (since !== '' && holder.since !== '') return since === holder.since;
  }
  try {
    return Date.now() - statSync(file).mtimeMs < SILENT_AFTER_MS;
  } catch {
    return false;
  }
}

function holderIn(file: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder;
  } catch {
    return undefined;
  }
}

function generations(folder: string): number[] {
  return readdirSync(folder)
    .flatMap((name) => NAME.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => b - a);
}

/**
 * Holds a folder for this process until it is released or the process ends, however it ends. The highest
 * numbered `held.N` is the holder; a dead one is succeeded by making N + 1, which only one can do, and nobody
 * ever removes the highest: so two that find the same dead holder can't both get in.
 * @throws EventLogInUse
 */
export function holdFolder(folder: string): { release(): void } {
  mkdirSync(folder, { recursive: true });
  const own: Holder = { where: here(), pid: process.pid, since: startOf(process.pid), released: false };
  for (let tries = 0; tries < TRIES_LIMIT; tries += 1) {
    const last = generations(folder)[0] ?? 0;
    const lastFile = join(folder, `held.${last}`);
    if (last > 0) {
      const holder = holderIn(lastFile);
      if (lives(lastFile, holder)) {
        throw new EventLogInUse(
          folder,
          holder === undefined ? 'a process just starting' : `process ${holder.pid}`,
        );
      }
    }
    const file = join(folder, `held.${last + 1}`);
    try {
      writeFileSync(file, JSON.stringify(own), { flag: 'wx' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue;
      // Made but not written, for want of space: it is ours, and nobody's.
      rmSync(file, { force: true });
      throw error;
    }
    const all = generations(folder);
    if (all[0] !== last + 1) {
      rmSync(file, { force: true });
      continue;
    }
    for (const older of all.slice(1)) rmSync(join(folder, `held.${older}`), { force: true });
    return held(file, own);
  }
  throw new EventLogInUse(folder, 'several processes that start at once');
}

function held(file: string, own: Holder): { release(): void } {
  const heartbeat = setInterval(() => {
    try {
      utimesSync(file, new Date(), new Date());
    } catch {
      // The folder was removed under us; there is nothing left to hold.
    }
  }, HEARTBEAT_MS);
  heartbeat.unref();
  return {
    release() {
      clearInterval(heartbeat);
      try {
        // In place and of the same length, so that it needs no space and is never seen half written.
        const descriptor = openSync(file, 'r+');
        writeSync(descriptor, 'true ', JSON.stringify(own).lastIndexOf('false'));
        closeSync(descriptor);
      } catch {
        // As above.
      }
    },
  };
}
