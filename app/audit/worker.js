import { setPriority } from 'node:os';
import { register } from 'tsx/esm/api';

// A worker thread begins without the loader of its process.
register();
const { NICE } = await import('@saleyard/platform/workers/priority.ts');
// On Linux a priority is that of the calling thread: bids and reads go first.
if (process.platform === 'linux') setPriority(0, NICE.background);
const { answerAudit } = await import('./audit-thread.ts');
export default answerAudit;
