import type { Operation } from '@saleyard/contract/operation.ts';
import type { Request } from 'express';
import type { Work } from './work.ts';

/**
 * What kind of work a request of an operation is; `undefined`: of none. `isSignedIn` is asked only when it matters: it
 * costs a look into the store of sessions.
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
  // Every lot of a sale at once costs as much as a document.
  const isWholeList = operation?.paged === true && request.query['mode'] === 'live';
  return isWholeList ? 'bulk' : 'anonymous';
}
