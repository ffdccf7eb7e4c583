import { register } from 'tsx/esm/api';

// A worker process begins without the loader of the one that started it.
register();
const { answerAudit } = await import('./answer-audit.ts');
export default answerAudit;
