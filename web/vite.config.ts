import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { leanContract } from './lean-contract.ts';

/** Libraries that every page is made of. Our own modules stay where they are used, in the order they need. */
const BASE =
  /node_modules\/(react|react-dom|scheduler|react-router|luxon|@tanstack\/(react-query|query-core))\//;

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
    // Schemas are for the forms of staff: a public page loads none.
    rolldownOptions: {
      treeshake: { moduleSideEffects: [{ test: /typebox|contract/, sideEffects: false }] },
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            // What every page needs stands together: one file compresses better than many.
            { name: 'base', test: BASE },
            { name: 'schemas', test: /node_modules\/typebox\/|contract\/(schema|lots|staff)\.ts/ },
            { name: 'contract', test: /contract\/(?!errors)\w+\.ts/ },
          ],
        },
      },
    },
    // Polyfilling module preload injects script; every browser of the target has it.
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: { '/api': 'http://127.0.0.1:8080', '/realtime': { target: 'ws://127.0.0.1:8080', ws: true } },
  },
});
