import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { npmCommand, runNpmCommand } from '../command-line.ts';
import { REFERENCE_FOLDER, renderedFiles } from './rendered-files.ts';

const folder = new URL(`../../${REFERENCE_FOLDER}/`, import.meta.url);

await runNpmCommand(
  npmCommand('reference')
    .description(`Writes the rendered pages of ${REFERENCE_FOLDER}/ and prints their names.`)
    .action(async () => {
      for (const [name, text] of Object.entries(await renderedFiles())) {
        await writeFile(new URL(name, folder), text);
        console.log(`${fileURLToPath(folder)}${name}`);
      }
    }),
);
