import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import type { ListingCommandBody } from './commands.ts';
import { evolveListing } from './state.ts';
import { LOT_LIMITS } from './stock.ts';
import {
  AT,
  beginning,
  code,
  draft,
  eventsOf,
  listed,
  messages,
  pending,
} from './test-support/decided-listings.ts';

const test = suite('pictures and documents of a listing');

test('[S385] a seller adds up to twenty pictures to a draft, each at a place, and then only keeps and orders them', () => {
  const picture = (n: number) => ({ url: `/p/${n}.jpg`, thumbnail: `/t/${n}.jpg`, title: '' });
  const attach = (n: number, order = n): ListingCommandBody => ({
    type: 'attachMedia',
    media: picture(n),
    order,
  });
  let state = draft;
  for (let n = 1; n <= LOT_LIMITS.media; n += 1)
    state = eventsOf(state, attach(n)).reduce(evolveListing, state);
  assert.equal(eventsOf(state, attach(3, 0)), [], 'it has that one');
  assert.equal(messages(state, attach(21)), ['Max media amount reached']);
  for (const other of [pending, listed]) assert.is(code(other, attach(1)), 'not-editable');
  const [main] = eventsOf(eventsOf(draft, attach(1)).reduce(evolveListing, draft), attach(2, 0));
  assert.equal(main, {
    type: 'ListingEdited',
    data: { at: AT, changes: { media: [picture(2), picture(1)] } },
  });
  const keep = (media: readonly ReturnType<typeof picture>[]): ListingCommandBody => ({
    type: 'edit',
    by: 'seller',
    changes: { media },
  });
  assert.is(eventsOf(state, keep([picture(9), picture(2)])).length, 1);
  assert.equal(messages(state, keep([picture(99)])), ['The lot has no such picture or video']);
});

test('[S386] a seller adds up to six documents to a draft, and then only keeps, orders and describes them', () => {
  const document = (n: number) => ({
    name: '',
    uri: `/api/v1/download-file/${n}`,
    description: '',
    sealed: `${n}.pdf`,
  });
  const attach = (n: number): ListingCommandBody => ({ type: 'attach', document: document(n) });
  let state = draft;
  for (let n = 1; n <= LOT_LIMITS.documents; n += 1)
    state = eventsOf(state, attach(n)).reduce(evolveListing, state);
  assert.equal(state?.content.documents.map(({ sealed }) => sealed)[5], '6.pdf');
  assert.equal(eventsOf(state, attach(3)), [], 'it has that one');
  assert.equal(messages(state, attach(7)), ['At most 6 documents can be added']);
  for (const other of [pending, listed]) assert.is(code(other, attach(1)), 'not-editable');
  assert.is(code(null, attach(1)), 'not-found');

  const kept = [{ ...document(2), sealed: 'Scales' }, document(1)];
  const keep: ListingCommandBody = { type: 'edit', by: 'seller', changes: { documents: kept } };
  const [edited] = eventsOf(state, keep);
  assert.equal(edited?.data, { at: AT, changes: { documents: kept } });
  const open = { name: '1.pdf', uri: document(1).uri, description: '' };
  const unsealed = ['It is not sealed'];
  assert.equal(messages(draft, { type: 'attach', document: open }), unsealed);
  const clear = { ...document(1), description: 'Scales' };
  assert.equal(messages(state, { ...keep, changes: { documents: [clear] } }), unsealed);
  const older = eventsOf(draft, { type: 'edit', by: 'staff', changes: { documents: [open] } });
  const before = older.reduce(evolveListing, draft);
  assert.equal(messages(before, { ...keep, changes: { documents: [open] } }), [], 'it stays as it was');
  const strange = { documents: [document(1), document(9)] };
  const none = ['The lot has no such document'];
  assert.equal(messages(state, { type: 'edit', by: 'seller', changes: strange }), none);
  assert.equal(messages(null, { type: 'start', ...beginning, changes: strange }), none);
});

test.run();
