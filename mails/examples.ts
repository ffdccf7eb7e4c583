import { readdir } from 'node:fs/promises';
import type { RenderedMail } from './layout.ts';
import type { MailTemplate } from './mail.ts';

const SUFFIX = '.mail.ts';

/** Every e-mail of this folder with its example data, by the name of its file. */
export async function exampleMails(): Promise<ReadonlyMap<string, RenderedMail>> {
  const files = (await readdir(import.meta.dirname)).filter((file) => file.endsWith(SUFFIX));
  const rendered = files.sort().map(async (file): Promise<[string, RenderedMail]> => {
    const name = file.slice(0, -SUFFIX.length);
    // A compiled program holds every file that this pattern matches.
    const { default: mail } = (await import(`./${name}.mail.ts`)) as { default: MailTemplate<unknown> };
    return [name, mail(mail.example)];
  });
  return new Map(await Promise.all(rendered));
}
