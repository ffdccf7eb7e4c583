import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { pause } from '@saleyard/platform/clock/pause.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import type { PoolAccount, PoolOrder, PoolRecord, PoolReport, PoolStatus } from './client-pool-orders.ts';

const PROGRAM = fileURLToPath(
  new URL('../../../web/src/lib/realtime/test-support/client-pool.ts', import.meta.url),
);
const POLL_MS = 100;

/** Many people at the public interface, in a process of their own. */
export class ClientPool {
  readonly size: number;
  readonly #child: ChildProcess;
  readonly #gone: Promise<never>;
  #last: Promise<PoolReport>;

  private constructor(child: ChildProcess, size: number) {
    this.#child = child;
    this.size = size;
    this.#gone = once(child, 'exit').then(() => Promise.reject(new Error('the client pool is gone')));
    this.#gone.catch(() => {});
    this.#last = Promise.resolve({ report: 'bid' });
  }

  static async come(url: string, clients: readonly PoolAccount[]): Promise<ClientPool> {
    const child = fork(PROGRAM, [], { execArgv: ['--import', 'tsx'] });
    const pool = new ClientPool(child, clients.length);
    await pool.#send({ order: 'come', url, clients, seed: 20_260_101 });
    return pool;
  }

  async join(auction: string, lots: readonly string[]): Promise<void> {
    await this.#send({ order: 'join', auction, lots });
  }

  /** Each bids about every so many ms. */
  async bid(everyMs: number): Promise<void> {
    await this.#send({ order: 'bid', everyMs });
  }

  /** Nobody begins another bid. Resolves when every client has the outcome of its bid. */
  async settle(): Promise<void> {
    await this.#send({ order: 'bid', everyMs: null });
    await this.until(({ pending }) => pending === 0);
  }

  async status(): Promise<PoolStatus> {
    const report = await this.#send({ order: 'status' });
    if (report.report !== 'status') throw new Error('the client pool answered something else');
    return report.status;
  }

  async until(isSo: (status: PoolStatus) => boolean): Promise<void> {
    while (!isSo(await this.status())) await pause(systemClock, POLL_MS);
  }

  /** Resolves when everyone is there and this many more bids were decided than now. */
  async goesOn(bids: number): Promise<void> {
    const { decided } = await this.status();
    await this.until((now) => now.live === this.size && now.decided >= decided + bids);
  }

  async record(): Promise<PoolRecord> {
    const report = await this.#send({ order: 'record' });
    if (report.report !== 'record') throw new Error('the client pool answered something else');
    return report.record;
  }

  async leave(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#gone.catch(() => {});
  }

  /** One order at a time: answers come in the order of the questions. */
  #send(order: PoolOrder): Promise<PoolReport> {
    const asked = this.#last.then(async () => {
      const answered = once(this.#child, 'message').then(([report]) => report as PoolReport);
      this.#child.send(order);
      return Promise.race([answered, this.#gone]);
    });
    this.#last = asked;
    return asked;
  }
}
