import { hash } from 'node:crypto';
import type { Description } from '@saleyard/domain/listing/state.ts';
import { canonicalJson } from '@saleyard/platform/event-log/canonical-json.ts';

/**
 * sha256 (hex) of a description's canonical JSON. It is in the catalogue, and so in the sale's chain: an audit
 * takes it again of what the listing said at the revision that was catalogued.
 */
export const descriptionHash = (description: Description): string =>
  hash('sha256', canonicalJson(description));
