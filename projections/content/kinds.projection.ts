import type { KindType } from '@saleyard/domain/listing/stock.ts';
import type { ProjectionOf } from '../projection.ts';

export const KINDS_TAKEN = 'kinds-taken';

/** The kinds of stock that staff stopped. */
export type KindsDocument = { stopped: readonly KindType[] };

/** Which kinds are taken, under the id of their one stream. */
export const kindsProjection: ProjectionOf<'kinds'> = {
  name: KINDS_TAKEN,
  version: 1,
  collections: [{ name: KINDS_TAKEN, indexes: [] }],
  of: 'kinds',
  project({ id, after: { stopped } }) {
    const document: KindsDocument = { stopped };
    return [{ op: 'put', collection: KINDS_TAKEN, id, document }];
  },
};
