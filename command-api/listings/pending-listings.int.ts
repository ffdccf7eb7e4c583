import { auctionStream } from '@saleyard/domain/auction/ids.ts';
import { STREAMS } from '@saleyard/domain/streams.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { loadAggregate } from '../handle-command.ts';
import { CANCELLED_FIRST, cataloguedListings, OPENED_FIRST } from '../processes/catalogued-listings.ts';
import { DAY_MS, type Selling, startSelling } from '../test-support/selling.ts';

const test = suite('lots that wait for approval', { limitMs: 30_000 });

let selling: Selling;
let api: Selling['api'];
let staff: string;
let vera: string;
let otto: string;
let sale: string;
test.before(async () => {
  selling = await startSelling();
  ({ api, staff, vera, otto, sale } = selling);
});
test.after(() => api.stop());

const scheduled = (...as: Parameters<Selling['scheduled']>) => selling.scheduled(...as);
const full = (change: Record<string, unknown> = {}) => selling.full(change);
const dataOf = ({ body }: { body: Record<string, unknown> }) =>
  (body['data'] ?? {}) as Record<string, unknown>;
const listing = async (id: string) => (await loadAggregate(api, STREAMS.listing, id)).state;
const post = (path: string, as: string, body: unknown = {}) => api.call('POST', path, { cookie: as, body });
const save = (lot: string, body: unknown, as = vera, auction = sale) =>
  api.call('PUT', `auctions/${auction}/lots/${lot}`, { cookie: as, body });

const begun: string[] = [];
const begin = async (lot: unknown = full(), auction = sale): Promise<string> => {
  const answer = await post(`auctions/${auction}/lots`, vera, { lot });
  assert.is(answer.status, 201, JSON.stringify(answer.body));
  const id = String(dataOf(answer)['_id']);
  begun.push(id);
  return id;
};

/** The listings of a sale that await approval, from the log. */
async function pendingOf(auction: string): Promise<string[]> {
  const states = await Promise.all(begun.map(async (id) => ({ id, state: await listing(id) })));
  return states.flatMap(({ id, state }) =>
    state?.auction === auction && state.phase === 'submitted' ? [id] : [],
  );
}

/** Runs the process manager on events it has not seen. */
let seen = -1;
async function catchUp(): Promise<void> {
  const manager = cataloguedListings({ log: api.log, clock: api.clock, submit: api.submit, pendingOf });
  for await (const item of api.log.subscribe({ after: seen, streams: manager.streams })) {
    if (item.kind === 'caughtUp') break;
    for (const event of item.events) {
      if (manager.concerns(event, api.clock.now())) await manager.act(event);
      seen = event.position;
    }
  }
}

async function hasOpened(auction: string): Promise<boolean> {
  for await (const events of api.log.read(auctionStream(auction)))
    if (events.some(({ type }) => type === 'AuctionOpened')) return true;
  return false;
}

test('[T16] a sale that opens or is cancelled sends its pending lots back, and says why', async () => {
  const own = await scheduled();
  const [pending, draft] = [await begin(full(), own), await begin(full(), own)];
  assert.is((await post(`lots/${pending}/submit`, vera)).status, 200);
  const cancel = { type: 'cancel', reason: 'storm', commandId: 'cancel-this-sale' };
  assert.is((await post(`staff/auctions/${own}/commands`, staff, cancel)).status, 200);
  await catchUp();
  assert.equal(
    [(await listing(pending))?.phase, (await listing(pending))?.reason],
    ['refused', { reason: CANCELLED_FIRST, sealed: '' }],
  );
  assert.is((await listing(draft))?.phase, 'draft');
  const saved = await save(pending, { lot: {} }, vera, sale);
  assert.is(saved.status, 200, 'its seller moves it to another sale');
  assert.is((await post(`lots/${pending}/submit`, vera)).status, 200);

  const openAt = api.clock.now() + 3_000;
  const soon = await scheduled({}, { openInMs: 3_000, liveInMs: 21 * DAY_MS });
  const late = await begin(full(), soon);
  if ((await post(`lots/${late}/submit`, vera)).status !== 200) return assert.ok(api.clock.now() >= openAt);
  while (!(await hasOpened(soon))) await new Promise((resolve) => setTimeout(resolve, 20));
  await catchUp();
  assert.equal((await listing(late))?.reason, { reason: OPENED_FIRST, sealed: '' });
});

test('the seller of a pending lot takes it out of the queue, corrects it and submits it again', async () => {
  const lot = await begin();
  assert.is((await post(`lots/${lot}/submit`, vera)).status, 200);
  const first = await listing(lot);
  assert.is((await save(lot, { lot: { details: { title: 'Other' } } })).status, 409, 'a pending lot stays');
  assert.is((await post(`lots/${lot}/recall`, otto)).status, 404);
  const recalled = await post(`lots/${lot}/recall`, vera, { commandId: 'recall-this-lot' });
  assert.equal([recalled.status, dataOf(recalled)['phase']], [200, 'draft']);
  assert.is((await post(`lots/${lot}/recall`, vera, { commandId: 'recall-this-lot' })).status, 200);
  assert.is(
    (await post(`staff/listings/${lot}/approve`, staff)).status,
    409,
    'nobody approves what is changed',
  );
  assert.is((await save(lot, { lot: { details: { title: 'Other' } } })).status, 200);
  assert.is((await post(`lots/${lot}/submit`, vera)).status, 200);
  const again = await listing(lot);
  assert.equal([again?.phase, again?.content.details['title']], ['submitted', 'Other']);
  assert.ok((again?.submittedAt ?? 0) >= (first?.submittedAt ?? 0));
  assert.is((await post(`staff/listings/${lot}/approve`, staff)).status, 200);
  assert.is((await post(`lots/${lot}/recall`, vera)).status, 409);
});

test('[T24] a lot whose section was removed while it waited is approved once it is in another', async () => {
  const tabs = (...names: string[]) => names.map((tabName) => ({ tabName, description: '' }));
  const auction = await scheduled({ requiresTabs: true, auctionTabs: tabs('Steers', 'Heifers') });
  const whole = full();
  const details = { ...(whole['details'] as object), allocatedSection: 'Steers' };
  const lot = await begin({ ...whole, details }, auction);
  assert.is((await post(`lots/${lot}/submit`, vera)).status, 200);
  const read = dataOf(await api.call('GET', `staff/auctions/${auction}/schedule`, { cookie: staff }));
  const { details: texts, terms, revision } = read;
  const changed = await api.call('PUT', `staff/auctions/${auction}`, {
    cookie: staff,
    body: { terms, revision, details: { ...(texts as object), auctionTabs: tabs('Heifers') } },
  });
  assert.is(changed.status, 200, JSON.stringify(changed.body));
  type Shown = { _id: string; auctionTabs: unknown[] };
  while ((await api.documents.get<Shown>('auctions', auction))?.auctionTabs.length !== 1)
    await new Promise((resolve) => setTimeout(resolve, 5));
  const refused = await post(`staff/listings/${lot}/approve`, staff);
  assert.is(refused.status, 400);
  assert.match(JSON.stringify(refused.body), "one of the sale's sections: Heifers");
  assert.is((await listing(lot))?.phase, 'submitted');
});

test.run();
