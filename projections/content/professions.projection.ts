import { PROFESSIONS_ID } from '@saleyard/domain/content/professions.ts';
import type { ProjectionOf } from '../projection.ts';

export const CONTENT = 'content';

/** What staff added to the choices that everybody has. */
export type ProfessionsDocument = { added: readonly string[] };

/** The professions that staff added, under their one id. */
export const professionsProjection: ProjectionOf<'content'> = {
  name: CONTENT,
  collections: [{ name: CONTENT, indexes: [] }],
  of: 'content',
  project({ id, after: { added } }) {
    if (id !== PROFESSIONS_ID) return [];
    const document: ProfessionsDocument = { added };
    return [{ op: 'put', collection: CONTENT, id, document }];
  },
};
