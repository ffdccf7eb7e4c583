import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { isPostcodeOf } from '../fields/postcode-regions.ts';
import { proposedTitle, stateOfPic, townNamed } from './proposals.ts';
import { TOWNS } from './towns.ts';

const test = suite('what a lot form proposes');

test('a title from head, breed and sex', () => {
  const said = (count: unknown, breed: unknown, sex: unknown) => proposedTitle({ count, breed, sex });
  assert.is(said(40, 'Angus', 'Steer(s)'), '40 Angus Steers');
  assert.is(said(1, 'Angus', 'Bull(s)'), '1 Angus Bull');
  assert.is(said(12, ' Hereford ', 'Cow(s) and Calves'), '12 Hereford Cows and Calves');
  assert.is(said(90, 'Merino', 'Mixed Sex'), '90 Merino Mixed Sex');
  for (const [count, breed, sex] of [
    ['', 'Angus', 'Steer(s)'],
    ['4o', 'Angus', 'Steer(s)'],
    [0, 'Angus', 'Steer(s)'],
    [40, '', 'Steer(s)'],
    [40, 'Angus', ''],
    [40, undefined, undefined],
  ])
    assert.is(said(count, breed, sex), '');
});

test('the state of a property from its code', () => {
  assert.equal(
    ['NA123456', 'qabc1234', '3ABCD123', 'WABC1234', 'SA123456', 'TABC1234', 'MABC1234', 'NA12'].map(
      stateOfPic,
    ),
    ['NSW', 'QLD', 'VIC', 'WA', 'SA', 'NT', 'TAS', null],
  );
});

test('each listed town has a postcode of its state, and a name of its own', () => {
  for (const { name, state, postcode } of TOWNS)
    assert.ok(isPostcodeOf(postcode, state), `${name} ${state} ${postcode}`);
  assert.is(new Set(TOWNS.map(({ name }) => name)).size, TOWNS.length);
  assert.equal(townNamed(' gunnedah '), { name: 'GUNNEDAH', state: 'NSW', postcode: '2380' });
  assert.is(townNamed('Nowhere'), undefined);
});

test.run();
