import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { openApi } from '@saleyard/contract/openapi.ts';
import { commandLinePage, helpTexts } from './command-line-page.ts';
import { configurationPage } from './configuration-page.ts';
import { errorsPage } from './errors-page.ts';
import { metricsPage } from './metrics-page.ts';
import { realtimePage } from './realtime-page.ts';
import { restPage } from './rest-page.ts';
import { withNumbers } from './rule-numbers.ts';

/** Where they are, from the root of the checkout. */
export const REFERENCE_FOLDER = 'docs/reference';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The rules and guides whose numbers are rendered and whose text is written by hand. */
const NUMBERED = [
  ...['../rules/engine.md', '../rules/gateway.md'],
  ...['../guides/operate.md', '../guides/run-a-sale.md', '../guides/storms.md'],
];

/** JSON as Biome formats it. @throws Error when the formatter can't be run */
function formatted(json: object, name: string): string {
  const biome = path.join(ROOT, 'node_modules/.bin/biome');
  const { status, stdout, stderr } = spawnSync(biome, ['format', `--stdin-file-path=${name}`], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 16 * 1024 * 1024,
    input: JSON.stringify(json, null, 2),
  });
  if (status !== 0) throw new Error(`${name} could not be formatted: ${stderr}`);
  return stdout;
}

/** The rendered part of the reference: file name → text. Runs every command with `--help`, which takes seconds. */
export async function renderedFiles(): Promise<Readonly<Record<string, string>>> {
  const texts = await helpTexts();
  return {
    'openapi.json': formatted(openApi(), `${REFERENCE_FOLDER}/openapi.json`),
    'rest.md': restPage(),
    'realtime.md': realtimePage(),
    'errors.md': errorsPage(),
    'configuration.md': configurationPage(texts.get('start') ?? ''),
    'command-line.md': commandLinePage(texts),
    'metrics.md': metricsPage(),
    ...Object.fromEntries(
      NUMBERED.map((name) => [
        name,
        withNumbers(readFileSync(path.join(ROOT, REFERENCE_FOLDER, name), 'utf8')),
      ]),
    ),
  };
}
