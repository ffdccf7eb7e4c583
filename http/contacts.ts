/** Names of fields that hold a contact of a person: an e-mail address or a phone number. */
const CONTACT_FIELD = /e-?mail|phone|mobile/i;
const EMAIL_ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/**
 * A copy of an answer without contacts, for auditors: they read who did what, and write to nobody. Texts of fields that
 * hold contacts, and texts that are an e-mail address, are empty.
 */
export function withoutContacts<T>(data: T): T {
  return withoutIn('', data) as T;
}

function withoutIn(name: string, value: unknown): unknown {
  if (typeof value === 'string') return CONTACT_FIELD.test(name) || EMAIL_ADDRESS.test(value) ? '' : value;
  if (Array.isArray(value)) return value.map((each) => withoutIn(name, each));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withoutIn(key, each)]));
}
