// Apart from the schemas and the error catalogue, which weigh more: pages that load fast need these alone.

/** The headers every call may carry, and those that carry log positions and paging. */
export const HEADERS = {
  platform: 'platform',
  position: 'x-saleyard-position',
  /** Set when a read answered before its projection reached the asked position. */
  stale: 'x-saleyard-stale',
  currentPage: 'x-current-page',
  totalPages: 'x-total-pages',
} as const;

/** The cookie that says to the web's scripts that there may be a session. It opens nothing. */
export const SESSION_HINT = 'saleyard-session';

/** Support's phone number as shown where a message says {phone}. */
export const SUPPORT_PHONE = '02 5550 4180';
/** Support's e-mail address; what people send to the office goes there too. */
export const SUPPORT_EMAIL = 'support@saleyard.example';
