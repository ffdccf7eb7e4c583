import { termsProblems } from '@saleyard/command-api/sales/sale-rules.ts';
import { ScheduleSaleBody } from '@saleyard/contract/staff.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as assert from 'uvu/assert';
import { newSale, type SaleValues, saleBody, saleResolver } from './sale-form.ts';

const test = suite('a sale as typed');

const NOW = Date.parse('2025-07-04T01:20:00Z');
const fits = new Ajv2020({ strict: true }).compile(ScheduleSaleBody);

type Change = {
  details?: Partial<SaleValues['details']>;
  terms?: Partial<SaleValues['terms']>;
};
function sale({ details, terms }: Change = {}): SaleValues {
  const begun = newSale(NOW);
  return {
    ...begun,
    details: { ...begun.details, title: 'Weaners', ...details },
    terms: { ...begun.terms, ...terms },
  };
}
type Nested = { message?: string } & { [name: string]: Nested | string | undefined };
const flat = (errors: Nested, path: string): [string, string][] =>
  Object.entries(errors).flatMap(([name, error]) => {
    if (typeof error !== 'object') return [];
    return error.message === undefined
      ? flat(error, `${path}${name}.`)
      : [[`${path}${name}`, error.message] as [string, string]];
  });
/** What the form says is wrong, by field. */
async function problems(values: SaleValues): Promise<Record<string, string>> {
  const resolve = saleResolver(() => NOW);
  const { errors } = await resolve(values, undefined, { fields: {}, shouldUseNativeValidation: false });
  return Object.fromEntries(flat(errors as Nested, ''));
}
const sent = async (values: SaleValues) =>
  (await saleResolver(() => NOW)(values, undefined, { fields: {}, shouldUseNativeValidation: false })).values;

test('a new form of every type may be sent, and the server takes it', async () => {
  for (const type of ['simultaneous', 'sequential', 'sequentialOffline', 'synchronous'] as const) {
    const values = sale({ terms: { type } });
    assert.equal(await problems(values), {}, type);
    const body = await sent(values);
    assert.ok(fits(body), `${type}: ${JSON.stringify(fits.errors)}`);
    assert.equal(termsProblems(saleBody(values).terms, NOW), [], type);
  }
});

test('what is missing, too long or no such value is said in the words of its field', async () => {
  assert.equal(await problems(sale({ details: { title: '  ' } })), { 'details.title': 'Please Enter Title' });
  assert.equal(
    await problems(sale({ details: { title: 'x'.repeat(121), description: 'y'.repeat(4_001) } })),
    {
      'details.title': 'Title can have at most 120 characters',
      'details.description': 'Description can have at most 4000 characters',
    },
  );
  assert.equal(await problems(sale({ terms: { openAt: '', liveAt: 'soon' } })), {
    'terms.openAt': 'Please Enter Opens at',
    'terms.liveAt': 'Goes live at must be a date and a time',
  });
});

test('times must be in order, and in the future', async () => {
  const at = (text: string) => Date.parse(text);
  assert.equal(await problems(sale({ terms: { openAt: at('2025-07-04T01:00:00Z') } })), {
    'terms.openAt': 'Opens at must be in the future',
  });
  const backwards = { openAt: at('2025-07-06T00:00:00Z'), liveAt: at('2025-07-05T23:00:00Z') };
  assert.equal(await problems(sale({ terms: backwards })), {
    'terms.liveAt': 'Goes live at must not be before Opens at',
  });
});

test('only what the type uses is checked and sent', async () => {
  const typed = { lotOpeningSeconds: 'soon', durationSeconds: 0 };
  assert.equal(await problems(sale({ terms: { ...typed, type: 'sequential' } })), {
    'terms.lotOpeningSeconds': 'Each lot is live for must be a whole number of seconds from 1 to 5184000',
  });
  assert.equal(await problems(sale({ terms: { ...typed, type: 'simultaneous' } })), {
    'terms.durationSeconds': 'Live for must be a whole number of minutes from 1 to 86400',
  });
  assert.equal(await problems(sale({ terms: { ...typed, type: 'sequentialOffline' } })), {});
  const { terms } = saleBody(sale({ terms: { type: 'synchronous', durationSeconds: 5_400 } }));
  assert.is(terms.durationSeconds, 5_400);
  assert.is(terms.staggerSeconds, 0);
});

test('corrections need a second person only where the form says so', () => {
  const { terms: usual } = saleBody(sale({}));
  assert.not('secondPersonAboveCents' in usual);
  assert.not('secondPersonAfterDay' in usual);
  const asked = { secondPersonAboveCents: 5_000_000, secondPersonAfterDay: true };
  const { terms } = saleBody(sale({ terms: asked }));
  assert.equal([terms.secondPersonAboveCents, terms.secondPersonAfterDay], [5_000_000, true]);
});

test('sections without a name are left out; a name alone is enough', async () => {
  const auctionTabs = [
    { tabName: ' Run 1 ', description: 'steers' },
    { tabName: '', description: 'nothing' },
    { tabName: 'Run 2', description: '' },
  ];
  const body = await sent(sale({ details: { auctionTabs } }));
  assert.ok(fits(body), JSON.stringify(fits.errors));
  const { details } = body as ReturnType<typeof saleBody>;
  assert.ok(details.requiresTabs);
  assert.equal(details.auctionTabs, [
    { tabName: 'Run 1', description: 'steers' },
    { tabName: 'Run 2', description: '' },
  ]);
  assert.not.ok(saleBody(sale()).details.requiresTabs);
  const long = [{ tabName: 'x'.repeat(101), description: 'y'.repeat(201) }];
  assert.equal(await problems(sale({ details: { auctionTabs: long } })), {
    'details.auctionTabs.0.tabName': 'Section can have at most 100 characters',
    'details.auctionTabs.0.description': 'What a section holds can have at most 200 characters',
  });
});

test.run();
