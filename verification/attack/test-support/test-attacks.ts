import { notRun, suite } from '@saleyard/testing/suite.ts';
import { IS_FULL } from '@saleyard/testing/tier.ts';
import * as assert from 'uvu/assert';
import type { Attack } from '../attack.ts';
import { PLANTED } from '../planted.ts';
import { runAttack } from '../run-attack.ts';

/** Bugs that only a user who may mount a file system can find. */
const NEEDS_ROOT: ReadonlySet<string> = new Set(['disk-full']);

/** Runs attacks as tests, and in the full run each again with the bugs that are planted for it. */
export function testAttacks(title: string, attacks: readonly Attack[]): void {
  const test = suite(title, { limitMs: 300_000 });
  const isRoot = process.getuid?.() === 0;
  for (const { name, holds } of attacks) {
    if (!isRoot && NEEDS_ROOT.has(name)) {
      notRun(`the attack ${name}`, 'run as a user that may mount a tmpfs');
      continue;
    }
    test(`${name}: ${holds}`, async () => {
      const { broken } = await runAttack(name, 'quick');
      assert.equal(broken, []);
    });
    const bugs = PLANTED.filter(({ attack }) => attack === name);
    test(`${name} has a planted bug`, () => assert.ok(bugs.length > 0));
    for (const bug of IS_FULL ? bugs : []) {
      test(`${name} finds "${bug.name}": ${bug.what}`, async () => {
        const { broken } = await runAttack(name, 'quick', bug);
        assert.ok(broken.length > 0);
      });
    }
  }
  if (IS_FULL) {
    test('a bug that cannot be planted says so', async () => {
      const [first] = PLANTED;
      if (first === undefined) throw new Error('no bugs');
      const gone = { ...first, find: 'a passage that is nowhere' };
      const error = await runAttack(attacks[0]?.name ?? '', 'quick', gone).catch((thrown: unknown) => thrown);
      assert.instance(error, Error);
      assert.match((error as Error).message, "can't be planted");
    });
  }
  test.run();
}
