import { type WireError, wireError } from '@saleyard/contract/errors.ts';
import { PLAIN_TEXT } from '@saleyard/contract/schema.ts';
import { Ajv2020, type ErrorObject, type Options, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Static, TSchema } from 'typebox';

/** Errors reported at once, at most. */
const ERRORS_REPORTED = 50;

// Tests validate all schemas against the meta-schema (`schemas.test.ts`), so a process need not do it at start.
const known: Options = { strict: true, meta: false, validateSchema: false };
const options: Options = { ...known, allErrors: true };
const bodies = new Ajv2020(options);
// A query's values are texts: numbers are parsed, a single value may be a list, and omitted members get their
// defaults.
const queries = new Ajv2020({ ...options, coerceTypes: 'array', useDefaults: true });
// A message of the socket is refused by its first error.
const messages = new Ajv2020(known);

/** A validation error. `field`: a path as people write it (`lots[3].startCents`). */
export type Problem = { field: string; reason: string };

/** A valid value, or its problems. */
export type Checked<T> =
  | { outcome: 'valid'; value: T }
  | { outcome: 'invalid'; problems: readonly Problem[] };

const fieldOf = ({ instancePath, params }: ErrorObject): string => {
  const steps = instancePath.split('/').slice(1);
  const property = params['missingProperty'] ?? params['additionalProperty'];
  if (typeof property === 'string') steps.push(property);
  return steps.reduce(
    (path, step) => (/^\d+$/.test(step) ? `${path}[${step}]` : path === '' ? step : `${path}.${step}`),
    '',
  );
};

const reasonOf = ({ keyword, params, message }: ErrorObject): string => {
  if (keyword === 'required') return 'it is missing';
  if (keyword === 'additionalProperties') return 'it is not known here';
  if (keyword === 'enum')
    return `must be one of ${(params['allowedValues'] as readonly string[]).join(', ')}`;
  if (keyword === 'type' && params['type'] === 'integer') return 'must be a whole number';
  if (keyword === 'pattern' && params['pattern'] === PLAIN_TEXT)
    return 'must be text without null characters and broken surrogate pairs';
  return message ?? 'it is not valid';
};

/** Whether an error is about the value at `path`, or a part of it. */
const isWithin = (path: string, { instancePath }: ErrorObject): boolean =>
  instancePath === path || instancePath.startsWith(`${path}/`);

/**
 * Reports the union branch that the value's `type` selects, otherwise one error. Other branches (a number or null)
 * report nothing by themselves.
 */
function ofUnion(union: ErrorObject, all: readonly ErrorObject[]): ErrorObject[] {
  const { instancePath, schemaPath } = union;
  const branchOf = (error: ErrorObject): string =>
    error.schemaPath.slice(schemaPath.length + 1).split('/', 1)[0] as string;
  const inside = all.filter(
    (error) => error.schemaPath.startsWith(`${schemaPath}/`) && isWithin(instancePath, error),
  );
  const otherTypes = new Set(
    inside.filter((error) => error.instancePath === `${instancePath}/type`).map(branchOf),
  );
  const [named, ...others] = new Set(inside.map(branchOf).filter((branch) => !otherTypes.has(branch)));
  if (otherTypes.size > 0 && named !== undefined && others.length === 0)
    return standing(inside, `${schemaPath}/${named}/`);
  const one = inside.find((error) => error.instancePath === instancePath && error.keyword !== 'type');
  return [one ?? { ...union, message: 'it is not valid' }];
}

/** The errors to report, of those below a place of the schema. */
function standing(all: readonly ErrorObject[], below = ''): ErrorObject[] {
  return all
    .filter(({ schemaPath, keyword }) => schemaPath.startsWith(below) && keyword !== 'if')
    .filter(({ schemaPath }) => !/\banyOf\/\d+\//.test(schemaPath.slice(below.length)))
    .flatMap((error) => (error.keyword === 'anyOf' ? ofUnion(error, all) : [error]));
}

function checkWith<S extends TSchema>(ajv: Ajv2020, schema: S, whole: string) {
  let compiled: ValidateFunction<Static<S>> | undefined;
  return (value: unknown): Checked<Static<S>> => {
    compiled ??= ajv.compile<Static<S>>(schema);
    const fits = compiled;
    if (fits(value)) return { outcome: 'valid', value };
    const problems = standing(fits.errors ?? []).map((error) => ({
      field: fieldOf(error) || whole,
      reason: reasonOf(error),
    }));
    return { outcome: 'invalid', problems: problems.slice(0, ERRORS_REPORTED) };
  };
}

/**
 * Validates against `schema`, compiled at the first call: a JSON body, a query's texts, or a message of the socket.
 */
export const bodyCheck = <S extends TSchema>(schema: S) => checkWith(bodies, schema, 'body');
export const queryCheck = <S extends TSchema>(schema: S) => {
  const parse = checkWith(queries, schema, 'query');
  // Ajv does not check whether a number that it parsed is finite (`1e999` is not), so only these are validated again.
  const check = checkWith(bodies, schema, 'query');
  return (query: object): Checked<Static<S>> => {
    // Ajv writes numbers and defaults into the object.
    const parsed = parse({ ...query });
    return parsed.outcome === 'valid' && holdsInfinite(parsed.value) ? check(parsed.value) : parsed;
  };
};

/** Whether a parsed query holds a number that is not finite; its values are texts, numbers, and lists of these. */
const holdsInfinite = (query: unknown): boolean =>
  Object.values(query as object).some((value: unknown) =>
    (Array.isArray(value) ? value : [value]).some((one) => typeof one === 'number' && !Number.isFinite(one)),
  );
export const messageCheck = <S extends TSchema>(schema: S) => checkWith(messages, schema, 'message');

/** Problems in the wire format. */
export const invalid = (problems: readonly Problem[]): WireError[] =>
  problems.map(({ field, reason }) => wireError('invalid-request', { field, reason }, field).error);
