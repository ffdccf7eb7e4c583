import { createHash } from 'node:crypto';
import { leaseKeys } from '@saleyard/contract/commands.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import {
  noteVersion,
  removeVersion,
  type StoredVersion,
  versionsOf,
} from '@saleyard/platform/documents/versioned-documents.ts';
import type { Leases } from '@saleyard/platform/leases/port.ts';
import type { Projection } from '../projection.ts';

/**
 * The lease of the process that writes these read models. Builds with other versions have another lease, so that an
 * old build goes on writing its own while a new one catches up.
 */
export function leaseOf(projections: readonly Projection[]): string {
  const versions = projections.map(({ name, version }) => `${name}@${version}`).sort();
  const digest = createHash('sha256').update(versions.join()).digest('hex');
  return `${leaseKeys.projections}.${digest.slice(0, 12)}`;
}

/** Which of a build's read models are complete, and which older versions are still stored. */
export class ModelBuilds {
  readonly #documents: Documents;
  readonly #projections: readonly Projection[];
  readonly #leases: Leases | undefined;
  readonly #lease: string;

  constructor(
    documents: Documents,
    { projections, leases }: { projections: readonly Projection[]; leases?: Leases | undefined },
  ) {
    this.#documents = documents;
    this.#projections = projections;
    this.#leases = leases;
    this.#lease = leaseOf(projections);
  }

  #versions({ name, collections }: Projection): Promise<StoredVersion[]> {
    return versionsOf(
      this.#documents,
      name,
      collections.map((collection) => collection.name),
    );
  }

  /**
   * Records this build's versions. Returns the projections whose version is incomplete while another version is
   * stored: they are built beside it.
   */
  async begin(): Promise<Projection[]> {
    const isBeside = await Promise.all(
      this.#projections.map(async (projection) => {
        const stored = await this.#versions(projection);
        const own = stored.find(({ version }) => version === projection.version);
        const isComplete = own?.isComplete ?? false;
        if (own?.lease !== this.#lease) await this.#note(projection, isComplete);
        return !isComplete && stored.some(({ version }) => version !== projection.version);
      }),
    );
    return this.#projections.filter((_, n) => isBeside[n]);
  }

  /** From now on these versions are read. */
  async complete(projections: readonly Projection[]): Promise<void> {
    await Promise.all(projections.map((projection) => this.#note(projection, true)));
  }

  #note({ name, version, collections }: Projection, isComplete: boolean): Promise<void> {
    return noteVersion(this.#documents, {
      model: name,
      version,
      collections: collections.map((collection) => collection.name),
      isComplete,
      lease: this.#lease,
    });
  }

  /**
   * Removes the older versions of read models whose own version is complete, unless a process of an older build still
   * writes them. Returns whether none is left.
   */
  async removeOlder(): Promise<boolean> {
    let isDone = true;
    for (const projection of this.#projections) {
      const stored = await this.#versions(projection);
      const own = stored.find(({ version }) => version === projection.version);
      for (const older of stored.filter(({ version }) => version < projection.version)) {
        const isRemoved = own?.isComplete === true && (await this.#remove(older));
        isDone &&= isRemoved;
      }
    }
    return isDone;
  }

  /** While this process holds the older build's lease, no process of that build can write them again. */
  async #remove(older: StoredVersion): Promise<boolean> {
    const lease = older.lease === '' ? leaseKeys.projections : older.lease;
    if (this.#leases === undefined || lease === this.#lease) {
      await removeVersion(this.#documents, older);
      return true;
    }
    if (!(await this.#leases.claim(lease))) return false;
    try {
      await removeVersion(this.#documents, older);
    } finally {
      await this.#leases.release(lease);
    }
    return true;
  }
}
