import { ManualClock } from '@saleyard/platform/clock/manual-clock.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { memorySecrets } from '../test-support/running-command-api.ts';
import { createSignInLimiter, SIGN_IN_LIMITS, type SignInLimits, unlockSignIn } from './sign-in-limiter.ts';

const test = suite('sign-in limiter');

const settled = () => new Promise((resolve) => setImmediate(resolve));

function limiterWith(limits: Partial<SignInLimits> = {}) {
  const clock = new ManualClock(1_800_000_000_000);
  const secrets = memorySecrets();
  const make = () => createSignInLimiter({ clock, secrets, limits: { ...SIGN_IN_LIMITS, ...limits } });
  const limiter = make();
  /** A failed attempt: its outcome, and the ms until it was checked. */
  const fail = async (from = '203.0.113.7', device: string | null = null, of = limiter) => {
    const began = clock.now();
    let counted: Awaited<ReturnType<typeof limiter.count>> | undefined;
    const counting = of.count({ emailHash: 'jane', ip: from, device });
    counting.then((found) => {
      counted = found;
    });
    for (await settled(); counted === undefined; await settled()) clock.advanceBy(50);
    return { outcome: counted.outcome, ms: clock.now() - began };
  };
  return { clock, secrets, limiter, make, fail };
}

test('delays grow before anything is refused', async () => {
  const { fail } = limiterWith();
  const waits: number[] = [];
  for (let n = 0; n < 10; n += 1) waits.push((await fail()).ms);
  assert.equal(waits, [0, 0, 0, 0, 250, 500, 1_000, 2_000, 4_000, 4_000]);
  assert.is((await fail()).outcome, 'over');
});

test('five addresses exhaust an e-mail on other devices, and no known device', async () => {
  const { fail } = limiterWith({ slowAfter: 1_000 });
  for (let address = 1; address <= 5; address += 1)
    for (let n = 0; n < 10; n += 1) assert.is((await fail(`203.0.113.${address}`)).outcome, 'counted');
  assert.is((await fail('203.0.113.9')).outcome, 'over');
  assert.is((await fail('203.0.113.1', 'device-1')).outcome, 'counted');
});

test('100 failures from one address slow others there, and refuse nobody', async () => {
  const { clock, limiter, fail } = limiterWith();
  for (let n = 0; n < 100; n += 1)
    await limiter.count({ emailHash: `nobody-${n}`, ip: '203.0.113.7', device: null });
  assert.equal(await fail(), { outcome: 'counted', ms: 250 });
  assert.equal(await fail('203.0.113.8'), { outcome: 'counted', ms: 0 }, 'another address is not slowed');
  assert.equal(await fail('203.0.113.7', 'device-1'), { outcome: 'counted', ms: 0 }, 'nor is a known device');
  assert.ok(clock.now() > 0);
});

test('only so many wait at once', async () => {
  const { clock, limiter } = limiterWith({ slowAfter: 0, perEmailAndAddress: 1_000, perEmail: 1_000 });
  const counting = Array.from({ length: 70 }, () =>
    limiter.count({ emailHash: 'jane', ip: '203.0.113.7', device: null }),
  );
  await settled();
  clock.advanceBy(60_000);
  const outcomes = (await Promise.all(counting)).map(({ outcome }) => outcome);
  assert.is(outcomes.filter((outcome) => outcome === 'over').length, 6);
});

test('an operator forgets the failures of an e-mail in every process', async () => {
  const { clock, secrets, make, fail } = limiterWith({ slowAfter: 1_000, perEmailAndAddress: 2 });
  const [one, two] = [make(), make()];
  for (const process of [one, two]) {
    for (let n = 0; n < 2; n += 1) await fail('203.0.113.7', null, process);
    assert.is((await fail('203.0.113.7', null, process)).outcome, 'over');
  }
  await unlockSignIn(secrets, 'jane', clock.now());
  for (const process of [one, two]) {
    for (let n = 0; n < 2; n += 1) assert.is((await fail('203.0.113.7', null, process)).outcome, 'counted');
    assert.is((await fail('203.0.113.7', null, process)).outcome, 'over', 'once');
  }
});

test.run();
