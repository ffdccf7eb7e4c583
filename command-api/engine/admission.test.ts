import type { CommandEnvelope } from '@saleyard/contract/commands.ts';
import type { CommandBody } from '@saleyard/domain/auction/commands.ts';
import { fold, initialState } from '@saleyard/domain/auction/evolve.ts';
import { practiceId } from '@saleyard/domain/auction/ids.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { lotTerms } from '../test-support/sale.ts';
import { admit, MalformedCommand, maySend } from './admission.ts';

const test = suite('admission');
const directory = { mayBid: (account: string) => account !== 'guest', termsDueSince: () => null };

const envelope = (
  body: unknown,
  kind: 'user' | 'staff' | 'system' = 'user',
): CommandEnvelope<CommandBody> => ({
  auction: 'a1',
  commandId: 'c1',
  actor: { kind, id: 'joe' },
  body: body as CommandBody,
});

const admitted = async (body: unknown, kind?: 'user' | 'staff'): Promise<CommandBody> =>
  (await admit(envelope(body, kind), directory)).body;

test('a user bids as themselves; staff name the bidder; nothing unknown is kept', async () => {
  const claimed = { type: 'bid', lot: 'l1', bidder: 'jane', cents: 5, permitted: false, extra: 1 };
  const own = { type: 'bid', lot: 'l1', bidder: 'joe', cents: 5, permitted: true };
  assert.equal(await admitted(claimed), own);
  assert.equal(await admitted(claimed, 'staff'), { ...own, bidder: 'jane' });
  assert.equal(await admitted({ ...claimed, bidder: 'guest' }, 'staff'), {
    ...own,
    bidder: 'guest',
    permitted: false,
  });
  assert.equal(await admitted({ type: 'freeze', lot: null, reason: 'storm', at: 3 }), {
    type: 'freeze',
    reason: 'storm',
  });
});

test('what is not a command is named', () => {
  const bad: [unknown, string][] = [
    [null, 'type'],
    [{ type: 'constructor' }, 'type'],
    [{ type: 'bid', cents: 5 }, 'bid.lot'],
    [{ type: 'bid', lot: 'l1', cents: Number.NaN }, 'bid.cents'],
    [{ type: 'autoBid', lot: 'l1', maxCents: '7' }, 'autoBid.maxCents'],
    [{ type: 'pause', reason: '' }, 'pause.reason'],
    [{ type: 'catalogueLots', lots: [{ at: new Date(0) }] }, 'catalogueLots: not plain data'],
  ];
  for (const [body, what] of bad)
    assert.throws(() => admit(envelope(body), directory), `not a command: ${what}`);
  const reserved = { type: 'bid', lot: 'l1', bidder: 'vendor', cents: 5 };
  assert.throws(
    () => admit(envelope(reserved, 'staff'), directory),
    (error: unknown) => error instanceof MalformedCommand,
  );
  assert.throws(
    () => admit({ ...envelope(reserved), actor: { kind: 'root', id: 'x' } as never }, directory),
    'actor',
  );
});

test('[E9] a vendor bid is for staff and for the account that listed the lot', () => {
  const lots = [lotTerms('l1', { createdBy: 'joe' }), lotTerms('l2')];
  const state = fold([{ type: 'LotsCatalogued', data: { at: 1, lots } }]);
  const vendorBid = (lot: string) => ({ type: 'vendorBid', lot, cents: 5 }) as const;
  assert.ok(maySend(envelope(vendorBid('l1')), state, 'a1'));
  assert.not.ok(maySend(envelope(vendorBid('l2')), state, 'a1'));
  assert.not.ok(maySend(envelope(vendorBid('l3')), state, 'a1'));
  assert.ok(maySend(envelope(vendorBid('l2'), 'staff'), state, 'a1'));
});

test('in a practice sale bid its one person, of any status, and the system; others are not permitted', async () => {
  const auction = practiceId('guest', 3);
  const permitted = async (id: string, kind: 'user' | 'staff' | 'system') => {
    const bid = { type: 'bid', lot: 'l1', bidder: id, cents: 5 } as const;
    const { body } = await admit({ auction, commandId: 'c1', actor: { kind, id }, body: bid }, directory);
    return body.type === 'bid' && body.permitted;
  };
  assert.ok(await permitted('guest', 'user'), 'the person it is for, who may bid nowhere else');
  assert.ok(await permitted('practice-bidder-1', 'system'));
  assert.not(await permitted('joe', 'user'), 'an approved buyer in the practice sale of another');
  assert.not(await permitted('guest', 'staff'), 'staff in their name');
  const real = { ...envelope({ type: 'bid', lot: 'l1', bidder: 'guest', cents: 5 }) };
  const { body } = await admit({ ...real, actor: { kind: 'user', id: 'guest' } }, directory);
  assert.is(body.type === 'bid' && body.permitted, false, 'and in a sale only the account counts');
});

test('nobody but the system runs a practice sale', () => {
  const freeze = envelope({ type: 'freeze', reason: 'x' }, 'staff');
  assert.ok(maySend(freeze, initialState, 'a1'));
  assert.not.ok(maySend(freeze, initialState, practiceId('joe', 1)));
  assert.ok(
    maySend({ ...freeze, actor: { kind: 'system', id: 'practice' } }, initialState, practiceId('joe', 1)),
  );
});

test('advancing the clock from outside is for the system alone', () => {
  const advance = { type: 'advanceClock' };
  assert.not.ok(maySend(envelope(advance, 'staff'), initialState, 'a1'));
  assert.ok(maySend(envelope(advance, 'system'), initialState, 'a1'));
});

test.run();
