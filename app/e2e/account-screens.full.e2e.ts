import { suite } from '@saleyard/testing/suite.ts';
import { paths } from '@saleyard/web/src/config/paths.ts';
import type { Page, Request } from 'playwright-core';
import * as assert from 'uvu/assert';
import { ServerProcess } from '../client/server-process.ts';
import { Session } from '../client/session.ts';
import { DEMO_PASSWORD } from '../demo/demo-accounts.ts';
import { Browser, looksRight, PHONE, signIn } from '../test-support/browser.ts';
import { eventually } from '../test-support/eventually.ts';
import { photograph } from '../test-support/photograph.ts';
import { schedule, steers } from '../test-support/sales.ts';

const test = suite('account screens', { limitMs: 300_000 });

let server: ServerProcess;
let staff: Session;
const browser = new Browser();
let seller: Page;
let clerk: Page;

test.before(async () => {
  server = await ServerProcess.withAccounts();
  staff = await Session.signIn(server.url, 'staff@saleyard.test', DEMO_PASSWORD);
  seller = (await browser.person()).page;
  clerk = (await browser.person()).page;
});

test.after(async () => {
  await browser.close();
  await server.destroy();
});

const go = (page: Page, path: string) => page.goto(server.url + path);
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const field = (page: Page, label: string) => page.getByLabel(new RegExp(`^${label}( \\*)?$`)).first();

/** Chooses a file in the part of the page that has this name. */
const choose = (page: Page, part: string, name: string, mimeType: string, buffer: Buffer) =>
  page
    .getByRole('region', { name: part, exact: true })
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType, buffer });

const HTML = Buffer.from('<html><script>alert(1)</script></html>');
const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
const PDF = Buffer.from('%PDF-1.4\n% licence\n%%EOF\n');

test('every request of the page goes to its own origin, with the headers that say so [A604]', async () => {
  const seen: Request[] = [];
  seller.on('request', (request) => seen.push(request));
  await signIn(seller, server.url, 'both@saleyard.test');
  await go(seller, paths.profile);
  await seller.getByRole('heading', { name: 'My Profile' }).waitFor();
  const hosts = new Set(seen.map((request) => new URL(request.url()).origin));
  assert.equal([...hosts], [server.url], 'no settings file and nothing else of another host');
  const calls = seen.filter((request) => new URL(request.url()).pathname.startsWith('/api/v1/'));
  const fetched = calls.filter((request) => request.resourceType() === 'fetch');
  // What a page asked for as it was left was perhaps never sent, and has no headers then.
  const responses = await Promise.all(fetched.map((request) => request.response()));
  const answered = fetched.filter((_, at) => responses[at] !== null);
  assert.ok(answered.length > 3);
  for (const request of answered) {
    const headers = await request.allHeaders();
    assert.equal([headers['platform'], headers['sec-fetch-site']], ['web', 'same-origin'], request.url());
  }
});

test('a page loads the user and the sales in one request; the kinds come with the page', async () => {
  const page = await seller.context().newPage();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const sales = page.waitForRequest((request) => new URL(request.url()).pathname === '/api/v1/auctions');
  await page.route('**/api/v1/users/me', async (route) => {
    await sales;
    await route.continue();
  });
  await go(page, paths.upcoming);
  await page.getByRole('link', { name: 'Cattle', exact: true }).waitFor();
  assert.not.ok(asked.some((path) => path.startsWith('/api/v1/kinds')));
  await page.close();
});

test('a seller’s profile, to be read and to be changed, and the dialog of passwords', async () => {
  await looksRight(seller, 'seller-profile');
  await press(seller, 'Edit');
  await field(seller, 'Seller Type').waitFor();
  await looksRight(seller, 'seller-profile-edit');
  await press(seller, 'Cancel');
  await press(seller, 'Change Password');
  await seller.getByRole('dialog', { name: 'Change Password' }).waitFor();
  await looksRight(seller, 'change-password');
  await press(seller, 'Confirm');
  await seller.getByText('Please Enter Password').first().waitFor();
  await seller.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
});

test('a logo: another kind of file is refused in words, a picture takes its place', async () => {
  const logo = seller.getByRole('region', { name: 'Logo', exact: true });
  await press(seller, 'Change Logo');
  await choose(seller, 'Logo', 'logo.svg', 'image/svg+xml', SVG);
  await logo.getByText('logo.svg is not a picture.').waitFor();
  // Called a picture, and none: the server looks at its bytes.
  await choose(seller, 'Logo', 'logo.png', 'image/png', SVG);
  await logo.getByRole('alert').getByText('File upload error').waitFor();
  await logo
    .getByRole('alert')
    .getByText(/PNG or JPEG/)
    .waitFor();
  await choose(seller, 'Logo', 'huge.png', 'image/png', Buffer.alloc(6 * 1_024 * 1_024));
  await logo.getByText(/^huge\.png has 6 MB; at most 5 MB are taken\.$/).waitFor();
  await looksRight(seller, 'logo-refused');
  const shown = seller.waitForResponse((answer) => answer.url().includes('/files/logo/'));
  await choose(seller, 'Logo', 'logo.jpg', 'image/jpeg', await photograph());
  await seller.getByRole('img', { name: /^Logo of/ }).waitFor();
  assert.equal([(await shown).status(), (await shown).headers()['content-type']], [200, 'image/jpeg']);
  await seller.getByRole('button', { name: 'Change Logo' }).waitFor();
});

for (const [part, file] of [
  ['Licence', 'licence'],
  ['Insurance policy', 'policy'],
] as const) {
  test(`${file}: a page or a disguised one is refused in words, a PDF is kept for staff`, async () => {
    const region = seller.getByRole('region', { name: part, exact: true });
    await choose(seller, part, `${file}.html`, 'text/html', HTML);
    await region.getByText(`${file}.html is not a PDF or picture.`).waitFor();
    await choose(seller, part, `${file}.pdf`, 'application/pdf', HTML);
    await region.getByRole('alert').getByText('File upload error').waitFor();
    await region
      .getByRole('alert')
      .getByText(/PDF, PNG or JPEG/)
      .waitFor();
    await choose(seller, part, `${file}.pdf`, 'application/pdf', PDF);
    await region.getByText(`${part} saved.`).waitFor();
    await region.getByRole('link', { name: `${file}.pdf` }).waitFor();
  });
}

test('staff find the person by name, and open what was sent', async () => {
  await signIn(clerk, server.url, 'staff@saleyard.test');
  await go(clerk, paths.staffAccounts);
  await clerk
    .getByRole('searchbox')
    .or(clerk.getByLabel(/Search/))
    .first()
    .fill('Bobby');
  await clerk.getByRole('link', { name: 'Bobby Both' }).click();
  await clerk.getByRole('heading', { name: 'Bobby Both' }).waitFor();
  for (const name of ['licence.pdf', 'policy.pdf']) {
    const href = await clerk.getByRole('link', { name }).getAttribute('href');
    const answer = await clerk.context().request.get(server.url + href);
    assert.equal([answer.status(), await answer.text()], [200, PDF.toString()]);
    assert.match(answer.headers()['content-disposition'] ?? '', /^attachment/);
  }
  await press(clerk, 'Approve');
  await clerk.getByRole('dialog', { name: 'Approve Bobby Both' }).waitFor();
  await looksRight(clerk, 'staff-approve');
  await clerk.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await press(clerk, 'Suspend');
  await clerk.getByRole('dialog', { name: 'Suspend Bobby Both' }).waitFor();
  await clerk.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click();
  await clerk.getByText('Please Enter Reason').waitFor();
  await looksRight(clerk, 'staff-suspend');
  await clerk.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
});

test('notifications of staff are on every page, five at most, until it is closed', async () => {
  await go(clerk, paths.notifications);
  for (let n = 1; n <= 6; n += 1) {
    await field(clerk, 'Text').fill(`Yard ${n} is closed`);
    if (n === 6) await clerk.getByLabel('Kind').selectOption({ index: 1 });
    await press(clerk, 'Show to everybody');
    await clerk.getByRole('button', { name: `End: Yard ${n} is closed` }).waitFor();
  }
  await looksRight(clerk, 'staff-notifications');
  await go(seller, paths.myAdmin);
  const banners = seller.getByRole('list', { name: /notification/i }).getByRole('listitem');
  await seller.getByText('Yard 6 is closed').waitFor();
  await eventually(async () => assert.is(await banners.count(), 5)); // [A223]
  assert.is(await seller.getByText('Yard 1 is closed').count(), 0);
  await looksRight(seller, 'notification-banners');
  const kept = seller.waitForResponse((one) => one.request().method() === 'PUT');
  await banners.filter({ hasText: 'Yard 6' }).getByRole('button').click();
  assert.is((await kept).status(), 200);
  await seller.getByText('Yard 1 is closed').waitFor();
  await seller.reload();
  await seller.getByText('Yard 5 is closed').waitFor();
  assert.is(await seller.getByText('Yard 6 is closed').count(), 0, 'closed for good');
  for (let n = 1; n <= 5; n += 1) await press(clerk, `End: Yard ${n} is closed`);
  await press(clerk, 'End: Yard 6 is closed');
  await seller.reload();
  await seller.getByRole('heading', { name: 'My Admin' }).waitFor();
  await banners.first().waitFor({ state: 'detached' });
});

test('by keyboard alone: sign in, change the profile, look at the password dialog, log out', async () => {
  const { page } = await browser.person();
  /** Tabs until something of this name has the focus, which must be seen. */
  const tabTo = async (name: string | RegExp): Promise<void> => {
    for (let presses = 0; presses < 80; presses += 1) {
      await page.keyboard.press('Tab');
      const focused = (await page.evaluate(`(() => {
        const at = document.activeElement;
        const label = at?.labels?.[0]?.textContent ?? at?.getAttribute('aria-label') ?? at?.textContent ?? '';
        const { outlineStyle, boxShadow } = getComputedStyle(at);
        return [label.trim(), outlineStyle !== 'none' || boxShadow !== 'none'];
      })()`)) as [string, boolean];
      const isIt = typeof name === 'string' ? focused[0].replace(/ \*$/, '') === name : name.test(focused[0]);
      if (!isIt) continue;
      assert.ok(focused[1], `the focus on ${focused[0]} can be seen`);
      return;
    }
    assert.unreachable(`no Tab leads to ${name}`);
  };
  await go(page, paths.signIn);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await tabTo('Email');
  await page.keyboard.type('guest@saleyard.test');
  await tabTo('Password');
  await page.keyboard.type(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL(`**${paths.upcoming}`);
  await tabTo('My Admin');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**${paths.myAdmin}`);
  await tabTo(/^My Profile/);
  await page.keyboard.press('Enter');
  await page.waitForURL(`**${paths.profile}`);
  await page.getByRole('button', { name: 'Edit' }).waitFor();
  await tabTo('Change Password');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Change Password' });
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await tabTo('Edit');
  await page.keyboard.press('Enter');
  await tabTo('Trading Name');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('Guest Grazing');
  await tabTo('Profession');
  await page.keyboard.type('Prod');
  await tabTo('Postcode');
  await page.keyboard.press('Enter');
  await page.getByText('Guest Grazing').waitFor();
  await page.getByRole('button', { name: 'Edit' }).waitFor();
  await tabTo('Log Out');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**${paths.signIn}`);
});

/** Whether nothing of the page is wider than the screen. */
const fits = (page: Page): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth <= window.innerWidth') as Promise<boolean>;

test('on a phone of 360 px a guest asks to buy, and OK goes home [A747]', async () => {
  const { page } = await browser.person(PHONE);
  await signIn(page, server.url, 'guest@saleyard.test');
  for (const path of [paths.upcoming, paths.myAdmin, paths.profile, paths.mySounds, paths.myTexts]) {
    await go(page, path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    assert.ok(await fits(page), path);
  }
  await go(page, paths.requestToBuy);
  const answer = (name: RegExp, label: string) =>
    page.getByRole('radiogroup', { name }).getByLabel(label, { exact: true }).check();
  await answer(/Company/, 'No');
  await field(page, 'Legal Name Of Trading Entity').fill('Guest Grazing');
  await field(page, 'ABN').fill('51824753556');
  await field(page, 'Given Name').fill('Gail');
  await field(page, 'Last Name').fill('Guest');
  await field(page, 'Address').fill('12 Conadilly St');
  await field(page, 'Town').fill('Gunnedah');
  await field(page, 'State').selectOption('NSW');
  await field(page, 'Postcode').fill('2380');
  await field(page, 'PIC').fill('na123456');
  await answer(/Another State/, 'No');
  await answer(/Agent/, 'No');
  for (const title of ['Terms & Conditions', 'Privacy Policy']) {
    await press(page, title);
    const overlay = page.getByRole('dialog', { name: title });
    await overlay.waitFor();
    assert.ok(await fits(page), title);
    await overlay.getByRole('button', { name: 'Back to Form' }).click();
  }
  await page.getByRole('checkbox', { name: /^I accept/ }).check();
  assert.ok(await fits(page), 'the request');
  await looksRight(page, 'request-to-buy');
  await press(page, 'Submit');
  await page.getByText(/^Thank you for registering to become a Buyer\. /).waitFor();
  await press(page, 'OK');
  await page.waitForURL(`**${paths.upcoming}`);
  await go(page, paths.requestToBuy);
  await page.getByText(/^You have already requested access\./).waitFor();
  await looksRight(page, 'already-requested');
});

test('who was not remembered is signed out when the browser is opened again [A061]', async () => {
  for (const remember of [false, true]) {
    const { context, page } = await browser.person();
    await go(page, paths.signIn);
    await field(page, 'Email').fill('buyer@saleyard.test');
    await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
    if (remember) await page.getByLabel('Remember me').check();
    await press(page, 'login now');
    await page.waitForURL(`**${paths.upcoming}`);
    // A browser that is closed keeps the cookies that have an end.
    const kept = (await context.cookies()).filter(({ expires }) => expires > 0);
    const later = await browser.person();
    await later.context.addCookies(kept);
    await go(later.page, paths.myAdmin);
    await later.page.waitForURL(remember ? `**${paths.myAdmin}` : `**${paths.signIn}`);
  }
});

test('the form of a lot requests no questions, so that it shows no error where they are unavailable [A735]', async () => {
  const sale = await schedule(staff, { type: 'simultaneous', durationSeconds: 600, liveInMs: 3_600_000 }, [
    ...['1', '2', '3', '4', '5'].map((number) => steers(number)),
  ]);
  await seller.route('**/assessment-forms', (route) => route.abort());
  await go(seller, `/main/add/new/Cattle/${sale.searchNumber}`);
  await seller.getByRole('heading', { name: 'Add New Lot' }).waitFor();
  await field(seller, 'Breed').waitFor();
  assert.is(await seller.getByRole('dialog').count(), 0);
  assert.is(await seller.getByRole('alert').count(), 0);

  // The layouts of 900, 1024 and 1450 px, at the size that the browser is set to.
  await go(seller, `/main/upcoming/Cattle/${sale.searchNumber}?show=grid`);
  await seller
    .getByRole('link', { name: /Angus Steers/ })
    .first()
    .waitFor();
  assert.equal(
    await seller.evaluate('[getComputedStyle(document.documentElement).zoom, visualViewport.scale]'),
    ['1', 1],
  );
  const menu = seller.getByRole('button', { name: 'Open the menu' });
  const columns = () =>
    seller.evaluate(
      `getComputedStyle(document.querySelector('[data-grid]')).gridTemplateColumns.split(' ').length`,
    );
  for (const [width, hasMenu, inARow] of [
    [899, true, 2], // [A765]
    [900, false, 2],
    [1_023, false, 2],
    [1_024, false, 3], // [A766]
    [1_449, false, 3],
    [1_450, false, 4], // [A767]
  ] as const) {
    await seller.setViewportSize({ width, height: 800 });
    await eventually(async () =>
      assert.equal([await menu.isVisible(), await columns()], [hasMenu, inARow], `${width} px`),
    );
  }
});

test.run();
