import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { pinnedCommand } from './cores.ts';

const SCRIPT = fileURLToPath(new URL('./k6/storm.ts', import.meta.url));
/** The exit code with which k6 says that thresholds were crossed. */
const CROSSED = 99;

/** How to install k6 where it is missing. */
export const K6_INSTALL = 'go install go.k6.io/k6@v1.8.1 (or set SALEYARD_K6 to a k6 of 1.8 or later)';

const isProgram = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** Where k6 is: as SALEYARD_K6 says, on the PATH, or where `go install` puts it. undefined when there is none. */
export function findK6(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const named = env['SALEYARD_K6'];
  if (named !== undefined) return isProgram(named) ? named : undefined;
  const folders = [
    ...(env['PATH'] ?? '').split(path.delimiter),
    ...(env['GOBIN'] ? [env['GOBIN']] : []),
    path.join(env['GOPATH'] ?? path.join(homedir(), 'go'), 'bin'),
  ];
  return folders.map((folder) => path.join(folder, 'k6')).find(isProgram);
}

/** Its version, as it prints it: "k6 v1.8.1 (…)". */
export const k6Version = (k6: string): string => execFileSync(k6, ['version'], { encoding: 'utf8' }).trim();

export type K6Run = {
  k6: string;
  planFile: string;
  journalFile: string;
  /** Addresses of this machine to come from, as k6's `--local-ips` takes them; undefined: its own choice. */
  localIps: string | undefined;
  /** Cores it may use; undefined: all. */
  cores: string | undefined;
};

/** k6 at work on a plan. */
export class K6Process {
  readonly #child: ChildProcess;
  readonly ended: Promise<{ code: number | null; crossed: boolean; output: string }>;

  constructor({ k6, planFile, journalFile, localIps, cores }: K6Run) {
    const args = [
      ...['run', '--quiet', '--no-usage-report', '--no-color', '--address', ''],
      // Its console is the journal: raw lines in a file.
      ...['--log-format', 'raw', '--console-output', journalFile],
      ...(localIps === undefined ? [] : ['--local-ips', localIps]),
      ...['--env', `STORM_PLAN=${planFile}`, SCRIPT],
    ];
    const [command, ...words] = pinnedCommand(cores, [k6, ...args]);
    // It has its cores to itself, and memory is cheaper than garbage collection.
    const env = { ...process.env, GOGC: '400' };
    this.#child = spawn(command ?? k6, words, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const collect = (chunk: Buffer) => {
      output = `${output}${chunk.toString()}`.slice(-20_000);
    };
    this.#child.stdout?.on('data', collect);
    this.#child.stderr?.on('data', collect);
    this.ended = new Promise((resolve, reject) => {
      this.#child.on('error', reject);
      this.#child.on('close', (code) => resolve({ code, crossed: code === CROSSED, output }));
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Kills it. */
  kill(): void {
    this.#child.kill('SIGKILL');
  }
}
