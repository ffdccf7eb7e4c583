import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Request, Response } from 'express';

/** Bytes below which an answer is sent as it is. */
const LEAST_BYTES = 1_024;
/** About a third of the time of the defaults, for answers that are hardly larger. */
const BROTLI = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
};
const GZIP = { level: 3 };

/**
 * Sends a text or its bytes, compressed in the thread that makes it, with its priority. Streams that compress would use
 * the four threads of the process, which write bids to disk too. A client that already has the answer gets 304 instead.
 */
export function sendCompressed(request: Request, response: Response, text: string | Uint8Array): Response {
  const body = Buffer.from(text);
  response.vary('Accept-Encoding');
  const etag = request.app.get('etag fn') as ((body: Buffer) => string) | undefined;
  if (etag && response.getHeader('ETag') === undefined) response.set('ETag', etag(body));
  if (body.length < LEAST_BYTES || request.fresh) return response.send(body);
  const encoding = request.acceptsEncodings('br') || request.acceptsEncodings('gzip');
  if (encoding === false) return response.send(body);
  response.set('Content-Encoding', encoding);
  return response.send(encoding === 'br' ? brotliCompressSync(body, BROTLI) : gzipSync(body, GZIP));
}
