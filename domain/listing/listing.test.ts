import { check, fc } from '@saleyard/testing/property.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { ACCOUNT_STATUSES } from '../account/status.ts';
import type { ListingCommandBody, ReofferChange } from './commands.ts';
import type { ListingContent } from './content.ts';
import { movedTo } from './decide.ts';
import type { ListingEvent } from './events.ts';
import { lotFields } from './forms/field.ts';
import { FORMS } from './forms/forms.ts';
import { descriptionOf, evolveListing, initialListing, type ListingState } from './state.ts';
import { KIND_TYPES, LOT_LIMITS } from './stock.ts';
import {
  AT,
  approved,
  beginning,
  code,
  draft,
  eventsOf,
  full,
  given,
  listed,
  messages,
  pending,
  started,
  submitted,
  when,
  withdrawn,
} from './test-support/decided-listings.ts';
import {
  DAYS,
  fullContent,
  keptContent,
  opened,
  sale,
  source,
  withSealed,
} from './test-support/example-listings.ts';

const test = suite('listing');

const submit: ListingCommandBody = { type: 'submit', sale: sale(), days: DAYS, personal: opened(full) };

test('a first save starts a draft for its sale [S183] [S184] [S186] [S187]', () => {
  const [event] = eventsOf(null, { type: 'start', ...beginning, changes: {} });
  assert.is(event?.type, 'ListingStarted');
  const state = given(...(event ? [event] : []));
  assert.is(state?.phase, 'draft');
  assert.is(state?.content.count, 1);
  assert.is(state?.content.countWeighed, 1);
  assert.is(state?.content.weightGain, 0);
});

test('a new lot of goats has no head weighed [S185]', () => {
  const goats = { ...beginning, sale: sale({ kind: 'goat' }) };
  const state = given(...eventsOf(null, { type: 'start', ...goats, changes: {} }));
  assert.is(state?.content.countWeighed, 0);
});

test('a listing is started once', () => {
  assert.is(code(draft, { type: 'start', ...beginning, changes: {} }), 'already-started');
  assert.is(code(null, submit), 'not-found');
});

test('a seller with an incomplete profile, or under review, cannot add lots [S280] [S450]', () => {
  const barred = ACCOUNT_STATUSES.map((status) => [
    status,
    code(null, { type: 'start', ...beginning, status, changes: {} }),
  ]).filter(([, refusal]) => refusal !== null);
  assert.equal(barred, [
    ['partially-approved', 'profile-incomplete'],
    ['partially-approved:updated', 'under-review'],
  ]);
});

test('typed values are stored trimmed; town in upper case, weights to the hundredth [S351] [S352]', () => {
  const changes = {
    details: { town: ' Gunnedah ', vendorPic: 'na123456', weightAverageKg: 282.456, sire: '' },
    heads: [{ weightLive: 301.239 }],
    usefulLinks: [{ url: 'example.com/a', description: '', isPdf: false }],
  };
  const sealed = { vendorPic: 'blob' };
  const state = given(...eventsOf(null, { type: 'start', ...beginning, changes: { ...changes, sealed } }));
  assert.equal(state?.content.details, { town: 'GUNNEDAH', weightAverageKg: 282.46 });
  assert.equal(state?.content.heads, [{ weightLive: 301.24 }]);
  assert.is(state?.content.usefulLinks[0]?.url, 'https://example.com/a', '[S355]');
});

test('the weight at entry and those of walk-over scales are stored to the hundredth', () => {
  const reading = { date: '2026-09-30', averageDailyGain: 0.855 };
  const changes = {
    mobEntryWeight: 280.125,
    optiweigh: { days: [{ ...reading, weight: 412.555 }], weights: [400.004, 425.5] },
  };
  const stored = {
    mobEntryWeight: 280.13,
    optiweigh: { days: [{ ...reading, weight: 412.56 }], weights: [400, 425.5] },
  };
  const kept = ({ mobEntryWeight, optiweigh }: ListingContent) => ({ mobEntryWeight, optiweigh });
  const begun = given(...eventsOf(null, { type: 'start', ...beginning, changes }));
  assert.equal(begun && kept(begun.content), stored);
  const [edited] = eventsOf(draft, { type: 'edit', by: 'seller', changes });
  assert.equal(edited?.type === 'ListingEdited' && edited.data.changes, stored);
  assert.equal(messages(draft, { type: 'edit', by: 'seller', changes: { mobEntryWeight: 2_000.5 } }), [
    'Mob Entry Weight must be kg per head, up to 2000',
  ]);
});

test('a draft may lack anything, its PIC too, but not hold what its fields cannot [S340] [S367]', () => {
  const edit = (changes: object): ListingCommandBody => ({ type: 'edit', by: 'seller', changes });
  const empty = given(...eventsOf(null, { type: 'start', ...beginning, changes: {} }));
  assert.equal(messages(empty, edit({ details: { vendorPic: '' } })), []);
  assert.equal(messages(empty, edit({ details: { ageMinMonths: 7.5 } })), [
    'Age from must be whole months from 0 to 600',
  ]);
  assert.equal(messages(empty, edit({ details: { wings: 2 } })), ['There is no field wings']);
  assert.equal(messages(empty, edit({ heads: [{ fatScore: 6 }] })), [
    'Fat Score must be a whole number from 1 to 5',
  ]);
  const picture = { thumbnail: 't', url: 'u', title: '' };
  const pictured = (media: unknown[]) => ({ ...edit({ media }), by: 'staff' }) as ListingCommandBody;
  assert.equal(messages(empty, pictured(Array(LOT_LIMITS.media).fill(picture))), []);
  assert.equal(messages(empty, pictured(Array(LOT_LIMITS.media + 1).fill(picture))), [
    'Max media amount reached',
  ]);
  const link = (url: string) => ({ url, description: '', isPdf: false });
  for (const wrong of ['not a link', 'https://saleyard.example@evil.example', 'user:password@evil.example'])
    assert.equal(messages(empty, edit({ usefulLinks: [link(wrong)] })), ['URL should be valid'], '[S354]');
  assert.is(messages(empty, edit({ usefulLinks: Array(7).fill(link('a.example')) })).length, 1, '[S387]');
  assert.equal(messages(empty, edit({ saleConditions: 'x'.repeat(151) })), [
    'Special Conditions of Sale can have at most 150 characters',
  ]);
});

test('an edit names only what changes, and the same again changes nothing', () => {
  const edit: ListingCommandBody = { type: 'edit', by: 'seller', changes: { details: { sire: 'Duke' } } };
  const events = eventsOf(draft, edit);
  assert.equal(events, [{ type: 'ListingEdited', data: { at: AT, changes: { details: { sire: 'Duke' } } } }]);
  const after = events.reduce(evolveListing, draft);
  assert.is(after?.content.details['sire'], 'Duke');
  assert.is(after?.content.details['title'], '40 Angus Steers');
  assert.is(draft?.content.details['sire'], undefined, 'the state before is untouched');
  assert.equal(eventsOf(after, edit), []);
  const emptied = eventsOf(after, { ...edit, changes: { details: { sire: null } } }).reduce(
    evolveListing,
    after,
  );
  assert.not.ok('sire' in (emptied?.content.details ?? {}));
});

test('personal values are checked in clear and stored sealed', () => {
  const changes = { details: { vendorPhone: '0412 345 678', sire: 'Duke' }, sealed: { vendorPhone: 'blob' } };
  const edit = (over: object): ListingCommandBody => ({ type: 'edit', by: 'seller', changes: over });
  const [edited] = eventsOf(draft, edit(changes));
  const kept = { details: { sire: 'Duke' }, sealed: { vendorPhone: 'blob' } };
  assert.equal(edited?.data, { at: AT, changes: kept });
  const after = given(started, ...(edited ? [edited] : []));
  assert.equal(after?.content.sealed, { ...full.sealed, vendorPhone: 'blob' });
  assert.not.ok('vendorPhone' in (after === null ? {} : descriptionOf(after).details));
  const [emptied] = eventsOf(after, edit({ details: { vendorPhone: ' ' } }));
  assert.equal(emptied?.data, { at: AT, changes: { sealed: { vendorPhone: null } } });
  assert.equal(messages(draft, edit({ details: { vendorPhone: '0412 345 678' } })), ['It is not sealed']);
  assert.equal(messages(draft, edit({ sealed: { sire: 'blob' } })), ['There is no personal field sire']);
});

test('sealed values are opened for the checks of a submission, unless they were sealed again since', () => {
  const wrong = keptContent('cattle', { details: { vendorPic: 'VA123456' } });
  const of = (content: typeof wrong) =>
    given({ ...started, data: { ...started.data, content } } as ListingEvent);
  assert.equal(messages(of(wrong), { ...submit, personal: opened(wrong) }), [
    'Please Enter correct Vendor PIC. It must be N, a letter A–K, 6 digits (NSW).',
  ]);
  const { vendorName: _, ...without } = full.sealed;
  const unnamed = { ...full, sealed: without };
  assert.equal(messages(of(unnamed), { ...submit, personal: opened(unnamed) }), [
    'Please enter Vendor This is a required field*',
  ]);
  assert.is(code(draft, { ...submit, personal: opened(wrong) }), 'changed-elsewhere');
  assert.is(code(draft, { type: 'submit', sale: sale(), days: DAYS }), 'changed-elsewhere');
});

test('a listing of an earlier version has personal values in clear, and keeps none that are written again', () => {
  const details = { ...full.details, vendorName: 'Old Pastoral', vendorPic: 'NA123456' };
  const { vendorName: _, vendorPic: __, ...sealed } = full.sealed;
  const content = { ...full, details, sealed };
  const old = given({ ...started, data: { ...started.data, content } } as ListingEvent);
  assert.is(eventsOf(old, { ...submit, personal: opened(content) }).length, 1);
  const changes = { details: { vendorName: 'New Pastoral' }, sealed: { vendorName: 'blob' } };
  const after = eventsOf(old, { type: 'edit', by: 'seller', changes }).reduce(evolveListing, old);
  assert.is(after?.content.details['vendorName'], undefined);
  assert.is(after?.content.sealed['vendorName'], 'blob');
  const from = source(content, { phase: 'withdrawn' });
  assert.equal(messages(null, { type: 'copy', ...beginning, from }), [
    'It is not sealed',
    'It is not sealed',
  ]);
});

test('no personal field is shown to buyers, and every address, number and name of a person is one', () => {
  for (const kind of KIND_TYPES) {
    const personal = lotFields(FORMS[kind]).filter((field) => field.personal);
    for (const { name, shown } of personal) assert.is(shown, undefined, name);
    const names = ['vendorName', 'vendorPic', 'vendorPhone', 'vendorEmail', 'vendorAddress'];
    for (const name of [...names, 'agentName', 'agentPhone', 'agentEmail', 'agencyName'])
      assert.ok(
        personal.some((field) => field.name === name),
        name,
      );
    const open = lotFields(FORMS[kind]).filter(
      ({ type, personal }) => !personal && /email|phone|tradingName|picNumber/.test(type),
    );
    assert.equal(open, [], 'an address, a number or a PIC is always personal');
  }
});

test('a draft moves to another sale of its kind, whose day empties deliveries before it [S258]', () => {
  const other = sale({ auction: 'a2' });
  const [moved] = eventsOf(draft, {
    type: 'edit',
    by: 'seller',
    changes: movedTo(full, 'cattle', '2026-10-05'),
    sale: other,
  });
  assert.equal(moved?.data, { at: AT, changes: { details: { earliestDelivery: null } }, auction: 'a2' });
  const sheep = sale({ kind: 'sheep' });
  assert.is(code(draft, { type: 'edit', by: 'seller', changes: {}, sale: sheep }), 'other-kind');
});

test('a full draft is submitted once and then approved: Pending, then Submitted [S233] [S237]', () => {
  assert.equal(eventsOf(draft, submit), [{ type: 'ListingSubmitted', data: { at: AT } }]);
  assert.is(pending?.phase, 'submitted');
  assert.equal(eventsOf(pending, submit), []);
  assert.equal(eventsOf(pending, { type: 'approve' }), [{ type: 'ListingApproved', data: { at: AT } }]);
  assert.equal(eventsOf(listed, { type: 'approve' }), []);
  assert.is(code(draft, { type: 'approve' }), 'not-pending');
});

test('a draft stays one while its sale takes no lots, in the words for each reason [S234] [S235]', () => {
  const why = (change: Parameters<typeof sale>[0]) => messages(draft, { ...submit, sale: sale(change) })[0];
  assert.is(why({ cancelled: true }), 'This Auction is Cancelled', '[S238]');
  assert.is(why({ phase: 'closed' }), 'This Auction is Closed', '[S239]');
  assert.is(why({ phase: 'live' }), 'This Auction is Live', '[S240]');
  assert.is(why({ phase: 'open' }), 'This Auction is Open', '[S241]');
  assert.is(why({ takesLots: false }), 'You can no longer add lots to this Auction', '[S242]');
  assert.is(code(draft, { ...submit, sale: sale({ phase: 'open' }) }), 'sale-closed');
});

test('heads beyond those that are weighed are no part of a submitted listing, and keep none from it', () => {
  const { heads: shown } = full;
  assert.is(shown.length, full.countWeighed);
  const withHeads = (...hidden: ListingContent['heads']) =>
    given({
      ...started,
      data: { ...started.data, content: { ...full, heads: [...shown, ...hidden] } },
    } as ListingEvent);
  // What is not shown is not checked.
  for (const hidden of [withHeads({ weightLive: 600, fatScore: 3 }, {}), withHeads({ fatScore: 'nine' })]) {
    const events = eventsOf(hidden, submit);
    assert.equal(
      events.map(({ type }) => type),
      ['ListingEdited', 'ListingSubmitted'],
    );
    const state = events.reduce(evolveListing, hidden);
    assert.equal([state?.phase, state?.content], ['submitted', full]);
  }
});

test('staff send a listing back with a reason; its seller changes it and submits again', () => {
  const clear: ListingCommandBody = { type: 'refuse', reason: 'No PIC of this vendor' };
  assert.equal(messages(pending, clear), ['It is not sealed']);
  const refuse: ListingCommandBody = { ...clear, sealed: 'sealed:No PIC of this vendor' };
  const [event] = eventsOf(pending, refuse);
  const back = given(started, submitted, event as ListingEvent);
  assert.is(back?.phase, 'refused');
  assert.equal(back?.reason, { reason: '', sealed: 'sealed:No PIC of this vendor' });
  assert.is(
    eventsOf(back, { type: 'edit', by: 'seller', changes: withSealed('cattle', { description: 'Again' }) })
      .length,
    1,
  );
  assert.is(eventsOf(back, submit).length, 1);
  assert.is(code(draft, refuse), 'not-pending');
});

test('the private description is stored sealed only; without one nothing is submitted', () => {
  const clear = { type: 'edit', by: 'seller', changes: { description: 'Of Ada Miller' } } as const;
  assert.equal(messages(draft, clear), ['It is not sealed']);
  const edited = eventsOf(draft, { ...clear, changes: withSealed('cattle', clear.changes) });
  const changes = { sealed: { description: 'sealed:Of Ada Miller' } };
  assert.equal(edited, [{ type: 'ListingEdited', data: { at: AT, changes } }]);
  const emptied = eventsOf(draft, { type: 'edit', by: 'seller', changes: { description: '' } });
  const without = emptied.reduce(evolveListing, draft)?.content ?? full;
  assert.not.ok('description' in without.sealed);
  const state = emptied.reduce(evolveListing, draft);
  assert.equal(messages(state, { ...submit, personal: opened(without) }), ['Please Enter Stock Description']);
});

test('only staff change a submitted listing; nobody changes one that is over', () => {
  const edit = (by: 'seller' | 'staff'): ListingCommandBody => ({
    type: 'edit',
    by,
    changes: withSealed('cattle', { description: 'b' }),
  });
  assert.is(code(pending, edit('seller')), 'not-editable');
  assert.is(eventsOf(pending, edit('staff')).length, 1);
  assert.is(eventsOf(listed, edit('staff')).length, 1);
  const over = given(started, submitted, approved, withdrawn);
  assert.is(code(over, edit('staff')), 'not-editable');
});

test('late edit: prices of an approved listing before the deadline, by the bid validation alone [S371] [S451] [S452]', () => {
  const late = (
    change: Partial<Extract<ListingCommandBody, { type: 'lateEdit' }>> = {},
  ): ListingCommandBody => ({
    type: 'lateEdit',
    startCents: 110_000,
    reserveCents: 130_000,
    sale: sale({ phase: 'open' }),
    ...change,
  });
  assert.equal(eventsOf(listed, late()), [
    { type: 'ListingPriceChanged', data: { at: AT, startCents: 110_000, reserveCents: 130_000 } },
  ]);
  assert.is(code(pending, late()), 'not-editable');
  assert.is(code(listed, late(), 50_000), 'too-late');
  assert.is(code(listed, late(), 49_999), null);
  for (const phase of ['live', 'closed'] as const)
    assert.is(code(listed, late({ sale: sale({ phase }) })), 'too-late', `a ${phase} sale`);
  assert.equal(messages(listed, late({ reserveCents: 100_000 })), [
    "Your Reserve Price can't be lower than your Start Price",
  ]);
  assert.equal(messages(listed, late({ reserveCents: 100_000, last: 'startCents' })), [
    "Your Start Price can't be higher than your Reserve Price",
  ]);
  const emptied = eventsOf(listed, { type: 'edit', by: 'staff', changes: { details: { town: null } } });
  assert.is(code(emptied.reduce(evolveListing, listed), late()), null, 'no other field is validated');
  assert.equal(eventsOf(listed, late({ startCents: 120_000, reserveCents: 145_000 })), []);
});

test('a listing is withdrawn with a reason, and deleted only before it is approved', () => {
  const bySale = eventsOf(listed, { type: 'withdraw', by: 'sale', reason: 'lame' });
  assert.equal(bySale, [{ type: 'ListingWithdrawn', data: { at: AT, reason: 'lame', sealed: '' } }]);
  const clear: ListingCommandBody = { type: 'withdraw', by: 'seller', reason: 'Sold to Ada' };
  assert.equal(messages(listed, clear), ['It is not sealed']);
  const bySeller = eventsOf(listed, { ...clear, sealed: 'sealed:Sold to Ada' });
  assert.equal(bySeller, [
    { type: 'ListingWithdrawn', data: { at: AT, reason: '', sealed: 'sealed:Sold to Ada' } },
  ]);
  assert.is(code(listed, { type: 'delete' }), 'not-editable');
  const gone = given(started, ...(eventsOf(draft, { type: 'delete' }) as ListingEvent[]));
  assert.is(gone?.phase, 'deleted');
  assert.is(code(gone, submit), 'not-found');
  assert.is(code(draft, { type: 'withdraw', by: 'sale', reason: 'x' }), 'not-editable');
});

test('copy: of an own withdrawn lot, into a sale of its kind that takes lots', () => {
  const from = source(full, { phase: 'withdrawn' });
  const copy = (change: object = {}): ListingCommandBody => ({ type: 'copy', ...beginning, from, ...change });
  const [event] = eventsOf(null, copy());
  const state = given(event as ListingEvent);
  assert.is(state?.phase, 'draft');
  assert.equal(state?.origin, { how: 'copied', listing: 'l0', revision: 4 });
  assert.equal(state?.content.details, full.details);
  assert.is(state?.content.acceptenceOnTerms, false, 'declared again');
  assert.is(code(null, copy({ from: source(full) })), 'not-withdrawn');
  assert.is(code(null, copy({ sale: sale({ kind: 'goat' }) })), 'other-kind');
  assert.is(code(null, copy({ sale: sale({ phase: 'live' }) })), 'sale-closed');
  assert.is(code(null, copy({ createdBy: 'someone' })), 'not-owner');
});

const changes: ReofferChange = {
  startCents: 100_000,
  reserveCents: 120_000,
  incrementCents: 500,
  adjustWeight: -1.25,
  earliestDelivery: '2026-10-02',
  latestDelivery: '2026-10-09',
};
const reoffer = (change: object = {}, over: Partial<ReofferChange> = {}): ListingCommandBody => ({
  type: 'reoffer',
  listing: 'l1',
  ...beginning,
  from: source(full),
  days: DAYS,
  ...change,
  changes: { ...changes, ...over },
});

test('reoffer: an unsold lot of a sale that closed in the last 7 days goes into another [S446] [A772]', () => {
  const state = given(...eventsOf(null, reoffer()));
  assert.is(state?.phase, 'submitted');
  assert.equal(state?.origin, { how: 'reoffered', listing: 'l0', revision: 4 });
  assert.is(state?.content.startCents, 100_000);
  assert.is(state?.content.adjustWeight, -1.25);
  assert.is(state?.content.details['latestDelivery'], '2026-10-09');
  assert.is(state?.content.details['town'], 'GUNNEDAH');
  const week = 7 * 86_400_000;
  assert.is(code(null, reoffer(), 1_000 + week), null);
  assert.is(code(null, reoffer(), 1_001 + week), 'too-late');
  assert.is(code(null, reoffer({ from: source(full, { closedAt: null }) })), 'too-late');
  assert.is(code(null, reoffer({ from: source(full, { result: 'sold' }) })), 'sold');
});

test('a listing is reoffered into one sale at a time', () => {
  const facts = {
    sale: sale({ auction: 'a2' }),
    changes,
    days: DAYS,
    result: 'passed',
    closedAt: 1_000,
  } as const;
  const again = (as: string, over: object = {}): ListingCommandBody => ({
    type: 'offerAgain',
    as,
    earlier: null,
    ...facts,
    ...over,
  });
  const [reoffered] = eventsOf(listed, again('l1'));
  assert.equal(reoffered, { type: 'ListingReoffered', data: { at: AT, as: 'l1', auction: 'a2' } });
  const taken = given(started, submitted, approved, reoffered as ListingEvent);
  assert.equal(eventsOf(taken, again('l1')), [], 'the same again changes nothing');
  assert.is(code(taken, again('l2')), 'already-reoffered');
  for (const earlier of ['draft', 'submitted', 'refused', 'approved']) {
    assert.is(code(taken, again('l2', { earlier })), 'already-reoffered', earlier);
  }
  for (const earlier of ['withdrawn', 'deleted']) {
    assert.is(eventsOf(taken, again('l2', { earlier })).length, 1, earlier);
  }
  assert.is(code(listed, again('l1', { result: 'sold' })), 'sold');
  assert.is(code(listed, again('l1', { closedAt: null })), 'too-late');
  assert.is(code(pending, again('l1')), 'not-editable');
  assert.equal(messages(listed, again('l1', { changes: { ...changes, earliestDelivery: '' } })), [
    'Please enter Earliest Delivery This is a required field*',
  ]);
  // The new listing must be the one that the source names.
  for (const reofferedAs of [null, 'l2']) {
    assert.is(code(null, reoffer({ from: source(full, { reofferedAs }) })), 'already-reoffered');
  }
});

test('a reoffer needs another sale, its bid terms and an earliest delivery [S368] [S369] [S370]', () => {
  const live = reoffer({ sale: sale({ phase: 'live' }) });
  assert.equal(messages(null, live), ['Please Choose a Different Auction']);
  assert.equal(messages(null, reoffer({}, { reserveCents: 90_000 })), [
    "Your Reserve Price can't be lower than your Start Price",
  ]);
  assert.equal(messages(null, reoffer({}, { earliestDelivery: '' })), [
    'Please enter Earliest Delivery This is a required field*',
  ]);
  assert.equal(messages(null, reoffer({}, { incrementCents: 300 })), ['Please select bid increment']);
  assert.equal(messages(null, reoffer({}, { earliestDelivery: '2026-09-29' })), [
    'Earliest Delivery cannot be earlier than the auction date',
  ]);
});

test('staff enter a lot for a catalogue, approved as entered', () => {
  const entry = {
    kind: 'goat',
    auction: 'a1',
    searchNumericId: 7,
    createdBy: 'vera',
    content: full,
  } as const;
  const [event] = eventsOf(null, { type: 'enter', ...entry });
  assert.equal(event, { type: 'ListingEntered', data: { at: AT, ...entry } });
  const state = given(event as ListingEvent);
  assert.is(state?.phase, 'approved');
  assert.is(state?.origin, null);
  if (state === null) return;
  assert.equal(Object.keys(descriptionOf(state)).sort(), [
    ...['details', 'documents', 'heads', 'kind', 'media', 'usefulLinks'],
  ]);
});

test('property: after any commands in any order, events fold as they were decided and survive JSON', () => {
  const bodies: readonly ListingCommandBody[] = [
    { type: 'start', ...beginning, changes: withSealed('cattle', fullContent()) },
    { type: 'start', ...beginning, changes: {} },
    { type: 'enter', kind: 'cattle', auction: 'a1', searchNumericId: 1, createdBy: 'vera', content: full },
    { type: 'copy', ...beginning, from: source(full, { phase: 'withdrawn' }) },
    reoffer(),
    { type: 'edit', by: 'seller', changes: { details: { town: 'Tamworth', sire: null } } },
    {
      type: 'edit',
      by: 'staff',
      changes: withSealed('cattle', fullContent()),
      sale: sale({ auction: 'a2' }),
    },
    submit,
    { type: 'approve' },
    { type: 'refuse', reason: 'blurred', sealed: 'sealed:blurred' },
    { type: 'lateEdit', startCents: 500, reserveCents: null, sale: sale() },
    {
      type: 'offerAgain',
      as: 'l9',
      earlier: null,
      sale: sale({ auction: 'a2' }),
      changes,
      days: DAYS,
      result: 'passed',
      closedAt: 1_000,
    },
    { type: 'withdraw', by: 'sale', reason: 'lame' },
    { type: 'withdraw', by: 'seller', reason: 'sold', sealed: 'sealed:sold' },
    { type: 'delete' },
  ];
  return check(
    fc.property(fc.array(fc.constantFrom(...bodies), { maxLength: 12 }), (asked) => {
      let state: ListingState = initialListing;
      const all: ListingEvent[] = [];
      for (const body of asked) {
        const decision = when(state, body);
        assert.equal(decision, when(state, body), 'deciding is pure');
        if (decision.outcome === 'refused') continue;
        all.push(...decision.events);
        state = decision.events.reduce(evolveListing, state);
      }
      const read = JSON.parse(JSON.stringify(all)) as ListingEvent[];
      assert.equal(read, all);
      assert.equal(given(...read), state);
    }),
  );
});

test('every kind has listings that can be submitted', () => {
  for (const kind of KIND_TYPES) {
    const of = sale({ kind });
    const changes = withSealed(kind, fullContent(kind));
    const state = given(...eventsOf(null, { type: 'start', ...beginning, sale: of, changes }));
    const personal = opened(state?.content ?? { sealed: {} });
    assert.is(eventsOf(state, { ...submit, sale: of, personal }).length, 1, kind);
  }
});

const closed = { phase: 'closed', cancelled: false } as const;
const paid: ListingEvent = { type: 'ListingFeePaid', data: { at: 5 } };
const pay = (
  change: Partial<Extract<ListingCommandBody, { type: 'recordFee' }>> = {},
): ListingCommandBody => ({ type: 'recordFee', paid: true, sale: closed, ...change });

test('[S221] the fee of a listing whose sale has closed is recorded as paid, and that is reverted, each once', () => {
  assert.equal(eventsOf(listed, pay()), [{ type: 'ListingFeePaid', data: { at: AT } }]);
  const settled = given(started, submitted, approved, paid);
  assert.is(settled?.isFeePaid, true);
  assert.equal(eventsOf(settled, pay()), []);
  assert.equal(eventsOf(settled, pay({ paid: false })), [{ type: 'ListingFeeUnpaid', data: { at: AT } }]);
  const back = given(started, submitted, approved, paid, { type: 'ListingFeeUnpaid', data: { at: 6 } });
  assert.is(back?.isFeePaid, false);
  assert.equal(eventsOf(back, pay({ paid: false })), []);
});

test('a lot that was in no catalogue when its sale closed has no fee', () => {
  for (const state of [draft, pending, given(started, submitted, approved, withdrawn)])
    assert.is(code(state, pay()), 'not-editable');
  assert.is(code(listed, pay({ sale: { ...closed, cancelled: true } })), 'not-editable');
  for (const phase of ['future', 'open', 'live'] as const)
    assert.is(code(listed, pay({ sale: { ...closed, phase } })), 'not-closed');
  assert.is(code(null, pay()), 'not-found');
});

test.run();
