import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const ALL = fileURLToPath(import.meta.resolve('@mantine/core/styles.layer.css'));
const EACH = path.join(path.dirname(ALL), 'styles');

/** What no component but the page itself needs. */
const GROUND = ['baseline', 'default-css-variables', 'global'];

const COMPONENT = /@mantine\/core\/esm\/(?:components|utils)\/.*?(\w+)\.mjs$/;

const importOf = (name: string): string => `import ${JSON.stringify(path.join(EACH, `${name}.layer.css`))};`;

/**
 * Mantine's styles as far as they are used: each component brings its own, in the chunk it is in, after those of
 * the components that it is made of. In development `styles.layer.css` is loaded whole.
 */
export const leanStyles = (): Plugin => ({
  name: 'lean-styles',
  apply: 'build',
  enforce: 'pre',
  transform(code, id) {
    const name = COMPONENT.exec(id)?.[1];
    if (name === undefined || !existsSync(path.join(EACH, `${name}.layer.css`))) return null;
    return { code: `${code}\n${importOf(name)}`, map: null, moduleSideEffects: true };
  },
  resolveId: (source) => (source === '@mantine/core/styles.layer.css' ? '\0mantine-ground.js' : null),
  load: (id) =>
    id === '\0mantine-ground.js' ? { code: GROUND.map(importOf).join('\n'), moduleSideEffects: true } : null,
});
