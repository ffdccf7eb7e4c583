/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import type { Me } from '@saleyard/contract/accounts.ts';
import { ACCOUNT_STATUSES } from '@saleyard/domain/account/status.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { person } from '@/test-support/example-person.ts';
import { answers, handles, mockServer, refuses } from '@/test-support/server.ts';
import { intervalsIn } from '@/test-support/timer-waits.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { screen, waitFor, within } = await import('@testing-library/react');
const { renderScreen } = await import('@/test-support/render.tsx');
const { HubScreen } = await import('./hub-screen.tsx');
const { SoundsScreen, TextsScreen } = await import('./settings-screens.tsx');
const { Toasts } = await import('@/ui/toasts.tsx');

const test = suite('My Admin', { limitMs: 30_000 });
const server = mockServer();
const STEPS = [
  { categoryName: 'Draft the mob', content: 'Even lines.' },
  { categoryName: 'Weigh them', content: 'Ten head.' },
];
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.beforeEach(() => {
  localStorage.clear();
  server.resetHandlers(
    answers('how-to-assess-steps', { steps: STEPS }),
    answers('users/me/offers', { offers: [] }),
  );
});
test.after(() => server.close());

async function open(known: Partial<Me>) {
  server.use(answers('users/me', { user: person(known) }));
  const user = userEvent.setup();
  const { went, client } = renderScreen(<HubScreen />);
  await screen.findByRole('heading', { name: 'My Admin' });
  const press = (name: RegExp | string) => user.click(screen.getByRole('button', { name }));
  return { user, press, went, client };
}

const SELLER = { type: 'seller', status: 'approved-seller' } as const;

test('a seller’s tiles lead to the seller’s pages [A138] [A141] [A143] [A145] [A146]', async () => {
  await open(SELLER);
  const links = screen
    .getAllByRole('link')
    .map((link) => [link.querySelector('strong')?.textContent, link.getAttribute('href')]);
  assert.equal(links, [
    ['Add New Lot', '/main/upcoming'],
    ['My Submitted Lots', '/main/manage/my-submitted'], // [A139] [A149]
    ['Edit Saved Lots', '/main/manage/edit-saved'], // [A140] [A150]
    ['My Auction Results', '/main/manage/my-results'],
    ['My Reoffers', '/main/manage/my-reoffers'], // [A142] [A152]
    ['My Listings', '/main/manage/my-listings'], // [A156]
    ['My Profile', '/main/profile'],
    ['My Favourite PICs', '/main/manage/my-favourite-pics'], // [A144] [A155]
    ['Sounds', '/main/manage/my-sounds'],
    ['Texts', '/main/manage/my-texts'],
    ['Saved Searches', '/main/manage/saved-searches'],
  ]);
  assert.ok(screen.getByText(/^Your lots, drafts and results/)); // [A148]
});

test('a buyer whose request is open reaches the profile and results alone of what a menu may hold [A596]', async () => {
  await open({ type: 'buyer', status: 'approved-buyer-updated' });
  assert.equal(
    screen.getAllByRole('link').map((link) => link.querySelector('strong')?.textContent),
    ['My Auction Results', 'My Profile', 'Sounds', 'Texts', 'Saved Searches'],
  );
});

test('a guest reads first what they can do next, and where they have asked, since when', async () => {
  await open({ status: 'registered' });
  const next = within(screen.getByRole('region', { name: 'What you can do next' }));
  const [first] = next.getAllByRole('link');
  assert.is(first?.textContent, 'Register to Buy');
  assert.is(first?.getAttribute('href'), '/main/manage/operation-access/as-buyer');
  const requestedAt = Date.UTC(2025, 6, 4, 0, 30);
  const { client } = await open({ status: 'registered-updated', isRequestedAsBuyer: true, requestedAt });
  assert.ok(screen.getByText(/^Your request is under review since .*4 Jul.* Sydney\.$/));
  assert.ok(screen.getByText(/Most are decided within 24 hours\./)); // [B405]
  // Staff have approved it: the server's push changes who we are.
  client.setQueryData(['users', 'me'], person({ status: 'approved-buyer' }));
  await waitFor(() => assert.is(screen.queryByRole('region', { name: 'What you can do next' }), null));
});

test('a guest who must complete the profile is led there first', async () => {
  await open({ status: 'partially-approved', isRequestedAsBuyer: true, requestedAt: 1 });
  const next = within(screen.getByRole('region', { name: 'What you can do next' }));
  const [first] = next.getAllByRole('link');
  assert.is(first?.textContent, 'Complete your profile');
  assert.is(first?.getAttribute('href'), '/main/profile');
  assert.is(next.queryByText(/under review/), null);
});

const EVERYONE = ['My Profile', 'Sounds', 'Texts', 'Saved Searches'];
const SELLING = [
  ...['Add New Lot', 'My Submitted Lots', 'Edit Saved Lots', 'My Auction Results', 'My Reoffers'],
  ...['My Listings', 'My Profile', 'My Favourite PICs', 'Sounds', 'Texts', 'Saved Searches'],
];

const ALL: Me['stockTypes'] = ['Sheep', 'Cattle', 'Goat'];

/** What is open to each status, and which ways to more rights it has. */
const MENUS: readonly [Partial<Me>, string[], string[]][] = [
  [{ status: 'registered' }, EVERYONE, ['Register to Buy', 'Register to Buy & Sell']], // [A593] [A571]
  [{ status: 'registered-updated', isRequestedAsBuyer: true }, EVERYONE, []], // [A594]
  [{ status: 'approved-buyer' }, ['My Auction Results', ...EVERYONE], ['Register to Buy & Sell']], // [A595]
  [{ status: 'approved-seller' }, SELLING, ['Register to Buy', 'Register to Buy & Sell']], // [A597]
  [{ status: 'approved-buyer-seller', stockTypes: ALL, approvedStockTypes: ALL }, SELLING, []], // [A573] [A598]
  // [A588]
  [
    { status: 'approved-buyer-seller', stockTypes: ['Goat'], approvedStockTypes: ['Goat'] },
    SELLING,
    ['Register to Buy & Sell'],
  ],
  [{ status: 'partially-approved', isRequestedAsBuyer: true }, EVERYONE, []],
  [{ status: 'partially-approved:updated', isRequestedAsBuyer: true }, EVERYONE, []],
];

for (const [known, pages, ways] of MENUS)
  test(`what is open to ${[known.status, ...(known.approvedStockTypes ?? [])].join(', ')} [A599] [A600]`, async () => {
    const type = known.status?.includes('seller') ? 'seller' : 'buyer';
    await open({ type, ...known });
    const links = screen
      .getAllByRole('link')
      .flatMap((link) => link.querySelector('strong')?.textContent ?? []);
    assert.equal(links, pages);
    const led: string[] = [];
    for (const way of ['Register to Buy', 'Register to Buy & Sell']) {
      const { press, went } = await open({ type, ...known });
      const before = went();
      await press('Upgrade Account');
      await press(way);
      if (went() !== before) led.push(way);
    }
    assert.equal(led, ways);
  });

test('[A148] [B321] a buyer reads another intro than a seller', async () => {
  await open({ type: 'buyer', status: 'approved-buyer' });
  assert.ok(screen.getByText(/^Your results, your profile/));
});

for (const status of ['registered', 'registered-updated'] as const)
  test(`the intro of a guest (${status}) promises no results`, async () => {
    await open({ type: 'guest', status });
    assert.ok(screen.getByText(/^Your profile, .* You can bid or sell once your account is upgraded\.$/));
    assert.is(screen.queryByText(/Your results/), null);
  });

const RESTRICTED: readonly [Me['status'], string][] = [
  ['registered', 'Please register to buy & sell for access'], // [A586] [B329]
  ['approved-buyer', 'Please register to sell for access'], // [A587] [B330]
  [
    'registered-updated',
    'You have already requested access. Please allow 24 hours for this request to be processed by our team', // [A585]
  ],
  [
    'approved-buyer-updated',
    'You have already requested access. Please allow 24 hours for this request to be processed by our team', // [A585]
  ],
  [
    'partially-approved:updated',
    'Your application is under review and should be approved in the next 24-hours. Please contact us if you need immediate access to Add a Lot to an Upcoming Auction.', // [A592] [B405]
  ],
  ['partially-approved', 'Please complete your profile to Add Lot'], // [A335] [A589]
];

for (const [status, message] of RESTRICTED) {
  test(`[A147] [A571] ${status}: a tile that is not theirs says "${message.slice(0, 40)}…"`, async () => {
    const { press } = await open({ status, type: 'buyer' });
    await press(/^Add New Lot/); // [A572]
    assert.ok(within(screen.getByRole('dialog')).getByText(message));
  });
}

test('[A147] each tile of sellers and of results says to a guest that it is not theirs', async () => {
  const { press } = await open({ status: 'registered' });
  for (const name of SELLING.filter((one) => !EVERYONE.includes(one))) {
    await press(new RegExp(`^${name}`));
    const dialog = within(screen.getByRole('dialog'));
    assert.ok(dialog.getByText('Please register to buy & sell for access'), name);
    await press('OK');
    assert.is(screen.queryByRole('dialog'), null);
  }
});

test('who must complete the profile may cancel, or go there [A590] [A591]', async () => {
  const { press, went } = await open({ status: 'partially-approved' });
  await press(/^Add New Lot/);
  await press('Cancel');
  assert.equal([went(), screen.queryByRole('dialog')], ['/', null]);
  await press(/^Add New Lot/);
  await press('Update');
  await waitFor(() => assert.is(went(), '/main/profile'));
});

test('the upgrade panel opens, shows the steps and both ways [A160] [A161] [A162] [A163]', async () => {
  const { press, went } = await open({});
  const panel = within(screen.getByRole('region', { name: 'Upgrade Account' }));
  const parts = () => [panel.getAllByRole('button').length, panel.queryAllByRole('listitem').length];
  assert.equal(parts(), [1, 0]);
  await press('Upgrade Account');
  await panel.findByText('Draft the mob');
  assert.equal(
    panel.getAllByRole('listitem').map(({ textContent }) => textContent),
    STEPS.map(({ categoryName, content }) => `${categoryName}${content}`),
  );
  await press('Register to Buy');
  await waitFor(() => assert.is(went(), '/main/manage/operation-access/as-buyer'));
  await press('Register to Buy & Sell');
  await waitFor(() => assert.is(went(), '/main/manage/operation-access/as-buyerandseller'));
  await press('Upgrade Account');
  assert.equal(parts(), [1, 0], 'closed again');
});

test('steps that could not be read are asked for again every 5 s, and come without a press [A656]', async () => {
  server.use(refuses('get', 'how-to-assess-steps', 500));
  const { press } = await open({});
  const waits = await intervalsIn(async () => {
    await press('Upgrade Account');
    await screen.findByRole('alert');
  });
  assert.ok(waits.includes(5_000));
  server.use(answers('how-to-assess-steps', { steps: STEPS }));
  await screen.findByText('Draft the mob');
});

const UPGRADES: readonly [Partial<Me>, string, string][] = [
  // [A583] [B332]
  [{ status: 'approved-buyer' }, 'Register to Buy', 'You already have access to buy'],
  [{ status: 'approved-buyer-updated' }, 'Register to Buy', 'You already have access to buy'],
  [{ status: 'approved-buyer-seller' }, 'Register to Buy', 'You already have access to buy'],
  [
    {
      status: 'approved-buyer-seller',
      stockTypes: ['Sheep', 'Cattle', 'Goat'],
      approvedStockTypes: ['Sheep', 'Cattle', 'Goat'],
    },
    'Register to Buy & Sell',
    'You already have access to buy and sell', // [A584] [A588] [B331]
  ],
  [
    { status: 'registered-updated', isRequestedAsBuyer: true },
    'Register to Buy & Sell',
    'You have already requested access. Please allow 24 hours for this request to be processed by our team', // [A585] [A588] [B333] [B405]
  ],
];

for (const [known, link, message] of UPGRADES) {
  test(`${known.status} is answered "${message.slice(0, 44)}"`, async () => {
    const { press, went } = await open(known);
    await press('Upgrade Account');
    await press(link);
    assert.ok(within(screen.getByRole('dialog')).getByText(message));
    assert.is(went(), '/');
  });
}

test('sounds are on until they are switched off, in this browser [S151] [S152] [S153] [S154] [S155] [S158] [S159] [S225]', async () => {
  const user = userEvent.setup();
  renderScreen(<SoundsScreen />);
  for (const [name, flag] of [
    ['Bid', 'bidSound'], // [A311] [A759]
    ['Outbid', 'outBidSound'], // [A312] [A760]
    ['Won', 'wonSound'], // [A313] [A761]
    ['Auto-Bid', 'autoBidSound'], // [A314] [A762]
    ['Countdown', 'countdownSound'], // [A315] [A763]
  ] as const) {
    const toggle = () => screen.getByRole<HTMLInputElement>('switch', { name: new RegExp(`^${name}`) });
    assert.ok(toggle().checked, name);
    await user.click(toggle());
    assert.is(localStorage.getItem(flag), 'false');
    renderScreen(<SoundsScreen />);
    assert.not(toggle().checked, 'also when it is opened again');
    await user.click(toggle());
    assert.is(localStorage.getItem(flag), 'true', 'and on again');
  }
  const back = screen.getByRole('link', { name: 'Back to My Admin' });
  assert.is(back.getAttribute('href'), '/main/manage'); // [S156]
});

test('a sound that the browser does not let be stored: logged, no message [S501]', async () => {
  const logged: unknown[][] = [];
  const { warn } = console;
  const { localStorage: stored } = globalThis;
  const full = {
    getItem: () => null,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  };
  console.warn = (...said) => void logged.push(said);
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, value: full });
  const { container } = renderScreen(
    <>
      <SoundsScreen />
      <Toasts />
    </>,
  );
  const [before, shown] = [logged.length, container.textContent];
  await userEvent.setup().click(screen.getByRole('switch', { name: /^Countdown/ }));
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, value: stored });
  console.warn = warn;
  assert.is(logged.length, before + 1);
  assert.is(container.textContent, shown);
  assert.equal([screen.queryByRole('dialog'), screen.queryByRole('alert')], [null, null]);
});

test('text reminders are switched by kind of stock [S161] [S162] [S163] [S164] [S165] [S166] [S224]', async () => {
  let sent: { user: { settings: Me['settings'] } } | null = null;
  server.use(
    answers('users/me', { user: person() }),
    handles('put', 'users/me', async (request) => {
      sent = (await request.json()) as { user: { settings: Me['settings'] } };
      return { user: person(sent.user) };
    }),
  );
  const user = userEvent.setup();
  renderScreen(<TextsScreen />);
  for (const kind of ['Cattle', 'Sheep', 'Goat']) {
    const group = await screen.findByRole('group', { name: kind });
    for (const name of ['Auction is Live', 'Auto-Bids are Open', 'Ten days before'])
      assert.not.ok(within(group).getByRole<HTMLInputElement>('switch', { name }).checked);
  }
  const off = { AuctionOpenReminder: false, OneDayReminder: false, TenDaysReminder: false };
  for (const kind of ['Cattle', 'Sheep', 'Goat'] as const)
    for (const [name, flag] of [
      ['Auction is Live', 'OneDayReminder'],
      ['Auto-Bids are Open', 'AuctionOpenReminder'],
      ['Ten days before', 'TenDaysReminder'],
    ] as const) {
      const toggle = () =>
        within(screen.getByRole('group', { name: kind })).getByRole<HTMLInputElement>('switch', { name });
      const turned = async (on: boolean) => {
        await user.click(toggle());
        await waitFor(() => assert.equal([toggle().disabled, toggle().checked], [false, on]));
        const { settings } = (sent as { user: { settings: Me['settings'] } } | null)?.user ?? {};
        assert.equal(
          settings?.smsRemindersPermissions,
          { cattle: off, sheep: off, goat: off, [kind.toLowerCase()]: { ...off, [flag]: on } },
          `${kind}, ${name}`,
        );
      };
      await turned(true);
      await turned(false);
    }
});

const OF_EACH_STATUS = ACCOUNT_STATUSES.map((status): Partial<Me> => {
  return { status, type: status.includes('seller') ? 'seller' : 'buyer' };
});

for (const known of [{}, ...OF_EACH_STATUS, { role: 'admin' }, { role: 'auditor' }] as const)
  test(`[A599] [A600] [S004] [S005] texts and sounds are turned on and off by ${JSON.stringify(known)}`, async () => {
    let me = person(known);
    server.use(
      handles('get', 'users/me', () => ({ user: me })),
      handles('put', 'users/me', async (request) => {
        me = person({ ...known, ...((await request.json()) as { user: Partial<Me> }).user });
        return { user: me };
      }),
    );
    const user = userEvent.setup();
    renderScreen(<HubScreen />);
    for (const [name, path] of [
      [/^Texts/, '/main/manage/my-texts'],
      [/^Sounds/, '/main/manage/my-sounds'],
    ] as const)
      assert.is((await screen.findByRole('link', { name })).getAttribute('href'), path);
    renderScreen(<TextsScreen />);
    const goat = within(await screen.findByRole('group', { name: 'Goat' }));
    const toggle = () => goat.getByRole<HTMLInputElement>('switch', { name: 'Auction is Live' });
    for (const on of [true, false]) {
      await user.click(toggle());
      await waitFor(() => assert.equal([toggle().disabled, toggle().checked], [false, on]));
      assert.is(me.settings.smsRemindersPermissions.goat.OneDayReminder, on);
    }
    renderScreen(<SoundsScreen />);
    for (const stored of ['false', 'true']) {
      await user.click(screen.getByRole('switch', { name: /^Won/ }));
      assert.is(localStorage.getItem('wonSound'), stored);
    }
  });

test('a reminder that cannot be stored: logged, no spinner, no message [S501] [A741] [A742]', async () => {
  server.use(answers('users/me', { user: person() }), refuses('put', 'users/me', 500));
  const logged: unknown[][] = [];
  const { warn } = console;
  console.warn = (...said) => void logged.push(said);
  const user = userEvent.setup();
  const { container } = renderScreen(
    <>
      <TextsScreen />
      <Toasts />
    </>,
  );
  const sheep = within(await screen.findByRole('group', { name: 'Sheep' }));
  const shown = container.textContent;
  const toggle = () => sheep.getByRole<HTMLInputElement>('switch', { name: 'Auction is Live' });
  await user.click(toggle());
  await waitFor(() => assert.is(logged.length, 1));
  console.warn = warn;
  await waitFor(() => assert.equal([toggle().disabled, toggle().checked], [false, false]));
  assert.is(container.textContent, shown);
  assert.equal([screen.queryByRole('dialog'), screen.queryByRole('alert')], [null, null]);
});

test.run();
