// Separate from the larger schemas and error catalogue, for pages that must load fast.

/** The headers every call may have, and those with log positions and paging. */
export const HEADERS = {
  platform: 'platform',
  position: 'x-saleyard-position',
  /** Set when a read answered before its projection reached the requested position. */
  stale: 'x-saleyard-stale',
  currentPage: 'x-current-page',
  totalPages: 'x-total-pages',
} as const;

/** The cookie that lets the web's scripts see that there may be a session. It grants nothing. */
export const SESSION_HINT = 'saleyard-session';

/** The cookie of the colours that a person chose, `light` or `dark`; without it they are the system's. */
export const COLOR_SCHEME = 'saleyard-color-scheme';
