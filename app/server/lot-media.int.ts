import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { MEDIA_REFUSALS, PART_BYTES } from '@saleyard/contract/lot-media.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import { suite } from '@saleyard/testing/suite.ts';
import sharp from 'sharp';
import * as assert from 'uvu/assert';
import type { Session } from '../client/session.ts';
import { writtenSteers } from '../test-support/listings.ts';
import { startWithDrafts } from '../test-support/lot-drafts.ts';
import { until } from '../test-support/test-server.ts';
import { film } from '../test-support/video.ts';
import { whenFree } from '../test-support/when-free.ts';

const test = suite('pictures, videos and signatures of lots', { limitMs: 120_000 });

const { server, staff, vera, other, buyer, sale, begin, own, get, show, statusOf } = await startWithDrafts();
test.after(() => server.close());

type Medium = { key: string; url: string; thumbnail: string; mimeType: string; main: boolean };
type Sent = { status: number; code: string; message: string; media: Medium; url: string };
type How = { as?: Session; headers?: Record<string, string>; commandId?: string; method?: string };
async function send(
  target: string,
  bytes: Uint8Array | null,
  { as = vera, headers = {}, commandId = newId(), method = 'POST' }: How = {},
): Promise<Sent> {
  const response = await whenFree(() =>
    fetch(`${server.base}/api/v1/lots/${target}`, {
      method,
      headers: {
        origin: server.base,
        cookie: as.cookie,
        'x-command-id': commandId,
        ...(bytes && { 'content-type': 'application/octet-stream' }),
        ...headers,
      },
      ...(bytes && { body: Buffer.from(bytes) }),
    }),
  );
  const text = await response.text();
  const { data, errors } = (text === '' ? {} : JSON.parse(text)) as {
    data?: { media?: Medium; url?: string };
    errors?: { code: string; message: string }[];
  };
  const { code = '', message = '' } = errors?.[0] ?? {};
  return {
    status: response.status,
    code,
    message,
    media: data?.media ?? ({} as Medium),
    url: data?.url ?? '',
  };
}
const add = (lot: string, bytes: Uint8Array, how?: How) => send(`${lot}/media`, bytes, how);

const filesOf = async (as: Session): Promise<string[]> =>
  (
    await readdir(path.join(server.folder, 'files', 'accounts', as.id), { recursive: true }).catch(() => [])
  ).filter((name) => name.endsWith('.file'));

const photo = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 10, g: 120, b: 30 } } });
const PNG = await photo(640, 480).png().toBuffer();
/** Identifies a picture here, in any quality: too long for an encrypted file to hold it by chance. */
const MARKS = [
  Buffer.from('JFIF'),
  ...[await photo(640, 480).jpeg().toBuffer(), PNG].map((bytes) => bytes.subarray(0, 7)),
];

test('[S209] [S374] [S383] a photograph goes from the draft to bidders, smaller and without its place', async () => {
  const lot = await begin();
  const sent = await photo(4_000, 3_000)
    .withExif({ IFD0: { Copyright: 'Hillview' }, IFD3: { GPSLatitude: '30/1 58/1 0/1' } })
    .jpeg()
    .toBuffer();
  assert.ok(sent.includes('Hillview'));
  const headers = {
    'file-timestamp': '1700000000000',
    'file-order': '0',
    'file-title': 'Steers%20%E2%80%8B',
  };
  const { status, message, media } = await add(lot, sent, { headers });
  assert.is(status, 201, message);
  const [first] = (await own(lot)).content.media;
  assert.equal(first, media);
  assert.equal(first, {
    key: media.key,
    url: media.url,
    thumbnail: media.thumbnail,
    title: '',
    order: 0,
    main: true,
    isNew: false,
    mimeType: 'image/jpeg',
    type: 'image',
    timestamp: 1_700_000_000_000,
  });
  assert.match(media.url, new RegExp(`^/api/v1/lots/${lot}/media/[0-9a-f]{32}-3000x2250/3000\\.jpg$`));
  const upright = await add(await begin(), await photo(2_400, 3_200).jpeg().toBuffer());
  assert.match(upright.media.url, /-2250x3000\/2250\.jpg$/);
  for (const width of [320, 640, 960, 1_280, 1_920, 3_000]) {
    const answer = await get(media.url.replace('3000.jpg', `${width}.jpg`), vera);
    assert.is(answer.headers.get('content-type'), 'image/jpeg');
    assert.is(answer.headers.get('x-content-type-options'), 'nosniff');
    const bytes = Buffer.from(await answer.arrayBuffer());
    const { format, width: wide, exif } = await sharp(bytes).metadata();
    assert.equal([format, wide, exif], ['jpeg', width, undefined]);
    assert.not.ok(bytes.includes('Hillview'));
  }

  // A draft is its seller's and the staff's.
  assert.is(await statusOf(media.thumbnail, staff), 200);
  for (const stranger of [other, buyer, null]) assert.is(await statusOf(media.thumbnail, stranger), 404);
  await vera.call('POST', `lots/${lot}/submit`, {});
  assert.is(await statusOf(media.thumbnail, buyer), 404);
  await staff.call('POST', `staff/listings/${lot}/approve`, {});
  await until(async () => (await statusOf(media.thumbnail, buyer)) === 200);
  for (const anyone of [other, buyer, null]) assert.is(await statusOf(media.url, anyone), 200);
  type Shown = { media: { url: string; thumbnail: string }[] };
  const page = await show<{ lot: Shown }>(`lots/${lot}`, buyer);
  assert.is(page.lot.media[0]?.url, media.url);
  const room = await show<{ lots: Shown[] }>(`auctions/${sale._id}/lots?mode=live`, buyer);
  assert.is(room.lots.find((one) => one.media[0]?.url === media.url)?.media[0]?.thumbnail, media.thumbnail); // [A304]
  const pdf = await get(`/api/v1/print/lots/${lot}/full-details`, buyer);
  assert.is(pdf.status, 200);
  assert.match(Buffer.from(await pdf.arrayBuffer()).toString('latin1'), /\/Subtype \/Image/);
  // What bidders see never changes.
  assert.is((await add(lot, PNG)).code, 'not-editable');
  assert.is((await send(`${lot}/media/${media.key}`, null, { method: 'DELETE' })).code, 'not-editable');
});

test('[G27] the sixty pictures of a catalogue page come to people who open it at once', async () => {
  const lot = await begin();
  const { media } = await add(lot, PNG);
  const pages = [vera, staff].flatMap((person) =>
    Array.from({ length: 60 }, () => statusOf(media.thumbnail, person)),
  );
  assert.equal(new Set(await Promise.all(pages)), new Set([200]));
});

test('no copy of a picture on the disk can be read without the key of its seller', async () => {
  const lot = await begin({});
  assert.is((await add(lot, PNG)).status, 201);
  const root = path.join(server.folder, 'files', 'accounts', vera.id);
  for (const name of await filesOf(vera)) {
    const bytes = await readFile(path.join(root, name));
    const opened = await sharp(bytes)
      .metadata()
      .catch(() => null);
    assert.is(opened, null, name);
    for (const mark of MARKS) assert.not.ok(bytes.includes(mark), name);
  }
});

test('[S375] [S379] [S381] [S385] hostile and unfit files are refused in words, and nothing of them is kept', async () => {
  const lot = await begin({});
  const before = await filesOf(vera);
  const bomb = await photo(1, 1).png().toBuffer();
  bomb.writeUInt32BE(50_000, 16);
  bomb.writeUInt32BE(50_000, 20);
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><script>1</script></svg>';
  for (const [bytes, message] of [
    [Buffer.from(svg), 'File format not supported, please upload either: JPG, PNG, or MP4'],
    [Buffer.from(`<?xml version="1.0"?>${svg}`), MEDIA_REFUSALS.unsupported],
    [Buffer.from('<html><script>1</script>'), MEDIA_REFUSALS.unsupported],
    [Buffer.from('GIF89a\x01\x00\x01\x00'), MEDIA_REFUSALS.unsupported],
    [Buffer.from('%PDF-1.4'), MEDIA_REFUSALS.unsupported],
    [await photo(319, 220).png().toBuffer(), 'Image size too small'],
    [await photo(320, 219).png().toBuffer(), 'Image size too small'],
    [PNG.subarray(0, 60), /cannot be read/],
    [bomb, /^This picture (has 50000 × 50000 pixels|cannot be read)/],
  ] as const) {
    const refused = await add(lot, bytes);
    assert.equal([refused.status, refused.code], [400, 'unfit-file'], refused.message);
    if (typeof message === 'string') assert.is(refused.message, message);
    else assert.match(refused.message, message);
  }
  assert.is((await add(lot, Buffer.alloc(16 * 1024 * 1024))).status, 413);
  assert.equal(await filesOf(vera), before);

  const small = await photo(320, 220).png().toBuffer();
  for (let n = 0; n < 20; n += 1) assert.is((await add(lot, small)).status, 201);
  const full = await filesOf(vera);
  const more = await add(lot, small);
  assert.equal([more.status, more.message], [400, 'Max media amount reached']);
  assert.equal(await filesOf(vera), full);
});

test('[S372] [S373] [S377] [S380] [S469] a video is recognised by its bytes, and taken by its length and size', async () => {
  const lot = await begin({});
  const before = await filesOf(vera);
  for (const [bytes, message] of [
    [film({ seconds: 61 }), 'Video exceeds 1 minute (Please choose another file)'],
    [film({ seconds: 10 }).subarray(0, 40), 'Unsupported format (Please select .mp4 or .mov)'],
    [Buffer.from('1a45dfa3934282847765626d', 'hex'), MEDIA_REFUSALS.unsupportedVideo],
  ] as const)
    assert.is((await add(lot, bytes)).message, message);
  const large = { 'file-size': String(50 * 1024 * 1024 + 1) };
  assert.is(
    (await add(lot, film({ seconds: 9 }), { headers: large })).message,
    'Video exceeds 50mb (Please resize or choose another video)',
  );
  const largest = { 'file-size': String(50 * 1024 * 1024) };
  assert.is(
    (await add(lot, film({ seconds: 9 }), { headers: largest })).message,
    'A part of the video is missing',
    'a video of 50 MB is not too large',
  );
  assert.equal(await filesOf(vera), before);

  const bytes = film({ seconds: 60, place: '-30.5+150.2/' });
  const { status, message, media } = await add(lot, bytes);
  assert.is(status, 201, message);
  assert.is(media.mimeType, 'video/mp4');
  const answer = await get(media.url, vera);
  assert.is(answer.headers.get('content-type'), 'video/mp4');
  const kept = Buffer.from(await answer.arrayBuffer());
  assert.is(kept.length, bytes.length, 'nothing in it moved');
  assert.ok(bytes.includes('-30.5+150.2/'));
  assert.not.ok(kept.includes('-30.5+150.2/'), 'where it was filmed is gone');

  assert.is(await statusOf(media.thumbnail, vera), 404);
  assert.is((await send(`${lot}/media/${media.key}/thumbnail`, Buffer.from('<svg/>'))).status, 400);
  assert.is((await send(`${lot}/media/${media.key}/thumbnail`, PNG, { as: other })).status, 404);
  assert.is((await send(`${lot}/media/${media.key}/thumbnail`, PNG)).status, 204);
  assert.is((await get(media.thumbnail, vera)).headers.get('content-type'), 'image/jpeg');
});

/** Another picture that has as many bytes. */
const asLong = async (bytes: Buffer, red: number): Promise<Buffer> => {
  const least = await sharp({
    create: { width: 640, height: 480, channels: 3, background: { r: red, g: 1, b: 2 } },
  })
    .png()
    .toBuffer();
  assert.ok(least.length < bytes.length);
  return Buffer.concat([least, Buffer.alloc(bytes.length - least.length)]);
};

test('the same request with another file of the same size is refused, and the first one stays', async () => {
  const lot = await begin({});
  const commandId = newId();
  const sent = Buffer.concat([PNG, Buffer.alloc(500)]);
  const first = (await add(lot, sent, { commandId })).media;
  const before = await filesOf(vera);
  const shown = async (address: string) => Buffer.from(await (await get(address, vera)).arrayBuffer());
  const picture = await shown(first.url);
  const other = await add(lot, await asLong(sent, 200), { commandId });
  assert.equal([other.status, other.code], [409, 'duplicate-conflict']);
  assert.equal(
    (await add(lot, sent, { commandId })).media,
    first,
    'the first one again is answered as before',
  );
  assert.is((await own(lot)).content.media.length, 1);
  assert.equal(await filesOf(vera), before, 'nothing of the other one is kept');
  assert.is(picture.compare(await shown(first.url)), 0);

  const signed = await send(`${lot}/signatures/agent`, sent, { commandId: `${commandId}-s` });
  assert.is(signed.status, 201, signed.message);
  const ink = await shown(signed.url);
  const after = await filesOf(vera);
  const forged = await send(`${lot}/signatures/agent`, await asLong(sent, 90), {
    commandId: `${commandId}-s`,
  });
  assert.equal([forged.status, forged.code], [409, 'duplicate-conflict']);
  assert.is(ink.compare(await shown(signed.url)), 0, 'a signature is not replaced');
  assert.equal(await filesOf(vera), after);
});

test('the same request with another end of a video in parts is refused', async () => {
  const lot = await begin({});
  const bytes = film({ seconds: 20, bytes: PART_BYTES + 1_000 });
  const headers = { 'file-size': String(bytes.length) };
  const commandId = newId();
  const part = bytes.subarray(0, PART_BYTES);
  const sent = await send(`${lot}/media/parts/${commandId}/0`, part, { headers, method: 'PUT' });
  assert.is(sent.status, 204);
  const last = bytes.subarray(PART_BYTES);
  const { status, media } = await add(lot, last, { headers, commandId });
  assert.is(status, 201);
  const other = Buffer.from(last);
  other[other.length - 1] = (other[other.length - 1] ?? 0) ^ 1;
  const refused = await add(lot, other, { headers, commandId });
  assert.equal([refused.status, refused.code], [409, 'duplicate-conflict']);
  assert.equal((await add(lot, last, { headers, commandId })).media, media);
});

test('a long video is sent in parts, and answered in parts', async () => {
  const lot = await begin({});
  const bytes = film({ seconds: 30, bytes: 2 * PART_BYTES + 1_000, place: '-30.5+150.2/' });
  const headers = { 'file-size': String(bytes.length) };
  const commandId = newId();
  const part = (n: number, of = bytes) =>
    send(`${lot}/media/parts/${commandId}/${n}`, of.subarray(n * PART_BYTES, (n + 1) * PART_BYTES), {
      headers,
      method: 'PUT',
    });
  const last = () => add(lot, bytes.subarray(2 * PART_BYTES), { headers, commandId });
  assert.is((await part(0, Buffer.alloc(PART_BYTES))).message, MEDIA_REFUSALS.unsupported);
  assert.is((await part(2)).status, 400, 'the last part has its own operation');
  assert.is((await part(0)).status, 204);
  assert.is((await last()).message, MEDIA_REFUSALS.unsupportedVideo, 'one is missing');
  for (const n of [0, 1]) assert.is((await part(n)).status, 204);
  const { status, message, media } = await last();
  assert.is(status, 201, message);
  assert.equal((await last()).media, media, 'the same request again adds nothing');
  assert.is((await own(lot)).content.media.length, 1);
  assert.is((await part(0)).code, 'not-editable', 'what the lot shows never changes');

  const whole = Buffer.from(await (await get(media.url, vera)).arrayBuffer());
  assert.is(whole.length, bytes.length);
  assert.is(whole.subarray(0, -400).compare(bytes.subarray(0, -400)), 0, 'its tables are at its end');
  const some = await get(media.url, vera, { range: 'bytes=10-' });
  assert.equal(
    [some.status, some.headers.get('content-range'), some.headers.get('accept-ranges')],
    [206, `bytes 10-${PART_BYTES - 1}/${bytes.length}`, 'bytes'],
  );
  assert.is((await some.arrayBuffer()).byteLength, PART_BYTES - 10);
  const across = await get(media.url, vera, { range: `bytes=${PART_BYTES - 2}-${PART_BYTES + 1}` });
  assert.is(Buffer.from(await across.arrayBuffer()).compare(whole.subarray(PART_BYTES - 2, PART_BYTES)), 0);
  const end = await get(media.url, vera, { range: 'bytes=-5' });
  assert.is(Buffer.from(await end.arrayBuffer()).compare(whole.subarray(-5)), 0);
  assert.is((await get(media.url, vera, { range: `bytes=${bytes.length}-` })).status, 416);

  // Without its parts: only what is read is missed.
  const stored = (await filesOf(vera)).filter((name) => name.includes(media.key) && name.includes('part-'));
  assert.is(stored.length, 3);
  for (const name of stored) await rm(path.join(server.folder, 'files', 'accounts', vera.id, name));
  for (const range of ['', 'bytes=0-0']) {
    const asked = { method: 'HEAD', headers: { cookie: vera.cookie, range } };
    const head = await fetch(server.base + media.url, asked);
    assert.equal(
      [head.status, head.headers.get('content-length'), head.headers.get('accept-ranges')],
      [200, String(bytes.length), 'bytes'],
    );
  }
  assert.is(await statusOf(media.url, vera), 404);
});

test('[S209] [S467] a medium is sent with its time and its place, and has a key', async () => {
  const lot = await begin({});
  const at = (order: number) => ({
    headers: { 'file-timestamp': '1700000000000', 'file-order': String(order) },
  });
  const first = (await add(lot, PNG, at(0))).media;
  const last = (await add(lot, PNG, at(1))).media;
  const between = (await add(lot, PNG, at(1))).media;
  assert.match(between.key, /./);
  const { media } = (await own(lot)).content;
  assert.equal(
    media.map(({ key, timestamp }) => [key, timestamp]),
    [first, between, last].map(({ key }) => [key, 1_700_000_000_000]),
  );
  assert.equal(
    media.map(({ order, main }) => [order, main]),
    [
      [0, true],
      [1, false],
      [2, false],
    ],
  );
});

test('[S268] [S468] [S470] [S471] a save orders media and deletes them; one is made the main one', async () => {
  const web = { url: 'https://farm.example', description: 'Our farm', isPdf: false };
  const lot = await begin({ usefulLinks: [web] });
  assert.is((await send(`${lot}/documents`, Buffer.from('%PDF-1.4\n%%EOF\n'))).status, 201);
  const commandId = newId();
  const first = (await add(lot, PNG, { commandId })).media;
  assert.equal((await add(lot, PNG, { commandId })).media, first, 'the same request again adds nothing');
  const second = (await add(lot, PNG)).media;
  const main = (await send(`${lot}/media?main=true`, PNG)).media;
  assert.equal([first.main, second.main, main.main], [true, false, true]);
  const keys = async () => (await own(lot)).content.media.map(({ key }) => key);
  assert.equal(await keys(), [main.key, first.key, second.key]);
  const makeMain = (as = vera) => send(`${lot}/media/${second.key}/main`, null, { method: 'PUT', as });
  assert.is((await makeMain(other)).status, 404);
  assert.is((await makeMain()).status, 200);
  assert.equal(await keys(), [second.key, main.key, first.key]);
  assert.equal(
    (await own(lot)).content.media.map((one) => one.main),
    [true, false, false],
  );
  const save = (newMedia: object[]) =>
    vera.call('PUT', `auctions/${sale._id}/lots/${lot}`, { lot: { newMedia } });
  await save([{ key: first.key }, { key: main.key }]);
  const { content, media, newMedia, documents, usefulLinks } = await own(lot);
  for (const kept of [content.media, media])
    assert.equal(
      kept.map(({ key, url }) => [key, url]),
      [first, main].map(({ key, url }) => [key, url]),
    );
  // [S182] What a save would name again.
  assert.equal(newMedia, [{ key: first.key }, { key: main.key }]);
  assert.equal([documents.length, documents[0]?.mimeType], [1, 'application/pdf']);
  assert.equal(
    usefulLinks.map(({ url, description }) => [url, description]),
    [[web.url, web.description]],
  );
  assert.is(await statusOf(second.url, vera), 404, 'its file is deleted');
  const foreign = (await add(await begin({}), PNG)).media;
  for (const key of [foreign.key, second.key, 'f'.repeat(32)]) {
    const refused = await save([{ key }]).catch((error: unknown) => String(error));
    assert.match(String(refused), /400 invalid-request.*no such picture/);
  }
  assert.is((await send(`${lot}/media/${first.key}`, null, { method: 'DELETE', as: other })).status, 404);
  assert.equal(await keys(), [first.key, main.key]);
  assert.is((await send(`${lot}/media/${first.key}`, null, { method: 'DELETE' })).status, 200);
  assert.equal(await keys(), [main.key]); // [S471]
  assert.is(await statusOf(first.url, vera), 404);
  const drafts = async () =>
    (await show<{ lots: { _id: string }[] }>('lots/drafts?limit=50', vera)).lots.map(({ _id }) => _id);
  assert.ok((await drafts()).includes(lot));
  await vera.call('DELETE', `lots/${lot}`);
  assert.not.ok((await drafts()).includes(lot)); // [S466]
  assert.is(await statusOf(main.url, vera), 404);
  assert.equal(
    (await filesOf(vera)).filter((name) => name.includes(lot)),
    [],
  );
});

test('nobody adds to the lot of another person', async () => {
  const lot = await begin({});
  for (const as of [other, buyer]) {
    assert.is((await add(lot, PNG, { as })).status, 404);
    assert.is((await send(`${lot}/signatures/vendor`, PNG, { as })).status, 404);
    const part = Buffer.alloc(PART_BYTES);
    const how = { as, method: 'PUT', headers: { 'file-size': '9000000' } };
    assert.is((await send(`${lot}/media/parts/a-command/0`, part, how)).status, 404);
  }
  assert.is((await add('nothing', PNG)).status, 404);
  assert.equal(await filesOf(other), []);
});

test('a signature is read by its seller and staff, and by nobody else, ever', async () => {
  const lot = await begin();
  const ink = await sharp({ create: { width: 600, height: 200, channels: 4, background: '#0000' } })
    .png()
    .toBuffer();
  assert.is((await send(`${lot}/signatures/auctioneer`, ink)).status, 404);
  assert.is((await send(`${lot}/signatures/agent`, Buffer.from('<svg/>'))).message, 'Please sign again.');
  const agent = await send(`${lot}/signatures/agent`, ink);
  assert.is(agent.status, 201, agent.message);
  const again = await send(`${lot}/signatures/agent`, ink);
  const vendor = await send(`${lot}/signatures/vendor`, ink);
  const { content } = await own(lot);
  assert.equal([content.agentSignature, content.vendorSignature], [{ url: again.url }, { url: vendor.url }]);
  assert.is(await statusOf(agent.url, vera), 404, 'the first one is deleted');
  const answer = await get(again.url, vera);
  assert.equal([answer.status, answer.headers.get('cache-control')], [200, 'no-store']);
  assert.equal([answer.headers.get('content-type')], ['image/png']);

  await vera.call('POST', `lots/${lot}/submit`, {});
  await staff.call('POST', `staff/listings/${lot}/approve`, {});
  const page = async () => {
    const response = await get(`/api/v1/lots/${lot}`, buyer);
    return response.status === 200 ? response.text() : null;
  };
  assert.not.match(await until(page), /signature/i);
  assert.is(await statusOf(vendor.url, staff), 200);
  for (const stranger of [other, buyer]) assert.is(await statusOf(vendor.url, stranger), 404);
  assert.is(await statusOf(vendor.url, null), 401);
  const removed = await send(`${lot}/signatures/vendor`, null, { method: 'DELETE' });
  assert.is(removed.code, 'not-editable', 'what was submitted stays signed');
});

test('[B239] [B247] a lot record carries its texts and files; its description and signatures go to its owner and staff', async () => {
  const { details, ...steers } = writtenSteers();
  const lot = await begin({
    ...steers,
    description: 'Bought at Roma',
    saleConditions: 'Delivery within seven days',
    details: { ...details, additionalTitle: 'Grass fed' },
    usefulLinks: [{ url: 'https://farm.example/bulls', description: 'Bulls', isPdf: false }],
  });
  const headers = { 'file-timestamp': '1700000000000' };
  const { media: picture } = await add(lot, PNG, { headers });
  const { media: walk } = await add(lot, film({ seconds: 5 }));
  const how = { headers: { 'file-name': 'nvd.pdf', 'file-description': 'Declaration' } };
  assert.is((await send(`${lot}/documents`, Buffer.from('%PDF-1.4\n%%EOF\n'), how)).status, 201);
  const [document] = (await own(lot)).content.documents;
  const [agent, vendor] = [
    await send(`${lot}/signatures/agent`, PNG),
    await send(`${lot}/signatures/vendor`, PNG),
  ];
  await vera.call('POST', `lots/${lot}/submit`, {});
  await staff.call('POST', `staff/listings/${lot}/approve`, {});
  await until(async () => (await statusOf(picture.url, buyer)) === 200);

  const recordOf = async (as: Session | null, of = '') =>
    (await show<{ lot: Record<string, unknown> }>(`lots/${lot}${of}`, as)).lot;
  const forAll = (record: Record<string, unknown>) => [
    ...[record['additionalTitle'], record['saleConditions'], record['usefulLinks']],
    ...[record['documents'], record['media']],
  ];
  const named = ({ key, url, thumbnail }: Medium) => ({ key, url, thumbnail });
  const expected = [
    ...['Grass fed', 'Delivery within seven days'],
    [{ key: '', url: 'https://farm.example/bulls', description: 'Bulls', order: 0, isPdf: false }],
    [{ name: 'nvd.pdf', uri: document?.uri, description: 'Declaration' }],
    [
      { ...named(picture), mimeType: 'image/jpeg', type: 'image', title: '', timestamp: 1_700_000_000_000 },
      { ...named(walk), mimeType: 'video/mp4', type: 'video', title: '', timestamp: null },
    ],
  ];
  const forOwner = (record: Record<string, unknown>) => [
    ...[record['description'], record['agentSignature'], record['vendorSignature']],
  ];
  for (const as of [vera, staff]) {
    const record = await recordOf(as);
    assert.equal(forAll(record), expected);
    assert.equal(forOwner(record), ['Bought at Roma', { url: agent.url }, { url: vendor.url }]);
  }
  const records = [await recordOf(other), await recordOf(buyer), await recordOf(null)];
  for (const record of [...records, await recordOf(vera, '/public-info')]) {
    assert.equal(forAll(record), expected);
    assert.equal(forOwner(record), [undefined, undefined, undefined]);
    assert.not.match(JSON.stringify(record), /Roma|signature/i);
  }
});

test.run();
