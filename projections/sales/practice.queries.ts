import type { Documents } from '@saleyard/platform/documents/port.ts';
import {
  PRACTICE_LOTS,
  PRACTICE_SALES,
  type PracticeLotDocument,
  type PracticeSaleDocument,
} from './practice.projection.ts';

/** The practice sales of the read model. It may be behind the log. */
export function practiceReadModel(documents: Documents) {
  return {
    /** The last `most` that an account started, newest first. */
    lastOf: (account: string, most: number): Promise<PracticeSaleDocument[]> =>
      documents.find<PracticeSaleDocument>(PRACTICE_SALES, { account }, { sort: { nth: -1 }, limit: most }),
    /** The ids of those that are not over. */
    async unfinished(): Promise<string[]> {
      const lots = await documents.find<PracticeLotDocument>(PRACTICE_LOTS, {});
      return [...new Set(lots.map(({ auction }) => auction))];
    },
  };
}
