import fc from 'fast-check';

const long = process.env.SALEYARD_LONG === '1';
const chosen = process.env.SALEYARD_SEED;

/** Runs of one property: 500 with a fixed seed, or 10,000 with a fresh seed in the long run. */
export const PROPERTY_RUNS = long ? 10_000 : 500;

/**
 * Checks a fast-check property with the seed rule: fixed in CI, fresh in the long run, or
 * `SALEYARD_SEED`. A failure prints seed and path, so that it can become a named regression.
 */
export async function check<T>(
  property: fc.IPropertyWithHooks<T> | fc.IAsyncPropertyWithHooks<T>,
  { runs = PROPERTY_RUNS, seed = 20_260_101 }: { runs?: number; seed?: number } = {},
): Promise<void> {
  const options = chosen !== undefined ? { seed: Number(chosen) } : long ? {} : { seed };
  await fc.assert(property as fc.IAsyncProperty<T>, {
    numRuns: runs,
    includeErrorInReport: true,
    ...options,
  });
}

export { fc };
