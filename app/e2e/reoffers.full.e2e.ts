import { newId } from '@saleyard/platform/ids/ids.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { paths } from '@saleyard/web/src/config/paths.ts';
import type { Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { ServerProcess } from '../client/server-process.ts';
import { Session } from '../client/session.ts';
import { DEMO_PASSWORD } from '../demo/demo-accounts.ts';
import { Browser, looksRight, signIn } from '../test-support/browser.ts';
import { eventually } from '../test-support/eventually.ts';
import { writtenSteers } from '../test-support/listings.ts';
import { schedule } from '../test-support/sales.ts';

const test = suite('lots that are offered again, in a browser', { limitMs: 300_000 });
const DAY_MS = 24 * 3_600_000;

let server: ServerProcess;
const browser = new Browser();
let seller: Page;
let vendor: Session;
let staff: Session;
type Sale = { _id: string; searchNumber: number; kindData: { title: string } };
let over: Sale;
let next: Sale;
let lot: { _id: string; searchNumericId: number };
const COMMENT = 'Quiet and well bred. '.repeat(30);

/** A lot with a comment too long for a list, of two head that were weighed, in the catalogue of a sale. */
async function catalogued({ _id }: Sale): Promise<{ _id: string; searchNumericId: number }> {
  const { details = {}, ...content } = writtenSteers();
  const heads = [
    { weightLive: 412.5, fatScore: 3 },
    { weightLive: 398, fatScore: 2 },
  ];
  const body = {
    lot: {
      ...content,
      heads,
      countWeighed: 2,
      details: { ...details, agentComment: COMMENT },
    },
    commandId: newId(),
  };
  const begun = await vendor.call<{ _id: string; searchNumericId: number }>(
    'POST',
    `auctions/${_id}/lots`,
    body,
  );
  await vendor.call('POST', `lots/${begun._id}/submit`, {});
  await staff.call('POST', `staff/listings/${begun._id}/approve`, {});
  return begun;
}

/** Waits until a list has a lot. */
const isListed = (reader: Session, path: string) =>
  eventually(async () =>
    assert.ok((await reader.call<{ lots: unknown[] }>('GET', path)).lots.length > 0, path),
  );

test.before(async () => {
  server = await ServerProcess.withAccounts();
  const session = (name: string) => Session.signIn(server.url, `${name}@saleyard.test`, DEMO_PASSWORD);
  [staff, vendor] = [await session('staff'), await session('seller')];
  const terms = { type: 'simultaneous', durationSeconds: 1 } as const;
  const named = async (liveInMs: number): Promise<Sale> => ({
    ...(await schedule(staff, { ...terms, liveInMs }, [])),
    kindData: { title: 'Cattle' },
  });
  [over, next] = [await named(15_000), await named(10 * DAY_MS)];
  lot = await catalogued(over);
  await isListed(staff, `auctions/${over._id}/lots`);
  seller = (await browser.person()).page;
  await signIn(seller, server.url, 'seller@saleyard.test');
  await isListed(vendor, 'lots/reoffers');
});
test.after(async () => {
  await browser.close();
  await server.destroy();
});

const go = (path: string) => seller.goto(server.url + path);
const field = (label: string) => seller.getByLabel(new RegExp(`^${label}( \\(.*\\))?( \\*)?$`)).first();
const press = (name: string) => seller.getByRole('button', { name, exact: true }).first().click();

test('[A142] [A152] [S064] [S065] [S068] My Reoffers lists lots of auctions that are over', async () => {
  await go(paths.myAdmin);
  await seller.getByRole('link', { name: /^My Reoffers/ }).click();
  await seller.waitForURL(`**${paths.reoffers}`);
  await seller.getByRole('heading', { name: 'My Reoffers' }).waitFor();
  const sale = seller.getByRole('region', { name: 'Gunnedah Store Cattle' });
  // Its auction and that one's day. [S071] [S072]
  await sale.getByRole('heading', { name: /^Gunnedah Store Cattle, .* Sydney$/ }).waitFor();
  const card = sale.locator(`[data-lot="${lot._id}"]`);
  await card.getByRole('img', { name: 'Cattle' }).waitFor();
  await card.getByRole('heading', { name: /40 Angus Steers/ }).waitFor(); // [S074]
  await card.getByText('GUNNEDAH, NSW').waitFor(); // [S073]
  await card.getByText('No Bids', { exact: true }).waitFor(); // [S075]
  await card.getByText('Vendor Wattle Park Pastoral').waitFor(); // [S078]
  await card.getByText('My Listing').waitFor(); // [S084]
  await looksRight(seller, 'my-reoffers');
});

test('[S067] it is filtered by kind; nothing to show is said', async () => {
  const filter = seller
    .getByRole('navigation', { name: 'Kind' })
    .or(seller.getByRole('group', { name: 'Kind' }));
  assert.equal(await filter.getByRole('link').allTextContents(), ['All', 'Cattle', 'Sheep', 'Goat']);
  await filter.getByRole('link', { name: 'Sheep' }).click();
  await seller.getByText('No lot fits.').waitFor();
  await filter.getByRole('link', { name: 'Cattle' }).click();
  await seller.locator(`[data-lot="${lot._id}"]`).waitFor();
});

test('[A159] [S079] [S080] [S088] a long comment is cut, and Read More leads to all of the lot', async () => {
  const comment = seller.locator(`[data-lot="${lot._id}"]`).getByText(/^Quiet and well bred/);
  assert.is(await comment.textContent(), COMMENT.slice(0, 420).trimEnd());
  await seller.getByRole('link', { name: '...Read More' }).click();
  await seller.waitForURL((url) => url.pathname === paths.ownLot(over, lot));
  await seller.getByRole('heading', { name: 'What you wrote' }).waitFor();
  await seller.getByText('Bred on the property').waitFor();
  // Own lots are not shared from here. [B138]
  assert.is(await seller.getByRole('button', { name: 'Share' }).count(), 0);
  await looksRight(seller, 'own-lot');
  await seller.getByRole('link', { name: 'Back to My Reoffers' }).click();
  await seller.waitForURL(`**${paths.reoffers}`);
});

test('[S050] [S052] [S053] [S054] the form lets prices, weight adjustment and delivery change, nothing else', async () => {
  await go(paths.reoffers);
  await seller.getByRole('button', { name: /^Edit & Reoffer/ }).click(); // [S083]
  await seller.waitForURL(`**${paths.editReoffer(over, lot)}`);
  await seller.getByRole('link', { name: 'Back to My Reoffers' }).waitFor(); // [S059]
  await seller.getByText('Head 2 of 2').waitFor();
  await eventually(async () => assert.is(await field('Live Weight').inputValue(), '398'));
  assert.is(await field('Live Weight').isDisabled(), true);
  await press('Previous');
  await eventually(async () => assert.is(await field('Live Weight').inputValue(), '412.5'));
  for (const label of [
    'Start Price',
    'Reserve Price',
    'Bid Increment',
    'Weight Adjustment',
    'Auction Date',
    'Earliest Delivery',
    'Latest Delivery',
  ])
    assert.is(await field(label).isDisabled(), false, label);
  for (const label of [
    'Bidding',
    'Number of Head',
    'Number of Head Weighed',
    'Stock Description',
    'Title',
    'Vendor',
    'Vendor PIC',
    'Sex',
    'Temperament',
    'Special Conditions of Sale',
  ])
    assert.is(await field(label).isDisabled(), true, label);
  assert.is(await field('Weight Adjustment').inputValue(), '0');
  assert.is(await seller.getByRole('button', { name: 'Save For Later' }).count(), 0); // [S060]
  await looksRight(seller, 'reoffer-form');
});

test('without another auction, or a delivery, it is not submitted; then it is', async () => {
  await press('Submit');
  const summary = seller.getByRole('alert').first();
  await summary.getByText('Please Choose a Different Auction').waitFor();
  await field('Auction Date').selectOption(String(next.searchNumber));
  await field('Earliest Delivery').fill('');
  await press('Submit');
  await summary.getByText('Please enter Earliest Delivery This is a required field*').waitFor();
  // Nothing became a draft.
  const found = await vendor.call<{ lots: unknown[] }>('GET', 'lots/drafts');
  assert.equal(found.lots, []);
  await field('Earliest Delivery').fill(new Date(Date.now() + 12 * DAY_MS).toISOString().slice(0, 10));
  await field('Latest Delivery').fill(new Date(Date.now() + 20 * DAY_MS).toISOString().slice(0, 10));
  await field('Start Price').fill('1,000');
  await field('Reserve Price').fill('1,100');
  await press('Submit');
  await seller.getByRole('dialog', { name: 'Lot Submitted Successfully' }).waitFor();
  await press('OK');
  await seller.waitForURL(`**${paths.submittedLots}`);
  await seller
    .getByText('Start $1,000.00 / head')
    .or(seller.getByText(/Start \$1,000/))
    .first()
    .waitFor();
  await go(paths.reoffers);
  await seller.getByText('You currently have no Lots to reoffer.').waitFor();
});

test('[S066] Back to My Admin goes one step back', async () => {
  await go(paths.myAdmin);
  await seller.getByRole('link', { name: /^My Reoffers/ }).click();
  await seller.getByRole('heading', { name: 'My Reoffers' }).waitFor();
  await press('Back to My Admin');
  await seller.waitForURL(`**${paths.myAdmin}`);
});

test('[S055] [S056] [S062] [S063] [S110] the late edit shows the whole lot and lets prices change', async () => {
  const late = await catalogued(next);
  await go(paths.submittedLots);
  await seller
    .locator('[data-phase="approved"]')
    .getByRole('link', { name: /^Edit Price/ })
    .first()
    .click();
  await seller.waitForURL(`**${paths.editLate(next, late)}`);
  await seller.getByRole('link', { name: 'Back to My Submitted' }).waitFor();
  for (const label of ['Start Price', 'Reserve Price'])
    assert.is(await field(label).isDisabled(), false, label);
  for (const label of [
    'Bidding',
    'Bid Increment',
    'Weight Adjustment',
    'Number of Head',
    'Title',
    'Earliest Delivery',
    'Sex',
  ])
    assert.is(await field(label).isDisabled(), true, label);
  assert.is(await field('Title').inputValue(), '40 Angus Steers');
  await looksRight(seller, 'late-edit');
  await field('Start Price').fill('1,500');
  await seller.getByRole('button', { name: 'Change Price' }).first().click();
  await seller
    .getByRole('alert')
    .getByText("Your Start Price can't be higher than your Reserve Price")
    .first()
    .waitFor(); // [S371]
  await field('Start Price').fill('1,300');
  await seller.getByRole('button', { name: 'Change Price' }).first().click();
  await seller.waitForURL(`**${paths.submittedLots}`);
  await seller.getByText(/Start \$1,300/).waitFor(); // [S500]
});

test('[A144] [A155] [S147] a favourite PIC is kept, and fills in the vendor of a new lot', async () => {
  await go(paths.myAdmin);
  await seller.getByRole('link', { name: /^My Favourite PICs/ }).click();
  await seller.waitForURL(`**${paths.favouritePics}`);
  await field('Vendor').fill('Hilltop');
  await field('PIC').fill('NA654321');
  await field('Phone').fill('0412345679');
  await field('Email').fill('hilltop@farm.example');
  await field('Address').fill('2 Top Road');
  await field('Town').fill('Tamworth');
  await field('Postcode').fill('2340');
  await field('State').selectOption('NSW');
  await field('District').selectOption('North West');
  await press('Add PIC');
  await seller.getByRole('table', { name: 'My favourite PICs' }).getByText('NA654321').waitFor();
  await looksRight(seller, 'favourite-pics');
  await go(paths.newLot(next));
  const filled = async () =>
    Promise.all(
      [
        'Vendor',
        'Vendor PIC',
        'Vendor Phone',
        'Vendor Email',
        'Vendor Address',
        'Town',
        'Postcode',
        'State',
        'District',
      ].map((label) => field(label).inputValue()),
    );
  const all = [
    'Hilltop',
    'NA654321',
    '0412345679',
    'hilltop@farm.example',
    '2 Top Road',
    'TAMWORTH',
    '2340',
    'NSW',
    'North West',
  ];
  // The favourites are read while the form is shown already.
  await seller.locator('datalist option[value="NA654321"]').first().waitFor({ state: 'attached' });
  await field('Vendor PIC').fill('NA654321'); // [S264]
  await field('Vendor PIC').press('Tab');
  await eventually(async () => assert.equal(await filled(), all));
  await field('Vendor').fill('Somebody else');
  await field('Town').fill('Elsewhere');
  await field('Vendor').fill('Hilltop'); // [S263]
  await field('Vendor').press('Tab');
  await eventually(async () => assert.equal(await filled(), all));
  await seller.waitForURL(`**${paths.newLot(next)}/*`);
});

test.run();
