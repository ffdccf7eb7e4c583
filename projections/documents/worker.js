import { register } from 'tsx/esm/api';

// A worker process begins without the loader of the one that started it.
register();
const { makeDocument } = await import('./make-document.ts');
export default makeDocument;
