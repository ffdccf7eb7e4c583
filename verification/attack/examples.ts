/** A part of a JSON schema, as the contract's are. */
type Schema = {
  type?: string;
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly Schema[];
  properties?: Record<string, Schema>;
  items?: Schema;
  minimum?: number;
  minItems?: number;
  minLength?: number;
  pattern?: string;
  format?: string;
};

/** Texts for the patterns of schemas; the first that fits is used. */
const TEXTS = [
  'Hillview',
  'some-id-0001',
  'jo@farm.example',
  '0412345678',
  '2380',
  'NSW',
  '/media/a.jpg',
  '1',
];

function textFor({ pattern, minLength = 0, format }: Schema): string {
  if (format === 'email') return 'jo@farm.example';
  const fits = (one: string) => pattern === undefined || new RegExp(pattern, 'u').test(one);
  const found = TEXTS.find((one) => one.length >= minLength && fits(one));
  return found ?? 'x'.repeat(Math.max(1, minLength));
}

/** A value that fits a schema; rules beyond the schema are ignored. */
export function exampleOf(schema: object): unknown {
  const { const: constant, enum: values, anyOf, type, properties = {}, items, minimum } = schema as Schema;
  if (constant !== undefined) return constant;
  if (values !== undefined) return values[0];
  if (anyOf !== undefined) return exampleOf(anyOf[0] ?? {});
  if (type === 'object' || Object.keys(properties).length > 0)
    return Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, exampleOf(one)]));
  if (type === 'array') return items === undefined ? [] : [exampleOf(items)];
  if (type === 'integer' || type === 'number') return minimum ?? 1;
  if (type === 'boolean') return true;
  if (type === 'null') return null;
  return textFor(schema as Schema);
}

/** A place in a value: the names and numbers that lead to it. */
export type Place = readonly (string | number)[];

/** Every place in an example that holds a text, a number or a boolean. */
export function leavesOf(value: unknown, place: Place = []): { place: Place; value: unknown }[] {
  if (Array.isArray(value)) return value.flatMap((one, at) => leavesOf(one, [...place, at]));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, one]) => leavesOf(one, [...place, name]));
  return [{ place, value }];
}

/** Every place in an example that holds an object. */
export function objectsIn(value: unknown, place: Place = []): Place[] {
  if (Array.isArray(value)) return value.flatMap((one, at) => objectsIn(one, [...place, at]));
  if (typeof value !== 'object' || value === null) return [];
  return [place, ...Object.entries(value).flatMap(([name, one]) => objectsIn(one, [...place, name]))];
}

/** The same value with another one at a place; the first is not changed. */
export function withAt(value: unknown, place: Place, put: unknown): unknown {
  const [first, ...rest] = place;
  if (first === undefined) return put;
  const copy: Record<string | number, unknown> = Array.isArray(value)
    ? ([...value] as unknown as Record<number, unknown>)
    : { ...(value as Record<string, unknown>) };
  copy[first] = withAt(copy[first], rest, put);
  return copy;
}

/** Whether a schema has a member at a place of its example. */
export function knows(schema: object, place: Place, name: string): boolean {
  let at = schema as Schema;
  for (const step of place) {
    const inside = at.anyOf?.[0] ?? at;
    at = (typeof step === 'number' ? inside.items : inside.properties?.[step]) ?? {};
  }
  const inside = at.anyOf?.[0] ?? at;
  return inside.properties === undefined || Object.hasOwn(inside.properties, name);
}
