/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import type { PublicAuction } from '@saleyard/contract/auctions.ts';
import type { PublicLot } from '@saleyard/contract/lots.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { exampleLot } from '@/test-support/example-sales.ts';
import { handles } from '@/test-support/server.ts';
import { onStoppedClock } from '@/test-support/stopped-clock.ts';

const { screen } = await import('@testing-library/react');
const { bidButton, main, openRoom, server, settle } = await import(
  '@/features/live-room/room/test-support/render-room.tsx'
);

const test = suite('what may be bid on a lot, and what those who may not read', { limitMs: 30_000 });
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.after(() => server.close());

type Shown = { auction?: Partial<PublicAuction>; me?: Parameters<typeof openRoom>[0] };

/** The room with such a lot selected. */
async function openLot(over: Partial<PublicLot>, { auction, me }: Shown = {}) {
  const room = await openRoom({ lots: [exampleLot(over)], auction, ...me });
  await room.joined();
  await settle();
  return room;
}

/** Whether a bid can be pressed on such a lot, and whether the room shows `words`. */
async function gateOf(over: Partial<PublicLot>, words: string | RegExp, shown: Shown = {}) {
  const room = await openLot(over, shown);
  const button = screen.queryByRole<HTMLButtonElement>('button', { name: /^Bid( |$)/ });
  const gate = {
    pressable: button !== null && !button.disabled,
    said: main().queryAllByText(words).length > 0,
  };
  room.unmount();
  return gate;
}

const SHUT = { pressable: false, said: true };
const FROZEN = 'This lot is frozen';
const WAITING = 'Waiting for bidding to start';
const COMPLETE = 'Please complete your profile to Bid in a Live Auction.';
const UNDER_REVIEW = 'Your application is under review and should be approved in the next 24-hours.';
const AUTO_BIDS_ONLY =
  'Auction is open for Auto-Bids. You can only use the bid buttons during a Live Auction.';

test('a lot that is live takes bids', async () => {
  assert.equal(await gateOf({}, FROZEN), { pressable: true, said: false });
});

test('a frozen lot, and a frozen sale', async () => {
  const frozen = { frozenTime: 5 };
  assert.equal(await gateOf(frozen, FROZEN), SHUT); // [A542]
  assert.equal(await gateOf({}, FROZEN, { auction: frozen }), SHUT); // [A542]
  const auctionType = 'sequentialOffline' as const;
  assert.equal(await gateOf(frozen, WAITING, { auction: { auctionType } }), SHUT); // [A543]
  assert.equal(await gateOf({}, WAITING, { auction: { auctionType, ...frozen } }), SHUT); // [A543]
});

test('a lot that is not live yet takes auto-bids only', async () => {
  const before = { winner: null, currentBidCents: null } as const;
  const auction = { state: 'open' } as const;
  assert.equal(await gateOf({ state: 'future', ...before }, AUTO_BIDS_ONLY, { auction }), SHUT); // [A544]
  assert.equal(await gateOf({ state: 'open', ...before }, AUTO_BIDS_ONLY, { auction }), SHUT); // [A545]
});

test('a person who may not buy reads why', async () => {
  const denied =
    /^You do not have permission to buy in this auction\. For access, please contact support on [\d ]+$/;
  for (const status of ['registered', 'registered-updated', 'approved-seller']) // [A568] [A569] [A570]
    assert.equal(await gateOf({}, denied, { me: { me: { status } } }), SHUT, status);
  const partial = { me: { me: { status: 'partially-approved' } } };
  assert.equal(await gateOf({}, COMPLETE, partial), SHUT); // [A336]
  const waiting = { me: { me: { status: 'partially-approved:updated' } } };
  assert.equal(await gateOf({}, UNDER_REVIEW, waiting), SHUT); // [B405]
});

test('the bid buttons add 1, 2, 5 and 10 increments to the current bid', async () => {
  const bids: unknown[] = [];
  for (const [steps, price, cents] of [
    [1, '$505.00', 50_500], // [A538]
    [2, '$510.00', 51_000], // [A539]
    [5, '$525.00', 52_500], // [A540]
    [10, '$550.00', 55_000], // [A541]
  ] as const) {
    const room = await openLot({});
    await room.user.click(screen.getByRole('button', { name: `+${steps} ${price}` }));
    await room.user.click(await bidButton());
    await settle();
    await room.user.click(screen.getByRole('button', { name: new RegExp(`^Confirm \\${price}`) }));
    bids.push(room.latest().asked('bid')[0]?.data.bid);
    assert.equal(bids.at(-1), { lot: 'l1', cents });
    room.unmount();
  }
});

const kg = {
  bidding: 'kg',
  startPrice: 200,
  currentBidCents: 345,
  previousBidCents: 343,
  bidIncrementCents: 2,
  nextBidCents: 347,
} as const;

/** Types maxima into such a lot's field one after the other, and answers what the field shows after each. */
async function typed(texts: string[], over: Partial<PublicLot>, shown: Shown = {}): Promise<string[]> {
  const answers: string[] = [];
  // However long it takes: prices that are old cannot be bid on.
  await onStoppedClock(async () => {
    const room = await openLot(over, shown);
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: /^Auto-bid/ });
    for (const text of texts) {
      await room.user.clear(field);
      await room.user.type(field, `${text}{Enter}`);
      const question = screen.queryByText(/^Lot 1: up to/)?.textContent;
      const described = field.getAttribute('aria-describedby');
      const problem = described === null ? null : document.getElementById(described)?.textContent;
      answers.push(question ?? problem ?? '');
      if (question) await room.user.click(screen.getByRole('button', { name: 'Cancel' }));
    }
    room.unmount();
  });
  return answers;
}

test('an auto-bid must be a price above what stands, by whole increments', async () => {
  assert.equal(await typed(['0', '0.00', '.', 'abc', '495', '500', '507', '510'], {}), [
    'Invalid price', // [A550]
    'Invalid price', // [A550]
    'Invalid price', // [A550]
    'Invalid price', // [A550]
    'Please enter an Auto-Bid higher than the current bid.', // [A552]
    'Please enter an Auto-Bid higher than the current bid.', // [A552]
    'Please Enter a number that is a multiple of $5', // [A553]
    'Lot 1: up to $510.00 /head',
  ]);
  const open = { state: 'open', winner: null, currentBidCents: null } as const;
  assert.equal(await typed(['400', '405'], open, { auction: { state: 'open' } }), [
    'Please enter an Auto-Bid higher than the start price.', // [A551]
    'Lot 1: up to $405.00 /head',
  ]);
  assert.equal(await typed(['0', '344', '345', '348'], kg), [
    'Invalid price', // [A550]
    'Please enter an Auto-Bid higher than the current bid.', // [A552]
    'Please enter an Auto-Bid higher than the current bid.', // [A552]
    'Please enter the current bid plus a multiple of 2¢: 347¢, 349¢ and so on.', // [A553]
  ]);
  const even = { ...kg, currentBidCents: 346, nextBidCents: 348 } as const;
  assert.equal(await typed(['349', '350'], even), [
    'Please Enter a number that is a multiple of 2¢', // [A553]
    'Lot 1: up to 350¢ /kg',
  ]);
  const unbid = { ...kg, ...open, startPrice: 331, previousBidCents: null, nextBidCents: 331 };
  assert.equal(await typed(['334'], unbid, { auction: { state: 'open' } }), [
    'Please enter the start price plus a multiple of 2¢: 333¢, 335¢ and so on.', // [A553]
  ]);
});

test('the field takes money for each head, and whole cents for each kg', async () => {
  const noMoney = 'Dollars and cents only, like 412.50.';
  assert.equal(await typed(['5,000', '515.001', '5.1.5', '-600', '1e3', '512.50', '515', '515.00'], {}), [
    ...[noMoney, noMoney, noMoney, 'Invalid price', 'Invalid price'], // [A555]
    'Please Enter a number that is a multiple of $5', // [A555]
    'Lot 1: up to $515.00 /head', // [A555]
    'Lot 1: up to $515.00 /head', // [A555]
  ]);
  const noCents = 'Whole cents per kg only, without a dot: 350 is $3.50 /kg.';
  assert.equal(await typed(['34.5', '347.', '$347', '-347', '1e3', '347'], kg), [
    ...[noCents, noCents, noCents, 'Invalid price', 'Invalid price'], // [A554]
    'Lot 1: up to 347¢ /kg', // [A554]
  ]);
});

/** Sets an auto-bid as people do, and says what was sent. `news`: what the room then says. */
async function sent(
  text: string,
  over: Partial<PublicLot>,
  shown: Shown = {},
  news: string | RegExp = /Your Auto Bid was set to/,
): Promise<unknown> {
  const room = await openLot(over, shown);
  let cents: unknown;
  server.use(
    handles('put', 'users/me/autobids', async (request) => {
      cents = ((await request.json()) as { autobid: unknown }).autobid;
      const decision = { outcome: 'accepted', lot: 'l1', currentBidCents: 50_500, leading: true };
      return { ...decision, finishAt: null, seq: 6 };
    }),
  );
  await room.user.type(screen.getByRole('textbox', { name: /^Auto-bid/ }), `${text}{Enter}`);
  await room.user.click(screen.getByRole('button', { name: 'OK' }));
  await main().findByText(news);
  room.unmount();
  return cents;
}

test('dollars are sent as cents; cents for each kg as they are', async () => {
  assert.is(await sent('510', {}), 51_000); // [A548]
  assert.is(await sent('510.00', {}), 51_000); // [A548]
  assert.is(await sent('347', kg, {}, 'Your Auto Bid was set to 347¢ /kg'), 347); // [A549] [A563]
});

test('a lot that is open, live or next takes auto-bids', async () => {
  assert.is(await sent('510', { state: 'live' }), 51_000); // [A557]
  const before = { winner: null, currentBidCents: null } as const;
  const auction = { state: 'open' } as const;
  assert.is(await sent('410', { state: 'open', ...before }, { auction }), 41_000); // [A556] [A576]
  assert.is(await sent('410', { state: 'futureInLive', ...before }), 41_000); // [A558] [A575]
});

test('a lot that is sold, and one that is not open', async () => {
  const sold = { state: 'closed', status: 'sold', closedPrice: 50_000 } as const;
  const room = await openLot(sold);
  assert.is(screen.queryByRole('textbox', { name: /^Auto-bid/ }), null);
  room.unmount();
  const notOpen = "You can't place a bid. Auction is not open yet";
  const future = { state: 'future', winner: null, currentBidCents: null, nextBidCents: null } as const;
  assert.equal(await gateOf(future, notOpen, { auction: { state: 'future' } }), SHUT); // [A560]
  // The bid buttons name another reason then.
  const early = /^You can't place a bid\. Auction is not open yet\. Auto-bids open /;
  assert.equal(await gateOf(future, early, { auction: { state: 'open' } }), SHUT); // [A560]
});

test('auto-bids on lots that the sale does not allow them on', async () => {
  const none = /Bidding for Lot not open yet/;
  const before = { winner: null, currentBidCents: null } as const;
  const upcoming = { auction: { allowUpcomingBid: false } };
  assert.ok((await gateOf({ state: 'futureInLive', ...before }, none, upcoming)).said); // [A575]
  const auction = { state: 'open', allowAutoBid: false } as const;
  assert.ok((await gateOf({ state: 'open', ...before }, none, { auction })).said); // [A576]
});

test.run();
