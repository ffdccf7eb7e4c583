import type { Operation } from '@saleyard/contract/operation.ts';
import { lotMediaOperations } from '@saleyard/contract/operations/lot-media.ts';
import type { EndpointContext, Viewer } from '@saleyard/http/endpoint.ts';
import { type Refusal, refusal } from '@saleyard/http/failures.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { Files } from '@saleyard/platform/files/port.ts';
import { UnfinishedParts } from '../listings/unfinished-uploads.ts';
import { personalFolder } from './personal-data.ts';

/** What one account may store. `parts`: of videos whose upload is not finished. */
export type AccountQuotas = { drafts: number; megabytes: number; parts: number };

const MEGABYTE = 1024 * 1024;
/** ms for which what an account stores is not counted again, and where it is refused for it. */
const COUNTED_MS = 60_000;
const RECOUNTED_MS = 2_000;
/** Accounts whose count is kept; the longest known are let go. */
const ACCOUNTS_KEPT = 1_000;

/** `bytes`: counted, and those that were let in since. */
type Usage = { at: number; bytes: number; parts: number };

type Parts = {
  quotas: AccountQuotas;
  files: Files;
  clock: Clock;
  /** Drafts of an account, by the read model. */
  draftsOf: (account: string) => Promise<number>;
};

/** The check of every operation that stores a draft or a file. */
export function quotaCheck(parts: Parts): NonNullable<EndpointContext['quotaOf']> {
  const guard = new QuotaGuard(parts);
  return (viewer, operation, bodyBytes) => guard.refusalOf(viewer, operation, bodyBytes);
}

/**
 * Refuses what would store more for an account than it may have. What is stored is counted from the files themselves,
 * now and then, so uploads at the same moment may exceed a quota by what they carry.
 */
class QuotaGuard {
  readonly #parts: Parts;
  readonly #usage = new Map<string, Promise<Usage>>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Why an operation of this account is refused; null: it is not. `bytes`: of its body. @throws FilesUnavailable */
  async refusalOf({ _id: account }: Viewer, operation: Operation, bytes: number): Promise<Refusal | null> {
    // What staff upload is the marketplace's own.
    if (operation.who !== 'signed-in') return null;
    const { drafts, megabytes, parts } = this.#parts.quotas;
    if (operation.storesDraft === 'new' && (await this.#parts.draftsOf(account)) >= drafts)
      return over(
        `You have ${said(drafts)} drafts, as many as an account may have. Please delete some first.`,
      );
    if (operation.file === undefined) return null;
    const isFull = (usage: Usage) => usage.bytes + bytes > megabytes * MEGABYTE;
    const isPart = operation.id === lotMediaOperations.sendLotMediaPart.id;
    const hasParts = (usage: Usage) => isPart && usage.parts >= parts;
    let usage = await this.#usageOf(account, COUNTED_MS);
    if (isFull(usage) || hasParts(usage)) usage = await this.#usageOf(account, RECOUNTED_MS);
    if (isFull(usage))
      return over(
        `Your files take ${said(megabytes)} MB, as much as an account may have. Please delete some first.`,
      );
    if (hasParts(usage))
      return over(
        'Too many of your videos are only partly uploaded. Please finish one, or try again tomorrow.',
      );
    usage.bytes += bytes;
    if (isPart) usage.parts += 1;
    return null;
  }

  async #usageOf(account: string, notOlderThanMs: number): Promise<Usage> {
    const known = await this.#usage.get(account)?.catch(() => undefined);
    const now = this.#parts.clock.monotonic();
    if (known !== undefined && now - known.at <= notOlderThanMs) return known;
    const counting = this.#count(account, now);
    this.#usage.delete(account);
    this.#usage.set(account, counting);
    for (const first of this.#usage.keys()) {
      if (this.#usage.size <= ACCOUNTS_KEPT) break;
      this.#usage.delete(first);
    }
    return counting;
  }

  async #count(account: string, at: number): Promise<Usage> {
    const usage = { at, bytes: 0, parts: 0 };
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
