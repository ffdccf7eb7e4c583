/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import { schemaTable } from '@saleyard/app/reference/schema-table.ts';
import { csvColumns, readLotsCsv } from '@saleyard/command-api/sales/lots-csv.ts';
import { catalogueMembers, lotDetailsSchema } from '@saleyard/contract/listings.ts';
import type { StartedLot } from '@saleyard/contract/selling.ts';
import { contentOf } from '@saleyard/domain/listing/forms/catalogue.ts';
import { detailGroups } from '@saleyard/domain/listing/forms/detail-groups.ts';
import type { Form } from '@saleyard/domain/listing/forms/field.ts';
import { CATTLE_FORM, FORMS } from '@saleyard/domain/listing/forms/forms.ts';
import { lotView } from '@saleyard/domain/listing/forms/lot-view.ts';
import { CATTLE_WITH_BRAND as CATTLE } from '@saleyard/domain/listing/test-support/one-more-field.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as Type from 'typebox';
import * as assert from 'uvu/assert';
import { allColumns, columnsOf } from '@/features/staff/schedule/lot-columns.ts';
import { type LotDraft, lotBody, nextDraft, problemsOf } from '@/features/staff/schedule/lot-draft.ts';
import { person } from '@/test-support/example-person.ts';
import { exampleAuction } from '@/test-support/example-sales.ts';
import { leaveScreens } from '@/test-support/open-screens.ts';
import { answers, handles, mockServer } from '@/test-support/server.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { screen, waitFor } = await import('@testing-library/react');
const { facts } = await import('@/ui/lots/lot-details.tsx');
const { LotForm } = await import('@/features/selling/lot-form.tsx');
const { renderScreen } = await import('@/test-support/render.tsx');

const test = suite('one more field of a form', { limitMs: 180_000 });
const server = mockServer();
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.after(() => {
  leaveScreens();
  server.close();
});

/** Longer than the test: a draft is saved when that is asked for. */
const NEVER_MS = 24 * 3_600_000;

const ALL: readonly Form[] = [CATTLE, FORMS.sheep, FORMS.goat, FORMS['sheep-abblamb']];

/** A row as typed; the new column is not in the static type of today's form. */
const typed = (brand: string) =>
  ({
    ...nextDraft('k', 'cattle'),
    title: '40 Angus steers',
    count: '40',
    startCents: '1200',
    incrementCents: '1000',
    vendorName: 'Wirrabilla',
    town: 'Gunnedah',
    postcode: '2380',
    breed: 'Angus',
    sex: 'Steers',
    stockCategory: 'Weaner',
    brand,
  }) as LotDraft;

test('the staff form has its column, with the limits of the field', () => {
  const column = columnsOf('cattle', CATTLE).find(({ label }) => label === 'Brand');
  assert.equal([column?.type, column?.most, column?.required], ['text', 20, false]);
  assert.not.ok(columnsOf('sheep').some(({ label }) => label === 'Brand'));
  assert.equal(
    problemsOf([typed('x'.repeat(21))], 'cattle', CATTLE).map(({ message }) => message),
    ['Brand can have at most 20 characters'],
  );
});

test('the seller’s form shows it and sends it', async () => {
  const saved: Partial<StartedLot>[] = [];
  const me = person({ status: 'approved-seller', type: 'seller' });
  const sale = exampleAuction({ state: 'future', kindData: { type: 'cattle', title: 'Cattle' } });
  server.resetHandlers(
    answers('users/me', { user: me }),
    answers('auctions', { auctions: [sale] }),
    answers('pics', { pics: [] }),
    answers('states', { states: { NSW: ['Hunter'] } }),
    handles('post', 'auctions/:auction/lots', async (request) => {
      saved.push(((await request.json()) as { lot: StartedLot }).lot);
      return { _id: 'l1', searchNumericId: 7, revision: 0, phase: 'draft' };
    }),
  );
  renderScreen(
    <LotForm me={me} form={CATTLE} sale={sale} opened={null} onMoved={() => {}} autosaveMs={NEVER_MS} />,
  );
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('Brand'), 'T9');
  const [save] = screen.getAllByRole('button', { name: 'Save For Later' });
  await user.click(save as HTMLElement);
  await waitFor(() => assert.is(saved.length, 1));
  assert.equal(
    saved.map(({ details }) => (details as Record<string, unknown>)['brand']),
    ['T9'],
  );
});

test('a listing’s page and its printed document list it where its form does', () => {
  const listed = (form: Form) =>
    detailGroups(form, { title: '40 Angus steers', brand: 'T9' }, { all: false }).map(({ values }) =>
      values.map(({ title, value }) => [title, value]),
    );
  assert.equal(listed(CATTLE).flat().at(-1), ['Brand', 'T9']);
  assert.not.equal(listed(CATTLE_FORM), listed(CATTLE));
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
