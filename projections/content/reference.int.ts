import type { StockCategory } from '@saleyard/contract/reference.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { ServedSales } from '../test-support/served-sales.ts';

const test = suite('reference data over HTTP', { limitMs: 30_000 });

let served: ServedSales;
test.before(async () => {
  served = await ServedSales.start();
});
test.after(() => served.stop());

const get: ServedSales['get'] = (path, as, headers) => served.get(path, as, headers);

test('reference data is there for everyone', async () => {
  const kinds = (await get('kinds/public')).body['kinds'] as Record<string, unknown>[];
  assert.equal(
    kinds.map(({ type }) => type),
    ['cattle', 'sheep', 'goat', 'sheep-abblamb'], // [A289] [A654] [B008] [B348]
  );
  assert.ok(kinds.every((kind) => !('listingPriceCents' in kind)));
  assert.is((await get('kinds/cattle')).status, 200); // [A655]
  assert.is((await get('kinds/llama')).status, 404);
  const { states, stockCategories: categories } = (await get('states')).body as {
    states: Record<string, string[]>;
    stockCategories: StockCategory[];
  };
  // [A316] [A650] [B346]
  for (const [state, district] of [
    ['NSW', 'North West'],
    ['VIC', 'Gippsland'],
    ['QLD', 'Darling Downs'],
    ['SA', 'Limestone Coast'],
    ['WA', 'Great Southern'],
    ['TAS', 'South'],
    ['NT', 'Katherine'],
    ['ACT', 'Canberra'],
  ] as const)
    assert.ok(states[state]?.includes(district), `${district}, ${state}`);
  assert.equal(Object.keys(states).toSorted(), ['ACT', 'NSW', 'NT', 'QLD', 'SA', 'TAS', 'VIC', 'WA']); // [B253]
  for (const [state, districts] of Object.entries(states)) assert.ok(districts.length > 0, state); // [B253]
  assert.ok(categories.some(({ kind }) => kind === 'goat')); // [B346]
  const { stockCategories } = (await get('stock-categories')).body as { stockCategories: StockCategory[] };
  const sexesOf = (of: StockCategory['kind']) =>
    stockCategories.filter(({ kind }) => kind === of).map(({ sex }) => sex);
  // [A316] [A651]
  assert.equal(sexesOf('cattle'), [
    ...['Steer(s)', 'Heifer(s)', 'Cow(s)', 'Cow(s) and Calves', 'Bull(s)', 'Mixed Sex'],
  ]);
  assert.equal(sexesOf('sheep'), ['Ewe(s)', 'Ewe(s) and Lambs', 'Wether(s)', 'Ram(s)', 'Mixed Sex']);
  assert.equal(sexesOf('goat'), ['Doe(s)', 'Doe(s) and Kids', 'Wether(s)', 'Buck(s)', 'Mixed Sex']);
  assert.equal(sexesOf('sheep-abblamb'), ['Ewe(s)', 'Wether(s)', 'Ram(s)', 'Mixed Sex']);
  for (const [kind, sex, category] of [
    ['cattle', 'Steer(s)', 'Weaners'],
    ['sheep', 'Ewe(s)', 'Prime Lambs'],
    ['goat', 'Mixed Sex', 'Rangeland'],
    ['sheep-abblamb', 'Ram(s)', 'Lambs'],
  ] as const) {
    const found = stockCategories.find((one) => one.kind === kind && one.sex === sex);
    assert.ok(found?.categories.includes(category), `${kind}, ${sex}`); // [A651]
  }
  assert.equal(stockCategories, categories); // [B254]
  assert.equal([...new Set(categories.map(({ kind }) => kind))].toSorted(), [
    ...['cattle', 'goat', 'sheep', 'sheep-abblamb'],
  ]);
  assert.ok(categories.every((category) => category.categories.length > 0 && category.sex !== ''));
  const all = (await get('kinds')).body['kinds'] as { type: string; title: string }[];
  assert.equal(
    all.map(({ type, title }) => [type, title]),
    [
      ['cattle', 'Cattle'],
      ['sheep', 'Sheep'],
      ['goat', 'Goat'],
      ['sheep-abblamb', 'AbbLamb'],
    ],
  ); // [A653]
  const contacts = (await get<Record<string, string>>('contacts/main')).body;
  // [A218] [A641]
  assert.equal(contacts, {
    callPhone: '02 5550 4180',
    textPhone: '0491 570 156',
    email: 'support@saleyard.example',
    secondaryEmail: 'sales@saleyard.example',
  });
});

test('the assessment form of each kind says what is asked, and which answers there are [A652]', async () => {
  type Asked = { name: string; type: string; required: boolean; options: string[] };
  const { assessmentForms } = (await get('assessment-forms')).body as unknown as {
    assessmentForms: { kind: string; title: string; fields: Asked[] }[];
  };
  assert.equal(
    assessmentForms.map(({ kind, title }) => [kind, title]),
    [
      ['cattle', 'Cattle'],
      ['sheep', 'Sheep'],
      ['goat', 'Goat'],
      ['sheep-abblamb', 'AbbLamb'],
    ],
  );
  for (const { kind, fields } of assessmentForms) {
    const asked = (of: string) => {
      const found = fields.find(({ name }) => name === of);
      return [found?.type, found?.required];
    };
    assert.equal(
      ['breed', 'sex', 'ageMinMonths', 'agentComment'].map(asked),
      [
        ['text', true],
        ['text', true],
        ['number', false],
        ['textarea', false],
      ],
      kind,
    );
    const assessor = fields.find(({ name }) => name === 'assessorType');
    assert.equal(assessor?.options, ['Vendor Assessed', 'Agent Assessed'], kind); // [B245] [S208]
  }
});

test('[B255] [B356] the postcodes are given with their states and regions', async () => {
  type Postcode = { region: string; state: string; postcode: string };
  const { body } = await get<{ postcodesData: Postcode[] }>('postcodes');
  for (const expected of [
    { region: 'New England and North West', state: 'NSW', postcode: '2380' },
    { region: 'Melbourne', state: 'VIC', postcode: '3000' },
  ])
    assert.ok(
      body.postcodesData.some((record) => JSON.stringify(record) === JSON.stringify(expected)),
      expected.postcode,
    );
  const states = new Set<string>();
  for (const { region, state, postcode, ...others } of body.postcodesData) {
    states.add(state);
    assert.ok(region !== '' && /^\d{4}$/.test(postcode), postcode);
    assert.equal(others, {}, postcode);
  }
  assert.equal([...states].toSorted(), ['ACT', 'NSW', 'NT', 'QLD', 'SA', 'TAS', 'VIC', 'WA']);
});

test('[B245] [S208] [S216] a kind comes with its form, which says how lots may be assessed', async () => {
  type Form = { title: string; values: { values: { publicId: string; options?: string[] }[] }[] };
  for (const [kind, title, cents] of [
    ['cattle', 'Cattle', 1_000],
    ['sheep', 'Sheep', 100],
    ['goat', 'Goat', 100],
    ['sheep-abblamb', 'AbbLamb', 100],
  ] as const) {
    const { body } = await get<{
      kind: { type: string; title: string; listingPriceCents: number; form: Form };
    }>(`kinds/${kind}`);
    assert.is(body.kind.type, kind); // [A655]
    assert.equal([body.kind.title, body.kind.listingPriceCents], [title, cents]);
    const fields = body.kind.form.values.flatMap(({ values }) => values);
    assert.equal(fields.find(({ publicId }) => publicId === 'assessorType')?.options, [
      ...['Vendor Assessed', 'Agent Assessed'],
    ]);
  }
});

test('[B249] [S201] [S203] [S204] [S205] [S206] [S207] the form of each kind: its fields and their types', async () => {
  type Node = { publicId: string; type: string; values?: Node[]; fields?: Node[] };
  /** Fields of each head are the `fields` of their group. */
  const all = (nodes: readonly Node[]): Node[] =>
    nodes.flatMap((node) => [node, ...all(node.values ?? []), ...all(node.fields ?? [])]);
  const asked = [
    ...['stockCategory', 'haveWeaned', 'sex', 'majorBreed', 'sire', 'dam', 'lowAge', 'highAge'],
    ...['vendorName', 'vendorPic', 'vendorPhone', 'vendorEmail', 'vendorAddress'],
    ...['town', 'postcode', 'state', 'district', 'assessmentDate', 'weaningDate'],
    ...['earliestDelivery', 'latestDelivery', 'drenchedDate', 'withholding'],
    ...['agentId', 'agentName', 'agentPhone', 'agentEmail', 'agentDetailsName', 'agencyName'],
    ...['assessorType', 'agentComment', 'individualAssessment', 'assessmentGroup', 'weaningGroup'],
    ...['weightLive', 'animalIndividualId'], // [S206]
  ];
  const ofKinds: Record<string, string[]> = {
    cattle: ['temperamentGroup', 'fatScore'],
    sheep: ['fatScore'],
    goat: ['fatScore'],
    'sheep-abblamb': ['fatscoreGroup', 'grazingConditions', 'hoursoffeed'],
  };
  const types =
    'text textarea date dropdown multiDropdown select email number phone user tradingName picNumber weight rating bool checkbox group repeatForNumber repeatForBool hidden';
  const found = new Set<string>();
  for (const [kind, own] of Object.entries(ofKinds)) {
    const { body } = await get<{ kind: { form: { values: Node[] } } }>(`kinds/${kind}`);
    const nodes = all(body.kind.form.values);
    const known = new Set(nodes.map(({ publicId }) => publicId));
    for (const id of [...asked, ...own]) assert.ok(known.has(id), `${kind} has no ${id}`);
    for (const { publicId, type } of nodes) {
      assert.ok(types.split(' ').includes(type), `${publicId}: ${type}`);
      found.add(type);
    }
  }
  // The others are of no field of today's forms.
  const unused = types.split(' ').filter((type) => !found.has(type));
  assert.equal(unused, ['bool', 'repeatForBool', 'hidden']); // [B249]
});

test.run();
