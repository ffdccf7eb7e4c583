import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { AxeBuilder } from '@axe-core/playwright';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import { readPdf } from '@saleyard/projections/test-support/read-pdf.ts';
import { shownOnFailure } from '@saleyard/testing/suite.ts';
import { IS_FULL } from '@saleyard/testing/tier.ts';
import {
  type BrowserContext,
  type BrowserContextOptions,
  type Browser as Chromium,
  chromium,
  errors,
  type Page,
} from 'playwright-core';
import * as assert from 'uvu/assert';
import { DEMO_PASSWORD } from '../demo/demo-accounts.ts';
import { BUILT_WEB, mustBeBuilt } from './built-web.ts';
import { eventually } from './eventually.ts';

const ARTIFACTS = fileURLToPath(new URL('../../artifacts/screens', import.meta.url));

// Pages beside a browser, on a machine that does much else: servers that are late answer all the same.
process.env['SALEYARD_SHED_WHEN_LATE'] = 'false';

const WIDE = { width: 1280, height: 800 };
export const PHONE = { width: 360, height: 740 };

/** What a page may take to say what it shows, in ms. */
const SHOW_MS = 10_000;
/** How many of the last answers, failed requests and messages of a page are shown. */
const SHOWN_LINES = 60;

/** Prints where a page is when a test fails, what it shows, and what it asked for and logged last. */
function showOnFailure(page: Page): void {
  const last: string[] = [];
  const add = (line: string) => {
    last.push(`${new Date(systemClock.now()).toISOString()} ${line}`);
    if (last.length > SHOWN_LINES) last.shift();
  };
  page.on('response', (response) => add(`${response.status()} ${response.url()}`));
  page.on('requestfailed', (request) => add(`${request.failure()?.errorText} ${request.url()}`));
  page.on('console', (message) => add(message.text()));
  page.on('pageerror', (error) => add(String(error)));
  const show = async () => {
    const text = page.locator('body').innerText({ timeout: SHOW_MS });
    const shows = await text.catch((error: unknown) => String(error));
    return `the page at ${page.url()} shows:\n${shows}\n\nits last answers and messages:\n${last.join('\n')}`;
  };
  shownOnFailure.add(show);
  page.once('close', () => shownOnFailure.delete(show));
}

/** One Chromium for a test file, started with the first person who needs it. */
export class Browser {
  #chromium: Promise<Chromium> | undefined;
  readonly #web: string;

  /** `web`: a file that the build of the web makes. */
  constructor(web = BUILT_WEB) {
    this.#web = web;
  }

  /** A separate person: own cookies, own storage, own cache. @throws when the web is not built */
  async person(
    viewport = WIDE,
    options: BrowserContextOptions = {},
  ): Promise<{ context: BrowserContext; page: Page }> {
    mustBeBuilt(this.#web);
    this.#chromium ??= chromium.launch({
      executablePath: process.env['SALEYARD_CHROMIUM'] ?? '/usr/bin/chromium',
      headless: true,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    });
    const context = await (await this.#chromium).newContext({
      viewport,
      reducedMotion: 'reduce',
      ...options,
    });
    context.setDefaultTimeout(240_000);
    const page = await context.newPage();
    showOnFailure(page);
    return { context, page };
  }

  async close(): Promise<void> {
    await (await this.#chromium)?.close();
  }
}

/**
 * Waits until an expression is true in a page. Playwright's own `waitForFunction` compiles the expression in the page when it
 * is not true at once, which our content security policy forbids.
 */
export const untilTrue = (page: Page, expression: string): Promise<void> =>
  eventually(async () => assert.ok(await page.evaluate(expression), expression));

/** Presses Send until the e-mail to an address is sent: a busy server makes what is attached later. */
export async function send(page: Page, to: string): Promise<void> {
  const sent = page.getByText(`The e-mail was sent to ${to}.`);
  const later = page.getByRole('alert').filter({ hasText: 'try again' });
  do {
    await page.getByRole('button', { name: 'Send' }).click();
    await sent.or(later).waitFor();
  } while (await later.isVisible());
}

const SCHEMES = ['light', 'dark'] as const;

/** Looks at the page wide and on a phone, light and dark. Then it is as it was, and light. */
async function inAllLooks(
  page: Page,
  look: (viewport: typeof WIDE, colorScheme: (typeof SCHEMES)[number]) => Promise<void>,
): Promise<void> {
  const before = page.viewportSize() ?? WIDE;
  for (const viewport of [WIDE, PHONE]) {
    await page.setViewportSize(viewport);
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme });
      await page.waitForTimeout(250);
      await look(viewport, colorScheme);
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(before);
}

/** What a picture may take, in ms, until Chromium is asked for it again. */
const PICTURE_MS = 60_000;

/**
 * Keeps a picture of the page as an artefact of the run. Headless Chromium may wait without an end for a frame of a page that
 * has nothing left to draw; a change of its size makes it draw one, and then the picture is asked for again, twice at most.
 */
export async function keepPicture(page: Page, name: string, fullPage = false): Promise<void> {
  await mkdir(ARTIFACTS, { recursive: true });
  for (let triesLeft = 2; ; triesLeft--) {
    try {
      await page.screenshot({ path: path.join(ARTIFACTS, `${name}.png`), fullPage, timeout: PICTURE_MS });
      return;
    } catch (error) {
      if (!(error instanceof errors.TimeoutError) || triesLeft === 0) throw error;
      const size = page.viewportSize() ?? WIDE;
      await page.setViewportSize({ ...size, height: size.height + 1 });
      await page.setViewportSize(size);
    }
  }
}

/** Keeps screenshots as artefacts of the full run, wide and phone, light and dark. */
export async function keepScreens(page: Page, name: string): Promise<void> {
  if (IS_FULL) await inAllLooks(page, ({ width }, scheme) => keepPicture(page, `${name}-${width}-${scheme}`));
}

/** What axe finds on the page as it is now, one line each (WCAG 2.2 AA and best practice). */
export async function axeFindings(page: Page): Promise<string[]> {
  // A page of ours has no frame of another origin: axe can finish in it, without a second page each time.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });
  const { violations } = await axe.analyze();
  return violations.map(
    ({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ target }) => target.join(' ')).join('; ')})`,
  );
}

/** In the full run: axe on the page as it is now, wide and on a phone; screenshots of it are kept. */
export async function looksRight(page: Page, name: string): Promise<void> {
  if (!IS_FULL) return;
  const before = page.viewportSize();
  const wide = await axeFindings(page);
  await page.setViewportSize(PHONE);
  const narrow = await axeFindings(page);
  if (before) await page.setViewportSize(before);
  assert.equal([...wide, ...narrow], [], name);
  await keepScreens(page, name);
}

/** Nothing of the page is wider than the screen. */
export async function fits(page: Page): Promise<void> {
  const [width, screen] = await page.evaluate<[number, number]>(
    '[document.documentElement.scrollWidth, innerWidth]',
  );
  assert.ok(width <= screen, `${page.url()} is ${width} px wide on a screen of ${screen} px`);
}

/**
 * Steps back in what is read and pressed one after the other, one line each: the next heading, link or control is above the
 * one before it in the same column. Bars that stay in sight have no place of their own and are left out; what is inside of a
 * card whose whole face is a button is in no column of that button.
 */
const STEPS_BACK = `(() => {
  const stays = (element) => {
    for (let at = element; at; at = at.parentElement)
      if (/^(fixed|sticky)$/.test(getComputedStyle(at).position)) return true;
    return false;
  };
  const shown = [...document.querySelectorAll('h1,h2,h3,a[href],button,input,select,textarea,summary,[tabindex="0"]')]
    .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !one.closest('[inert]'))
    .filter((one) => one.getBoundingClientRect().width > 4 && !stays(one));
  const face = (one) => (getComputedStyle(one, '::after').position === 'absolute' && one.offsetParent) || one;
  const name = (one) => (one.ariaLabel ?? one.textContent ?? '').trim().slice(0, 40) || one.tagName;
  const jumps = [...document.querySelectorAll('[tabindex]')].filter((one) => one.tabIndex > 0);
  return [
    ...jumps.map((one) => 'tabindex above 0: ' + name(one)),
    ...shown.flatMap((next, n) => {
      const before = shown[n - 1];
      if (!before || face(before).contains(next)) return [];
      const [a, b] = [before.getBoundingClientRect(), next.getBoundingClientRect()];
      const shared = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const isSameColumn = shared > Math.min(a.width, b.width) / 2;
      return isSameColumn && b.bottom <= a.top ? [name(before) + ' → ' + name(next)] : [];
    }),
  ];
})()`;

/** Steps back in the order of reading and of Tab, one line each: both go down the page. */
export const stepsBack = (page: Page): Promise<string[]> => page.evaluate<string[]>(STEPS_BACK);

/**
 * Axe on the page as it is now, wide and on a phone, light and dark; it fits both, and is read down the page. Screenshots
 * of it are kept.
 */
export async function looksRightInBothThemes(page: Page, name: string): Promise<void> {
  const found: string[] = [];
  await inAllLooks(page, async ({ width }, scheme) => {
    await fits(page);
    found.push(...(await stepsBack(page)).map((step) => `${width} px: ${step}`));
    found.push(...(await axeFindings(page)).map((finding) => `${width} px, ${scheme}: ${finding}`));
    await keepPicture(page, `${name}-${width}-${scheme}`);
  });
  assert.equal(found, [], name);
}

/** The paper that the page is printed on, as text of each sheet; a picture of the print view is kept as an artefact. */
export async function keepPrinted(page: Page, name: string): Promise<string[]> {
  await page.emulateMedia({ media: 'print', colorScheme: 'light' });
  await keepPicture(page, `${name}-print`, true);
  const { pages } = await readPdf(await page.pdf({ format: 'A4' }));
  await page.emulateMedia({ media: null });
  return pages;
}

/** ms that a sign-in takes at most on a quiet machine. */
const QUIET_SIGN_IN_MS = 2_000;

/** Fills in the sign-in screen that is open, and sends it. */
export async function submitSignIn(page: Page, email: string, password = DEMO_PASSWORD): Promise<void> {
  await page.getByLabel('Email', { exact: false }).first().fill(email);
  await page.getByLabel('Password', { exact: false }).first().fill(password);
  await page.getByRole('button', { name: /login now/i }).click();
}

/**
 * Signs a person in through the sign-in screen. Resolves with how many times longer it took than on a quiet machine, at
 * least 1: by that a sale must be longer in which people have something to do.
 */
export async function signIn(
  page: Page,
  base: string,
  email: string,
  password = DEMO_PASSWORD,
): Promise<number> {
  const began = systemClock.monotonic();
  await page.goto(`${base}/sign-in`);
  await submitSignIn(page, email, password);
  await page.waitForURL(/\/main\/upcoming|\/staff\/audits/);
  return Math.max(1, (systemClock.monotonic() - began) / QUIET_SIGN_IN_MS);
}
