/** A random number generator: each call returns a number in [0, 1). Production passes `randomFraction`. */
export type Random = () => number;

/** A random number generator that gives the same numbers for the same seed (mulberry32). */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A seed made of texts: the same texts, the same seed (FNV-1a). */
export function seedOf(...texts: readonly string[]): number {
  let hash = 0x811c9dc5;
  for (const character of texts.join('\u0000')) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return hash >>> 0;
}

/** One of `items`, which must not be empty. */
export function pick<T>(random: Random, items: readonly T[]): T {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new RangeError('nothing to pick from');
  return item;
}

/** A whole number from `least` to `most`, both included. */
export const whole = (random: Random, least: number, most: number): number =>
  least + Math.floor(random() * (most - least + 1));

/** A number between two. */
export const between = (random: Random, least: number, most: number): number =>
  least + random() * (most - least);

/** A normally distributed number of mean 0 and deviation 1 (Box–Muller). */
export const bell = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
