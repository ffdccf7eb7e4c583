import { ERRORS, type ErrorCode, wireError } from '@saleyard/contract/errors.ts';
import { errorsOf } from '@saleyard/contract/operation.ts';
import { OPERATIONS } from '@saleyard/contract/operations.ts';
import { code, page, table } from './markdown.ts';

/** What to do about codes whose message leaves it open. */
const ADVICE: Readonly<Partial<Record<ErrorCode, string>>> = {
  'awaiting-approval': 'known to clients and never said: those who wait sign in as guests',
  'duplicate-conflict': 'make a new `commandId`',
  unavailable: 'nothing was done: ask again after `Retry-After`',
  full: 'nothing was done: the disk is full; reads go on',
  unknown: 'it may have been done: ask again with the same `commandId`',
  busy: 'nothing was done: ask again after `Retry-After`, which gives each client another time',
  'rate-limited': 'wait for `Retry-After`',
  'slow-consumer': 'a reason for closing a socket (1013), never an answer',
  'internal-error': 'our fault, and in our log',
  'invalid-request': '`field` names what does not fit; there may be several',
};

/** docs/reference/errors.md */
export function errorsPage(): string {
  const rows = (Object.keys(ERRORS) as ErrorCode[]).map((name) => {
    const { status, error } = wireError(name);
    const used = OPERATIONS.filter((operation) => errorsOf(operation).includes(name)).length;
    return [
      code(name),
      String(status),
      error.title ?? '',
      error.message,
      String(used || ''),
      ADVICE[name] ?? '',
    ];
  });
  return page(
    'Errors',
    'Every code that crosses a wire, over REST and over the live connection. The status is that of a REST answer. Codes are stable; messages are for people, and words in braces are filled in. "REST" counts the operations that may answer it; the others come over the [live connection](realtime.md).',
    table(['code', 'status', 'title', 'message', 'REST', ''], rows),
  );
}
