import { setTimeout as pause } from 'node:timers/promises';
import { LEAST_PICTURE, PICTURE_BYTES } from '@saleyard/contract/pictures.ts';
import { suite } from '@saleyard/testing/suite.ts';
import sharp from 'sharp';
import * as assert from 'uvu/assert';
import { startCommandApi } from '../test-support/running-command-api.ts';

type Picture = { url: string; thumbnail: string; width: number; height: number };

const test = suite('pictures of stock', { limitMs: 120_000 });
let api: Awaited<ReturnType<typeof startCommandApi>>;
let admin = '';
test.before(async () => {
  api = await startCommandApi();
  await api.register('admin@farm.example', { role: 'admin' });
  admin = await api.signIn('admin@farm.example');
});
test.after(() => api.stop());

const photo = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 10, g: 120, b: 30 } } });
const sendOnce = (body: Uint8Array, cookie = admin) => api.call('POST', 'staff/pictures', { cookie, body });
/** Sends a picture, and sends it again where the server is busy, as it may be on a slow machine. */
const send = async (body: Uint8Array, cookie = admin) => {
  for (;;) {
    const answer = await sendOnce(body, cookie);
    if (answer.status !== 503) return answer;
    await pause(200);
  }
};
const pictureOf = (answer: { body: Record<string, unknown> }) =>
  (answer.body['data'] as { picture: Picture }).picture;
const errorOf = ({ status, body }: { status: number; body: Record<string, unknown> }) => {
  const [first] = body['errors'] as { code: string; message: string }[];
  return [status, first?.code, first?.message];
};
/** The stored file of one size, by its address. */
const kept = async (address: string): Promise<Buffer> => {
  const [, name, width] = /^\/media\/pictures\/(.+)\/(\d+)\.jpg$/.exec(address) ?? [];
  const bytes = await api.files.get(`pictures/${name}/${width}`);
  if (bytes === undefined) throw new Error(`${address} is not kept`);
  return bytes;
};

test('a photograph is kept in five widths, upright, and without the place where it was taken', async () => {
  const sent = await photo(2_000, 3_000)
    .withExif({ IFD0: { Copyright: 'Hillview' }, IFD3: { GPSLatitude: '30/1 58/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const answer = await send(sent);
  assert.is(answer.status, 201, JSON.stringify(answer.body));
  const { url, thumbnail, width, height } = pictureOf(answer);
  assert.equal([width, height], [1_920, 1_280], 'the camera was held on its side');
  assert.match(url, /^\/media\/pictures\/[0-9a-f]{32}-1920x1280\/1920\.jpg$/);
  assert.is(thumbnail, url.replace(/1920\.jpg$/, '320.jpg'));
  let before = 0;
  for (const each of [320, 640, 960, 1_280, 1_920]) {
    const bytes = await kept(url.replace(/1920\.jpg$/, `${each}.jpg`));
    const { format, width: wide, height: high, exif, orientation } = await sharp(bytes).metadata();
    assert.equal([format, wide, exif, orientation], ['jpeg', each, undefined, undefined]);
    assert.ok(Math.abs((high ?? 0) - (each * 2) / 3) <= 1);
    assert.ok(bytes.length > before, 'a smaller one has fewer bytes');
    before = bytes.length;
  }
});

test('the same picture again has the same address; a small one is not enlarged; a PNG becomes a JPEG', async () => {
  const png = await photo(500, 400).png().toBuffer();
  const first = pictureOf(await send(png));
  assert.equal(pictureOf(await send(png)), first);
  assert.match(first.url, /-500x400\/500\.jpg$/);
  assert.match(first.thumbnail, /-500x400\/320\.jpg$/);
  assert.is((await sharp(await kept(first.url)).metadata()).format, 'jpeg');
  const other = pictureOf(await send(await photo(500, 401).png().toBuffer()));
  assert.is.not(other.url, first.url);
});

test('what is too small, too large, no picture, or broken is refused with why', async () => {
  const { width, height } = LEAST_PICTURE;
  for (const [wide, high] of [
    [width - 1, height],
    [width, height - 1],
  ] as const)
    assert.equal(errorOf(await send(await photo(wide, high).png().toBuffer())), [
      ...[400, 'unfit-file', 'Image size too small'],
    ]);
  assert.is((await send(await photo(width, height).png().toBuffer())).status, 201);
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"/>');
  for (const bytes of [svg, Buffer.from('%PDF-1.4'), Buffer.from('GIF89a'), Buffer.from('<html>')])
    assert.equal(errorOf(await send(bytes)).slice(0, 2), [400, 'unfit-file']);
  const jpeg = await photo(640, 480).jpeg().toBuffer();
  assert.equal(errorOf(await send(jpeg.subarray(0, 300))).slice(0, 2), [400, 'unfit-file']);
  const larger = await send(Buffer.alloc(PICTURE_BYTES + 1));
  assert.equal(errorOf(larger).slice(0, 2), [413, 'too-large']);
});

test('only administrators upload; beyond eight that wait, more are answered to come later', async () => {
  const small = await photo(400, 300).png().toBuffer();
  await api.register('seller@farm.example', { status: 'approved-seller' });
  await api.register('auditor@farm.example', { role: 'auditor' });
  assert.is((await send(small, '')).status, 401);
  assert.is((await send(small, await api.signIn('seller@farm.example'))).status, 403);
  assert.is((await send(small, await api.signIn('auditor@farm.example'))).status, 403);
  const large = await photo(4_000, 3_000).png().toBuffer();
  const answers = await Promise.all(Array.from({ length: 16 }, () => sendOnce(large)));
  const busy = answers.filter(({ status }) => status === 503);
  assert.ok(busy.length > 0, 'the queue is bounded');
  for (const answer of busy) assert.ok(Number(answer.headers.get('retry-after')) > 0);
  assert.equal(
    answers.map(({ status }) => status).filter((status) => status !== 201 && status !== 503),
    [],
  );
});

test.run();
