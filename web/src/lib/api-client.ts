import type { WireError } from '@saleyard/contract/errors.ts';
import { HEADERS } from '@saleyard/contract/operation.ts';
import { ApiError } from './api-error.ts';

/** A call that has no answer after this long counts as not connected. ms. */
const CALL_LIMIT_MS = 20_000;

type Query = Readonly<Record<string, string | number | boolean | null | undefined>>;

export type CallOptions = {
  query?: Query;
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
  /** A text body (CSV) is sent as it is; anything else as JSON. */
  body?: unknown;
  contentType?: string;
};

/** An answer with what its headers say. Pages count from 1; both are 1 when the answer is not paged. */
export type Answer<T> = {
  data: T;
  currentPage: number;
  totalPages: number;
  /** The read side answered before it had seen our own last write. */
  stale: boolean;
  headers: Headers;
};

/** The furthest log position one of our writes reached: sent on reads, so that we read our own writes. */
let reachedPosition: number | null = null;

function notePosition(headers: Headers): void {
  const text = headers.get(HEADERS.position);
  const position = text === null ? Number.NaN : Number(text);
  if (Number.isSafeInteger(position)) reachedPosition = Math.max(reachedPosition ?? 0, position);
}

function addressOf(path: string, query: Query | undefined): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null) search.set(name, String(value));
  }
  const text = search.toString();
  return `/api/v1/${path}${text === '' ? '' : `?${text}`}`;
}

type Body = { data?: unknown; errors?: readonly WireError[] };

async function bodyOf(response: Response): Promise<Body> {
  const text = await response.text();
  if (text === '') return {};
  try {
    return JSON.parse(text) as Body;
  } catch {
    return {};
  }
}

function retryAfterMs(headers: Headers): number | null {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds * 1000 : null;
}

async function send(method: string, path: string, options: CallOptions): Promise<Response> {
  const isText = typeof options.body === 'string';
  const limit = AbortSignal.timeout(CALL_LIMIT_MS);
  const headers: Record<string, string> = { accept: 'application/json', [HEADERS.platform]: 'web' };
  if (options.body !== undefined)
    headers['content-type'] = options.contentType ?? (isText ? 'text/csv' : 'application/json');
  if (reachedPosition !== null && method === 'GET') headers[HEADERS.position] = String(reachedPosition);
  try {
    return await fetch(addressOf(path, options.query), {
      method,
      credentials: 'include',
      headers: { ...headers, ...options.headers },
      signal: options.signal ? AbortSignal.any([options.signal, limit]) : limit,
      ...(options.body !== undefined && {
        body: isText ? (options.body as string) : JSON.stringify(options.body),
      }),
    });
  } catch (cause) {
    // Cancelled by the caller: not a failure to tell anyone about.
    if (options.signal?.aborted) throw cause;
    throw new ApiError(0, []);
  }
}

/**
 * One REST call under `api/v1/`. `path` has no leading slash.
 * @throws ApiError when no answer came, or the answer is a failure. Shows nothing and redirects nowhere.
 */
async function call<T>(method: string, path: string, options: CallOptions = {}): Promise<Answer<T>> {
  const response = await send(method, path, options);
  const body = await bodyOf(response);
  notePosition(response.headers);
  if (!response.ok) throw new ApiError(response.status, body.errors ?? [], retryAfterMs(response.headers));
  return {
    data: body.data as T,
    currentPage: Number(response.headers.get(HEADERS.currentPage) ?? 1),
    totalPages: Number(response.headers.get(HEADERS.totalPages) ?? 1),
    stale: response.headers.has(HEADERS.stale),
    headers: response.headers,
  };
}

const dataOf = async <T>(answer: Promise<Answer<T>>): Promise<T> => (await answer).data;

/** REST calls by verb; each resolves to the answer's `data`, `page` to the data with its paging headers. */
export const api = {
  get: <T>(path: string, options?: CallOptions) => dataOf(call<T>('GET', path, options)),
  page: <T>(path: string, options?: CallOptions) => call<T>('GET', path, options),
  post: <T>(path: string, body?: unknown, options?: CallOptions) =>
    dataOf(call<T>('POST', path, { ...options, body })),
  put: <T>(path: string, body?: unknown, options?: CallOptions) =>
    dataOf(call<T>('PUT', path, { ...options, body })),
  delete: <T>(path: string, options?: CallOptions) => dataOf(call<T>('DELETE', path, options)),
};
