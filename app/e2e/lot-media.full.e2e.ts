import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { newId } from '@saleyard/platform/ids/ids.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { paths } from '@saleyard/web/src/config/paths.ts';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import * as assert from 'uvu/assert';
import { ServerProcess } from '../client/server-process.ts';
import { Session } from '../client/session.ts';
import { DEMO_PASSWORD } from '../demo/demo-accounts.ts';
import { Browser, keepScreens, looksRight, signIn, untilTrue } from '../test-support/browser.ts';
import { eventually } from '../test-support/eventually.ts';
import { writtenSteers } from '../test-support/listings.ts';
import { schedule } from '../test-support/sales.ts';
import { film } from '../test-support/video.ts';

const test = suite('pictures, videos and signatures in the lot form', { limitMs: 400_000 });
const DAY_MS = 24 * 3_600_000;

let server: ServerProcess;
const browser = new Browser();
let seller: Page;
let staff: Session;
let vendor: Session;
let lot: { _id: string; searchNumericId: number };
let sale: { _id: string; searchNumber: number; kindData: { title: string } };

test.before(async () => {
  server = await ServerProcess.withAccounts();
  const session = (name: string) => Session.signIn(server.url, `${name}@saleyard.test`, DEMO_PASSWORD);
  [staff, vendor] = [await session('staff'), await session('seller')];
  const terms = { type: 'simultaneous', durationSeconds: 600, liveInMs: 10 * DAY_MS } as const;
  const { _id, searchNumber } = await schedule(staff, terms, []);
  sale = { _id, searchNumber, kindData: { title: 'Cattle' } };
  lot = await vendor.call('POST', `auctions/${_id}/lots`, { lot: writtenSteers(), commandId: newId() });
  seller = (await browser.person()).page;
  await signIn(seller, server.url, 'seller@saleyard.test');
  await seller.goto(server.url + paths.newLot(sale, lot));
  await seller.getByRole('heading', { name: 'Edit Lot' }).waitFor();
});

test.after(async () => {
  await browser.close();
  await server.destroy();
});

const mediaFile = (name: string) =>
  readFile(fileURLToPath(new URL(`../test-support/media/${name}`, import.meta.url)));
const photo = (width: number, height: number, colour: string) =>
  sharp({ create: { width, height, channels: 3, background: colour } })
    .jpeg()
    .toBuffer();
const chooser = () => seller.getByLabel('Choose pictures and videos');
const choose = (name: string, buffer: Buffer, mimeType = '') =>
  chooser().setInputFiles({ name, mimeType, buffer });
const row = (name: string) => seller.getByRole('listitem', { name, exact: true });
const refused = (message: string) => seller.getByRole('alert').getByText(message).waitFor();
type Content = {
  media: { key: string; mimeType: string; url: string; thumbnail: string }[];
  agentSignature: { url: string };
};
const content = async (): Promise<Content> =>
  (await vendor.call<{ lot: { content: Content } }>('GET', `lots/${lot._id}/own`)).lot.content;
/** The lot as the server has it, once it is like this. */
const once = async (like: (content: Content) => boolean): Promise<Content> => {
  for (;;) {
    const now = await content();
    if (like(now)) return now;
    await seller.waitForTimeout(100);
  }
};

test('[S025] [S266] [S376] pictures of three kinds and a video are chosen, shown, and sent with the next save', async () => {
  await chooser().setInputFiles([
    { name: 'green.jpg', mimeType: 'image/jpeg', buffer: await photo(4_000, 2_000, '#3c7d3c') },
    { name: 'phone.heic', mimeType: '', buffer: await mediaFile('picture.heic') },
    { name: 'walk.mp4', mimeType: 'video/mp4', buffer: await mediaFile('film.mp4') },
  ]);
  await row('video 3').waitFor();
  const { media } = await once((now) => now.media.length === 3);
  assert.equal(
    media.map(({ mimeType }) => mimeType),
    ['image/jpeg', 'image/jpeg', 'video/mp4'],
  );
  assert.match(media[0]?.url ?? '', /-3000x1500\/3000\.jpg$/, 'it was made smaller before it was sent');
  assert.match(media[1]?.url ?? '', /-640x480\/640\.jpg$/, 'HEIC is converted');
  // It is sent after the video.
  const poster = await eventually(async () => {
    const answer = await seller.request.get(server.url + media[2]?.thumbnail);
    assert.is(answer.status(), 200, media[2]?.thumbnail);
    return answer;
  });
  const { channels } = await sharp(await poster.body()).stats();
  assert.ok(Math.max(...channels.map(({ max }) => max)) > 40, 'a frame of the video that is not dark');
});

test('[S379] [S380] [S381] [S382] what is not taken is named in the specification’s words', async () => {
  await choose('notes.txt', Buffer.from('notes'));
  await refused('File format not supported, please upload either: JPG, PNG, or MP4');
  await choose('small.jpg', await photo(300, 200, '#333333'));
  await refused('Image size too small');
  await choose('broken.jpg', Buffer.from('no picture'));
  await refused('Error loading image');
  await choose('old.webm', Buffer.from('film'), 'video/webm');
  await refused('Unsupported format (Please select .mp4 or .mov)');
  await choose('broken.mp4', film({ seconds: 5 }));
  await refused('Unsupported format (Please select .mp4 or .mov)');
});

test('a row is moved by keys, made the main one, and removed after a question', async () => {
  await seller.getByRole('button', { name: 'Make picture 2 the main one' }).press('Enter');
  const heic = await once((now) => now.media[0]?.url.includes('-640x480/') ?? false);
  assert.is(heic.media.length, 3);
  await seller.getByRole('button', { name: 'Remove video 3' }).press('Enter');
  const question = seller.getByRole('dialog', { name: 'Delete' });
  await question.waitFor();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await row('video 3').waitFor();
  await looksRight(seller, 'lot-form-media');
});

test('[S026] [S384] a picture is cropped behind a box of 320 × 220', async () => {
  await seller.getByRole('button', { name: 'Crop picture 2' }).click();
  const dialog = seller.getByRole('dialog', { name: 'Crop picture' });
  await dialog.waitFor();
  const box = dialog.getByTestId('cropper');
  await box.waitFor();
  await seller.waitForTimeout(500);
  const size = await box.boundingBox();
  assert.equal([Math.round(size?.width ?? 0), Math.round(size?.height ?? 0)], [320, 220]);
  await keepScreens(seller, 'lot-form-crop');
  await dialog.getByRole('button', { name: 'Crop', exact: true }).click();
  const cropped = await once((now) => now.media.length === 3 && !now.media[1]?.url.includes('-3000x1500/'));
  const [, width = '0', height = '1'] = /-(\d+)x(\d+)\//.exec(cropped.media[1]?.url ?? '') ?? [];
  assert.ok(Math.abs(Number(width) / Number(height) - 320 / 220) < 0.01, `${width} × ${height}`);
});

test('[S036] [S449] [B158] [B159] the agent draws a signature, the vendor types one; the owner sees both', async () => {
  const conditions = seller.getByRole('group', { name: 'Special Conditions of Sale' });
  await conditions.getByRole('button', { name: 'Sign as agent' }).click();
  const pad = seller.getByRole('dialog', { name: 'Agent Signature' });
  await pad.getByRole('button', { name: 'Accept' }).click();
  await pad.getByText('Please sign first').waitFor();
  const box = await pad.getByRole('img', { name: 'Place for the signature' }).boundingBox();
  const [x, y] = [(box?.x ?? 0) + 40, (box?.y ?? 0) + 40];
  await seller.mouse.move(x, y);
  await seller.mouse.down();
  for (let n = 1; n < 12; n += 1) await seller.mouse.move(x + n * 15, y + (n % 2) * 50);
  await seller.mouse.up();
  await pad.getByText('Please sign first').waitFor({ state: 'hidden' });
  await looksRight(seller, 'lot-form-signature');
  await pad.getByRole('button', { name: 'Accept' }).click();
  await pad.waitFor({ state: 'hidden' });
  await seller.getByRole('button', { name: 'Sign as vendor' }).press('Enter');
  const typed = seller.getByRole('dialog', { name: 'Vendor Signature' });
  await typed.getByLabel('Name').fill('Vera Vendor');
  await typed.getByRole('button', { name: 'Accept' }).press('Enter');
  await once((now) => now.agentSignature.url !== '');
  await seller.getByRole('button', { name: 'Submit' }).first().click();
  await seller.getByRole('dialog', { name: 'Lot Submitted Successfully' }).waitFor();
  await seller.goto(server.url + paths.ownLot({ ...sale, kindData: sale.kindData }, lot));
  const more = seller.getByRole('region', { name: 'Additional Information' });
  for (const name of ['Agent Signature', 'Vendor Signature']) {
    await more.getByRole('img', { name }).waitFor();
  }
});

test('buyers see the pictures and the video once the lot is in the catalogue, and no signature', async () => {
  const { page } = await browser.person();
  await signIn(page, server.url, 'buyer@saleyard.test');
  const files = (await content()).media.map(({ url }) => url);
  for (const url of files) assert.is((await page.request.get(server.url + url)).status(), 404, url);

  await staff.call('POST', `staff/listings/${lot._id}/approve`, {});
  await page.goto(server.url + paths.catalogue(sale));
  await page
    .getByRole('link', { name: /Steers/ })
    .first()
    .waitFor();
  await page.goto(server.url + paths.lot(sale, lot));
  const picture = page.getByRole('button', { name: /^Enlarge / });
  await picture.waitFor();
  await untilTrue(page, `document.querySelector('figure img')?.naturalWidth > 0`);
  await looksRight(page, 'lot-with-media');
  await picture.click();
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Show .*video 3$/ }).click();
  await page.locator('video').waitFor();
  const played = await page.evaluate<number>(`(async () => {
    const video = document.querySelector('video');
    video.muted = true;
    await video.play();
    return video.duration;
  })()`);
  assert.ok(played > 0, `${played} s`);
  assert.is(await page.getByRole('img', { name: /Signature/ }).count(), 0);
});

test.run();
