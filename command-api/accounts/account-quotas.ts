import type { Operation } from '@saleyard/contract/operation.ts';
import { lotMediaOperations } from '@saleyard/contract/operations/lot-media.ts';
import type { EndpointContext, QuotaReservation, Viewer } from '@saleyard/http/endpoint.ts';
import { type Refusal, refusal } from '@saleyard/http/failures.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { Files } from '@saleyard/platform/files/port.ts';
import { UnfinishedParts } from '../listings/unfinished-uploads.ts';
import { personalFolder } from './personal-data.ts';

/** What one account may store. `parts`: of videos whose upload is not finished. */
export type AccountQuotas = { drafts: number; megabytes: number; parts: number };

const MEGABYTE = 1024 * 1024;
/** ms for which a count of what an account stores is valid, and for which it is valid where it would refuse more. */
const COUNTED_MS = 60_000;
const RECOUNTED_MS = 2_000;
/** Accounts whose count is kept; the longest known are let go. */
const ACCOUNTS_KEPT = 1_000;

/** What is not counted takes nothing of a quota. */
const UNCOUNTED: QuotaReservation = { outcome: 'reserved', release: () => undefined };

/** `bytes`: counted, and those that were let in since. */
type Usage = { at: number; bytes: number; parts: number };

type Parts = {
  quotas: AccountQuotas;
  files: Files;
  clock: Clock;
  /** Drafts of an account, by the read model. */
  draftsOf: (account: string) => Promise<number>;
};

export type QuotaChecks = {
  /** Of every operation that stores a file, before its body is received. */
  reserveQuota: NonNullable<EndpointContext['reserveQuota']>;
  /** Of every operation that begins a draft, once it is known that it began none before. */
  draftQuota: (account: string, drafts: number) => Promise<Refusal | null>;
};

export function quotaChecks(parts: Parts): QuotaChecks {
  const guard = new QuotaGuard(parts);
  return {
    reserveQuota: (viewer, operation, bodyBytes) => guard.reserve(viewer, operation, bodyBytes),
    draftQuota: (account, drafts) => guard.draftRefusal(account, drafts),
  };
}

/**
 * Refuses what would store more for an account than it may have. Files and drafts are counted now and then, and what was
 * accepted since is added, so that requests at the same moment cannot exceed a quota together, within one process. A new count
 * adds the files that are on their way; one that is stored while files are counted counts twice until the next count.
 */
class QuotaGuard {
  readonly #parts: Parts;
  readonly #usage = new Map<string, Promise<Usage>>();
  /** Files of an account that are not stored or refused yet. */
  readonly #onTheWay = new Map<string, Set<Omit<Usage, 'at'>>>();
  readonly #drafts = new Map<string, Promise<{ at: number; drafts: number }>>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Why this account may not begin `more` drafts; null: it may, and they count from now on. */
  async draftRefusal(account: string, more: number): Promise<Refusal | null> {
    const { drafts } = this.#parts.quotas;
    const count = async (at: number) => ({ at, drafts: await this.#parts.draftsOf(account) });
    let known = await this.#counted(this.#drafts, account, COUNTED_MS, count);
    if (known.drafts + more > drafts) known = await this.#counted(this.#drafts, account, RECOUNTED_MS, count);
    const has = known.drafts;
    if (has + more <= drafts) {
      known.drafts += more;
      return null;
    }
    return over(
      has >= drafts
        ? `You have ${said(drafts)} drafts, as many as an account may have. Please delete some first.`
        : `You have ${said(has)} drafts, and an account may have ${said(drafts)}. Please delete some first, or start fewer lots.`,
    );
  }

  /**
   * Counts the file of an operation, unless the account would then have more than it may. `bytes`: of its body.
   * @throws FilesUnavailable
   */
  async reserve({ _id: account }: Viewer, operation: Operation, bytes: number): Promise<QuotaReservation> {
    // What staff upload is the marketplace's own.
    if (operation.who !== 'signed-in' || operation.file === undefined) return UNCOUNTED;
    const { megabytes, parts } = this.#parts.quotas;
    const isFull = (usage: Usage) => usage.bytes + bytes > megabytes * MEGABYTE;
    const isPart = operation.id === lotMediaOperations.sendLotMediaPart.id;
    const hasParts = (usage: Usage) => isPart && usage.parts >= parts;
    let usage = await this.#usageOf(account, COUNTED_MS);
    if (isFull(usage) || hasParts(usage)) usage = await this.#usageOf(account, RECOUNTED_MS);
    if (isFull(usage))
      return refused(
        `Your files take ${said(megabytes)} MB, as much as an account may have. Please delete some first.`,
      );
    if (hasParts(usage))
      return refused(
        'Too many of your videos are only partly uploaded. Please finish one, or try again tomorrow.',
      );
    const file = { bytes, parts: isPart ? 1 : 0 };
    usage.bytes += file.bytes;
    usage.parts += file.parts;
    const onTheWay = this.#onTheWay.get(account) ?? new Set();
    this.#onTheWay.set(account, onTheWay.add(file));
    const release = () => {
      onTheWay.delete(file);
      if (onTheWay.size === 0) this.#onTheWay.delete(account);
    };
    return { outcome: 'reserved', release };
  }

  #usageOf(account: string, notOlderThanMs: number): Promise<Usage> {
    return this.#counted(this.#usage, account, notOlderThanMs, (at) => this.#count(account, at));
  }

  /** What was counted for an account, with what was accepted since; counted again if that is too old. */
  async #counted<T extends { at: number }>(
    counts: Map<string, Promise<T>>,
    account: string,
    notOlderThanMs: number,
    count: (at: number) => Promise<T>,
  ): Promise<T> {
    const before = counts.get(account);
    const known = await before?.catch(() => undefined);
    const now = this.#parts.clock.monotonic();
    if (known !== undefined && now - known.at <= notOlderThanMs) return known;
    const meanwhile = counts.get(account);
    if (meanwhile !== undefined && meanwhile !== before) return meanwhile;
    const counting = count(now);
    counts.delete(account);
    counts.set(account, counting);
    for (const first of counts.keys()) {
      if (counts.size <= ACCOUNTS_KEPT) break;
      counts.delete(first);
    }
    return counting;
  }

  async #count(account: string, at: number): Promise<Usage> {
    const usage = { at, bytes: 0, parts: 0 };
    for (const { bytes, parts } of this.#onTheWay.get(account) ?? []) {
      usage.bytes += bytes;
      usage.parts += parts;
    }
    const unfinished = new UnfinishedParts();
    for await (const file of this.#parts.files.list(personalFolder(account))) {
      usage.bytes += file.bytes;
      unfinished.take(file);
    }
    for (const { parts } of unfinished.uploads.values()) usage.parts += parts;
    return usage;
  }
}

const said = (count: number): string => count.toLocaleString('en');

const over = (message: string): Refusal => refusal('quota-reached', { message });

const refused = (message: string): QuotaReservation => ({ outcome: 'refused', refusal: over(message) });
