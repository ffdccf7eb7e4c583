// Queries of reads that the page of a first screen names before its code has come (`web/first-loads.ts`).

/** The list of sales: all of them. There are never so many that are not over. */
export const SALES_READ = { limit: 1_000 } as const;

/** The first page of the sales that are over. */
export const RESULTS_READ = { page: 1, limit: 10 } as const;
