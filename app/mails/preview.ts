import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { exampleMails } from '@saleyard/mails/examples.ts';
import { npmCommand, runNpmCommand } from '../command-line.ts';

async function preview(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [name, { subject, text, html }] of await exampleMails()) {
    await writeFile(path.join(folder, `${name}.html`), html);
    await writeFile(path.join(folder, `${name}.txt`), `Subject: ${subject}\n\n${text}\n`);
    console.log(`${path.join(folder, name)}.{html,txt}  ${subject}`);
  }
}

await runNpmCommand(
  npmCommand('mails')
    .description('Writes every e-mail with example data into a folder, as HTML and as plain text.')
    .argument('[folder]', 'made where it is missing', path.join('artifacts', 'mails'))
    .action(preview),
);
