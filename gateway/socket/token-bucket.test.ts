import { check, fc } from '@saleyard/testing/property.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { TokenBucket } from './token-bucket.ts';

const test = suite('token bucket');

const taken = (bucket: TokenBucket, times: number, now: number) =>
  Array.from({ length: times }, () => bucket.take(now)).filter(Boolean).length;

test('[G2] one second’s worth at once, then as fast as it fills', () => {
  const bucket = new TokenBucket(5, 1_000);
  assert.is(taken(bucket, 10, 1_000), 5);
  assert.is(taken(bucket, 10, 1_199), 0);
  assert.is(taken(bucket, 10, 1_200), 1);
  assert.is(taken(bucket, 10, 1_600), 2);
  assert.is(taken(bucket, 10, 60_000), 5);
});

test('[G21] what was charged beyond the tokens is filled before any is taken', () => {
  const bucket = new TokenBucket(10, 0);
  assert.ok(bucket.take(0));
  bucket.charge(0, 29);
  assert.is(taken(bucket, 10, 2_000), 0);
  assert.is(taken(bucket, 10, 2_100), 1);
  assert.is(taken(bucket, 20, 60_000), 10);
});

test('[G2] no period of time lets through more than the rate and what was saved', async () => {
  await check(
    fc.property(fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 200 }), (waits) => {
      const bucket = new TokenBucket(20, 0);
      let now = 0;
      let through = 0;
      for (const wait of waits) {
        now += wait;
        if (bucket.take(now)) through += 1;
      }
      assert.ok(through <= 20 + (now * 20) / 1000);
    }),
  );
});

test.run();
