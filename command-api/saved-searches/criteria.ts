import type { SearchCriteria } from '@saleyard/contract/saved-searches.ts';
import { canonicalJson } from '@saleyard/platform/event-log/canonical-json.ts';
import type { Secrets } from '@saleyard/platform/secrets/port.ts';
import { openText, sealText } from '../accounts/personal-data.ts';

/** A search's criteria, encrypted for an account. Equal criteria have equal plain texts. */
export const sealCriteria = (
  secrets: Secrets,
  account: string,
  { q, kind, filters }: SearchCriteria,
): Promise<string> =>
  sealText(secrets, account, canonicalJson({ q: q.trim(), ...(kind && { kind }), filters }));

/** Decrypts a search's criteria; null when its person was forgotten. */
export async function openCriteria(
  secrets: Secrets,
  account: string,
  sealed: string,
): Promise<SearchCriteria | null> {
  const text = await openText(secrets, account, sealed);
  return text === null || text === '' ? null : (JSON.parse(text) as SearchCriteria);
}
