import { type WireError, wireError } from '@saleyard/contract/errors.ts';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import type { Request } from 'express';
import type { Static, TSchema } from 'typebox';

// A query's values are texts: numbers are read out of them, and what is left out gets its default.
const ajv = new Ajv2020({ strict: true, allErrors: true, coerceTypes: true, useDefaults: true });

/** A query that fits its schema, or what is wrong with each parameter. */
export type CheckedQuery<T> =
  | { outcome: 'valid'; query: T }
  | { outcome: 'invalid'; errors: readonly WireError[] };

function reportedAs({ keyword, params, instancePath, message }: ErrorObject): WireError {
  const unknown = params['additionalProperty'];
  const field = typeof unknown === 'string' ? unknown : instancePath.slice(1);
  const reason =
    keyword === 'additionalProperties'
      ? 'it is not known here'
      : keyword === 'enum'
        ? `must be one of ${(params['allowedValues'] as readonly string[]).join(', ')}`
        : keyword === 'type' && params['type'] === 'integer'
          ? 'must be a whole number'
          : (message ?? 'it is not valid');
  return wireError('invalid-request', { field, reason }, field).error;
}

/** A check of queries against `schema`, compiled once. */
export function queryCheck<S extends TSchema>(schema: S): (request: Request) => CheckedQuery<Static<S>> {
  const fits = ajv.compile<Static<S>>(schema);
  return (request) => {
    const query: unknown = { ...request.query };
    if (fits(query)) return { outcome: 'valid', query };
    return { outcome: 'invalid', errors: (fits.errors ?? []).map(reportedAs) };
  };
}
