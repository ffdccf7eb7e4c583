import { createHash } from 'node:crypto';
import { pick, whole } from '@saleyard/app/sample-data/random.ts';
import type { CommandReply } from '@saleyard/contract/commands.ts';
import { Bidder } from './actors/bidder.ts';
import { Client } from './actors/client.ts';
import { CommandSender } from './actors/command-sender.ts';
import { type SalePlan, salePlan } from './actors/sale-plan.ts';
import { Staff } from './actors/staff.ts';
import { EngineNode } from './nodes/engine-node.ts';
import { FaultInjector } from './nodes/fault-injector.ts';
import { GatewayNode } from './nodes/gateway-node.ts';
import { System } from './nodes/system.ts';
import { Ledger } from './proof/ledger.ts';
import { LogChecker } from './proof/log-checker.ts';
import { OutageWatch } from './proof/outage-watch.ts';
import { StateWatch } from './proof/state-watch.ts';
import { Verdict, type Violation } from './proof/verdict.ts';
import { ViewWatch } from './proof/view-watch.ts';
import { Machine } from './world/machine.ts';
import { RealWaiting, realTimers } from './world/quiet.ts';
import { virtualTimers } from './world/virtual-timers.ts';
import { World } from './world/world.ts';

/** Times of a simulation, ms. */
const TIMES = {
  /** A new sale is scheduled this often. */
  saleEvery: 20_000,
  /** The nodes' states are compared this often. */
  compareEvery: 1_700,
  /** After so long without a fault every page is let in, and one that is shows what has been public for this long. */
  calmToLetIn: 12_000,
  calm: 7_000,
  toKeepUp: 3_000,
  /** After the faults have healed, people bid for this long. */
  toBid: 20_000,
  /** After the faults have healed: until when every sale must be over, and every outcome must be known. */
  toEnd: 300_000,
  toSettle: 40_000,
  /** Without faults, every page shows what is in the log after so long. */
  toConverge: 3_000,
  /** A command by REST whose node went down is answered by the connection's end. */
  restAnswer: 9_000,
} as const;

/** The result of a seed. */
export type Outcome = {
  seed: number;
  /** The first invariant that did not hold, or null. */
  violation: Violation | null;
  /** sha256 (hex) of the whole trace; the same seed and minutes always give the same. */
  hash: string;
  /** Virtual time that passed, ms. */
  passedMs: number;
  events: number;
  commands: number;
  faults: readonly string[];
  /** The newest lines of the trace. */
  trace(most: number): readonly string[];
};

/**
 * Runs the write side and the live side in one world for this many virtual minutes of faults, heals them, sees every
 * sale to its end, and says whether all that must hold did.
 * @throws RealWaiting when something in it waits for the machine's own time
 */
export async function simulate(seed: number, minutes: number): Promise<Outcome> {
  const world = new World(seed);
  const timersBefore = realTimers();
  const restore = virtualTimers(world);
  try {
    const outcome = await new Simulation(world, minutes).run();
    if (realTimers() > timersBefore) throw new RealWaiting('something set a timer of the machine');
    return outcome;
  } finally {
    restore();
  }
}

class Simulation {
  readonly #world: World;
  readonly #untilMs: number;
  readonly #verdict: Verdict;
  readonly #checker: LogChecker;
  readonly #ledger: Ledger;
  readonly #views: ViewWatch;
  readonly #states: StateWatch;
  readonly #system: System;
  readonly #sales: readonly SalePlan[];
  readonly #engines: readonly EngineNode[];
  readonly #gateways: readonly GatewayNode[];
  readonly #sender: CommandSender;
  readonly #clients: readonly Client[];
  readonly #bidders: readonly Bidder[];
  readonly #staff: Staff;
  readonly #faults: FaultInjector;

  constructor(world: World, minutes: number) {
    this.#world = world;
    this.#untilMs = minutes * 60_000;
    this.#verdict = new Verdict(world);
    this.#checker = new LogChecker(this.#verdict, () => world.now);
    this.#ledger = new Ledger(this.#verdict, this.#checker, () => world.now);
    this.#views = new ViewWatch(this.#verdict, this.#checker);
    this.#system = new System(world, {
      verdict: this.#verdict,
      checker: this.#checker,
      ledger: this.#ledger,
      outages: new OutageWatch(this.#verdict, () => world.now),
    });
    const onlooker = this.#system.onlooker(new Machine(world, 'onlooker'));
    this.#states = new StateWatch({ verdict: this.#verdict, checker: this.#checker, ...onlooker });
    const random = world.random('cast');
    const sales = Math.max(1, Math.ceil(this.#untilMs / TIMES.saleEvery));
    this.#sales = Array.from({ length: sales }, (_, n) => salePlan(random, n + 1, n * TIMES.saleEvery));
    this.#engines = named(whole(random, 1, 3), 'engine', (name) => new EngineNode(this.#system, name));
    this.#gateways = named(whole(random, 1, 2), 'gateway', (name) => new GatewayNode(this.#system, name));
    this.#sender = new CommandSender({
      world,
      ledger: this.#ledger,
      submit: (envelope) => this.#submit(envelope),
    });
    const people = named(whole(random, 2, 5), 'bidder', (name) => name);
    this.#clients = [
      ...people.map((name) => this.#client(name, name, random() < 0.5)),
      this.#client('viewer1', null, false),
      this.#client('viewer2', null, true),
    ];
    this.#bidders = people.map((user, n) => {
      const client = this.#clients[n] as Client;
      return new Bidder({ world, client, sender: this.#sender, user });
    });
    this.#staff = new Staff({ world, sender: this.#sender, checker: this.#checker, sales: this.#sales });
    const { engines, gateways, clients } = {
      engines: this.#engines,
      gateways: this.#gateways,
      clients: this.#clients,
    };
    this.#faults = new FaultInjector({ system: this.#system, engines, gateways, clients });
  }

  #client(name: string, user: string | null, heartbeat: boolean): Client {
    const world = this.#world;
    const random = world.random(`doors of ${name}`);
    return new Client({
      world,
      name,
      user,
      heartbeat,
      auctions: this.#sales
        .filter(({ details }) => user !== null || details.public)
        .map(({ auction }) => auction),
      open: (client) => pick(random, this.#gateways).connect(name, user, client),
      hearing: {
        sending: ({ auction, lot, cents, commandId }) => {
          const id = user ?? '';
          this.#ledger.sent({
            auction,
            commandId,
            actor: { kind: 'user', id },
            body: { type: 'bid', lot, bidder: id, cents },
          });
        },
        received: (commandId, answer) => this.#ledger.recordBid(commandId, answer),
      },
      watch: this.#views,
    });
  }

  readonly #enginesUp = (): EngineNode[] => this.#engines.filter(({ isUp }) => isUp);

  #submit(envelope: Parameters<EngineNode['submit']>[0]): Promise<CommandReply> | null {
    const enginesUp = this.#enginesUp();
    if (enginesUp.length === 0) return null;
    const chosen = pick(this.#restRandom, enginesUp);
    const reply = chosen.submit(envelope);
    if (reply === null) return null;
    return new Promise((resolve) => {
      const cancel = this.#world.after(TIMES.restAnswer, () => resolve({ outcome: 'unknown' }));
      const settle = (answer: CommandReply): void => {
        cancel();
        resolve(answer);
      };
      reply.then(settle, () => settle({ outcome: 'unknown' }));
    });
  }

  get #restRandom() {
    this.#rest ??= this.#world.random('rest');
    return this.#rest;
  }
  #rest: (() => number) | undefined;

  async run(): Promise<Outcome> {
    const world = this.#world;
    for (const node of [...this.#engines, ...this.#gateways]) node.start();
    world.every(
      () => TIMES.compareEvery,
      () => this.#look(),
    );
    await world.runUntil(this.#untilMs);
    await this.#heal();
    await this.#checkEnd();
    const outcome = this.#outcome();
    // Signals that wait to be aborted would keep all of this world in memory.
    for (const node of [...this.#engines, ...this.#gateways]) node.crash();
    return outcome;
  }

  #look(): void {
    this.#states.compare(this.#engines);
    const { now } = this.#world;
    const { calmSince } = this.#faults;
    if (calmSince === null || now - calmSince < TIMES.calm) return;
    const isLongCalm = now - calmSince >= TIMES.calmToLetIn;
    for (const { name, isOpen, isFollowing, views } of this.#clients) {
      this.#verdict.must(isOpen || !isLongCalm, 'a view keeps up', () => `${name} is not connected`);
      if (!isFollowing && !isLongCalm) continue;
      for (const view of views.values()) this.#views.keepsUp(name, view, now - TIMES.toKeepUp);
    }
  }

  async #heal(): Promise<void> {
    const world = this.#world;
    world.note('faults', 'heal');
    this.#faults.heal();
    this.#staff.seeToTheEnd();
    const isOver = (): boolean =>
      this.#sales.every(({ auction }) => this.#checker.stateOf(auction)?.phase === 'closed');
    await world.runUntil(this.#untilMs + TIMES.toBid, isOver);
    for (const bidder of this.#bidders) bidder.rest();
    await world.runUntil(this.#untilMs + TIMES.toEnd, isOver);
    for (const { auction } of this.#sales) {
      const phase = this.#checker.stateOf(auction)?.phase;
      this.#verdict.must(
        phase === 'closed',
        'goes on',
        () => `${auction} is still ${phase}, though all is well`,
      );
    }
    world.note('sales', 'are over');
    const pending = (): number =>
      this.#sender.pending + this.#clients.reduce((sum, client) => sum + client.pending, 0);
    const settling = world.now;
    await world.runUntil(
      settling + TIMES.toSettle,
      () => pending() === 0 && this.#clients.every(({ isFollowing }) => isFollowing),
    );
    this.#verdict.must(pending() === 0, 'unknown settled', () => `${pending()} commands have no answer`);
    // What a fault left under way has the time that it has at any other time.
    const calmed = this.#untilMs + TIMES.calm;
    await world.runUntil(Math.max(world.now, calmed) + TIMES.toConverge);
  }

  async #checkEnd(): Promise<void> {
    if (this.#verdict.violation !== null) return;
    for (const client of this.#clients) {
      this.#verdict.must(client.isFollowing, 'converged', () => `${client.name} is not let in`);
      for (const view of client.views.values()) this.#views.converged(client.name, view);
    }
    this.#ledger.settle();
    this.#states.compare(this.#engines);
    await this.#states.reopen();
  }

  #outcome(): Outcome {
    const world = this.#world;
    const hash = createHash('sha256').update(world.trace.digest());
    for (const { auction } of this.#sales) {
      hash.update(this.#checker.eventsOf(auction).at(-1)?.meta.hash ?? auction);
      for (const { views } of this.#clients)
        for (const lot of views.get(auction)?.lots.values() ?? []) hash.update(lot.json);
    }
    const received = world.trace.last(Number.POSITIVE_INFINITY);
    return {
      seed: world.seed,
      violation: this.#verdict.violation,
      hash: hash.digest('hex'),
      passedMs: world.now,
      events: this.#sales.reduce((sum, { auction }) => sum + this.#checker.eventsOf(auction).length, 0),
      commands: this.#ledger.commands,
      faults: this.#faults.kinds,
      trace: (most) => (most > 0 ? received.slice(-most) : []),
    };
  }
}

function named<T>(count: number, kind: string, make: (name: string) => T): T[] {
  return Array.from({ length: count }, (_, n) => make(`${kind}${n + 1}`));
}
