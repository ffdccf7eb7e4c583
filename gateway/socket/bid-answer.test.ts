import type { BidDecision } from '@saleyard/contract/bids.ts';
import type { CommandReply } from '@saleyard/contract/commands.ts';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type BidAnswer, decided, notDecided } from './bid-answer.ts';

const HEAD = { startCents: 12_000, incrementCents: 500, unit: 'head' } as const;
const ACCEPTED = {
  ...({ outcome: 'decided', accepted: true, code: null, lot: 'lot-1', currentBidCents: 12_300 } as const),
  leader: 'jane',
  finishAt: 1_700_000_000_000,
  seq: 7,
  position: 9,
} satisfies CommandReply;
const refused = (code: string) => ({ ...ACCEPTED, accepted: false, code });

const asRead = ({ members }: BidAnswer): { data: BidDecision } => JSON.parse(`{${members}}`);

test('the answer to an accepted bid fits the contract', () => {
  const answer = decided(ACCEPTED, 'lot-1', true, HEAD);
  assert.is(answer.name, 'accepted');
  const data: BidDecision = {
    ...({ outcome: 'accepted', lot: 'lot-1', currentBidCents: 12_300, leading: true } as const),
    finishAt: 1_700_000_000_000,
    seq: 7,
  };
  assert.equal(asRead(answer), { data });
});

test('a lot without a bid or a deadline, and of any name', () => {
  const none = { ...ACCEPTED, currentBidCents: null, finishAt: null };
  const { data } = asRead(decided(none, 'a "lot"\\', false, undefined));
  assert.is(data.lot, 'a "lot"\\');
  assert.is(data.currentBidCents, null);
  assert.is(data.finishAt, null);
  assert.is(data.leading, false);
});

test('a refused bid is answered with the text of the specification', () => {
  const answer = decided(refused('lot-closed'), 'lot-1', false, HEAD);
  assert.is(answer.name, 'lot-closed');
  const { outcome, code, message } = asRead(answer).data;
  assert.equal({ outcome, code, message }, {
    outcome: 'refused',
    code: 'lot-closed',
    message: 'No further bids. Lot is sold',
  } as never);
});

test('a refusal says what holds for its lot: sold only when it is, and a frozen interfaced sale waits', () => {
  const said = (code: string, isInterfaced: boolean, isSold: boolean | null) =>
    asRead(decided(refused(code), 'lot-1', false, HEAD, { isInterfaced, isSold })).data.message;
  assert.is(said('lot-closed', false, true), 'No further bids. Lot is sold'); // [A559]
  assert.is(said('lot-closed', false, false), 'No further bids. Lot is closed');
  for (const code of ['lot-frozen', 'auction-frozen']) {
    assert.is(said(code, true, null), 'Waiting for bidding to start'); // [A543]
    assert.is(said(code, false, null), 'This lot is frozen'); // [A542]
  }
  assert.is(
    said('not-permitted', true, null),
    asRead(decided(refused('not-permitted'), 'l', false, HEAD)).data.message,
  );
});

test('a bid between two steps is answered by a sentence that is true of the price', () => {
  const messageFor = (currentBidCents: number | null, terms: Parameters<typeof decided>[3]) =>
    asRead(decided({ ...refused('off-increment'), currentBidCents }, 'lot-1', false, terms)).data.message;
  assert.is(messageFor(12_500, HEAD), 'Please Enter a number that is a multiple of $5'); // [A553]
  assert.is(messageFor(null, HEAD), 'Please Enter a number that is a multiple of $5'); // [A553]
  assert.is(
    messageFor(12_750, { ...HEAD, incrementCents: 250 }),
    'Please Enter a number that is a multiple of $2.50', // [A553]
  );
  const kilo = { startCents: 331, incrementCents: 2, unit: 'kg' } as const;
  assert.is(messageFor(334, kilo), 'Please Enter a number that is a multiple of 2¢'); // [A553]
  assert.is(
    messageFor(null, kilo),
    'Please enter the start price plus a multiple of 2¢: 333¢, 335¢ and so on.',
  );
  assert.is(
    messageFor(12_341, HEAD),
    'Please enter the current bid plus a multiple of $5: $128.41, $133.41 and so on.',
  );
});

test('an unknown code reveals nothing about the internal error', () => {
  const answer = decided(refused('constructor'), 'lot-1', false, HEAD);
  assert.is(answer.name, 'internal-error');
  assert.is(asRead(answer).data.code, 'internal-error');
});

test('what was not decided is an error', () => {
  const answer = notDecided('rate-limited');
  assert.is(answer.name, 'rate-limited');
  const { error } = JSON.parse(`{${answer.members}}`);
  assert.is(error.code, 'rate-limited');
  assert.ok(error.message.length > 0);
});

test.run();
