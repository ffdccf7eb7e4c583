import { suite } from '@saleyard/testing/suite.ts';
import sharp from 'sharp';
import * as assert from 'uvu/assert';
import { photograph } from '../test-support/photograph.ts';
import { schedule, steers } from '../test-support/sales.ts';
import { startTestServer, type TestServer } from '../test-support/test-server.ts';

const test = suite('uploaded pictures, served and printed', { limitMs: 60_000 });

let server: TestServer;
let base = '';

test.before(async () => {
  server = await startTestServer({ settings: { demo: true } });
  base = server.base;
});
test.after(() => server.close());

const bytesAt = async (address: string): Promise<Buffer> =>
  Buffer.from(await (await fetch(`${base}${address}`)).arrayBuffer());

test('a photograph is served in every width, kept by browsers for ever, and printed in the PDF of its lot', async () => {
  const staff = await server.signedIn('staff');
  const answer = await fetch(`${base}/api/v1/staff/pictures`, {
    method: 'POST',
    headers: { origin: base, cookie: staff.cookie, 'content-type': 'image/jpeg' },
    body: await photograph(),
  });
  assert.is(answer.status, 201, await answer.clone().text());
  const { picture } = ((await answer.json()) as { data: { picture: { url: string; thumbnail: string } } })
    .data;
  for (const width of [320, 640, 960, 1_280, 1_920]) {
    const response = await fetch(`${base}${picture.url.replace(/1920\.jpg$/, `${width}.jpg`)}`);
    assert.is(response.status, 200);
    assert.is(response.headers.get('content-type'), 'image/jpeg');
    assert.is(response.headers.get('cache-control'), 'public, max-age=31536000, immutable');
    assert.is(response.headers.get('x-content-type-options'), 'nosniff');
    const found = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    assert.is(found.width, width);
  }
  for (const other of ['641.jpg', '640.png'])
    assert.is((await fetch(`${base}${picture.url.replace('1920.jpg', other)}`)).status, 404, other);
  assert.is((await fetch(`${base}${picture.url.replace('1920x1280', '1920x1279')}`)).status, 404);

  const media = [{ url: picture.url, thumbnail: picture.thumbnail, title: '' }];
  const sale = await schedule(staff, { type: 'simultaneous', durationSeconds: 60, liveInMs: 3_600_000 }, [
    steers('1', { media }),
  ]);
  const { lot } = await staff.call<{ lot: { media: typeof media } }>('GET', `lots/${sale.lots[0]}`);
  const [shown] = lot.media;
  assert.equal([shown?.url, shown?.thumbnail], [picture.url, picture.thumbnail]); // [A304]
  const print = `/api/v1/print/lots/${sale.lots[0]}/full-details`;
  let pdf = await fetch(`${base}${print}`);
  while (pdf.status === 404 || pdf.status === 503) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    pdf = await fetch(`${base}${print}`);
  }
  assert.is(pdf.status, 200);
  const printed = await bytesAt(picture.url.replace('1920.jpg', '640.jpg'));
  assert.ok(Buffer.from(await pdf.arrayBuffer()).includes(printed), 'the photograph is in the document');
});

test.run();
