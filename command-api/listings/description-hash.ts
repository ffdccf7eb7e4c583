import { hash } from 'node:crypto';
import type { Description } from '@saleyard/domain/listing/state.ts';
import { canonicalJson } from '@saleyard/platform/event-log/canonical-json.ts';

/**
 * sha256 (hex) of a description's canonical JSON. It is in the catalogue, and so in the sale's hash chain: an audit
 * compares it with the listing at the catalogued revision.
 */
export const descriptionHash = (description: Description): string =>
  hash('sha256', canonicalJson(description));
