import { get } from 'node:http';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import { FORWARD_LIMITS } from './forward-limits.ts';

/** One process that requests are forwarded to. */
export type Upstream = {
  readonly url: URL;
  /** Whether it said it can do its work when it was last asked; undefined until then. */
  isReady: boolean | undefined;
  /** Requests under way, and sockets open. */
  requests: number;
  sockets: number;
};

type Parts = { origins: readonly string[]; clock: Clock };

/**
 * The processes of one role, asked about once a second whether they are ready [G23]. One that can't be reached is
 * skipped from that moment until it says that it is ready again.
 */
export class Upstreams {
  readonly all: readonly Upstream[];
  readonly #clock: Clock;
  readonly #stops = new Map<Upstream, () => void>();
  #turn = 0;
  #closed = false;

  constructor({ origins, clock }: Parts) {
    this.#clock = clock;
    this.all = origins.map((origin) => ({
      url: new URL(origin),
      isReady: undefined,
      requests: 0,
      sockets: 0,
    }));
    for (const upstream of this.all) this.#ask(upstream);
  }

  /** How many said that they are ready. */
  get ready(): number {
    return this.all.filter(({ isReady }) => isReady === true).length;
  }

  /** Whether somebody may take a request: none has said no, or one has said yes. */
  get hasAny(): boolean {
    return this.all.some(({ isReady }) => isReady !== false);
  }

  /** The least busy of those that may take a request; those that say they are ready go first. */
  pick(kind: 'requests' | 'sockets', tried: ReadonlySet<Upstream>): Upstream | undefined {
    this.#turn += 1;
    const from = this.#turn % Math.max(1, this.all.length);
    const inTurn = [...this.all.slice(from), ...this.all.slice(0, from)];
    const free = inTurn.filter(
      (one) => one.isReady !== false && !tried.has(one) && one.requests < FORWARD_LIMITS.requestsPerUpstream,
    );
    const known = free.filter(({ isReady }) => isReady === true);
    return (known.length > 0 ? known : free).reduce<Upstream | undefined>(
      (least, one) => (least === undefined || one[kind] < least[kind] ? one : least),
      undefined,
    );
  }

  /** It did not answer as it should: it is skipped until it says that it is ready. */
  doubt(upstream: Upstream): void {
    upstream.isReady = false;
    this.#ask(upstream);
  }

  close(): void {
    this.#closed = true;
    for (const stop of this.#stops.values()) stop();
    this.#stops.clear();
  }

  /** Asks now, and again after a while, for ever. */
  #ask(upstream: Upstream): void {
    this.#stops.get(upstream)?.();
    if (this.#closed) return;
    let settled = false;
    const settle = (isReady: boolean): void => {
      if (settled) return;
      settled = true;
      upstream.isReady = isReady;
      this.#stops.set(
        upstream,
        this.#clock.after(FORWARD_LIMITS.askEveryMs, () => this.#ask(upstream)),
      );
    };
    const asked = get(new URL('/readyz', upstream.url), { agent: false }, (response) => {
      response.resume();
      settle(response.statusCode === 200);
    });
    asked.setTimeout(FORWARD_LIMITS.askMs, () => asked.destroy());
    asked.on('error', () => settle(false));
    this.#stops.set(upstream, () => {
      settled = true;
      asked.destroy();
    });
  }
}
