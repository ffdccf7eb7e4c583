import type { Operation } from '@saleyard/contract/operation.ts';
import type { Request } from 'express';
import type { Work } from './work.ts';

/** A page is useful without its pictures, so a signed-in person's are shed with those of visitors. */
export const MEDIA_WORK: Work = 'anonymous';

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
  if (operation?.rate === 'media') return MEDIA_WORK;
  const mode = operation?.paged === true ? request.query['mode'] : undefined;
  // All lots of a sale in one answer cost as much as a document. A bidder needs the room's, nobody needs paper in a hurry.
  if (mode === 'print') return 'bulk';
  if (await isSignedIn())
    return operation?.who === 'staff' || operation?.who === 'admin' ? 'vital' : 'signed-in';
  return mode === 'live' ? 'bulk' : 'anonymous';
}
