import { CatalogueLotsBody, ScheduleSaleBody } from '@saleyard/contract/staff.ts';
import { check, fc } from '@saleyard/testing/property.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as assert from 'uvu/assert';
import { schemaProblems, tidied } from './schema-resolver.ts';

const test = suite('forms checked against the contract');

const labels = (path: string) => ({ label: path });
const problems = (schema: object, body: unknown) =>
  schemaProblems(schema, body, labels).map(({ path, message }) => `${path}: ${message}`);

const LOT = {
  unit: 'head',
  count: 40,
  startCents: 120_000,
  incrementCents: 1_000,
  vendorName: 'Wirrabilla',
  title: '40 Angus steers',
  town: 'Gunnedah',
  state: 'NSW',
  postcode: '2380',
  breed: 'Angus',
  sex: 'Steers',
  stockCategory: 'Weaner',
};
const SALE = {
  details: { title: 'Weaners', kind: 'cattle', auctionTabs: [{ tabName: 'Run 1', description: '' }] },
  terms: { type: 'simultaneous', openAt: 1, liveAt: 2, durationSeconds: 60, policy: { opening: 'at-start' } },
  lots: [LOT],
};

test('each keyword has its sentence, with the field’s own words', () => {
  assert.equal(problems(CatalogueLotsBody, { lots: [LOT] }), []);
  const wrong = {
    ...LOT,
    title: '',
    town: undefined,
    count: 0,
    startCents: 'cheap',
    state: 'NZ',
    postcode: '1',
  };
  const sentences = [
    'lots.0.town: Please Enter lots.0.town',
    'lots.0.count: lots.0.count must be a whole number from 1 to 100000',
    'lots.0.startCents: lots.0.startCents must be a whole number of at least 1',
    'lots.0.title: Please Enter lots.0.title',
    'lots.0.state: lots.0.state must be one of NSW, VIC, QLD, SA, WA, TAS, NT, ACT',
    'lots.0.postcode: lots.0.postcode is not valid',
  ];
  assert.equal(new Set(problems(CatalogueLotsBody, { lots: [tidied({}, wrong)] })), new Set(sentences));
  const inUnits = schemaProblems(
    ScheduleSaleBody,
    { ...SALE, terms: { ...SALE.terms, gapSeconds: -1 } },
    () => ({
      label: 'Gap',
      unit: { name: 'minutes', size: 60 },
    }),
  );
  assert.equal(inUnits, [
    { path: 'terms.gapSeconds', message: 'Gap must be a whole number of minutes from 0 to 86400' },
  ]);
  assert.equal(
    schemaProblems(CatalogueLotsBody, { lots: [{ ...LOT, postcode: '1' }] }, () => ({
      label: 'Postcode',
      must: 'must be 4 digits',
    })),
    [{ path: 'lots.0.postcode', message: 'Postcode must be 4 digits' }],
  );
});

test('every faulty row is named, however many there are', () => {
  const lots = Array.from({ length: 60 }, () => ({ ...LOT, count: 'many' }));
  assert.is(problems(CatalogueLotsBody, { lots }).length, 60);
});

test('what is empty is not sent, but for a text that the schema requires', () => {
  const schema = {
    type: 'object',
    required: ['name'],
    properties: { name: { type: 'string' }, more: { type: 'string' }, list: { type: 'array', items: {} } },
  };
  assert.equal(tidied(schema, { name: '  ', more: '', list: [' a '], gone: undefined }), {
    name: '',
    list: ['a'],
  });
});

/** Valid bodies in which one member was replaced. */
const body = fc
  .tuple(
    fc.constantFrom(
      ...(['details', 'terms', 'lots', 'details.title', 'details.auctionTabs', 'terms.openAt'] as const),
      ...(['terms.durationSeconds', 'terms.policy.opening', 'lots.0.count', 'lots.0.ageMinMonths'] as const),
      ...(['lots.0.postcode', 'lots.0.media', 'lots.0.none', 'commandId', 'terms.policy'] as const),
    ),
    fc.oneof(
      fc.string({ maxLength: 130 }),
      fc.integer({ min: -5, max: 200_000 }),
      fc.double(),
      fc.constantFrom(null, true, [], {}, '2380', 'command-1', [null], 'at-start'),
    ),
  )
  .map(([path, value]) => {
    const made = structuredClone(SALE) as unknown as Record<string, unknown>;
    const names = path.split('.');
    let at: Record<string, unknown> = made;
    for (const name of names.slice(0, -1)) at = at[name] as Record<string, unknown>;
    at[names.at(-1) ?? ''] = value;
    return made;
  });

test('the form refuses exactly what the server’s validator refuses', async () => {
  const server = new Ajv2020({ strict: true }).compile(ScheduleSaleBody);
  let refused = 0;
  await check(
    fc.property(body, (sent) => {
      const taken = server(sent);
      if (!taken) refused += 1;
      assert.is(problems(ScheduleSaleBody, sent).length === 0, taken, JSON.stringify(sent));
    }),
    { runs: 2_000 },
  );
  assert.ok(refused > 0);
});

test('no code is made from a schema: where that is forbidden, forms are still checked', () => {
  const { Function: known } = globalThis;
  const forbidden = function Forbidden() {
    throw new EvalError('code generation from strings is forbidden');
  } as unknown as FunctionConstructor;
  globalThis.Function = forbidden;
  try {
    assert.equal(problems(ScheduleSaleBody, { ...SALE, details: { kind: 'cattle' } }), [
      'details.title: Please Enter details.title',
    ]);
    assert.throws(() => new Ajv2020({ strict: true, logger: false }).compile(ScheduleSaleBody), /forbidden/);
  } finally {
    globalThis.Function = known;
  }
});

test.run();
