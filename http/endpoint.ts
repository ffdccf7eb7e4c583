import { finished } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CSV } from '@saleyard/contract/documents.ts';
import {
  type Answer,
  API,
  BODY_BYTES,
  type Body,
  type Download,
  HEADERS,
  type Operation,
  type Params,
  type Query,
  queryOf,
  takesDisk,
} from '@saleyard/contract/operation.ts';
import { textOf } from '@saleyard/contract/rows-file.ts';
import { CommandId, Id } from '@saleyard/contract/schema.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import express, { type Request, type RequestHandler, type Response, Router } from 'express';
import { withoutContacts } from './contacts.ts';
import { isRefusal, type Refusal, refusal, sendRefusal } from './failures.ts';
import { sendCompressed } from './send-compressed.ts';
import { bodyCheck, invalid, queryCheck } from './validation.ts';

/** `Retry-After` in ms when the disk is nearly full. */
const DISK_RETRY_MS = 60_000;
/** ms a read waits for the requested position; after that it answers with its current data and position. */
export const READ_OWN_WRITES_MS = 2_000;

/** The caller. `role` decides which staff-only members are shown. */
export type Viewer = { _id: string; role: 'admin' | 'auditor' | null; status: string };

/** A request of an operation, authenticated and validated. */
export type Asked<O extends Operation> = {
  params: Params<O>;
  query: Query<O>;
  body: Body<O>;
  /** Never null if the operation requires a signed-in caller. An operation that takes credentials checks them itself. */
  viewer: O extends { who: 'anyone' } | { credentials: true } ? Viewer | null : Viewer;
  /** The command id, which makes it idempotent: the caller's, or a new one. */
  commandId: string;
  /** The log position that the caller has seen; null when it sent none. */
  position: number | null;
  request: Request;
  response: Response;
};

/** One page of a list of `total` entries. */
export type Paging = { page: number; limit: number; total: number };

/** The answer of an operation: its data, the log position of a write, the page of a list. */
type Answered<O extends Operation> = { data: Answer<O> } & (O extends { writes: true }
  ? { position: number }
  : unknown) &
  (O extends { paged: true } ? { paging: Paging } : unknown);

type Handler<O extends Operation> = (
  asked: Asked<O>,
) => Answered<O> | Refusal | Promise<Answered<O> | Refusal>;

/** An operation and its handler. */
export type Endpoint = { operation: Operation; handle: Handler<Operation> };

export const endpoint = <O extends Operation>(operation: O, handle: Handler<O>): Endpoint => ({
  operation,
  handle: handle as unknown as Handler<Operation>,
});

/** Number of pages of a list; an empty list has one. */
export const pagesOf = ({ limit, total }: Pick<Paging, 'limit' | 'total'>): number =>
  Math.max(1, Math.ceil(total / limit));

/** The dependencies of endpoints. */
export type EndpointContext = {
  /** Attaches the session to a request; left out where there are none. */
  session?: RequestHandler;
  /** The account that is signed in on a request. */
  viewerOf(request: Request): Viewer | null | Promise<Viewer | null>;
  /** Waits at most `ms` until the log position is visible; false if it is not. Without it, nothing is awaited. */
  waitFor?: (position: number, ms: number) => Promise<boolean>;
  /**
   * Reserves disk space for a file or a draft of `bytes`. Returns a function that releases it once it is stored or
   * refused; null: it may not be stored. Omitted: everything may be stored.
   */
  reserveSpace?: (bytes: number) => (() => void) | null;
  /** Counts a file towards what its caller may store. Without it, everyone may store everything. */
  reserveQuota?: (viewer: Viewer, operation: Operation, bodyBytes: number) => Promise<QuotaReservation>;
};

/** `release`: called once the file is stored or refused. */
export type QuotaReservation =
  | { outcome: 'reserved'; release: () => void }
  | { outcome: 'refused'; refusal: Refusal };

/**
 * An operation for Express. `receive` runs first, with all steps that a client can slow down (authentication, waiting
 * for a read's position, the body). `handler` then answers; its promise resolves when the answer is ready.
 */
export type Route = { operation: Operation; receive?: RequestHandler; handler: RequestHandler };

const run = (handler: RequestHandler, request: Request, response: Response): Promise<void> =>
  new Promise((resolve, reject) => {
    void handler(request, response, (error?: unknown) => (error ? reject(error) : resolve()));
  });

const badRequest = (errors: Refusal['errors']): Refusal => ({ status: 400, errors });

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A body without the member that it was sent within. */
function unwrapped(sent: unknown, within: string | undefined): unknown {
  if (within === undefined || !isObject(sent)) return sent;
  const { [within]: inner, ...others } = sent;
  return isObject(inner) ? { ...others, ...inner } : sent;
}

/** Reads and validates a body after authentication; only signed-in callers may send large ones [G20]. */
function bodyReader({ body, csv, file, plainText, bodyWithin, bodyBytes: limit = BODY_BYTES }: Operation) {
  if (file) {
    const parse = express.raw({ type: [...file], limit });
    return async (request: Request, response: Response): Promise<{ body: unknown } | Refusal> => {
      await run(parse, request, response);
      return Buffer.isBuffer(request.body) ? { body: request.body } : refusal('unsupported-type');
    };
  }
  if (csv) {
    const parse = express.raw({ type: 'text/csv', limit });
    return async (request: Request, response: Response): Promise<{ body: unknown } | Refusal> => {
      await run(parse, request, response);
      return Buffer.isBuffer(request.body) ? { body: textOf(request.body) } : refusal('unsupported-type');
    };
  }
  if (body === undefined) return async () => ({ body: undefined });
  const types = plainText ? ['application/json', 'text/plain'] : ['json'];
  const parse = express.json({ limit, type: types });
  const check = bodyCheck(body);
  return async (request: Request, response: Response): Promise<{ body: unknown } | Refusal> => {
    const type = request.is(types);
    // null: there is no body.
    if (type === false || (type === null && !plainText)) return refusal('unsupported-type');
    await run(parse, request, response);
    const checked = check(unwrapped(request.body ?? {}, bodyWithin));
    return checked.outcome === 'valid' ? { body: checked.value } : badRequest(invalid(checked.problems));
  };
}

/**
 * Bytes of a body at most: the operation's limit where the client sends no `Content-Length`, or a compressed
 * body, which is inflated when it is received.
 */
function bodyBytesOf({ headers }: Request, { bodyBytes = BODY_BYTES }: Operation): number {
  const { 'content-length': length, 'content-encoding': encoding = 'identity' } = headers;
  if (length === undefined && headers['transfer-encoding'] === undefined) return 0;
  return encoding === 'identity' ? Math.min(Number(length ?? bodyBytes), bodyBytes) : bodyBytes;
}

/** The position that a request sends; null: none; undefined: not a position. */
function positionOf(request: Request): number | null | undefined {
  const text = request.get(HEADERS.position);
  if (text === undefined) return null;
  const position = Number(text);
  return /^-?\d+$/.test(text) && Number.isSafeInteger(position) ? position : undefined;
}

const commandIdCheck = bodyCheck(CommandId);
const idCheck = bodyCheck(Id);

/** Answers 404 for malformed ids, without reading a store. */
const idsOnly: RequestHandler = ({ params }, response, next) => {
  const found = Object.values(params).every((id) => idCheck(id).outcome === 'valid');
  if (found) next();
  else sendRefusal(response, refusal('not-found'));
};

/** The commandId from a body, a query or the header `x-command-id`, which no schema covers. */
function commandIdOf(request: Request, ...parts: unknown[]): { commandId: string } | Refusal {
  for (const part of parts) {
    const named = (part as { commandId?: unknown } | undefined)?.commandId;
    if (typeof named === 'string') return { commandId: named };
  }
  const header = request.get('x-command-id');
  if (header === undefined) return { commandId: newId() };
  const checked = commandIdCheck(header);
  if (checked.outcome === 'valid') return { commandId: header };
  return badRequest(invalid(checked.problems.map(({ reason }) => ({ field: 'commandId', reason }))));
}

/** The content security policy of a file opened as a page: it allows nothing. */
const FILE_POLICY = "default-src 'none';script-src 'none';object-src 'none';frame-ancestors 'none';sandbox";

/** Sends a file under its own name. `nosniff`: browsers must not guess another type. */
function sendFile(response: Response, { bytes, type, name, isShown, part, more }: Download): void {
  response.attachment(name);
  if (isShown) {
    const attached = String(response.getHeader('Content-Disposition'));
    response.setHeader('Content-Disposition', attached.replace(/^attachment/, 'inline'));
  }
  response.setHeader('Content-Type', type);
  response.setHeader('Content-Security-Policy', FILE_POLICY);
  response.setHeader('X-Content-Type-Options', 'nosniff');
  if (part !== undefined) {
    const { from, size } = part;
    response.status(206).setHeader('Content-Range', `bytes ${from}-${from + bytes.length - 1}/${size}`);
  }
  if (type.startsWith(CSV)) {
    sendCompressed(response.req, response, bytes);
    return;
  }
  response.setHeader('Content-Length', more?.size ?? bytes.length);
  if (more === undefined || response.req.method === 'HEAD') {
    response.end(bytes);
    return;
  }
  response.write(bytes);
  // A client that disconnects early, or a file that was deleted meanwhile, ends only this connection.
  void pipeline(more.bytes, response).catch(() => undefined);
}

/** The refusal of a viewer who may not call the operation, or null. */
function forbidden({ who, credentials }: Operation, viewer: Viewer | null): Refusal | null {
  if (who === 'anyone' || credentials) return null;
  if (viewer === null) return refusal('unauthorized');
  const may =
    who === 'signed-in' || viewer.role === 'admin' || (who === 'staff' && viewer.role === 'auditor');
  return may ? null : refusal('forbidden');
}

/**
 * The operation as Express handlers. `receive` authenticates, validates the query, waits for a read's position,
 * authorizes, and reads and validates the body; `handler` answers. `errorHandler` handles what they throw.
 */
function served(
  { operation, handle }: Endpoint,
  context: EndpointContext,
): Required<Omit<Route, 'operation'>> {
  const { side, who, method, status = 200, paged } = operation;
  const query = queryOf(operation);
  const checkQuery = query && queryCheck(query);
  const readBody = bodyReader(operation);
  const isRead = side === 'projections';
  // Browsers may cache public answers if they revalidate each time; personal answers are not cached.
  const cache = isRead && who === 'anyone' ? 'private, no-cache' : 'no-store';

  const received = new WeakMap<Request, Asked<Operation>>();

  const ask = async (request: Request, response: Response): Promise<Asked<Operation> | Refusal> => {
    // Before the body is received.
    if (takesDisk(operation) && context.reserveSpace) {
      const release = context.reserveSpace(bodyBytesOf(request, operation));
      if (release === null) return refusal('disk-low', { retryAfterMs: DISK_RETRY_MS });
      response.once('close', release);
    }
    if (context.session) await run(context.session, request, response);
    const checked = checkQuery?.(request.query);
    if (checked?.outcome === 'invalid') return badRequest(invalid(checked.problems));
    const position = positionOf(request);
    if (isRead && position === undefined) {
      return badRequest(invalid([{ field: HEADERS.position, reason: 'must be a whole number' }]));
    }
    if (isRead && position != null && (await context.waitFor?.(position, READ_OWN_WRITES_MS)) === false) {
      response.setHeader(HEADERS.stale, 'true');
    }
    const viewer = await context.viewerOf(request);
    const refused = forbidden(operation, viewer);
    if (refused !== null) return refused;
    if (takesDisk(operation) && viewer !== null) {
      const quota = await context.reserveQuota?.(viewer, operation, bodyBytesOf(request, operation));
      if (quota?.outcome === 'refused') return quota.refusal;
      if (quota !== undefined) finished(response, quota.release);
    }
    const read = await readBody(request, response);
    if (isRefusal(read)) return read;
    const { body } = read;
    const named = method === 'get' ? { commandId: '' } : commandIdOf(request, body, checked?.value);
    if (isRefusal(named)) return named;
    const asked = { params: request.params, query: checked?.value ?? request.query, body, viewer };
    return { ...asked, ...named, position: position ?? null, request, response } as Asked<Operation>;
  };

  const receive: RequestHandler = async (request, response, next) => {
    response.setHeader('Cache-Control', cache);
    const asked = await ask(request, response);
    if (isRefusal(asked)) return sendRefusal(response, asked);
    received.set(request, asked);
    next();
  };

  const handler: RequestHandler = async (request, response) => {
    const asked = received.get(request);
    if (asked === undefined) throw new Error(`${operation.id} is answered before it is received`);
    const answered = await handle(asked);
    if (isRefusal(answered)) return sendRefusal(response, answered);
    const { data, position, paging } = answered as Answered<Operation> & {
      position?: number;
      paging?: Paging;
    };
    if (position !== undefined) response.setHeader(HEADERS.position, String(position));
    if (paged && paging) {
      response.setHeader(HEADERS.currentPage, String(paging.page));
      response.setHeader(HEADERS.totalPages, String(pagesOf(paging)));
    }
    response.status(status);
    if (operation.download) return sendFile(response, data as unknown as Download);
    if (data === undefined) response.end();
    else {
      const isAuditor = who === 'staff' && asked.viewer?.role === 'auditor';
      response.json({ data: isAuditor ? withoutContacts(data) : data });
    }
  };
  return { receive, handler };
}

/** Endpoints as routes of one process. */
export const routesOf = (endpoints: readonly Endpoint[], context: EndpointContext): Route[] =>
  endpoints.map((one) => ({ operation: one.operation, ...served(one, context) }));

/** A path in Express syntax, relative to `API`. */
const patternOf = ({ path }: Operation): string => path.slice(API.length).replace(/\{(\w+)\}/g, ':$1');

/** Acquires a slot; null: none was free and the request was answered. Release it once. */
export type AcquireSlot = (request: Request, response: Response) => Promise<(() => void) | null>;

/**
 * The middleware of each request: `before` everything else, when it is `received`, and `acquire` while it is being
 * answered.
 */
export type Passing = {
  before?: readonly RequestHandler[];
  received?: readonly RequestHandler[];
  acquire?: AcquireSlot | null;
};

/** Holds a slot until the answer is ready. */
const withSlot =
  (acquire: AcquireSlot, handler: RequestHandler): RequestHandler =>
  async (request, response, next) => {
    const release = await acquire(request, response);
    if (release === null) return;
    try {
      await handler(request, response, next);
    } finally {
      release();
    }
  };

/**
 * A router of operations, to be mounted at `API`. Literal paths come before parameters (`lots/watchlist` before
 * `lots/{lot}`).
 * @throws Error when an operation is mounted twice
 */
export function apiRouter(
  routes: readonly Route[],
  passing: (operation: Operation) => Passing = () => ({}),
): Router {
  const router = Router();
  const ordered = routes
    .map((route) => ({ ...route, order: route.operation.path.replaceAll('{', '~') }))
    .sort((a, b) => (a.order < b.order ? -1 : 1));
  const mounted = new Set<string>();
  for (const { operation, receive, handler } of ordered) {
    if (mounted.has(operation.id)) throw new Error(`${operation.id} is mounted twice`);
    mounted.add(operation.id);
    const { before = [], received = [], acquire = null } = passing(operation);
    router[operation.method](
      patternOf(operation),
      ...before,
      idsOnly,
      ...(receive ? [receive] : []),
      ...received,
      acquire === null ? handler : withSlot(acquire, handler),
    );
  }
  return router;
}
