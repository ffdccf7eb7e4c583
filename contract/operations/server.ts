import * as Type from 'typebox';
import { Nothing, operations } from '../operation.ts';
import { ms, strictObject } from '../schema.ts';
import { ServerState } from '../server.ts';
import { Status } from '../status.ts';

const OWN = { side: 'gateway', who: 'anyone' } as const;

export const serverOperations = operations({
  serverTime: {
    ...OWN,
    method: 'get',
    path: '/api/v1/server-time',
    summary: "The server's clock",
    shed: 'uncounted',
    answer: strictObject({ serverTime: ms('the server’s clock') }),
  },
  checkServer: {
    ...OWN,
    method: 'get',
    path: '/api/v1/checkServer',
    summary: 'Whether the marketplace is open',
    more: '`message` is shown when it is closed.',
    shed: 'never',
    answer: ServerState,
  },
  status: {
    ...OWN,
    method: 'get',
    path: '/api/v1/status',
    summary: 'What works, and which public sales are frozen',
    more: 'For anyone. `freezes`: null while the read models cannot be read. Sales that are not public are never in it, nor what staff wrote. The answer is at most 2 s old.',
    shed: 'never',
    answer: Status,
  },
  anonymousLeft: {
    ...OWN,
    method: 'post',
    path: '/api/v1/delete-anonymous-user',
    summary: 'An anonymous visitor left the page',
    more: 'Sent as the page is left, so the body may also come as `text/plain`: `{"id":"…"}`, the id the socket was given.',
    shed: 'never',
    body: Type.Unsafe<{ id?: unknown }>({ type: 'object' }),
    plainText: true,
    bodyBytes: 4 * 1024,
    answer: Nothing,
  },
  healthz: {
    ...OWN,
    method: 'get',
    path: '/healthz',
    summary: 'Whether the process is alive',
    text: true,
  },
  readyz: {
    ...OWN,
    method: 'get',
    path: '/readyz',
    summary: 'Whether it can do its work',
    more: 'If not, it answers 503 with `Retry-After` and one word for the unavailable part. A second line names damaged streams, if there are any.',
    text: true,
  },
});
