import { wireError } from '@saleyard/contract/errors.ts';
import { HEADERS } from '@saleyard/contract/operation.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import type { Logger } from '@saleyard/platform/logging/logger.ts';
import { Unavailable } from '@saleyard/platform/unavailable.ts';
import type { ErrorRequestHandler, Request, RequestHandler, Response, Router } from 'express';
import type { Static, TSchema } from 'typebox';
import type { Projections } from '../runner/projection-runner.ts';
import { sendError, sendErrors } from './answers.ts';
import { queryCheck } from './query-check.ts';

/** ms a read waits for the position it asks for; then it answers with what there is, and says so. */
const READ_OWN_WRITES_MS = 2_000;

/** When to read again while the store is away, in seconds. */
const AWAY_RETRY_S = 5;

/** Who asks. `role` decides what of the staff's is shown. */
export type Viewer = { _id: string; role: 'admin' | 'auditor' | null; status: string };

/** What the routes of the read side are made of. */
export type ReadParts = {
  projections: Projections;
  documents: Documents;
  clock: Clock;
  /** Who is signed in on this request. */
  viewer: (request: Request) => Viewer | null;
  /** An account's name, decrypted; null when the person was forgotten. Asked for staff only. */
  personOf: (account: string) => Promise<{ firstName: string; lastName: string } | null>;
  logger?: Pick<Logger, 'error'>;
};

type Handler<Q> = (
  request: Request<Record<string, string>>,
  response: Response,
  query: Q,
) => Promise<void> | void;

/** A read that only its viewer may see is never kept by a browser or between. */
export type Privacy = 'shared' | 'personal';

/**
 * Adds GET routes that first check their query (400 naming each wrong parameter) and wait for the position in
 * `x-saleyard-position`.
 */
export function readRoutes(router: Router, { projections }: Pick<ReadParts, 'projections'>) {
  return <S extends TSchema>(
    paths: string | string[],
    schema: S,
    privacy: Privacy,
    handler: Handler<Static<S>>,
  ): void => {
    const check = queryCheck(schema);
    router.get(paths, (async (request, response) => {
      response.setHeader('Cache-Control', privacy === 'personal' ? 'no-store' : 'private, no-cache');
      const checked = check(request);
      if (checked.outcome === 'invalid') return sendErrors(response, 400, checked.errors);
      if (!(await showsPosition(projections, request, response))) return;
      await handler(request as Request<Record<string, string>>, response, checked.query);
    }) satisfies RequestHandler);
  };
}

/** Waits for the position the request names. false: it names none that could be, and was answered with 400. */
async function showsPosition(
  projections: Projections,
  request: Request,
  response: Response,
): Promise<boolean> {
  const text = request.get(HEADERS.position);
  if (text === undefined) return true;
  const position = Number(text);
  if (!/^-?\d+$/.test(text) || !Number.isSafeInteger(position)) {
    const fill = { field: HEADERS.position, reason: 'must be a whole number' };
    const { status, error } = wireError('invalid-request', fill, HEADERS.position);
    sendErrors(response, status, [error]);
    return false;
  }
  if (!(await projections.waitFor(position, READ_OWN_WRITES_MS))) response.setHeader(HEADERS.stale, 'true');
  return true;
}

/**
 * A store that is away is told as such (503, ask again); the runner has logged it. Anything else that went wrong on
 * our side is logged, and answered without saying what it was.
 */
export function readFailures(logger: Pick<Logger, 'error'> | undefined): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    if (response.headersSent) {
      next(error);
      return;
    }
    if (error instanceof Unavailable) {
      response.setHeader('Retry-After', String(AWAY_RETRY_S));
      sendError(response, 'unavailable');
      return;
    }
    logger?.error({ err: error, path: request.path }, 'a read failed');
    sendError(response, 'internal-error');
  };
}
