import { type HttpHandler, HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { leaveScreens } from './open-screens.ts';

const base = 'http://saleyard.test/api/v1';

/** Answers `{data}` to GET `path` (relative to the API's base). */
export const answers = (path: string, data: unknown): HttpHandler =>
  http.get(`${base}/${path}`, () => HttpResponse.json({ data }));

/** Refuses every call of `method` to `path` with `status` and one error. */
export const refuses = (
  method: 'get' | 'post' | 'put' | 'delete',
  path: string,
  status: number,
  error?: { code: string; title?: string; message: string; field?: string },
): HttpHandler =>
  http[method](`${base}/${path}`, () => HttpResponse.json(error ? { errors: [error] } : {}, { status }));

/** No answer at all comes from `path`. */
export const unreachable = (path: string): HttpHandler =>
  http.all(`${base}/${path}`, () => HttpResponse.error());

/** Hands each call to `path` to `handle`, whose return value is answered as `{data}`. */
export const handles = (
  method: 'get' | 'post' | 'put' | 'delete',
  path: string,
  handle: (request: Request) => unknown,
): HttpHandler =>
  http[method](`${base}/${path}`, async ({ request }) => HttpResponse.json({ data: await handle(request) }));

/** Resolves when the server, which answers `users/me`, has received what was sent so far. */
export const untilReceived = async (): Promise<unknown> => (await fetch(`${base}/users/me`)).text();

/**
 * A stand-in for the server behind the page. Listen with `onUnhandledRequest: 'error'`, so that a call it does not
 * know fails the test. `close` also leaves the screens that are open.
 */
export function mockServer(...handlers: HttpHandler[]) {
  const server = setupServer(...handlers);
  return Object.assign(server, {
    close: closing(server.close.bind(server)),
  });
}

/** Ends the screens before the server they talk to. */
const closing = (close: () => void) => () => {
  leaveScreens();
  close();
};
