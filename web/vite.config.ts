import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { leanContract } from './lean-contract.ts';

/**
 * Libraries that every page is made of. They stand with all they need, so that no chunk waits for one that waits for
 * it; our own modules stay where they are used.
 */
const BASE =
  /node_modules\/(react|react-dom|scheduler|react-router|clsx|@tanstack\/(react-query|query-core)|@mantine\/(core\/esm\/(core|components\/(Button|Loader|UnstyledButton))))\//;

/** Chunks of screens that are opened without signing in, or first after it. */
const PUBLIC_SCREENS = /\/(sign-in|upcoming|catalogue|lot-screen|search|results)[^/]*$/;

/** The web as `build.ts` and a developer's `vite` build it. Chunks are cut where routes are loaded lazily. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), leanContract()],
  // `@/` as tsconfig.base.json maps it.
  resolve: { tsconfigPaths: true },
  build: {
    outDir: 'dist',
    target: 'es2022',
    // Inlined assets would need a looser content security policy.
    assetsInlineLimit: 0,
    manifest: true,
    // Making a schema has no effect: those that only forms of staff judge by stay with these forms.
    rolldownOptions: {
      treeshake: { moduleSideEffects: [{ test: /typebox|contract|[\\/]domain[\\/]/, sideEffects: false }] },
      output: {
        codeSplitting: {
          groups: [
            // What every page needs stands together: one file compresses better than many.
            { name: 'base', test: BASE },
          ],
        },
      },
    },
    modulePreload: {
      // The polyfill injects script; every browser of the target has preload.
      polyfill: false,
      // The list of what is preloaded is part of every first page: it is kept short, and holds what public pages need.
      resolveDependencies: (file, dependencies) =>
        PUBLIC_SCREENS.test(file) ? dependencies : dependencies.filter((name) => name.endsWith('.css')),
    },
  },
  server: {
    proxy: {
      '/api': { target: 'http://127.0.0.1:8080' },
      '/realtime': { target: 'ws://127.0.0.1:8080', ws: true },
    },
  },
});
