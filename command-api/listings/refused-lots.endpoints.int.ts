import { STREAMS } from '@saleyard/domain/streams.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { loadAggregate } from '../handle-command.ts';
import { type Answered, registrationOf } from '../test-support/running-command-api.ts';
import { type Selling, startSelling } from '../test-support/selling.ts';

const test = suite('what the calls of lots refuse', { limitMs: 30_000 });
let selling: Selling;
let api: Selling['api'];
let vera: string;
let veraId: string;
let otto: string;
let sale: string;
test.before(async () => {
  selling = await startSelling();
  ({ api, vera, veraId, otto, sale } = selling);
});
test.after(() => api.stop());

const scheduled = (...as: Parameters<Selling['scheduled']>) => selling.scheduled(...as);
const full = (change: Record<string, unknown> = {}) => selling.full(change);

const errorsOf = ({ body }: Answered) =>
  body['errors'] as { code: string; message: string; field?: string }[];
const codeOf = (answer: Answered) => `${answer.status} ${errorsOf(answer)?.[0]?.code ?? ''}`.trim();
const listing = async (id: string) => (await loadAggregate(api, STREAMS.listing, id)).state;

const begin = async (lot: unknown, as = vera): Promise<string> => {
  const answer = await api.call('POST', `auctions/${sale}/lots`, { cookie: as, body: { lot } });
  assert.is(answer.status, 201, JSON.stringify(answer.body));
  return String((answer.body['data'] as { _id?: string })._id);
};
const save = (lot: string, body: unknown, as = vera) =>
  api.call('PUT', `auctions/${sale}/lots/${lot}`, { cookie: as, body });
const post = (path: string, as: string, body: unknown = {}) => api.call('POST', path, { cookie: as, body });
const fieldUpdate = (path: string[], value: unknown) => ({
  type: 'field-update',
  path,
  reference: { publicId: path.at(-1), value },
});

test('[S445] another person neither reads nor changes a draft, and learns nothing of it', async () => {
  const lot = await begin(full());
  const attempts = [
    await api.call('GET', `lots/${lot}/submissions/auto-bids`, { cookie: otto }),
    await save(lot, { lot: { description: 'Mine' } }, otto),
    await post(`lots/${lot}/submit`, otto),
    await post(`lots/${lot}/withdraw`, otto),
    await api.call('DELETE', `lots/${lot}`, { cookie: otto }),
    await post(`lots/${lot}/${sale}/copy`, otto),
    await api.call('PUT', `lots/${lot}/late-edit`, {
      cookie: otto,
      body: { lot: { startPrice: 1, reserveCents: null } },
    }),
  ];
  for (const answer of attempts) assert.is(codeOf(answer), '404 not-found');
  for (const path of [`staff/listings/${lot}/approve`, `staff/listings/${lot}/refuse`])
    assert.is(codeOf(await post(path, vera, { reason: 'Mine' })), '403 forbidden');
  assert.is((await listing(lot))?.phase, 'draft');
});

test('[A004] [A005] [B002] [B281] [B324] [B325] [B326] [B327] [B328] [S280] [S450] only who may sell the kind adds lots, while the window is open', async () => {
  const ask = async (as: string, auction: string) =>
    codeOf(await api.call('POST', `auctions/${auction}/lots`, { cookie: as, body: { lot: {} } }));
  for (const sellerType of ['Vendor', 'Agent']) {
    const email = `${sellerType.toLowerCase()}@yard.example`;
    await api.register(email, {
      ...{ status: 'approved-seller', type: 'seller', approvedStockTypes: ['Cattle'] },
      person: { ...registrationOf(email).person, sellerType },
    });
    const cookie = await api.signIn(email);
    const own = await begin({}, cookie);
    const edit = await save(own, { lot: { count: 40 } }, cookie);
    assert.is(codeOf(edit), '200', sellerType); // [S445]
    assert.is((await listing(own))?.content.count, 40);
  }
  const lambs = await scheduled({ kind: 'sheep-abblamb' });
  assert.is(await ask(vera, lambs), '403 may-not-sell'); // [A574]
  assert.is(await ask(otto, lambs), '201');
  const private_ = await scheduled({ settings: { specificAgents: [veraId] } });
  assert.is(await ask(otto, private_), '403 may-not-sell');
  assert.is(await ask(vera, private_), '201');
  const late = await scheduled({ settings: { addLotOpenTimer: 3_600 } });
  assert.is(await ask(vera, late), '409 sale-closed');
  const past = await scheduled({ settings: { editLotDisabledAt: api.clock.now() } });
  assert.is(await ask(vera, past), '409 sale-closed', 'its time for adding lots has ended');
  assert.is(await ask(vera, 'none'), '404 not-found');
  for (const [status, code] of [
    ['partially-approved', 'profile-incomplete'],
    ['partially-approved:updated', 'under-review'],
    ['approved-buyer', 'may-not-sell'], // [A572]
    ['registered', 'may-not-sell'],
  ] as const) {
    const email = `${status.replace(':', '-')}@yard.example`;
    await api.register(email, { status, approvedStockTypes: ['Cattle'] });
    assert.is(await ask(await api.signIn(email), sale), `403 ${code}`, status);
  }
  const partial = await api.signIn('partially-approved@yard.example');
  const incomplete = await api.call('POST', `auctions/${sale}/lots`, { cookie: partial, body: { lot: {} } });
  assert.is(errorsOf(incomplete)[0]?.message, 'Please complete your profile to Add Lot'); // [A335] [A589]
  const refused = await api.call('POST', `auctions/${lambs}/lots`, { cookie: vera, body: { lot: {} } });
  assert.is(
    errorsOf(refused)[0]?.message,
    'Please request permission to Sell by clicking My Admin > Upgrade Account > Register to Buy & Sell.',
  );
});

test('what is wrong is named field by field, and a draft that may not be kept is not', async () => {
  const lot = await begin({ details: { title: 'Steers' } });
  const submitted = await post(`lots/${lot}/submit`, vera);
  assert.is(submitted.status, 400);
  const said = errorsOf(submitted).map(({ field, message }) => `${field}: ${message}`);
  for (const one of [
    'bidding: Please select bidding',
    'bidIncrementCents: Please select bid increment',
    'startPrice: Please enter Start Price This is a required field*',
    'description: Please Enter Stock Description',
    'acceptenceOnTerms: Please Accept Terms & Conditions', // [S346]
    'temperament: Please enter Temperament. This is a required field*',
  ])
    assert.ok(said.includes(one), `${one} in ${said.join('; ')}`);
  const wrong = await save(lot, { lot: { details: { vendorEmail: 'no address' } } });
  assert.is(errorsOf(wrong)[0]?.field, 'vendorEmail');
  // A field of another kind, and prices beyond what a sale takes.
  assert.is(
    errorsOf(await save(lot, { lot: { details: { shornDate: '2026-01-01' } } }))[0]?.field,
    'shornDate',
  );
  const dear = await save(lot, { lot: full({ startPrice: 1e12, reserveCents: null }) });
  assert.is(dear.status, 200);
  assert.is(errorsOf(await post(`lots/${lot}/submit`, vera))[0]?.field, 'startPrice');
});

test('operators, prototypes and members that no form has are refused', async () => {
  const lot = await begin({});
  const bodies: unknown[] = [
    { lot: { $set: { createdBy: 'me' } } },
    { lot: { createdBy: veraId } },
    { lot: { phase: 'approved' } },
    { lot: { sealed: { vendorPhone: 'x' } } },
    { lot: { details: { $where: '1' } } },
    { lot: { details: { title: { $gt: '' } } } },
    { lot: { details: { constructor: 'x' } } },
    { lot: { heads: [{ weightLive: { $ne: 1 } }] } },
    { lot: {}, revision: { $gt: 0 } },
    { lot: { startPrice: '12' } },
    { lot: { draft: false } },
    { lot: {}, detailsChanges: [fieldUpdate(['stockDetails', 'constructor'], 'x')] },
    { lot: {}, detailsChanges: [fieldUpdate(['__proto__', 'sire'], 'x')] },
    { lot: {}, detailsChanges: [fieldUpdate(['stockDetails', 'sire'], { $gt: '' })] },
    { lot: {}, detailsChanges: [fieldUpdate(['stockDetails', 'sire'], ['x'])] },
    { lot: {}, detailsChanges: [{ ...fieldUpdate(['stockDetails', 'sire'], 'x'), type: 'unset' }] },
    { lot: { description: 'a\u0000b' } },
  ];
  for (const body of bodies)
    assert.is(codeOf(await save(lot, body)), '400 invalid-request', JSON.stringify(body));
  const named = '{"lot":{"details":{"__proto__":{"title":"x"}}}}';
  const answer = await fetch(`${api.origin}/api/v1/auctions/${sale}/lots/${lot}`, {
    method: 'PUT',
    headers: { origin: api.origin, cookie: vera, 'content-type': 'application/json' },
    body: named,
  });
  assert.is(answer.status, 400);
  assert.equal((await listing(lot))?.content.details, {});
});

test.run();
