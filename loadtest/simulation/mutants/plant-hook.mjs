/** @type {{ name: string, module: string, find: string, replace: string } | undefined} */
let mutant;

export function initialize(json) {
  mutant = JSON.parse(json);
}

/** Patches the mutant's module, and leaves a mark by which its process knows that it was. */
export async function load(url, context, next) {
  const loaded = await next(url, context);
  if (mutant === undefined || !url.split('?')[0].endsWith(`/${mutant.module}`)) return loaded;
  const text = String(loaded.source);
  const places = text.split(mutant.find).length - 1;
  if (places !== 1) {
    throw new Error(`"${mutant.name}" can't be planted: its passage is ${places} times in ${mutant.module}`);
  }
  const mark = `(globalThis as { planted?: string }).planted = ${JSON.stringify(mutant.name)};`;
  return { ...loaded, source: `${text.replace(mutant.find, () => mutant.replace)}\n${mark}\n` };
}
