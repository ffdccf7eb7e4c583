import { type CDPSession, chromium, type Page } from 'playwright-core';

const VIEWPORT = { width: 1280, height: 800 };
/** ms that a page may take to open, or to show what is waited for. */
const LIMIT_MS = 240_000;

/** Slows a page's processor down so many times. */
export const slowDown = (devtools: CDPSession, times: number): Promise<unknown> =>
  devtools.send('Emulation.setCPUThrottlingRate', { rate: times });

/**
 * Opens a page in a browser of its own, and closes it after `doing`. `script` runs in the page before its own scripts. As
 * text: benchmarks are not typed for a page.
 */
export async function withPage<T>(
  script: string,
  doing: (page: Page, devtools: CDPSession) => Promise<T>,
): Promise<T> {
  const browser = await chromium.launch({
    executablePath: process.env.SALEYARD_CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const page = await browser.newPage({ viewport: VIEWPORT });
    page.setDefaultTimeout(LIMIT_MS);
    await page.addInitScript({ content: script });
    return await doing(page, await page.context().newCDPSession(page));
  } finally {
    await browser.close();
  }
}
