import { readdir, readFile } from 'node:fs/promises';
import { constants, deflateRawSync } from 'node:zlib';
import type { AskedView } from '@saleyard/contract/first-view.ts';
import type { RenderView } from '@saleyard/gateway/http/first-views.ts';
import { buildOf } from '@saleyard/gateway/http/web-files.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { Logger } from '@saleyard/platform/logging/logger.ts';

/** The bundle of the web that renders first views (`web/src/server.tsx`): one file of this folder, and what it imports. */
const FOLDER = new URL('../../web/dist/.server/', import.meta.url);
const BUNDLE = /^first-views-.*\.mjs$/;
const PAGE = new URL('../index.html', FOLDER);

/** What it exports. */
type Bundle = {
  renderFirstView(asked: AskedView, at: number): Promise<string | null>;
  callBy(fetch: (address: string, init: RequestInit) => Promise<Response>): void;
};

/** A bundle, and the build of the web that it is of. */
type Loaded = Pick<Bundle, 'renderFirstView'> & { build: string };

type Parts = {
  clock: Pick<Clock, 'now'>;
  logger: Pick<Logger, 'error'>;
  /** Where operations are read as a visitor: an origin of this process, and the headers that it needs. */
  reads: () => { origin: string; headers: Record<string, string> };
};

/** The origin by which a process reaches what it serves at an address of its own. */
export const ownOrigin = ({ port, host }: { port: number; host: string }): string => {
  const reached = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`;
};

/**
 * Renders first views in this thread, by the bundle that the web's build wrote. It is loaded with the first view, and
 * again after a build. There are no views without a build, and none for pages of another build: while processes are
 * upgraded, a gateway may be newer or older.
 */
export function firstViewRenderer({ clock, logger, reads }: Parts): RenderView {
  let last: { name: string; loaded: Promise<Loaded> } | null = null;

  const load = async (name: string): Promise<Loaded> => {
    const build = buildOf(await readFile(PAGE, 'utf8'));
    const { callBy, renderFirstView } = (await import(new URL(name, FOLDER).href)) as Bundle;
    callBy((address, { signal }) => {
      const { origin, headers } = reads();
      const url = new URL(address, origin);
      // The browser reads the lot once more; that is counted.
      url.searchParams.delete('trackView');
      return fetch(url, { headers, signal: signal ?? null });
    });
    return { build, renderFirstView };
  };

  return async (asked) => {
    const name = (await readdir(FOLDER).catch(() => [])).find((file) => BUNDLE.test(file));
    if (name === undefined) return null;
    if (last?.name !== name) last = { name, loaded: load(name) };
    try {
      const { build, renderFirstView } = await last.loaded;
      const html = build === asked.build ? await renderFirstView(asked, clock.now()) : null;
      return html === null
        ? null
        : deflateRawSync(Buffer.from(html), { finishFlush: constants.Z_SYNC_FLUSH });
    } catch (error) {
      // A read that was refused, because the server is busy, was counted and logged where it was.
      if (!(error instanceof Error && error.name === 'ApiError'))
        logger.error({ err: error, path: asked.path }, 'a first view could not be rendered');
      throw error;
    }
  };
}
