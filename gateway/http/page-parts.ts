import { constants, crc32, deflateRawSync } from 'node:zlib';
import type { Request, Response } from 'express';
import type { FirstView } from './first-views.ts';

// A page is sent in parts, so that the browser loads its scripts while its view is still rendered. The view was compressed
// once, by the process that rendered it: deflate streams that end with a sync flush can be joined.

/** Of a gzip file without a name or a time (RFC 1952). */
const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);

/** The bytes of a gzip file, part by part. */
export class GzipParts {
  #crc = 0;
  #bytes = 0;

  /** The next bytes. `deflated`: the part as it was compressed before. */
  next(part: Uint8Array, deflated?: Uint8Array): Buffer {
    const head = this.#bytes === 0 ? GZIP_HEAD : Buffer.alloc(0);
    this.#crc = crc32(part, this.#crc);
    this.#bytes += part.length;
    return Buffer.concat([head, deflated ?? deflateRawSync(part, { finishFlush: constants.Z_SYNC_FLUSH })]);
  }

  /** The last bytes. */
  end(): Buffer {
    const sums = Buffer.alloc(8);
    sums.writeUInt32LE(this.#crc, 0);
    sums.writeUInt32LE(this.#bytes % 2 ** 32, 4);
    return Buffer.concat([deflateRawSync(Buffer.alloc(0)), sums]);
  }
}

/** Bytes that are sent in many pages, as they are and as a part of a gzip file. */
export type Part = { raw: Uint8Array; deflated: Uint8Array };

export const partOf = (text: string): Part => {
  const raw = Buffer.from(text);
  return { raw, deflated: deflateRawSync(raw, { finishFlush: constants.Z_SYNC_FLUSH }) };
};

/** A page around its view. `styles`: its style sheets; `without`: what is in the place of the view without one. */
export type Around = { before: string; styles: Part; head: string; without: string; after: string };

/** The place of the first view in the page: what is there until the scripts run. */
const ROOT = /(?<=<div id="root">)<div class="sy-opening">[^<]*<\/div><\/div>/;
/** What the browser loads for the screen, after what the page itself needs. */
const OF_SCREEN = /<meta name="server-state".*/s;
const LATER = /<link rel="modulepreload"[^>]*>|<link rel="preload" as="fetch"[^>]*>/g;
const STYLESHEET = /<link rel="stylesheet"[^>]* href="([^"]+)">/g;

/**
 * Takes a page apart for its view. Its style sheets are part of it, so that the view is painted without another trip to the
 * server. What loads them, and what loads the screen's scripts and data, follows the view: its pictures come first. null:
 * the page has no place for a view.
 */
export async function aroundView(
  page: string,
  stylesOf: (addresses: readonly string[]) => Promise<Part>,
): Promise<Around | null> {
  const found = ROOT.exec(page);
  if (found === null) return null;
  const [without] = found;
  const top = page.slice(0, found.index);
  const links = [...top.matchAll(STYLESHEET)];
  const styles = await stylesOf(links.flatMap(([, address]) => address ?? []));
  const later: string[] = [];
  const bare = top.replace(STYLESHEET, '').replace(OF_SCREEN, (part) =>
    part.replace(LATER, (link) => {
      later.push(link);
      return '';
    }),
  );
  const end = bare.indexOf('</head>');
  return {
    before: bare.slice(0, end),
    styles,
    head: bare.slice(end),
    without,
    after: [...later, ...links.map(([link]) => link)].join('') + page.slice(found.index + without.length),
  };
}

/** Sends a page whose view comes later; null: it has none. */
export async function sendInParts(
  request: Request,
  response: Response,
  { before, styles, head, without, after }: Around,
  view: Promise<FirstView | null>,
): Promise<void> {
  const gzip = request.acceptsEncodings('gzip') === 'gzip' ? new GzipParts() : null;
  const send = (part: Uint8Array, deflated?: Uint8Array): void => {
    response.write(gzip === null ? part : gzip.next(part, deflated));
  };
  response.type('html').vary('Accept-Encoding');
  // Said for the middleware that compresses, too: it lets the answer pass.
  response.setHeader('Content-Encoding', gzip === null ? 'identity' : 'gzip');
  send(Buffer.from(before));
  send(styles.raw, styles.deflated);
  send(Buffer.from(head));
  const shown = await view;
  if (shown === null) send(Buffer.from(without + after));
  else {
    send(shown.html, shown.deflated);
    send(Buffer.from(after));
  }
  response.end(gzip?.end());
}
