import type { Operation } from '@saleyard/contract/operation.ts';
import { OPERATIONS } from '@saleyard/contract/operations.ts';
import type { Request } from 'express';
import type { Work } from './work.ts';

const BASE = '/api/v1';

const PARAMETER = /^\{\w+\}$/;
const partsOf = (path: string): string[] => path.split('/').filter(Boolean);

const PATTERNS = OPERATIONS.map((operation) => ({
  operation,
  method: operation.method.toUpperCase(),
  parts: partsOf(operation.path.slice(BASE.length)).map((part) =>
    PARAMETER.test(part) ? null : part.toLowerCase(),
  ),
}));

/** The operation that answers a method and a path under `/api/v1`, as Express finds it; undefined for none. */
export function operationOf(method: string, path: string): Operation | undefined {
  const asked = partsOf(path.toLowerCase());
  // HEAD is answered as GET is.
  const as = method === 'HEAD' ? 'GET' : method;
  return PATTERNS.find(
    ({ method: its, parts }) =>
      its === as &&
      parts.length === asked.length &&
      parts.every((part, n) => part === null || part === asked[n]),
  )?.operation;
}

/**
 * What kind of work a request under `/api/v1` is. `isSignedIn` is asked only when it matters: it costs a look into the
 * store of sessions.
 */
export async function workOf(
  request: Pick<Request, 'method' | 'path' | 'query'>,
  isSignedIn: () => Promise<boolean>,
): Promise<Work> {
  const operation = operationOf(request.method, request.path);
  if (operation?.shed === 'first') return 'bulk';
  if (operation?.shed === 'never' || operation?.shed === 'uncounted') return 'vital';
  if (await isSignedIn())
    return operation?.who === 'staff' || operation?.who === 'admin' ? 'vital' : 'signed-in';
  // Every lot of a sale at once costs as much as a document.
  const isWholeList = operation?.paged === true && request.query['mode'] === 'live';
  return isWholeList ? 'bulk' : 'anonymous';
}
