import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** ms until a server that is started can be reached, on a loaded machine; then starting it failed. */
const START_MS = 30_000;
/** ms a server has to exit after it is stopped; then it is killed. */
const STOP_MS = 5_000;
/** Where `fetch-mongo-server.sh` leaves what it makes. */
const MADE = fileURLToPath(new URL('../../node_modules/.cache/saleyard/mongo-server', import.meta.url));

/** What a server with a folder keeps its data in. */
export const MONGO_FILE = 'mongo.mv';

/** A running server. `url` has no database's name. */
export type MongoServer = {
  url: string;
  port: number;
  pid: number;
  /** Ends it in order. */
  stop(): Promise<void>;
  /** Ends it at once, as `kill -9` does. */
  kill(): Promise<void>;
};

/** What would make a MongoDB-wire server startable here; null when it is. */
export function mongoServerWants(): string | null {
  if (!existsSync(join(MADE, 'stamp')))
    return 'install a JDK and Maven and run testing/servers/fetch-mongo-server.sh';
  try {
    execFileSync('java', ['-version'], { stdio: 'ignore' });
    return null;
  } catch {
    return 'install Java 17 or later';
  }
}

/**
 * Starts a MongoDB-wire server (version 5.0, no transactions) on this machine's loopback. With `folder`, an existing
 * one, it keeps its data there: acknowledged writes survive a kill. `port` 0 takes any free one.
 * `heapMiB`: the most memory that it may fill. Documents that come near to it keep it busy with garbage collection, and
 * nothing is answered in time.
 * @throws when it can't be reached within its start time
 */
export async function startMongoServer({
  port = 0,
  folder,
  heapMiB = 384,
}: {
  port?: number;
  folder?: string;
  heapMiB?: number;
} = {}): Promise<MongoServer> {
  // A thread for each connection: heartbeats share none with a command that waits for its turn.
  const threads = '-Dio.netty.eventLoopThreads=512';
  const java = [`-Xmx${heapMiB}m`, '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', threads];
  const place = folder === undefined ? [] : [join(folder, MONGO_FILE)];
  // Its standard input ends with this process, however this one ends, and it ends with that.
  const child = spawn(
    'java',
    [...java, '-cp', `${MADE}/classes:${MADE}/jars/*`, 'MongoWireServer', String(port), ...place],
    { stdio: ['pipe', 'pipe', 'pipe'] },
  );
  const exited = once(child, 'exit');
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaint = (complaint + chunk.toString()).slice(-2_000);
  });
  const listening = await portOf(child);
  if (listening === null || child.pid === undefined) {
    child.kill('SIGKILL');
    throw new Error(`the MongoDB-wire server did not start: ${complaint.trim()}`);
  }
  // A test whose process has nothing else to do ends, and the server with it.
  child.unref();
  for (const stream of [child.stdin, child.stdout, child.stderr]) {
    (stream as unknown as { unref(): void }).unref();
  }
  return {
    url: `mongodb://127.0.0.1:${listening}`,
    port: listening,
    pid: child.pid,
    async stop() {
      child.ref();
      child.kill('SIGTERM');
      const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
      await exited;
      clearTimeout(late);
    },
    async kill() {
      child.ref();
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** The port a starting server says that it listens on; null when it ended, or said nothing in time. */
function portOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => {
    const late = setTimeout(() => resolve(null), START_MS);
    const settle = (port: number | null) => {
      clearTimeout(late);
      resolve(port);
    };
    child.once('error', () => settle(null));
    child.once('exit', () => settle(null));
    if (child.stdout === null) return settle(null);
    createInterface(child.stdout).once('line', (line) => {
      const said = /^listening (\d+)$/.exec(line);
      settle(said === null ? null : Number(said[1]));
    });
  });
}
