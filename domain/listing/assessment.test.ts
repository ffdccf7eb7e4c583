import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { POSTCODES, regionOf } from '../fields/postcode-regions.ts';
import { assessmentOf, NO_ASSESSMENT, weightCounts, weightsAssessed } from './assessment.ts';
import { detailGroups, detailTree } from './forms/detail-groups.ts';
import { FORMS } from './forms/forms.ts';
import { lotView } from './forms/lot-view.ts';

const test = suite('assessment of a lot');

test('every head is in exactly one bin; bins follow each other without a gap', () => {
  for (const weights of [[412.5], [300, 300, 300], [281, 282.4, 310, 295, 333, 340, 279.5], [0.4, 41.2]]) {
    const counts = weightCounts(weights);
    assert.is(
      counts.reduce((sum, { count }) => sum + count, 0),
      weights.length,
    );
    for (const [index, bin] of counts.entries()) {
      assert.ok(bin.endWeight > bin.startWeight);
      if (index > 0) assert.is(bin.startWeight, counts[index - 1]?.endWeight);
    }
    assert.ok(counts.length <= 12);
    assert.ok((counts[0]?.startWeight ?? 0) <= Math.min(...weights));
    assert.ok((counts.at(-1)?.endWeight ?? 0) >= Math.max(...weights));
  }
  assert.equal(weightCounts([]), []);
});

test('[B250] weights, their average and the share of each fat score come from the rows of the heads', () => {
  const heads = [
    { weightLive: 400, fatScore: 3 },
    { weightLive: 420, fatScore: 3 },
    { weightLive: 410.5, fatScore: 2 },
    { weightLive: 380, fatScore: 4 },
  ];
  const { counts, ...rest } = assessmentOf({ details: {}, heads });
  assert.equal(rest, {
    minWeight: 380,
    maxWeight: 420,
    averageWeight: 402.63,
    scores: [
      { score: 2, percent: 25 },
      { score: 3, percent: 50 },
      { score: 4, percent: 25 },
    ],
  });
  assert.equal(counts[0], { startWeight: 380, endWeight: 385, count: 1 });
  assert.equal(assessmentOf(null), NO_ASSESSMENT);
  assert.equal(weightsAssessed([]), NO_ASSESSMENT);
});

test('a form with fat score shares is shown as entered', () => {
  const { scores } = assessmentOf({
    details: { fatScore1: 10, fatScore3: 90 },
    heads: [{ weightLive: 44 }],
  });
  assert.equal(scores, [
    { score: 1, percent: 10 },
    { score: 3, percent: 90 },
  ]);
});

test('[B156] private fields are in the groups only when all are requested', () => {
  const details = {
    title: '40 Steers',
    vendorName: 'Secret Pastoral',
    town: 'GUNNEDAH',
    temperament: 'Quiet',
  };
  const publicIds = (all: boolean) =>
    detailGroups(FORMS.cattle, details, { all }).flatMap(({ values }) =>
      values.map(({ publicId }) => publicId),
    );
  assert.equal(publicIds(false), ['title', 'town', 'temperament']);
  assert.equal(publicIds(true), ['title', 'vendorName', 'town', 'temperament']);
  const [group] = detailGroups(FORMS.cattle, details, { all: false });
  assert.equal(group, {
    publicId: 'lotTitle',
    title: 'Title',
    type: 'group',
    values: [
      {
        publicId: 'title',
        title: 'Title',
        type: 'text',
        value: '40 Steers',
        isPublic: true,
        options: [],
        isRequired: true,
        isMarked: false,
        invalid: false,
      },
    ],
  });
});

test('a lot shows accreditations, parents, its average age and its weight gain', () => {
  const view = lotView(
    'cattle',
    {
      details: {
        title: 'Steers',
        euAccredited: true,
        jBasScore: 7,
        sire: 'Bono',
        ageMinMonths: 8,
        ageMaxMonths: 11,
      },
      media: [],
      optiweighAllowed: true,
      mobEntryWeight: 280,
      adjustWeight: -2,
      weightGain: 0.5,
      countWeighed: 3,
    },
    FORMS.cattle,
    Date.UTC(2026, 8, 30),
  );
  const { euAccredited, organic, jBasScore, sire, dam } = view.inlineDetails;
  assert.equal([euAccredited, organic, jBasScore, sire, dam], [true, null, 7, 'Bono', '']);
  assert.is(view.publicDetails.age.average, 9.5);
  assert.is(view.publicDetails.titleLive, 'Steers, 8 - 11 mths');
  const { optiweighAllowed, mobEntryWeight, adjustWeight, weightGain, countWeighed, weightGainTotal } = view;
  assert.equal(
    [optiweighAllowed, mobEntryWeight, adjustWeight, weightGain, countWeighed, weightGainTotal],
    [true, 280, -2, 0.5, 3, 0],
  );
});

test('weights that buyers see are those of the weighed heads and the adjustment, typed ones where none was weighed', () => {
  const typed = { weightAverageKg: 500, weightCurfewKg: 490, weightMinKg: 450, weightMaxKg: 600 };
  const weightOf = (heads: { weightLive: number }[], adjustWeight: number) => {
    const { publicDetails } = lotView('cattle', { details: typed, media: [], heads, adjustWeight });
    return { ...publicDetails.weight, said: publicDetails.summary.weight };
  };
  assert.equal(weightOf([], -4), { average: 500, curfew: 490, min: 450, max: 600, said: '500 kg' });
  const heads = [{ weightLive: 400 }, { weightLive: 412.5 }, { weightLive: 420 }];
  assert.equal(weightOf(heads, -4), {
    average: 410.83,
    curfew: 394.4,
    min: 400,
    max: 420,
    said: '410.83 kg',
  });
  assert.is(weightOf(heads, 0).curfew, null, 'a typed curfew weight is not of these heads');
});

test('heads that the form no longer shows do not count: left-over rows, and those of a mob on walk-over scales', () => {
  const row = (weightLive: number) => ({ weightLive, fatScore: weightLive === 400 ? 3 : 5 });
  const heads = [...Array(5).fill(row(400)), ...Array(20).fill(row(600))];
  const seen = (countWeighed: number | null, optiweighAllowed = false) => {
    const details = { weightAverageKg: 333 };
    const shown = { details, media: [], heads, countWeighed, optiweighAllowed };
    const { counts, averageWeight, scores } = assessmentOf(shown);
    const histogram = counts.reduce((sum, { count }) => sum + count, 0);
    const { average, max } = lotView('cattle', shown).publicDetails.weight;
    return { average, max, histogram, averageWeight, scores: scores.map(({ score }) => score) };
  };
  assert.equal(seen(5), { average: 400, max: 400, histogram: 5, averageWeight: 400, scores: [3] });
  assert.equal(seen(25), { average: 560, max: 600, histogram: 25, averageWeight: 560, scores: [3, 5] });
  const none = { average: 333, max: null, histogram: 0, averageWeight: null, scores: [] };
  assert.equal(seen(0), none, 'goats that were not weighed');
  assert.equal(seen(null), none, 'no number is stated');
  assert.equal(seen(5, true), none, 'the pager is hidden');
});

test('a head gains until the sale from the day it was assessed', () => {
  const shown = { details: { assessmentDate: '2026-09-20' }, media: [], weightGain: 0.5 };
  const gained = (liveAt: number) => lotView('cattle', shown, FORMS.cattle, liveAt).weightGainTotal;
  assert.is(gained(Date.UTC(2026, 8, 30)), 5);
  assert.is(gained(Date.UTC(2026, 8, 1)), 0);
});

test('the days of a weight gain are those of Sydney, in summer time too', () => {
  const gained = (assessmentDate: string, liveAt: string) =>
    lotView(
      'cattle',
      { details: { assessmentDate }, media: [], weightGain: 1 },
      FORMS.cattle,
      Date.parse(liveAt),
    ).weightGainTotal;
  assert.is(gained('2026-10-01', '2026-10-09T10:00:00+11:00'), 8);
  assert.is(gained('2026-09-01', '2026-09-02T09:00:00+10:00'), 1);
  assert.is(gained('2026-09-01', '2026-09-01T23:00:00+10:00'), 0);
});

test('postcodes have a region in their state; an invalid postcode has none', () => {
  assert.is(regionOf('2380', 'NSW'), 'New England and North West');
  assert.is(regionOf('5290', 'SA'), 'South Australia - South East');
  assert.is(regionOf('0001', 'NSW'), '');
  assert.ok(POSTCODES.length > 3_000);
  assert.ok(POSTCODES.every(({ postcode }) => /^\d{4}$/.test(postcode)));
});

test('a field says whether it is required, public, missing and wrong', () => {
  const tree = detailTree(FORMS.cattle, {
    details: { vendorEmail: 'no address', jBasScore: 9, sex: 'Steer(s)', stockCategory: 'Calves' },
    heads: [{ weightLive: 400, fatScore: 3 }],
  });
  const fields = tree.values.flatMap(({ values }) => values);
  const of = (id: string) => {
    const found = fields.find(({ publicId }) => publicId === id);
    if (found === undefined || !('value' in found)) throw new Error(`no field ${id}`);
    const { title, type, value, options, isRequired, isPublic, isMarked, invalid } = found;
    return [title, type, value, options, isRequired, isPublic, isMarked, invalid];
  };
  assert.equal(of('vendorName'), ['Vendor', 'tradingName', null, [], true, false, true, false]);
  assert.equal(of('vendorEmail'), ['Vendor Email', 'email', 'no address', [], false, false, false, true]);
  assert.equal(of('jBasScore'), ['J-BAS Score', 'number', 9, [], false, true, false, true]);
  assert.equal(of('sex'), ['Sex', 'text', 'Steer(s)', [], true, true, false, false]);
  // Whether calves are weaned is a required field.
  assert.equal(of('haveWeaned'), ['Have Weaned', 'select', null, ['Yes', 'No'], true, true, true, false]);
  const heads = fields.find(({ publicId }) => publicId === 'assessmentGroup');
  assert.equal(heads !== undefined && 'values' in heads && heads.values, [{ weightLive: 400, fatScore: 3 }]);
});

test.run();
