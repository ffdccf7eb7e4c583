import type { Unit } from '@saleyard/domain/auction/terms.ts';
import type { DocumentWrite } from '@saleyard/platform/documents/port.ts';
import type { Projection } from '../projection.ts';

export const PRACTICE_LOTS = 'practice-lots';

/** Where a lot of a practice sale is sold, and how it is bid for. `incrementCents`: cents per `unit`. */
export type PracticeLotDocument = { auction: string; unit: Unit; incrementCents: number };

/** Lots of the practice sales that are not over, apart from those of sales: no list and no page ever reads them. */
export const practiceLotsProjection: Projection = {
  name: 'practice-lots',
  collections: [{ name: PRACTICE_LOTS }],
  of: 'practice',
  project({ id: auction, before, after }): DocumentWrite[] {
    if (before.phase === 'closed') return [];
    const changed = after.lots.filter(
      ({ terms }, i) => after.phase === 'closed' || terms !== before.lots[i]?.terms,
    );
    return changed.map(({ terms: { lot: id, unit, incrementCents } }) => {
      if (after.phase === 'closed') return { op: 'delete', collection: PRACTICE_LOTS, id };
      const document = { auction, unit, incrementCents } satisfies PracticeLotDocument;
      return { op: 'put', collection: PRACTICE_LOTS, id, document };
    });
  },
};
