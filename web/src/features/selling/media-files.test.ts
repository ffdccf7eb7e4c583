import '@/test-support/dom.ts';
import { MEDIA_REFUSALS } from '@saleyard/contract/lot-media.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { readyMedium } from './media-files.ts';
import { withMedia } from './test-support/played-media.ts';

const test = suite('a file that is chosen as a picture or a video');

const film = (name: string) => new File(['film'], name, { type: 'video/quicktime' });

test('a MOV is taken where the browser plays it as an MP4, as Apple’s do, and refused elsewhere', async () => {
  const asked: string[] = [];
  const taken = await withMedia(true, asked, () => readyMedium(film('walk.MOV')));
  assert.is(taken.outcome, 'video');
  const refused = await withMedia(false, asked, () => readyMedium(film('walk.mov')));
  assert.equal(refused, { outcome: 'refused', message: MEDIA_REFUSALS.unsupported });
  assert.equal(asked, ['video/mp4', 'video/mp4']);
});

test('a picture is known by its bytes: a JPEG named .jfif or without an ending, and a HEIC named .jpg', async () => {
  const asked: string[] = [];
  const known = globalThis.createImageBitmap;
  const jpeg = Uint8Array.of(0xff, 0xd8, 0xff, 0xdb, 0, 0x43);
  const heic = new TextEncoder().encode('\0\0\0\u001cftypheic\0\0\0\0');
  globalThis.createImageBitmap = (async (blob: File) => {
    asked.push(blob.name);
    return { width: 1_200, height: 900, close: () => undefined };
  }) as unknown as typeof createImageBitmap;
  try {
    for (const name of ['saved.jfif', 'IMG_0042', 'a.jpg']) {
      const ready = await readyMedium(new File([jpeg], name));
      assert.is(ready.outcome === 'picture' && /\.jpg$/.test(ready.file.name), true, name);
    }
    asked.length = 0;
    await readyMedium(new File([heic], 'heic-named.jpg'));
    assert.ok(asked.length > 1, 'it is read as HEIC first');
    assert.is((await readyMedium(new File(['text'], 'letter.doc'))).outcome, 'refused');
  } finally {
    globalThis.createImageBitmap = known;
  }
});

test('a WebP or AVIF named .jpg is made a JPEG, under its own name it is refused, and so is an empty file', async () => {
  const bytesOf = (text: string) => Uint8Array.from([...text].map((sign) => sign.charCodeAt(0)));
  const webp = bytesOf('RIFF\u0010\0\0\0WEBPVP8 ');
  const avif = bytesOf('\0\0\0\u001cftypavif\0\0\0\0');
  const png = bytesOf('\u0089PNG\r\n\u001a\n');
  const known = [globalThis.createImageBitmap, document.createElement] as const;
  let drawn = 0;
  globalThis.createImageBitmap = (async (blob: File) => {
    if (blob.size === 0) throw new Error('nothing in it');
    return { width: 1_200, height: 900, close: () => undefined };
  }) as unknown as typeof createImageBitmap;
  document.createElement = ((name: string) => {
    if (name !== 'canvas') return known[1].call(document, name);
    drawn += 1;
    return {
      getContext: () => ({ fillRect: () => undefined, drawImage: () => undefined }),
      toBlob: (take: (blob: Blob) => void) => take(new Blob(['jpeg'], { type: 'image/jpeg' })),
    };
  }) as unknown as typeof document.createElement;
  try {
    for (const bytes of [webp, avif]) {
      const ready = await readyMedium(new File([bytes], 'paddock.jpg'));
      assert.is(ready.outcome === 'picture' && (await ready.file.text()), 'jpeg');
    }
    assert.is(drawn, 2);
    for (const [bytes, name] of [
      [webp, 'paddock.webp'],
      [avif, 'paddock.avif'],
    ] as const)
      assert.equal(await readyMedium(new File([bytes], name)), {
        outcome: 'refused',
        message: MEDIA_REFUSALS.unsupported,
      });
    await readyMedium(new File([png], 'paddock.jpg'));
    assert.is(drawn, 2, 'a PNG is sent as it is');
    assert.equal(await readyMedium(new File([], 'paddock.jpg')), {
      outcome: 'refused',
      message: 'Error loading image',
    });
  } finally {
    [globalThis.createImageBitmap, document.createElement] = known;
  }
});

test.run();
