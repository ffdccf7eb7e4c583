import type { WireError } from '@saleyard/contract/errors.ts';
import type { Request } from 'express';

/**
 * Whether a person followed this address: a browser that opens a page prefers HTML, while programs and the scripts of
 * our pages accept anything or ask for JSON.
 */
export const opensAPage = (request: Pick<Request, 'method' | 'accepts'>): boolean =>
  (request.method === 'GET' || request.method === 'HEAD') && request.accepts(['json', 'html']) === 'html';

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? '');

/** Titles for errors that have none, by status. */
const TITLES: Readonly<Record<number, string>> = {
  401: 'Please login',
  403: 'You do not have access to this page',
  404: '404 not found',
  429: 'Please wait a moment',
  503: 'We’re busy',
};

/**
 * A page for a person whose address was refused, without scripts. `retryInS`: seconds after which it loads the address
 * again by itself; null: it does not.
 */
export function refusalPage(
  status: number,
  { title, message }: Partial<Pick<WireError, 'title' | 'message'>>,
  retryInS: number | null,
): string {
  const heading = escaped(TITLES[status] ?? title ?? 'Error');
  const text = status === 404 ? 'There is nothing at this address.' : (message ?? 'Something is wrong.');
  const refresh = retryInS === null ? '' : `<meta http-equiv="refresh" content="${retryInS}">`;
  const waiting =
    retryInS === null
      ? ''
      : `<p role="status">This page tries again in ${retryInS} s. <a href="">Try again now</a></p>`;
  return `<!doctype html>
<html lang="en-AU"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">${refresh}<title>${heading} · Saleyard</title></head>
<body style="font-family:system-ui;line-height:1.5;max-width:34rem;margin:15vh auto;padding:0 1rem">
<h1>${heading}</h1>
<p>${escaped(text)}</p>
${waiting}<p><a href="/">Go to the auctions</a></p>
</body></html>
`;
}
