import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { Role } from '@saleyard/platform/config/roles.ts';
import type { PlannedProcess } from './plan.ts';
import { SupervisedProcess } from './supervised-process.ts';

type Order = readonly Exclude<Role, 'all'>[];

/** Each role builds on those before it. */
const STARTING: Order = ['command-api', 'projections', 'gateway', 'edge-proxy', 'demo'];
/** The gateways ask clients to come back while the edge proxy still forwards that message. */
const STOPPING: Order = ['demo', 'gateway', 'edge-proxy', 'command-api', 'projections'];
/** The edge proxy is restarted last: while it is down nobody can connect. */
const ROLLING: Order = ['projections', 'command-api', 'gateway', 'demo', 'edge-proxy'];

/** Keeps the processes of a marketplace running on one machine. */
export class Supervisor {
  readonly processes: readonly SupervisedProcess[];
  readonly #say: (line: string) => void;
  #rolling: Promise<void> | undefined;
  #stopping: Promise<void> | undefined;

  constructor(planned: readonly PlannedProcess[], clock: Clock, say: (line: string) => void) {
    this.#say = say;
    this.processes = planned.map((one) => new SupervisedProcess(one, clock, say));
  }

  /** Starts them, role after role. Resolves when all are ready. @throws NotReady */
  async start(): Promise<void> {
    for (const role of STARTING) await Promise.all(this.#of(role).map((one) => one.start()));
  }

  /** Restarts them one at a time, each after the one before is ready again. Of two calls at once the second joins. */
  roll(): Promise<void> {
    this.#rolling ??= this.#roll().finally(() => {
      this.#rolling = undefined;
    });
    return this.#rolling;
  }

  /** Stops them, the ones that clients connect to first. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  #of(role: Role): SupervisedProcess[] {
    return this.processes.filter(({ planned }) => planned.role === role);
  }

  async #roll(): Promise<void> {
    for (const one of ROLLING.flatMap((role) => this.#of(role))) {
      if (this.#stopping) return;
      await one.restart();
      this.#say(`${one.planned.name} was restarted`);
    }
    this.#say('All were restarted, one at a time');
  }

  async #stop(): Promise<void> {
    for (const one of this.processes) one.letGo();
    for (const role of STOPPING) await Promise.all(this.#of(role).map((one) => one.stop()));
  }
}
