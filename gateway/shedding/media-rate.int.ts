import { request } from 'node:http';
import { PART_BYTES } from '@saleyard/contract/lot-media.ts';
import { lotMediaOperations } from '@saleyard/contract/operations/lot-media.ts';
import { widthsOf } from '@saleyard/contract/picture-addresses.ts';
import { endpoint, routesOf } from '@saleyard/http/endpoint.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { createTrustedProxyHeaders } from '../http/trusted-proxy-headers.ts';
import { uploadedPictures } from '../http/uploaded-pictures.ts';
import { type RunningSale, runningSale } from '../test-support/running-sale.ts';
import { CLIENT_LIMITS } from './client-limits.ts';
import { MEDIA_LIMITS, type MediaLimits } from './media-rate.ts';

const test = suite('limits of pictures', { limitMs: 20_000 });

const WIDTHS = widthsOf(1_920);
const LARGE = 1_920;
const PICTURE = (width: number): string => `/media/pictures/${'a'.repeat(32)}-1920x1280/${width}.jpg`;

/** Nothing is filled while a test runs. */
const limited = (person: number, address: number): MediaLimits => ({
  pictureBytes: 1_000,
  rates: { person: { perSecond: 0, capacity: person }, address: { perSecond: 0, capacity: address } },
});

/** A sale with one picture: 4,500 bytes at its largest, else 500. `reads`: of its file; `hold` keeps them waiting. */
async function saleWithPicture(mediaLimits?: MediaLimits) {
  const files = { reads: 0, hold: false, waiting: [] as (() => void)[] };
  const media = uploadedPictures({
    async get(key) {
      files.reads += 1;
      if (files.hold) await new Promise<void>((resolve) => files.waiting.push(resolve));
      const bytes = Buffer.alloc(key.endsWith(`/${LARGE}`) ? 4_500 : 500);
      bytes.set([0xff, 0xd8, 0xff]);
      bytes.set([0xff, 0xd9], bytes.length - 2);
      return bytes;
    },
  });
  const sale = await runningSale({
    gateway: {
      media: [media],
      ...(mediaLimits && { mediaLimits }),
      proxyHeaders: createTrustedProxyHeaders({ key: null, proxies: 1, secure: false }),
    },
  });
  return { sale, files };
}

type From = { user?: string; address?: string; tag?: string; method?: string };
type Answer = { status: number; tag: string; retryAfter: number; bytes: number };

function picture(
  { port }: RunningSale,
  width: number,
  { user, address = '192.0.2.1', tag, method = 'GET' }: From = {},
): Promise<Answer> {
  const headers = {
    'x-forwarded-for': address,
    ...(user && { cookie: `user=${user}` }),
    ...(tag && { 'if-none-match': tag }),
  };
  return new Promise((resolve, reject) => {
    const asked = request(
      { port, host: '127.0.0.1', method, path: PICTURE(width), headers, agent: false },
      (response) => {
        let bytes = 0;
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
        });
        response.on('end', () => {
          const { etag = '', 'retry-after': retryAfter } = response.headers;
          resolve({
            status: response.statusCode ?? 0,
            tag: etag,
            retryAfter: Number(retryAfter ?? 0),
            bytes,
          });
        });
      },
    );
    asked.on('error', reject);
    asked.end();
  });
}

async function statuses(sale: RunningSale, times: number, from: From, width = 320): Promise<number[]> {
  const found: number[] = [];
  for (let n = 0; n < times; n += 1) found.push((await picture(sale, width, from)).status);
  return found;
}

test('[G21] the pictures of a person and of an address are limited apart, beyond: 429', async () => {
  assert.ok(WIDTHS.includes(320) && WIDTHS.includes(LARGE));
  const { sale, files } = await saleWithPicture(limited(2, 3));
  try {
    assert.equal(await statuses(sale, 2, { address: '2001:db8:1:200::1' }), [200, 200]);
    assert.equal(await statuses(sale, 2, { address: '2001:db8:1:2ff::9' }), [200, 429], 'one network');
    assert.equal(await statuses(sale, 1, { address: '2001:db8:1:300::1' }), [200]);
    assert.equal(await statuses(sale, 2, { user: 'jane', address: '2001:db8:1:200::1' }), [200, 200]);
    const reads = files.reads;
    const over = await picture(sale, 320, { user: 'jane', address: '192.0.2.9' });
    assert.is(over.status, 429);
    assert.ok(over.retryAfter > 0);
    assert.is(files.reads, reads, 'a refused picture is not read');
    const other = await fetch(`http://127.0.0.1:${sale.port}/api/v1/checkServer`);
    assert.is(other.status, 200);
  } finally {
    await sale.stop();
  }
});

test('[G21] a long picture counts for its length, also by HEAD; one that the browser has is not read', async () => {
  const { sale, files } = await saleWithPicture(limited(10, 12));
  try {
    const { tag } = await picture(sale, LARGE);
    assert.equal(await statuses(sale, 1, { method: 'HEAD' }, LARGE), [200]);
    // 10 of 12 are taken: two are left.
    assert.is(files.reads, 2);
    const known = await picture(sale, LARGE, { tag });
    assert.equal([known.status, known.bytes, files.reads], [304, 0, 2]);
    assert.equal(await statuses(sale, 2, {}), [200, 429]);
  } finally {
    await sale.stop();
  }
});

/** A sale with a lot's video and its poster picture, of 3,500 bytes. `reads`: ranges of the video that were read. */
async function saleWithVideo(mediaLimits: MediaLimits) {
  const video = { reads: 0 };
  const file = (type: string, bytes: number) => ({
    ...{ bytes: Buffer.alloc(bytes), type, name: 'file', isShown: true },
  });
  const routes = routesOf(
    [
      endpoint(lotMediaOperations.lotVideo, ({ request }) => {
        if (request.method === 'GET') video.reads += 1;
        return { data: { ...file('video/mp4', 1), part: { from: 0, size: 10 * PART_BYTES } } };
      }),
      endpoint(lotMediaOperations.lotPicture, () => ({ data: file('image/jpeg', 3_500) })),
    ],
    { viewerOf: () => null },
  );
  const sale = await runningSale({ gateway: { routes, mediaLimits } });
  const ask = async (name: string, method = 'GET') => {
    const address = `http://127.0.0.1:${sale.port}/api/v1/lots/l1/media/${'a'.repeat(32)}/${name}`;
    return (await fetch(address, { method, headers: { range: 'bytes=0-0' } })).status;
  };
  return { sale, video, ask };
}

test('[G21] a byte of a video counts as the part that is read for it, before it is read', async () => {
  const pictureBytes = PART_BYTES / 4;
  const { sale, video, ask } = await saleWithVideo({ ...limited(11, 11), pictureBytes });
  try {
    assert.is(await ask('video.mp4', 'HEAD'), 206);
    assert.equal([await ask('video.mp4'), await ask('VIDEO.mp4/')], [206, 206]);
    // 9 of 11 are taken.
    assert.equal([await ask('video.mp4'), video.reads], [429, 2]);
    assert.is(await ask('video.mp4', 'HEAD'), 206);
    assert.equal([await ask('video.mp4', 'HEAD'), await ask('video.mp4', 'HEAD')], [206, 429]);
  } finally {
    await sale.stop();
  }
});

test('[G21] a long picture of a lot counts for its length', async () => {
  const { sale, ask } = await saleWithVideo(limited(5, 5));
  try {
    assert.equal([await ask('320.jpg'), await ask('320.jpg'), await ask('320.jpg')], [200, 200, 429]);
  } finally {
    await sale.stop();
  }
});

test('[G27] the pictures of one client wait for their turn, those of others do not wait for them', async () => {
  const { sale, files } = await saleWithPicture();
  try {
    files.hold = true;
    const many = Array.from({ length: CLIENT_LIMITS.requests * 2 }, () =>
      picture(sale, 320, { user: 'jane' }),
    );
    while (files.waiting.length < CLIENT_LIMITS.requests) await new Promise((done) => setTimeout(done, 5));
    files.hold = false;
    assert.is((await picture(sale, 320)).status, 200);
    assert.is(files.reads, CLIENT_LIMITS.requests + 1);
    for (const read of files.waiting) read();
    assert.equal(new Set((await Promise.all(many)).map(({ status }) => status)), new Set([200]));
  } finally {
    await sale.stop();
  }
});

test('[G21] 300 visitors of one Wi-Fi open three catalogue pages of 60 pictures at once, and three a minute', () => {
  const { address, person } = MEDIA_LIMITS.rates;
  assert.ok(address.capacity >= 300 * 3 * 60);
  assert.ok(address.perSecond * 60 >= 300 * 3 * 60);
  assert.ok(person.perSecond * 60 >= 10 * 60);
  assert.ok(CLIENT_LIMITS.waitingPictures >= 300 * 6, 'six connections of each browser');
});

test.run();
