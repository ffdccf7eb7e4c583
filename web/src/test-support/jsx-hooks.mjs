import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transform } from 'esbuild';

/**
 * Module hooks for component tests: `.tsx` as the web compiles it (the automatic JSX runtime), and style sheets
 * as a module whose every class is named after itself.
 */
export async function load(url, context, nextLoad) {
  const { pathname, protocol } = new URL(url);
  if (protocol !== 'file:' || pathname.includes('/node_modules/')) {
    return pathname.endsWith('.css')
      ? { format: 'module', source: 'export default {};', shortCircuit: true }
      : nextLoad(url, context);
  }
  if (pathname.endsWith('.css')) {
    const source = 'export default new Proxy({}, { get: (_, name) => String(name) });';
    return { format: 'module', source, shortCircuit: true };
  }
  if (pathname.endsWith('.tsx')) {
    const text = await readFile(fileURLToPath(url), 'utf8');
    const { code } = await transform(text, {
      loader: 'tsx',
      jsx: 'automatic',
      sourcemap: 'inline',
      sourcefile: fileURLToPath(url),
    });
    return { format: 'module', source: code, shortCircuit: true };
  }
  return nextLoad(url, context);
}
