import { suite } from '@saleyard/testing/suite.ts';
import { paths } from '@saleyard/web/src/config/paths.ts';
import type { Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { ServerProcess } from '../client/server-process.ts';
import { Session } from '../client/session.ts';
import { DEMO_PASSWORD } from '../demo/demo-accounts.ts';
import { Browser, looksRight, signIn, submitSignIn } from '../test-support/browser.ts';
import { eventually } from '../test-support/eventually.ts';

const test = suite('accounts', { limitMs: 300_000 });

const EMAIL = 'ada.miller@example.com';
const PASSWORD = 'paddock7';

let server: ServerProcess;
const browser = new Browser();
let person: Page;
let staff: Page;

test.before(async () => {
  server = await ServerProcess.withDemo();
  person = (await browser.person()).page;
  staff = (await browser.person()).page;
});

test.after(async () => {
  await browser.close();
  await server.destroy();
});

const go = (page: Page, path: string) => page.goto(server.url + path);
const field = (page: Page, label: string) => page.getByLabel(new RegExp(`^${label}( \\*)?$`)).first();
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Opens both texts of an agreement, and ticks its box. */
async function agree(page: Page): Promise<void> {
  const box = page.getByRole('checkbox', { name: /^I accept/ });
  assert.ok(await box.isDisabled()); // [A340]
  for (const title of ['Terms & Conditions', 'Privacy Policy']) {
    await press(page, title);
    const overlay = page.getByRole('dialog', { name: title });
    await overlay.getByRole('heading', { level: 3 }).first().waitFor(); // [A166] [A167]
    await overlay.getByRole('button', { name: 'Back to Form' }).click();
    // The focus goes back to what opened it.
    await eventually(async () =>
      assert.is(await page.evaluate('document.activeElement?.textContent'), title),
    );
  }
  await box.check();
}

/** Signs in as the person, at the page that is open. */
async function logIn(page: Page, password: string): Promise<void> {
  await submitSignIn(page, EMAIL, password);
  // Where they wanted to go when they were last sent to sign-in.
  await page.waitForURL('**/main/**');
}

test('a visitor registers by keyboard alone, in two steps [A020] [A077]', async () => {
  await go(person, paths.signIn);
  await person.getByRole('link', { name: 'Register' }).press('Enter');
  await person.waitForURL(`**${paths.signUp}`);
  await person.getByRole('heading', { name: 'Register' }).waitFor();
  await looksRight(person, 'sign-up-1');
  await field(person, 'First Name').focus();
  for (const text of ['ada', 'miller', EMAIL, '0412345678']) {
    await person.keyboard.type(text);
    await person.keyboard.press('Tab');
  }
  await person.keyboard.press('Enter');
  await person.getByText('Step 2 of 2: business details').waitFor();
  await field(person, 'Trading Name').fill('Miller Pastoral');
  await field(person, 'Profession').selectOption('Producer');
  await field(person, 'State').selectOption('NSW');
  await field(person, 'Postcode').fill('2380');
  await field(person, 'Password').fill(PASSWORD);
  await field(person, 'Confirm Password').fill(PASSWORD);
  await agree(person);
  await looksRight(person, 'sign-up-2');
  await press(person, 'Register');
  await person.getByRole('dialog', { name: 'Thank you' }).waitFor();
  await press(person, 'OK');
  await person.waitForURL(`**${paths.signIn}`);
});

test('a guest signs in, and pages for visitors lead to the auctions [A013] [A018] [A022] [A024]', async () => {
  await go(person, paths.profile);
  await person.waitForURL(`**${paths.signIn}`);
  await submitSignIn(person, EMAIL, PASSWORD);
  await person.waitForURL(`**${paths.profile}`);
  for (const path of [paths.signUp, paths.forgot, paths.recover]) {
    await go(person, path);
    await person.waitForURL(`**${paths.upcoming}`);
  }
});

test('the guest reads and changes the profile [A098] [A100] [A101] [A102] [A103] [A108] [A132]', async () => {
  await go(person, `${paths.profile}/elsewhere`);
  await person.waitForURL(`**${paths.profile}`); // [A099]
  await person.getByRole('heading', { name: 'My Profile' }).waitFor();
  await person.getByText('Guest Account').waitFor(); // [A317]
  await looksRight(person, 'profile');
  await press(person, 'Edit');
  await field(person, 'Trading Name').fill('Miller Grazing');
  await looksRight(person, 'profile-edit');
  await press(person, 'Save Profile');
  await person.getByText('Miller Grazing').waitFor();
  await eventually(async () => assert.is(await person.getByRole('button', { name: 'Edit' }).count(), 1));
  await person.getByRole('link', { name: 'Back to My Admin' }).click();
  await person.waitForURL(`**${paths.myAdmin}`);
});

test('from My Admin to a request to buy and sell [A160] [A161] [A163] [A748] [A749]', async () => {
  await looksRight(person, 'my-admin');
  await press(person, 'Upgrade Account');
  await person.getByText('Draft the mob').waitFor();
  await press(person, 'Register to Buy & Sell');
  await person.waitForURL(`**${paths.requestToSell}`);
  await person
    .getByRole('radiogroup', { name: /Company/ })
    .getByLabel('Yes')
    .check();
  await field(person, 'Company Name').fill('Miller Grazing');
  await field(person, 'ACN').fill('004085616');
  await field(person, 'Given Name').fill('Ada');
  await field(person, 'Last Name').fill('Miller');
  await field(person, 'Address').fill('12 Conadilly St');
  await field(person, 'Town').fill('Gunnedah');
  await field(person, 'PIC').fill('na123456');
  await person
    .getByRole('radiogroup', { name: /Another State/ })
    .getByLabel('No')
    .check();
  await person.getByRole('radiogroup', { name: /Agent/ }).getByLabel('No').check();
  await person.getByLabel('Cattle', { exact: true }).check();
  await person.getByRole('radiogroup', { name: /GST/ }).getByLabel('Yes').check();
  assert.ok(await person.getByRole('button', { name: 'Submit' }).isDisabled()); // [A461]
  await agree(person);
  await looksRight(person, 'request-to-sell');
  await press(person, 'Submit');
  await person
    .getByText(
      'Thank you for registering to become a Buyer and Seller. Please allow 24 hours for this request to be processed by our team',
    )
    .waitFor();
  await press(person, 'OK');
  await person.waitForURL(`**${paths.upcoming}`); // [S512]
});

test('staff approve the request, and the person sees it without a reload [A001] [A326]', async () => {
  await person.getByText('Guest', { exact: true }).first().waitFor();
  await signIn(staff, server.url, 'staff@saleyard.test');
  await go(staff, paths.staff);
  await staff.getByRole('link', { name: 'Accounts' }).click();
  await staff.getByRole('link', { name: 'To decide' }).click();
  const found = staff.getByRole('link', { name: 'Ada Miller' });
  await found.waitFor();
  await looksRight(staff, 'staff-accounts');
  await found.click();
  await staff.getByRole('heading', { name: 'Ada Miller' }).waitFor();
  await staff.getByText('Access asked for').waitFor();
  await looksRight(staff, 'staff-account');
  await press(staff, 'Approve');
  const dialog = staff.getByRole('dialog');
  await dialog.getByLabel('Reason (may be left out)').fill('Licence seen');
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await staff.getByText('Reason: Licence seen').waitFor();
  await person.getByText('Buyer & Seller').first().waitFor();
  await go(staff, paths.outbox);
  await staff.getByRole('heading', { name: 'Outbox' }).waitFor();
  await looksRight(staff, 'outbox');
});

test('a suspended account cannot sign in until it is restored', async () => {
  await staff.goBack();
  await staff.getByRole('heading', { name: 'Ada Miller' }).waitFor();
  for (const action of ['Suspend', 'Restore']) {
    await press(staff, action);
    const dialog = staff.getByRole('dialog');
    await dialog.getByLabel('Reason').fill(`${action}ed in a test`);
    await dialog.getByRole('button', { name: action }).click();
    await staff.getByText(`Reason: ${action}ed in a test`).waitFor();
    if (action === 'Restore') break;
    await go(person, paths.myAdmin);
    await person.waitForURL(`**${paths.signIn}`);
  }
});

test('a forgotten password: the code comes by e-mail [A021] [A023] [A078]', async () => {
  await go(person, paths.signIn);
  await person.getByRole('link', { name: 'Forgot Password?' }).click();
  await person.waitForURL(`**${paths.forgot}`);
  await looksRight(person, 'forgot');
  await field(person, 'Email').fill(EMAIL); // [A080]
  await press(person, 'Continue'); // [A081]
  await person.waitForURL(`**${paths.recover}`);
  await person.getByRole('link', { name: 'Read it here' }).waitFor();
  await looksRight(person, 'recover');
  const mail = (await person.context().newPage()) as Page;
  await mail.goto(server.url + paths.demoOutbox(EMAIL));
  const text = await mail.getByRole('article', { name: 'Your security code' }).first().innerText();
  await looksRight(mail, 'demo-outbox');
  await mail.close();
  const [code = ''] = /\b[0-9A-Z]{4,6}-[0-9A-Z]{4,6}\b/.exec(text) ?? [];
  assert.ok(code, text);
  await field(person, 'Security Code').fill('WRONG-CODES'); // [A083]
  await field(person, 'New Password').fill('stockyard8'); // [A084]
  await field(person, 'Confirm New Password').fill('stockyard8'); // [A085]
  await press(person, 'CHANGE PASSWORD'); // [A086]
  const refused = person.getByRole('dialog', { name: 'Wrong Security Code' }); // [A722] [B380]
  await refused.getByText('Security Code you entered is not valid, please check it and try again').waitFor();
  await press(person, 'OK');
  await refused.waitFor({ state: 'hidden' });
  await field(person, 'Security Code').fill(code);
  await press(person, 'CHANGE PASSWORD');
  await person
    .getByText('You have successfully changed your password. Please record it somewhere safely') // [A739]
    .waitFor();
  await press(person, 'OK');
  await person.waitForURL(`**${paths.signIn}`);
  await logIn(person, 'stockyard8');
});

test('a sign-in link signs in at a press, once [A053] [A017] [A728]', async () => {
  await person.getByRole('link', { name: 'Log Out' }).click();
  await person.waitForURL(`**${paths.signIn}`);
  await field(person, 'Email').fill(EMAIL);
  await press(person, 'Email me a sign-in link');
  await person.getByRole('link', { name: 'Read it here' }).click();
  const link = await person
    .getByRole('article', { name: 'Your sign-in link' })
    .getByRole('link')
    .first()
    .getAttribute('href');
  const { pathname } = new URL(link ?? '');
  await go(person, pathname);
  await person.getByText('This link signs in').waitFor();
  await looksRight(person, 'magic-link');
  await press(person, 'Sign in');
  await person.waitForURL(`**${paths.upcoming}`);
  await go(person, pathname);
  await person.getByRole('heading', { name: 'Invalid Link' }).waitFor();
});

test('settings, contacts and terms look right on a phone too', async () => {
  await go(person, paths.mySounds);
  await person.getByRole('switch', { name: 'Countdown' }).waitFor();
  await looksRight(person, 'sounds');
  await go(person, paths.myTexts);
  await person.getByRole('switch', { name: 'Auction is Live' }).first().waitFor();
  await looksRight(person, 'texts');
  await go(person, paths.contact);
  await person.getByText('Boggabri NSW 2382').waitFor(); // [A213]
  await looksRight(person, 'contact');
  await go(person, paths.termsAccept);
  await person.getByRole('heading', { name: 'Bidding and buying' }).waitFor();
  await looksRight(person, 'terms');
});

test('an account that has not accepted the terms must, and who denies is signed out [A090] [A092]', async () => {
  const api = await Session.signIn(server.url, 'staff@saleyard.test', DEMO_PASSWORD);
  const opened = {
    firstName: 'Ben',
    lastName: 'Carter',
    email: 'ben@example.com',
    password: PASSWORD,
    phone: '0498765432',
    status: 'approved-buyer',
  };
  await api.call('POST', 'staff/accounts', opened);
  const { page } = await browser.person();
  await signIn(page, server.url, 'ben@example.com', PASSWORD);
  const terms = page.getByRole('dialog', { name: 'Our Terms & Conditions were updated' });
  await terms.getByRole('heading', { name: 'Bidding and buying' }).waitFor();
  await looksRight(page, 'terms-update');
  await terms.getByRole('button', { name: 'Deny' }).click();
  await page.waitForURL(`**${paths.signIn}`);
  await signIn(page, server.url, 'ben@example.com', PASSWORD);
  await terms.getByRole('heading', { name: 'Bidding and buying' }).waitFor();
  await terms.getByRole('button', { name: 'Accept' }).click();
  await terms.waitFor({ state: 'detached' });
});

test.run();
