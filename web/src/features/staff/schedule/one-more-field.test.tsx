/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import { schemaTable } from '@saleyard/app/reference/schema-table.ts';
import { csvColumns, readLotsCsv } from '@saleyard/command-api/sales/lots-csv.ts';
import { catalogueMembers, lotDetailsSchema } from '@saleyard/contract/listings.ts';
import { contentOf } from '@saleyard/domain/listing/forms/catalogue.ts';
import type { Form } from '@saleyard/domain/listing/forms/field.ts';
import { CATTLE_FORM, FORMS } from '@saleyard/domain/listing/forms/forms.ts';
import { lotView } from '@saleyard/domain/listing/forms/lot-view.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as Type from 'typebox';
import * as assert from 'uvu/assert';
import { allColumns, columnsOf } from './lot-columns.ts';
import { faultsOf, type LotDraft, lotBody, nextDraft } from './lot-draft.ts';

const { facts } = await import('@/components/lot-details.tsx');

const test = suite('one more field of a form', { limitMs: 30_000 });

/** The line that is added. */
const BRAND = {
  name: 'brand',
  title: 'Brand',
  type: 'text',
  most: 20,
  shown: 'publicDetails.brand',
} as const;

const [first, ...rest] = CATTLE_FORM.groups;
const CATTLE: Form = { ...CATTLE_FORM, groups: [{ ...first, fields: [...first.fields, BRAND] }, ...rest] };
const ALL: readonly Form[] = [CATTLE, FORMS.sheep, FORMS.goat, FORMS['sheep-abblamb']];

/** A row as typed; the new column is not in the static type of today's form. */
const typed = (brand: string) =>
  ({
    ...nextDraft('k', 'cattle'),
    ...{
      title: '40 Angus steers',
      count: '40',
      startCents: '1200',
      incrementCents: '1000',
      vendorName: 'Wirrabilla',
    },
    ...{ town: 'Gunnedah', postcode: '2380', breed: 'Angus', sex: 'Steers', stockCategory: 'Weaner' },
    brand,
  }) as LotDraft;

test('the staff form has its column, with the limits of the field', () => {
  const column = columnsOf('cattle', CATTLE).find(({ label }) => label === 'Brand');
  assert.equal([column?.type, column?.most, column?.required], ['text', 20, false]);
  assert.not.ok(columnsOf('sheep').some(({ label }) => label === 'Brand'));
  assert.equal(
    faultsOf([typed('x'.repeat(21))], 'cattle', CATTLE).map(({ message }) => message),
    ['Brand can have at most 20 characters'],
  );
});

test('a CSV file has its column', async () => {
  const known = csvColumns(ALL);
  assert.ok(known.has('brand'));
  const read = await readLotsCsv('title,brand\nSteers,T9\n', async () => null, known);
  assert.equal(read.outcome === 'read' && read.lots, [{ title: 'Steers', brand: 'T9' }]);
  const without = await readLotsCsv('title,brand\nSteers,T9\n', async () => null);
  assert.is(without.outcome, 'unreadable', 'not without the line');
});

test('the JSON of a lot, the API’s schemas, what buyers read and the page hold it', () => {
  const body = lotBody(typed('T9'), allColumns(ALL));
  assert.is((body as Record<string, unknown>)['brand'], 'T9');
  const members = catalogueMembers(ALL);
  const {
    number: _number,
    unit: _unit,
    count: _count,
    startCents: _start,
    incrementCents: _step,
    ...fields
  } = body;
  const accepts = (forms: readonly Form[]) =>
    new Ajv2020({ strict: true }).compile(
      Type.Object(catalogueMembers(forms), { additionalProperties: false }),
    );
  assert.ok(accepts(ALL)({ ...fields }));
  assert.not.ok(accepts(Object.values(FORMS))({ ...fields }), 'not without the line');

  const view = lotView('cattle', contentOf('cattle', body, CATTLE), CATTLE);
  const shown = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(lotDetailsSchema(ALL));
  assert.ok(shown(view), JSON.stringify(shown.errors));
  assert.ok(shown(lotView('sheep', null)), 'lots of other kinds have none');
  assert.ok(facts(view, 40, ALL).some(([label, value]) => label === 'Brand' && value === 'T9'));

  const reference = schemaTable(Type.Object({ ...members }) as never);
  assert.match(reference, '| `brand` | string |  | 0 to 20 characters; ');
  assert.match(schemaTable(lotDetailsSchema(ALL) as never), '`publicDetails.brand`');
});

test.run();
