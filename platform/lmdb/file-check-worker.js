import { register } from 'tsx/esm/api';

// A worker thread begins without the loader of its process.
register();
const { checkFileOfReader } = await import('./lmdb-file-check.ts');
export default checkFileOfReader;
