import { register } from 'tsx/esm/api';

// A worker thread begins without the loader of its process.
register();
const { makeDocument } = await import('./make-document.ts');
export default makeDocument;
