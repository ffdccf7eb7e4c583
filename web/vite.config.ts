import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type UserConfig } from 'vite';
import { firstLoads } from './first-loads.ts';
import { operationCalls } from './operation-calls.ts';
import { screenChunk } from './screen-chunks.ts';

/**
 * Libraries that every page is made of. They stand with all they need, so that no chunk waits for one that waits for
 * it; our own modules stay where they are used.
 */
const BASE =
  /node_modules\/(react|react-dom|scheduler|react-router|@tanstack\/(react-query|query-core))\/|rolldown\/runtime/;

const LISTS =
  /@tanstack\/(query-core|react-query)\/.*\/(queriesObserver|useQueries|infiniteQueryObserver|useInfiniteQuery)\./;

const ROUTER = fileURLToPath(new URL('../node_modules/react-router/dist/production', import.meta.url));

/** The router as it is made for production, which its package's exports never name. */
const PRODUCTION_ROUTER = [
  { find: /^react-router$/, replacement: `${ROUTER}/index.mjs` },
  { find: /^react-router\/dom$/, replacement: `${ROUTER}/dom-export.mjs` },
];

/** What is no library. */
const OURS = /^(?!.*node_modules)/;

/** Chunks of screens that are opened without signing in, or first after it. */
const PUBLIC_SCREENS = /\/(sign-in|upcoming|catalogue)[^/]*$/;

/** The web as `build.ts` and a developer's `vite` build it. Chunks are cut where routes are loaded lazily. */
export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  plugins: [react(), operationCalls(), firstLoads()],
  resolve: {
    // `@/` as tsconfig.base.json maps it.
    tsconfigPaths: true,
    alias: command === 'build' ? PRODUCTION_ROUTER : [],
    // rxjs in the language of the target, without helpers for older browsers.
    conditions: ['es2015', ...defaultClientConditions],
  },
  build: {
    outDir: 'dist',
    target: 'es2022',
    // Inlined assets would need a looser content security policy.
    assetsInlineLimit: 0,
    manifest: true,
    // Making a schema has no effect: those that only forms of staff check with stay with these forms.
    rolldownOptions: {
      treeshake: { moduleSideEffects: [{ test: /typebox|contract|[\\/]domain[\\/]/, sideEffects: false }] },
      output: {
        codeSplitting: {
          // One file compresses better than many, and each request costs a phone a trip to the server.
          groups: [
            // Of React Query, what only lists need. Its own imports are in the base.
            { name: 'lists', test: LISTS, priority: 4, includeDependenciesRecursively: false },
            { name: 'base', test: BASE, priority: 3 },
            // Where something is typed or chosen: not on the first pages.
            { name: 'controls', test: /web\/src\/ui\/(choices|inputs|labelled)/, priority: 2 },
            // What else is loaded on every page.
            { name: 'first', tags: ['$initial'], priority: 2 },
            { name: 'rxjs', test: /node_modules\/rxjs\//, priority: 2 },
            // All icons are exported by one module, so the graph does not say which screen shows which.
            { name: 'icons', test: /@tabler/, priority: 1, minShareCount: 3 },
            {
              name: screenChunk,
              debugName: 'screens',
              test: OURS,
              priority: 1,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
    modulePreload: {
      // The polyfill injects script; every browser of the target has preload.
      polyfill: false,
      // The list of what is preloaded is part of every first page: it is kept short, and holds what public pages need.
      resolveDependencies: (file, dependencies, { hostType }) =>
        hostType === 'html' || PUBLIC_SCREENS.test(file)
          ? dependencies
          : dependencies.filter((name) => name.endsWith('.css')),
    },
  },
  server: {
    proxy: {
      '/api': { target: 'http://127.0.0.1:8080' },
      '/realtime': { target: 'ws://127.0.0.1:8080', ws: true },
    },
  },
}));

/**
 * What differs in the bundle that renders first views at the server. All of it is in one folder, since no package of the
 * web is installed there.
 */
export const serverBundle = {
  plugins: [react(), operationCalls()],
  publicDir: false,
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true, target: 'node' },
  build: {
    // A folder that is not served.
    outDir: 'dist/.server',
    ssr: 'src/server.tsx',
    target: 'node20',
    minify: false,
    chunkSizeWarningLimit: 4_000,
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: { entryFileNames: 'first-views-[hash].mjs', chunkFileNames: '[name]-[hash].mjs' },
    },
  },
} satisfies UserConfig;
