/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import { AUCTION_TYPES } from '@saleyard/domain/auction/types/auction-types.ts';
import { formatDateTime } from '@saleyard/domain/presentation/dates.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { delay, HttpResponse, http } from 'msw';
import * as assert from 'uvu/assert';
import { exampleAuction, exampleMe } from '@/test-support/example-sales.ts';
import { answers, mockServer, refuses } from '@/test-support/server.ts';
import { onStoppedClock } from '@/test-support/stopped-clock.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { screen, waitFor, within } = await import('@testing-library/react');
const { renderScreen } = await import('@/test-support/render.tsx');
const { UpcomingScreen } = await import('./upcoming-screen.tsx');

const test = suite('upcoming auctions');
const server = mockServer();
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.beforeEach(() => server.resetHandlers(me()));
test.after(() => server.close());

const soon = Date.now() + 60_000;
const me = (change: Parameters<typeof exampleMe>[0] = {}) => answers('users/me', { user: exampleMe(change) });
const open = (path = '/main/upcoming') => renderScreen(<UpcomingScreen />, { path });
const rowOf = async (title: string) => {
  const row = (await screen.findByRole('heading', { name: title })).closest('li'); // [B060]
  assert.ok(row);
  return within(row as HTMLElement);
};

test('while the list is on its way it says so', async () => {
  server.use(
    http.get('http://saleyard.test/api/v1/auctions', async () => {
      await delay(60);
      return HttpResponse.json({ data: { auctions: [] } });
    }),
  );
  open();
  const heading = () => screen.getAllByRole('heading', { level: 1 }).map(({ textContent }) => textContent);
  assert.equal(heading(), ['Upcoming Auctions']); // [B045]
  assert.ok(screen.getByText('Loading auctions…'));
  assert.ok(await screen.findByText('No auctions found')); // [B072]
  assert.equal(heading(), ['Upcoming Auctions']); // [B045]
});

test('a row shows what, when, where and how many', async () => {
  const liveAt = Date.parse('2030-01-04T23:35:00Z');
  server.use(
    answers('auctions', {
      auctions: [exampleAuction({ liveAt, lotCount: 1_200, headCount: 30_500, auctionType: 'synchronous' })],
    }),
  );
  open();
  // The server answers `{ data: { auctions } }`.
  const row = await rowOf('Gunnedah Weaner Sale'); // [A605] [B343]
  for (const text of ['Upcoming', 'Cattle', 'HELMSMAN', 'No. 1042']) assert.ok(row.getByText(text), text); // [B066] [B070] [B257] [B267]
  const facts = ['State', 'Head', 'Lots'].map((name) => row.getByText(name).nextElementSibling?.textContent);
  assert.equal(facts, ['NSW, QLD', '30,500', '1,200']); // [B067] [B068] [B069]
  assert.ok(row.getByText('10.35 AM'), 'its start time, in Sydney'); // [B061]
});

test('[A006] [B004] [B046] [B406] [B408] the current date and time in Sydney are shown, and go on', async () => {
  server.use(answers('auctions', { auctions: [] }));
  await onStoppedClock(async (clock) => {
    const goTo = (time: string) => {
      clock.passed += Date.parse(time) - Date.now();
    };
    goTo('2030-01-05T12:59:00Z');
    open();
    await screen.findByText('No auctions found');
    assert.ok(screen.getByText('Saturday 5 January 2030 - 11.59 PM Sydney'));
    goTo('2030-01-05T13:00:00Z');
    assert.ok(await screen.findByText('Sunday 6 January 2030 - 12.00 AM Sydney'));
    // In winter Sydney is ten hours ahead of UTC, in summer eleven.
    goTo('2030-07-04T02:05:00Z');
    assert.ok(await screen.findByText('Thursday 4 July 2030 - 12.05 PM Sydney'));
  });
});

test('the catalogue of each sale is sent, saved and printed, each by a dialog', async () => {
  server.use(answers('auctions', { auctions: [exampleAuction({ liveAt: soon })] }));
  open();
  const user = userEvent.setup();
  const row = await rowOf('Gunnedah Weaner Sale');
  const opens = async (name: string, title: string) => {
    await user.click(await row.findByRole('button', { name }));
    return within(await screen.findByRole('dialog', { name: title }));
  };
  const email = await opens('Email Catalogue', 'Email Catalogue'); // [B064] [B075]
  for (const label of ['Recipient name', 'Recipient email']) assert.ok(email.getByLabelText(label), label);
  await user.click(email.getByRole('button', { name: 'Cancel' }));
  await user.click(row.getByLabelText('More documents'));
  const download = await opens('Download', 'Download Catalogue'); // [B076]
  assert.equal(
    download.getAllByRole('button').map(({ textContent }) => textContent),
    ['Summary (PDF)', 'Summary (CSV)', 'Full Details (PDF)', 'Close'], // [B076]
  );
  await user.click(download.getByRole('button', { name: 'Close' }));
  await user.click(row.getByLabelText('More documents'));
  const print = await opens('Print', 'Print Catalogue'); // [B077]
  const summary = print.getByRole('link', { name: 'Summary' });
  assert.match(summary.getAttribute('href') ?? '', '/print/auctions/1042/auction-summary');
});

test('[B064] [B075] the catalogue of each sale is sent from its own row, in every state before it closes', async () => {
  const sent: unknown[] = [];
  const sales = (['future', 'open', 'live'] as const).map((state, n) =>
    exampleAuction({ _id: `a${n}`, searchNumber: n, title: `Sale ${n}`, liveAt: soon, state }),
  );
  server.use(
    answers('auctions', { auctions: sales }),
    http.post('http://saleyard.test/api/v1/auctions/:auction/email-info', async ({ params, request }) => {
      sent.push([params['auction'], ((await request.json()) as { type: string }).type]);
      return HttpResponse.json({ data: { message: 'It was sent.' } });
    }),
  );
  open();
  const user = userEvent.setup();
  for (const { title } of sales) {
    await user.click(await (await rowOf(title)).findByRole('button', { name: 'Email Catalogue' }));
    await user.type(await screen.findByLabelText('Recipient name'), 'Jo');
    await user.type(screen.getByLabelText('Recipient email'), 'jo@farm.example');
    await user.click(screen.getByRole('button', { name: 'Send' }));
    await screen.findByText('It was sent.');
    await user.click(screen.getByRole('button', { name: 'OK' }));
  }
  assert.equal(
    sent,
    ['a0', 'a1', 'a2'].map((auction) => [auction, 'catalogue']),
  );
});

test('[B057] [B058] [B059] sales are listed under their days: Today, Tomorrow, and others by their date', async () => {
  await onStoppedClock(async (clock) => {
    // Eight in the morning in Sydney: in Greenwich it is the day before.
    clock.passed = Date.parse('2030-01-04T21:00:00Z') - Date.now();
    const days = [
      ['2030-01-05T12:59:00Z', 'Today'],
      ['2030-01-05T13:00:00Z', 'Tomorrow'],
      ['2030-01-06T12:59:00Z', 'Tomorrow'],
      ['2030-01-06T13:00:00Z', 'Monday 7 January 2030'],
      ['2030-01-14T00:00:00Z', 'Monday 14 January 2030'],
    ] as const;
    server.use(
      answers('auctions', {
        auctions: days.map(([liveAt], n) =>
          exampleAuction({ _id: `a${n}`, searchNumber: n, title: `Sale ${n}`, liveAt: Date.parse(liveAt) }),
        ),
      }),
    );
    open();
    await screen.findByRole('heading', { name: 'Today' });
    const under = screen
      .getAllByRole('heading', { name: /^Sale/ })
      .map((sale) => [sale.textContent, sale.closest('section')?.querySelector('h2')?.textContent]);
    assert.equal(
      under,
      days.map(([, day], n) => [`Sale ${n}`, day]),
    );
  });
});

test('each type of sale has its tag', async () => {
  const tags = [
    ['simultaneous', 'TIMED'], // [B264]
    ['sequential', 'SEQ ONLINE'], // [B265]
    ['sequentialOffline', 'INTERFACED'], // [B266]
    ['synchronous', 'HELMSMAN'], // [B267]
  ] as const;
  server.use(
    answers('auctions', {
      auctions: tags.map(([auctionType], n) =>
        exampleAuction({ _id: auctionType, title: auctionType, auctionType, liveAt: soon, searchNumber: n }),
      ),
    }),
  );
  open();
  for (const [title, tag] of tags) assert.ok((await rowOf(title)).getByText(tag), tag);
});

test('a press on the type of a sale explains it, another closes it', async () => {
  server.use(
    answers('auctions', { auctions: [exampleAuction({ auctionType: 'sequential', liveAt: soon })] }),
  );
  open();
  const user = userEvent.setup();
  const row = await rowOf('Gunnedah Weaner Sale');
  const explained = row.getByText(`${AUCTION_TYPES.sequential.explained}.`).closest('details');
  assert.is(explained?.open, false);
  await user.click(row.getByText('SEQ ONLINE'));
  assert.is(explained?.open, true);
  await user.click(row.getByText('SEQ ONLINE'));
  assert.is(explained?.open, false);
});

test('a sale counts down to when it is live, then to when it closes where that is known', async () => {
  const HOUR_MS = 3_600_000;
  const liveAt = Date.now() + 26 * HOUR_MS;
  const sales = {
    coming: { liveAt },
    running: { state: 'live', finishAt: Date.now() + 2 * HOUR_MS },
    unending: { state: 'live', finishAt: null },
    off: { liveAt, cancelled: true },
    frozen: { state: 'live', finishAt: Date.now() + 2 * HOUR_MS, frozenTime: 5 },
    paused: { state: 'live', finishAt: Date.now() + 2 * HOUR_MS, auctionpaused: true },
  } as const;
  server.use(
    answers('auctions', {
      auctions: Object.entries(sales).map(([title, change], n) =>
        exampleAuction({ _id: title, title, searchNumber: n, liveAt: soon, ...change }),
      ),
    }),
  );
  open();
  // A minute may pass while the screen is opened.
  assert.ok((await rowOf('coming')).getByText(/^live in 1 d (2 h|1 h)$/));
  assert.ok((await rowOf('running')).getByText(/^closes in (2 h|1 h 59 min)$/));
  for (const title of ['unending', 'off', 'frozen', 'paused'])
    assert.is((await rowOf(title)).queryByText(/^(live|closes) in /), null, title);
});

test('a sale has its own picture, else those of its first lots, else none', async () => {
  const lots = [1, 2, 3, 4].map((n) => `/media/lots/cattle-black-${n}.svg`);
  const sales = [
    ['own', { image: { url: '/media/own.svg' }, pictures: lots }, ['/media/own.svg']],
    ['four', { pictures: lots }, lots],
    ['bare', { pictures: [] }, []],
  ] as const;
  server.use(
    answers('auctions', {
      auctions: sales.map(([title, change], n) =>
        exampleAuction({ _id: title, title, searchNumber: n, liveAt: soon, ...change }),
      ),
    }),
  );
  open();
  for (const [title, , shown] of sales) {
    const pictures = (await rowOf(title)).queryAllByRole('presentation');
    assert.equal(
      pictures.map((picture) => picture.getAttribute('src')),
      shown,
      title,
    );
  }
});

test('a sale can be entered while it is open or live, in a window of its own', async () => {
  const states = ['future', 'open', 'live'] as const;
  server.use(
    answers('auctions', {
      auctions: states.map((state, index) =>
        exampleAuction({
          _id: state,
          title: state,
          state,
          searchNumber: 2_000 + index,
          liveAt: soon + index,
        }),
      ),
    }),
  );
  open();
  assert.is((await rowOf('future')).queryByText('Enter Auction'), null);
  for (const [n, state] of states.entries()) {
    const catalogue = (await rowOf(state)).getByRole('link', { name: 'View Catalogue' });
    assert.is(catalogue.getAttribute('href'), `/main/upcoming/Cattle/${2_000 + n}`); // [B063]
  }
  for (const [state, number] of [
    ['open', 2_001],
    ['live', 2_002],
  ] as const) {
    const link = (await rowOf(state)).getByRole('link', { name: /Enter Auction/ });
    assert.is(link.getAttribute('href'), `/auction-live/${number}`); // [B263] [B034]
    assert.is(link.getAttribute('target'), '_blank'); // [A032] [B034]
  }
  assert.ok((await rowOf('open')).getByText('Auction is open')); // [B261] [B066]
  assert.ok((await rowOf('open')).getByText('Set your Auto-bids')); // [B262]
  assert.ok((await rowOf('live')).getByText('Auction is live')); // [B066]
  for (const state of ['future', 'live'])
    assert.is((await rowOf(state)).queryByText('Set your Auto-bids'), null, state); // [B262]
  server.resetHandlers();
  server.use(
    answers('auctions', {
      auctions: [exampleAuction({ title: 'manual', state: 'open', allowAutoBid: false, liveAt: soon })],
    }),
  );
  open();
  const manual = await rowOf('manual');
  assert.ok(manual.getByText('Auction is open'));
  assert.is(manual.queryByText('Set your Auto-bids'), null); // [B262]
});

test('a cancelled sale is marked and cannot be entered; one that is frozen or paused says so', async () => {
  server.use(
    answers('auctions', {
      auctions: [
        exampleAuction({
          _id: 'c',
          title: 'off',
          state: 'live',
          cancelled: true,
          liveAt: soon,
          searchNumber: 1,
        }),
        exampleAuction({
          _id: 'f',
          title: 'cold',
          state: 'live',
          frozenTime: 5,
          liveAt: soon,
          searchNumber: 2,
        }),
        exampleAuction({
          _id: 'p',
          title: 'held',
          state: 'live',
          auctionpaused: true,
          liveAt: soon,
          searchNumber: 3,
        }),
      ],
    }),
  );
  open();
  const cancelled = await rowOf('off');
  assert.ok(cancelled.getByText('Cancelled')); // [B071]
  assert.is(cancelled.queryByRole('link'), null);
  for (const title of ['cold', 'held']) assert.is((await rowOf(title)).queryByText('Cancelled'), null); // [B071]
  assert.ok((await rowOf('cold')).getByText('Auction frozen')); // [B066]
  assert.ok((await rowOf('held')).getByText('Auction paused')); // [B066]
});

test('the category lives in the address', async () => {
  server.use(
    answers('auctions', {
      auctions: [
        exampleAuction({ _id: 'a', title: 'steers', liveAt: soon, searchNumber: 1 }),
        exampleAuction({
          _id: 'b',
          title: 'goats',
          liveAt: soon,
          searchNumber: 2,
          kindData: { type: 'goat', title: 'Goat' },
        }),
      ],
    }),
  );
  const { went } = open('/main/upcoming?category=goat');
  await rowOf('goats');
  assert.is(screen.queryByRole('heading', { name: 'steers' }), null);
  assert.is(screen.getByRole('link', { name: 'Goat' }).getAttribute('aria-current'), 'true');
  const choices = within(screen.getByRole('navigation', { name: 'Category' })).getAllByRole('link');
  // [B047]
  assert.equal(
    choices.map(({ textContent }) => textContent),
    ['All', 'Cattle', 'Sheep', 'Goat'],
  );
  await userEvent.setup().click(screen.getByRole('link', { name: 'Sheep' }));
  assert.is(went(), '/main/upcoming?category=sheep');
  assert.ok(await screen.findByText('No auctions found'));
});

test('[B047] each category shows the sales of its kinds, and All shows every sale', async () => {
  const kinds = ['cattle', 'sheep', 'goat', 'sheep-abblamb'] as const;
  const auctions = kinds.map((type, searchNumber) =>
    exampleAuction({ _id: type, title: type, liveAt: soon, searchNumber, kindData: { type, title: type } }),
  );
  server.use(answers('auctions', { auctions }));
  open();
  await rowOf('goat');
  const user = userEvent.setup();
  const shown = () => kinds.filter((title) => screen.queryByRole('heading', { name: title }) !== null);
  assert.equal(shown(), kinds);
  const choices = within(screen.getByRole('navigation', { name: 'Category' }));
  for (const [choice, expected] of [
    ['Cattle', ['cattle']],
    ['Sheep', ['sheep', 'sheep-abblamb']],
    ['Goat', ['goat']],
    ['All', kinds],
  ] as const) {
    await user.click(choices.getByRole('link', { name: choice }));
    await waitFor(() => assert.equal(shown(), [...expected], choice));
  }
});

test('a failure is shown with its message and tried again on request', async () => {
  server.use(
    refuses('get', 'auctions', 500, {
      code: 'internal-error',
      message: 'Bad request. Please try again later',
    }),
  );
  open();
  assert.ok(await screen.findByText('Bad request. Please try again later'));
  assert.ok(within(screen.getByRole('alert')).getByText('Error')); // [B375]
  assert.is(screen.queryByText(/^Loading/), null); // [B388]
  assert.is(screen.queryByRole('dialog'), null); // [B388]
  server.use(answers('auctions', { auctions: [exampleAuction({ liveAt: soon })] }));
  await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }));
  await rowOf('Gunnedah Weaner Sale');
});

test('each sale leads to its catalogue; a cancelled one does not', async () => {
  server.use(
    answers('auctions', {
      auctions: [
        exampleAuction({ liveAt: soon, auctionTags: [{ title: 'EU' }] }),
        exampleAuction({ _id: 'off', title: 'off', liveAt: soon, searchNumber: 1, cancelled: true }),
      ],
    }),
  );
  open();
  const row = await rowOf('Gunnedah Weaner Sale');
  const link = row.getByRole('link', { name: 'View Catalogue' });
  assert.is(link.getAttribute('href'), '/main/upcoming/Cattle/1042'); // [B063]
  assert.ok(row.getByText('EU'));
  assert.is((await rowOf('off')).queryByRole('link'), null);
});

const DAY_MS = 24 * 3_600_000;
const later = { state: 'future', openAt: soon + 3 * DAY_MS, liveAt: soon + 4 * DAY_MS } as const;

test('sellers and staff read until when lots can be added, and an introduction; nobody else does', async () => {
  const people = [
    [{ type: 'seller' }, true], // [B319]
    [{ role: 'admin' }, true], // [B320]
    [{ type: 'buyer' }, false], // [B323]
    [{ type: 'guest' }, false],
    [{ type: 'guest', role: 'auditor' }, false], // [B323]
  ] as const;
  for (const [person, isSeller] of people) {
    // The filters that are kept on the person come back once it is known who looks.
    server.resetHandlers(me({ ...person, filters: { upcoming: { category: 'cattle' } } }));
    server.use(answers('auctions', { auctions: [exampleAuction(later)] }));
    const { went } = open();
    await waitFor(() => assert.is(went(), '/main/upcoming?category=cattle'));
    const row = await rowOf('Gunnedah Weaner Sale');
    if (isSeller) {
      assert.ok(await row.findByText(`Add New Lot closes ${formatDateTime(later.openAt)} Sydney`)); // [B062]
      assert.ok(await row.findByRole('button', { name: 'Add New Lot' })); // [B065]
    }
    if (isSeller) await screen.findByText(/^Selling\?/);
    assert.is(row.queryByText(/Add New Lot closes/) !== null, isSeller); // [B323]
    assert.is(row.queryByRole('button', { name: 'Add New Lot' }) !== null, isSeller); // [B065] [B323]
    assert.is(screen.queryByText(/^Selling\?/) !== null, isSeller); // [B082] [B323]
  }
});

test('outside the window nobody reads until when lots can be added', async () => {
  server.resetHandlers(me({ type: 'seller' }));
  server.use(
    answers('auctions', {
      auctions: [
        exampleAuction({ ...later, _id: 'a', title: 'far', searchNumber: 1, liveAt: soon + 61 * DAY_MS }),
        exampleAuction({ ...later, _id: 'b', title: 'off', searchNumber: 2, cancelled: true }),
        exampleAuction({
          ...later,
          _id: 'c',
          title: 'late',
          searchNumber: 3,
          editLotDisabledAt: soon - DAY_MS,
        }),
      ],
    }),
  );
  open();
  await screen.findByText(/^Selling\?/);
  for (const title of ['far', 'off', 'late'])
    assert.is((await rowOf(title)).queryByText(/Add New Lot closes/), null, title);
});

test('an empty list takes the interest of who waits, with what is known of them', async () => {
  const sent: unknown[] = [];
  server.use(
    answers('auctions', { auctions: [] }),
    http.post('http://saleyard.test/api/v1/register-interest', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ data: { message: 'Thank you.' } });
    }),
  );
  open();
  await userEvent.setup().click(await screen.findByRole('button', { name: 'REGISTER INTEREST' })); // [B073]
  assert.ok(await screen.findByText('Thank you.'));
  // [A633] [B074]
  assert.equal(sent, [
    { numericId: 12, firstName: 'Bea', lastName: 'Buyer', email: 'bea@farm.example', phone: '0491570156' },
  ]);
});

test('sales are filtered by their lots; the filters are kept on the user and come back', async () => {
  const asked: string[] = [];
  const kept: unknown[] = [];
  const lotFilters = {
    breed: ['Angus'],
    stockCategory: ['Weaner'],
    sex: ['Steers'],
    assessorType: ['Agent Assessed'],
    location: ['NSW'],
    region: [],
  };
  server.use(
    http.get('http://saleyard.test/api/v1/auctions', ({ request }) => {
      asked.push(new URL(request.url).search);
      const fits = !request.url.includes('breed=Angus');
      return HttpResponse.json({
        data: {
          auctions: fits
            ? [exampleAuction({ liveAt: soon, lotFilters, lotData: { maxAge: 24, maxWeight: 500 } })]
            : [],
        },
      });
    }),
    http.put('http://saleyard.test/api/v1/users/me', async ({ request }) => {
      kept.push(await request.json());
      return HttpResponse.json({ data: { user: exampleMe() } });
    }),
  );
  const { went } = open();
  const user = userEvent.setup();
  await rowOf('Gunnedah Weaner Sale');
  const filters = within(screen.getByRole('region', { name: 'Filters' }));
  for (const [name, value, query] of [
    ['State', 'NSW', 'location=NSW'], // [B048]
    ['Stock Category', 'Weaner', 'stockCategory=Weaner'], // [B050]
    ['Sex', 'Steers', 'sex=Steers'], // [B051]
    ['Assessor Type', 'Agent Assessed', 'assessorType=Agent+Assessed'], // [B052]
  ] as const) {
    await user.click(filters.getByText(name, { selector: 'summary' }));
    await user.click(filters.getByRole('checkbox', { name: value }));
    await waitFor(() => assert.ok(asked.at(-1)?.includes(query), query));
  }
  assert.ok(filters.getByText('Kg'));
  await user.type(filters.getByRole('textbox', { name: 'Weight from' }), '200{Enter}');
  await user.type(filters.getByRole('textbox', { name: 'Weight to' }), '400{Enter}');
  await waitFor(() => assert.ok(asked.at(-1)?.includes('weightFrom=200&weightTo=400'))); // [B053]
  const { breed: _, region: __, ...chosen } = lotFilters;
  const upcoming = { ...chosen, weight: { from: 200, to: 400 } };
  await waitFor(() => assert.equal(kept.at(-1), { user: { filters: { upcoming } } })); // [B056]
  await user.click(filters.getByRole('button', { name: 'Clear All' })); // [B055]
  await waitFor(() => assert.is(went(), '/main/upcoming'));
  const units = within(filters.getByRole('combobox', { name: 'Age in' })).getAllByRole('option');
  assert.equal(
    units.map(({ textContent }) => textContent),
    ['months', 'years'],
  );
  await user.type(filters.getByRole('textbox', { name: 'Age from' }), '6{Enter}');
  await waitFor(() => assert.is(went(), '/main/upcoming?ageFrom=6')); // [B054]
  await user.selectOptions(filters.getByRole('combobox', { name: 'Age in' }), 'years');
  await user.clear(filters.getByRole('textbox', { name: 'Age from' }));
  await user.type(filters.getByRole('textbox', { name: 'Age from' }), '1.5{Enter}');
  await waitFor(() => assert.ok(asked.some((query) => query.includes('ageFrom=18')))); // [B054]
  await user.click(filters.getByRole('button', { name: 'Clear All' }));
  await waitFor(() => assert.is(went(), '/main/upcoming'));
  await user.click(filters.getByText('Breed', { selector: 'summary' }));
  await user.click(filters.getByRole('checkbox', { name: 'Angus' }));
  assert.ok(await screen.findByText('No auctions found'));
  assert.ok(asked.some((query) => query.includes('breed=Angus'))); // [B049]
  await waitFor(() => assert.equal(kept.at(-1), { user: { filters: { upcoming: { breed: ['Angus'] } } } })); // [B056]
  await user.click(filters.getByRole('button', { name: 'Clear All' })); // [B055]
  await rowOf('Gunnedah Weaner Sale');
  assert.is(went(), '/main/upcoming');

  server.resetHandlers(
    me({ filters: { upcoming: { sex: ['Steers'], weight: { from: 200 }, category: 'cattle' } } }),
  );
  server.use(answers('auctions', { auctions: [exampleAuction({ liveAt: soon, lotFilters })] }));
  const again = open();
  const broughtBack = '/main/upcoming?sex=Steers&weightFrom=200&category=cattle';
  await waitFor(() => assert.is(again.went(), broughtBack)); // [B056]
  server.use(
    http.put('http://saleyard.test/api/v1/users/me', () =>
      HttpResponse.json({ data: { user: exampleMe() } }),
    ),
  );
  const clear = await screen.findByRole<HTMLButtonElement>('button', { name: 'Clear All' });
  await waitFor(() => assert.is(clear.disabled, false));
  await user.click(clear); // [B055]
  await waitFor(() => assert.is(again.went(), '/main/upcoming'));
});

test.run();
