import { practiceOf } from '@saleyard/domain/auction/ids.ts';
import type { Unit } from '@saleyard/domain/auction/terms.ts';
import type { DocumentWrite } from '@saleyard/platform/documents/port.ts';
import type { ProjectionOf } from '../projection.ts';

export const PRACTICE_SALES = 'practice-sales';
export const PRACTICE_LOTS = 'practice-lots';

/** A practice sale, running or over. `nth`: its number among its account's, from 1. `startedAt`: ms. */
export type PracticeSaleDocument = { account: string; nth: number; startedAt: number };

/** The auction, unit and increment of a practice lot. `incrementCents`: cents per `unit`. */
export type PracticeLotDocument = { auction: string; unit: Unit; startCents: number; incrementCents: number };

/**
 * Who started which practice sale, and the lots of those that are not over. They are separate from real sales, so
 * that no list or page ever shows them.
 */
export const practiceProjection: ProjectionOf<'practice'> = {
  name: 'practice',
  version: 2,
  collections: [
    { name: PRACTICE_SALES, indexes: [{ keys: { account: 1, nth: 1 } }] },
    { name: PRACTICE_LOTS },
  ],
  of: 'practice',
  project({ id: auction, before, after, events }): DocumentWrite[] {
    const writes: DocumentWrite[] = [];
    const began = practiceOf(auction);
    const scheduled = events.find(({ type }) => type === 'AuctionScheduled');
    if (began !== null && scheduled !== undefined) {
      const document = { ...began, startedAt: scheduled.data.at } satisfies PracticeSaleDocument;
      writes.push({ op: 'put', collection: PRACTICE_SALES, id: auction, document });
    }
    if (before.phase === 'closed') return writes;
    for (const [i, { terms }] of after.lots.entries()) {
      const { lot: id, unit, startCents, incrementCents } = terms;
      if (after.phase === 'closed') writes.push({ op: 'delete', collection: PRACTICE_LOTS, id });
      else if (terms !== before.lots[i]?.terms) {
        const document = { auction, unit, startCents, incrementCents } satisfies PracticeLotDocument;
        writes.push({ op: 'put', collection: PRACTICE_LOTS, id, document });
      }
    }
    return writes;
  },
};
