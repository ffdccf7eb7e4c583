import { between, pick, type Random } from '@saleyard/app/sample-data/random.ts';
import type { Client } from '../actors/client.ts';
import type { Cut } from '../parts/link.ts';
import type { Machine } from '../world/machine.ts';
import type { EngineNode } from './engine-node.ts';
import type { GatewayNode } from './gateway-node.ts';
import type { Cuts, System } from './system.ts';

type Node = EngineNode | GatewayNode;

/** Between two faults, ms, where a seed has many of them and where it has few. */
const APART_MS = { least: 500, most: 8_000 } as const;
/** Seeds make faults this many times as far apart: some leave time for calm between them. */
const PACES = [1, 4, 8] as const;
/** How long a fault of duration lasts, ms: mostly short, sometimes longer than every grace and lease. */
const LASTS_MS = { least: 50, usual: 3_000, longest: 20_000, longShare: 0.25 } as const;
/** A slow client stops reading, and resumes this long after the next bytes arrive. ms. */
const SLOW_READ_MS = { least: 20, most: 1_500, afterNews: 8 } as const;
/** Steps of a clock: small ones within what a node may be off, and large ones, ms. */
const SMALL_STEP_MS = 1_500;
const LARGE_STEP_MS = 11 * 3_600_000;
/** Steps of all clocks together, the log server's too, as where all is one machine (ms). */
const JUMPS_MS = [LARGE_STEP_MS, -LARGE_STEP_MS, 30_000, -30_000] as const;

type Parts = {
  system: System;
  engines: readonly EngineNode[];
  gateways: readonly GatewayNode[];
  clients: readonly Client[];
};

/** Every kind of fault. Each seed has some of them. */
const KINDS = [
  'crash',
  'power cut',
  'restart',
  'lose documents',
  'partition from the log',
  'partition from the bus',
  'partition from the documents',
  'lossy links',
  'slow disk',
  'full disk',
  'log server restarts',
  'small clock step',
  'large clock step',
  'every clock jumps',
  'stand still',
  'gateway crash',
  'gateway restart',
  'messages astray',
  'requests twice',
  'client drops',
  'client stops reading',
  'client reads slowly',
  'client reloads',
] as const;

type Kind = (typeof KINDS)[number];

const CUTS: readonly Cut[] = ['both ways', 'both ways', 'answers'];

/** The kinds of faults of a seed. */
const KIND_SHARE = 0.4;

/** Injects faults until it is asked to heal them. */
export class FaultInjector {
  readonly #parts: Parts;
  readonly #random: Random;
  readonly kinds: readonly Kind[];
  readonly #undo = new Set<() => void>();
  readonly #changed = new Set<object>();
  #healed = false;
  #correctClocks = (): void => {};
  #lastAt = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
    const { world } = parts.system;
    this.#random = world.random('faults');
    this.kinds = KINDS.filter(() => this.#random() < KIND_SHARE);
    if (this.kinds.length === 0) return;
    const pace = pick(this.#random, PACES);
    world.every(
      () => pace * between(this.#random, APART_MS.least, APART_MS.most),
      () => {
        if (!this.#healed) this.#cause(pick(this.#random, this.kinds));
      },
    );
  }

  /** Since when there has been no fault (ms of the world); null while there is one. */
  get calmSince(): number | null {
    const { engines, gateways } = this.#parts;
    const isUp = [...engines, ...gateways].every((node) => node.isUp);
    return this.#undo.size === 0 && isUp ? this.#lastAt : null;
  }

  /** Heals everything: reconnects links, starts processes, corrects clocks. */
  heal(): void {
    this.#healed = true;
    for (const undo of [...this.#undo]) undo();
    this.#parts.system.conditions.heal();
    for (const node of [...this.#parts.engines, ...this.#parts.gateways]) {
      this.#setClock(node.machine, 0);
      if (!node.isUp) node.start();
    }
  }

  #cause(kind: Kind): void {
    const { system, engines, gateways, clients } = this.#parts;
    const { world, conditions } = system;
    const engine = pick(this.#random, engines);
    const gateway = pick(this.#random, gateways);
    const node: Node = this.#random() < 0.6 ? engine : gateway;
    this.#lastAt = world.now;
    world.note('fault', `${kind} (${node.machine.name})`);
    const causes: { readonly [K in Kind]: () => void } = {
      crash: () => this.#downFor(engine, () => engine.crash()),
      'power cut': () => {
        this.#correctClocks();
        const lasting = this.#lasting();
        system.log.restart();
        for (const each of engines) this.#downFor(each, () => each.crash(), lasting);
      },
      restart: () => {
        this.#correctClocks();
        engine.restart();
      },
      'lose documents': () => system.documents.empty(),
      'partition from the log': () => this.#cut(node, 'log', pick(this.#random, CUTS)),
      'partition from the bus': () => this.#cut(node, 'bus', 'both ways'),
      'partition from the documents': () => this.#cut(node, 'documents', pick(this.#random, CUTS)),
      'lossy links': () => this.#change(conditions.links, { lossShare: 0.15, lateShare: 0.3, mostMs: 60 }),
      'slow disk': () =>
        this.#change(conditions.commit, {
          leastMs: 20,
          mostMs: pick(this.#random, [80, 900, 7_000, 12_000]),
        }),
      'full disk': () => this.#change(conditions.disk, { full: true }),
      'log server restarts': () => system.log.restart(),
      'small clock step': () =>
        this.#setClock(node.machine, between(this.#random, -SMALL_STEP_MS, SMALL_STEP_MS)),
      'large clock step': () => {
        this.#setClock(node.machine, pick(this.#random, [-LARGE_STEP_MS, LARGE_STEP_MS, 4_000, -4_000]));
        this.#later(this.#lasting(), () => this.#setClock(node.machine, 0));
      },
      'every clock jumps': () => this.#jump(pick(this.#random, JUMPS_MS)),
      'stand still': () => {
        node.machine.standStill();
        this.#later(this.#lasting(), () => node.machine.goOn());
      },
      'gateway crash': () => this.#downFor(gateway, () => gateway.crash()),
      'gateway restart': () => gateway.restart(),
      'messages astray': () =>
        this.#change(conditions.bus, {
          dropShare: pick(this.#random, [0.05, 0.3, 0.9]),
          twiceShare: 0.2,
          strayShare: 0.3,
          strayMs: pick(this.#random, [10, 400, 3_000]),
          mostMs: 40,
        }),
      'requests twice': () => this.#change(conditions, { askTwiceShare: 0.3 }),
      'client drops': () => pick(this.#random, clients).drop(),
      'client stops reading': () => {
        const client = pick(this.#random, clients);
        client.setReading(false);
        this.#later(this.#lasting(), () => client.setReading(true));
      },
      'client reads slowly': () => {
        const client = pick(this.#random, clients);
        let over = false;
        const stall = (): void => {
          if (over) return;
          client.setReading(false);
          world.after(between(this.#random, SLOW_READ_MS.least, SLOW_READ_MS.most), () => {
            client.readAfterNews(this.#random() * SLOW_READ_MS.afterNews);
          });
          world.after(2 * SLOW_READ_MS.most, stall);
        };
        stall();
        this.#later(this.#lasting(), () => {
          over = true;
          client.setReading(true);
        });
      },
      'client reloads': () => pick(this.#random, clients).reload(),
    };
    causes[kind]();
  }

  #lasting(): number {
    const { least, usual, longest, longShare } = LASTS_MS;
    return this.#random() < longShare
      ? between(this.#random, usual, longest)
      : between(this.#random, least, usual);
  }

  /** Undoes a fault after a while, on healing, or when the returned function is called. */
  #later(ms: number, undo: () => void): () => void {
    const once = (): void => {
      if (!this.#undo.delete(once)) return;
      this.#lastAt = this.#parts.system.world.now;
      undo();
    };
    this.#undo.add(once);
    this.#parts.system.world.after(ms, once);
    return once;
  }

  #downFor(node: Node, bringDown: () => void, lasting = this.#lasting()): void {
    this.#correctClocks();
    bringDown();
    this.#later(lasting, () => {
      this.#correctClocks();
      if (!node.isUp) node.start();
    });
  }

  /** Sets all clocks wrong together, for a while. A process that starts has to believe them: none does meanwhile. */
  #jump(offsetMs: number): void {
    const { system, engines, gateways } = this.#parts;
    const machines = [...engines, ...gateways].map(({ machine }) => machine);
    const isPossible =
      engines.every(({ host }) => host !== null) && machines.every((one) => one.offsetMs === 0);
    if (!isPossible || system.serverOffsetMs !== 0) return;
    const set = (ms: number): void => {
      system.serverOffsetMs = ms;
      for (const machine of machines) machine.offsetMs = ms;
    };
    set(offsetMs);
    const correct = this.#later(this.#lasting(), () => set(0));
    this.#correctClocks = correct;
  }

  #cut(node: Node, what: keyof Cuts, how: Cut): void {
    if (node.cuts[what] !== null) return;
    node.cuts[what] = how;
    this.#later(this.#lasting(), () => {
      node.cuts[what] = null;
      if (what === 'bus') node.busIsBack();
    });
  }

  /** Changes some network conditions for a while; conditions already changed are left alone. */
  #change<T extends object>(target: T, change: Partial<T>): void {
    if (this.#changed.has(target)) return;
    this.#changed.add(target);
    const before = { ...target };
    Object.assign(target, change);
    this.#later(this.#lasting(), () => {
      for (const name of Object.keys(change) as (keyof T)[]) target[name] = before[name];
      this.#changed.delete(target);
    });
  }

  #setClock(machine: Machine, offsetMs: number): void {
    this.#correctClocks();
    this.#parts.system.watchers.ledger.clockIs(offsetMs);
    machine.offsetMs = offsetMs;
  }
}
