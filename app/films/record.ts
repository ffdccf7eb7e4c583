import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import { Argument } from 'commander';
import { chromium, type Locator, type Page } from 'playwright-core';
import { ServerProcess } from '../client/server-process.ts';
import { buildWeb, npmCommand, runNpmCommand } from '../command-line.ts';
import { DEMO_PASSWORD } from '../demo/demo-accounts.ts';

/**
 * `npm run films`: records the films of Videos & Tips again, each in a browser of its own on a demo of its own, with
 * what is seen as captions. It needs Chromium and `ffmpeg`.
 */
const PUBLIC = fileURLToPath(new URL('../../web/public/how-to/', import.meta.url));
const CHROMIUM = process.env.SALEYARD_CHROMIUM ?? '/usr/bin/chromium';
const SIZE = { width: 1024, height: 640 };
/** ms that a caption is read, and ms that the mouse takes to what is pressed. */
const READ_MS = 2_600;
const MOVE_MS = 700;

type Frame = { jpeg: Buffer; atMs: number };
type Caption = { atMs: number; text: string };

/** A film's content: the steps of a person, each with a caption before it. */
type Take = {
  page: Page;
  url: string;
  say(text: string): Promise<void>;
  press(what: Locator): Promise<void>;
};

/** A dot that follows the mouse: a headless browser draws none. */
const DOT = `addEventListener('mousemove', ({ clientX, clientY }) => {
  let dot = document.getElementById('film-dot');
  if (dot === null) {
    dot = document.createElement('div');
    dot.id = 'film-dot';
    Object.assign(dot.style, { position: 'fixed', width: '20px', height: '20px', borderRadius: '50%', zIndex: '9999',
      background: 'rgba(200, 60, 30, .75)', border: '2px solid white', pointerEvents: 'none', transform: 'translate(-50%, -50%)' });
    document.body.append(dot);
  }
  Object.assign(dot.style, { left: clientX + 'px', top: clientY + 'px' });
}, true)`;

const FILMS: Readonly<Record<string, { email: string; from: string; act(take: Take): Promise<void> }>> = {
  'watch-a-lot': {
    email: 'buyer@saleyard.test',
    from: '/main/upcoming',
    async act({ page, say, press }) {
      await say('Upcoming Auctions lists every sale.');
      await press(page.getByRole('link', { name: /View Catalogue/ }).first());
      await page
        .getByRole('button', { name: /^Watch/ })
        .first()
        .waitFor();
      await say('The catalogue shows each lot with its weights and age.');
      await press(page.getByRole('link', { name: /View Details/ }).first());
      await page
        .getByRole('button', { name: /^Watch/ })
        .first()
        .waitFor();
      await say('A lot’s page has everything the vendor says of it.');
      await press(page.getByRole('button', { name: /^Watch/ }).first());
      await say('Press Watch to keep it.');
      await press(page.getByRole('link', { name: 'Watch List', exact: true }));
      await say('The lot is on your Watch List.');
    },
  },
  bid: {
    email: 'guest@saleyard.test',
    from: '/practice',
    async act({ page, say, press }) {
      await say('Practice is a sale with simulated rivals. Nothing in it is real.');
      await press(page.getByRole('button', { name: 'Start practising' }));
      await page.getByRole('status', { name: 'Connection: Live' }).waitFor();
      await press(page.getByRole('button', { name: 'Close the guide' }));
      await say('The button names the amount that it bids.');
      await press(page.locator('button:enabled', { hasText: /^Bid \$/ }));
      const confirm = page.getByRole('button', { name: /^(Confirm|Ok) / });
      if (await confirm.isVisible()) await press(confirm);
      await page
        .getByText(/^You are leading/)
        .first()
        .waitFor();
      await say('Winning: your bid is the highest.');
      await page.getByText('Outbid', { exact: true }).first().waitFor({ timeout: 60_000 });
      await say('Losing: somebody bid more. Bid again, or let an auto-bid answer.');
      const amount = page.getByLabel(/auto-bid/i).first();
      await amount.scrollIntoViewIfNeeded();
      await amount.pressSequentially('4000', { delay: 180 });
      await say('An auto-bid bids for you, up to the amount you set.');
      await press(page.getByRole('button', { name: 'Set Auto Bid' }));
      const ok = page.getByRole('button', { name: 'OK', exact: true });
      if (await ok.isVisible()) await press(ok);
      await say('It answers every rival until your amount is reached.');
    },
  },
  'ask-for-access': {
    email: 'guest@saleyard.test',
    from: '/main/manage',
    async act({ page, say, press }) {
      await say('My Admin holds your own pages.');
      await press(page.getByRole('button', { name: 'Upgrade Account' }));
      await page.getByText('Draft the mob').waitFor();
      await say('Upgrade Account says how stock is assessed, and has both requests.');
      await press(page.getByRole('button', { name: 'Register to Buy & Sell' }));
      await page.getByRole('heading', { name: 'Register to Buy & Sell' }).waitFor();
      await say('Fill in the form. What you type is kept in your browser.');
      await page.mouse.wheel(0, 900);
      await pause(READ_MS);
      await page.mouse.wheel(0, 1_500);
      await say('Open both texts, accept them, and submit. Our team answers within 24 hours.');
    },
  },
};

/** Runs a program to its end. @throws Error when it fails */
const run = (program: string, ...args: string[]): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'] });
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`${program} ended with ${code}`)),
    );
  });

const clock = (ms: number): string => new Date(ms).toISOString().slice(11, 23);

/** Captions as WebVTT. Each is shown until the next one. */
const captionsOf = (captions: readonly Caption[], endMs: number): string =>
  [
    'WEBVTT',
    ...captions.map(
      ({ atMs, text }, n) => `${clock(atMs)} --> ${clock(captions[n + 1]?.atMs ?? endMs)}\n${text}`,
    ),
  ].join('\n\n');

/** Frames as a film, each shown until the next one. */
async function encode(frames: readonly Frame[], endMs: number, file: string): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'saleyard-film-'));
  const lines: string[] = [];
  for (const [n, { jpeg, atMs }] of frames.entries()) {
    const name = path.join(folder, `${n}.jpg`);
    await writeFile(name, jpeg);
    lines.push(`file '${name}'`, `duration ${((frames[n + 1]?.atMs ?? endMs) - atMs) / 1000}`);
  }
  const list = path.join(folder, 'frames.txt');
  await writeFile(list, lines.join('\n'));
  await run(
    ...(['ffmpeg', '-y', '-loglevel', 'error', '-f', 'concat', '-safe', '0', '-i', list] as const),
    ...['-r', '12', '-c:v', 'libvpx-vp9', '-b:v', '0', '-crf', '42', '-deadline', 'good', '-cpu-used', '4'],
    ...['-pix_fmt', 'yuv420p', '-an', file],
  );
  await rm(folder, { recursive: true, force: true });
}

async function record(name: string): Promise<void> {
  const film = FILMS[name];
  if (film === undefined) throw new Error(`there is no film ${name}`);
  const server = await ServerProcess.withDemo();
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const page = await browser.newPage({ viewport: SIZE });
    await page.addInitScript(DOT);
    await page.goto(server.url + film.from);
    await page.getByLabel('Email', { exact: false }).first().fill(film.email);
    await page.getByLabel('Password', { exact: false }).first().fill(DEMO_PASSWORD);
    await page.getByRole('button', { name: /login now/i }).click();
    await page.waitForURL(`**${film.from}`);
    // The demo makes its sales in the first seconds.
    await page.waitForTimeout(8_000);
    await page.reload({ waitUntil: 'networkidle' });
    const frames: Frame[] = [];
    const captions: Caption[] = [];
    const began = systemClock.monotonic();
    const now = () => systemClock.monotonic() - began;
    const session = await page.context().newCDPSession(page);
    session.on('Page.screencastFrame', ({ data, sessionId }) => {
      frames.push({ jpeg: Buffer.from(data, 'base64'), atMs: now() });
      void session.send('Page.screencastFrameAck', { sessionId });
    });
    await session.send('Page.startScreencast', {
      format: 'jpeg',
      quality: 85,
      maxWidth: SIZE.width,
      maxHeight: SIZE.height,
    });
    await film.act({
      page,
      url: server.url,
      async say(text) {
        captions.push({ atMs: now(), text });
        await pause(READ_MS);
      },
      async press(what) {
        await what.scrollIntoViewIfNeeded();
        const box = await what.boundingBox();
        if (box) await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 20 });
        await pause(MOVE_MS);
        await what.click();
        await pause(MOVE_MS);
      },
    });
    await session.send('Page.stopScreencast');
    const end = now();
    await encode(frames, end, path.join(PUBLIC, `${name}.webm`));
    await writeFile(path.join(PUBLIC, `${name}.vtt`), `${captionsOf(captions, end)}\n`);
    console.log(`${name}: ${(end / 1000).toFixed(0)} s, ${frames.length} frames`);
  } finally {
    await browser.close();
    await server.destroy();
  }
}

const films = Object.keys(FILMS);
await runNpmCommand(
  npmCommand('films')
    .description('Records the films of Videos & Tips again. Needs Chromium and ffmpeg.')
    .addArgument(new Argument('[names...]', 'only these').choices(films))
    .action(async (names: readonly string[]) => {
      buildWeb();
      for (const name of names.length > 0 ? names : films) await record(name);
    }),
);
