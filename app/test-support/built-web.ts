import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A file that the build of the web makes. */
export const BUILT_WEB = fileURLToPath(new URL('../../web/dist/index.html', import.meta.url));

/** Browsers are started for a built web only: without one they would wait for its screens in vain. @throws when it is not built */
export function mustBeBuilt(web: string): void {
  if (!existsSync(web)) throw new Error('The web is not built: run `npm run build:web` first.');
}
