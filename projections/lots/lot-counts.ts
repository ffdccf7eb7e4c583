import { hash } from 'node:crypto';
import type { LotPage } from '@saleyard/contract/lots.ts';
import { DAY_MS } from '@saleyard/domain/days.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import { type Documents, DocumentsUnavailable } from '@saleyard/platform/documents/port.ts';
import { ACCOUNTS } from '../accounts/accounts.projection.ts';

/** ms for which a view counts. */
const VIEWS_KEPT_MS = 90 * DAY_MS;
/** The collection of views. No projection owns it, so it can't be rebuilt once lost. */
const VIEWS = 'lot-views';

/**
 * How many people view a lot's page, and how many watch it. Watchers are counted from the current accounts. A view is
 * one document per account, lot and day, so reloading the page does not count twice. Its id is a hash, so it does not
 * reveal who viewed what.
 */
export class LotCounts {
  readonly #documents: Documents;
  readonly #clock: Clock;
  #declared: Promise<void> | undefined;

  constructor(documents: Documents, clock: Clock) {
    this.#documents = documents;
    this.#clock = clock;
  }

  /** Records that an account viewed a lot. While the store is unavailable, views are not counted. */
  async viewed(lot: string, account: string): Promise<void> {
    const now = this.#clock.now();
    const day = Math.floor(now / DAY_MS);
    const id = hash('sha256', JSON.stringify([day, lot, account])).slice(0, 32);
    try {
      await this.#declare();
      if ((await this.#documents.get(VIEWS, id)) !== undefined) return;
      await this.#documents.upsert(VIEWS, id, { lot }, now + VIEWS_KEPT_MS);
    } catch (error) {
      if (!(error instanceof DocumentsUnavailable)) throw error;
    }
  }

  async of(lot: string): Promise<Pick<LotPage, 'totalPageViews' | 'watchCount'>> {
    await this.#declare();
    const [totalPageViews, watchCount] = await Promise.all([
      this.#documents.count(VIEWS, { lot }),
      this.#documents.count(ACCOUNTS, { 'watchList.lot': lot }),
    ]);
    return { totalPageViews, watchCount };
  }

  #declare(): Promise<void> {
    this.#declared ??= this.#documents
      .declare([{ name: VIEWS, indexes: [{ keys: { lot: 1 } }] }])
      .catch((error: unknown) => {
        this.#declared = undefined;
        throw error;
      });
    return this.#declared;
  }
}
