import { type FieldValues, get, type Resolver, set } from 'react-hook-form';
import { Errors, type XSchema } from 'typebox/schema';
import { Settings } from 'typebox/system';

/** Problems reported of one form at a time. */
const MOST_PROBLEMS = 2_000;

/** How messages speak of a field. */
export type FieldLabels = {
  label: string;
  /** What its value must be, where the schema alone does not say it well: "must be 4 digits". */
  must?: string;
  /** Its numbers are shown in this unit, of which one is `size` of the schema's. */
  unit?: { name: string; size: number };
};

/** What is wrong with one field. `path`: "lots.0.title". */
export type FormProblem = { path: string; message: string };

type Schema = {
  type?: string;
  properties?: Record<string, Schema>;
  required?: readonly string[];
  items?: Schema;
  anyOf?: readonly Schema[];
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  maxItems?: number;
  enum?: readonly unknown[];
};
type SchemaError = { keyword: string; instancePath: string; params: { requiredProperties?: string[] } };

/** Of a value that may be null, the schema of what it is otherwise. */
const concrete = (schema: Schema): Schema => schema.anyOf?.find(({ type }) => type !== 'null') ?? schema;

/** The schema of the value at a path. */
function schemaAt(schema: Schema, path: readonly string[]): Schema {
  const here = concrete(schema);
  const [first, ...rest] = path;
  if (first === undefined) return here;
  const next = here.type === 'array' ? here.items : here.properties?.[first];
  return next === undefined ? {} : schemaAt(next, rest);
}

const isNumber = ({ type }: Schema): boolean => type === 'integer' || type === 'number';

function numberMessage({ label, unit }: FieldLabels, { type, minimum, maximum }: Schema): string {
  const size = unit?.size ?? 1;
  const what = `${type === 'integer' ? 'a whole number' : 'a number'}${unit ? ` of ${unit.name}` : ''}`;
  const least = minimum === undefined ? null : Math.ceil(minimum / size);
  const most = maximum === undefined || maximum > 1e12 ? null : Math.floor(maximum / size);
  const range =
    least !== null && most !== null
      ? ` from ${least} to ${most}`
      : least === null
        ? ''
        : ` of at least ${least}`;
  return `${label} must be ${what}${range}`;
}

/** The message of a field whose value breaks its schema. `isMissing`: there is no value. */
function messageOf(labels: FieldLabels, schema: Schema, keyword: string, isMissing: boolean): string {
  const { label, must } = labels;
  if (isMissing) return `Please Enter ${label}`;
  if (keyword === 'maxLength') return `${label} can have at most ${schema.maxLength} characters`;
  if (keyword === 'maxItems') return `${label} can have at most ${schema.maxItems} lines`;
  if (must !== undefined) return `${label} ${must}`;
  if (isNumber(schema)) return numberMessage(labels, schema);
  if (schema.enum) return `${label} must be one of ${schema.enum.join(', ')}`;
  return `${label} is not valid`;
}

const segmentsOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));

/**
 * What of a body breaks its JSON Schema, one problem for each field, in the order of the schema. The schema is
 * interpreted, never compiled to code: the content security policy allows none.
 */
export function schemaProblems(
  schema: object,
  body: unknown,
  labelsOf: (path: string) => FieldLabels,
): FormProblem[] {
  const known = Settings.Get().maxErrors;
  Settings.Set({ maxErrors: MOST_PROBLEMS });
  const [, errors] = Errors(schema as XSchema, body);
  Settings.Set({ maxErrors: known });
  const problems = new Map<string, FormProblem>();
  const add = (segments: readonly string[], keyword: string, isMissing: boolean) => {
    const path = segments.join('.');
    if (path === '' || problems.has(path)) return;
    const message = messageOf(labelsOf(path), schemaAt(schema as Schema, segments), keyword, isMissing);
    problems.set(path, { path, message });
  };
  for (const { keyword, instancePath, params } of errors as SchemaError[]) {
    const segments = segmentsOf(instancePath);
    if (keyword === 'required') {
      for (const name of params.requiredProperties ?? []) add([...segments, name], keyword, true);
    } else add(segments, keyword, get(body, segments.join('.')) === '');
  }
  return [...problems.values()];
}

/**
 * A value as it is sent: texts without blanks around them, and without what was left empty, but for texts that the
 * schema requires.
 */
export function tidied<T>(schema: object, value: T): T {
  const { properties = {}, required = [], items = {} } = concrete(schema);
  if (typeof value === 'string') return value.trim() as T;
  if (Array.isArray(value)) return value.map((item) => tidied(items, item)) as T;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(
    ([name, member]) => [name, tidied(properties[name] ?? {}, member)] as const,
  );
  const isSent = ([name, member]: readonly [string, unknown]) =>
    member !== undefined && (member !== '' || required.includes(name));
  return Object.fromEntries(entries.filter(isSent)) as T;
}

/**
 * Checks a form as the server will: what it would send by the contract's JSON Schema, and what no schema can say by
 * `check`. A field has one problem, the schema's before the check's.
 */
export function schemaResolver<Values extends FieldValues, Body>({
  schema,
  bodyOf,
  labelsOf,
  check,
}: {
  schema: object;
  /** What is sent for these values, right or wrong. */
  bodyOf: (values: Values) => Body;
  labelsOf: (path: string, values: Values) => FieldLabels;
  check?: (values: Values) => readonly FormProblem[];
}): Resolver<Values, unknown, Body> {
  return (values) => {
    const body = tidied(schema, bodyOf(values));
    const problems = schemaProblems(schema, body, (path) => labelsOf(path, values));
    return resolved(body, [...problems, ...(check?.(values) ?? [])]);
  };
}

/** Checks a form by `check` alone; what is sent are its values. */
export const problemResolver =
  <Values extends FieldValues>(
    check: (values: Values) => readonly FormProblem[],
  ): Resolver<Values, unknown, Values> =>
  (values) =>
    resolved(values, check(values));

/** The body when nothing is wrong with it, else the first problem of each field. */
function resolved<Body>(body: Body, problems: readonly FormProblem[]) {
  if (problems.length === 0) return { values: body, errors: {} };
  const errors = {};
  const seen = new Set<string>();
  for (const { path, message } of problems) {
    if (!seen.has(path)) set(errors, path, { type: 'problem', message });
    seen.add(path);
  }
  return { values: {}, errors };
}
