import { register } from 'node:module';
import { GlobalRegistrator } from '@happy-dom/global-registrator';

/**
 * A page for component tests. Import it first; then import components with `await import(…)`, so that they are
 * loaded through the hooks this file registers:
 *
 *     import './dom.ts';
 *     const { renderScreen } = await import('./render.tsx');
 */
// The test runner compiles tests with all that they load. Only a test file that is run by itself needs the hooks.
if (/\.tsx?$/.test(process.argv[1] ?? '')) register('./jsx-hooks.mjs', import.meta.url);

// React's development build records each render for a profiler that no test opens, unless this is missing.
Reflect.deleteProperty(console, 'timeStamp');

// Calls keep going through Node's own fetch and its parts, where msw answers them.
const { fetch, Request, Response, Headers, AbortController, AbortSignal, URL, URLSearchParams } = globalThis;
GlobalRegistrator.register({ url: 'http://saleyard.test/', width: 1280, height: 800 });

// As if somebody had signed in here before: who it is, is asked.
Reflect.set(document, 'cookie', 'saleyard-session=1');

/** A page's channel, which keeps no test running. */
class PageChannel extends BroadcastChannel {
  constructor(name: string) {
    super(name);
    (this as unknown as { unref: () => void }).unref();
  }
}

/** `/api/…` has no host outside a page: it gets the page's. */
const fromPage = (input: RequestInfo | URL, init?: RequestInit): Promise<Response> =>
  fetch(typeof input === 'string' ? new URL(input, location.href) : input, init);

Object.assign(globalThis, {
  fetch: fromPage,
  Request,
  Response,
  Headers,
  AbortController,
  AbortSignal,
  URL,
  URLSearchParams,
  BroadcastChannel: PageChannel,
});
