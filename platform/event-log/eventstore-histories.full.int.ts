import { setTimeout as later } from 'node:timers/promises';
import { check, fc } from '@saleyard/testing/property.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import type { EventLog, RecordedEvent } from './port.ts';
import { all, appended, ids, numbered } from './test-support/contract-events.ts';
import { Line } from './test-support/eventstore-wire/fault-proxy.ts';
import type { WireServer } from './test-support/eventstore-wire/wire-server.ts';
import { appendUntilKnown, type Wired, withServer } from './test-support/eventstore-wire/wired-log.ts';

const test = suite('EventStoreDB histories', { limitMs: 300_000 });

const HOST = '127.0.0.1';
/** Histories; the seed is fixed (`SALEYARD_SEED` sets another). */
const RUNS = 40;
/** A subscription that is at the end of a server in order may be silent for this long: looks, one each 10 ms. */
const SILENT_LOOKS = 100;
const POLL_MS = 10;
const LIMITS = { resubscribeFirstMs: 10, resubscribeLastMs: 50 };

const STREAMS = ['account-a', 'auction-a', 'listing-a', 'listing-b'] as const;
const PREFIXES = [undefined, ['account-'], ['listing-', 'account-'], ['nobody-']] as const;

type Step =
  | { do: 'append'; stream: number; events: number }
  /** Others append while the next subscription is being confirmed. */
  | { do: 'slip'; stream: number; events: number }
  | { do: 'subscribe'; prefixes: number; after: number; slowMs: number }
  | { do: 'cut' }
  | { do: 'away'; ms: number }
  | { do: 'leader' }
  | { do: 'wait'; ms: number };

const stream = fc.nat(STREAMS.length - 1);
const events = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 3 }) },
  fc.integer({ min: 4, max: 700 }),
);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('append' as const), stream, events }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('slip' as const),
      stream,
      events: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('subscribe' as const),
      prefixes: fc.nat(PREFIXES.length - 1),
      after: fc.nat(),
      slowMs: fc.constantFrom(0, 0, 3),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cut' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('away' as const), ms: fc.integer({ min: 1, max: 80 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('leader' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 60 }) }),
  },
);

/** What one subscription received: its events, and at each mark how many came before it. */
class Received {
  readonly after: number;
  readonly prefixes: readonly string[] | undefined;
  readonly events: RecordedEvent[] = [];
  readonly marks: { position: number; events: number }[] = [];
  reached = -1;
  readonly #ending = new AbortController();
  readonly #ended: Promise<void>;

  constructor(log: EventLog, after: number, prefixes: readonly string[] | undefined, slowMs: number) {
    this.after = after;
    this.prefixes = prefixes;
    const streams = prefixes === undefined ? {} : { streams: prefixes };
    this.#ended = (async () => {
      for await (const item of log.subscribe({ after, ...streams, signal: this.#ending.signal })) {
        if (item.kind === 'events') this.events.push(...item.events);
        else this.marks.push({ position: item.position, events: this.events.length });
        this.reached = item.kind === 'events' ? (item.events.at(-1)?.position ?? -1) : item.position;
        if (slowMs > 0) await later(slowMs);
      }
    })();
  }

  async end(): Promise<void> {
    this.#ending.abort();
    await this.#ended;
  }

  /** What it had to receive up to a position, of the whole log. */
  due(whole: readonly RecordedEvent[], upTo = Number.POSITIVE_INFINITY): RecordedEvent[] {
    const isAsked = (name: string) => this.prefixes?.some((prefix) => name.startsWith(prefix)) ?? true;
    return whole.filter(
      ({ position, stream: name }) => position > this.after && position <= upTo && isAsked(name),
    );
  }
}

/** Two nodes behind lines of their own; one of them leads, and both say which. */
class Cluster {
  readonly #wired: Wired;
  readonly #second: WireServer;
  readonly #secondLine: Line;
  #isSecond = false;

  private constructor(wired: Wired, second: WireServer, secondLine: Line) {
    this.#wired = wired;
    this.#second = second;
    this.#secondLine = secondLine;
    this.#name();
  }

  static async start(wired: Wired): Promise<Cluster> {
    const second = await wired.server.startBeside();
    return new Cluster(wired, second, await Line.to(second.port));
  }

  get url(): string {
    return `esdb://${HOST}:${this.#wired.line.port},${HOST}:${this.#secondLine.port}?tls=false&discoveryInterval=10`;
  }

  get lines(): Line[] {
    return [this.#wired.line, this.#secondLine];
  }

  slip(append: () => Promise<void>): void {
    for (const { faults } of [this.#wired.server, this.#second]) {
      faults.beforeConfirmation = async () => {
        faults.beforeConfirmation = undefined;
        await append();
      };
    }
  }

  /** The other node leads from now on; the subscriptions of the one that led end. */
  changeLeader(): void {
    this.#isSecond = !this.#isSecond;
    this.#name();
    this.lines[this.#isSecond ? 0 : 1]?.cut();
  }

  #name(): void {
    const nodes = [this.#wired.server, this.#second];
    for (const [i, { faults }] of nodes.entries()) {
      const isLeader = (i === 1) === this.#isSecond;
      const other = this.lines[1 - i] as Line;
      faults.advertised = { address: HOST, port: (this.lines[i] as Line).port };
      faults.leader = isLeader ? undefined : { address: HOST, port: other.port };
    }
  }

  async stop(): Promise<void> {
    await this.#secondLine.close();
    await this.#second.stop();
  }
}

async function run(wired: Wired, steps: readonly Step[]): Promise<void> {
  const cluster = await Cluster.start(wired);
  const log = await wired.open(LIMITS, cluster.url);
  const writer = await wired.open({}, cluster.url);
  const revisions = new Map<string, number>();
  /** Positions that a subscription may begin after. */
  const known = [-1];
  const subscriptions: Received[] = [];
  let writing: Promise<void> = Promise.resolve();
  const append = (at: number, count: number): Promise<void> => {
    writing = writing.then(async () => {
      const name = STREAMS[at] as string;
      const { result } = await appendUntilKnown(writer, name, revisions.get(name) ?? -1, numbered(count));
      const { revision, position } = appended(result);
      revisions.set(name, revision);
      known.push(position);
    });
    return writing;
  };
  for (const each of steps) {
    if (each.do === 'append') void append(each.stream, each.events);
    else if (each.do === 'slip') cluster.slip(() => append(each.stream, each.events));
    else if (each.do === 'cut') for (const line of cluster.lines) line.cut();
    else if (each.do === 'leader') cluster.changeLeader();
    else if (each.do === 'wait') await later(each.ms);
    else if (each.do === 'subscribe') {
      const after = known[each.after % known.length] as number;
      subscriptions.push(new Received(log, after, PREFIXES[each.prefixes], each.slowMs));
    } else {
      for (const line of cluster.lines) line.down();
      await later(each.ms);
      for (const line of cluster.lines) line.restore();
    }
  }
  // A last event of others: every subscription must learn how far the log has grown.
  cluster.slip(async () => {});
  await append(3, 1);
  const end = known.at(-1) as number;
  await allReach(subscriptions, end);
  const whole = (await Promise.all(STREAMS.map((name) => all(writer.read(name))))).flat();
  whole.sort((a, b) => a.position - b.position);
  for (const each of subscriptions) {
    await each.end();
    assert.equal(ids(each.events), ids(each.due(whole)), 'each once, in order');
    for (const { position, events: before } of each.marks) {
      assert.is(before, each.due(whole, position).length, 'all before a mark');
    }
  }
  await log.close();
  await writer.close();
  await cluster.stop();
}

/** Waits until each has come to a position; throws when one stands still for too long. */
async function allReach(subscriptions: readonly Received[], position: number): Promise<void> {
  for (const each of subscriptions) {
    let at = each.reached;
    for (let looks = 0; each.reached < position; looks += 1) {
      if (at !== each.reached) looks = 0;
      at = each.reached;
      if (looks > SILENT_LOOKS) throw new Error(`silent at ${at}, and the log has grown to ${position}`);
      await later(POLL_MS);
    }
  }
}

for (const release of ['24.2', '25.0'] as const) {
  test(`under all faults on ${release}, a subscription skips, repeats and reorders nothing, and is not silent`, () =>
    check(
      fc.asyncProperty(
        fc.constantFrom(1, 3, 32),
        fc.array(step, { minLength: 4, maxLength: 16 }),
        async (pageEvents, steps) => {
          await withServer((wired) => run(wired, steps), { release, pageEvents });
        },
      ),
      { runs: RUNS },
    ));
}

test.run();
