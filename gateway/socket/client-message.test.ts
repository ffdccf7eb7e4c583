import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { messagesOf, plainBid, plainBidId, understand } from './client-message.ts';

const test = suite('client messages');

const bid = (over: object = {}, data: object = {}) => ({
  id: 7,
  channel: 'bids',
  event: 'bid',
  data: { bid: { lot: 'lot-1', cents: 30_500 }, commandId: 'command-1', ...data },
  ...over,
});

test('[G7] a message that fits its schema is understood', () => {
  assert.is(understand(bid()).outcome, 'message');
  const join = { id: 1, channel: 'bids', event: 'join-auction', data: { _id: '4512', since: -1 } };
  assert.is(understand(join).outcome, 'message');
});

const WRONG: readonly [string, unknown, string][] = [
  ['an amount that is no whole number', bid({}, { bid: { lot: 'lot-1', cents: 1.5 } }), 'data.bid.cents'],
  ['an amount of nothing', bid({}, { bid: { lot: 'lot-1', cents: 0 } }), 'data.bid.cents'],
  ['an amount as text', bid({}, { bid: { lot: 'lot-1', cents: '100' } }), 'data.bid.cents'],
  ['an unsafe amount', bid({}, { bid: { lot: 'lot-1', cents: 2 ** 53 } }), 'data.bid.cents'],
  ['a missing lot', bid({}, { bid: { cents: 100 } }), 'data.bid.lot'],
  ['a field nobody knows', bid({}, { bidder: 'bob' }), 'data.bidder'],
  ['no command id', bid({}, { commandId: undefined }), 'data.commandId'],
  ['a lot that is no id', bid({}, { bid: { lot: '../x', cents: 100 } }), 'data.bid.lot'],
  ['an id that is no number', bid({ id: 'a' }), 'id'],
];
for (const [what, message, field] of WRONG) {
  test(`[G7] ${what} is refused, naming ${field}`, () => {
    const understood = understand(JSON.parse(JSON.stringify(message)));
    assert.is(understood.outcome, 'invalid');
    if (understood.outcome === 'invalid') assert.is(understood.field, field);
  });
}

test('[G7] an unknown message is distinguished from an invalid one, and keeps its id', () => {
  const unknown = { outcome: 'unknown-message', id: 3 };
  assert.equal(understand({ id: 3, channel: 'bids', event: 'buy-it-now', data: {} }), unknown);
  assert.equal(understand({ id: 3, channel: 'constructor', event: 'toString', data: {} }), unknown);
  assert.equal(understand({ id: -1, channel: 'x', event: 'y' }), { ...unknown, id: null });
  assert.is(understand(null).outcome, 'invalid');
  assert.is(understand([bid()]).outcome, 'invalid');
});

test('[G7] a frame that is plainly one bid is read as its schema reads it', () => {
  const id64 = 'aZ_-'.repeat(16);
  const [least, most] = [
    { lot: 'l', cents: 1 },
    { lot: id64, cents: 999_999_999_999_999 },
  ];
  const plain = [
    bid(),
    bid({ id: 0 }, { bid: least, commandId: '12345678' }),
    bid({}, { bid: most, commandId: id64 }),
  ];
  for (const message of plain) {
    const { id, data } = message;
    assert.equal(plainBid(JSON.stringify([message])), { id, ...data.bid, commandId: data.commandId });
    assert.is(plainBidId(JSON.stringify([message])), String(id));
    assert.is(understand(message).outcome, 'message');
  }
  const others: unknown[] = [
    ...WRONG.map(([, message]) => [message]),
    ...[
      [bid({ id: -1 })],
      [bid({ id: 1.5 })],
      [bid({ id: 1e21 })],
      [bid(), bid()],
      bid(),
      [bid({ more: 1 })],
    ],
    ...[[bid({}, { commandId: 'short' })], [bid({}, { commandId: `${id64}x` })]],
    ...[[bid({}, { bid: { lot: 'a"b', cents: 1 } })], [bid({}, { bid: { lot: 'é', cents: 1 } })]],
    [bid({}, { bid: { cents: 1, lot: 'l' } })],
  ];
  for (const frame of others) assert.is(plainBid(JSON.stringify(frame)), undefined, JSON.stringify(frame));
  const text = JSON.stringify([bid()]);
  for (const spoilt of [` ${text}`, `${text}\n`, text.replace('30500', '030500'), text.replace('7', '07')]) {
    assert.is(plainBid(spoilt), undefined, spoilt);
    assert.is(plainBidId(spoilt), undefined, spoilt);
  }
});

test('a frame is a JSON array, or nothing', () => {
  assert.equal(messagesOf('[1,2]'), [1, 2]);
  assert.is(messagesOf('{"id":1}'), undefined);
  assert.is(messagesOf('[1,'), undefined);
  assert.is(messagesOf(''), undefined);
});

test.run();
