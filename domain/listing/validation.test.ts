import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { isPic } from '../fields/identifiers.ts';
import { type ContentChange, changed, emptyContent } from './content.ts';
import { pathOf } from './forms/detail-groups.ts';
import { FIELD_TYPES, headFields, lotFields, publicIdOf, type Values } from './forms/field.ts';
import { FORMS } from './forms/forms.ts';
import { headline, isShown, missingProblems, staleDeliveries } from './forms/problems.ts';
import {
  INCREMENTS,
  isWeightAdjustment,
  isWeightGain,
  KIND_TYPES,
  type KindType,
  STOCK_CATEGORIES,
  unitsOf,
} from './stock.ts';
import { DAYS, fullContent } from './test-support/example-listings.ts';
import { saleProblem, submitProblems } from './validation.ts';

const test = suite('what a submitted lot must be');

/** The messages for a complete lot of a kind with these changes. */
function said(kind: KindType, change: ContentChange = {}, settings = {}): string[] {
  const form = FORMS[kind];
  const whole = changed(emptyContent(form.countWeighed), fullContent(kind));
  return submitProblems(form, changed(whole, change), DAYS, settings).map(({ message }) => message);
}
const missing = (title: string) => `Please enter ${title} This is a required field*`;

test('a whole lot of every kind has no problems', () => {
  for (const kind of KIND_TYPES) assert.equal(said(kind), [], kind);
});

test('a stock description, unless optiweigh is allowed [S301] [S302]', () => {
  assert.equal(said('cattle', { description: ' ' }), ['Please Enter Stock Description']);
  assert.equal(said('cattle', { description: '', optiweighAllowed: true }), []);
});

test('bidding, increment and prices [S303] [S304] [S305]', () => {
  assert.equal(said('cattle', { unit: null }), ['Please select bidding']);
  assert.equal(said('cattle', { incrementCents: null }), ['Please select bid increment']);
  assert.equal(said('cattle', { incrementCents: 300 }), ['Please select bid increment']);
  assert.equal(said('cattle', { reserveCents: 119_999 }), [
    "Your Reserve Price can't be lower than your Start Price",
  ]);
  assert.equal(said('cattle', { startCents: null }), [missing('Start Price')]);
  assert.equal(said('sheep', { unit: 'kg', incrementCents: 1 }).length, 2, 'sheep are sold by the head');
});

test('units and increments of each kind [S522] [S523] [S524] [S525] [S526] [S527] [S528] [S529] [S530]', () => {
  assert.equal(
    KIND_TYPES.map((kind) => unitsOf(kind)),
    [['head', 'kg'], ['head'], ['head'], ['head']],
  );
  assert.equal(INCREMENTS.cattle, { head: [500, 1_000, 2_000], kg: [1, 2, 5] });
  assert.equal(INCREMENTS.sheep.head, [100, 200, 500]);
  assert.equal(INCREMENTS.goat.head, [100, 200, 500]);
  assert.equal(INCREMENTS['sheep-abblamb'].head, [100]);
});

test('head, and head weighed [S307] [S310] [S311] [S312] [S313] [S315]', () => {
  assert.equal(said('cattle', { count: null }), ['Please Enter Number of Head']);
  assert.equal(
    said('cattle', { count: 1, countWeighed: 2, heads: [] })[0],
    'Number of Head Weighed cannot exceed Number of Head',
  );
  assert.equal(said('sheep', { countWeighed: null }), ['Please enter Number of Head Weighed']);
  const few =
    'Approx 20% of the sale lot must be weighed for the assessment. PLEASE NOTE: 100% of prime lambs must be weighed.';
  assert.equal(said('sheep', { count: 11 }), [few]);
  assert.equal(said('sheep', { count: 10 }), []);
  assert.equal(said('sheep', { count: 10 }, { weighedShare: 30 }), [few], 'the share is a setting');
  const prime = { stockCategory: 'Prime Lambs' };
  assert.equal(said('sheep', { count: 10, details: prime }), [few]);
  assert.equal(said('sheep', { count: 2, details: prime }), []);
  const offered = STOCK_CATEGORIES.filter(({ kind }) => kind === 'sheep').flatMap(
    ({ categories }) => categories,
  );
  for (const category of FORMS.sheep.allWeighed) assert.ok(offered.includes(category), 'the form offers it');
  assert.equal(said('sheep-abblamb', { count: 400 }), [], 'it does not hold for abblamb');
  const heads = Array(2_001).fill({ weightLive: 40, fatScore: 3 });
  assert.ok(
    said('cattle', { count: 3_000, countWeighed: 2_001, heads }).includes(
      'Maximum allowed upload of head weighted is 2000 per lot',
    ),
  );
});

test('what is no number of head or no price is named with the rule of its field', () => {
  const typed = (change: object) => said('cattle', change as ContentChange);
  for (const countWeighed of ['1.5', 'two'])
    assert.equal(
      typed({ countWeighed }).filter((message) => /^(Number of Head Weighed must|Maximum)/.test(message)),
      ['Number of Head Weighed must be a whole number up to 2000'],
    );
  const inDollars = 'Start Price must be dollars per head, such as 1,250 or 412.50';
  assert.equal(typed({ unit: 'head', startCents: '12,5' })[0], inDollars);
  assert.equal(typed({ unit: null, startCents: '12,5' })[0], inDollars, 'before a unit is chosen');
  assert.equal(
    typed({ unit: 'kg', reserveCents: '4.12' })[0],
    'Reserve Price must be whole cents per kg, such as 412',
  );
  assert.equal(typed({ startCents: 1.5 })[0], 'Start Price must be a whole number of cents');
});

test('required fields of the form, and the messages for one or several [S316] [S317] [S319] [S328] [S329]', () => {
  assert.equal(said('cattle', { details: { breed: null } }), [missing('Breed')]);
  assert.equal(said('cattle', { details: { state: null } }).includes(missing('State')), true);
  assert.equal(said('cattle', { details: { earliestDelivery: null } }), [missing('Earliest Delivery')]);
  const problems = (details: ContentChange['details'] & object) =>
    submitProblems(FORMS.cattle, changed(changed(emptyContent(1), fullContent()), { details }), DAYS);
  assert.is(headline(FORMS.cattle, problems({ breed: null })), missing('Breed'));
  assert.is(
    headline(FORMS.cattle, problems({ breed: null, sex: null })),
    'Please Fill Required Fields in Red Above',
  );
  assert.is(headline(FORMS.cattle, []), null);
});

test('every head weighed has its weight and, but for abblambs, its fat score [S320] [S321] [S323] [S347]', () => {
  assert.equal(said('cattle', { heads: [{ weightLive: 0, fatScore: 3 }] }), [missing('Live Weight')]);
  assert.equal(said('cattle', { heads: [{ weightLive: 400, fatScore: 0 }] }), [missing('Fat Score')]);
  assert.equal(said('cattle', { heads: [{ weightLive: 400, fatScore: 6 }] }), [
    'Fat Score must be a whole number from 1 to 5',
  ]);
  assert.equal(
    said('sheep', { heads: [{ weightLive: 40, fatScore: 3 }] }).length,
    2,
    'the second row is missing',
  );
  assert.equal(
    headFields(FORMS['sheep-abblamb']).map(({ name }) => name),
    ['animalIndividualId', 'weightLive'],
  );
});

test('an optiweigh mob and goats that were not weighed need no rows [S324] [S325]', () => {
  assert.equal(said('cattle', { heads: [], optiweighAllowed: true }), []);
  assert.equal(said('goat', { heads: [], countWeighed: 0 }), []);
  assert.equal(said('goat', { heads: [], countWeighed: 1 }).length, 2);
});

test('whether young stock are weaned, and temperament [S326] [S327]', () => {
  assert.equal(said('cattle', { details: { stockCategory: 'Weaners' } }), [missing('Have Weaned')]);
  assert.equal(said('cattle', { details: { stockCategory: 'Weaners', haveWeaned: 'Yes' } }), []);
  assert.equal(said('cattle', { details: { temperament: null } }), [
    'Please enter Temperament. This is a required field*',
  ]);
});

test('abblambs: fat scores total 100, and a grazing condition [S308] [S309]', () => {
  assert.equal(said('sheep-abblamb', { details: { fatScore3: 39 } }), [
    'Total Fat Score Percentage must be equal to 100% when combined',
  ]);
  assert.equal(said('sheep-abblamb', { details: { grazingConditions: [] } }), [
    'Minimum of 1 Grazing Condition must be Selected',
  ]);
});

test('a required list without a choice fails [S318]', () => {
  const field = { name: 'grade', title: 'Grade', type: 'dropdown', required: true, options: ['A'] } as const;
  for (const empty of [{}, { grade: '' }] as Values[]) {
    assert.equal(missingProblems([field], empty), [{ field: 'grade', message: missing('Grade') }]);
  }
  assert.equal(missingProblems([field], { grade: 'A' }), []);
  const several = { ...field, type: 'multiDropdown' } as const;
  for (const empty of [{}, { grade: [] }] as Values[]) {
    assert.equal(missingProblems([several], empty), [{ field: 'grade', message: missing('Grade') }]);
  }
  assert.equal(missingProblems([several], { grade: ['A'] }), []);
});

test('special conditions of sale have at most 150 characters [S353]', () => {
  assert.equal(said('cattle', { saleConditions: 'x'.repeat(150) }), []);
  assert.equal(said('cattle', { saleConditions: 'x'.repeat(151) }), [
    'Special Conditions of Sale can have at most 150 characters',
  ]);
});

test('an auction whose state is unknown is closed or unavailable [S243]', () => {
  const sale = { cancelled: false, phase: 'elsewhere' as never, takesLots: true };
  assert.is(saleProblem(sale as never), 'This Auction is Closed or unavailable');
});

test('the assessor is a vendor or an agent [S208]', () => {
  for (const kind of KIND_TYPES) {
    const field = lotFields(FORMS[kind]).find(({ name }) => name === 'assessorType');
    assert.equal([...(field?.options ?? [])].sort(), ['Agent Assessed', 'Vendor Assessed']);
    assert.equal(said(kind, { details: { assessorType: 'Self Assessed' } }), [
      'Assessed by must be one of Vendor Assessed, Agent Assessed',
    ]);
  }
});

test('terms and signature, but for abblambs [S341] [S342] [S343] [S344] [S345]', () => {
  assert.equal(said('goat', { acceptenceOnTerms: false }), ['Please Accept Terms & Conditions']);
  assert.equal(said('goat', { vendorSignedForm: false }), ['Please Sign Assessment Form']);
  assert.equal(said('goat', { isLicencedAgent: false }), [missing('Licensed Agent')]);
  const nothing = { acceptenceOnTerms: false, vendorSignedForm: false, isLicencedAgent: false };
  const ownStock = said('goat', nothing, { byAgent: false });
  assert.equal(ownStock, ['Please Accept Terms & Conditions'], 'who sells their own stock');
  assert.equal(said('sheep-abblamb', nothing), []);
});

test('the vendor’s PIC is one of the vendor’s state [S330] [S331] [S332] [S333] [S334] [S336] [S337] [S338] [S339]', () => {
  const right = {
    NSW: 'NK123456',
    ACT: 'NA123456',
    QLD: 'QABC1234',
    VIC: '3ABCD123',
    WA: 'WABC1234',
    SA: 'SK123456',
    NT: 'TABC1234',
    TAS: 'MABC1234',
  };
  for (const [state, vendorPic] of Object.entries(right)) {
    assert.equal(said('cattle', { details: { state, vendorPic } }), [], state);
    const [message = '', ...others] = said('cattle', { details: { state, vendorPic: 'X0000000' } });
    assert.match(message, /^Please Enter correct Vendor PIC\. It must be /);
    assert.match(message, `(${state})`);
    assert.equal(others, []);
    const letter = vendorPic.slice(0, -1).concat('A');
    for (const wrong of [vendorPic.slice(0, -1), `${vendorPic}1`, letter])
      assert.not.ok(isPic(wrong, state), wrong);
  }
  for (const [state, start] of [
    ['QLD', 'Q'],
    ['WA', 'W'],
    ['NT', 'T'],
    ['TAS', 'M'],
  ] as const)
    for (const wrong of ['AB12345', '1BC1234', 'ABCD123'])
      assert.not.ok(isPic(`${start}${wrong}`, state), wrong);
  for (const wrong of ['3ABC1234', '3ABCDE12', '2ABCD123']) assert.not.ok(isPic(wrong, 'VIC'), wrong);
  for (const wrong of ['NL123456', 'NA12345', 'N123456']) assert.not.ok(isPic(wrong, 'NSW'), wrong);
  for (const letter of 'ABCK') assert.ok(isPic(`S${letter}123456`, 'SA')); // [S335]
  assert.not.ok(isPic('SD123456', 'SA'));
});

test('dates: none after the sale or today, deliveries from the sale on, in order [S356] [S357] [S358] [S359] [S360]', () => {
  const dated = (details: ContentChange['details'] & object) => said('cattle', { details });
  assert.equal(dated({ assessmentDate: '2026-10-01' }), [
    'Assessment Date cannot be later than the auction date',
  ]);
  assert.equal(dated({ weaningDate: '2026-09-02' }), ['Weaning Date cannot be later than today']);
  for (const half of ['1/1', '9/9'])
    assert.equal(dated({ weaningDate: half, latestDelivery: half }), [
      'Weaning Date must be a date, DD/MM/YYYY',
      'Latest Delivery must be a date, DD/MM/YYYY',
    ]);
  assert.equal(dated({ weaningDate: DAYS.today }), []);
  assert.equal(dated({ earliestDelivery: '2026-09-29' }), [
    'Earliest Delivery cannot be earlier than the auction date',
  ]);
  assert.equal(dated({ earliestDelivery: '2026-10-08' }), [
    'Earliest Delivery must not be later than Latest Delivery',
  ]);
  for (const noDay of ['yesterday', '2026-02-30', '2026-02-31', '2025-02-29', '2026-13-01', '2026-00-10'])
    assert.equal(dated({ weaningDate: noDay })[0], 'Weaning Date must be a date, DD/MM/YYYY', noDay);
  assert.equal(dated({ weaningDate: '2024-02-29' }), []);
});

test('deliveries before the new day of the sale are reported, one or both', () => {
  const stale = (earliestDelivery: string, latestDelivery: string) =>
    staleDeliveries(FORMS.cattle, { earliestDelivery, latestDelivery }, '2026-10-05');
  assert.equal(stale('2026-10-04', '2026-10-06'), {
    fields: ['earliestDelivery'],
    message: 'Earliest Delivery cannot be earlier than the auction date',
  });
  assert.is(
    stale('2026-10-05', '2026-10-04').message,
    'Latest Delivery cannot be earlier than the auction date',
  );
  assert.is(
    stale('2026-10-03', '2026-10-04').message,
    'Both Earliest Delivery and Latest Delivery cannot be earlier than the auction date',
  );
  assert.is(stale('2026-10-05', '2026-10-05').message, null);
});

test('withholding is required when the stock were drenched today [S365]', () => {
  const field = lotFields(FORMS.sheep).find(({ name }) => name === 'withholding');
  assert.ok(field);
  if (field === undefined) return;
  assert.ok(isShown(field, { drenchedDate: DAYS.today }, DAYS));
  assert.not.ok(isShown(field, { drenchedDate: '2026-08-31' }, DAYS));
});

test('weights are adjusted and gained in steps [S531] [S532] [S533] [S534] [S535]', () => {
  for (const percent of [-20, 0, 0.25, 19.75])
    assert.ok(isWeightAdjustment('cattle', percent), String(percent));
  for (const percent of [-20.25, 0.2, 21])
    assert.not.ok(isWeightAdjustment('cattle', percent), String(percent));
  assert.ok(isWeightAdjustment('sheep-abblamb', -3.9));
  assert.ok(isWeightAdjustment('sheep-abblamb', -1.1));
  assert.not.ok(isWeightAdjustment('sheep', -3.9));
  for (const kg of [0, 0.5, 4.5, 5]) assert.ok(isWeightGain('cattle', kg), String(kg));
  for (const kg of [-0.5, 0.25, 5.5]) assert.not.ok(isWeightGain('cattle', kg), String(kg));
  for (const kind of ['sheep', 'goat'] as const) {
    for (const kg of [0, 0.05, 0.35, 0.5]) assert.ok(isWeightGain(kind, kg), `${kind} ${kg}`);
    for (const kg of [-0.05, 0.025, 0.55]) assert.not.ok(isWeightGain(kind, kg), `${kind} ${kg}`);
  }
});

test('the forms are whole: known types, names once, and every field that another names is there [S201] [S203] [S204] [S205] [S206] [S207]', () => {
  const publicIds: Readonly<Record<string, readonly string[]>> = {
    stock: ['stockCategory', 'haveWeaned', 'sex', 'majorBreed', 'sire', 'dam', 'lowAge', 'highAge'],
    vendor: [
      ...['vendorName', 'vendorPic', 'vendorPhone', 'vendorEmail', 'vendorAddress'],
      ...['town', 'postcode', 'state', 'district'],
    ],
    dates: [
      'assessmentDate',
      'weaningDate',
      'earliestDelivery',
      'latestDelivery',
      'drenchedDate',
      'withholding',
    ],
    agent: [
      ...['agentId', 'agentName', 'agentPhone', 'agentEmail', 'agentDetailsName', 'agencyName'],
      ...['assessorType', 'agentComment'],
    ],
    assessment: [
      'individualAssessment',
      'assessmentGroup',
      'weaningGroup',
      'weightLive',
      'animalIndividualId',
    ],
  };
  /** Fields of some kinds only. */
  const ofKinds: Readonly<Record<string, readonly string[]>> = {
    cattle: ['fatScore', 'temperamentGroup'],
    sheep: ['fatScore'],
    goat: ['fatScore'],
    'sheep-abblamb': ['fatscoreGroup', 'grazingConditions', 'hoursoffeed'],
  };
  assert.is(FIELD_TYPES.length, 20);
  for (const form of Object.values(FORMS)) {
    const fields = [...lotFields(form), ...headFields(form)];
    const names = fields.map(({ name }) => name);
    assert.is(new Set(names).size, names.length, form.kind);
    for (const { type, name, notMoreThan, requiredWhen, shownWhen } of fields) {
      assert.ok(FIELD_TYPES.includes(type), name);
      for (const other of [notMoreThan, requiredWhen?.field, shownWhen?.field]) {
        assert.ok(other === undefined || names.includes(other), `${name} names ${other}`);
      }
    }
    const known = new Set([...fields.map(publicIdOf), ...form.groups.flatMap(pathOf)]);
    for (const id of [...Object.values(publicIds).flat(), ...(ofKinds[form.kind] ?? [])])
      assert.ok(known.has(id), `${form.kind} has no ${id}`);
  }
});

test.run();
