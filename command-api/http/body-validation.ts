import { type WireError, wireError } from '@saleyard/contract/errors.ts';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import type { Request } from 'express';
import type { Static, TSchema } from 'typebox';
import { type Refusal, refusal } from './answers.ts';

/** Errors told at once; the rest are left for the next try. */
const ERRORS_REPORTED = 50;

const ajv = new Ajv2020({ strict: true, allErrors: true, verbose: true });

/** A body that fits its schema, or every field that does not. */
export type Checked<T> = { outcome: 'valid'; body: T } | ({ outcome: 'invalid' } & Refusal);

/** "lots/3/startCents" as people write it: "lots[3].startCents". */
const fieldOf = (pointer: string, property?: unknown): string => {
  const steps = pointer.split('/').slice(1);
  if (typeof property === 'string') steps.push(property);
  return steps.reduce(
    (path, step) => (/^\d+$/.test(step) ? `${path}[${step}]` : path === '' ? step : `${path}.${step}`),
    '',
  );
};

const reasonOf = (error: ErrorObject): string => {
  const { keyword, params, message } = error;
  if (keyword === 'required') return 'it is missing';
  if (keyword === 'additionalProperties') return 'it is not known here';
  if (keyword === 'enum') return `must be one of ${(params['allowedValues'] as string[]).join(', ')}`;
  if (keyword === 'type' && params['type'] === 'integer') return 'must be a whole number';
  return message ?? 'it is not valid';
};

function reportedAs(error: ErrorObject): WireError {
  const property = error.params['missingProperty'] ?? error.params['additionalProperty'];
  const field = fieldOf(error.instancePath, property) || 'body';
  return wireError('invalid-request', { field, reason: reasonOf(error) }, field).error;
}

/** Branches of a union (a number or null) say nothing by themselves: the union's own error does. */
const tells = (error: ErrorObject): boolean =>
  !/\/anyOf\/\d+\//.test(error.schemaPath) && error.keyword !== 'if';

const unionAs = (error: ErrorObject, all: readonly ErrorObject[]): ErrorObject => {
  if (error.keyword !== 'anyOf') return error;
  const branch = all.find(
    ({ instancePath, schemaPath, keyword }) =>
      instancePath === error.instancePath &&
      schemaPath.startsWith(`${error.schemaPath}/`) &&
      keyword !== 'type',
  );
  return branch ?? { ...error, message: 'it is not valid' };
};

/** A check of bodies against `schema`, compiled once. Its refusal (400) names each field that does not fit. */
export function bodyCheck<S extends TSchema>(schema: S): (body: unknown) => Checked<Static<S>> {
  const fits = ajv.compile<Static<S>>(schema);
  return (body) => {
    if (fits(body)) return { outcome: 'valid', body };
    const all = fits.errors ?? [];
    const errors = all.filter(tells).map((error) => reportedAs(unionAs(error, all)));
    return { outcome: 'invalid', status: 400, errors: errors.slice(0, ERRORS_REPORTED) };
  };
}

/** The same for a request's JSON body; another kind of content is refused with 415. */
export function jsonBody<S extends TSchema>(schema: S): (request: Request) => Checked<Static<S>> {
  const check = bodyCheck(schema);
  return (request) =>
    request.is('json') === 'json'
      ? check(request.body)
      : { outcome: 'invalid', ...refusal('unsupported-type') };
}
