import { check, fc } from '@saleyard/testing/property.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { canonicalJson, NO_SPACE, putCanonical } from './canonical-json.ts';

const test = suite('canonical JSON', { limitMs: 60_000 });

/** The rule itself, slow and plain: members sorted by their names, then what JSON.stringify says. */
function plainly(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(plainly).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  const text = members
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${plainly(member)}`);
  return `{${text.join(',')}}`;
}

test('any JSON value is written as the rule says, and reads back as it was', () =>
  check(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
      const json = canonicalJson(value);
      assert.is(json, plainly(value));
      assert.equal(JSON.parse(json), JSON.parse(JSON.stringify(value)));
    }),
  ));

test('any string and any number is written as JSON.stringify writes it', () =>
  check(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 120 }),
      fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.maxSafeInteger(), fc.integer()),
      (text, number) => {
        assert.is(canonicalJson(text), JSON.stringify(text));
        assert.is(canonicalJson(number), JSON.stringify(number));
      },
    ),
  ));

test('whole numbers at the edges of their digits', () => {
  for (let power = 0; power < 16; power += 1) {
    for (const near of [-1, 0, 1]) {
      const number = 10 ** power + near;
      assert.is(canonicalJson(number), String(number));
      assert.is(canonicalJson(-number), JSON.stringify(-number));
    }
  }
  assert.is(canonicalJson(-0), '0');
  assert.is(canonicalJson(Number.MAX_SAFE_INTEGER), '9007199254740991');
});

test('the order of members does not matter, also with many shapes of the same first name', () => {
  for (let i = 0; i < 100; i += 1) {
    const names = Array.from({ length: 6 }, (_, n) => `name${(n * 7 + i) % 101}`);
    const one = Object.fromEntries(['first', ...names].map((name, at) => [name, at]));
    const other = Object.fromEntries(Object.entries(one).toReversed());
    assert.is(canonicalJson(one), canonicalJson(other));
    assert.is(canonicalJson(one), plainly(one));
  }
});

test('members that are undefined are left out', () => {
  assert.is(canonicalJson({ b: undefined, a: 1, c: undefined }), '{"a":1}');
  assert.is(canonicalJson({ a: undefined }), '{}');
  assert.is(canonicalJson({}), '{}');
});

test('what JSON would change is refused', () => {
  for (const value of [
    Number.NaN,
    Number.POSITIVE_INFINITY,
    undefined,
    [undefined],
    1n,
    () => 1,
    new Date(0),
    new Map(),
  ]) {
    assert.throws(
      () => canonicalJson(value),
      (error: unknown) => error instanceof TypeError,
    );
  }
});

test('bytes that end too early are never written over', () => {
  const value = { text: 'é"x', list: [1, true, null, 'abc'], deep: { number: 123_456_789_012 } };
  const whole = Buffer.from(canonicalJson(value));
  for (let space = 0; space < whole.length; space += 1) {
    const memory = Buffer.alloc(whole.length + 1, 0xff);
    assert.throws(
      () => putCanonical(memory.subarray(0, space), 0, value),
      (error: unknown) => error === NO_SPACE,
    );
    assert.ok(memory.subarray(space).every((byte) => byte === 0xff));
  }
});

test('a text of a megabyte', () => {
  const value = { text: '🐑'.repeat(300_000) };
  assert.is(canonicalJson(value), JSON.stringify(value));
});

test.run();
