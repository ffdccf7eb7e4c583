import type { LotBody } from '@saleyard/contract/lots.ts';
import type { AuctionEvent } from '@saleyard/domain/auction/events.ts';
import { auctionStream } from '@saleyard/domain/auction/ids.ts';
import { STREAMS } from '@saleyard/domain/streams.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { loadAggregate } from '../handle-command.ts';
import { lotBody, saleTerms } from '../test-support/example-bodies.ts';
import { startCommandApi } from '../test-support/running-command-api.ts';

const test = suite('changes of the schedule by staff', { limitMs: 20_000 });

const HOUR_MS = 3_600_000;
let api: Awaited<ReturnType<typeof startCommandApi>>;
let cookie: string;
let auditor: string;
let seller: string;
test.before(async () => {
  api = await startCommandApi();
  await api.register('staff@yard.example', { role: 'admin', status: 'registered' });
  await api.register('auditor@yard.example', { role: 'auditor' });
  seller = await api.register('seller@yard.example', { status: 'approved-seller', type: 'seller' });
  cookie = await api.signIn('staff@yard.example');
  auditor = await api.signIn('auditor@yard.example');
});
test.after(() => api.stop());

type Wrong = { code: string; message: string; field?: string };
type Schedule = {
  revision: number;
  closedBy: string | null;
  details: Record<string, unknown>;
  terms: Record<string, number>;
  lots: { _id: string; number: string }[];
};

const call = async (method: string, path: string, body?: unknown, as = cookie) => {
  const answer = await api.call(method, `staff/auctions${path}`, {
    cookie: as,
    ...(body !== undefined && { body }),
  });
  const errors = (answer.body['errors'] ?? []) as Wrong[];
  return {
    status: answer.status,
    code: errors[0]?.code,
    errors: errors.map(({ field, message }) => `${field}: ${message}`),
    data: answer.body['data'] as Record<string, unknown>,
  };
};
const scheduleOf = async (id: string): Promise<Schedule> =>
  (await call('GET', `/${id}/schedule`)).data as unknown as Schedule;

const stateOf = async (id: string) => (await loadAggregate(api, STREAMS.auction, id)).state;
const listingOf = async (id: string) => (await loadAggregate(api, STREAMS.listing, id)).state;
const eventsOf = async (id: string): Promise<AuctionEvent[]> => {
  const events: AuctionEvent[] = [];
  for await (const batch of api.log.read(auctionStream(id)))
    events.push(...(batch as unknown as AuctionEvent[]));
  return events;
};

/** A sale of three lots that opens in two hours. */
async function sale(first: Partial<LotBody> = {}): Promise<{ id: string; lots: string[]; read: Schedule }> {
  const openAt = api.clock.now() + 2 * HOUR_MS;
  const terms = { ...saleTerms(api.clock.now()), openAt, liveAt: openAt + HOUR_MS };
  const lots = [lotBody({ createdBy: seller, ...first }), lotBody(), lotBody()];
  const made = await call('POST', '', { details: { title: 'Store cattle', kind: 'cattle' }, terms, lots });
  assert.is(made.status, 201, made.errors.join());
  const id = String(made.data['_id']);
  return { id, lots: made.data['lots'] as string[], read: await scheduleOf(id) };
}

const bodyOf = ({ details, terms, revision }: Schedule, changes: Record<string, unknown> = {}) => ({
  details,
  terms,
  revision,
  ...changes,
});

test('[T24] a sale moves to tomorrow, with texts, settings and another order, in one event', async () => {
  const { id, lots, read } = await sale();
  assert.is(read.closedBy, null);
  const later = {
    ...read.terms,
    openAt: (read.terms['openAt'] ?? 0) + 24 * HOUR_MS,
    liveAt: (read.terms['liveAt'] ?? 0) + 24 * HOUR_MS,
  };
  const settings = {
    descriptionShort: 'Moved',
    usefulLinks: [{ url: 'https://yard.example/map', description: 'How to get there' }],
    auctionTags: [{ title: 'Feature' }],
    studSale: true,
    listingFee: 250,
    viewDetailsDays: 0, // [B289]
    editLotDisabledAt: later.liveAt,
    specificAgents: [seller],
  };
  const [a = '', b = '', c = ''] = lots;
  const placed = [
    { _id: c, number: '1' },
    { _id: a, number: '2' },
    { _id: b, number: '3' },
  ];
  const details = { ...read.details, title: 'Store cattle, tomorrow', public: false, settings };
  const before = (await eventsOf(id)).length;
  const asked = bodyOf(read, { details, terms: later, lots: placed, commandId: 'move-to-tomorrow' });
  const answer = await call('PUT', `/${id}`, asked);
  assert.is(answer.status, 200, answer.errors.join());
  assert.is((await eventsOf(id)).length, before + 1);
  assert.is(answer.data['revision'], before + 1);
  assert.equal(await call('PUT', `/${id}`, asked), answer, 'the same request again changes nothing');
  const now = await scheduleOf(id);
  assert.equal(now.lots, placed);
  assert.is(now.terms['liveAt'], later.liveAt);
  assert.is(now.details['title'], 'Store cattle, tomorrow');
  assert.equal(
    Object.entries(settings).map(([name]) => (now.details['settings'] as Record<string, unknown>)[name]),
    Object.values(settings),
  );
  const state = await stateOf(id);
  assert.is(
    state.details?.searchNumber,
    (await eventsOf(id)).flatMap((event) =>
      event.type === 'AuctionScheduled' ? [event.data.details.searchNumber] : [],
    )[0],
  );
});

test('[T24] what a change of the sale leaves out is set back; what a change of a lot leaves out is kept', async () => {
  const { id, lots, read } = await sale();
  const [a = ''] = lots;
  const settings = { descriptionShort: 'Short', studSale: true };
  const details = { ...read.details, description: 'Long', public: false, settings };
  const terms = { ...read.terms, secondPersonAboveCents: 100, allowAutoBid: false };
  assert.is((await call('PUT', `/${id}`, bodyOf(read, { details, terms }))).status, 200);
  const { type, openAt, liveAt, durationSeconds } = read.terms;
  const { revision } = await scheduleOf(id);
  const least = {
    revision,
    details: { title: 'Store cattle', kind: 'cattle' },
    terms: { type, openAt, liveAt, durationSeconds },
  };
  const answer = await call('PUT', `/${id}`, least);
  assert.is(answer.status, 200, answer.errors.join());
  const now = await scheduleOf(id);
  const { studSale, descriptionShort } = now.details['settings'] as Record<string, unknown>;
  assert.equal(
    [now.details['description'], now.details['public'], studSale, descriptionShort],
    ['', true, false, ''],
  );
  assert.equal([now.terms['secondPersonAboveCents'], now.terms['allowAutoBid']], [undefined, true]);
  assert.equal(now.details['states'], ['NSW'], 'the states of its lots');
  assert.equal(now.lots, read.lots, 'order and numbers of the catalogue stay');
  assert.is(
    (await call('PUT', `/${id}/lots/${a}`, { lot: { count: 11 }, revision: now.revision })).status,
    200,
  );
  const listing = await listingOf(a);
  const { title, breed } = lotBody();
  assert.equal(
    [listing?.content.count, listing?.content.details['title'], listing?.content.details['breed']],
    [11, title, breed],
  );
});

test('[T24] two staff at once: the second reads so, and nothing of the first is lost', async () => {
  const { id, read } = await sale();
  const first = bodyOf(read, { details: { ...read.details, title: 'First' } });
  assert.is((await call('PUT', `/${id}`, first)).status, 200);
  const second = await call('PUT', `/${id}`, bodyOf(read, { details: { ...read.details, title: 'Second' } }));
  assert.equal([second.status, second.code], [409, 'changed-elsewhere']);
  assert.match(second.errors[0] ?? '', 'Somebody else');
  assert.is((await stateOf(id)).details?.title, 'First');
});

test('[T24] what a changed sale may not be is said by field; its kind stays', async () => {
  const { id, read } = await sale();
  const wrong = await call(
    'PUT',
    `/${id}`,
    bodyOf(read, {
      details: {
        ...read.details,
        kind: 'sheep',
        settings: { editLotDisabledAt: (read.terms['liveAt'] ?? 0) + 1 },
      },
      terms: { ...read.terms, openAt: 1 },
      lots: read.lots.map(({ _id }) => ({ _id, number: '1' })),
    }),
  );
  assert.is(wrong.status, 400);
  assert.equal(
    wrong.errors.map((one) => one.split(':')[0]),
    [
      'details.kind',
      'terms.openAt',
      'details.settings.editLotDisabledAt',
      'lots[1].number',
      'lots[2].number',
    ],
  );
  assert.is((await call('PUT', `/${id}`, bodyOf(read), auditor)).status, 403);
  assert.is((await call('GET', `/${id}/schedule`, undefined, auditor)).status, 200);
  assert.is((await call('GET', '/none/schedule')).status, 404);
  assert.is((await call('PUT', '/none', bodyOf(read))).status, 404);
});

test('[T24] a section that lots are in is not removed, and they are named; an empty one is', async () => {
  const openAt = api.clock.now() + 2 * HOUR_MS;
  const tabs = (...names: string[]) => names.map((tabName) => ({ tabName, description: '' }));
  const details = { title: 'Store cattle', kind: 'cattle', requiresTabs: true };
  const inSection = (allocatedSection: string) => lotBody({ allocatedSection });
  const made = await call('POST', '', {
    details: { ...details, auctionTabs: tabs('Steers', 'Heifers', 'Cows') },
    terms: { ...saleTerms(api.clock.now()), openAt, liveAt: openAt + HOUR_MS },
    lots: [inSection('Steers'), inSection('Heifers'), inSection('Steers')],
  });
  assert.is(made.status, 201, made.errors.join());
  const id = String(made.data['_id']);
  const [first = ''] = made.data['lots'] as string[];
  const put = async (...names: string[]) => {
    const read = await scheduleOf(id);
    return call('PUT', `/${id}`, bodyOf(read, { details: { ...read.details, auctionTabs: tabs(...names) } }));
  };
  const refused = await put('Weaners', 'Heifers');
  assert.equal(
    [refused.status, refused.errors],
    [
      400,
      [
        'details.auctionTabs: Lots 1, 3 are in the section Steers. Keep the section, or move its lots to another one first.',
      ],
    ],
  );
  const kept = await put('Weaners', 'Steers', 'Heifers');
  assert.is(kept.status, 200, kept.errors.join());
  const lot = { title: 'Other', allocatedSection: 'Steers' };
  const { revision } = await scheduleOf(id);
  const edited = await call('PUT', `/${id}/lots/${first}`, { lot, revision });
  assert.is(edited.status, 200, 'a lot of the section can still be changed');
  // Without sections all lots are shown together; new ones may not leave a lot behind.
  const plain = bodyOf(await scheduleOf(id), { details: { ...details, requiresTabs: false } });
  assert.is((await call('PUT', `/${id}`, plain)).status, 200);
  const again = bodyOf(await scheduleOf(id), { details: { ...details, auctionTabs: tabs('Steers') } });
  const left = await call('PUT', `/${id}`, again);
  assert.match(left.errors.join(), 'Lot 2 is in the section Heifers');
});

test('[T24] a lot changes its number, place, head, prices, section and text; its listing with it', async () => {
  const {
    id,
    lots: [a = '', b = ''],
    read,
  } = await sale();
  const change = {
    number: 'A1',
    count: 12,
    startCents: 90_000,
    reserveCents: 95_000,
    title: 'Twelve steers',
    vendorName: 'R Hall',
  };
  const asked = { lot: change, place: 3, revision: read.revision, commandId: 'change-of-lot' };
  const answer = await call('PUT', `/${id}/lots/${a}`, asked);
  assert.is(answer.status, 200, answer.errors.join());
  assert.equal(await call('PUT', `/${id}/lots/${a}`, asked), answer);
  const state = await stateOf(id);
  assert.equal(
    state.lots.map(({ terms }) => terms.number),
    ['2', '3', 'A1'],
  );
  const terms = state.lots[2]?.terms;
  assert.equal([terms?.count, terms?.startCents, terms?.reserveCents], [12, 90_000, 95_000]);
  const listing = await listingOf(a);
  assert.equal([listing?.content.details['title'], listing?.content.count], ['Twelve steers', 12]);
  assert.is(listing?.content.details['vendorName'], undefined, 'a personal value is sealed');
  assert.ok(terms?.description?.kept === 'listing' && terms.description.revision > 0);
  const stale = await call('PUT', `/${id}/lots/${a}`, { lot: { title: 'Other' }, revision: read.revision });
  assert.is(stale.code, 'changed-elsewhere');
  const numbered = async (number: string) =>
    await call('PUT', `/${id}/lots/${b}`, { lot: { number, title: 'Other' }, revision: read.revision });
  for (const number of ['A1', 'a1 ']) assert.is((await numbered(number)).code, 'number-taken');
  assert.equal((await numbered(' ')).errors, ['lot.number: number must not be blank']);
  assert.is((await listingOf(b))?.content.details['title'], lotBody().title, 'nothing of it is written');
  const low = await call('PUT', `/${id}/lots/${b}`, { lot: { reserveCents: 1 }, revision: read.revision });
  assert.equal([low.status, low.errors[0]?.split(':')[0]], [400, 'lot.reserveCents']);
  assert.is((await call('PUT', `/${id}/lots/none`, asked)).status, 404);
});

test('[T24] weights of a lot whose heads were weighed are not typed, and no fewer head than were weighed', async () => {
  const heads = [400, 420].map((weightLive) => ({ weightLive, fatScore: 3 }));
  const {
    id,
    lots: [a = '', b = ''],
    read: { revision },
  } = await sale({ heads });
  const change = (of: string, lot: Record<string, unknown>) =>
    call('PUT', `/${id}/lots/${of}`, { lot, revision });
  const refused = await change(a, { count: 1, weightAverageKg: 300, weightCurfewKg: null, title: 'Other' });
  assert.equal(
    [refused.status, refused.errors],
    [
      400,
      [
        'lot.count: Number of Head must be at least 2, the number of head weighed',
        'lot.weightAverageKg: Average weight is calculated from the head that were weighed, and cannot be changed',
        'lot.weightCurfewKg: Curfew weight is calculated from the head that were weighed, and cannot be changed',
      ],
    ],
  );
  assert.is((await listingOf(a))?.content.details['title'], lotBody().title, 'nothing of it is written');
  const others = await change(b, { weightAverageKg: 300 });
  assert.is(others.status, 200, others.errors.join());
});

test('[T24] a number is given away once, whichever way it comes', async () => {
  const { id } = await sale();
  const added = await Promise.all([1, 2, 3].map(() => call('POST', `/${id}/lots`, { lots: [lotBody()] })));
  assert.ok(
    added.every(({ status, code }) => status === 201 || code === 'number-taken'),
    JSON.stringify(added),
  );
  const numbers = (await stateOf(id)).lots.map(({ terms }) => terms.number);
  assert.is(new Set(numbers).size, numbers.length, numbers.join());
});

test('[T16] once the sale has opened, nothing is changed', async () => {
  const {
    id,
    lots: [a = ''],
    read,
  } = await sale();
  const cancelled = await call('POST', `/${id}/commands`, {
    type: 'cancel',
    reason: 'storm',
    commandId: 'cancel-sale',
  });
  assert.is(cancelled.status, 200, cancelled.errors.join());
  assert.is((await scheduleOf(id)).closedBy, 'cancelled');
  const revision = (await scheduleOf(id)).revision;
  const late = await call('PUT', `/${id}`, bodyOf(read, { revision }));
  assert.equal([late.status, late.code], [409, 'already-scheduled']);
  assert.match(late.errors[0] ?? '', 'can no longer be changed');
  const lot = await call('PUT', `/${id}/lots/${a}`, { lot: { title: 'x' }, revision });
  assert.ok(lot.status === 409, lot.code);
});

test.run();
