import { join } from 'node:path';
import {
  COMMAND_REQUESTS,
  type CommandEnvelope,
  type CommandReply,
  commandRequest,
} from '@saleyard/contract/commands.ts';
import type { CommandBody } from '@saleyard/domain/auction/commands.ts';
import { CHAINED } from '@saleyard/domain/streams.ts';
import { createEmbeddedBus } from '@saleyard/platform/bus/embedded-bus.ts';
import type { Bus } from '@saleyard/platform/bus/port.ts';
import { ManualClock } from '@saleyard/platform/clock/manual-clock.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import { openLmdbDocuments } from '@saleyard/platform/documents/lmdb-documents.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import { forwardedLog } from '@saleyard/platform/event-log/forwarded-log.ts';
import { openLmdbEventLog } from '@saleyard/platform/event-log/lmdb-event-log.ts';
import type { AppendResult, EventLog } from '@saleyard/platform/event-log/port.ts';
import { EmbeddedLeases } from '@saleyard/platform/leases/embedded-leases.ts';
import { requestOwner } from '@saleyard/platform/leases/owner-request.ts';
import type { Leases } from '@saleyard/platform/leases/port.ts';
import { type AuctionHost, openAuctionHost } from '../engine/auction-host.ts';
import { freshFolder } from './engine.ts';

/**
 * A node's clock: `aheadMs` ahead of the world's, and stopped with its process. Timers due meanwhile fire late when
 * it continues, as in a process that was stopped by a signal.
 */
class NodeClock implements Clock {
  readonly #world: ManualClock;
  aheadMs: number;
  #held: (() => void)[] | undefined;

  constructor(world: ManualClock, aheadMs: number) {
    this.#world = world;
    this.aheadMs = aheadMs;
  }

  now(): number {
    return this.#world.now() + this.aheadMs;
  }

  monotonic(): number {
    return this.#world.monotonic();
  }

  after(delayMs: number, run: () => void): () => void {
    let cancelled = false;
    const stop = this.#world.after(delayMs, () => this.whenRunning(() => cancelled || run()));
    return () => {
      cancelled = true;
      stop();
    };
  }

  whenRunning(run: () => void): void {
    if (this.#held === undefined) run();
    else this.#held.push(run);
  }

  running(): Promise<void> {
    return new Promise((resolve) => this.whenRunning(resolve));
  }

  stop(): void {
    this.#held ??= [];
  }

  goOn(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const run of held) run();
  }
}

export type TestNode = {
  name: string;
  host: AuctionHost;
  /** The outcomes of its appends, in order. */
  appended: AppendResult['outcome'][];
  said: string[];
  /** Stops the whole process, like SIGSTOP; without `goOn` it is as good as killed. */
  stop(): void;
  goOn(): void;
  /** Sets its clock this far ahead of the log's. */
  setClock(aheadMs: number): void;
  /** Closes it gracefully. */
  close(): Promise<void>;
};

export type World = {
  clock: ManualClock;
  log: EventLog;
  documents: Documents;
  bus: Bus;
  /** While true every call of the documents fails. */
  documentsAway: boolean;
  /** While true no stream can be read. */
  logAway: boolean;
  open(name: string, options?: { aheadMs?: number }): Promise<TestNode>;
  /** Sets all clocks, that of the log too, this far ahead. */
  setClocks(aheadMs: number): void;
  /** Advances time in small steps, with pending work done between them. */
  pass(ms: number): Promise<void>;
  /** Advances time until a condition holds; returns how long that took (ms). */
  passUntil(isSo: () => boolean | Promise<boolean>, limitMs?: number): Promise<number>;
  /** Sends a command like a gateway. */
  send(envelope: CommandEnvelope<CommandBody>, timeoutMs?: number): Promise<CommandReply>;
  holderOf(key: string): string | undefined;
  close(): Promise<void>;
};

const STEP_MS = 100;

/** Several nodes in one world: one log, one bus, the same documents, the same leases, a clock each. */
export async function openWorld(now: number): Promise<World> {
  const { folder, remove } = freshFolder();
  const clock = new ManualClock(now);
  const log = await openLmdbEventLog({ chained: CHAINED, folder: join(folder, 'log') });
  const stored = await openLmdbDocuments({ folder: join(folder, 'documents'), clock });
  const bus = createEmbeddedBus({ clock });
  const table = new EmbeddedLeases(clock);
  const asGateway = table.join(null);
  const nodes: TestNode[] = [];
  let logAheadMs = 0;
  /** Disk operations in progress: time does not advance meanwhile, however slow the machine is. */
  let underWay = 0;
  const onDisk = async <T>(work: Promise<T>): Promise<T> => {
    underWay += 1;
    try {
      return await work;
    } finally {
      underWay -= 1;
    }
  };
  const documents = new Proxy(stored, {
    get(target, name: keyof Documents) {
      return (...args: never[]) => {
        if (world.documentsAway && name !== 'close') return Promise.reject(new Error('no connection'));
        const result = (target[name] as (...args: never[]) => unknown)(...args);
        return result instanceof Promise ? onDisk(result) : result;
      };
    },
  });

  const open: World['open'] = async (name, { aheadMs = 0 } = {}) => {
    const own = new NodeClock(clock, aheadMs);
    const appended: TestNode['appended'] = [];
    const said: string[] = [];
    const say = (_fields: unknown, message: string): void => void said.push(message);
    const joined = table.join(name, own);
    const leases: Leases = {
      ...joined,
      onChange: (handler) => joined.onChange(() => own.whenRunning(handler)),
    };
    const itsLog: EventLog = {
      ...forwardedLog(() => log),
      clockSkewMs: async () => logAheadMs - own.aheadMs,
      async append(...args) {
        await own.running();
        const result = await onDisk(log.append(...args));
        await own.running();
        appended.push(result.outcome);
        return result;
      },
      read(...args) {
        if (world.logAway) throw new Error('no connection');
        return log.read(...args);
      },
      async *subscribe(options) {
        for await (const item of log.subscribe(options)) {
          await own.running();
          yield item;
        }
      },
    };
    const itsBus: Bus = {
      messageBytes: bus.messageBytes,
      publish: (...args) => bus.publish(...args),
      subscribe: (...args) => bus.subscribe(...args),
      request: (...args) => bus.request(...args),
      onResync: (handler) => bus.onResync(handler),
      close: () => bus.close(),
      serve: (pattern, handler) =>
        bus.serve(pattern, async (...args) => {
          await own.running();
          return handler(...args);
        }),
    };
    const opening = openAuctionHost({
      log: itsLog,
      bus: itsBus,
      documents,
      clock: own,
      leases,
      directory: { mayBid: () => true, termsDueSince: () => null },
      logger: { info: say, warn: say, error: say } as never,
    });
    const host = await opening;
    const close = async (): Promise<void> => {
      own.goOn();
      await host.close();
      await leases.close();
    };
    const node: TestNode = {
      name,
      host,
      appended,
      said,
      stop: () => own.stop(),
      goOn: () => own.goOn(),
      setClock: (ms) => {
        own.aheadMs = ms;
      },
      close,
    };
    nodes.push(node);
    return node;
  };

  const passUntil: World['passUntil'] = async (isSo, limitMs = 60_000) => {
    const from = clock.now();
    while (!(await isSo())) {
      if (clock.now() - from > limitMs) throw new Error(`not so within ${limitMs} ms: ${isSo}`);
      clock.advanceBy(STEP_MS);
      do await new Promise((resolve) => setTimeout(resolve, 2));
      while (underWay > 0);
    }
    return clock.now() - from;
  };

  const world: World = {
    clock,
    log,
    documents,
    bus,
    documentsAway: false,
    logAway: false,
    open,
    setClocks(aheadMs) {
      logAheadMs = aheadMs;
      for (const node of nodes) node.setClock(aheadMs);
    },
    passUntil,
    async pass(ms) {
      const until = clock.now() + ms;
      await passUntil(() => clock.now() >= until, ms + STEP_MS);
    },
    async send(envelope, timeoutMs = 4_000) {
      const reply = requestOwner(
        { bus, leases: asGateway, clock },
        COMMAND_REQUESTS,
        commandRequest(envelope),
        timeoutMs,
      );
      let done = false;
      void reply.finally(() => {
        done = true;
      });
      // Without advancing time if that is enough.
      for (let turn = 0; (turn < 10 || underWay > 0) && !done; turn += 1) {
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
      await passUntil(() => done);
      return reply;
    },
    holderOf: (key) => asGateway.holderOf(key),
    async close() {
      world.documentsAway = false;
      await Promise.all(nodes.map((node) => node.close()));
      await bus.close();
      await log.close();
      await stored.close();
      remove();
    },
  };
  return world;
}
