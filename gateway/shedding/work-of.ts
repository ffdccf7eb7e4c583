import type { Operation } from '@saleyard/contract/operation.ts';
import type { Request } from 'express';
import type { Work } from './work.ts';

/**
 * The kind of work of a request; `undefined`: none. `isSignedIn` is called only when needed, since it reads the
 * session store.
 */
export async function workOf(
  operation: Operation | undefined,
  request: Pick<Request, 'query'>,
  isSignedIn: () => Promise<boolean>,
): Promise<Work> {
  if (operation?.shed === 'first') return 'bulk';
  if (operation?.shed === 'never') return 'vital';
  if (await isSignedIn())
    return operation?.who === 'staff' || operation?.who === 'admin' ? 'vital' : 'signed-in';
  // All lots of a sale in one answer cost as much as a document.
  const isWholeList = operation?.paged === true && request.query['mode'] === 'live';
  return isWholeList ? 'bulk' : 'anonymous';
}
