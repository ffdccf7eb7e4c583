/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import type { Me } from '@saleyard/contract/accounts.ts';
import type { Manual, ToolSection } from '@saleyard/contract/content.ts';
import { partsOf } from '@saleyard/domain/content/text-parts.ts';
import { TEXTS } from '@saleyard/domain/content/texts.ts';
import { FIRST_FEES } from '@saleyard/domain/fees/fee-tables.ts';
import { STATES } from '@saleyard/domain/listing/stock.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { HttpResponse, http } from 'msw';
import * as assert from 'uvu/assert';
import { person } from '@/test-support/example-person.ts';
import { answers, handles, mockServer, refuses } from '@/test-support/server.ts';
import { intervalsIn } from '@/test-support/timer-waits.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { screen, waitFor, within } = await import('@testing-library/react');
const { renderScreen } = await import('@/test-support/render.tsx');
const { ToolsHub } = await import('./tools-hub.tsx');
const { ManualsScreen } = await import('./manuals-screen.tsx');
const { AgentSearchScreen } = await import('./agent-search-screen.tsx');
const { FaqsScreen, GettingStartedScreen, ListingFeesScreen, PrivacyScreen, TermsScreen, VideosScreen } =
  await import('./text-screens.tsx');

const test = suite('Tools', { limitMs: 30_000 });
const server = mockServer();
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.beforeEach(() => {
  server.resetHandlers(answers('users/me', { user: person() }), answers('tools', { tools: SECTIONS }));
});
test.after(() => server.close());

const section = (page: ToolSection['page'], categoryName: string): ToolSection => ({
  page,
  categoryName,
  content: `About ${categoryName}.\n\nMore of it.`,
});
const SECTIONS: readonly ToolSection[] = [
  section('getting-started', 'Register'),
  section('listing-fees', 'Invoices'),
  section('videos-tips', 'Pictures'),
  ...Array.from({ length: 11 }, (_, n) => section('privacy-policy', `Part ${n + 1}`)),
];

const headings = (level: number): (string | null)[] =>
  screen.getAllByRole('heading', { level }).map(({ textContent }) => textContent);

const HUB = [
  ['Manuals', '/main/tools/manuals', true], // [A186]
  ['Listing Fees', '/main/tools/listing-fees', true], // [A187]
  ['Videos & Tips', '/main/tools/videos-tips', false], // [A188]
  ['FAQs', '/main/tools/faqs', false], // [A189]
  ['Search for an Agent', '/main/tools/search', false], // [A190]
  ['Terms & Conditions', '/main/tools/terms', false], // [A191]
  ['Privacy Policy', '/main/tools/privacy-policy', false], // [A192]
  ['Getting Started', '/main/tools/getting-started', false],
];

async function hubOf(known: Partial<Me>): Promise<string> {
  server.use(answers('users/me', { user: person(known) }));
  const { container } = renderScreen(<ToolsHub />);
  const first = /^Manuals, fees|^How buying/;
  await waitFor(() =>
    assert.is(/^Manuals, fees/.test(screen.getByText(first).textContent ?? ''), known.type === 'seller'),
  );
  const links = screen
    .getAllByRole('link')
    .map((link) => [
      link.querySelector('strong')?.textContent,
      link.getAttribute('href'),
      link.textContent?.includes('For sellers'),
    ]);
  assert.equal(links, HUB);
  return container.querySelector('p')?.textContent ?? '';
}

test('[A194] everybody is shown every tool; [A195] people who sell read another intro', async () => {
  const guest = await hubOf({ type: 'guest', status: 'registered' });
  const buyer = await hubOf({ type: 'buyer', status: 'approved-buyer' });
  const seller = await hubOf({ type: 'seller', status: 'approved-seller' });
  const both = await hubOf({ type: 'seller', status: 'approved-buyer-seller' });
  assert.is(guest, buyer);
  assert.is(seller, both);
  assert.is.not(seller, buyer);
});

const PAGES = [
  ['/main/tools/manuals', ManualsScreen],
  ['/main/tools/listing-fees', ListingFeesScreen],
  ['/main/tools/videos-tips', VideosScreen],
  ['/main/tools/faqs', FaqsScreen],
  ['/main/tools/search', AgentSearchScreen],
  ['/main/tools/terms', TermsScreen],
  ['/main/tools/privacy-policy', PrivacyScreen],
  ['/main/tools/getting-started', GettingStartedScreen],
] as const;

for (const [path, Screen] of PAGES) {
  test(`${path} leads back to Tools, or to the form it was opened from`, async () => {
    server.use(
      answers('manuals', []),
      answers('listing-fees', { inForce: { from: null, table: FIRST_FEES }, upcoming: [] }),
      answers('how-to-videos', { videos: [] }),
      answers('faqs', { faqs: [] }),
      answers('terms', { terms: [] }),
    );
    const waysBack = async (search: string) => {
      renderScreen(<Screen />, { path: path + search });
      const links = await screen.findAllByRole('link', { name: /^Back/ });
      return links.map((link) => [link.textContent, link.getAttribute('href')]);
    };
    assert.equal(await waysBack(''), [['Back to Tools', '/main/tools']]); // [A196]
    for (const form of ['as-buyer', 'as-buyerandseller'])
      assert.equal(await waysBack(`?from=${form}`), [
        ['Back to Form', `/main/manage/operation-access/${form}`],
      ]); // [A197]
  });
}

const MANUAL: Manual = {
  _id: 'buying',
  name: 'Buying',
  description: 'How to buy.',
  delete: false,
  document: { key: 'manual-buying', url: '/x' },
};
const SELLING: Manual = {
  _id: 'selling',
  name: 'Selling',
  description: 'How to sell.',
  delete: false,
  document: { key: 'manual-selling', url: '/y' },
};

/** The card with a heading. */
async function cardOf(heading: string) {
  const card = (await screen.findByRole('heading', { name: heading })).closest('li');
  assert.ok(card, heading);
  return within(card as HTMLElement);
}

test('[A198] a manual has its name, what it is about, and its document; one taken away is not listed', async () => {
  server.use(answers('manuals', [MANUAL, SELLING, { ...MANUAL, _id: 'old', name: 'Old', delete: true }]));
  renderScreen(<ManualsScreen />);
  for (const { name, description } of [MANUAL, SELLING]) {
    const card = await cardOf(name);
    assert.ok(card.getByText(description));
    assert.ok(card.getByRole('button', { name: 'Download PDF' }));
  }
  assert.equal(headings(2), ['Buying', 'Selling']);
});

test('[A199] [A648] a manual is sent by e-mail', async () => {
  let sent: unknown;
  server.use(
    answers('manuals', [MANUAL, SELLING]),
    handles('post', 'manuals/selling/send-email', async (request) => {
      sent = await request.json();
      return { message: 'The e-mail was sent.' };
    }),
  );
  const user = userEvent.setup();
  renderScreen(<ManualsScreen />);
  await user.click((await cardOf('Selling')).getByRole('button', { name: 'Email' }));
  await user.type(screen.getByLabelText('Recipient name'), 'Jo');
  await user.type(screen.getByLabelText('Recipient email'), 'jo@farm.example');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await screen.findByText('The e-mail was sent.');
  assert.equal(sent, {
    manualId: 'selling',
    data: { recipientName: 'Jo', recipientEmail: 'jo@farm.example' },
  });
});

test('[A200] [A649] a manual is downloaded by its key, under its name', async () => {
  let address = '';
  server.use(
    answers('manuals', [MANUAL, SELLING]),
    http.get('http://saleyard.test/api/v1/download-file/manual-selling', ({ request }) => {
      address = request.url;
      return new HttpResponse('%PDF-1.7', {
        headers: { 'content-disposition': 'attachment; filename="Selling.pdf"' },
      });
    }),
  );
  const user = userEvent.setup();
  const kept = [URL.createObjectURL, HTMLAnchorElement.prototype.click] as const;
  const made: Blob[] = [];
  const saved: string[][] = [];
  URL.createObjectURL = (blob) => {
    made.push(blob as Blob);
    return 'blob:manual';
  };
  HTMLAnchorElement.prototype.click = function click() {
    saved.push([this.href, this.download]);
  };
  renderScreen(<ManualsScreen />);
  await user.click((await cardOf('Selling')).getByRole('button', { name: 'Download PDF' }));
  await waitFor(() => assert.equal(saved, [['blob:manual', 'Selling.pdf']]));
  assert.is(new URL(address).searchParams.get('fileName'), 'Selling.pdf');
  assert.is(await made[0]?.text(), '%PDF-1.7');
  [URL.createObjectURL, HTMLAnchorElement.prototype.click] = kept;
});

test('a page opened from anywhere else leads back to Tools', async () => {
  renderScreen(<GettingStartedScreen />, { path: '/main/tools/getting-started?from=constructor' });
  assert.ok(await screen.findByRole('link', { name: 'Back to Tools' }));
  await screen.findByText('About Register.');
  assert.equal(headings(2), ['Register']);
});

test('[A201] [A202] questions are under their category, which says whom they are for', async () => {
  const category = (categoryName: string, forSeller: boolean, forBuyer: boolean) => ({
    categoryName,
    forSeller,
    forBuyer,
    questions: [{ question: `What of ${categoryName}?`, answer: `This of ${categoryName}.` }],
  });
  server.use(
    answers('faqs', {
      faqs: [category('All', true, true), category('Buying', false, true), category('Selling', true, false)],
    }),
  );
  renderScreen(<FaqsScreen />);
  for (const name of ['All', 'Buying', 'Selling']) {
    const region = within(await screen.findByRole('region', { name }));
    assert.equal(
      region.getAllByText(/^(What|This) of/).map(({ textContent }) => textContent),
      [`What of ${name}?`, `This of ${name}.`],
    );
  }
  assert.equal(headings(2), ['All ', 'Buying For buyers', 'Selling For sellers']);
});

test('[A203] films are under their group, with title, description, what they say, and captions', async () => {
  const film = {
    title: 'Bid',
    description: 'A bid.',
    subDescription: 'Somebody bids.',
    url: '/how-to/bid.webm',
    captionsUrl: '/how-to/bid.vtt',
  };
  const other = {
    title: 'Draft',
    description: 'A draft.',
    subDescription: 'A seller drafts.',
    url: '/how-to/draft.webm',
    captionsUrl: '/how-to/draft.vtt',
  };
  server.use(
    answers('how-to-videos', {
      videos: [
        { name: 'Buying', videos: [film, { ...other, title: 'Watch', url: '/how-to/watch.webm' }] },
        { name: 'Selling', videos: [other] },
      ],
    }),
  );
  renderScreen(<VideosScreen />);
  for (const { title, description, subDescription, url, captionsUrl } of [film, other]) {
    const card = await cardOf(title);
    for (const text of [description, subDescription]) assert.ok(card.getByText(text));
    const video = card.getByLabelText(title);
    assert.is(video.getAttribute('src'), url);
    assert.is(video.querySelector('track')?.getAttribute('src'), captionsUrl);
  }
  const titlesOf = (name: string) =>
    within(screen.getByRole('region', { name }))
      .getAllByRole('heading', { level: 3 })
      .map(({ textContent }) => textContent);
  assert.equal(titlesOf('Buying'), ['Bid', 'Watch']);
  assert.equal(titlesOf('Selling'), ['Draft']);
  await screen.findByText('About Pictures.');
  assert.equal(headings(2), ['Buying', 'Selling', 'Pictures']);
});

const FEES: readonly [table: string, row: string, price: string][] = [
  ['Cattle', '1–200 head', '$10.00 per head'], // [A781] [S550]
  ['Cattle', '201–400 head', '$9.00 per head'], // [A782] [S551]
  ['Cattle', '401–600 head', '$8.00 per head'], // [A783] [S552]
  ['Cattle', '601 head and more', '$7.00 per head'],
  ['Cattle', 'Bulls', '$40.00 per head'], // [A785] [S554]
  ['Cattle', 'Settling through Saleyard', '2% of the sale'], // [A786] [S562]
  ['Sheep and goats', '1–1,250 head', '$1.00 per head'], // [S555]
  ['Sheep and goats', '1,251–2,250 head', '$0.90 per head'], // [A788]
  ['Sheep and goats', '2,251–3,250 head', '$0.80 per head'], // [A789] [S557]
  ['Sheep and goats', '3,251 head and more', '$0.70 per head'], // [A790] [S558]
  ['Sheep and goats', 'Rams and bucks', '$20.00 per head'],
  ['Sheep and goats', 'Settling through Saleyard', '2% of the sale'], // [A792] [S563]
  ['Stud and private sales', 'Heifers, cows and bulls', '$13.00 per head'], // [A793] [S560]
  ['Stud and private sales', 'Ewes, rams, does and bucks', '$7.00 per head'], // [S561]
  ['Stud and private sales', 'Set-up fee', 'On application'], // [A795] [S564]
  ['Invoices and reoffers', 'Invoices sent after the auction', '1 day'], // [A777] [S543]
  ['Invoices and reoffers', 'Payment terms', '7 days'], // [A778] [S544]
  ['Invoices and reoffers', 'Free reoffer, cattle', '21 days'], // [A773]
  ['Invoices and reoffers', 'Free reoffer, lambs', '7 days'], // [A774]
  ['Invoices and reoffers', 'Free reoffer, sheep', '14 days'],
  ['Invoices and reoffers', 'Free reoffer, goats', '14 days'], // [A776]
];

test('listing fees are in tables', async () => {
  server.use(answers('listing-fees', { inForce: { from: null, table: FIRST_FEES }, upcoming: [] }));
  renderScreen(<ListingFeesScreen />);
  await screen.findByRole('table', { name: 'Cattle' });
  for (const [table, row, price] of FEES) {
    const found = within(screen.getByRole('table', { name: table })).getByRole('row', {
      name: `${row} ${price}`,
    });
    assert.ok(found, row);
  }
  assert.ok(screen.getByText('All prices are exclusive of GST.')); // [A779] [S545]
  await screen.findByText('About Invoices.');
});

test('fees that were set for a later day are shown beside those of today', async () => {
  const later = { ...FIRST_FEES, cattle: { ...FIRST_FEES.cattle, sireCentsPerHead: 4_500 } };
  server.use(
    answers('listing-fees', {
      inForce: { from: null, table: FIRST_FEES },
      upcoming: [{ from: '2026-12-01', table: later }],
    }),
  );
  renderScreen(<ListingFeesScreen />);
  const next = within(await screen.findByRole('region', { name: 'From Tuesday 1 December 2026' }));
  assert.ok(next.getByRole('row', { name: 'Bulls $45.00 per head' }));
  assert.is(screen.getAllByRole('row', { name: 'Bulls $40.00 per head' }).length, 1);
});

test('[A803] the terms and the numbered privacy policy are pages', async () => {
  server.use(answers('terms', { terms: [{ version: '1', categoryName: 'Bidding', content: 'A bid.' }] }));
  renderScreen(<TermsScreen />);
  await screen.findByText('A bid.');
  renderScreen(<PrivacyScreen />);
  await screen.findByText('About Part 11.');
  assert.equal(
    headings(2),
    Array.from({ length: 11 }, (_, n) => `${n + 1}. Part ${n + 1}`),
  );
});

test('terms that could not be read are asked for again every 5 s, and come without a press [A656]', async () => {
  const terms = [{ version: '1', categoryName: 'Bidding', content: 'A bid.' }];
  server.use(answers('terms', { terms }));
  server.use(
    http.get('http://saleyard.test/api/v1/terms', () => HttpResponse.json({}, { status: 500 }), {
      once: true,
    }),
  );
  const waits = await intervalsIn(async () => {
    renderScreen(<TermsScreen />);
    await screen.findByRole('alert');
  });
  assert.ok(waits.includes(5_000));
  await screen.findByText('A bid.');
});

const POLICY = [
  '1. Introduction', // [A804]
  '2. Kinds of personal information collected', // [A805]
  '3. How it is collected', // [A806]
  '4. Purposes', // [A807]
  '5. Use and disclosure', // [A808]
  '6. Cookies', // [A809]
  '7. Who it is disclosed to', // [A810]
  '8. De-identified information', // [A811]
  '9. Management and security', // [A812]
  '10. Access and correction', // [A813]
  '11. Updates', // [A814]
];

/** The sections of a page of Tools that the product is shipped with. */
const shipped = (page: 'privacy-policy' | 'listing-fees') =>
  answers('tools', {
    tools: partsOf(TEXTS[page].shipped, 2).parts.map(({ heading, body }) => ({
      page,
      categoryName: heading,
      content: body,
    })),
  });

test('the shipped privacy policy has eleven numbered sections', async () => {
  server.use(shipped('privacy-policy'));
  renderScreen(<PrivacyScreen />);
  const introduction = await screen.findByText(/It is governed by Australian privacy law:/); // [A815]
  assert.equal(headings(2), POLICY);
  const below = (heading: string) => screen.getByRole('heading', { name: heading }).closest('section');
  assert.ok(below('1. Introduction')?.contains(introduction));
  assert.match(below('10. Access and correction')?.textContent ?? '', /we reply within 30 days\./); // [A813]
  assert.match(below('11. Updates')?.textContent ?? '', /This version was published June 2023\./); // [A814]
});

test('below its tables the page of fees names what they are charged on, and discounts [A780] [S547]', async () => {
  server.use(
    shipped('listing-fees'),
    answers('listing-fees', { inForce: { from: null, table: FIRST_FEES }, upcoming: [] }),
  );
  renderScreen(<ListingFeesScreen />);
  assert.ok(await screen.findByText(/^The fee is charged on the head in the catalogue\./));
  assert.ok(screen.getByText(/Volume discounts are on application\.$/));
});

const AGENT = {
  tradingName: 'Dwyer & Co',
  firstName: 'Kate',
  lastName: 'Dwyer',
  phone: '0412345678',
  officeAddress: { town: 'GUNNEDAH', postcode: '2380', state: 'NSW' },
};

const OTHER_AGENT = {
  tradingName: 'Mallee Stock',
  firstName: 'Raj',
  lastName: 'Patel',
  phone: '0498765432',
  officeAddress: { town: 'OUYEN', postcode: '3490', state: 'VIC' },
};

function openSearch() {
  const asked: string[] = [];
  server.use(
    handles('get', 'users/agent-search', (request) => {
      asked.push(new URL(request.url).search);
      return { users: [AGENT, OTHER_AGENT] };
    }),
  );
  const user = userEvent.setup();
  renderScreen(<AgentSearchScreen />);
  return { user, asked, search: () => user.click(screen.getByRole('button', { name: 'Search' })) };
}

test('[A204] [A208] [A209] [A210] [A211] agents of a state, with what is shown of them', async () => {
  const { user, asked, search } = openSearch();
  const state = screen.getByLabelText<HTMLSelectElement>('State');
  assert.equal(
    [...state.options].map(({ value }) => value),
    ['', ...STATES],
  );
  await user.selectOptions(state, 'NSW');
  await search();
  for (const [name, ...shown] of [
    ['Dwyer & Co', 'Kate Dwyer', '0412345678', 'GUNNEDAH 2380 NSW'],
    ['Mallee Stock', 'Raj Patel', '0498765432', 'OUYEN 3490 VIC'],
  ] as const) {
    const card = await cardOf(name);
    for (const text of shown) assert.ok(card.getByText(text), text);
  }
  assert.equal(asked, ['?state=NSW']);
});

for (const [label, typed, query] of [
  ['Agent name', 'dwyer', '?name=dwyer'], // [A205]
  ['Town or postcode', 'gunnedah', '?location=gunnedah'], // [A206]
  ['Town or postcode', '2380', '?location=2380'], // [A206]
] as const) {
  test(`agents are searched for by ${label.toLowerCase()} alone: ${typed}`, async () => {
    const { user, asked, search } = openSearch();
    await user.type(screen.getByLabelText(label), typed);
    await search();
    await screen.findByRole('heading', { name: 'Dwyer & Co' });
    assert.equal(asked, [query]);
  });
}

test('agents are searched for by all three at once', async () => {
  const { user, asked, search } = openSearch();
  await user.selectOptions(screen.getByLabelText('State'), 'NSW');
  await user.type(screen.getByLabelText('Agent name'), 'dwyer');
  await user.type(screen.getByLabelText('Town or postcode'), '2380');
  await search();
  await screen.findByRole('heading', { name: 'Dwyer & Co' });
  assert.equal(asked, ['?state=NSW&name=dwyer&location=2380']);
});

test('[A207] a search for nothing, or for spaces, is not made; any one of the three is enough', async () => {
  const { user, asked, search } = openSearch();
  const message = 'Please enter a state, a name, or a town or postcode.';
  assert.is(screen.queryByText(message), null);
  await search();
  assert.ok(screen.getByText(message));
  for (const label of ['Agent name', 'Town or postcode']) await user.type(screen.getByLabelText(label), '  ');
  await search();
  assert.ok(screen.getByText(message));
  assert.equal(asked, []);
  await user.selectOptions(screen.getByLabelText('State'), 'TAS');
  await search();
  await screen.findByRole('heading', { name: 'Dwyer & Co' });
  assert.is(screen.queryByText(message), null);
  assert.equal(asked, ['?state=TAS']);
});

for (const status of [400, 429, 503]) {
  test(`[A737] a search that fails with ${status} shows no error`, async () => {
    server.use(
      refuses('get', 'users/agent-search', status, { code: 'unavailable', message: 'Away for now' }),
    );
    const user = userEvent.setup();
    const { client } = renderScreen(<AgentSearchScreen />);
    await user.type(screen.getByLabelText('Agent name'), 'dwyer');
    await user.click(screen.getByRole('button', { name: 'Search' }));
    await waitFor(() =>
      assert.is(client.getQueryCache().find({ queryKey: ['agents'], exact: false })?.state.status, 'error'),
    );
    await waitFor(() => assert.not(screen.queryByText('Looking for agents…')));
    for (const role of ['alert', 'dialog', 'heading'])
      assert.equal(
        screen.queryAllByRole(role).map(({ textContent }) => textContent),
        role === 'heading' ? ['Search for an Agent'] : [],
      );
    assert.not.match(document.body.textContent ?? '', /Away for now|No agents found/);
  });
}

test.run();
