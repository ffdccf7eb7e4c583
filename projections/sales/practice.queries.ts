import type { Documents } from '@saleyard/platform/documents/port.ts';
import {
  PRACTICE_LOTS,
  PRACTICE_SALES,
  type PracticeLotDocument,
  type PracticeSaleDocument,
} from './practice.projection.ts';

/** The practice sales as the read model shows them. It may be behind the log. */
export function practiceReadModel(documents: Documents) {
  return {
    /** The last `most` that an account began, the newest first. */
    lastOf: (account: string, most: number): Promise<PracticeSaleDocument[]> =>
      documents.find<PracticeSaleDocument>(PRACTICE_SALES, { account }, { sort: { nth: -1 }, limit: most }),
    /** Those that are not over, by their ids. */
    async unfinished(): Promise<string[]> {
      const lots = await documents.find<PracticeLotDocument>(PRACTICE_LOTS, {});
      return [...new Set(lots.map(({ auction }) => auction))];
    },
  };
}
