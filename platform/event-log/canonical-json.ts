/** So many distinct member names are kept quoted; names beyond it are quoted again each time. */
const QUOTED_NAMES_LIMIT = 4096;

const quotedNames = new Map<string, string>();

// Whatever JSON must escape. A short string without any of it is its own JSON.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what JSON escapes
const NEEDS_ESCAPE = /["\\\u0000-\u001f\ud800-\udfff]/;

function quote(text: string): string {
  return NEEDS_ESCAPE.test(text) ? JSON.stringify(text) : `"${text}"`;
}

function quotedName(name: string): string {
  const known = quotedNames.get(name);
  if (known !== undefined) return known;
  const quoted = `${quote(name)}:`;
  if (quotedNames.size < QUOTED_NAMES_LIMIT) quotedNames.set(name, quoted);
  return quoted;
}

function sorted(names: string[]): string[] {
  for (let i = 1; i < names.length; i += 1) {
    if ((names[i - 1] as string) > (names[i] as string)) return names.sort();
  }
  return names;
}

function ofArray(items: readonly unknown[]): string {
  let out = '[';
  for (let i = 0; i < items.length; i += 1) {
    out += i === 0 ? canonicalJson(items[i]) : `,${canonicalJson(items[i])}`;
  }
  return `${out}]`;
}

function ofObject(value: object): string {
  const proto = Object.getPrototypeOf(value);
  if (proto !== Object.prototype && proto !== null) {
    throw new TypeError(`not plain data: ${proto.constructor?.name ?? 'an object of a class'}`);
  }
  const members = value as Record<string, unknown>;
  let out = '';
  for (const name of sorted(Object.keys(members))) {
    const member = members[name];
    if (member === undefined) continue;
    out += out === '' ? '{' : ',';
    out += quotedName(name) + canonicalJson(member);
  }
  return out === '' ? '{}' : `${out}}`;
}

/**
 * The one JSON text of a plain value (RFC 8785): members in the order of their names' UTF-16 units, no spaces,
 * numbers as ECMAScript writes them. Members that are undefined are left out.
 * @throws TypeError for what JSON would change without saying so (NaN, a Date, a Map, undefined in an array …)
 */
export function canonicalJson(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return quote(value);
    case 'number':
      if (!Number.isFinite(value)) throw new TypeError(`not a JSON number: ${value}`);
      return `${value}`;
    case 'boolean':
      return value ? 'true' : 'false';
    case 'object':
      if (value === null) return 'null';
      return Array.isArray(value) ? ofArray(value) : ofObject(value);
    default:
      throw new TypeError(`not a JSON value: ${typeof value}`);
  }
}
