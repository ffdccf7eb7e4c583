import type { PublicAuction } from '@saleyard/contract/auctions.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { paths } from '@saleyard/web/src/config/paths.ts';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { ServerProcess } from '../client/server-process.ts';
import { Session } from '../client/session.ts';
import { DEMO_PASSWORD } from '../demo/demo-accounts.ts';
import { Browser, keepPicture, keepScreens, PHONE, signIn, stepsBack } from '../test-support/browser.ts';
import { eventually } from '../test-support/eventually.ts';
import { cataloguedLots, command, schedule, steers } from '../test-support/sales.ts';

const test = suite('the live room on a phone, by measured boxes', { limitMs: 240_000 });

type Box = { x: number; y: number; width: number; height: number };
type Size = { width: number; height: number };

const NARROW = { width: 320, height: 640 };
const LANDSCAPE = { width: 740, height: 360 };
/** What a laptop of 1280 × 800 has left at 200 %. */
const ZOOMED = { width: 640, height: 400 };
/** 1280 × 1024 at 400 %, 1280 × 900 at 300 %, and a small phone on its side below its browser's bar. */
const LOW = [
  { width: 320, height: 256 },
  { width: 427, height: 300 },
  { width: 568, height: 232 },
] as const;
/** $12,345,000.00 a head. */
const EIGHT_FIGURES = 1_234_500_000;
/** What a thumb needs, px. */
const TAP = 48;
/** What is read at arm's length, px of type. */
const LARGE = 17;

let server: ServerProcess;
let staff: Session;
const browser = new Browser();
let context: BrowserContext;
let page: Page;

test.before(async () => {
  server = await ServerProcess.withAccounts();
  staff = await Session.signIn(server.url, 'staff@saleyard.test', DEMO_PASSWORD);
  ({ page, context } = await browser.person(PHONE));
  await signIn(page, server.url, 'buyer@saleyard.test');
});

test.afterEach(async () => {
  await context.setOffline(false);
  await page.setViewportSize(PHONE);
});

test.after(async () => {
  await browser.close();
  await server.destroy();
});

const boxOf = async (what: Locator): Promise<Box> => {
  await what.first().waitFor();
  const box = await what.first().boundingBox();
  assert.ok(box, `${what} has a box`);
  return box as Box;
};

const inside = (box: Box, area: Box): boolean =>
  box.x >= area.x - 0.5 &&
  box.y >= area.y - 0.5 &&
  box.x + box.width <= area.x + area.width + 0.5 &&
  box.y + box.height <= area.y + area.height + 0.5;

const meet = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

const screenOf = ({ width, height }: Size): Box => ({ x: 0, y: 0, width, height });

const header = () => page.getByRole('banner');
const timer = () => page.getByRole('timer');
const connection = () => page.getByRole('status', { name: /^Connection/ });
const pad = () => page.getByRole('region', { name: 'Order pad' });
const search = () => page.getByRole('button', { name: 'Find lots' });
const strip = () => page.getByRole('region', { name: /^Now: lot/ });
const sheet = () => page.locator('[data-place="sheet"]');

/** The lots of which the whole is in sight: under the header and what is above the list, over the strip of the lot at hand. */
async function wholeLots(): Promise<Locator[]> {
  const size = page.viewportSize() ?? PHONE;
  const tabs = await boxOf(page.getByRole('tablist'));
  const find = await boxOf(search());
  const top = Math.max((await boxOf(header())).height, tabs.y + tabs.height, find.y + find.height);
  const area = { ...screenOf(size), y: top, height: (await boxOf(strip())).y - top };
  const lots = await page.getByRole('listitem').all();
  const boxes = await Promise.all(lots.map((lot) => lot.boundingBox()));
  return lots.filter((_, n) => boxes[n] && inside(boxes[n] as Box, area));
}

/** Text that does not fit its own box, of all that is under `root`. */
const cutText = (root: string): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('${root} :is(button, dd, dt, p, span)')]
    .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX === 'visible'
      && getComputedStyle(one).display !== 'inline' && one.clientWidth > 0)
    .map((one) => one.textContent)`);

const pageWidth = () => page.evaluate('document.documentElement.scrollWidth') as Promise<number>;

async function enter(number: number, lot?: string): Promise<void> {
  await page.goto(server.url + paths.liveRoom({ searchNumber: number }, lot));
  await connection().and(page.getByLabel('Connection: Live')).waitFor();
  await page.getByRole('listitem').first().waitFor();
  await page.waitForTimeout(400);
}

const lots = (count: number) => Array.from({ length: count }, (_, n) => steers(String(n + 1)));

const terms = { type: 'simultaneous', durationSeconds: 1_800 } as const;

test('opens in a dense list of at least four lots, each with a price, a state and a clock to read', async () => {
  const sale = await schedule(staff, terms, lots(14));
  await enter(sale.searchNumber);
  await page.locator('[role="listitem"] .sy-number').first().waitFor();
  const whole = await wholeLots();
  assert.ok(whole.length >= 4, `${whole.length} lots in sight`);
  for (const lot of whole) {
    const tile = await boxOf(lot);
    for (const pattern of [/\$400\.00/, /^\d+m \d+s$/, /^Awaiting Bids$/])
      assert.ok(inside(await boxOf(lot.getByText(pattern)), tile), `${pattern} in ${await lot.innerText()}`);
    const state = lot.locator('[data-tone]').first();
    // Boxes are measured one after the other, and the page may move in between.
    await eventually(async () =>
      assert.ok(inside(await boxOf(state), await boxOf(state.locator('..'))), 'the state is not cut'),
    );
  }
  const sizes = (await page.evaluate(`[...document.querySelectorAll('[role=listitem] span')]
    .filter((one) => one.children.length === 0)
    .map((one) => [one.textContent, parseFloat(getComputedStyle(one).fontSize)])`)) as [string, number][];
  const smallest = (pattern: RegExp) =>
    Math.min(...sizes.filter(([text]) => pattern.test(text)).map(([, size]) => size));
  assert.ok(smallest(/\$400\.00/) >= LARGE, `price at ${smallest(/\$400\.00/)} px`);
  assert.ok(smallest(/^\d+m \d+s$/) >= LARGE, `clock at ${smallest(/^\d+m \d+s$/)} px`);
  await keepScreens(page, 'phone-list');
});

test('at 390 × 844 the lots begin at about 150 px', async () => {
  const sale = await schedule(staff, terms, lots(14));
  await page.setViewportSize({ width: 390, height: 844 });
  await enter(sale.searchNumber);
  const { y } = await boxOf(page.getByRole('listitem').first());
  assert.ok(y <= 160, `they begin at ${y} px`);
  await page.setViewportSize(PHONE);
});

test('the list begins at the lot being sold, and goes along with it on a wide screen', async () => {
  const sale = await schedule(staff, { type: 'sequential', lotOpeningSeconds: 600, gapSeconds: 1 }, lots(40));
  const sellFrom = async (next: number, from: number) => {
    for (const lot of sale.lots.slice(from, next).reverse())
      await command(staff, sale._id, 'withdraw', { lot, reason: 'Lame' });
  };
  const row = (place: number) =>
    page.getByRole('listitem').filter({ has: page.locator(`[data-lot="${sale.lots[place]}"]`) });
  await sellFrom(20, 0);
  await enter(sale.searchNumber);
  await page.getByRole('region', { name: 'Now: lot 21' }).waitFor();
  const top = (await boxOf(header())).height;
  const { y } = await boxOf(row(20));
  assert.ok(y >= top - 1 && y < top + 150, `lot 21 is at ${y} px, below a header of ${top} px`);

  await page.setViewportSize({ width: 1280, height: 800 });
  await enter(sale.searchNumber);
  const isSeen = async (place: number) =>
    assert.ok(inside(await boxOf(row(place)), screenOf({ width: 1280, height: 800 })), `lot ${place + 1}`);
  await eventually(() => isSeen(20));
  await sellFrom(38, 20);
  await eventually(() => isSeen(38));
});

test('the room is read and pressed down the page, on a phone and wide', async () => {
  const sale = await schedule(staff, terms, lots(14));
  await enter(sale.searchNumber);
  assert.equal(await stepsBack(page), [], 'list on a phone');
  await enter(sale.searchNumber, sale.lots[0]);
  await sheet().waitFor();
  assert.equal(await stepsBack(page), [], 'sheet on a phone');
  await page.setViewportSize({ width: 1280, height: 800 });
  await enter(sale.searchNumber, sale.lots[0]);
  assert.equal(await stepsBack(page), [], 'wide');
});

test('header and search fold away on scrolling, and come back; the clock and the connection stay', async () => {
  const sale = await schedule(staff, terms, lots(30));
  await enter(sale.searchNumber);
  const before = (await wholeLots()).length;
  const seen = async (what: Locator) =>
    inside(await boxOf(what), { ...screenOf(PHONE), y: (await boxOf(header())).height, height: 2_000 });
  const title = page.locator('p', { hasText: /^Gunnedah Store Cattle$/ });
  const folding = () => [title, page.getByRole('tablist'), search()];
  for (const part of folding()) assert.ok(await seen(part));
  await page.mouse.move(180, 360);
  for (let turn = 0; turn < 6; turn += 1) {
    await page.mouse.wheel(0, 120);
    await page.waitForTimeout(60);
  }
  for (const part of folding())
    await eventually(async () => assert.not(await seen(part), `${part} is folded away`));
  for (const part of [timer(), connection()])
    assert.ok(inside(await boxOf(part), screenOf(PHONE)), `${part} stays`);
  const room = await boxOf(header());
  const under = { ...screenOf(PHONE), y: room.height, height: (await boxOf(strip())).y - room.height };
  const boxes = await Promise.all((await page.getByRole('listitem').all()).map((lot) => lot.boundingBox()));
  const after = boxes.filter((box) => box && inside(box, under)).length;
  assert.ok(after > before, `${after} lots in sight instead of ${before}`);
  await page.mouse.wheel(0, -60);
  for (const part of folding()) await eventually(async () => assert.ok(await seen(part), `${part} is back`));
});

test('eight figures fit: the button, its increments, Confirm and the Winning strip, down to 320 px', async () => {
  const dear = steers('1', { startCents: EIGHT_FIGURES, incrementCents: 2_000, count: 1 });
  const sale = await schedule(staff, terms, [dear, steers('2')]);
  const lot = sale.lots[0] ?? '';
  for (const size of [NARROW, PHONE]) {
    await page.setViewportSize(size);
    await enter(sale.searchNumber, lot);
    const bid = page.locator('button:enabled', { hasText: /^(Bid|Ok) \$/ });
    await bid.waitFor();
    assert.ok(inside(await boxOf(bid), screenOf(size)));
    await page.waitForTimeout(900);
    await bid.click();
    const confirm = page.getByRole('button', { name: /^(Confirm|Ok) \$12,3/ });
    await confirm.waitFor();
    for (const part of [confirm, confirm.locator('span'), page.getByRole('button', { name: 'Cancel' })])
      assert.ok(inside(await boxOf(part), screenOf(size)), `${part} inside ${size.width} px`);
    assert.ok(inside(await boxOf(confirm.locator('span')), await boxOf(confirm)));
    assert.equal(await cutText('[data-place="sheet"]'), []);
    await keepScreens(page, `phone-confirm-${size.width}`);
    await page.waitForTimeout(500);
    await confirm.click();
    await page.getByTestId('bid-status').filter({ hasText: 'You are leading' }).waitFor();
    assert.ok(inside(await boxOf(page.getByTestId('bid-status')), screenOf(size)));
    await page.getByRole('button', { name: 'Back to the lots' }).click();
    const gross = pad().getByText(/^\$12,3/);
    for (const part of [gross.first(), gross.last(), pad().getByText('Gross', { exact: true })])
      assert.ok(inside(await boxOf(part), await boxOf(pad())), `${size.width} px`);
    assert.equal([await cutText('[aria-label="Order pad"]'), await pageWidth()], [[], size.width]);
    const tile = page.getByRole('listitem').first();
    assert.ok(inside(await boxOf(tile.getByText(/^\$12,3/)), await boxOf(tile)));
  }
});

test('the sheet shows the clock, the connection, and that a sale is frozen, paused or offline', async () => {
  const sale = await schedule(staff, terms, lots(3));
  await enter(sale.searchNumber, sale.lots[0]);
  await sheet().waitFor();
  const seen = async (what: Locator) => {
    await what.waitFor();
    const box = await boxOf(what);
    assert.ok(inside(box, screenOf(PHONE)), `${what} on the screen`);
    assert.not(meet(box, await boxOf(sheet())), `${what} is not under the sheet`);
  };
  const banner = (text: string) => page.locator('main p[data-tone]', { hasText: text });
  await seen(timer());
  await seen(connection());
  await command(staff, sale._id, 'pause', { reason: 'lunch' });
  await seen(banner('Auction paused'));
  await command(staff, sale._id, 'unpause', { reason: 'over' });
  await command(staff, sale._id, 'freeze', { reason: 'stop' });
  await seen(banner('Auction frozen'));
  await page.locator('[data-reason="frozen"]').waitFor();
  await keepScreens(page, 'phone-frozen');
  await command(staff, sale._id, 'resume', { reason: 'go on' });
  await context.setOffline(true);
  await seen(banner('No Network Available'));
});

/** What can be pressed and is smaller than a thumb needs. */
const small = (): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('button, a[href], select, summary, input')]
    .filter((one) => !one.closest('[inert], nav') && !one.closest('p'))
    .map((one) => ({ one, box: (one.dataset.lot ? one.closest('[role=listitem]') : one.type === 'checkbox' ? [...one.labels].at(-1) : one).getBoundingClientRect() }))
    .filter(({ box }) => box.width > 0 && (box.width < ${TAP} - 0.5 || box.height < ${TAP} - 0.5))
    .map(({ one, box }) => (one.getAttribute('aria-label') ?? one.textContent) + ' ' + Math.round(box.width) + 'x' + Math.round(box.height))`);

test('everything to press is at least 48 px, in the list and in the sheet', async () => {
  const sale = await schedule(staff, { type: 'sequential', lotOpeningSeconds: 600 }, lots(3));
  await enter(sale.searchNumber);
  assert.equal(await small(), [], 'list');
  await search().click();
  await page.getByRole('button', { name: 'Cards with pictures' }).click();
  await page.waitForTimeout(400);
  assert.equal(await small(), [], 'cards');
  await page.getByRole('button', { name: 'List', exact: true }).click();
  await page.getByRole('listitem').first().click();
  await sheet().waitFor();
  await page.locator('button:enabled', { hasText: /^Bid \$/ }).waitFor();
  assert.equal(await small(), [], 'sheet');
});

test('landscape and 200 % keep at least two lots, the clock and the strip; in the sheet price and bid bar', async () => {
  const sale = await schedule(staff, terms, lots(14));
  for (const size of [LANDSCAPE, ZOOMED]) {
    await page.setViewportSize(size);
    await enter(sale.searchNumber);
    const whole = await wholeLots();
    const at = `${size.width} × ${size.height}`;
    assert.ok(whole.length >= 2, `${whole.length} lots at ${at}`);
    for (const part of [timer(), connection(), strip()])
      assert.ok(inside(await boxOf(part), screenOf(size)), `${part} at ${at}`);
    assert.is(await pageWidth(), size.width);
    await keepPicture(page, `phone-list-${size.width}`);
    await whole[0]?.locator('[data-lot]').click();
    await page.locator('button:enabled', { hasText: /^Bid \$/ }).waitFor();
    for (const part of [
      timer(),
      page.locator('button', { hasText: /^Bid \$/ }),
      sheet().getByText('$400.00', { exact: true }).first(),
    ])
      assert.ok(inside(await boxOf(part), screenOf(size)), `${part} in the sheet at ${at}`);
    await keepPicture(page, `phone-sheet-${size.width}`);
  }
});

test("the practice sale's guide covers neither a price nor a clock", async () => {
  for (const size of [PHONE, LANDSCAPE, { width: 1280, height: 800 }]) {
    await page.setViewportSize(size);
    await page.evaluate("localStorage.removeItem('saleyard-practice-guide')");
    await page.goto(server.url + paths.practice);
    await page.getByRole('button', { name: 'Start practising' }).or(page.getByText('Go back to it')).click();
    await page.waitForURL(`**${paths.practiceRoom}`);
    await page.getByRole('listitem').first().waitFor();
    const guide = page.getByRole('region', { name: 'How bidding works' });
    await guide.waitFor();
    const covers = async () => {
      const over = await boxOf(guide);
      assert.ok(inside(over, screenOf(size)), `the guide on ${size.width} px: ${JSON.stringify(over)}`);
      for (const part of [timer(), page.locator('[data-amount]'), pad()])
        for (const one of await part.all()) {
          const box = await one.boundingBox();
          assert.not(box && meet(box, over), `the guide over ${part} on ${size.width} px`);
        }
      assert.ok((await page.locator('[data-amount]').count()) > 0);
      const leave = await boxOf(page.getByRole('button', { name: 'Leave Practice' }));
      assert.ok(inside(leave, screenOf(size)), `the way out on ${size.width} px`);
    };
    await covers();
    if (size === PHONE) {
      await page.getByRole('listitem').first().locator('[data-lot]').click();
      await sheet().waitFor();
      const bid = await boxOf(page.locator('[data-place="sheet"] [data-main]'));
      assert.not(meet(bid, await boxOf(guide)));
      await covers();
    }
    await keepPicture(page, `phone-guide-${size.width}`);
  }
});

test('notifications leave the lots in sight, however many there are and however long, also under a sheet', async () => {
  const sale = await schedule(staff, terms, lots(8));
  const text = 'The wash-out bay is closed to trucks today. '.repeat(7).slice(0, 300);
  for (let n = 0; n < 5; n += 1)
    await staff.call('POST', 'staff/notifications', { text, tone: 'warning', commandId: newId() });
  const shown = async () =>
    (await staff.call<{ notifications: object[] }>('GET', 'notifications')).notifications;
  while ((await shown()).length < 5) await page.waitForTimeout(50);
  await enter(sale.searchNumber);
  const notices = page.getByRole('list', { name: 'Notifications' });
  await notices.waitFor();
  for (const size of [PHONE, LANDSCAPE]) {
    await page.setViewportSize(size);
    await page.waitForTimeout(400);
    assert.is((await boxOf(header())).y, 0);
    const area = screenOf(size);
    const first = page.getByRole('listitem').filter({ has: page.locator('[data-lot]') });
    assert.ok(inside(await boxOf(first), area), `a whole lot on ${size.width} × ${size.height}`);
  }
  await page.setViewportSize(PHONE);
  await page.locator('[data-lot]').first().click();
  assert.ok(inside(await boxOf(page.locator('[data-main]')), screenOf(PHONE)));
  await notices.getByRole('button').last().scrollIntoViewIfNeeded();
  await notices.getByRole('button').last().click();
  await eventually(async () => assert.is(await notices.getByRole('listitem').count(), 4));
});

/** How much of the height is taken by what stays while the page scrolls, px. */
const stuck = (): Promise<number> =>
  page.evaluate(`[...document.querySelectorAll('body *')]
    .filter((one) => /^(fixed|sticky)$/.test(getComputedStyle(one).position))
    .map((one) => one.getBoundingClientRect())
    .filter(({ width, top, bottom }) => width > innerWidth / 2 && bottom > 0 && top < innerHeight)
    .reduce((sum, { top, bottom }) => sum + Math.min(bottom, innerHeight) - Math.max(top, 0), 0)`);

/** Presses where the middle of a control is seen: all of it is on the screen, and nothing lies over it. */
async function pressSeen(what: Locator, size: Size): Promise<void> {
  await eventually(async () => {
    const box = await boxOf(what);
    const at = `${what} at ${size.width} × ${size.height}: ${JSON.stringify(box)}`;
    assert.ok(inside(box, screenOf(size)), at);
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const above = `document.elementFromPoint(${x}, ${y})?.closest('button, input')?.getBoundingClientRect()`;
    assert.equal(await page.evaluate(`[${above}?.x, ${above}?.y]`), [box.x, box.y], at);
  });
  const { x, y, width, height } = await boxOf(what);
  await page.mouse.click(x + width / 2, y + height / 2);
}

/** Bids by what is seen: the button, and the question in its place. */
async function bidSeen(size: Size): Promise<void> {
  const bid = page.locator('button:enabled', { hasText: /^Bid \$/ });
  await bid.waitFor();
  // A price that has just changed is not bid on unread.
  await page.waitForTimeout(900);
  await pressSeen(bid, size);
  const confirm = page.getByRole('button', { name: /^(Confirm|Ok) \$/ });
  await confirm.waitFor();
  const amount = /\$[\d,.]+/.exec(await confirm.innerText())?.[0] ?? '';
  await page.waitForTimeout(500);
  await pressSeen(confirm, size);
  const status = page.getByTestId('bid-status').filter({ hasText: `You are leading at ${amount}` });
  await eventually(async () => assert.ok(inside(await boxOf(status), screenOf(size)), `${amount} is seen`));
}

for (const type of ['sequential', 'simultaneous'] as const)
  test(`a zoom of 400 %, ${type}: what is seen is enough to bid, and half of the height is for the lots`, async () => {
    const sale = await schedule(
      staff,
      type === 'sequential' ? { type, lotOpeningSeconds: 1_800 } : terms,
      lots(6),
    );
    for (const size of LOW) {
      const at = `${size.width} × ${size.height}`;
      await page.setViewportSize(size);
      await enter(sale.searchNumber);
      const half = size.height / 2 + 0.5;
      const taken = async (bar: Box) =>
        (await boxOf(header())).height + size.height - bar.y + (await stuck());
      const fitsAcross = async () => assert.is(await pageWidth(), size.width, at);

      for (const part of [strip().getByText('Lot 1', { exact: true }), strip().locator('[data-amount]')])
        assert.ok(inside(await boxOf(part), screenOf(size)), `${part} at ${at}`);
      assert.ok((await taken(await boxOf(strip()))) <= half, `the strip at ${at}`);
      await fitsAcross();
      await bidSeen(size);

      const tabs = page.getByRole('tab');
      await pressSeen(tabs.nth(1), size);
      await eventually(async () => assert.is(await tabs.nth(1).getAttribute('aria-selected'), 'true'));
      await pressSeen(tabs.nth(0), size);
      await pressSeen(page.getByRole('button', { name: 'Leave Auction' }), size);
      const stay = page.getByRole('dialog').getByRole('button', { name: 'No', exact: true });
      await stay.scrollIntoViewIfNeeded();
      await pressSeen(stay, size);

      await pressSeen(strip().getByRole('button', { name: /^Lot 1/ }), size);
      await sheet().waitFor();
      await bidSeen(size);
      const maximum = sheet().getByRole('textbox').first();
      await maximum.scrollIntoViewIfNeeded();
      await pressSeen(maximum, size);
      assert.is(await page.evaluate('document.activeElement?.tagName'), 'INPUT', `auto-bid at ${at}`);
      await fitsAcross();
      await keepPicture(page, `phone-low-${type}-${size.width}`);

      // Opened again, the lot says nothing of a bid.
      await enter(sale.searchNumber, sale.lots[0]);
      const bid = await boxOf(sheet().locator('[data-main]'));
      const steps = await boxOf(sheet().getByRole('button', { name: /^\+1/ }));
      // Beside what is read, where the screen is wide; else below it.
      if (steps.x < size.width / 2 - 20) assert.ok((await taken(steps)) <= half + 4, `the bid bar at ${at}`);
      for (const part of [steps, bid]) assert.ok(inside(part, screenOf(size)), `the bid bar at ${at}`);
      await pressSeen(page.getByRole('button', { name: 'Back to the lots' }), size);
    }
  });

test('a zoom of 400 %: sign-in, catalogue and lot fit across, and what stays takes at most half of the height', async () => {
  const sale = await schedule(staff, { ...terms, liveInMs: 3_600_000 }, lots(3));
  const { auction } = await staff.call<{ auction: PublicAuction }>('GET', `auctions/${sale._id}`);
  const [lot] = await cataloguedLots(staff, sale._id);
  assert.ok(lot);
  const fits = async (path: string) => {
    for (const size of LOW) {
      await page.setViewportSize(size);
      await page.goto(server.url + path);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await page.mouse.move(size.width / 2, size.height / 2);
      for (let turn = 0; turn < 4; turn += 1) {
        const at = `${path} at ${size.width} × ${size.height}`;
        const taken = await stuck();
        assert.ok(taken <= size.height / 2, `${taken} px of ${at}`);
        assert.is(await pageWidth(), size.width, at);
        await page.mouse.wheel(0, 120);
        await page.waitForTimeout(100);
      }
    }
  };
  // As a buyer: a lot has a bar then.
  await fits(paths.lot(auction, lot));
  await page.getByRole('button', { name: 'Watch' }).first().waitFor();
  await fits(paths.catalogue(auction));
  await context.clearCookies();
  await fits(paths.signIn);
});

test.run();
