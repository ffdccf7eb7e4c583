import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Argument } from 'commander';
import { type Browser, chromium, type Page } from 'playwright-core';
import { ServerProcess } from '../../client/server-process.ts';
import { buildWeb, npmCommand, runNpmCommand } from '../../command-line.ts';
import { makePicturedSales, type PicturedSales, pastSalesMade } from './pictured-sales.ts';
import { type Looker, type PicturedScreen, SCREENS } from './screens.ts';

/** `npm run pictures`: takes the pictures of docs/design again, on its own server. */
const DESIGN = fileURLToPath(new URL('../../../docs/design/', import.meta.url));
const CHROMIUM = process.env.SALEYARD_CHROMIUM ?? '/usr/bin/chromium';
const SIZES = [
  { width: 390, height: 844 },
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
] as const;
type Size = (typeof SIZES)[number];
const SCHEMES = ['light', 'dark'] as const;
/** WebP quality, 0 to 100. At this one text is sharp and a picture has about 30 kB. */
const QUALITY = 62;
/** Wait once the network is idle, until fonts, pictures and charts are drawn. ms. */
const DRAWN_MS = 400;

/** A screenshot of the window as WebP. */
async function pictureOf(page: Page): Promise<Buffer> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
  await session.detach();
  return Buffer.from(data, 'base64');
}

/** A page of this size, signed in as the screen's account. */
async function windowOf(
  browser: Browser,
  base: string,
  sales: PicturedSales,
  looker: Looker,
  viewport: Size,
) {
  const isPhone = viewport.width < 600;
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce', hasTouch: isPhone });
  if (looker !== 'visitor') {
    const [name = '', ...value] = sales[looker].cookie.split('=');
    await context.addCookies([{ name, value: value.join('='), url: base, httpOnly: true }]);
  }
  return context.newPage();
}

async function takeScreen(page: Page, url: string, screen: PicturedScreen, folder: string): Promise<void> {
  await page.goto(url);
  await screen.shows(page);
  await screen.act?.(page);
  await page.getByText(/^(Loading|Searching|Opening Saleyard)/).waitFor({ state: 'detached' });
  await page.waitForLoadState('networkidle');
  const { width, height } = page.viewportSize() ?? SIZES[0];
  for (const scheme of SCHEMES) {
    await page.emulateMedia({ colorScheme: scheme });
    for (let n = 0; n < (screen.heights ?? 1); n += 1) {
      await page.evaluate(`scrollTo(0, ${n * height})`);
      await page.waitForTimeout(DRAWN_MS);
      const part = n === 0 ? '' : `-${n + 1}`;
      await writeFile(
        path.join(folder, `${screen.name}${part}-${width}-${scheme}.webp`),
        await pictureOf(page),
      );
    }
  }
}

/** Takes the pictures of these screens on a server whose demo has past sales. */
async function takeAll(base: string, screens: readonly PicturedScreen[], folder: string): Promise<void> {
  const sales = await makePicturedSales(base);
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    for (const screen of screens) {
      for (const size of SIZES) {
        const page = await windowOf(browser, base, sales, screen.looker, size);
        await takeScreen(page, base + screen.address(sales), screen, folder);
        await page.context().close();
      }
      console.log(screen.name);
    }
  } finally {
    await browser.close();
  }
}

/** A server with the demo's past sales and no simulated bidders, so that prices stay while pictures are taken. */
async function quietDemo(): Promise<ServerProcess> {
  const server = await ServerProcess.withDemo();
  await pastSalesMade(server.url);
  await server.end('SIGTERM');
  await server.start('--empty');
  return server;
}

type Options = { out: string; server?: string };

async function take(names: readonly string[], { out, server: running }: Options): Promise<void> {
  const screens = names.length === 0 ? SCREENS : SCREENS.filter(({ name }) => names.includes(name));
  await mkdir(out, { recursive: true });
  if (names.length === 0) {
    const old = (await readdir(out)).filter((file) => file.endsWith('.webp'));
    for (const file of old) await rm(path.join(out, file));
  }
  if (running !== undefined) return takeAll(running, screens, out);
  buildWeb();
  const server = await quietDemo();
  try {
    await takeAll(server.url, screens, out);
  } finally {
    await server.destroy();
  }
}

await runNpmCommand(
  npmCommand('pictures')
    .description('Takes the pictures of the screens in docs/design again. Needs Chromium.')
    .addArgument(new Argument('[names...]', 'only these screens').choices(SCREENS.map(({ name }) => name)))
    .option('--out <folder>', 'where they are written', DESIGN)
    .option('--server <url>', 'of a demo that is running; its web is not built')
    .action(take),
);
