import { readdir } from 'node:fs/promises';
import type { RenderedMail } from './layout.ts';
import type { MailTemplate } from './mail.ts';

const SUFFIX = '.mail.ts';

/** Every e-mail of this folder with its example data, by the name of its file. */
export async function exampleMails(): Promise<ReadonlyMap<string, RenderedMail>> {
  const files = (await readdir(import.meta.dirname)).filter((file) => file.endsWith(SUFFIX)).sort();
  const rendered = files.map(async (file): Promise<[string, RenderedMail]> => {
    const { default: template } = (await import(new URL(file, import.meta.url).href)) as {
      default: MailTemplate<unknown>;
    };
    return [file.slice(0, -SUFFIX.length), template(template.example)];
  });
  return new Map(await Promise.all(rendered));
}
