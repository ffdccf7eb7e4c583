/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import type { Me } from '@saleyard/contract/accounts.ts';
import type { Manual, ToolSection } from '@saleyard/contract/content.ts';
import { partsOf } from '@saleyard/domain/content/text-parts.ts';
import { TEXTS } from '@saleyard/domain/content/texts.ts';
import { FIRST_FEES } from '@saleyard/domain/fees/fee-tables.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { person } from '@/test-support/example-person.ts';
import { answers, handles, mockServer, refuses } from '@/test-support/server.ts';

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
  section('privacy-policy', 'Introduction'),
  section('privacy-policy', 'Purposes'),
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

test('[A194] everybody is shown every tool; [A195] who sells reads another intro', async () => {
  const sells = await hubOf({ type: 'seller', status: 'approved-seller' });
  const buys = await hubOf({ type: 'buyer', status: 'approved-buyer' });
  assert.is.not(sells, buys);
});

const MANUAL: Manual = {
  _id: 'buying',
  name: 'Buying',
  description: 'How to buy.',
  delete: false,
  document: { key: 'manual-buying', url: '/x' },
};

test('[A198] a manual has its name, what it is about, and its document; one taken away is not listed', async () => {
  server.use(answers('manuals', [MANUAL, { ...MANUAL, _id: 'old', name: 'Old', delete: true }]));
  renderScreen(<ManualsScreen />);
  await screen.findByRole('heading', { name: 'Buying' });
  assert.ok(screen.getByText('How to buy.'));
  assert.is(screen.queryByText('Old'), null);
  assert.ok(screen.getByRole('button', { name: 'Download PDF' }));
  assert.is(screen.getByRole('link', { name: 'Back to Tools' }).getAttribute('href'), '/main/tools'); // [A196]
});

test('[A199] [A648] a manual is sent by e-mail', async () => {
  let sent: unknown;
  server.use(
    answers('manuals', [MANUAL]),
    handles('post', 'manuals/buying/send-email', async (request) => {
      sent = await request.json();
      return { message: 'The e-mail was sent.' };
    }),
  );
  const user = userEvent.setup();
  renderScreen(<ManualsScreen />);
  await user.click(await screen.findByRole('button', { name: 'Email' }));
  await user.type(screen.getByLabelText('Recipient name'), 'Jo');
  await user.type(screen.getByLabelText('Recipient email'), 'jo@farm.example');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await screen.findByText('The e-mail was sent.');
  assert.equal(sent, {
    manualId: 'buying',
    data: { recipientName: 'Jo', recipientEmail: 'jo@farm.example' },
  });
});

test('[A200] [A649] a manual is downloaded by its key, under its name', async () => {
  let address = '';
  server.use(
    answers('manuals', [MANUAL]),
    handles('get', 'download-file/manual-buying', (request) => {
      address = request.url;
      return {};
    }),
  );
  const user = userEvent.setup();
  const kept = [URL.createObjectURL, HTMLAnchorElement.prototype.click] as const;
  let saved = '';
  URL.createObjectURL = () => 'blob:manual';
  HTMLAnchorElement.prototype.click = function click() {
    saved = this.href;
  };
  renderScreen(<ManualsScreen />);
  await user.click(await screen.findByRole('button', { name: 'Download PDF' }));
  await waitFor(() => assert.is(new URL(address).searchParams.get('fileName'), 'Buying.pdf'));
  await waitFor(() => assert.is(saved, 'blob:manual'));
  [URL.createObjectURL, HTMLAnchorElement.prototype.click] = kept;
});

for (const [form, path] of [
  ['as-buyer', '/main/manage/operation-access/as-buyer'],
  ['as-buyerandseller', '/main/manage/operation-access/as-buyerandseller'],
]) {
  test(`[A197] opened from ${form}, a page leads back to that form`, async () => {
    renderScreen(<GettingStartedScreen />, { path: `/main/tools/getting-started?from=${form}` });
    assert.is((await screen.findByRole('link', { name: 'Back to Form' })).getAttribute('href'), path);
  });
}

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
  const buying = await screen.findByRole('region', { name: 'Buying' });
  assert.ok(within(buying).getByText('What of Buying?'));
  assert.ok(within(buying).getByText('This of Buying.'));
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
  server.use(answers('how-to-videos', { videos: [{ name: 'Buying', videos: [film] }] }));
  const { container } = renderScreen(<VideosScreen />);
  const group = within(await screen.findByRole('region', { name: 'Buying' }));
  for (const text of ['Bid', 'A bid.', 'Somebody bids.']) assert.ok(group.getByText(text));
  assert.is(container.querySelector('video')?.getAttribute('src'), '/how-to/bid.webm');
  assert.is(container.querySelector('track')?.getAttribute('src'), '/how-to/bid.vtt');
  await screen.findByText('About Pictures.');
});

const FEES: readonly [table: string, row: string, price: string][] = [
  ['Cattle', '1–200 head', '$10.00 per head'], // [A781] [S550]
  ['Cattle', '201–400 head', '$9.00 per head'], // [A782] [S551]
  ['Cattle', '401–600 head', '$8.00 per head'], // [A783] [S552]
  ['Cattle', '601 head and more', '$7.00 per head'],
  ['Cattle', 'Bulls', '$40.00 per head'], // [A785] [S554]
  ['Cattle', 'Settling through Saleyard', '2% of the sale'], // [A786]
  ['Sheep and goats', '1–1,250 head', '$1.00 per head'], // [S555]
  ['Sheep and goats', '1,251–2,250 head', '$0.90 per head'], // [A788]
  ['Sheep and goats', '2,251–3,250 head', '$0.80 per head'], // [A789] [S557]
  ['Sheep and goats', '3,251 head and more', '$0.70 per head'], // [A790] [S558]
  ['Sheep and goats', 'Rams and bucks', '$20.00 per head'],
  ['Sheep and goats', 'Settling through Saleyard', '2% of the sale'], // [A792]
  ['Stud and private sales', 'Heifers, cows and bulls', '$13.00 per head'], // [A793] [S560]
  ['Stud and private sales', 'Ewes, rams, does and bucks', '$7.00 per head'], // [S561]
  ['Stud and private sales', 'Set-up fee', 'On application'], // [A795]
  ['Invoices and reoffers', 'Invoices sent after the auction', '1 day'], // [A777] [S543]
  ['Invoices and reoffers', 'Payment terms', '7 days'], // [A778] [S544]
  ['Invoices and reoffers', 'Free reoffer, cattle', '21 days'], // [A773]
  ['Invoices and reoffers', 'Free reoffer, lambs', '7 days'], // [A774]
  ['Invoices and reoffers', 'Free reoffer, sheep', '14 days'],
  ['Invoices and reoffers', 'Free reoffer, goats', '14 days'], // [A776]
];

test('listing fees are in tables [S562] [S563] [S564]', async () => {
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
  await screen.findByText('About Purposes.');
  assert.equal(headings(2), ['1. Introduction', '2. Purposes']);
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

async function searchFor(fill: (user: ReturnType<typeof userEvent.setup>) => Promise<unknown>) {
  let asked: string | null = null;
  server.use(
    handles('get', 'users/agent-search', (request) => {
      asked = new URL(request.url).search;
      return { users: [AGENT] };
    }),
  );
  const user = userEvent.setup();
  renderScreen(<AgentSearchScreen />);
  await fill(user);
  await user.click(screen.getByRole('button', { name: 'Search' }));
  return () => asked;
}

test('[A204] [A208] [A209] [A210] [A211] agents of a state, with what is shown of them', async () => {
  const asked = await searchFor((user) => user.selectOptions(screen.getByLabelText('State'), 'NSW'));
  await screen.findByRole('heading', { name: 'Dwyer & Co' });
  assert.is(asked(), '?state=NSW');
  for (const text of ['Kate Dwyer', '0412345678', 'GUNNEDAH 2380 NSW'])
    assert.ok(screen.getByText(text), text);
});

test('[A205] [A206] agents of a name, in a town or postcode', async () => {
  const asked = await searchFor(async (user) => {
    await user.type(screen.getByLabelText('Agent name'), 'dwyer');
    await user.type(screen.getByLabelText('Town or postcode'), '2380');
  });
  await screen.findByRole('heading', { name: 'Dwyer & Co' });
  assert.is(asked(), '?name=dwyer&location=2380');
});

test('[A207] a search for nothing is not made', async () => {
  const asked = await searchFor((user) => user.type(screen.getByLabelText('Agent name'), '  '));
  assert.ok(screen.getByText('Please enter a state, a name, or a town or postcode.'));
  assert.is(asked(), null);
});

test('[A737] a search that fails says nothing', async () => {
  server.use(refuses('get', 'users/agent-search', 503, { code: 'unavailable', message: 'Away for now' }));
  const user = userEvent.setup();
  renderScreen(<AgentSearchScreen />);
  await user.type(screen.getByLabelText('Agent name'), 'dwyer');
  await user.click(screen.getByRole('button', { name: 'Search' }));
  await waitFor(() => assert.not(screen.queryByText('Looking for agents…')));
  assert.is(screen.queryByText('Away for now'), null);
  assert.is(screen.queryByRole('alert'), null);
});

test.run();
