/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import type { ReofferableListing, WholeListing } from '@saleyard/contract/selling.ts';
import { FORMS } from '@saleyard/domain/listing/forms/forms.ts';
import { KIND_TYPES, type KindType } from '@saleyard/domain/listing/stock.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { paths, ROUTES } from '@/config/paths.ts';
import { exampleListing } from '@/test-support/example-listing.ts';
import { person } from '@/test-support/example-person.ts';
import { leaveScreens } from '@/test-support/open-screens.ts';
import { answers, handles, mockServer } from '@/test-support/server.ts';
import { changeableFields, fieldsOfHead, sectionsToChange } from './test-support/changeable-fields.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { screen, waitFor, within } = await import('@testing-library/react');
const { Route, Routes } = await import('react-router');
const { renderScreen } = await import('@/test-support/render.tsx');
const { ReofferScreen } = await import('./reoffer-screen.tsx');
const { ReoffersScreen } = await import('./reoffers-screen.tsx');

const test = suite('lots that are offered again', { limitMs: 120_000 });
const server = mockServer();
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.beforeEach(() => leaveScreens());
test.after(() => server.close());

const SELLER = { _id: 'u1', status: 'approved-seller', type: 'seller' } as const;
const me = answers('users/me', { user: person(SELLER) });
const closedSale = (
  _id: string,
  searchNumber: number,
  title: string,
  liveAt: number,
): ReofferableListing['auctionData'] => ({
  ...{ _id, searchNumber, title, liveAt, openAt: liveAt - 3 * 24 * 3_600_000, closedAt: Date.now() },
  state: 'closed',
  cancelled: false,
  listingFee: null,
});
const GUNNEDAH = closedSale('a1', 77, 'Gunnedah Store Sale', 1_750_003_600_000);
const DUBBO = closedSale('a2', 78, 'Dubbo Prime Sale', Date.UTC(2026, 8, 29, 23, 30));

/** A lot that did not sell. */
function unsold(
  kind: KindType,
  over: Partial<ReofferableListing>,
  details: Partial<ReofferableListing['publicDetails']> = {},
): ReofferableListing {
  const { content: _, publicDetails, ...listing } = exampleListing(kind);
  const end = { status: 'noBid', closedPrice: null, creatorData: { logo: { url: '' } } } as const;
  return { ...listing, ...end, ...over, publicDetails: { ...publicDetails, ...details } };
}

const open = () =>
  renderScreen(
    <Routes>
      <Route path={ROUTES.reoffers} element={<ReoffersScreen />} />
      <Route path="*" element={<p>elsewhere</p>} />
    </Routes>,
    { path: paths.reoffers },
  );

test('[S065] [S068] [S071] [S072] [S073] [S074] [S075] [S078] [S083] the lots of each auction that is over, and what each is', async () => {
  const age = (of: string) => ({ age: of, weight: '' });
  server.resetHandlers(
    me,
    answers('lots/reoffers', {
      lots: [
        unsold(
          'cattle',
          { _id: 'l1', auctionData: GUNNEDAH, additionalTitle: 'Weaned in May' },
          {
            ...{ title: '40 Angus Steers', summary: age('8 - 10 mths'), vendorName: 'Wattle Park' },
            location: { town: 'GUNNEDAH', state: 'NSW' },
          },
        ),
        unsold(
          'cattle',
          { _id: 'l2', auctionData: GUNNEDAH, status: 'passed', closedPrice: 124_000, additionalTitle: '' },
          { title: '12 Hereford Cows', summary: age(''), vendorName: '' },
        ),
        unsold(
          'sheep',
          { _id: 'l3', searchNumericId: 9, auctionData: DUBBO, additionalTitle: 'Shorn' },
          {
            ...{ title: '200 Merino Wethers', summary: age('2 yrs'), vendorName: 'Yarra Downs' },
            location: { town: 'WARWICK', state: 'QLD' },
          },
        ),
      ],
    }),
  );
  const { went } = open();
  await screen.findByRole('heading', { level: 1, name: 'My Reoffers' }); // [S065]
  await screen.findByRole('region', { name: 'Gunnedah Store Sale' });
  const shown = screen.getAllByRole('region').map((sale) => {
    const [title, ...lots] = within(sale).getAllByRole('heading');
    return [title?.textContent, ...lots.map(({ textContent }) => textContent)];
  });
  assert.equal(shown, [
    [
      'Gunnedah Store Sale, Monday 16 June 2025 - 2.06 AM Sydney',
      '40 Angus Steers, 8 - 10 mths, Weaned in May',
      '12 Hereford Cows',
    ],
    ['Dubbo Prime Sale, Wednesday 30 September 2026 - 9.30 AM Sydney', '200 Merino Wethers, 2 yrs, Shorn'],
  ]);
  const card = (lot: string) =>
    within(document.querySelector<HTMLElement>(`[data-lot="${lot}"]`) as HTMLElement);
  for (const [lot, place, vendor] of [
    ['l1', 'GUNNEDAH, NSW', 'Vendor Wattle Park'],
    ['l3', 'WARWICK, QLD', 'Vendor Yarra Downs'],
  ] as const)
    for (const text of [place, vendor, 'No Bids']) assert.ok(card(lot).getByText(text), `${lot}: ${text}`);
  assert.is(card('l2').queryByText('No Bids'), null);
  assert.is(card('l2').queryByText(/^Vendor/), null);
  assert.is(screen.getAllByRole('button', { name: /^Edit & Reoffer / }).length, 3);
  const reoffer = card('l3').getByText('Edit & Reoffer');
  await userEvent.setup().click(reoffer);
  await waitFor(() => assert.is(went(), '/main/manage/edit-reoffers/Sheep/78/9')); // [S083]
});

test('[S067] lots are filtered by kind: all, cattle, sheep or goats', async () => {
  const lots = [
    unsold('cattle', { _id: 'cattle' }),
    unsold('sheep', { _id: 'sheep' }),
    unsold('goat', { _id: 'goat' }),
  ];
  server.resetHandlers(
    me,
    handles('get', 'lots/reoffers', ({ url }) => {
      const kind = new URL(url).searchParams.get('kindType');
      return { lots: lots.filter(({ _id }) => kind === 'all' || kind === _id) };
    }),
  );
  open();
  const filter = within(await screen.findByRole('navigation', { name: 'Kind' }));
  const links = filter.getAllByRole('link');
  assert.equal(
    links.map(({ textContent }) => textContent),
    ['All', 'Cattle', 'Sheep', 'Goat'],
  );
  const user = userEvent.setup();
  for (const [name, listed] of [
    ['Sheep', ['sheep']],
    ['Cattle', ['cattle']],
    ['Goat', ['goat']],
    ['All', ['cattle', 'sheep', 'goat']],
  ] as const) {
    await user.click(filter.getByRole('link', { name }));
    await waitFor(() =>
      assert.equal(
        [...document.querySelectorAll('[data-lot]')].map((lot) => lot.getAttribute('data-lot')),
        [...listed],
      ),
    );
    assert.is(filter.getByRole('link', { current: true }).textContent, name);
  }
});

/** Three head of a kind; those of AbbLamb have no fat score each. */
const headsOf = (kind: KindType) =>
  [41, 42, 43].map((weightLive) => ({ weightLive, ...(kind !== 'sheep-abblamb' && { fatScore: 3 }) }));

for (const kind of KIND_TYPES)
  test(`[S050] [S052] [S053] [S054] [S060] a lot of kind ${kind} is offered again with other prices, weight adjustment and delivery`, async () => {
    const { content, ...listing } = exampleListing(kind, { auctionData: GUNNEDAH });
    const weighed = { ...content, count: 3, countWeighed: 3, heads: headsOf(kind) };
    const lot = { ...listing, content: weighed as WholeListing['content'] };
    server.resetHandlers(
      answers('users/me', { user: person({ ...SELLER, profession: 'Livestock Agent' }) }),
      answers('lots/7/own', { lot }),
      answers('auctions', { auctions: [] }),
      answers('pics', { pics: [] }),
      answers('states', { states: { NSW: ['Hunter'] } }),
      answers('market/similar', {
        ...{ kindType: kind, sex: 'Steer(s)', state: null, unit: 'head', weight: null, lots: 0, head: 0 },
        ...{ lowest: null, median: null, highest: null, prices: [], sales: [] },
      }),
    );
    renderScreen(
      <Routes>
        <Route path={ROUTES.editReoffer} element={<ReofferScreen />} />
      </Routes>,
      {
        path: paths.editReoffer({ searchNumber: 77, kindData: { title: 'Cattle' } }, { searchNumericId: 7 }),
      },
    );
    await screen.findByText('Head 3 of 3'); // [S050]
    assert.equal(changeableFields(), [
      ...['Auction Date', 'Bid Increment', 'Start Price', 'Reserve Price'],
      ...['Weight Adjustment', 'Earliest Delivery', 'Latest Delivery'],
    ]);
    const details = FORMS[kind].groups.filter(({ type }) => type === 'group').map(({ title }) => title);
    assert.equal(
      sectionsToChange().filter((title) => details.includes(title)),
      ['Delivery'],
    ); // [S053] [S054]
    assert.ok(sectionsToChange().includes('Assessment')); // [S052]
    for (const name of ['Agent Declaration', 'Terms & Conditions'])
      assert.is(screen.queryByRole('group', { name }) !== null, kind !== 'sheep-abblamb', name); // [S040] [S041]
    const user = userEvent.setup();
    assert.match(fieldsOfHead(), /43/);
    await user.click(screen.getByRole('button', { name: 'Previous' }));
    await screen.findByText('Head 2 of 3');
    assert.match(fieldsOfHead(), /42/);
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await screen.findByText('Head 3 of 3');
    assert.is(screen.queryByRole('button', { name: /save/i }), null); // [S060]
  });

test.run();
