import type { Operation } from './operation.ts';

/** The address of an operation with its path parameters and query. Undefined query members are omitted. */
export function operationAddress(
  { path }: Pick<Operation, 'path'>,
  { params = {}, query = {} }: { params?: Readonly<Record<string, string>>; query?: object } = {},
): string {
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    for (const one of Array.isArray(value) ? value : [value]) search.append(name, String(one));
  }
  const text = search.toString();
  return `${address}${text === '' ? '' : `?${text}`}`;
}
