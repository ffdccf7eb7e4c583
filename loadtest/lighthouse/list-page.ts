import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

/** The web's folder, whose React the page has. */
const WEB = fileURLToPath(new URL('../../web', import.meta.url));

const ROWS = Array.from({ length: 20 }, (_, at) => ({
  title: `${10 + at} Angus Steers`,
  place: 'Gunnedah, NSW',
  weight: `${300 + at} kg`,
}));

const SCRIPT = `
import { createElement as h } from 'react';
import { createRoot } from 'react-dom/client';
const rows = await (await fetch('/rows.json')).json();
createRoot(document.getElementById('root')).render(
  h('ul', null, rows.map(({ title, place, weight }) =>
    h('li', { key: title }, h('h2', null, title), h('p', null, place, ', ', weight)))),
);
`;

const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A list</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="description" content="A list">
<link rel="icon" href="data:,"><script type="module" src="/list.js"></script></head>
<body><main><h1>Lots</h1><div id="root"></div></main></body></html>`;

/**
 * Serves a page that reads 20 rows and renders them by React, and nothing else: what a measurement of this machine is
 * compared with. Resolves to its address.
 */
export async function serveListPage(): Promise<{ url: string; close(): void }> {
  const { outputFiles } = await build({
    stdin: { contents: SCRIPT, resolveDir: WEB, loader: 'js' },
    bundle: true,
    format: 'esm',
    target: 'es2022',
    minify: true,
    define: { 'process.env.NODE_ENV': '"production"' },
    write: false,
  });
  const files: Readonly<Record<string, { type: string; body: Buffer }>> = {
    '/': { type: 'text/html; charset=utf-8', body: gzipSync(PAGE) },
    '/list.js': { type: 'text/javascript', body: gzipSync(outputFiles[0]?.contents ?? '') },
    '/rows.json': { type: 'application/json', body: gzipSync(JSON.stringify(ROWS)) },
  };
  const server = createServer(({ url = '' }, response) => {
    const file = files[url];
    if (file === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': file.type, 'content-encoding': 'gzip' }).end(file.body);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
