import { constants, inflateRawSync } from 'node:zlib';
import type { AskedView } from '@saleyard/contract/first-view.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import { UpstreamBusy } from '../forward/forwarder.ts';
import { type Client, KeyedSemaphore } from '../shedding/client-limits.ts';
import { KeyedBuckets } from '../socket/token-bucket.ts';

/**
 * Renders a first view: HTML compressed as a part of a gzip file (raw deflate that ends with a sync flush); null: there is
 * no such view.
 */
export type RenderView = (asked: AskedView) => Promise<Uint8Array | null>;

/** A first view, as it is and as a part of a gzip file. */
export type FirstView = { html: Uint8Array; deflated: Uint8Array };

/**
 * What became of a request for a view: it was rendered for it, or for an earlier one; there is none; rendering failed; it
 * was not ready in time; too many others were being rendered; its client had enough rendered; or reads of visitors were
 * shed. All but the first two get the page without a view.
 */
export const VIEW_OUTCOMES = [
  'rendered',
  'cached',
  'none',
  'failed',
  'late',
  'busy',
  'limited',
  'shed',
] as const;
export type ViewOutcome = (typeof VIEW_OUTCOMES)[number];

export const VIEW_LIMITS = {
  /** ms after which a view is rendered again for the next page. */
  freshMs: 5_000,
  /** ms for which a view is still sent meanwhile. */
  staleMs: 20_000,
  /** ms that a page waits for its view, while the browser loads its scripts. */
  waitMs: 800,
  /** Views that are rendered at the same time: of all clients, and of one. */
  underWay: 4,
  underWayOfClient: 2,
  /** Views that are rendered for one client: each second, and saved up. A view costs about as much as ten reads. */
  rates: {
    person: { perSecond: 1, capacity: 60 },
    address: { perSecond: 10, capacity: 600 },
  },
  /** Views that are kept, and their bytes; the oldest are dropped. */
  kept: 500,
  keptBytes: 32 * 1024 * 1024,
} as const;

type Parts = {
  render: RenderView;
  clock: Pick<Clock, 'monotonic' | 'after'>;
  /** Whether reads of visitors are shed now; a view reads as a visitor. */
  isShed: () => boolean;
};
type Rendering = Promise<FirstView | null>;
/** Why nothing is rendered. */
type Unrendered = Extract<ViewOutcome, 'busy' | 'limited' | 'shed'>;
type Kept = { view: FirstView | null; at: number };

type Found = { view: FirstView | null; outcome: ViewOutcome };

const asKept = ({ view }: Kept): Found => ({ view, outcome: view === null ? 'none' : 'cached' });
const bytesOf = ({ view }: Kept): number => (view ? view.html.length + view.deflated.length : 0);

/** First views of public pages. Each is rendered once for everybody, since it holds nothing of one person. */
export class FirstViews {
  readonly #parts: Parts;
  /** In the order in which they were rendered. */
  readonly #kept = new Map<string, Kept>();
  readonly #underWay = new Map<string, Rendering>();
  readonly #permits = new KeyedSemaphore();
  readonly #rates = new KeyedBuckets();
  #bytes = 0;
  readonly outcomes: Record<ViewOutcome, number> = {
    rendered: 0,
    cached: 0,
    none: 0,
    failed: 0,
    late: 0,
    busy: 0,
    limited: 0,
    shed: 0,
  };

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The view for a client, or null: the page is sent without one. Never rejects, and resolves in time. */
  async of(asked: AskedView, client: Client): Promise<FirstView | null> {
    const { view, outcome } = await this.#find(asked, client);
    this.outcomes[outcome] += 1;
    return view;
  }

  async #find(asked: AskedView, client: Client): Promise<Found> {
    const { clock } = this.#parts;
    const key = JSON.stringify([asked.path, asked.isSignedIn, asked.server, asked.build]);
    const kept = this.#kept.get(key);
    const age = kept === undefined ? Number.POSITIVE_INFINITY : clock.monotonic() - kept.at;
    if (kept !== undefined && age < VIEW_LIMITS.freshMs) return asKept(kept);
    const rendering = this.#underWay.get(key) ?? this.#begin(key, asked, client);
    if (kept !== undefined && age < VIEW_LIMITS.staleMs) return asKept(kept);
    if (typeof rendering === 'string') return { view: null, outcome: rendering };
    let cancel = () => {};
    const late = new Promise<'late'>((resolve) => {
      cancel = clock.after(VIEW_LIMITS.waitMs, () => resolve('late'));
    });
    try {
      const view = await Promise.race([rendering, late]);
      if (view === 'late') return { view: null, outcome: 'late' };
      return { view, outcome: view === null ? 'none' : 'rendered' };
    } catch (error) {
      return { view: null, outcome: error instanceof UpstreamBusy ? 'shed' : 'failed' };
    } finally {
      cancel();
    }
  }

  #begin(key: string, asked: AskedView, client: Client): Rendering | Unrendered {
    if (this.#parts.isShed()) return 'shed';
    const { rates, underWay, underWayOfClient } = VIEW_LIMITS;
    if (this.#underWay.size >= underWay) return 'busy';
    const release = this.#permits.tryAcquire(client.name, underWayOfClient);
    if (release === null) return 'limited';
    const now = this.#parts.clock.monotonic();
    const rate = client.isAddress ? rates.address : rates.person;
    if (!this.#rates.take(client.name, 1, { ...rate, now })) {
      release();
      return 'limited';
    }
    const rendering = this.#render(key, asked).finally(() => {
      this.#underWay.delete(key);
      release();
    });
    this.#underWay.set(key, rendering);
    // The callers that wait for it handle its failure; it may come when none waits any longer.
    rendering.catch(() => undefined);
    return rendering;
  }

  async #render(key: string, asked: AskedView): Promise<FirstView | null> {
    const deflated = await this.#parts.render(asked);
    const view = deflated && {
      html: inflateRawSync(deflated, { finishFlush: constants.Z_SYNC_FLUSH }),
      deflated,
    };
    this.#keep(key, { view, at: this.#parts.clock.monotonic() });
    return view;
  }

  #keep(key: string, kept: Kept): void {
    this.#drop(key);
    this.#kept.set(key, kept);
    this.#bytes += bytesOf(kept);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= VIEW_LIMITS.kept && this.#bytes <= VIEW_LIMITS.keptBytes) break;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    const kept = this.#kept.get(key);
    if (kept === undefined) return;
    this.#bytes -= bytesOf(kept);
    this.#kept.delete(key);
  }
}
