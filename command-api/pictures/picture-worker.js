import { register } from 'tsx/esm/api';

// A worker process begins without the loader of the one that started it.
register();
const { makePicture } = await import('./make-picture.ts');
export default makePicture;
