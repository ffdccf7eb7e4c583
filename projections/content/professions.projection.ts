import type { ProjectionOf } from '../projection.ts';

export const CONTENT = 'content';

/** What staff added to the choices that everybody has. */
export type ProfessionsDocument = { added: readonly string[] };

/** What staff added, under the id of its stream. */
export const professionsProjection: ProjectionOf<'content'> = {
  name: CONTENT,
  version: 1,
  collections: [{ name: CONTENT, indexes: [] }],
  of: 'content',
  project({ id, after: { added } }) {
    const document: ProfessionsDocument = { added };
    return [{ op: 'put', collection: CONTENT, id, document }];
  },
};
