import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { REFERENCE_FOLDER, renderedFiles } from './rendered-files.ts';

const folder = new URL(`../../${REFERENCE_FOLDER}/`, import.meta.url);

for (const [name, text] of Object.entries(await renderedFiles())) {
  await writeFile(new URL(name, folder), text);
  console.log(`${fileURLToPath(folder)}${name}`);
}
