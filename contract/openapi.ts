import { NAMED_ANSWERS } from './answers.ts';
import { ERRORS } from './errors.ts';
import { errorsOf, OPERATIONS, type Operation } from './operations.ts';
import { HEADERS } from './rest.ts';

type Json = { [name: string]: unknown };

const named = new Map(Object.entries(NAMED_ANSWERS).map(([name, schema]) => [JSON.stringify(schema), name]));

/** A schema with its named parts written as references. `top`: the named part itself, written out. */
function referring(schema: unknown, top = false): unknown {
  if (typeof schema !== 'object' || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map((part) => referring(part));
  const name = top ? undefined : named.get(JSON.stringify(schema));
  if (name !== undefined) return { $ref: `#/components/schemas/${name}` };
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, referring(value)]));
}

const header = (name: string, description: string, type = 'integer') => ({
  [name]: { description, schema: { type } },
});
const POSITION = header(
  HEADERS.position,
  'The log position this write reached; send it with the next reads.',
);
const PAGING = {
  ...header(HEADERS.currentPage, 'This page, from 1.'),
  ...header(HEADERS.totalPages, 'How many pages there are.'),
};
const STALE = header(
  HEADERS.stale,
  'true: the position that was asked for was not reached in 2 s.',
  'string',
);

const isApi = ({ path }: Operation): boolean => path.startsWith('/api/');

function parameters(operation: Operation): Json[] {
  const { path, query, method, parameters: own = [] } = operation;
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    ...{ name, in: 'path', required: true, schema: { type: 'string' } },
  }));
  const { properties = {}, required = [] } = (query ?? {}) as { properties?: Json; required?: string[] };
  const inQuery = Object.entries(properties).map(([name, schema]) => {
    const optional = !required.includes(name) || Object.hasOwn(schema as Json, 'default');
    return { name, in: 'query', required: !optional, schema };
  });
  if (!isApi(operation)) return [];
  const common = [{ $ref: '#/components/parameters/platform' }];
  const reading = method === 'get' && query ? [{ $ref: '#/components/parameters/position' }] : [];
  const others = own.map((parameter) => ({ ...parameter, required: false, schema: { type: 'string' } }));
  return [...inPath, ...inQuery, ...others, ...common, ...reading];
}

function requestBody({ body }: Operation): Json {
  if (!body) return {};
  const content = body.csv
    ? { 'text/csv': { schema: { type: 'string' } } }
    : { 'application/json': { schema: body.schema ?? { type: 'object' } } };
  return { requestBody: { required: true, content } };
}

function responses(operation: Operation): Json {
  const { answer, writes, paged, query, method } = operation;
  const headers = {
    ...(writes && answer.data && POSITION),
    ...(paged && PAGING),
    ...(method === 'get' && query && STALE),
  };
  const envelope = {
    ...{ type: 'object', required: ['data'], additionalProperties: false },
    properties: { data: referring(answer.data) },
  };
  const content = answer.text
    ? { 'text/plain': { schema: { type: 'string' } } }
    : { 'application/json': { schema: envelope } };
  const success = {
    description: operation.summary,
    ...(Object.keys(headers).length > 0 && { headers }),
    ...((answer.data || answer.text) && { content }),
  };
  const codes = new Map<number, string[]>();
  for (const code of errorsOf(operation)) {
    const { status } = ERRORS[code];
    codes.set(status, [...(codes.get(status) ?? []), code]);
  }
  const failures = [...codes].map(([status, known]) => [
    String(status),
    {
      description: known.map((code) => `\`${code}\``).join(', '),
      ...((status === 429 || status === 503) && {
        headers: header('Retry-After', 'Seconds to wait before asking again.'),
      }),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
    },
  ]);
  return { [answer.status]: success, ...Object.fromEntries(failures) };
}

function documented(operation: Operation): Json {
  const { id, summary, more, who, credentials } = operation;
  const security = [{ session: [] }, ...(credentials ? [{ credentials: [] }] : [])];
  const params = parameters(operation);
  return {
    ...{ operationId: id, summary },
    ...(more && { description: more }),
    ...{ 'x-who': who, ...(who !== 'anyone' && { security }) },
    ...(params.length > 0 && { parameters: params }),
    ...requestBody(operation),
    responses: responses(operation),
  };
}

const Failure = {
  type: 'object',
  required: ['errors'],
  additionalProperties: false,
  properties: {
    errors: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        required: ['code', 'message'],
        additionalProperties: false,
        properties: {
          code: { type: 'string', enum: Object.keys(ERRORS) },
          title: { type: 'string' },
          message: { type: 'string' },
          field: { type: 'string', description: 'what of the request it is about' },
        },
      },
    },
  },
};

/** REST as an OpenAPI 3.1 document, made of the table of operations. Plain JSON. */
export function openApi(): object {
  const paths: { [path: string]: Json } = {};
  for (const operation of OPERATIONS) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: documented(operation) };
  }
  const schemas = Object.entries(NAMED_ANSWERS).map(([name, schema]) => [name, referring(schema, true)]);
  const document = {
    openapi: '3.1.0',
    info: {
      title: 'Saleyard',
      version: '1',
      description: 'Amounts are integer cents per unit (head or kg), times ms since the epoch, unless said.',
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      securitySchemes: {
        session: {
          ...{ type: 'apiKey', in: 'cookie', name: 'saleyard' },
          description: 'Set by signing in; under https its name is `__Host-saleyard`.',
        },
        credentials: { type: 'http', scheme: 'basic' },
      },
      parameters: {
        platform: {
          ...{ name: HEADERS.platform, in: 'header', required: false, example: 'web' },
          ...{ description: 'What kind of client calls.', schema: { type: 'string' } },
        },
        position: {
          ...{ name: HEADERS.position, in: 'header', required: false, schema: { type: 'integer' } },
          description: 'A log position that a write answered: the read waits for it, 2 s at most.',
        },
      },
      schemas: { ...Object.fromEntries(schemas), Failure },
    },
  };
  return JSON.parse(JSON.stringify(document)) as object;
}
