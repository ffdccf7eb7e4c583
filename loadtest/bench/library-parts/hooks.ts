import type { ResolveHook } from 'node:module';

/** The gateway's modules that are replaced, each by the one of the same name here. */
const REPLACED = /\/gateway\/socket\/((?:plain-frames|client-message|bid-answer)\.ts)$/;
const HERE = new URL('.', import.meta.url).href;

/** Resolves a module as usual, and then to its replacement, except for imports of the replacement itself. */
export const resolve: ResolveHook = async (specifier, context, next) => {
  const found = await next(specifier, context);
  const [url = ''] = found.url.split('?');
  const name = REPLACED.exec(url)?.[1];
  if (name === undefined || context.parentURL?.startsWith(HERE)) return found;
  return { ...found, url: new URL(name, HERE).href };
};
