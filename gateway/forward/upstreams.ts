import { get } from 'node:http';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import { FORWARD_LIMITS } from './forward-limits.ts';

/** A process that requests are forwarded to. */
export type Upstream = {
  readonly url: URL;
  /** The result of the last readiness check; undefined before the first. */
  isReady: boolean | undefined;
  /** Only its bus is unavailable: it can still do most of its work. */
  lacksBus: boolean;
  /** Requests in flight, and open sockets. */
  requests: number;
  sockets: number;
};

/** What `/readyz` names when only the bus is unavailable. */
const BUS = 'bus';
/** Characters of the `/readyz` answer that are read. */
const WHY_LIMIT = 200;

/**
 * The order in which processes are tried; null: not at all. Without a bus all processes lack it, and they still serve
 * pages.
 */
function rankOf({ isReady, lacksBus }: Upstream): number | null {
  if (isReady === true) return 0;
  if (isReady === undefined) return 1;
  return lacksBus ? 2 : null;
}

type Parts = {
  origins: readonly string[];
  clock: Clock;
  /** They are threads of this process: they live as long as it does, and are slow rather than away. */
  areThreads?: boolean;
};

/**
 * The processes of one role. Their readiness is checked about once a second [G23]. An unreachable process is skipped
 * from then on until it is ready again.
 */
export class Upstreams {
  readonly all: readonly Upstream[];
  readonly #clock: Clock;
  readonly #areThreads: boolean;
  readonly #stops = new Map<Upstream, () => void>();
  #turn = 0;
  #closed = false;

  constructor({ origins, clock, areThreads = false }: Parts) {
    this.#clock = clock;
    this.#areThreads = areThreads;
    this.all = origins.map((origin) => ({
      url: new URL(origin),
      isReady: areThreads || undefined,
      lacksBus: false,
      requests: 0,
      sockets: 0,
    }));
    for (const upstream of this.all) this.#ask(upstream);
  }

  /** How many are ready. */
  get ready(): number {
    return this.all.filter(({ isReady }) => isReady === true).length;
  }

  /**
   * The least busy of those that may take a request: of the ready ones, else of those not checked yet, else of those
   * that lack only the bus.
   */
  pick(kind: 'requests' | 'sockets', tried: ReadonlySet<Upstream>): Upstream | undefined {
    this.#turn += 1;
    const from = this.#turn % Math.max(1, this.all.length);
    const inTurn = [...this.all.slice(from), ...this.all.slice(0, from)];
    const free = inTurn.filter((one) => !tried.has(one) && one.requests < FORWARD_LIMITS.requestsPerUpstream);
    for (const rank of [0, 1, 2]) {
      const [first, ...others] = free.filter((one) => rankOf(one) === rank);
      if (first !== undefined)
        return others.reduce((least, one) => (one[kind] < least[kind] ? one : least), first);
    }
    return undefined;
  }

  /** Skips a process that failed to answer, until it is ready again. */
  doubt(upstream: Upstream): void {
    if (this.#areThreads) return;
    upstream.isReady = false;
    upstream.lacksBus = false;
    this.#ask(upstream);
  }

  close(): void {
    this.#closed = true;
    for (const stop of this.#stops.values()) stop();
    this.#stops.clear();
  }

  /** Checks now, and then at intervals until stopped. */
  #ask(upstream: Upstream): void {
    this.#stops.get(upstream)?.();
    if (this.#closed || this.#areThreads) return;
    let settled = false;
    const settle = (isReady: boolean, why = ''): void => {
      if (settled) return;
      settled = true;
      upstream.isReady = isReady;
      upstream.lacksBus = !isReady && why === BUS;
      this.#stops.set(
        upstream,
        this.#clock.after(FORWARD_LIMITS.askEveryMs, () => this.#ask(upstream)),
      );
    };
    const asked = get(new URL('/readyz', upstream.url), { agent: false }, (response) => {
      let why = '';
      response.setEncoding('utf8');
      response.on('data', (text: string) => {
        why = (why + text).slice(0, WHY_LIMIT);
      });
      response.on('error', () => settle(false));
      response.on('end', () => settle(response.statusCode === 200, why));
    });
    asked.setTimeout(FORWARD_LIMITS.askMs, () => asked.destroy());
    asked.on('error', () => settle(false));
    this.#stops.set(upstream, () => {
      settled = true;
      asked.destroy();
    });
  }
}
