import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ServerProcess } from '@saleyard/app/client/server-process.ts';
import { Refused, Session } from '@saleyard/app/client/session.ts';
import {
  buildWeb,
  NotRunnable,
  npmCommand,
  runNpmCommand,
  wholeBetween,
} from '@saleyard/app/command-line.ts';
import { DEMO_PASSWORD } from '@saleyard/app/demo/demo-accounts.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import { launch } from 'chrome-launcher';
import lighthouse, { desktopConfig } from 'lighthouse';
import { chromium } from 'playwright-core';
import { beforeRun } from '../bench/report/circumstances.ts';
import { serveListPage } from './list-page.ts';
import {
  type Audited,
  type Device,
  LIST,
  type LighthouseRow,
  type Limits,
  lighthousePage,
  missed,
  readReport,
  type Target,
} from './report.ts';

const REFERENCE = fileURLToPath(new URL('../../docs/reference/lighthouse.md', import.meta.url));
const CHROMIUM = process.env.SALEYARD_CHROMIUM ?? '/usr/bin/chromium';

const DEVICES = ['phone', 'desktop'] as const satisfies readonly Device[];

/** Each screen is opened so often; the visit with the median performance counts. */
const ROUNDS = 5;

const PUBLIC = { performance: 95, accessibility: 100, 'best-practices': 100 };
const LIVE_ROOM = { ...PUBLIC, performance: 92 };
/** What each screen may take on a phone. */
const PHONE_LIMITS: Limits = { largestPaintMs: 1_800, blockedMs: 150, shift: 0.02 };
/** The page that others are compared with is asked for nothing. */
const NOTHING = { performance: 0, accessibility: 0, 'best-practices': 0 };

type Screen = { name: string; address: string; isSignedIn: boolean; target: Target };

type Sale = { _id: string; searchNumber: number; kindData: { title: string } };
type Lot = { searchNumericId: number };
type Demo = { buyer: Session; sale: Sale; lot: Lot };

/** ms that the demo may take to open its accounts and its first sale. */
const DEMO_LIMIT_MS = 60_000;

/** A demo account, a sale under way and a lot of it, as soon as the server's demo has made them. @throws Error when it does not */
async function demoOf(server: ServerProcess): Promise<Demo> {
  const end = systemClock.monotonic() + DEMO_LIMIT_MS;
  for (;;) {
    try {
      const buyer = await Session.signIn(server.url, 'buyer@saleyard.test', DEMO_PASSWORD);
      const { auctions } = await buyer.call<{ auctions: Sale[] }>('GET', 'auctions?state=live&limit=1');
      const [sale] = auctions;
      if (sale !== undefined) {
        const { lots } = await buyer.call<{ lots: Lot[] }>('GET', `auctions/${sale._id}/lots?limit=1`);
        if (lots[0] !== undefined) return { buyer, sale, lot: lots[0] };
      }
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
    if (systemClock.monotonic() > end) throw new Error('the demo has no sale under way');
    await setTimeout(500);
  }
}

const catalogueOf = ({ kindData, searchNumber }: Sale): string =>
  `/main/upcoming/${encodeURIComponent(kindData.title)}/${searchNumber}`;

/** The screens that people meet first. Catalogue, lot and live room are those of a sale under way. */
const screensOf = ({ sale, lot }: Demo): Screen[] => [
  { name: 'sign-in', address: '/sign-in', isSignedIn: false, target: PUBLIC },
  { name: 'upcoming', address: '/main/upcoming', isSignedIn: true, target: PUBLIC },
  { name: 'catalogue', address: catalogueOf(sale), isSignedIn: true, target: PUBLIC },
  {
    name: 'lot',
    address: `${catalogueOf(sale)}/${lot.searchNumericId}`,
    isSignedIn: true,
    target: PUBLIC,
  },
  { name: 'results', address: '/main/results', isSignedIn: true, target: PUBLIC },
  {
    name: 'live room, visitor',
    address: `/auction-live/${sale.searchNumber}`,
    isSignedIn: false,
    target: LIVE_ROOM,
  },
  {
    name: 'live room, buyer',
    address: `/auction-live/${sale.searchNumber}`,
    isSignedIn: true,
    target: LIVE_ROOM,
  },
];

/** Gives the browser at this port the cookie of a session ("name=value"). */
async function signIn(port: number, url: string, cookie: string): Promise<void> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const [name = '', ...value] = cookie.split('=');
  await browser
    .contexts()[0]
    ?.addCookies([{ name, value: value.join('='), url: new URL(url).origin, httpOnly: true }]);
  await browser.close();
}

/** One visit of a screen with an empty cache. @throws Error when the screen could not be opened */
async function visit(url: string, device: Device, cookie: string | null): Promise<Audited> {
  const profile = mkdtempSync(path.join(tmpdir(), 'saleyard-lighthouse-'));
  const chrome = await launch({
    chromePath: CHROMIUM,
    userDataDir: profile,
    chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  });
  try {
    if (cookie !== null) await signIn(chrome.port, url, cookie);
    const result = await lighthouse(
      url,
      {
        port: chrome.port,
        onlyCategories: ['performance', 'accessibility', 'best-practices'],
        // The profile is new: there is nothing to reset but who is signed in.
        disableStorageReset: true,
      },
      device === 'desktop' ? desktopConfig : undefined,
    );
    if (result === undefined) throw new Error(`Lighthouse answered nothing for ${url}`);
    // A screen that redirects is not the one that is measured.
    const shown = new URL(result.lhr.finalDisplayedUrl).pathname;
    if (shown !== new URL(url).pathname) throw new Error(`${url} led to ${shown}`);
    return readReport(result.lhr);
  } finally {
    chrome.kill();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Lighthouse now and then records nothing of a visit, and needs another one. */
const VISITS_AGAIN = 2;

async function visitSurely(url: string, device: Device, cookie: string | null): Promise<Audited> {
  for (let again = 0; ; again += 1) {
    try {
      return await visit(url, device, cookie);
    } catch (error) {
      if (again === VISITS_AGAIN) throw error;
      console.error(`again: ${error instanceof Error ? error.message : error}`);
    }
  }
}

async function median(url: string, device: Device, cookie: string | null, rounds: number): Promise<Audited> {
  const visits: Audited[] = [];
  for (let round = 0; round < rounds; round += 1) visits.push(await visitSurely(url, device, cookie));
  const sorted = visits.toSorted((a, b) => a.scores.performance - b.scores.performance);
  return sorted[sorted.length >> 1] as Audited;
}

async function measure({ only, rounds }: { only?: string; rounds: number }): Promise<void> {
  buildWeb();
  const circumstances = beforeRun();
  const list = await serveListPage();
  const server = await ServerProcess.withDemo();
  let isMissed = false;
  try {
    const demo = await demoOf(server);
    const { buyer } = demo;
    const screens = screensOf(demo);
    const chosen = screens.filter(({ name }) => only === undefined || name === only);
    if (chosen.length === 0)
      throw new NotRunnable(
        `there is no screen ${only}; there are ${screens.map(({ name }) => name).join('; ')}`,
      );
    const rows: LighthouseRow[] = [];
    for (const device of DEVICES) {
      console.error(`${LIST} on a ${device} …`);
      const audited = await median(list.url, device, null, rounds);
      rows.push({ name: LIST, device, target: NOTHING, audited });
    }
    for (const { name, address, isSignedIn, target } of chosen) {
      for (const device of DEVICES) {
        console.error(`${name} on a ${device} …`);
        const cookie = isSignedIn ? buyer.cookie : null;
        const audited = await median(`${server.url}${address}`, device, cookie, rounds);
        rows.push({ name, device, target, audited, ...(device === 'phone' && { limits: PHONE_LIMITS }) });
      }
    }
    isMissed = rows.some((row) => missed(row).length > 0);
    const text = lighthousePage(rows, { ...circumstances(), rounds });
    console.log(text);
    if (only === undefined && rounds === ROUNDS) writeFileSync(REFERENCE, text);
  } finally {
    list.close();
    await server.destroy();
  }
  process.exit(isMissed ? 1 : 0);
}

await runNpmCommand(
  npmCommand('lighthouse')
    .description(
      `Starts a server with its own demo sale, opens its screens in Chromium and scores
them with Lighthouse, as a phone and as a desktop. Prints the scores and writes
docs/reference/lighthouse.md.`,
    )
    .option('--only <name>', 'scores one screen and writes nothing')
    .option(
      '--rounds <n>',
      'visits of each screen; another number writes nothing',
      wholeBetween(1, 25),
      ROUNDS,
    )
    .addHelpText(
      'after',
      '\nExit codes: 0 every score is as high as asked for, 1 one is not, 2 it could not be run.',
    )
    .action(measure),
);
