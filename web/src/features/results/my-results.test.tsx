/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { HttpResponse, http } from 'msw';
import * as assert from 'uvu/assert';
import { exampleMe } from '@/test-support/example-sales.ts';
import { FakeSocket } from '@/test-support/fake-socket.ts';
import { answers, handles, mockServer, refuses } from '@/test-support/server.ts';
import { ownResult } from './test-support/results-example.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { screen, waitFor, within } = await import('@testing-library/react');
const { renderScreen } = await import('@/test-support/render.tsx');
const { MyResults } = await import('./my-results.tsx');

const test = suite('my auction results');
const server = mockServer();
const sockets: FakeSocket[] = [];
test.before(() => {
  server.listen({ onUnhandledRequest: 'error' });
  globalThis.WebSocket = FakeSocket.recordedIn(sockets);
});
test.beforeEach(() => {
  server.resetHandlers();
  sockets.length = 0;
  server.use(answers('users/me/offers', { offers: [] }));
});
test.after(() => server.close());

const open = (query = '') => renderScreen(<MyResults />, { path: `/main/manage/my-results${query}` });
const me = answers('users/me', { user: exampleMe() });
const bought = { lots: 2, head: 50, grossCents: 2_771_800, estimated: true, unweighed: 0 };

test('a lot that one bought, in the auction or after it, is BOUGHT; one that somebody else bought is not', async () => {
  const results = [
    ownResult({ _id: 'a', number: '1', status: 'soldAfterAuction', winner: '4821' }),
    ownResult({ _id: 'b', number: '2', status: 'soldAfterAuction', winner: '7' }),
    ownResult({ _id: 'c', number: '3', status: 'sold', winner: '4821' }),
    ownResult({ _id: 'd', number: '4', status: 'sold', winner: '7' }),
  ];
  server.use(
    me,
    handles('get', 'lots/my-results', () => results),
  );
  open();
  for (const [number, result] of [
    [1, 'BOUGHT'], // [B277] [S278]
    [2, 'SOLD AA'], // [B273]
    [3, 'BOUGHT'], // [B277]
    [4, 'SOLD'], // [B277]
  ] as const) {
    const row = within(await screen.findByRole('row', { name: new RegExp(`Lot ${number}`) }));
    assert.ok(row.getByText(result), `${number}`);
  }
});

test('[S220] each of the six results is named in its row', async () => {
  const named = [
    ['bought', 'BOUGHT'],
    ['sold', 'SOLD'],
    ['soldAfterAuction', 'SOLD AA'], // [B273]
    ['noBid', 'No Bids'],
    ['passed', 'Passed In'],
    ['withdrawn', 'Withdrawn'],
  ] as const;
  const results = named.map(([status], n) => ({
    ...ownResult({ _id: status, number: String(n + 1), winner: status === 'bought' ? '4821' : '7' }),
    status,
  }));
  server.use(me, answers('lots/my-results', results));
  open();
  for (const [n, [, text]] of named.entries()) {
    const row = within(await screen.findByRole('row', { name: new RegExp(`Lot ${n + 1}`) }));
    assert.ok(row.getByText(text), text);
  }
});

test('lots one took part in, by sale, with what one bought and for how much, and no live connection', async () => {
  const asked: string[] = [];
  const results = [
    ownResult({ _id: 'a', number: '1', count: 40 }, { bought }),
    ownResult({ _id: 'b', number: '2', winner: '7', status: 'sold' }, { bought }),
    ownResult({ _id: 'c', number: '3', bidding: 'kg', closedPrice: 412, count: 10 }, { bought }),
    ownResult(
      { _id: 'd', number: '7', status: 'passed' },
      { _id: 'auction-2', title: 'Clearing Sale', number: '7', liveAt: Date.UTC(2025, 6, 4, 0, 30) },
    ),
  ];
  server.use(
    me,
    handles('get', 'lots/my-results', ({ url }) => {
      asked.push(new URL(url).search);
      return results;
    }),
  );
  open();
  // 40 head at $420.00, and 10 of 265 kg at 412¢.
  assert.ok(await screen.findByText('You bought 2 lots, 50 head: ≈ $27,718.00'));
  assert.ok(screen.getByText('You bought nothing in this auction.'));
  assert.ok(screen.getByText('No. 7 · Friday 4 July 2025 - 10.30 AM')); // [S539]
  assert.equal(
    screen.getAllByRole('rowheader').map(({ textContent }) => textContent),
    ['Lot 1', 'Lot 2', 'Lot 3', 'Lot 7'], // [S120]
  );
  const cells = screen
    .getAllByRole('row')
    .map((row) => within(row).queryAllByRole('cell').at(-1)?.textContent);
  assert.equal(cells, [undefined, '$16,800.00', '', '≈ $10,918.00', undefined, '']);
  assert.is(screen.getAllByText('BOUGHT').length, 2); // [S277]
  const link = screen.getByRole('link', { name: 'Gunnedah Weaner Sale' });
  assert.is(link.getAttribute('href'), '/main/results/Cattle/1042');
  assert.equal(asked, ['?page=1&limit=50'], 'one read, and no whole sale');
  assert.is(sockets.length, 0);
});

test('[S132] the details of a lot are opened as from My Admin', async () => {
  server.use(me, answers('lots/my-results', [ownResult({ number: '1', searchNumericId: 9_001 })]));
  const { went } = open();
  await userEvent.setup().click(await screen.findByRole('link', { name: /^Lot 1, / }));
  await waitFor(() => assert.is(went(), '/main/results/Cattle/1042/9001?from=myAdmin'));
});

test('[S142] a buyer can open no row for the contact of the other side', async () => {
  server.use(me, answers('lots/my-results', [ownResult({ number: '1' })]));
  open();
  await screen.findByText(/^Lots you bid on in closed auctions\./); // [S143]
  const row = within(await screen.findByRole('row', { name: /Lot 1/ }));
  assert.is(row.queryByRole('button', { name: /Contact/ }), null);
  assert.is(document.querySelector('table [aria-expanded], table details'), null);
});

test('each lot that one bid on explains the bids, also if all were refused; one that was only listed does not', async () => {
  const why = {
    auction: 'auction-1',
    lot: 'a',
    number: '1',
    paddle: '2848',
    summary: ['Paddle 7 bought the lot at $420.00, $5.00 above the most that you offered ($415.00).'],
    bids: [
      {
        seq: 9,
        at: 1_000,
        receivedAt: 990,
        enteredBy: 'bidder',
        cents: 41_500,
        title: 'You bid $415.00',
        fate: 'outbid',
        rules: ['E3', 'E4'],
        byCents: 500,
        sentences: [
          'It led at $415.00.',
          'Outbid at 10.00.03.000 AM: paddle 7 led at $420.00, $5.00 above your $415.00.',
        ],
      },
    ],
    omitted: 0,
  };
  const first = ownResult({ _id: 'a', number: '1', status: 'sold', winner: '7' });
  server.use(
    me,
    answers('lots/my-results', [
      first,
      ownResult({ _id: 'b', number: '2', mine: true, highestBidCents: null, autoBidCents: null }),
      ownResult({ _id: 'c', number: '3', highestBidCents: null, autoBidCents: null, refused: true }),
      ownResult({ _id: 'd', number: '4', highestBidCents: null, autoBidCents: null, byNumber: true }),
    ]),
    answers(`users/me/auctions/${first.auction}/lots/a/why`, { why }),
  );
  open();
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Explain my bids on lot 1' }));
  assert.is(screen.queryByRole('button', { name: 'Explain my bids on lot 2' }), null);
  assert.ok(screen.getByRole('button', { name: 'Explain my bids on lot 3', hidden: true }));
  assert.ok(screen.getByRole('button', { name: 'Explain my bids on lot 4', hidden: true }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Your bids on lot 1' }));
  assert.ok(await dialog.findByText('You bid $415.00'));
  assert.ok(dialog.getByText(/paddle 7 led at \$420.00, \$5.00 above your \$415.00/));
  assert.ok(dialog.getByText('Rules E3, E4'));
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  assert.is(screen.queryByRole('dialog'), null);
});

test('the explanation says when there is no bid, and can be tried again when it fails', async () => {
  const lot = ownResult({ _id: 'a', number: '1', status: 'sold', winner: '7' });
  const path = `users/me/auctions/${lot.auction}/lots/a/why`;
  server.use(me, answers('lots/my-results', [lot]), refuses('get', path, 404));
  open();
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Explain my bids on lot 1' }));
  assert.ok(await screen.findByText('You made no bid on this lot.'));
  await user.click(screen.getByRole('button', { name: 'Close' }));
  server.use(refuses('get', path, 503));
  await user.click(screen.getByRole('button', { name: 'Explain my bids on lot 1' }));
  assert.ok(await screen.findByRole('button', { name: 'Try again' }));
});

test('[S131] the results are printed', async () => {
  let printed = 0;
  window.print = () => {
    printed += 1;
  };
  server.use(me, answers('lots/my-results', [ownResult()]));
  open();
  await screen.findByText('BOUGHT');
  await userEvent.setup().click(screen.getByRole('button', { name: 'Print Results' }));
  assert.is(printed, 1);
});

test('[S143] a seller reads the lots sold as well, what each came to, and where its buyer is', async () => {
  const winnerData = { officeAddress: { town: 'TAMWORTH', state: 'NSW' } };
  const own = { mine: true, status: 'sold', winner: '9', count: 40, highestBidCents: null } as const;
  const nothing = { lots: 0, head: 0, grossCents: 0, estimated: false, unweighed: 0 };
  server.use(
    answers('users/me', { user: exampleMe({ type: 'seller' }) }),
    answers('lots/my-results', [ownResult({ ...own, winnerData }, { bought: nothing, paddle: null })]),
  );
  open();
  await screen.findByText(/^Lots you listed or bid on in closed auctions\./);
  const row = within(await screen.findByRole('row', { name: /Lot 1/ }));
  assert.ok(row.getByText('SOLD'));
  assert.ok(row.getByText('To: TAMWORTH, NSW')); // [B276]
  assert.is(row.getAllByRole('cell').at(-1)?.textContent, '$16,800.00');
  assert.is(screen.queryByText('You bought nothing in this auction.'), null);
});

const contact = {
  vendorOrBuyer: 'Ann Lee',
  vendorOrBuyerNumber: 'B1',
  vendorOrBuyerTradingName: 'Lee Pastoral',
  vendorOrBuyerEmail: 'ann@lee.example',
  vendorOrBuyerPhone: '0411111111',
  vendorOrBuyerPic: 'NA123456',
  vendorOrBuyerOfficeAddress: '12 Farm Road, TAMWORTH NSW 2340',
  vendorOrBuyerAgentName: 'Al Gent',
  vendorOrBuyerAgentTradingName: 'Gent & Co',
  vendorOrBuyerAgentPhone: '0422222222',
};

for (const [id, what, lot, other] of [
  ['[S134]', 'sold', { mine: true, status: 'sold', winner: '9' }, 'Buyer'],
  ['[S135]', 'bought', { mine: false }, 'Vendor'],
] as const) {
  test(`${id} a seller opens the contact of the other side of a lot that was ${what}`, async () => {
    server.use(
      answers('users/me', { user: exampleMe({ type: 'seller' }) }),
      answers('lots/my-results', [
        ownResult({ _id: 'a', number: '1', ...lot, ...contact }),
        ownResult({ _id: 'b', number: '2', status: 'passed' }),
      ]),
    );
    open();
    const table = within(await screen.findByRole('table'));
    assert.is(table.getAllByRole('row').length, 3, 'heading and two lots');
    const button = table.getByRole('button', { name: /^Contact/ });
    assert.is(button.closest('tr')?.querySelector('th')?.textContent, 'Lot 1');
    assert.is(button.getAttribute('aria-expanded'), 'false');
    const user = userEvent.setup();
    await user.click(button);
    assert.is(button.getAttribute('aria-expanded'), 'true');
    const detail = table.getAllByRole('row')[2] as HTMLElement;
    const facts = [...detail.querySelectorAll('dl > div')].map((fact) => fact.textContent);
    assert.equal(facts, [
      ...[`${other}Ann Lee`, 'NumberB1'],
      'Trading nameLee Pastoral', // [S140]
      'Emailann@lee.example', // [S136]
      'Phone0411111111', // [S141]
      'PICNA123456', // [S137]
      'Office address12 Farm Road, TAMWORTH NSW 2340', // [S138]
      'AgentAl Gent', // [S139]
      ...['Agent trading nameGent & Co', 'Agent phone0422222222'],
    ]);
    const mail = within(detail).getByRole('link', { name: 'ann@lee.example' });
    assert.is(mail.getAttribute('href'), 'mailto:ann@lee.example');
    await user.click(button);
    assert.is(table.getAllByRole('row').length, 3);
  });
}

test('[S128] [S129] [S130] the results that are shown are sent, also to oneself, and saved as PDF and CSV', async () => {
  const asked: string[] = [];
  let sent: unknown;
  server.use(
    me,
    answers('lots/my-results', [ownResult()]),
    http.post('http://saleyard.test/api/v1/lots/my-results/email', async ({ request }) => {
      sent = await request.json();
      return HttpResponse.json({ data: { message: 'The e-mail was sent.' } });
    }),
    http.get('http://saleyard.test/api/v1/print/lots/my-result', ({ request }) => {
      asked.push(new URL(request.url).search);
      return new HttpResponse('document', {
        headers: { 'content-disposition': 'attachment; filename=my-auction-results.pdf' },
      });
    }),
  );
  URL.createObjectURL = () => 'blob:document';
  // Here a press of the link would leave the page.
  HTMLAnchorElement.prototype.click = () => {};
  open('?status=bought');
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Email Results' }));
  await user.click(await screen.findByRole('button', { name: 'Email to yourself' }));
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await screen.findByText('The e-mail was sent.');
  const { firstName, lastName, email } = exampleMe();
  const recipientName = `${firstName} ${lastName}`;
  assert.equal(sent, { recipientName, recipientEmail: email, status: 'bought' });
  await user.click(screen.getByRole('button', { name: 'OK' }));
  await user.click(screen.getByRole('button', { name: 'Download Results' }));
  for (const format of ['PDF', 'CSV']) {
    await waitFor(() => {
      const button = screen.getByRole<HTMLButtonElement>('button', { name: `Results (${format})` });
      assert.is(button.disabled, false);
    });
    await user.click(screen.getByRole('button', { name: `Results (${format})` }));
    await waitFor(() => assert.is(asked.length, format === 'PDF' ? 1 : 2));
  }
  assert.equal(asked, ['?filterType=bought&type=pdf', '?filterType=bought']);
});

test('a lot that comes twice, where a sale closed between two pages, is shown once', async () => {
  const page = (number: number) => [ownResult({ _id: `l${number}`, number: String(number) })];
  server.use(
    me,
    http.get('http://saleyard.test/api/v1/lots/my-results', ({ request }) => {
      const second = new URL(request.url).searchParams.get('page') === '2';
      const data = second ? [...page(1), ...page(2)] : page(1);
      return HttpResponse.json(
        { data },
        { headers: { 'x-current-page': second ? '2' : '1', 'x-total-pages': '2' } },
      );
    }),
  );
  open();
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Show more' }));
  await screen.findByText('Lot 2');
  assert.equal(
    screen.getAllByRole('rowheader').map(({ textContent }) => textContent),
    ['Lot 1', 'Lot 2'],
  );
  assert.is(screen.getAllByRole('heading', { level: 2 }).length, 1);
});

/** The queries that results were asked for with, the page left out. */
const asking = () => {
  const asked: string[] = [];
  const handler = handles('get', 'lots/my-results', ({ url }) => {
    const query = new URL(url).searchParams;
    query.delete('page');
    query.delete('limit');
    asked.push(query.toString());
    return [];
  });
  return { asked, handler };
};

// A lot that was sold before its auction is a seventh result, of the browsing document.
test('[S220] filter buttons choose the results that are asked for, and the address says which', async () => {
  const { asked, handler } = asking();
  server.use(me, handler);
  const { went } = open();
  const group = within(screen.getByRole('group', { name: 'Result' }));
  const buttons = ['Bought', 'Sold', 'No Bid', 'Passed In', 'Withdrawn'].map((name) =>
    group.getByRole('button', { name }),
  );
  assert.equal(
    buttons.map((button) => button.querySelector('span')?.textContent),
    ['B', 'S', 'N', 'P', 'W'], // [S121] [S122] [S123] [S124] [S125]
  );
  const user = userEvent.setup();
  const statuses = ['bought', 'sold', 'noBid', 'passed', 'withdrawn', 'soldAfterAuction']; // [B273] [S279]
  for (const [index, button] of [...buttons, group.getByRole('button', { name: 'Sold AA' })].entries()) {
    await user.click(button);
    assert.is(button.getAttribute('aria-pressed'), 'true');
    await waitFor(() => assert.is(new URLSearchParams(asked.at(-1)).get('status'), statuses[index]));
    assert.match(went() ?? '', new RegExp(`status=${statuses[index]}$`));
    await user.click(button);
  }
  await user.click(group.getByRole('button', { name: 'Withdrawn' }));
  await user.click(group.getByRole('button', { name: 'Bought' }));
  await waitFor(() => assert.is(asked.at(-1), 'status=bought%2Cwithdrawn'));
  assert.ok(await screen.findByText('None of your results match these filters.'));
});

test('[S127] the days of sales are chosen by date, in Sydney, both ends among them', async () => {
  const { asked, handler } = asking();
  server.use(me, handler);
  const { went } = open();
  const user = userEvent.setup();
  await user.type(screen.getByLabelText('From'), '04/07/2025');
  await user.type(screen.getByLabelText('To'), '4/7/2025');
  const [from, to] = [Date.UTC(2025, 6, 3, 14), Date.UTC(2025, 6, 4, 14)];
  await waitFor(() => assert.is(asked.at(-1), `from=${from}&to=${to}`));
  assert.is(went(), '/main/manage/my-results?from=2025-07-04&to=2025-07-04');
});

test('what is no day is said to be none, and filters nothing', async () => {
  const { asked, handler } = asking();
  server.use(me, handler);
  const { went } = open('?from=2025-07-04&to=never');
  const from = screen.getByLabelText<HTMLInputElement>('From');
  assert.equal([from.value, screen.getByLabelText<HTMLInputElement>('To').value], ['04/07/2025', '']);
  await userEvent.setup().type(from, '{Backspace}{Backspace}');
  assert.ok(await screen.findByText('This must be a date: DD/MM/YYYY'));
  assert.is(from.value, '04/07/20');
  await waitFor(() => assert.is(asked.at(-1), ''));
  await userEvent.setup().type(from, '{Backspace}');
  assert.is(went(), '/main/manage/my-results?to=never');
  await userEvent.setup().type(from, '0');
  await userEvent.setup().type(from, '{Home}{Delete}{Delete}30{End}25', { initialSelectionStart: 0 });
  assert.is(from.value, '30/07/2025');
  await waitFor(() => assert.is(asked.at(-1), `from=${Date.UTC(2025, 6, 29, 14)}`));
});

test('[S126] Clear All takes every filter back', async () => {
  const { asked, handler } = asking();
  server.use(me, handler);
  const { went } = open('?status=sold,nonsense&from=2025-07-04&to=never');
  await waitFor(() => assert.is(asked.at(-1), `status=sold&from=${Date.UTC(2025, 6, 3, 14)}`));
  const clear = screen.getByRole<HTMLButtonElement>('button', { name: 'Clear All' });
  await userEvent.setup().click(clear);
  await waitFor(() => assert.is(asked.at(-1), ''));
  assert.is(went(), '/main/manage/my-results');
  assert.is(clear.disabled, true);
});

test('who bid on nothing reads where results will be', async () => {
  server.use(me, answers('lots/my-results', []));
  open();
  assert.ok(await screen.findByText('Results for closed auctions will appear here.'));
  assert.is(sockets.length, 0);
});

test('a failure is shown in its words and tried again on request', async () => {
  server.use(me, refuses('get', 'lots/my-results', 500));
  open();
  assert.ok(await screen.findByText('Bad request. Please try again later'));
  server.use(answers('lots/my-results', []));
  await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }));
  assert.ok(await screen.findByText('Results for closed auctions will appear here.'));
});

test('an agent reads the vendors of what they listed, in a column of its own; others have none', async () => {
  const listed = (vendorName: string) => [
    ownResult({ _id: 'a', number: '1', mine: true, status: 'sold', vendorName }),
    ownResult({ _id: 'b', number: '2' }),
  ];
  let results = listed('Wattle Park');
  server.use(
    me,
    handles('get', 'lots/my-results', () => results),
  );
  open();
  assert.ok(await screen.findByRole('columnheader', { name: 'Vendor' }));
  assert.is(screen.getAllByText('Wattle Park').length, 1);
  results = listed('');
  open();
  await screen.findAllByRole('rowheader');
  assert.is(screen.queryByRole('columnheader', { name: 'Vendor' }), null);
});

test('earlier results stay in place while those of other filters are read', async () => {
  let answer = (_results: readonly unknown[]) => {};
  const later = new Promise<readonly unknown[]>((resolve) => {
    answer = resolve;
  });
  server.use(
    me,
    handles('get', 'lots/my-results', ({ url }) =>
      new URL(url).searchParams.has('status') ? later : [ownResult({ _id: 'a', number: '1' })],
    ),
  );
  open();
  await screen.findByRole('rowheader');
  await userEvent.setup().click(screen.getByRole('button', { name: 'Sold' }));
  await new Promise((resolve) => setTimeout(resolve, 100));
  assert.ok(screen.getByRole('rowheader'));
  assert.is(screen.queryByText('Loading your results…'), null);
  answer([]);
  await screen.findByText('None of your results match these filters.');
});

test('My Auction Results lead back to My Admin, and days in the wrong order are said and change nothing', async () => {
  const asked: string[] = [];
  server.use(
    me,
    handles('get', 'lots/my-results', ({ url }) => {
      asked.push(new URL(url).search);
      return [ownResult({ _id: 'a', number: '1' })];
    }),
  );
  open();
  await screen.findByRole('rowheader');
  assert.is(screen.getByRole('link', { name: 'Back to My Admin' }).getAttribute('href'), '/main/manage');
  const user = userEvent.setup();
  await user.type(screen.getByLabelText('To'), '01/03/2025');
  await waitFor(() => assert.is(asked.length, 2));
  await user.type(screen.getByLabelText('From'), '02/03/2025');
  assert.ok(await screen.findByText('The from date must be earlier than the to date')); // [S399]
  assert.is(asked.length, 2);
});

test.run();
