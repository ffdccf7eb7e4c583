import { auctionEvent } from '@saleyard/command-api/engine/opening.ts';
import { findSnapshot } from '@saleyard/command-api/engine/snapshot.ts';
import { leaseKeys } from '@saleyard/contract/commands.ts';
import type { SaleScheduled, SaleTermsBody } from '@saleyard/contract/staff.ts';
import { AuctionFold } from '@saleyard/domain/auction/evolve.ts';
import { auctionStream } from '@saleyard/domain/auction/ids.ts';
import type { AuctionState } from '@saleyard/domain/auction/state.ts';
import { emptyJournal } from '@saleyard/loadtest/storms/read-journal.ts';
import { type Checked, checkStorm } from '@saleyard/loadtest/storms/verdict/check.ts';
import { pause } from '@saleyard/platform/clock/pause.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import * as assert from 'uvu/assert';
import { auditAuction } from '../../audit/audit.ts';
import { Refused, type Session } from '../../client/session.ts';
import { schedule, steers } from '../../test-support/sales.ts';
import type { ClientPool } from './client-pool.ts';
import type { PoolAccount, PoolRecord } from './client-pool-orders.ts';
import type { Cluster } from './cluster.ts';
import { readModelsEqualARebuild } from './read-models.ts';

/** How often a condition is checked again, in ms. */
const POLL_MS = 100;
/** Between two tries of what a process that is away should do, in ms. */
const AGAIN_MS = 500;

type Parts = { cluster: Cluster; pool: ClientPool; staff: Session; people: readonly PoolAccount[] };
type Terms = Pick<SaleTermsBody, 'durationSeconds' | 'staggerSeconds' | 'staleTimeSeconds'> & {
  lots: number;
};

/** The result of a sale. */
export type Outcome = {
  record: PoolRecord;
  checked: Checked;
  readModelsMs: number;
  freezes: readonly Freeze[];
};

/** The sale was frozen as of `since`, which was seen at `seenAt`; both in ms since the epoch. */
export type Freeze = { since: number; seenAt: number; reason: string };

/** One sale that the client pool is at. */
export class PoolSale {
  readonly id: string;
  readonly number: number;
  readonly lots: readonly string[];
  readonly #parts: Parts;
  readonly #fold = new AuctionFold();
  readonly #freezes: Freeze[] = [];
  #reading: Promise<void> = Promise.resolve();
  #resuming: Promise<void> = Promise.resolve();

  private constructor(parts: Parts, { _id, searchNumber, lots }: SaleScheduled) {
    this.id = _id;
    this.number = searchNumber;
    this.lots = lots;
    this.#parts = parts;
  }

  /** Schedules it, takes the client pool there, and resolves when it is live and everyone sees so. */
  static async open(parts: Parts, { lots, ...rest }: Terms): Promise<PoolSale> {
    const terms = { type: 'simultaneous', allowAutoBid: true, liveInMs: 4_000, ...rest } as const;
    const offered = Array.from({ length: lots }, (_, n) => steers(String(n + 1)));
    const sale = new PoolSale(parts, await schedule(parts.staff, terms, offered));
    await parts.pool.join(sale.id, sale.lots);
    await sale.#until(({ phase }) => phase === 'live');
    await parts.pool.until(({ live }) => live === parts.pool.size);
    sale.#resuming = sale.#resumeAfterOutages();
    // Where a test ends before `close`, its log is closed under this.
    sale.#resuming.catch(() => {});
    return sale;
  }

  /** The node that runs it, as everyone may know; undefined while nobody does. */
  get owner(): string | undefined {
    return this.#parts.cluster.holderOf('commands', leaseKeys.auction(this.id));
  }

  /** How many events it has. */
  async events(): Promise<number> {
    return (await this.state()).version;
  }

  /** When it was frozen as a whole. */
  async freezes(): Promise<readonly Freeze[]> {
    await this.state();
    return this.#freezes;
  }

  /** The sale as of the log now. Events already read are not read again, to spare the log. */
  async state(): Promise<AuctionState> {
    this.#reading = this.#reading.then(async () => {
      const from = this.#fold.read(({ version }) => version);
      for await (const batch of this.#parts.cluster.log.read(auctionStream(this.id), { from })) {
        for (const event of batch.map(auctionEvent)) {
          this.#fold.apply(event);
          if (event.type !== 'Frozen' || event.data.lot !== null) continue;
          this.#freezes.push({ since: event.data.at, seenAt: systemClock.now(), reason: event.data.reason });
        }
      }
    });
    await this.#reading;
    return this.#fold.state;
  }

  /** A command of staff, given again under its id as long as nobody can say what became of it, or takes it. */
  async command(type: string, more: Record<string, unknown> = {}): Promise<void> {
    const body = { type, commandId: newId(), ...more };
    for (;;) {
      try {
        await this.#parts.staff.call('POST', `staff/auctions/${this.id}/commands`, body);
        return;
      } catch (error) {
        if (!(error instanceof Refused) || error.status !== 503) throw error;
        await pause(systemClock, AGAIN_MS);
      }
    }
  }

  /** Nobody bids any more, what is not sold is withdrawn, and everyone sees that it is over. */
  async close(): Promise<void> {
    const { pool } = this.#parts;
    await pool.settle();
    for (;;) {
      const { lots, phase } = await this.state();
      if (phase === 'closed') break;
      for (const { terms, phase: lotPhase } of lots) {
        if (lotPhase === 'closed') continue;
        await this.command('withdraw', { lot: terms.lot, reason: 'the day is over' }).catch(
          (error: unknown) => {
            // It has just closed by itself.
            if (!(error instanceof Refused)) throw error;
          },
        );
      }
    }
    await this.#until(({ phase }) => phase === 'closed');
    await this.#resuming;
  }

  /** What staff do until it is over: they resume it whenever it comes back frozen after an outage. */
  async #resumeAfterOutages(): Promise<void> {
    for (;;) {
      const { phase, frozenAt } = await this.state();
      if (phase === 'closed') return;
      if (frozenAt !== null) await this.#resume();
      await pause(systemClock, AGAIN_MS);
    }
  }

  /** Leaves it frozen where the proxy is away, or it closed by now: the next look finds what is left to do. */
  async #resume(): Promise<void> {
    try {
      await this.command('resume', { reason: 'the outage is over' });
    } catch (error) {
      console.error('not resumed', error);
    }
  }

  /**
   * Compares what everyone received with the log, once it is closed: every bid, every view, the read models, the
   * audit. `clockErrorMs`: by how much nodes' clocks differ from the client pool's.
   */
  async verify({ clockErrorMs = 50 } = {}): Promise<Outcome> {
    const { cluster, pool, people } = this.#parts;
    const readModelsMs = await readModelsEqualARebuild(cluster);
    await pool.until(({ over }) => over === pool.size);
    const record = await pool.record();
    const journal = { ...emptyJournal(), bids: record.bids, views: record.views, faults: record.faults };
    const checked = await checkStorm(cluster.log.read(auctionStream(this.id)), journal, {
      sale: this,
      accounts: people.map(({ account }) => account),
      clients: people.map((_, place) => String(place)),
      clock: { offsetMs: 0, errorMs: clockErrorMs },
    });
    const { faults } = checked;
    assert.is(faults.length, 0, JSON.stringify(faults, null, 2));
    const audit = await auditAuction({
      log: cluster.log,
      snapshot: await findSnapshot(cluster.documents, this.id),
      auctionId: this.id,
    });
    assert.ok(audit.proven, JSON.stringify(audit.difference));
    return { record, checked, readModelsMs, freezes: await this.freezes() };
  }

  async #until(isSo: (state: AuctionState) => boolean): Promise<void> {
    while (!isSo(await this.state())) await pause(systemClock, POLL_MS);
  }
}
