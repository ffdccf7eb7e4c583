import type { SearchCriteria } from '@saleyard/contract/saved-searches.ts';
import { canonicalJson } from '@saleyard/platform/event-log/canonical-json.ts';
import type { Secrets } from '@saleyard/platform/secrets/port.ts';
import { openText, sealText } from '../accounts/personal-data.ts';

/** What a search finds, sealed for an account. The same criteria have the same text before they are sealed. */
export const sealCriteria = (
  secrets: Secrets,
  account: string,
  { q, kind, filters }: SearchCriteria,
): Promise<string> =>
  sealText(secrets, account, canonicalJson({ q: q.trim(), ...(kind && { kind }), filters }));

/** What a sealed search finds; null when its person was forgotten. */
export async function openCriteria(
  secrets: Secrets,
  account: string,
  sealed: string,
): Promise<SearchCriteria | null> {
  const text = await openText(secrets, account, sealed);
  return text === null || text === '' ? null : (JSON.parse(text) as SearchCriteria);
}
