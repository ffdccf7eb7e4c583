import type { WireError } from '@saleyard/contract/errors.ts';
import { HEADERS } from '@saleyard/contract/headers.ts';
import type { Answer, Body, Operation, Params, Query } from '@saleyard/contract/operation.ts';
import { operationAddress } from '@saleyard/contract/operation-address.ts';
import { ApiError } from './api-error.ts';

/** A call that has no answer after this long counts as not connected. ms. */
const CALL_LIMIT_MS = 20_000;

/** What a file is sent as that has no type, or none that the operation names: the server looks at its bytes. */
const ANY_BYTES = 'application/octet-stream';

/** How a call travels, where the browser's own `fetch` does not do, and how long it may take. ms. */
export type Transport = {
  fetch: (address: string, init: RequestInit) => Promise<Response>;
  limitMs: number;
};

/** How calls travel that say nothing else: by the browser's `fetch`, at the server by what it names once. */
let usual: Transport['fetch'] = (address, init) => fetch(address, init);

export function callBy(transport: Transport['fetch']): void {
  usual = transport;
}

/** A body as a page has it: a file where the server takes bytes. */
type SentBody<O extends Operation> = Body<O> extends Uint8Array ? File : Body<O>;

/** What is sent with a call of an operation. A text body (CSV) and a file are sent as they are; anything else as JSON. */
type Sent<O extends Operation> = {
  query?: Partial<Query<O>>;
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
  transport?: Transport | undefined;
} & (keyof Params<O> extends never ? unknown : { params: Params<O> }) &
  (Body<O> extends undefined ? unknown : { body: SentBody<O> });

/** Left out where an operation needs nothing. */
type Sending<O extends Operation> = object extends Sent<O> ? [sent?: Sent<O>] : [sent: Sent<O>];

/** The same of any operation. */
type AnySent = {
  params?: Readonly<Record<string, string>>;
  query?: object;
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
  body?: unknown;
  transport?: Transport | undefined;
};

/** A page of a list. Pages count from 1. */
export type ListPage<T> = { data: T; currentPage: number; totalPages: number };

/** The furthest log position one of our writes reached: sent on reads, so that we read our own writes. */
let reachedPosition: number | null = null;

/** Reads from now on show what had happened by this position of the log. */
export function noteReached(position: number): void {
  if (Number.isSafeInteger(position)) reachedPosition = Math.max(reachedPosition ?? 0, position);
}

function notePosition(headers: Headers): void {
  const text = headers.get(HEADERS.position);
  if (text !== null) noteReached(Number(text));
}

/** The address of a file that an operation answers, for a link. */
export const fileAddress = <const O extends Operation & { download: readonly string[] }>(
  operation: O,
  ...[sent]: Sending<O>
): string => operationAddress(operation, (sent ?? {}) as AnySent);

type AnswerBody = { data?: unknown; errors?: readonly WireError[] };

async function bodyOf(response: Response): Promise<AnswerBody> {
  const text = await response.text();
  if (text === '') return {};
  try {
    return JSON.parse(text) as AnswerBody;
  } catch {
    return {};
  }
}

function retryAfterMs(headers: Headers): number | null {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds * 1000 : null;
}

/** A body as it leaves, with what it is and, of a file, what it is called. */
function contentOf(
  body: unknown,
  { file = [] }: Operation,
): { body: BodyInit; headers: Record<string, string> } {
  if (typeof body === 'string') return { body, headers: { 'content-type': 'text/csv' } };
  if (body instanceof File) {
    const type = file.includes(body.type) ? body.type : ANY_BYTES;
    return { body, headers: { 'content-type': type, 'file-name': encodeURIComponent(body.name) } };
  }
  return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
}

function logged(error: ApiError): ApiError {
  console.warn('A call failed.', error);
  return error;
}

async function send(operation: Operation, sent: AnySent): Promise<Response> {
  const { body, signal, transport } = sent;
  const content = body === undefined ? null : contentOf(body, operation);
  const limit = AbortSignal.timeout(transport?.limitMs ?? CALL_LIMIT_MS);
  const headers: Record<string, string> = { accept: 'application/json', [HEADERS.platform]: 'web' };
  if (reachedPosition !== null && operation.method === 'get') {
    headers[HEADERS.position] = String(reachedPosition);
  }
  try {
    return await (transport?.fetch ?? usual)(operationAddress(operation, sent), {
      method: operation.method.toUpperCase(),
      credentials: 'include',
      headers: { ...headers, ...content?.headers, ...sent.headers },
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
      ...(content && { body: content.body }),
    });
  } catch (cause) {
    // Cancelled by the caller: not a failure to report.
    if (signal?.aborted) throw cause;
    throw logged(new ApiError(0, []));
  }
}

let reportUnauthorized: ((error: ApiError) => void) | undefined;

/** `report` is called for every call that was refused because nobody is signed in, but for the one that reads who is. */
export const whenUnauthorized = (report: (error: ApiError) => void): void => {
  reportUnauthorized = report;
};

function failed({ method, path }: Operation, { status, headers }: Response, { errors = [] }: AnswerBody) {
  const error = new ApiError(status, errors, retryAfterMs(headers));
  // A visitor is no failure.
  if (status === 401 && method === 'get' && path === '/api/v1/users/me') return error;
  if (error.code === 'unauthorized') reportUnauthorized?.(error);
  return logged(error);
}

/**
 * Calls an operation that answers a file. Resolves once the file is made.
 * @throws ApiError as `call` does
 */
export async function callForFile(operation: Operation, sent: AnySent): Promise<Response> {
  const response = await send(operation, sent);
  notePosition(response.headers);
  if (!response.ok) throw failed(operation, response, await bodyOf(response));
  return response;
}

async function answered(operation: Operation, sent: AnySent = {}) {
  const response = await callForFile(operation, sent);
  const { data } = await bodyOf(response);
  return { data, headers: response.headers };
}

/**
 * Calls an operation of REST and resolves to its data.
 * @throws ApiError when no answer came, or the answer is a failure. Shows nothing and redirects nowhere.
 */
export async function call<const O extends Operation>(
  operation: O,
  ...[sent]: Sending<O>
): Promise<Answer<O>> {
  return (await answered(operation, sent)).data as Answer<O>;
}

/** The same for a list: its data with the page it is. */
export async function callForPage<const O extends Operation & { paged: true }>(
  operation: O,
  ...[sent]: Sending<O>
): Promise<ListPage<Answer<O>>> {
  const { data, headers } = await answered(operation, sent);
  return {
    data: data as Answer<O>,
    currentPage: Number(headers.get(HEADERS.currentPage) ?? 1),
    totalPages: Number(headers.get(HEADERS.totalPages) ?? 1),
  };
}
