import { suite } from '@saleyard/testing/suite.ts';
import { paths } from '@saleyard/web/src/config/paths.ts';
import type { Page, Request } from 'playwright-core';
import * as assert from 'uvu/assert';
import { ServerProcess } from '../client/server-process.ts';
import { Session } from '../client/session.ts';
import { DEMO_PASSWORD } from '../demo/demo-accounts.ts';
import { Browser, signIn, submitSignIn } from '../test-support/browser.ts';
import { eventually } from '../test-support/eventually.ts';
import { cataloguedLots, schedule, steers } from '../test-support/sales.ts';

const test = suite('where addresses lead', { limitMs: 240_000 });

let server: ServerProcess;
/** The number of a coming sale of cattle, and the id and number of its lot. */
let sale: number;
let lot: { _id: string; searchNumericId: number };
const browser = new Browser();
const buyer = 'buyer@saleyard.test';

test.before(async () => {
  server = await ServerProcess.withAccounts();
  const staff = await Session.signIn(server.url, 'staff@saleyard.test', DEMO_PASSWORD);
  const type = { type: 'simultaneous', durationSeconds: 600, liveInMs: 3_600_000 } as const;
  const coming = await schedule(staff, type, [steers('1')]);
  sale = coming.searchNumber;
  const [first] = await cataloguedLots(staff, coming._id);
  assert.ok(first);
  lot = first;
});

test.after(async () => {
  await browser.close();
  await server.destroy();
});

const open = (page: Page, path: string) => page.goto(server.url + path);
const reaches = (page: Page, path: string) =>
  page.waitForURL((url) => `${url.pathname}${url.search}` === path);

/** A new person's browser, signed in or not. */
async function person(signedIn: boolean): Promise<Page> {
  const { page } = await browser.person();
  if (signedIn) await signIn(page, server.url, buyer);
  return page;
}

test('the room of a sale at its own address, and at the one behind #', async () => {
  const page = await person(false);
  const room = `/auction-live/${sale}`;
  const isOpen = () => page.getByText(`Auction No. ${sale}`).first().waitFor();
  await open(page, room);
  await isOpen(); // [A030]
  await open(page, '/sign-in');
  await open(page, `/#${room}`);
  await reaches(page, room);
  await isOpen(); // [A031]
});

test('home, sign-in and log-out of a person and of a visitor', async () => {
  const page = await person(false);
  await open(page, '/');
  await reaches(page, '/sign-in'); // [A012]
  await signIn(page, server.url, buyer);
  await open(page, '/');
  await reaches(page, '/main/upcoming'); // [A011]
  await open(page, '/sign-in');
  await reaches(page, '/main/upcoming'); // [A016]
  await open(page, '/log-out');
  await reaches(page, '/sign-in'); // [A026]
  const me = await page.request.get(`${server.url}/api/v1/users/me`);
  assert.is(me.status(), 401); // [A025]
  await open(page, '/main/upcoming');
  await reaches(page, '/sign-in');
});

test('a page that a visitor opened is gone to after sign-in', async () => {
  const page = await person(false);
  for (const path of [paths.myAdmin, paths.watchList, paths.profile]) {
    await open(page, path);
    await reaches(page, '/sign-in');
  }
  await open(page, `${paths.results}?sort=age`);
  await reaches(page, '/sign-in');
  await submitSignIn(page, buyer);
  await page.waitForURL(`**${paths.results}?*`); // [A029]
});

test('a result that was asked for goes before a lot to watch, and that before a page', async () => {
  const page = await person(false);
  const watch = `/main/upcoming?lot-watch-id=${lot._id}`;
  const result = `/sign-in?auction-result=Cattle/${sale}`;
  await open(page, paths.profile);
  await open(page, watch);
  await open(page, result);
  await reaches(page, result);
  await submitSignIn(page, buyer);
  await reaches(page, `/main/results/Cattle/${sale}`); // [A014] [A055]
  await open(page, '/log-out');
  await reaches(page, '/sign-in');
  await open(page, paths.profile);
  await open(page, watch);
  await reaches(page, '/sign-in');
  await submitSignIn(page, buyer);
  await reaches(page, '/main/upcoming'); // [A015] [A056]
  await open(page, paths.watchList);
  await page
    .getByRole('link', { name: /Angus Steers/ })
    .first()
    .waitFor(); // [A056] [B037]
});

test('[B035] a shared link leads to its result, without what was hung on it', async () => {
  const page = await person(true);
  const shared = `kind=Cattle&auctionId=${sale}&lotId=${lot.searchNumericId}`;
  // Its sale is not over: the page of the result leads on to the catalogue's lot.
  const there = new RegExp(`^/main/upcoming/Cattle/${sale}/${lot.searchNumericId}$`);
  const leads = async (query: string, to: RegExp) => {
    await open(page, `/?${query}`);
    await page.waitForURL(({ pathname }) => to.test(pathname));
    await page.getByRole('heading', { level: 1 }).waitFor();
    assert.match(new URL(page.url()).pathname, to);
  };
  await leads(`type=lot&${shared}`, there);
  await leads(`type=lot&${shared}%3Ffbclid%3Dx&utm_source=mail`, there); // [A059] [B036]
  await leads(shared, /^\/main\/upcoming$/); // [A058]
});

test('an iPad at an address with "mobile" is sent to the app store', async () => {
  const leads = async (userAgent: string | undefined): Promise<boolean> => {
    const { context, page } = await browser.person(undefined, { userAgent });
    let store = false;
    await context.route('https://apps.apple.com/**', (route) => {
      store = true;
      return route.fulfill({ body: 'the store' });
    });
    await open(page, '/mobile').catch(() => undefined);
    await page.waitForLoadState('networkidle');
    await context.close();
    return store;
  };
  assert.ok(await leads('Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X)')); // [A054]
  assert.not(await leads(undefined));
});

test('the calls of the page: base path, platform and credentials', async () => {
  const page = await person(true);
  const calls: Request[] = [];
  // Calls that were aborted when the page changed have no headers.
  page.on('requestfinished', (request) => {
    if (['fetch', 'xhr'].includes(request.resourceType())) calls.push(request);
  });
  await open(page, paths.myAdmin);
  await page.getByRole('link', { name: /My Profile/ }).waitFor();
  await open(page, paths.upcoming);
  await page.getByText(String(sale)).first().waitFor();
  await eventually(async () => assert.ok(calls.length > 3));
  for (const request of calls) {
    const headers = await request.allHeaders();
    assert.match(new URL(request.url()).pathname, /^\/api\/v1\//); // [A601]
    assert.is(headers['platform'], 'web', request.url()); // [A602] [B341] [S453]
    assert.match(headers['cookie'] ?? '', /saleyard=/, request.url()); // [A603] [B342]
  }
});

test('a session that ended elsewhere leads to sign-in, which says why', async () => {
  const page = await person(true);
  await page.getByRole('heading', { level: 1, name: 'Upcoming Auctions' }).waitFor();
  await page.context().clearCookies();
  await page.getByRole('link', { name: 'Watch list' }).first().click();
  await reaches(page, '/sign-in'); // [A718]
  await page
    .getByText('Unauthorized - Looks like you are not authorized, please try to sign in again')
    .first()
    .waitFor(); // [A719]
});

test.run();
