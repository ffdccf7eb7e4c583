import type { Random } from '@saleyard/app/sample-data/random.ts';
import type { CommandEnvelope, CommandReply } from '@saleyard/contract/commands.ts';
import type { CommandBody } from '@saleyard/domain/auction/commands.ts';
import { CHAINED } from '@saleyard/domain/streams.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import { BusFabric } from '../parts/bus-fabric.ts';
import { atOnce, type Cut, SimulatedLink } from '../parts/link.ts';
import { LogServer } from '../parts/log-server.ts';
import { SimulatedBus } from '../parts/simulated-bus.ts';
import { DocumentStore, SimulatedDocuments } from '../parts/simulated-documents.ts';
import { SimulatedEventLog } from '../parts/simulated-event-log.ts';
import { LeaseTable, type LeaseView } from '../parts/simulated-leases.ts';
import type { Ledger } from '../proof/ledger.ts';
import type { LogChecker } from '../proof/log-checker.ts';
import type { OutageWatch } from '../proof/outage-watch.ts';
import type { Verdict } from '../proof/verdict.ts';
import type { Machine } from '../world/machine.ts';
import { EPOCH, type World } from '../world/world.ts';
import { NetworkConditions } from './network-conditions.ts';

/** The servers that a machine can't reach at the moment. */
export type Cuts = { log: Cut | null; documents: Cut | null; bus: Cut | null };

/** Everything can be reached. */
export const noCuts = (): Cuts => ({ log: null, documents: null, bus: null });

/** The ports of a process, over its machine's links. */
export type Ports = {
  log: SimulatedEventLog;
  documents: SimulatedDocuments;
  bus: SimulatedBus;
  leases: LeaseView;
};

/** The viewers. */
export type Watchers = {
  verdict: Verdict;
  checker: LogChecker;
  ledger: Ledger;
  outages: OutageWatch;
};

/** The servers that the machines share, the network conditions between them, and the observers. */
export class System {
  readonly world: World;
  readonly watchers: Watchers;
  readonly conditions: NetworkConditions;
  readonly log: LogServer;
  readonly documents = new DocumentStore();
  /** How far the log server's clock is ahead of the world's (ms). */
  serverOffsetMs = 0;
  readonly fabric: BusFabric;
  readonly leases: LeaseTable;
  readonly #twice: Random;

  constructor(world: World, watchers: Watchers) {
    this.world = world;
    this.watchers = watchers;
    this.conditions = new NetworkConditions(world.random('disk'));
    this.#twice = world.random('requests that come twice');
    const after = (ms: number, task: () => void) => world.after(ms, task);
    this.log = new LogServer(after, this.conditions.disk, world.random('what survives'), CHAINED);
    this.log.onCommitted((events) => {
      for (const { stream, revision, type } of events) world.note('log', `${stream} ${revision} ${type}`);
      watchers.checker.take(events);
      watchers.ledger.take(events);
      watchers.outages.take(events);
    });
    this.fabric = new BusFabric(
      { monotonic: () => world.now, after },
      this.conditions.bus,
      world.random('bus'),
    );
    this.leases = new LeaseTable({ after, now: () => world.now }, world.random('leases'));
  }

  /** Reports an error that a part should have handled. */
  fault(who: string, error: unknown): void {
    const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
    this.watchers.verdict.broken('no fault inside', `${who}: ${what}`);
  }

  /** The ports of one life of a machine. `node`: its name among those that run auctions; null for one that does not. */
  portsOf(machine: Machine, clock: Clock, cuts: Cuts, node: string | null): Ports {
    const { conditions } = this;
    const log = new SimulatedEventLog({
      server: this.log,
      link: new SimulatedLink({
        machine,
        clock,
        name: 'log',
        conditions: conditions.links,
        cut: () => cuts.log,
      }),
      clock,
      serverNow: () => Math.floor(EPOCH + this.world.now + this.serverOffsetMs),
    });
    const link = new SimulatedLink({
      machine,
      clock,
      name: 'documents',
      conditions: conditions.links,
      cut: () => cuts.documents,
    });
    const documents = new SimulatedDocuments({ store: this.documents, link, clock });
    const { ledger } = this.watchers;
    const bus = new SimulatedBus({
      fabric: this.fabric,
      clock,
      machine: machine.name,
      isCut: () => cuts.bus !== null,
      run: machine.inThisLife(),
      onHandlerError: (error, subject) => this.fault(`${machine.name} at ${subject}`, error),
      askTwice: { random: this.#twice, share: () => conditions.askTwiceShare },
      watch: {
        answered: (asked, answer) =>
          ledger.answered(asked as CommandEnvelope<CommandBody>, answer as CommandReply),
        broughtAgain: (asked) => ledger.broughtAgain((asked as CommandEnvelope).commandId),
      },
    });
    const place = { node, clock, isCut: () => cuts.bus !== null, run: machine.inThisLife() };
    return { log, documents, bus, leases: this.leases.join(place) };
  }

  /** Ports that reach the servers directly, under any network conditions. */
  onlooker(machine: Machine): Pick<Ports, 'log' | 'documents'> & { clock: Clock } {
    const clock = machine.start();
    const link = atOnce;
    const log = new SimulatedEventLog({ server: this.log, link, clock, serverNow: () => clock.now() });
    return { clock, log, documents: new SimulatedDocuments({ store: this.documents, link, clock }) };
  }
}
