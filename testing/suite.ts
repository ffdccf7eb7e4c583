import { suite as uvuSuite } from 'uvu';

/** The default limit of a test on a quiet machine, in ms. uvu itself never ends a hanging test. */
const TEST_LIMIT_MS = 10_000;
/**
 * A limit ends tests that hang and does not measure speed: a machine may be this many times slower before a test fails
 * by it.
 */
export const SLOWEST_TIMES = 6;

/** Set by the runner of plants to patterns, one a line: only the tests run whose names match one. */
export const ONLY_TESTS = 'SALEYARD_ONLY_TESTS';

/** What is printed with a test that fails, such as what its pages show: added to by what starts them. */
export const shownOnFailure = new Set<() => Promise<string>>();

type Body = () => unknown | Promise<unknown>;

/** A named group of tests, each with a time limit. Call `run()` once at the end of the file. */
export type Suite = {
  /** Adds a test. `limitMs` replaces the suite's limit for this one. */
  (name: string, body: Body, limitMs?: number): void;
  only(name: string, body: Body, limitMs?: number): void;
  before(body: Body): void;
  after(body: Body): void;
  beforeEach(body: Body): void;
  afterEach(body: Body): void;
  run(): void;
};

function limited(name: string, body: Body, quietMs: number): () => Promise<void> {
  const limitMs = quietMs * SLOWEST_TIMES;
  return async () => {
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`${name}: no answer within ${limitMs} ms`)), limitMs);
    });
    try {
      await Promise.race([Promise.resolve().then(body), limit]);
    } catch (error) {
      for (const show of shownOnFailure) console.error(`${name}: ${await show()}`);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  };
}

/**
 * A uvu suite whose tests each end within a limit: `limitMs` is what one may take on a quiet machine (default 10 s),
 * and six times as long ends it. Hooks share that limit.
 */
export function suite(title: string, { limitMs = TEST_LIMIT_MS }: { limitMs?: number } = {}): Suite {
  const inner = uvuSuite(title);
  const only = process.env[ONLY_TESTS]?.split('\n').map((pattern) => new RegExp(pattern, 's'));
  const add = (name: string, body: Body, own = limitMs) => {
    if (only?.every((pattern) => !pattern.test(name))) return;
    inner(name, limited(name, body, own));
  };
  // uvu ends a suite whose hook fails without reporting why.
  const hook = (which: string, body: Body) =>
    limited(
      `${title}: ${which}`,
      async () => {
        try {
          await body();
        } catch (error) {
          console.error(`${title}: ${which} failed:`, error);
          throw error;
        }
      },
      limitMs,
    );
  return Object.assign(add, {
    only: (name: string, body: Body, own = limitMs) => inner.only(name, limited(name, body, own)),
    before: (body: Body) => inner.before(hook('before', body)),
    after: (body: Body) => inner.after(hook('after', body)),
    beforeEach: (body: Body) => inner.before.each(hook('before each', body)),
    afterEach: (body: Body) => inner.after.each(hook('after each', body)),
    run: () => inner.run(),
  }) as Suite;
}

/**
 * Reports that a whole suite is not run here, and what would enable it. The test runner counts and repeats it.
 */
export function notRun(title: string, enableBy: string): void {
  console.log(`NOT RUN: ${title} (to enable: ${enableBy})`);
}
