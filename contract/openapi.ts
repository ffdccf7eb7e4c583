import { Me } from './accounts.ts';
import { AuctionSummary, PublicAuction, StaffAuction } from './auctions.ts';
import { BidDecision, OwnAutoBid, OwnBid, OwnResult, OwnSale } from './bids.ts';
import { ERRORS } from './errors.ts';
import { DetailTree, ListingDetails } from './listing-details.ts';
import { CatalogueLot, LotDetails, PublicLot, StaffLot } from './lots.ts';
import { KeptMessage } from './messages.ts';
import { errorsOf, HEADERS, type Operation, queryOf } from './operation.ts';
import { OPERATIONS } from './operations.ts';
import { PracticeLotResult, PracticeSale } from './practice.ts';
import { Kind, StockCategory } from './reference.ts';
import { ListingSaved, OwnListing, StartedLot, WaitingListing, WholeListing } from './selling.ts';
import { StaffDecision } from './staff.ts';
import { AccountHistoryEntry, StaffAccount, StaffAccountEntry } from './staff-accounts.ts';

/** The schemas that answers refer to by name, in document order. */
export const NAMED_ANSWERS = {
  PublicLot,
  PublicAuction,
  LotDetails,
  AuctionSummary,
  CatalogueLot,
  StaffAuction,
  StaffLot,
  Me,
  StaffAccountEntry,
  StaffAccount,
  AccountHistoryEntry,
  Kind,
  DetailTree,
  StockCategory,
  OwnBid,
  OwnAutoBid,
  OwnSale,
  OwnResult,
  BidDecision,
  PracticeSale,
  PracticeLotResult,
  StaffDecision,
  KeptMessage,
  ListingDetails,
  StartedLot,
  ListingSaved,
  OwnListing,
  WaitingListing,
  WholeListing,
} as const;

type Json = { [name: string]: unknown };

const named = new Map(Object.entries(NAMED_ANSWERS).map(([name, schema]) => [JSON.stringify(schema), name]));

/** A schema whose named parts are replaced by references. `top`: the named part itself, written in full. */
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

function parameters(operation: Operation): Json[] {
  const { path, parameters: own = [] } = operation;
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const { properties = {}, required = [] } = (queryOf(operation) ?? {}) as {
    properties?: Json;
    required?: string[];
  };
  const inQuery = Object.entries(properties).map(([name, schema]) => {
    const optional = !required.includes(name) || Object.hasOwn(schema as Json, 'default');
    return { name, in: 'query', required: !optional, schema };
  });
  if (operation.text) return [];
  const common = [{ $ref: '#/components/parameters/platform' }];
  const reading = operation.side === 'projections' ? [{ $ref: '#/components/parameters/position' }] : [];
  const others = own.map((parameter) => ({ ...parameter, required: false, schema: { type: 'string' } }));
  return [...inPath, ...inQuery, ...others, ...common, ...reading];
}

/** Files, by their media types. */
const bytesOf = (types: readonly string[]): Json =>
  Object.fromEntries(types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]));

function requestBody({ body, csv, file }: Operation): Json {
  if (!body && !csv && !file) return {};
  if (file) return { requestBody: { required: true, content: bytesOf(file) } };
  const content = csv
    ? { 'text/csv': { schema: { type: 'string' } } }
    : { 'application/json': { schema: body } };
  return { requestBody: { required: true, content } };
}

function responses(operation: Operation): Json {
  const { answer, status = 200, text, download, writes, paged, side } = operation;
  const headers = {
    ...(writes && POSITION),
    ...(paged && PAGING),
    ...(side === 'projections' && STALE),
  };
  const envelope = {
    type: 'object',
    required: ['data'],
    additionalProperties: false,
    properties: { data: referring(answer) },
  };
  const content = text
    ? { 'text/plain': { schema: { type: 'string' } } }
    : download
      ? bytesOf(download)
      : { 'application/json': { schema: envelope } };
  const success = {
    description: operation.summary,
    ...(Object.keys(headers).length > 0 && { headers }),
    ...((answer || text || download) && { content }),
  };
  const codes = new Map<number, string[]>();
  for (const code of errorsOf(operation)) {
    const failed = ERRORS[code].status;
    codes.set(failed, [...(codes.get(failed) ?? []), code]);
  }
  const failures = [...codes].map(([failed, known]) => [
    String(failed),
    {
      description: known.map((code) => `\`${code}\``).join(', '),
      ...((failed === 429 || failed === 503) && {
        headers: header('Retry-After', 'Seconds to wait before asking again.'),
      }),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
    },
  ]);
  return { [status]: success, ...Object.fromEntries(failures) };
}

function documented(operation: Operation): Json {
  const { id, summary, more, who, credentials } = operation;
  const security = [{ session: [] }, ...(credentials ? [{ credentials: [] }] : [])];
  const params = parameters(operation);
  return {
    operationId: id,
    summary,
    ...(more && { description: more }),
    'x-who': who,
    ...(who !== 'anyone' && { security }),
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

/** REST as an OpenAPI 3.1 document in plain JSON, generated from the table of operations. */
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
      description:
        'Amounts are integer cents per unit (head or kg), times ms since the epoch, unless stated otherwise.',
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'saleyard',
          description: 'Set by signing in; with https its name is `__Host-saleyard`.',
        },
        credentials: { type: 'http', scheme: 'basic' },
      },
      parameters: {
        platform: {
          name: HEADERS.platform,
          in: 'header',
          required: false,
          example: 'web',
          description: 'The kind of client.',
          schema: { type: 'string' },
        },
        position: {
          name: HEADERS.position,
          in: 'header',
          required: false,
          schema: { type: 'integer' },
          description: 'A log position returned by a write; the read waits for it, at most 2 s.',
        },
      },
      schemas: { ...Object.fromEntries(schemas), Failure },
    },
  };
  return JSON.parse(JSON.stringify(document)) as object;
}
