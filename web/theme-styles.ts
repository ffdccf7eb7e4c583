import { MantineProvider } from '@mantine/core';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Plugin } from 'vite';
import { cssVariables, theme } from './src/config/theme.ts';

/** The variables of both colour schemes and what hangs on the theme's breakpoints, as Mantine writes them. */
function stylesOfTheme(): string {
  const page = renderToStaticMarkup(
    createElement(MantineProvider, { theme, cssVariablesResolver: cssVariables }),
  );
  return [...page.matchAll(/<style[^>]*>([^<]*)<\/style>/g)].map(([, css]) => css).join('\n');
}

/**
 * Puts the theme into the style sheet before what paper changes of it: the page has its colours with the first styles,
 * and no script to make them.
 */
export const themeStyles = (): Plugin => ({
  name: 'theme-styles',
  enforce: 'pre',
  transform: (code, id) =>
    id.endsWith('/src/config/theme.css') ? { code: `${stylesOfTheme()}\n${code}`, map: null } : null,
});
