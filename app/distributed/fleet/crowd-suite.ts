import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { pause } from '@saleyard/platform/clock/pause.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import type { CrowdOrder, CrowdPerson, CrowdReport, CrowdStatus, CrowdTold } from './crowd-orders-suite.ts';

const PROGRAM = fileURLToPath(new URL('../../../web/src/lib/realtime/crowd-suite.ts', import.meta.url));
const LOOK_EVERY_MS = 100;

/** Many people at the public door, in a process of their own. */
export class Crowd {
  readonly size: number;
  readonly #child: ChildProcess;
  readonly #gone: Promise<never>;
  #last: Promise<CrowdReport>;

  private constructor(child: ChildProcess, size: number) {
    this.#child = child;
    this.size = size;
    this.#gone = once(child, 'exit').then(() => Promise.reject(new Error('the crowd is gone')));
    this.#gone.catch(() => {});
    this.#last = Promise.resolve({ report: 'bid' });
  }

  static async come(url: string, people: readonly CrowdPerson[]): Promise<Crowd> {
    const child = fork(PROGRAM, [], { execArgv: ['--import', 'tsx'] });
    const crowd = new Crowd(child, people.length);
    await crowd.#tell({ order: 'come', url, people, seed: 20_260_101 });
    return crowd;
  }

  async join(auction: string, lots: readonly string[]): Promise<void> {
    await this.#tell({ order: 'join', auction, lots });
  }

  /** Each bids about every so many ms. */
  async bid(everyMs: number): Promise<void> {
    await this.#tell({ order: 'bid', everyMs });
  }

  /** Nobody begins another bid. Resolves when everyone knows what became of theirs. */
  async settle(): Promise<void> {
    await this.#tell({ order: 'bid', everyMs: null });
    await this.until(({ unsettled }) => unsettled === 0);
  }

  async status(): Promise<CrowdStatus> {
    const report = await this.#tell({ order: 'status' });
    if (report.report !== 'status') throw new Error('the crowd answered something else');
    return report.status;
  }

  async until(isSo: (status: CrowdStatus) => boolean): Promise<void> {
    while (!isSo(await this.status())) await pause(systemClock, LOOK_EVERY_MS);
  }

  /** Resolves when everyone is there and so many more bids were decided than now. */
  async goesOn(bids: number): Promise<void> {
    const { decided } = await this.status();
    await this.until((now) => now.live === this.size && now.decided >= decided + bids);
  }

  async tell(): Promise<CrowdTold> {
    const report = await this.#tell({ order: 'tell' });
    if (report.report !== 'tell') throw new Error('the crowd answered something else');
    return report.told;
  }

  async leave(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#gone.catch(() => {});
  }

  /** One order at a time: answers come in the order of the questions. */
  #tell(order: CrowdOrder): Promise<CrowdReport> {
    const asked = this.#last.then(async () => {
      const answered = once(this.#child, 'message').then(([report]) => report as CrowdReport);
      this.#child.send(order);
      return Promise.race([answered, this.#gone]);
    });
    this.#last = asked;
    return asked;
  }
}
