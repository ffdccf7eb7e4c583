/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { atOnce } from '@/test-support/at-once.ts';
import { exampleLot, examplePublicAuction } from '@/test-support/example-sales.ts';
import { leaveScreens } from '@/test-support/open-screens.ts';
import { answers } from '@/test-support/server.ts';
import { exampleDetails } from './test-support/example-room.ts';

const { act, screen, waitFor, within } = await import('@testing-library/react');
const { bidButton, openRoom, server, settle } = await import('./test-support/render-room.tsx');

const test = suite('what the live room shows', { limitMs: 20_000 });
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.after(() => server.close());

const LIVE_AT = Date.UTC(2025, 6, 4, 0, 30);

test('the top bar: the sale, its timer, who is here, and the way out', async () => {
  const room = await openRoom({ auction: { liveAt: LIVE_AT, number: 'G12' } });
  await room.joined();
  const [top] = screen.getAllByRole('banner');
  assert.ok(top);
  const bar = within(top);
  assert.ok(bar.getByRole('heading', { name: 'Gunnedah weekly cattle' })); // [A230]
  assert.match(bar.getByText(/No\. G12/).textContent ?? '', /Auction No\. G12/); // [A231]
  assert.ok(bar.getByText(/Fri 4 Jul 10\.30 AM Sydney/)); // [A232]
  assert.match(bar.getByText(/A Miller/).textContent ?? '', /^A Miller S1002$/); // [A233] [A234]
  assert.ok(bar.getByText('Buyer')); // [A235]
  assert.match(bar.getByRole('timer').textContent ?? '', /^LIVE FOR(?:[\dX]+h )?\d+m \d+s$/); // [A236]
  assert.is(bar.queryByRole('button', { name: 'Login' }), null);
  await room.user.click(bar.getByRole('button', { name: 'Leave Auction' })); // [A237]
  const question = within(screen.getByRole('dialog'));
  assert.ok(question.getByText('Do You Wish to Leave the Live Auction?'));
  for (const name of ['No', 'Yes']) assert.ok(question.getByRole('button', { name })); // [A072] [B339]
  await room.user.click(question.getByRole('button', { name: 'Yes' }));
  await waitFor(() => assert.is(room.went(), '/main/upcoming'));
});

test('[A235] the top bar says what the person may do', async () => {
  for (const [me, level] of [
    [{ status: 'registered' }, 'Guest'],
    [{ status: 'partially-approved' }, 'Guest'],
    [{ status: 'approved-buyer' }, 'Buyer'],
    [{ status: 'approved-seller' }, 'Seller'],
    [{ status: 'approved-buyer-seller' }, 'Buyer & Seller'],
  ] as const) {
    leaveScreens();
    const room = await openRoom({ me });
    await room.joined();
    const [top] = screen.getAllByRole('banner');
    assert.ok(top);
    assert.ok(within(top).getByText('S1002'));
    assert.ok(within(top).getByText(level), me.status);
  }
});

test('[A071] [B339] Log Out in a live auction is confirmed, and then logs out', async () => {
  const room = await openRoom();
  await room.joined();
  const ask = async () => {
    const [button] = screen.getAllByRole('button', { name: 'Log Out' });
    assert.ok(button);
    await room.user.click(button);
    const question = within(screen.getByRole('dialog'));
    assert.ok(question.getByText('Do You Wish to Leave the Live Auction?'));
    return question;
  };
  const before = room.went();
  await room.user.click((await ask()).getByRole('button', { name: 'No' }));
  await waitFor(() => assert.not(screen.queryByRole('dialog')));
  assert.is(room.went(), before, 'No stays');
  await room.user.click((await ask()).getByRole('button', { name: 'Yes' }));
  await waitFor(() => assert.is(room.went(), '/log-out'));
});

test('a visitor of a live auction has nothing to log out of', async () => {
  await openRoom({ me: null });
  assert.ok(await screen.findByRole('button', { name: 'Login' }));
  assert.is(screen.queryByRole('button', { name: 'Log Out' }), null);
});

test('lots that are still read are not said to be missing', async () => {
  for (const [lotCount, text] of [
    [12, 'Loading lots…'],
    [0, 'Catalogue is being compiled. Check back later.'],
  ] as const) {
    const room = await openRoom({ auction: { lotCount }, lots: [] });
    assert.ok(await screen.findByText(text));
    room.unmount();
  }
});

test('what staff announce is in the room at once, is read out, can be closed, and goes', async () => {
  const room = await openRoom();
  await room.joined();
  const announce = (seq: number, notification: string | null) =>
    room.push({
      channel: 'bids',
      event: 'auction-update',
      auction: 'a1',
      seq,
      data: examplePublicAuction({ notification }),
    });
  await announce(6, 'Trucks wait at gate 2');
  assert.ok(screen.getAllByText('Trucks wait at gate 2').length > 0);
  await waitFor(() => assert.ok(screen.getByText('Announcement: Trucks wait at gate 2')));
  await room.user.click(screen.getByRole('button', { name: 'Close the announcement' }));
  assert.is(screen.queryByText('Trucks wait at gate 2'), null);
  await announce(7, 'Lunch');
  assert.ok(screen.getByText('Lunch'));
  await announce(8, 'Trucks wait at gate 2');
  assert.ok(screen.getByText('Trucks wait at gate 2'), 'what is announced again is shown again');
  await announce(9, null);
  assert.is(screen.queryByText('Trucks wait at gate 2'), null);
});

test('each notification is read out once: closing one does not have the next read again', async () => {
  const notification = (_id: string, text: string) => ({ _id, text, tone: 'info', shownAt: 1, until: null });
  const [gate, yards] = [
    notification('n2', 'Trucks wait at gate 2'),
    notification('n1', 'Yards open at 7 am'),
  ];
  const room = await openRoom({
    me: null,
    except: [answers('notifications', { notifications: [gate, yards] })],
  });
  await room.joined();
  const spoken = () => screen.getByTestId('polite').textContent?.replace(/\u200b/g, '') ?? '';
  await waitFor(() => assert.is(spoken(), 'Trucks wait at gate 2. Yards open at 7 am'));
  await room.user.click(screen.getByRole('button', { name: 'Close: Trucks wait at gate 2' }));
  await room.push({
    channel: 'bids',
    event: 'auction-update',
    auction: 'a1',
    seq: 6,
    data: examplePublicAuction({ notification: 'Lunch' }),
  });
  await waitFor(() => assert.is(spoken(), 'Announcement: Lunch'));
});

test('the time that a bid added is not shown of a sale that is closed', async () => {
  const finishAt = Date.now() + 60_000;
  const room = await openRoom({ auction: { auctionType: 'synchronous', finishAt } });
  await room.joined();
  const sale = (seq: number, over: object) =>
    room.push({
      channel: 'bids',
      event: 'auction-update',
      auction: 'a1',
      seq,
      data: examplePublicAuction({ auctionType: 'synchronous', finishAt: finishAt + 5_000, ...over }),
    });
  await sale(6, {});
  await waitFor(() => assert.match(screen.getByRole('timer').textContent ?? '', /Extended \+5 s/));
  await sale(7, { state: 'closed' });
  await waitFor(() => assert.is(screen.getByRole('timer', { hidden: true }).textContent, 'CLOSED'));
});

test('a new bid flashes for 500 ms, and its step stays shown for 10 s', async () => {
  const room = await openRoom();
  await room.joined();
  const shown = (change: string) => document.querySelector(`[data-change="${change}"]`);
  assert.is(shown('flash') ?? shown('recent'), null);
  const schedule = globalThis.setTimeout;
  const waits: [ms: number | undefined, run: () => void][] = [];
  globalThis.setTimeout = ((run: () => void, ms?: number) => {
    waits.push([ms, run]);
    return schedule(run, ms);
  }) as typeof setTimeout;
  const changes: (string | null)[] = [];
  const amount = document.querySelector('[data-amount]');
  assert.ok(amount);
  // The price beside the button and the one in the list change one after the other.
  new MutationObserver(() => changes.push(amount.getAttribute('data-change'))).observe(amount, {
    attributes: true,
    attributeFilter: ['data-change'],
  });
  await room.lotUpdate(6, { currentBidCents: 50_500, previousBidCents: 50_000, nextBidCents: 51_000 });
  const after = (ms: number) => waits.filter(([wait]) => wait === ms).map(([, run]) => run);
  await waitFor(() => assert.ok(after(500).length > 0)); // [A402]
  globalThis.setTimeout = schedule;
  await waitFor(() => assert.equal(changes, ['flash', 'recent']));
  assert.ok(after(10_000).length > 0); // [A401]
  act(() => {
    for (const run of after(10_000)) run();
  });
  await waitFor(() => assert.equal(changes, ['flash', 'recent', null])); // [A401]
});

test('a visitor logs in where others leave, and watches nothing', async () => {
  const room = await openRoom({ me: null });
  await room.joined();
  assert.is(screen.queryByRole('button', { name: 'Leave Auction' }), null); // [A237]
  assert.ok(await screen.findByRole('listitem'));
  assert.is(screen.queryByRole('button', { name: /^Watch/ }), null); // [A244]
  const [top] = screen.getAllByRole('banner');
  assert.ok(top);
  await room.user.click(within(top).getByRole('button', { name: 'Login' })); // [A238]
  await waitFor(() => assert.is(room.went(), '/sign-in'));
});

test("a lot's tile", async () => {
  const media = [{ thumbnail: '/media/steers.jpg', url: '/media/steers-large.jpg', title: '' }];
  const room = await openRoom({ details: { media }, lots: [exampleLot({ number: '27' })] });
  await room.joined();
  const tile = await screen.findByRole('listitem');
  const text = tile.textContent ?? '';
  assert.match(text, /^27Angus/); // [A255]
  assert.ok(within(tile).getByText('Angus Steers', { selector: 'button' })); // [A256]
  assert.match(text, /GUNNEDAH, NSW/); // [A257]
  assert.match(text, /8 - 10 months/); // [A258]
  assert.match(text, /400 kg curfew/); // [A259]
  assert.match(text, /Steer\(s\)/); // [A260]
  assert.is(tile.querySelector('img')?.getAttribute('src'), '/media/steers.jpg'); // [A261]
  assert.match(text, /Current bid.*\$500\.00/); // [A262]
  assert.match(text, /Opening Bids/); // [A263]
  assert.ok(within(tile).getByRole('button', { name: 'Watch Lot 27' })); // [A244]
  // And beside the bids on the lot.
  assert.is(screen.getAllByRole('button', { name: 'Watch Lot 27' }).length, 2); // [A244]
  leaveScreens();
  const weight = { average: 420, curfew: null, min: null, max: null };
  const other = await openRoom({ details: { publicDetails: exampleDetails({ weight }).publicDetails } });
  await other.joined();
  assert.match((await screen.findByRole('listitem')).textContent ?? '', /420 kg average/); // [A259]
});

test('three views of the list, and the one chosen is remembered on the device', async () => {
  const media = [{ thumbnail: '/media/steers.jpg', url: '/media/steers-large.jpg', title: '' }];
  const room = await openRoom({ details: { media } });
  await room.joined();
  const names = ['Cards with pictures', 'Cards without pictures', 'List'];
  const grids: unknown[] = [];
  for (const name of names) {
    await room.user.click(screen.getByRole('button', { name }));
    await waitFor(() => assert.ok(screen.getByRole('button', { name, pressed: true })));
    const tile = screen.getByRole('listitem');
    grids.push([tile.dataset.grid, tile.querySelectorAll('img').length]);
  }
  assert.equal(grids, [
    ['default', 1],
    ['no-image', 0],
    ['list', 0],
  ]); // [A227]
  assert.is(localStorage.getItem('saleyard-live-grid'), '"list"'); // [A228]
  leaveScreens();
  const again = await openRoom();
  await again.joined();
  localStorage.setItem('saleyard-live-grid', '"list"');
  act(() => void window.dispatchEvent(new Event('storage')));
  await waitFor(() => assert.is(screen.getByRole('listitem').dataset.grid, 'list')); // [A228]
});

test('the order pad counts what one is winning, and what was won apart', async () => {
  const sold = { state: 'closed', status: 'sold', currentBidCents: 40_000, closedPrice: 40_000 } as const;
  const lots = [
    exampleLot({ winner: '77' }),
    exampleLot({ _id: 'l2', number: '2', winner: '77', ...sold, count: 10 }),
    exampleLot({ _id: 'l3', number: '3' }),
    exampleLot({ _id: 'l4', number: '4', winner: '77', count: 30 }),
  ];
  const room = await openRoom({ lots });
  await room.joined('77');
  const shown = async () => (await screen.findByRole('region', { name: 'Order pad' })).textContent ?? '';
  await waitFor(async () => assert.match(await shown(), /Winning2 lots/)); // [A264]
  const pad = await shown();
  assert.match(pad, /Won1 lot, \$4,000\.00/);
  assert.match(pad, /Head80 head/); // [A265]
  // By heads, of which two lots have 70 at $500 and the other 10 at $400.
  assert.match(pad, /Average\$487\.50 \/head/); // [A266]
  assert.match(pad, /Gross\$39,000\.00/); // [A267]
  for (const [name, count] of [
    ['Winning', '2'],
    ['Won', '1'],
  ] as const)
    assert.is(screen.getByRole('tab', { name: new RegExp(`^${name} `) }).textContent, `${name} ${count}`);
});

test("a sale's own tabs have its names and descriptions", async () => {
  const auctionTabs = [
    { tabName: 'Steers', description: 'Weaned and vaccinated' },
    { tabName: 'Heifers', description: 'Joined in March' },
  ];
  const room = await openRoom({ auction: { requiresTabs: true, auctionTabs } });
  await room.joined();
  const tab = screen.getByRole('tab', { name: /^Steers/ }); // [A253]
  assert.is(tab.getAttribute('title'), 'Weaned and vaccinated'); // [A253]
  assert.is(screen.getByRole('tab', { name: /^Heifers/ }).getAttribute('title'), 'Joined in March'); // [A253]
  // A title is for a mouse only.
  const described = () => screen.queryByText('Weaned and vaccinated');
  assert.is(described(), null);
  await room.user.click(tab);
  await waitFor(() => assert.ok(described()));
  const list = screen.getByRole('tablist');
  const names = within(list)
    .getAllByRole('tab')
    .map(({ textContent }) => textContent?.replace(/ \d+$/, ''));
  const own = ['Steers', 'Heifers', 'other lots (not allocated)'];
  assert.equal(names, ['All', 'Winning', 'Losing', 'Watching', 'Open Lots', 'Auto Bids', 'Won', ...own]); // [A226]
  assert.ok(list.compareDocumentPosition(screen.getByRole('tabpanel')) & Node.DOCUMENT_POSITION_FOLLOWING); // [A226]
});

test('a tab and a search chosen before the first is rendered are both kept', async () => {
  const room = await openRoom();
  await room.joined();
  const tab = await screen.findByRole('tab', { name: /^Watching/ });
  const search = screen.getByRole('textbox', { name: /Find lots/ });
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
  await atOnce(
    () => tab.click(),
    () => {
      set?.call(search, 'angus');
      search.dispatchEvent(new Event('input', { bubbles: true }));
    },
  );
  await waitFor(() => assert.match(room.went(), /\?tab=watching&q=angus$/));
  assert.is(tab.getAttribute('aria-selected'), 'true');
});

test('the tabs of the lots are one stop of Tab; arrows, Home and End choose among them', async () => {
  const room = await openRoom();
  await room.joined();
  const tabs = within(await screen.findByRole('tablist', { name: 'Lots' })).getAllByRole('tab');
  const names = tabs.map(({ textContent }) => textContent);
  assert.ok(names.length > 2);
  const chosen = () => {
    const one = tabs.filter((tab) => tab.getAttribute('aria-selected') === 'true');
    assert.equal(
      one,
      tabs.filter(({ tabIndex }) => tabIndex === 0),
    );
    assert.is(one[0]?.getAttribute('aria-controls'), screen.getByRole('tabpanel').id);
    return one[0]?.textContent;
  };
  await room.user.click(tabs[0] as HTMLElement);
  for (const [key, name] of [
    ['{ArrowRight}', names[1]],
    ['{ArrowLeft}', names[0]],
    ['{ArrowLeft}', names.at(-1)],
    ['{ArrowRight}', names[0]],
    ['{End}', names.at(-1)],
    ['{Home}', names[0]],
  ] as const) {
    await room.user.keyboard(key);
    await waitFor(() => assert.is(chosen(), name, key));
    assert.is(document.activeElement?.textContent, name, key);
  }
});

test('a price is shown in the other unit at a press', async () => {
  const room = await openRoom();
  await room.joined();
  const swap = await screen.findByRole('button', { name: 'Show the price per kg' });
  await room.user.click(swap);
  assert.match(swap.textContent ?? '', /≈ 125¢ \/kg/); // [A399]
  leaveScreens();
  const perKg = { bidding: 'kg', startPrice: 100, currentBidCents: 125, bidIncrementCents: 2 } as const;
  const other = await openRoom({ lots: [exampleLot({ ...perKg, nextBidCents: 127 })] });
  await other.joined();
  assert.ok(await screen.findByRole('button', { name: 'Bid 127¢ /kg' })); // [A398]
  const back = await screen.findByRole('button', { name: 'Show the price per head' });
  await other.user.click(back);
  assert.match(back.textContent ?? '', /≈ \$500\.00 \/head/); // [A399]
});

test('[A400] a price per kg is offered of head-priced cattle by their curfew weight, of cows and bulls none', async () => {
  const NONE = { average: 420, curfew: null, min: null, max: null };
  for (const [details, isOffered] of [
    [{}, true],
    [{ sex: 'Cow(s)' }, false],
    [{ sex: 'Cow(s) and Calves' }, false],
    [{ sex: 'Bull(s)' }, false],
    [{ weight: NONE }, false],
  ] as const) {
    leaveScreens();
    const room = await openRoom({ details: { publicDetails: exampleDetails(details).publicDetails } });
    await room.joined();
    await bidButton();
    const swap = screen.queryByRole('button', { name: 'Show the price per kg' });
    assert.is(swap !== null, isOffered, JSON.stringify(details));
  }
});

test('[A242] [A243] the details open in a pop-up, which is closed below a width of 900 px and stays closed', async () => {
  const { matchMedia } = window;
  let width = 1_280;
  const lists = new Set<EventTarget>();
  // A page of happy-dom does not know how wide an em is.
  window.matchMedia = (media) => {
    const most = Number(/max-width: ([\d.]+)em/.exec(media)?.[1] ?? 0);
    const list = Object.assign(new EventTarget(), { media });
    lists.add(list);
    return Object.defineProperty(list, 'matches', { get: () => width <= most * 16 }) as MediaQueryList;
  };
  const resized = (to: number) =>
    act(() => {
      width = to;
      for (const list of lists) list.dispatchEvent(new Event('change'));
    });
  const popup = () => screen.queryByRole('dialog', { name: 'Lot 1 Angus Steers' });
  try {
    const room = await openRoom();
    await room.joined();
    const open = async () => {
      await room.user.click(await screen.findByRole('button', { name: 'View in Pop Up' }));
      return within(await screen.findByRole('dialog', { name: 'Lot 1 Angus Steers' }));
    };
    const details = await open();
    for (const text of ['Stock category', 'Weaners', 'Quiet, weaned and vaccinated.'])
      assert.ok(details.getByText(text), text); // [A242]
    await room.user.click(details.getByRole('button', { name: 'Close' }));
    assert.is(popup(), null);
    await open();
    resized(900);
    assert.ok(popup(), 'at 900 px');
    resized(899);
    await waitFor(() => assert.is(popup(), null, 'below 900 px')); // [A243]
    resized(1_280);
    assert.ok(await screen.findByRole('button', { name: 'View in Pop Up' }));
    assert.is(popup(), null, 'it does not come back by itself');
  } finally {
    window.matchMedia = matchMedia;
  }
});

test('a refused bid has the lot read again, and can be explained', async () => {
  const room = await openRoom();
  await room.joined();
  await settle();
  const joins = room.latest().asked('join-auction').length;
  await room.user.click(await bidButton());
  await settle();
  await room.user.click(screen.getByRole('button', { name: /^Confirm/ }));
  await room.answerBid({ outcome: 'refused', code: 'too-low', message: 'x', leading: false });
  assert.is(room.latest().asked('join-auction').length, joins + 1); // [A730]
  assert.ok(await screen.findByRole('button', { name: 'Explain my bids on lot 1' }));
});

test('a bid that was refused before the room was opened is explained, also once the lot is closed', async () => {
  const sold = exampleLot({ winner: '9', state: 'closed', status: 'sold', closedPrice: 50_000 });
  const room = await openRoom({
    lots: [sold],
    except: [answers('users/me/bids', { bids: [], refused: ['l1'] })],
  });
  await room.joined();
  assert.ok(await screen.findByRole('button', { name: 'Explain my bids on lot 1' }));
});

test('[C9] bids that the clerk entered by the viewer’s buyer number are explained too', async () => {
  const room = await openRoom({ except: [answers('users/me/bids', { bids: [], byNumber: ['l1'] })] });
  await room.joined();
  assert.ok(await screen.findByRole('button', { name: 'Explain my bids on lot 1' }));
});

test('a key that was meant for a bid does nothing in the dialog that says that the sale is closed', async () => {
  const won = exampleLot({ winner: '77', state: 'closed', status: 'sold', closedPrice: 50_000 });
  const room = await openRoom({ auction: { state: 'closed' }, lots: [won] });
  await room.joined('77');
  const overlay = await screen.findByRole('dialog');
  await room.user.keyboard('{Enter}{Enter}');
  assert.ok(overlay.isConnected);
  assert.match(room.went(), /^\/auction-live\/77/);
});

test('a server that is not live sends the room back to the start', async () => {
  const except = [answers('checkServer', { isLive: false, message: 'Back at 9' })];
  for (const me of [{}, null]) {
    const room = await openRoom({ me, except });
    await waitFor(() => assert.is(room.went(), '/')); // [A060]
    room.unmount();
  }
});

test('a visitor of a closed sale is shown where they can go', async () => {
  const room = await openRoom({ me: null, auction: { state: 'closed' } });
  await room.joined();
  const overlay = within(await screen.findByRole('dialog'));
  assert.is(overlay.queryByRole('link', { name: 'My results' }), null);
  assert.ok(overlay.getByText('Results are shown to people who are logged in.'));
  // A page that sends a visitor to sign-in is offered by that name alone.
  const links = overlay.getAllByRole('link');
  assert.equal(
    links.map((link) => [link.textContent, link.getAttribute('href')]),
    [
      ['Login for the whole auction results', '/sign-in'],
      ['Register', '/sign-up'],
      ['Contact Us', '/contact-us'],
    ],
  );
});

test.run();
