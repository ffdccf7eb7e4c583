import { register } from 'tsx/esm/api';

// A worker thread begins without the loader of its process.
register();
const { answerAudit } = await import('./audit-thread.ts');
export default answerAudit;
