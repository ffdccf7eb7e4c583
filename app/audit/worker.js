import { register } from 'tsx/esm/api';

// A worker thread begins without the loader of its process.
register();
const { lowerThreadPriority, NICE } = await import('@saleyard/platform/workers/priority.ts');
// Bids and reads go first.
lowerThreadPriority(NICE.background);
const { answerAudit } = await import('./audit-thread.ts');
export default answerAudit;
