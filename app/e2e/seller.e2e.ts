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

const test = suite('selling', { limitMs: 400_000 });

const DAY_MS = 24 * 3_600_000;
const TITLE = 'Kelso Angus Steers';

let server: ServerProcess;
const browser = new Browser();
let seller: Page;
let office: Page;
let staff: Session;
let vendor: Session;
let sale: { _id: string; searchNumber: number; kindData: { title: string } };

test.before(async () => {
  server = await ServerProcess.withAccounts();
  const session = (name: string) => Session.signIn(server.url, `${name}@saleyard.test`, DEMO_PASSWORD);
  [staff, vendor] = [await session('staff'), await session('seller')];
  const terms = { type: 'simultaneous', durationSeconds: 600 } as const;
  const { _id, searchNumber } = await schedule(staff, { ...terms, liveInMs: 10 * DAY_MS }, []);
  sale = { _id, searchNumber, kindData: { title: 'Cattle' } };
  await schedule(staff, { ...terms, liveInMs: 12 * DAY_MS }, []);
  seller = (await browser.person()).page;
  office = (await browser.person()).page;
  await signIn(seller, server.url, 'seller@saleyard.test');
  await signIn(office, server.url, 'staff@saleyard.test');
});

test.after(async () => {
  await browser.close();
  await server.destroy();
});

const field = (label: string) => seller.getByLabel(new RegExp(`^${label}( \\(.*\\))?( \\*)?$`)).first();
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click();
const saved = () =>
  seller
    .getByText(/Saved \d/)
    .first()
    .waitFor();
const go = (page: Page, path: string) => page.goto(server.url + path);

test('[S006] [S009] [B027] [B065] [A051] a seller begins a lot; it is saved by itself, under an address of its own', async () => {
  await seller.getByRole('button', { name: 'Add New Lot' }).first().press('Enter');
  await seller.waitForURL(`**${paths.newLot(sale)}`);
  await seller.getByRole('heading', { name: 'Add New Lot' }).waitFor();
  await field('Title').fill(TITLE);
  await field('Vendor Phone').fill('0412345678');
  await seller.waitForURL(`**${paths.newLot(sale)}/*`);
  await saved();
  await looksRight(seller, 'lot-form');
});

test('[A069] [A070] [B338] logging out on the form prompts to save the changes', async () => {
  await field('Breed').fill('Angus');
  await seller.getByRole('link', { name: 'Log Out' }).click();
  const question = seller.getByRole('dialog', { name: 'Please Save Changes' });
  await question.waitFor();
  const names = await question.getByRole('button').allTextContents();
  assert.equal(names, ['Cancel', 'Save']);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await seller.getByRole('link', { name: 'Log Out' }).click();
  await question.getByRole('button', { name: 'Save' }).click();
  await seller.waitForURL(`**${paths.signIn}`);
  await signIn(seller, server.url, 'seller@saleyard.test');
});

test('[A150] [S007] [S090] [S107] the draft is found again, with all that was typed', async () => {
  await go(seller, paths.myAdmin);
  await seller.getByRole('link', { name: /^Edit Saved Lots/ }).click();
  await seller.waitForURL(`**${paths.savedLots}`);
  const edit = seller.getByRole('link', { name: /^Edit .*Kelso/ });
  await edit.waitFor();
  await looksRight(seller, 'edit-saved');
  await edit.click();
  await seller.getByRole('heading', { name: 'Edit Lot' }).waitFor();
  await eventually(async () => assert.is(await field('Title').inputValue(), TITLE));
  await eventually(async () => assert.is(await field('Breed').inputValue(), 'Angus'));
  await eventually(async () => assert.is(await field('Vendor Phone').inputValue(), '0412345678'));
});

test('[S328] a press on Submit names all that is missing, each a link to its field', async () => {
  await press(seller, 'Submit');
  const summary = seller.getByRole('alert').filter({ hasText: 'Please Fill Required Fields in Red Above' });
  await summary.waitFor();
  await looksRight(seller, 'lot-form-missing');
  await summary.getByRole('link', { name: /Temperament/ }).press('Enter');
  const focused = () => seller.evaluate<string>('document.activeElement?.id');
  await eventually(async () => assert.is(await focused(), 'field-details-temperament'));
});

test('[S044] [S253] [S514] [S515] the lot is filled in and submitted', async () => {
  const { details = {} } = writtenSteers() as { details: Record<string, string> };
  await field('Bidding').selectOption('head');
  await field('Bid Increment').selectOption('1000');
  await field('Start Price').fill('1,200');
  await field('Reserve Price').fill('1,450');
  await field('Number of Head').fill('40');
  await field('Number of Head Weighed').fill('2');
  await field('Stock Description').fill('Bred on the property');
  await field('Live Weight').fill('412.5');
  // The next head only comes once this one is whole. [S048] [S049]
  await press(seller, 'Next');
  await seller.getByText('Please Enter Fat Score', { exact: true }).waitFor();
  await press(seller, 'OK');
  await field('Fat Score').fill('3');
  await press(seller, 'Next');
  await seller.getByText('Head 2 of 2').waitFor(); // [S045]
  await field('Live Weight').fill('398');
  await field('Fat Score').fill('2');
  await press(seller, 'Previous');
  await eventually(async () => assert.is(await field('Live Weight').inputValue(), '412.5'));
  for (const [label, name] of [
    ['Vendor', 'vendorName'],
    ['Vendor PIC', 'vendorPic'],
    ['Town', 'town'],
    ['Postcode', 'postcode'],
    ['Assessment Date', 'assessmentDate'],
    ['Earliest Delivery', 'earliestDelivery'],
    ['Latest Delivery', 'latestDelivery'],
  ] as const)
    await field(label).fill(details[name] ?? '');
  await field('State').selectOption('NSW');
  await field('Sex').selectOption('Steer(s)');
  await field('Stock category').selectOption('Yearlings');
  await field('Temperament').selectOption('Quiet');
  assert.is(await seller.getByText('Agent Declaration').count(), 0, 'only agents make the agent declaration');
  await seller.getByLabel('The vendor accepts the Terms & Conditions').check();
  await press(seller, 'Submit');
  await seller.getByRole('dialog', { name: 'Lot Submitted Successfully' }).waitFor();
  await seller.getByText('Allow 24 hrs until live in Catalogue').waitFor();
  await seller.getByText('Email Lot to yourself?').waitFor(); // [S516]
  await press(seller, 'Yes');
  await seller.getByText('The e-mail was sent to seller@saleyard.test.').waitFor(); // [S476]
  await press(seller, 'OK');
  await seller.waitForURL(`**${paths.submittedLots}`);
  await seller.getByText('Pending').first().waitFor(); // [S106]
  await looksRight(seller, 'my-submitted');
});

test('staff see the lot as buyers will, and approve it; its seller sees that without a reload', async () => {
  await go(office, paths.staffListings);
  await office.getByRole('link', { name: new RegExp(TITLE) }).waitFor();
  await looksRight(office, 'lots-to-approve');
  await office.getByRole('link', { name: new RegExp(TITLE) }).click();
  await office.getByRole('heading', { name: 'As buyers will see it' }).waitFor();
  await office.getByText('0412345678').waitFor();
  await looksRight(office, 'lot-to-approve');
  await press(office, 'Approve');
  await office.getByText('No lots wait for approval.').waitFor();
  await seller.locator('[data-phase="approved"]').waitFor();
  await go(seller, paths.catalogue(sale));
  await seller.getByRole('heading', { name: new RegExp(TITLE) }).waitFor();
  await seller.getByText('My Listing').first().waitFor();
});

test('[A149] [B107] a lot is withdrawn, and copied to another auction', async () => {
  await go(seller, paths.submittedLots);
  await seller.getByRole('button', { name: /^Withdraw / }).click();
  await seller.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await seller.locator('[data-phase="withdrawn"]').waitFor();
  // The sale is updated after the listing: its catalogue may be opened before that.
  await eventually(async () => {
    await go(seller, paths.catalogue(sale));
    await seller.getByText('Withdrawn from Auction').waitFor({ timeout: 10_000 });
  });
  await seller.getByRole('button', { name: /^Copy Lot/ }).click();
  await seller.getByRole('dialog', { name: 'Copy Lot' }).getByRole('button', { name: 'Copy Lot' }).click();
  await seller.waitForURL(`**${paths.newLot(sale)}/*`); // [S276]
  await seller.getByRole('heading', { name: 'Edit Lot' }).waitFor();
  await eventually(async () => assert.is(await field('Title').inputValue(), TITLE));
});

test('[A052] [A151] [S113] [S115] a draft is deleted after a question; nothing is left to edit', async () => {
  await go(seller, paths.addLot);
  await seller.waitForURL(`**${paths.upcoming}`);
  await go(seller, paths.savedLots);
  await seller.getByRole('button', { name: /^Delete / }).click();
  await seller.getByText('Are you sure you want to delete this Lot?').waitFor();
  await seller.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await seller.getByText('You currently have no Lots to edit.').waitFor();
});

test('a lot that came this way is bid on', async () => {
  const terms = { type: 'simultaneous', durationSeconds: 600, liveInMs: 20_000 } as const;
  const { _id } = await schedule(staff, terms, []);
  // The sale may not be in the read model yet, nor open.
  const begun = { lot: writtenSteers(), commandId: newId() };
  const { _id: lot } = await eventually(() =>
    vendor.call<{ _id: string }>('POST', `auctions/${_id}/lots`, begun),
  );
  await vendor.call('POST', `lots/${lot}/submit`, {});
  await staff.call('POST', `staff/listings/${lot}/approve`, {});
  const buyer = await Session.signIn(server.url, 'buyer@saleyard.test', DEMO_PASSWORD);
  await eventually(() => buyer.call('PUT', 'users/me/autobids', { lot, autobid: 150_000 }));
  // What the late edit of its prices warns of. [S486]
  const set = await vendor.call<{ isAutoBids: number }>('GET', `lots/${lot}/submissions/auto-bids`);
  assert.is(set.isAutoBids, 1);
  await eventually(async () => {
    const found = await buyer.call<{ lot: { currentBidCents: number | null } }>('GET', `lots/${lot}`);
    assert.ok((found.lot.currentBidCents ?? 0) >= 120_000);
  });
});

test.run();
