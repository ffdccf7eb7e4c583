/** Where the service worker stands. It is of the whole site, so it is at its root. */
export const WORKER_ADDRESS = '/sw.js';

/** The database with what was last seen. */
export const LAST_SEEN = 'saleyard-last-seen';

/** Caches beside that of the shell, whose name is the library's own. */
export const CACHES = { files: 'saleyard-files', pictures: 'saleyard-pictures' } as const;

/** What a page sends to a worker that waits: a request to take over, or to answer whether a script is of its version. */
export type WorkerMessage = { type: 'take-over' } | { type: 'is-yours'; script: string };
