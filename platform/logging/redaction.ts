/** Replaces private values in a log. */
export const REDACTED = '[redacted]';

/** How deep a logged value is looked into; what lies deeper is left out. */
const DEPTH_LIMIT = 8;
/** Items of a list and keys of an object that are logged; the rest is counted. */
const ITEMS_LIMIT = 100;
/** Characters of a logged string; the rest is counted. */
const TEXT_LIMIT = 8_192;

/** Keys whose value is never logged. */
const PRIVATE_KEY =
  /pass(word|phrase)?|secret|token|cookie|authori[sz]ation|credential|e-?mail|phone|session-?id|^sid$|personal|(office|postal)address|reservecents|maxcents/i;

const EMAIL = /[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[\w-]{1,63}(\.[\w-]{1,63})+/g;
const AUTHORIZATION = /\b(Basic|Bearer)\s+[\w+/=.~-]+/gi;
/** The signed value of a session cookie. */
const SIGNED_COOKIE = /\bs(:|%3A)[0-9a-f]{16,}\.[\w+/%=-]+/gi;
/** user:password@ of a URL. */
const URL_CREDENTIALS = /(\w[\w+.-]*:\/\/)[^\s/@]+@/g;
/** ?token=…, ?code=… of a URL. */
const QUERY_SECRET = /([?&](?:token|code|password|secret|key)=)[^&\s#"]+/gi;

/** The code that a path carries. */
const PATH_SECRET = /(\/users\/reset\/)[^/?\s"]+/gi;

/** A text without e-mail addresses, credentials, tokens and session cookies. */
export function redactedText(text: string): string {
  const kept =
    text.length > TEXT_LIMIT ? `${text.slice(0, TEXT_LIMIT)}… ${text.length - TEXT_LIMIT} more` : text;
  return kept
    .replace(URL_CREDENTIALS, `$1${REDACTED}@`)
    .replace(EMAIL, REDACTED)
    .replace(AUTHORIZATION, `$1 ${REDACTED}`)
    .replace(SIGNED_COOKIE, REDACTED)
    .replace(PATH_SECRET, `$1${REDACTED}`)
    .replace(QUERY_SECRET, `$1${REDACTED}`);
}

/** A copy of a value that may be logged: private keys blanked, texts cleaned, cut off beyond the limits. */
export function redacted(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactedText(value);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'function') return '[function]';
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= DEPTH_LIMIT) return '[deeper]';
  if (value instanceof Error) {
    const { name, message, stack, cause } = value;
    return {
      type: name,
      message: redactedText(message),
      ...(stack !== undefined && { stack: redactedText(stack) }),
      ...(cause !== undefined && { cause: redacted(cause, depth + 1) }),
    };
  }
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'invalid date' : value.toISOString();
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (value instanceof Map || value instanceof Set) return redacted([...value], depth);
  if (Array.isArray(value)) {
    const items = value.slice(0, ITEMS_LIMIT).map((item) => redacted(item, depth + 1));
    return value.length > ITEMS_LIMIT ? [...items, `… ${value.length - ITEMS_LIMIT} more`] : items;
  }
  const entries = Object.entries(value);
  const copy: Record<string, unknown> = {};
  for (const [key, item] of entries.slice(0, ITEMS_LIMIT)) {
    copy[key] =
      PRIVATE_KEY.test(key) && item !== undefined && item !== null ? REDACTED : redacted(item, depth + 1);
  }
  if (entries.length > ITEMS_LIMIT) copy['…'] = `${entries.length - ITEMS_LIMIT} more`;
  return copy;
}
