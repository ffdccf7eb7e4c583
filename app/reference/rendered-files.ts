import { openApi } from '@saleyard/contract/openapi.ts';
import { commandLinePage, helpTexts } from './command-line-page.ts';
import { configurationPage } from './configuration-page.ts';
import { errorsPage } from './errors-page.ts';
import { realtimePage } from './realtime-page.ts';
import { restPage } from './rest-page.ts';

/** Where they stand, from the root of the checkout. */
export const REFERENCE_FOLDER = 'docs/reference';

/** The rendered part of the reference: file name → text. Asks every command for its help, which takes seconds. */
export async function renderedFiles(): Promise<Readonly<Record<string, string>>> {
  const texts = await helpTexts();
  return {
    'openapi.json': `${JSON.stringify(openApi(), null, 2)}\n`,
    'rest.md': restPage(),
    'realtime.md': realtimePage(),
    'errors.md': errorsPage(),
    'configuration.md': configurationPage(texts.get('start') ?? ''),
    'command-line.md': commandLinePage(texts),
  };
}
