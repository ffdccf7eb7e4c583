import { paths } from '@saleyard/web/src/config/paths.ts';
import type { Locator, Page } from 'playwright-core';

/** What a buyer does and reads in the live room. */

export const bidButton = (page: Page): Locator => page.getByRole('button', { name: /^Bid (?!history)/ });

/** Opens the room of a server on one lot, and waits until it is live. */
export async function enterRoom(page: Page, base: string, searchNumber: number, lot: string): Promise<void> {
  await page.goto(base + paths.liveRoom({ searchNumber }, lot)); // [A030]
  await page.getByRole('status', { name: 'Connection: Live' }).waitFor();
}

/** Presses the bid button, which must name this price, and confirms in place. */
export async function bid(page: Page, price: string): Promise<void> {
  const button = page.locator('button:enabled', { hasText: new RegExp(`^Bid \\${price}`) });
  await button.waitFor();
  // As a person would: once the price is read, not within the guard after the bid before, nor as a bounce.
  await page.waitForTimeout(900);
  await button.click();
  await page.waitForTimeout(400);
  await page.getByRole('button', { name: /^(Confirm|Ok) / }).click();
}

/** Waits until the status of the buyer's bid matches. */
export const bidStatus = (page: Page, words: RegExp): Promise<void> =>
  page.getByTestId('bid-status').filter({ hasText: words }).waitFor();
