/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { HttpResponse } from 'msw';
import * as assert from 'uvu/assert';
import { exampleLot } from '@/test-support/example-sales.ts';
import { answers, handles, refuses } from '@/test-support/server.ts';
import { onStoppedClock } from '@/test-support/stopped-clock.ts';

const { screen, waitFor, within } = await import('@testing-library/react');
const { bidButton, main, openRoom, said, server, settle } = await import('./test-support/render-room.tsx');

const test = suite('the live room', { limitMs: 20_000 });
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.after(() => server.close());

test('the button names the price, its press is confirmed in place, and pending is not winning', async () => {
  const room = await openRoom();
  await room.joined();
  await settle();
  await room.user.click(await bidButton());
  const confirm = await screen.findByRole('button', { name: /Confirm \$505.00 \/head/ });
  await settle();
  await room.user.click(confirm);
  assert.match(said(), /Sending your bid of \$505.00/);
  assert.is(screen.queryByText('Winning', { selector: 'span' }), null);
  const [asked] = room.latest().asked('bid');
  assert.equal([asked?.channel, asked?.data.bid], ['bids', { lot: 'l1', cents: 50_500 }]); // [A680]
  await room.push({
    channel: 'user',
    event: 'user-update',
    data: { paddle: { auction: 'a1', paddle: '77' } },
  });
  await room.lotUpdate(6, { winner: '77', currentBidCents: 50_500, nextBidCents: 51_000 });
  await room.answerBid();
  assert.match(said(), /You are leading at \$505.00/);
  assert.ok(screen.getAllByText('Winning').length > 1);
});

test('outbid at once by an auto-bid is said in words', async () => {
  const room = await openRoom();
  await room.joined();
  localStorage.setItem('saleyard-live-confirm', '"one"');
  await settle();
  await room.user.click(await bidButton());
  await settle();
  await room.user.click(await screen.findByRole('button', { name: /Confirm/ }));
  await room.answerBid({ leading: false, currentBidCents: 51_000 });
  // The page does not show what came of it yet: nothing is said of who leads, nor of a price.
  assert.is(said(), 'Your bid of $505.00 /head was accepted');
  await room.push({
    channel: 'user',
    event: 'user-update',
    data: { paddle: { auction: 'a1', paddle: '77' } },
  });
  await room.lotUpdate(6, { winner: '4821', currentBidCents: 51_000, nextBidCents: 51_500 });
  assert.match(said(), /Outbid at once by an auto-bid/);
  assert.match(said(), /\$510.00/);
});

test('one bid at a time: none while one is in flight, nor within 800 ms of it', () =>
  onStoppedClock(async (clock) => {
    const room = await openRoom();
    await room.joined('77');
    const sent = () => room.latest().asked('bid').length;
    const press = async () => {
      const [button] = screen.getAllByRole('button', { name: /^(Bid|Sending|Confirm) / });
      if (button) await room.user.click(button);
    };
    clock.passed = 1_000;
    await press();
    clock.passed = 1_400;
    await press();
    assert.is(sent(), 1);
    for (clock.passed = 1_500; clock.passed < 2_600; clock.passed += 500) await press();
    assert.is(sent(), 1); // [A403]
    assert.is(screen.queryByRole('button', { name: /^Confirm / }), null); // [A403]
    await room.lotUpdate(6, { winner: '9', currentBidCents: 51_000, nextBidCents: 51_500 });
    await room.answerBid({ leading: false, currentBidCents: 51_000 });
    clock.passed = 4_000;
    await press();
    clock.passed = 4_400;
    await press();
    assert.is(sent(), 2);
    await room.lotUpdate(8, { winner: '9', currentBidCents: 52_000, nextBidCents: 52_500 });
    await room.answerBid({ leading: false, currentBidCents: 52_000 });
    for (clock.passed = 4_750; clock.passed < 5_200; clock.passed += 400) await press();
    assert.is(sent(), 2); // [A404]
    assert.is(screen.queryByRole('button', { name: /^Confirm / }), null); // [A404]
    clock.passed = 5_201;
    await press();
    assert.ok(await screen.findByRole('button', { name: /^Confirm / }));
  }));

test('the spinner of a bid that is not answered is off after 5 s', () =>
  onStoppedClock(async (clock) => {
    const room = await openRoom();
    await room.joined('77');
    clock.passed = 1_000;
    await room.user.click(await bidButton());
    clock.passed = 1_400;
    await room.user.click(await screen.findByRole('button', { name: /^Confirm / }));
    const spinner = () => document.querySelector('[class*="spinner"]');
    await waitFor(() => assert.ok(spinner()));
    clock.passed = 6_399;
    await settle();
    assert.ok(spinner());
    clock.passed = 6_401;
    await waitFor(() => assert.ok(spinner() === null), { timeout: 8_000 }); // [A405]
    assert.is(room.latest().asked('bid').length, 1);
  }));

test('[A407] offline, pressed, back again: no bid was sent', async () => {
  const room = await openRoom();
  await room.joined();
  await settle();
  room.online.next(false);
  assert.ok(await screen.findByText('No Network Available', { selector: 'strong' })); // [A406]
  const button = await bidButton();
  assert.is((button as HTMLButtonElement).disabled, true);
  await room.user.click(button);
  await room.user.keyboard('{Enter}{Enter}');
  room.online.next(true);
  await waitFor(() => assert.is(room.sockets.length, 2));
  await waitFor(() => assert.ok(room.latest().asked('join-auction').length));
  assert.is(room.latest().asked('join-auction')[0]?.data.since, 5);
  room.latest().answerJoin({ seq: 5, paddle: null });
  await settle();
  assert.is(room.sockets.flatMap((socket) => socket.asked('bid')).length, 0);
  assert.is(((await bidButton()) as HTMLButtonElement).disabled, false);
  assert.is(screen.queryByText(/^No Network Available/, { selector: 'strong' }), null);
});

test('a price that moves while its confirmation waits re-arms the button', async () => {
  const room = await openRoom();
  await room.joined();
  await settle();
  await room.user.click(await bidButton());
  await screen.findByRole('button', { name: /Confirm/ });
  await room.lotUpdate(6, { currentBidCents: 52_000, nextBidCents: 52_500 });
  assert.match(said(), /The price has moved/); // [A681]
  assert.ok(screen.getByRole('button', { name: 'Bid $525.00 /head' }));
  assert.is(room.latest().asked('bid').length, 0);
});

test("a leader's raise on market is confirmed, in the specification's words", async () => {
  const lot = exampleLot({ winner: '77', reserveStatus: 'onMarket' });
  const room = await openRoom({ lots: [lot] });
  await room.joined('77');
  await settle();
  await room.user.click(await bidButton());
  assert.ok(
    await screen.findByText('You are bidding against yourself, do you still want to register the bid ?'), // [A546]
  );
  await room.user.click(screen.getByRole('button', { name: 'Cancel' })); // [A547]
  assert.is(room.latest().asked('bid').length, 0);
  await settle();
  await room.user.click(await bidButton());
  await settle();
  await room.user.click(await screen.findByRole('button', { name: /^Ok/ })); // [A547]
  assert.is(room.latest().asked('bid').length, 1);
});

test('a leader below the market, and another on it, are not asked whether they bid against themselves', async () => {
  for (const over of [
    { winner: '77', reserveStatus: 'notNear' },
    { winner: '9', reserveStatus: 'onMarket' },
  ] as const) {
    const room = await openRoom({ lots: [exampleLot(over)] });
    await room.joined('77');
    await settle();
    await room.user.click(await bidButton());
    assert.ok(await screen.findByRole('button', { name: /^Confirm \$505/ }));
    assert.is(screen.queryByText(/^You are bidding against yourself/), null); // [A546]
    room.unmount();
  }
});

test("a visitor's press leads to login or registration", async () => {
  for (const [name, address] of [
    ['Login', /^\/sign-in$/],
    ['Register', /^\/sign-up$/],
  ] as const) {
    const room = await openRoom({ me: null });
    await room.joined();
    await settle();
    const ask = async () => {
      await room.user.click(await bidButton());
      return within(await screen.findByRole('dialog'));
    };
    assert.ok((await ask()).getByText('Please login or register to Bid in a Live Auction')); // [A566]
    await room.user.click(screen.getByRole('button', { name: 'Cancel' })); // [A567]
    assert.is(screen.queryByRole('dialog'), null); // [A567]
    assert.equal(
      screen.getAllByRole('tab').map((tab) => tab.textContent?.replace(/ \d+$/, '')),
      ['All', 'Open Lots'], // [A249]
    );
    assert.is(room.latest().asked('login').length, 0);
    await room.user.click((await ask()).getByRole('button', { name })); // [A567]
    await waitFor(() => assert.match(room.went(), address)); // [A567]
  }
});

test('a guest reads why they may not bid', async () => {
  const room = await openRoom({ me: { status: 'registered' } });
  await room.joined();
  assert.ok(await screen.findByText(/You do not have permission to buy in this auction/)); // [A568]
  assert.is(screen.queryByRole('button', { name: /^Bid \$/ }), null);
  const register = screen.getByRole('link', { name: 'Register to Buy' });
  assert.is(register.getAttribute('href'), '/main/manage/operation-access/as-buyer');
  // Asked for on another device.
  await room.push({ channel: 'user', event: 'user-update', data: { status: 'registered-updated' } });
  assert.ok(await screen.findByText('Your request is under review.'));
  assert.is(screen.queryByRole('link', { name: 'Register to Buy' }), null);
});

test('a guest who has asked is not sent to ask again, and reads at once that they may bid', async () => {
  const room = await openRoom({ me: { status: 'registered-updated', requestedAt: 1 } });
  await room.joined();
  assert.ok(await screen.findByText('Your request is under review.'));
  assert.is(screen.queryByRole('link', { name: 'Register to Buy' }), null);
  const data = { status: 'approved-buyer', type: 'buyer' };
  await room.push({ channel: 'user', event: 'user-update', data });
  assert.ok(await screen.findByText('Your request was approved: you may bid and set auto-bids now.'));
  assert.is(((await bidButton()) as HTMLButtonElement).disabled, false);
  await room.user.click(screen.getByRole('button', { name: 'Close: Your request was approved' }));
  assert.is(screen.queryByText(/Your request was approved: you may bid and set/), null);
});

const setAt600 = { outcome: 'accepted', lot: 'l1', currentBidCents: 50_500, leading: true } as const;

test('an auto-bid is typed, and set with two presses of Enter; then stopped', async () => {
  let put: unknown;
  let puts = 0;
  let stops = 0;
  let stop: unknown;
  const room = await openRoom();
  server.use(
    handles('put', 'users/me/autobids', async (request) => {
      puts += 1;
      put = await request.json();
      return { ...setAt600, finishAt: null, seq: 6 };
    }),
    handles('put', 'users/me/autobids/stop', async (request) => {
      stops += 1;
      stop = await request.json();
      if (stops === 1)
        throw HttpResponse.json({ errors: [{ code: 'no-auto-bid', message: 'x' }] }, { status: 400 });
      return { ...setAt600, finishAt: null, seq: 7 };
    }),
  );
  await room.joined();
  const field = await screen.findByRole('textbox', { name: /Auto-bid/ });
  await room.user.type(field, '500');
  await room.user.click(screen.getByRole('button', { name: 'Set Auto Bid' }));
  assert.ok(screen.getByText('Please enter an Auto-Bid higher than the current bid.')); // [A552]
  await room.user.clear(field);
  await room.user.type(field, '600{Enter}');
  await room.user.click(screen.getByRole('button', { name: 'Cancel' }));
  assert.is(screen.queryByText('Are you sure you want to set Auto Bid?'), null);
  await room.user.type(field, '{Enter}');
  assert.ok(screen.getByText('Are you sure you want to set Auto Bid?')); // [A561]
  for (const name of ['OK', 'Cancel']) assert.ok(screen.getByRole('button', { name }), name); // [A562]
  const question = within(screen.getByRole('dialog'));
  assert.ok(question.getByText('Lot 1: up to $600.00 /head'));
  assert.ok(question.getByText('$24,000.00'), 'what 40 head may cost');
  assert.ok(question.getByText('$100.00 /head'), 'how far above the current bid');
  assert.is(document.activeElement, screen.getByRole('button', { name: 'OK' }));
  await room.user.keyboard('{Enter}');
  const news = await main().findByText('Your Auto Bid was set to $600.00 /head'); // [A563]
  assert.is(news.dataset['tone'], 'good');
  assert.is(puts, 1, 'Cancel sets nothing'); // [A562]
  const { commandId, ...rest } = put as { commandId: string };
  assert.equal(rest, { autobid: 60_000, lot: 'l1', page: { seenCents: 50_000 } }); // [A670]
  assert.ok(commandId.length >= 8);
  assert.ok(screen.getByText(/Bids for you up to/));
  server.use(
    answers('users/me/autobids', { autobids: [{ auction: 'a1', lot: 'l1', cents: 60_000, active: true }] }),
  );
  await room.user.click(screen.getByRole('button', { name: 'Stop' }));
  assert.ok(await screen.findByText('Could not stop Auto Bid')); // [A564]
  // Beside the button alone: no dialog, and none of the server's words. [A734]
  assert.equal([screen.queryByRole('dialog'), screen.queryByText('x')], [null, null]);
  await room.user.click(screen.getByRole('button', { name: 'Stop' }));
  assert.ok(await main().findByText('Your Auto Bid was stopped'));
  assert.is((stop as { autobid: string }).autobid, 'l1'); // [A671]
  assert.is(screen.queryByText('Could not stop Auto Bid'), null);
  assert.is(screen.queryByText(/Bids for you up to/), null);
});

test('that an auto-bid could not be stopped is said for as long as it bids, and out loud', async () => {
  const refused = { code: 'no-auto-bid', message: 'x' };
  const room = await openRoom({
    autobids: [{ auction: 'a1', lot: 'l1', cents: 60_000, active: true }],
    except: [refuses('put', 'users/me/autobids/stop', 400, refused)],
  });
  await room.joined();
  await room.user.click(await screen.findByRole('button', { name: 'Stop' }));
  assert.ok(await main().findByText('Could not stop Auto Bid'));
  assert.match(screen.getByTestId('assertive').textContent ?? '', /Could not stop Auto Bid/);
  // Stopped on another device.
  const data = { 'autobid-delete': { auction: 'a1', lot: 'l1' } };
  await room.push({ channel: 'user', event: 'user-update', data });
  assert.is(screen.queryByText(/Bids for you up to/), null);
  assert.is(main().queryByText('Could not stop Auto Bid'), null);
});

test('[C8] a maximum that staff set by phone is shown as placed by staff', async () => {
  const set = { auction: 'a1', lot: 'l1', cents: 60_000, active: true };
  const room = await openRoom({ autobids: [{ ...set, placedBy: 'staff' }] });
  await room.joined();
  const shown = await screen.findByText(/Bids for you up to/);
  assert.is(shown.textContent, 'Bids for you up to $600.00 /head, placed by staff');
  const data = { autobid: { ...set, cents: 65_000 } };
  await room.push({ channel: 'user', event: 'user-update', data });
  assert.is(shown.textContent, 'Bids for you up to $650.00 /head');
});

test('an auto-bid that the price has passed is said to be outbid before the server says so', async () => {
  const room = await openRoom({ autobids: [{ auction: 'a1', lot: 'l1', cents: 60_000, active: true }] });
  await room.joined('77');
  assert.ok(await screen.findByText(/Bids for you up to/));
  await room.lotUpdate(6, { winner: '4821', currentBidCents: 60_500, nextBidCents: 61_000 });
  assert.is(screen.queryByText(/Bids for you up to/), null);
  const { dataset } = screen.getByText('Your Auto Bid of $600.00 /head has been outbid.');
  assert.is(dataset['tone'], 'bad', 'not green');
});

test('an auto-bid that was stopped is not said to be outbid when the price passes it', async () => {
  const stopped = { auction: 'a1', lot: 'l1', cents: 60_000, active: false, stopped: true } as const;
  const room = await openRoom({ autobids: [stopped] });
  await room.joined('77');
  const { dataset } = await main().findByText('Your Auto Bid was stopped');
  assert.is(dataset['tone'], 'note', 'it bids no more: not green');
  await room.lotUpdate(6, { winner: '4821', currentBidCents: 60_500, nextBidCents: 61_000 });
  assert.is(screen.queryByText(/has been outbid/), null);
  assert.ok(main().getByText('Your Auto Bid was stopped'));
});

test('a question about a maximum that the price has passed meanwhile cannot be agreed to', async () => {
  const room = await openRoom();
  await room.joined();
  await room.user.type(await screen.findByRole('textbox', { name: /Auto-bid/ }), '600{Enter}');
  await room.lotUpdate(6, { currentBidCents: 60_000, nextBidCents: 60_500 });
  const question = within(screen.getByRole('dialog'));
  assert.ok(question.getByText('Please enter an Auto-Bid higher than the current bid.'));
  assert.ok(question.getByRole('button', { name: 'OK' }).hasAttribute('disabled'));
});

test('a dot in a field of cents per kg is refused in words, and what was typed stays', async () => {
  const lot = exampleLot({
    bidding: 'kg',
    startPrice: 200,
    currentBidCents: 345,
    previousBidCents: 343,
    bidIncrementCents: 2,
    nextBidCents: 347,
  });
  const room = await openRoom({ lots: [lot] });
  await room.joined();
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Auto-bid, cents per kg' });
  await room.user.type(field, '3.5');
  assert.is(field.value, '3.5');
  assert.ok(screen.getByText(/Whole cents per kg only, without a dot/));
  await room.user.keyboard('{Enter}');
  assert.is(screen.queryByRole('dialog'), null);
  await room.user.clear(field);
  await room.user.type(field, '351{Enter}');
  assert.ok(screen.getByText('Lot 1: up to 351¢ /kg'));
});

test('where no auto-bids are taken the field is disabled, and one sentence says when they are', async () => {
  const early = exampleLot({ state: 'future', winner: null, currentBidCents: null, nextBidCents: null });
  const room = await openRoom({ lots: [early], auction: { state: 'future', openAt: 1_750_000_000_000 } });
  await room.joined();
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: /Auto-bid/ });
  assert.ok(field.disabled); // [A560]
  assert.ok(screen.getByText("You can't place a bid. Auction is not open yet")); // [A560]
  assert.ok(screen.getByText(/^Auto-bids open .* Sydney time\.$/));
  assert.is(screen.queryByText(/Auction is open for Auto-Bids/), null);
});

test('where an auction takes no auto-bids, or none yet on upcoming lots, the field is disabled and says so [A577]', async () => {
  const disabledField = async () =>
    (await screen.findByRole<HTMLInputElement>('textbox', { name: /Auto-bid/ })).disabled;
  const open = exampleLot({ state: 'open', winner: null, currentBidCents: null });
  const off = await openRoom({ lots: [open], auction: { allowAutoBid: false } });
  await off.joined();
  assert.ok(await disabledField()); // [A576]
  assert.ok(screen.getByText(/Bidding for Lot not open yet\. Auto-bids are not taken in this auction/));
  const upcoming = exampleLot({ state: 'futureInLive', winner: null, currentBidCents: null });
  const later = await openRoom({ lots: [upcoming], auction: { allowUpcomingBid: false } });
  await later.joined();
  assert.ok(await disabledField()); // [A575]
  assert.ok(screen.getByText(/Bidding for Lot not open yet\. Auto-bids open when this lot is live/));
});

test('an unusually large bid or auto-bid is confirmed with any setting, and never sent silently', async () => {
  localStorage.setItem('saleyard-live-confirm', '"one"');
  const room = await openRoom();
  let puts = 0;
  server.use(
    handles('put', 'users/me/autobids', () => {
      puts += 1;
      return {
        outcome: 'accepted',
        lot: 'l1',
        currentBidCents: 50_500,
        leading: true,
        finishAt: null,
        seq: 6,
      };
    }),
  );
  await room.joined();
  await settle();
  await room.user.click(screen.getByRole('button', { name: /^\+10/ }));
  await room.user.click(await bidButton());
  assert.ok(await screen.findByText(/This is an unusually large bid: \$550.00/));
  assert.is(room.latest().asked('bid').length, 0);
  await room.user.click(screen.getByRole('button', { name: 'Cancel' }));
  const field = await screen.findByRole('textbox', { name: /Auto-bid/ });
  await room.user.type(field, '6000');
  await room.user.click(screen.getByRole('button', { name: 'Set Auto Bid' }));
  const question = within(screen.getByRole('dialog'));
  assert.ok(question.getByText('Are you sure you want to set Auto Bid?'));
  assert.ok(question.getByText('$240,000.00'), 'what the lot may cost');
  assert.ok(question.getByText('$5,500.00 /head'), 'how far above the current bid');
  await room.user.click(question.getByRole('button', { name: 'OK' }));
  assert.ok(await screen.findByText(/\$6,000\.00 \/head is 12 times the current bid/));
  assert.is(puts, 0);
  await room.user.click(screen.getByRole('button', { name: 'OK, up to $6,000.00 /head' }));
  assert.ok(await main().findByText('Your Auto Bid was set to $6,000.00 /head'));
  assert.is(puts, 1);
});

test('+10 holds for one bid: after it +1 is chosen', async () => {
  const room = await openRoom();
  await room.joined();
  const chosen = () =>
    within(screen.getByRole('group', { name: 'Increments above the current bid' })).getByRole('button', {
      pressed: true,
    }).textContent;
  await room.user.click(screen.getByRole('button', { name: /^\+10/ }));
  assert.is(chosen(), '+10$550.00');
  await settle();
  await room.user.click(await bidButton());
  await settle();
  await room.user.click(await screen.findByRole('button', { name: /Confirm \$550/ }));
  await room.answerBid({ currentBidCents: 55_000 });
  await room.lotUpdate(6, { currentBidCents: 55_000, nextBidCents: 55_500 });
  assert.is(chosen(), '+1$555.00');
});

test("a refusal of the engine is the 'Bid error' dialog with its message", async () => {
  const room = await openRoom();
  await room.joined();
  await settle();
  await room.user.click(await bidButton());
  await settle();
  await room.user.click(await screen.findByRole('button', { name: /Confirm/ }));
  const joins = room.latest().asked('join-auction').length;
  await room.answerBid({
    outcome: 'refused',
    code: 'lot-frozen',
    message: 'This lot is frozen for a check',
    leading: false,
  });
  assert.is(room.latest().asked('join-auction').length, joins + 1); // [A730]
  const dialog = await screen.findByRole('dialog');
  assert.ok(within(dialog).getByText('Bid error')); // [A729]
  assert.ok(within(dialog).getByText('This lot is frozen for a check')); // [A729]
  // Enter, pressed for the next bid, closes it and does not ring Support.
  assert.is(document.activeElement, within(dialog).getByRole('button', { name: 'OK' }));
  await room.user.keyboard('{Enter}');
  assert.not.ok(screen.queryByRole('dialog'));
});

test('keys: 2 chooses +2, Enter bids and confirms, W watches; typing is typing', async () => {
  let watched: unknown;
  const room = await openRoom();
  server.use(
    handles('put', 'users/me/watchlist2', async (request) => {
      watched = await request.json();
      return { watchList: [{ lotId: 'l1' }] };
    }),
  );
  await room.joined();
  await settle();
  await room.user.keyboard('2');
  assert.ok(await screen.findByRole('button', { name: 'Bid $510.00 /head' }));
  await room.user.type(screen.getByRole('textbox', { name: /Find lots/ }), 'w2');
  await room.user.clear(screen.getByRole('textbox', { name: /Find lots/ }));
  (document.activeElement as HTMLElement).blur();
  assert.is(watched, undefined);
  await room.user.keyboard('w');
  await waitFor(() => assert.equal(watched, { lotId: 'l1' })); // [A621]
  await room.user.keyboard('{Enter}');
  await screen.findByRole('button', { name: /Confirm \$510/ });
  await settle();
  await room.user.keyboard('{Enter}');
  assert.equal(room.latest().asked('bid')[0]?.data.bid, { lot: 'l1', cents: 51_000 });
});

test('a closed sale says so, with its results', async () => {
  const lot = exampleLot({ state: 'closed', status: 'sold', winner: '77', closedPrice: 50_000 });
  const room = await openRoom({ auction: { state: 'closed', number: 'G12' }, lots: [lot] });
  await room.joined('77');
  assert.ok(await screen.findByText('AUCTION NO. G12 CLOSED')); // [A245]
  assert.is(
    screen.getByRole('link', { name: 'Whole auction results' }).getAttribute('href'), // [A246]
    '/main/results/Cattle/77',
  );
  assert.is(screen.getByRole('link', { name: 'My results' }).getAttribute('href'), '/main/manage/my-results'); // [A247]
  const bought = within(screen.getByRole('list', { name: 'Lots you bought' }));
  assert.is(bought.getByRole('link').getAttribute('href'), '/main/results/Cattle/77/9001');
  assert.ok(bought.getByText('$500.00 /head'));
});

test('every lot of the list says its place, and one is announced only if it is mine', async () => {
  const lots = Array.from({ length: 1_000 }, (_, index) =>
    exampleLot({ _id: `l${index + 1}`, number: String(index + 1) }),
  );
  const room = await openRoom({ lots });
  await room.joined('4821');
  const items = await screen.findAllByRole('listitem');
  assert.ok(items.length < 60, `${items.length} of 1,000 in the page`);
  assert.is(items[0]?.getAttribute('aria-setsize'), '1000');
  assert.is(items[0]?.getAttribute('aria-posinset'), '1');
  await room.lotUpdate(7, { winner: '9', currentBidCents: 60_000, nextBidCents: 60_500 });
  await waitFor(() => assert.match(screen.getByTestId('assertive').textContent ?? '', /Outbid on Lot 1/));
});

test.run();
