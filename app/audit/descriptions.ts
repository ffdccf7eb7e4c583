import { descriptionHash } from '@saleyard/command-api/listings/description-hash.ts';
import type { AuctionEvent } from '@saleyard/domain/auction/events.ts';
import type { LotId } from '@saleyard/domain/auction/ids.ts';
import type { LotTerms } from '@saleyard/domain/auction/terms.ts';
import type { Values } from '@saleyard/domain/listing/forms/field.ts';
import type { KindType } from '@saleyard/domain/listing/stock.ts';
import { type EventLog, EventLogCorrupt, type RecordedEvent } from '@saleyard/platform/event-log/port.ts';
import { describedAt } from '@saleyard/projections/lots/descriptions.ts';
import { Differences } from './differences.ts';

/** A lot as its sale's stream catalogued or amended it, and the event that did. */
type Catalogued = { terms: LotTerms; event: Pick<RecordedEvent, 'stream' | 'revision' | 'position'> };

/** The lots' descriptions. `proven`: lots whose listing, when catalogued, matches the hash in the sale's chain. */
export type Described = {
  differences: Differences;
  proven: number;
  titles: ReadonlyMap<LotId, string>;
};

/**
 * Proves the descriptions of lots: reads each listing up to the revision that was catalogued, and compares the hash of
 * its description with the one in the catalogue. Descriptions in the catalogue itself are proven by the sale's chain.
 */
export class CatalogueAudit {
  readonly #lots: Catalogued[] = [];
  #kind: KindType | undefined;

  /** The next event of the sale. */
  add(own: AuctionEvent, event: RecordedEvent): void {
    if (own.type === 'AuctionScheduled') this.#kind = own.data.details.kind;
    if (own.type === 'LotsCatalogued') {
      for (const terms of own.data.lots) this.#lots.push({ terms, event });
    }
    if (own.type !== 'LotAmended') return;
    const { lot, description } = own.data;
    const known = this.#lots.findLast(({ terms }) => terms.lot === lot);
    if (known !== undefined) this.#lots.push({ terms: { ...known.terms, description }, event });
  }

  /** Checks the lots in catalogue order. */
  async verify(log: EventLog): Promise<Described> {
    const titles = new Map<LotId, string>();
    const differences = new Differences();
    let proven = 0;
    for (const { terms, event } of this.#lots) {
      const { description } = terms;
      if (description === null) continue;
      if (description.kept === 'here') {
        nameLot(titles, terms, description.details);
        continue;
      }
      const { details, wrong } = await this.#inListing(log, description);
      if (wrong !== null) {
        const { stream, revision, position } = event;
        const what = `lot ${terms.number} was catalogued as listing ${description.listing} at revision ${description.revision}, ${wrong}`;
        differences.add({ found: 'description', stream, revision, position, what });
      } else proven += 1;
      nameLot(titles, terms, details);
    }
    return { differences, proven, titles };
  }

  async #inListing(
    log: EventLog,
    catalogued: Extract<NonNullable<LotTerms['description']>, { kept: 'listing' }>,
  ): Promise<{ details: Values; wrong: string | null }> {
    try {
      const found = await describedAt(log, catalogued);
      if (found === undefined) return { details: {}, wrong: 'which the log does not hold' };
      const { details, kind } = found;
      if (descriptionHash(found) !== catalogued.hash)
        return { details, wrong: 'which says something else now' };
      if (kind !== this.#kind) return { details, wrong: `which is of ${kind}` };
      const { state = '' } = details;
      return { details, wrong: state === catalogued.state ? null : `whose stock is in ${state}` };
    } catch (error) {
      if (!(error instanceof EventLogCorrupt)) throw error;
      return { details: {}, wrong: `which is damaged: ${error.message}` };
    }
  }
}

function nameLot(titles: Map<LotId, string>, { lot }: LotTerms, { title }: Values): void {
  if (typeof title === 'string') titles.set(lot, title);
}
