import { suite } from '@saleyard/testing/suite.ts';
import { paths } from '@saleyard/web/src/config/paths.ts';
import type { Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { ServerProcess } from '../client/server-process.ts';
import { Browser, looksRight, signIn } from '../test-support/browser.ts';
import { eventually } from '../test-support/eventually.ts';

const test = suite('Tools in the browser', { limitMs: 240_000 });

let server: ServerProcess;
const browser = new Browser();
let page: Page;

test.before(async () => {
  server = await ServerProcess.withDemo();
  ({ page } = await browser.person());
  await signIn(page, server.url, 'guest@saleyard.test');
});
test.after(async () => {
  await browser.close();
  await server.destroy();
});

const PAGES: readonly [tile: string, path: string, shows: string][] = [
  ['Manuals', paths.manuals, 'Buying at Auction'],
  ['Listing Fees', paths.listingFees, 'How fees are charged'],
  ['Videos & Tips', paths.videosTips, 'Bid in the live room'],
  ['FAQs', paths.faqs, 'What is an auto-bid?'],
  ['Search for an Agent', paths.agentSearch, 'Town or postcode'],
  ['Terms & Conditions', paths.terms, 'Bidding and buying'],
  ['Privacy Policy', paths.privacyPolicy, '11. Updates'],
  ['Getting Started', paths.gettingStarted, '1. Register'],
];

test('[A066] [B013] the tab opens Tools, and each tile its page and the way back', async () => {
  await page.getByRole('link', { name: 'Tools', exact: true }).click();
  await page.waitForURL(`**${paths.tools}`);
  await looksRight(page, 'tools');
  for (const [tile, path, shows] of PAGES) {
    await page.getByRole('link', { name: new RegExp(`^${tile}`) }).click();
    await page.waitForURL(`**${path}`);
    await page.getByText(shows).first().waitFor();
    await looksRight(page, `tools-${path.split('/').at(-1)}`);
    const width = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
    assert.is(width, 0, `${path} scrolls sideways`);
    await page.getByRole('link', { name: 'Back to Tools' }).click();
    await page.waitForURL(`**${paths.tools}`);
  }
});

test('a film plays, and its captions are there', async () => {
  await page.goto(server.url + paths.videosTips);
  const film = page.locator('video').first();
  await film.waitFor();
  await film.evaluate(async (video: unknown) => {
    const playing = video as { play(): Promise<void>; currentTime: number };
    await playing.play();
    while (playing.currentTime < 0.2) await new Promise((resolve) => setTimeout(resolve, 50));
  });
  const captions = await film.locator('track').getAttribute('src');
  const answer = await page.request.get(`${server.url}${captions}`);
  assert.match(await answer.text(), /^WEBVTT/);
});

test('[A197] from the form of access and back, what was typed in is kept', async () => {
  await page.goto(server.url + paths.requestToBuy);
  const town = page.getByLabel(/^Town/).first();
  await town.fill('Gunnedah');
  await page.getByText(/saved/i).first().waitFor();
  await page.getByRole('link', { name: 'Getting Started' }).click();
  await page.getByText('1. Register').waitFor();
  await page.getByRole('link', { name: 'Back to Form' }).click();
  await page.waitForURL(`**${paths.requestToBuy}`);
  await eventually(async () => assert.is(await page.getByLabel(/^Town/).first().inputValue(), 'GUNNEDAH'));
});

test('[A200] a manual is saved as a PDF, and an unknown address of Tools leads to Tools', async () => {
  await page.goto(server.url + paths.manuals);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download PDF' }).first().click(),
  ]);
  assert.is(file.suggestedFilename(), 'Buying at Auction.pdf');
  await page.goto(`${server.url}${paths.tools}/nothing`);
  await page.waitForURL(`**${paths.tools}`);
});

test('[A027] [A212] the contact page is the same for visitors, and its map stands below at 950 px [A222]', async () => {
  const { page: visitor } = await browser.person();
  await visitor.goto(server.url + paths.signIn);
  await visitor.getByRole('link', { name: 'Help centre' }).first().click(); // [A079]
  await visitor.waitForURL(`**${paths.contactUs}`);
  const map = visitor.getByRole('img', { name: /^Map of eastern Australia/ });
  await map.waitFor();
  await looksRight(visitor, 'contact');
  const tops = async (width: number): Promise<number[]> => {
    await visitor.setViewportSize({ width, height: 800 });
    const parts = ['Reach us', 'Offices'].map((name) => visitor.getByRole('region', { name }).boundingBox());
    return (await Promise.all(parts)).map((box) => Math.round(box?.y ?? 0));
  };
  const [beside, map951] = await tops(951);
  assert.is(beside, map951);
  const [above = 0, below = 0] = await tops(950);
  assert.ok(below > above);
  const textOf = async (one: Page): Promise<string> => {
    await one.getByRole('img', { name: /^Map of eastern Australia/ }).waitFor();
    // The map does not wait for the contacts beside it.
    await one.getByRole('region', { name: 'Reach us' }).getByText('Calls').waitFor();
    return one.locator('main').innerText();
  };
  const said = await textOf(visitor);
  await page.goto(server.url + paths.contact);
  await eventually(async () => assert.is(await textOf(page), said));
});

test.run();
