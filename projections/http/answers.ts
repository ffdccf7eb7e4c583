import { type ErrorCode, type WireError, wireError } from '@saleyard/contract/errors.ts';
import { HEADERS } from '@saleyard/contract/operation.ts';
import type { Response } from 'express';

/** Answers `{"data":…}`. */
export function sendData(response: Response, data: unknown): void {
  response.json({ data });
}

/** Answers one page of a list of `total` entries: its number and how many pages there are stand in headers. */
export function sendPage(
  response: Response,
  data: unknown,
  paging: { page: number; limit: number; total: number },
): void {
  response.setHeader(HEADERS.currentPage, String(paging.page));
  response.setHeader(HEADERS.totalPages, String(pagesOf(paging)));
  sendData(response, data);
}

/** Pages a list has; an empty list has one. */
export const pagesOf = ({ limit, total }: { limit: number; total: number }): number =>
  Math.max(1, Math.ceil(total / limit));

/** Answers a failure of the catalogue as `{"errors":[…]}`. */
export function sendError(response: Response, code: ErrorCode): void {
  const { status, error } = wireError(code);
  sendErrors(response, status, [error]);
}

export function sendErrors(response: Response, status: number, errors: readonly WireError[]): void {
  response.status(status).json({ errors });
}
