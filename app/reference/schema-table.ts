import { code, table } from './markdown.ts';

/** What of JSON Schema our schemas use. */
export type JsonSchema = {
  $ref?: string;
  type?: string;
  description?: string;
  const?: unknown;
  enum?: readonly unknown[];
  default?: unknown;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  anyOf?: readonly JsonSchema[];
  items?: JsonSchema;
  properties?: { [name: string]: JsonSchema };
  required?: readonly string[];
};

/** Links to a named part, on any page of shapes. */
const linkTo = (reference: string): string => {
  const name = reference.split('/').at(-1) ?? '';
  return `[${name}](#${name.toLowerCase()})`;
};

function kindOf(schema: JsonSchema): string {
  const { $ref, anyOf, items, type } = schema;
  if ($ref !== undefined) return linkTo($ref);
  if (anyOf) return anyOf.map(kindOf).join(' or ');
  if (schema.const !== undefined) return code(String(schema.const));
  if (schema.enum) return schema.enum.map((value) => code(String(value))).join(', ');
  if (type === 'array') return items?.properties ? 'list' : `list of ${kindOf(items ?? {})}`;
  return type === 'integer' ? 'whole number' : (type ?? 'anything');
}

const exact = (value: number): string =>
  value === Number.MAX_SAFE_INTEGER ? '2⁵³ − 1' : new Intl.NumberFormat('en-AU').format(value);

function between(least: number | undefined, most: number | undefined, unit: string): string {
  if (least === undefined && most === undefined) return '';
  if (least === undefined) return `at most ${exact(most ?? 0)}${unit}`;
  if (most === undefined) return `at least ${exact(least)}${unit}`;
  return least === most ? `${exact(least)}${unit}` : `${exact(least)} to ${exact(most)}${unit}`;
}

function boundsOf(schema: JsonSchema): string {
  const { anyOf, minimum, maximum, minLength, maxLength, minItems, maxItems, pattern } = schema;
  if (anyOf) return anyOf.map(boundsOf).filter(Boolean).join('; ');
  return [
    schema.description ?? '',
    between(minimum, maximum, ''),
    between(minLength, maxLength, ' characters'),
    between(minItems, maxItems, ' entries'),
    pattern === undefined ? '' : `matches ${code(pattern)}`,
    schema.default === undefined ? '' : `otherwise ${code(String(schema.default))}`,
  ]
    .filter(Boolean)
    .join('; ');
}

function rowsOf(schema: JsonSchema, prefix: string): string[][] {
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties).flatMap(([name, part]) => {
    const full = `${prefix}${name}`;
    const needed = required.includes(name) && part.default === undefined;
    const inner = part.type === 'array' ? part.items : part;
    const below = inner?.properties ? rowsOf(inner, `${full}${part.type === 'array' ? '[]' : ''}.`) : [];
    return [[code(full), kindOf(part), needed ? 'yes' : '', boundsOf(part)], ...below];
  });
}

/** The members of an object's schema as a table, those of the objects in it below them; empty without any. */
export function schemaTable(schema: JsonSchema, { needed = true } = {}): string {
  const rows = rowsOf(schema, '');
  if (rows.length === 0) return '';
  const shown = needed ? rows : rows.map(([name = '', kind = '', , bounds = '']) => [name, kind, bounds]);
  return table(needed ? ['name', 'is', 'needed', ''] : ['name', 'is', ''], shown);
}
