import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { CHAINED, idOf, kindOf, prefixesOf, STREAMS, streamOf, UPCASTERS } from './streams.ts';

const test = suite('kinds of streams');
const kinds = Object.entries(STREAMS);

test('a stream is of one kind, and its name and its id name each other', () => {
  for (const [name, kind] of kinds) {
    assert.is(kind.name, name);
    const id = name === 'practice' ? 'practice-ann-1' : '0198c0de-0000-7000-8000-000000000001';
    const stream = streamOf(kind, id);
    assert.is(kindOf(stream)?.name, name);
    assert.is(idOf(kind, stream), id);
    const others = kinds.filter(([other]) => other !== name);
    for (const [, other] of others)
      assert.not.ok(stream.startsWith(other.prefix), `${name} is ${other.name} too`);
  }
  assert.is(kindOf('unheard-of-1'), undefined);
});

test('which kinds are relayed, and which are chained', () => {
  assert.equal(prefixesOf(({ audience }) => audience !== 'nobody').toSorted(), [
    'account-',
    'auction-',
    'kinds-',
    'listing-',
    'practice-',
  ]);
  assert.equal(CHAINED.toSorted(), ['auction-', 'practice-']);
});

test('every older version of an event type has a lift, and belongs to the same upcasters everywhere', () => {
  const versions = new Map<string, number>();
  for (const [, { schemas, upcasters }] of kinds) {
    for (const [type, version] of Object.entries<number>(schemas)) {
      assert.is(versions.get(type) ?? version, version, `${type} has two versions`);
      versions.set(type, version);
      const lifts = (upcasters as Record<string, Record<number, unknown>>)[type] ?? {};
      assert.equal(
        Object.keys(lifts).map(Number),
        Array.from({ length: version - 1 }, (_, n) => n + 1),
        `${type} is at version ${version}`,
      );
      assert.equal(UPCASTERS[type] ?? {}, lifts);
    }
  }
});

test.run();
