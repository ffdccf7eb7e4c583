import { constants, crc32, createDeflate } from 'node:zlib';
import { PICTURE_PIXELS } from '@saleyard/contract/account-files.ts';
import type { Me } from '@saleyard/contract/accounts.ts';
import { suite } from '@saleyard/testing/suite.ts';
import sharp from 'sharp';
import * as assert from 'uvu/assert';
import { startCommandApi } from '../test-support/running-command-api.ts';
import { fileNameOf } from './file-check.ts';

type Api = Awaited<ReturnType<typeof startCommandApi>>;

const test = suite('files of accounts', { limitMs: 30_000 });
let api: Api;
test.before(async () => {
  api = await startCommandApi();
});
test.after(() => api.stop());

const COLOUR = { r: 200, g: 30, b: 30 };
const pictureOf = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: COLOUR } });
const png = (width = 300, height = 200): Promise<Buffer> => pictureOf(width, height).png().toBuffer();
const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');

const chunk = (type: string, data: Uint8Array): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
};

/** A truncated PNG of this many pixels a side, one bit each: everything but its pixels. */
function signedHeader(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', header)]);
}

/** A complete PNG of this many black pixels a side, one bit each, as small as possible. */
async function blackPng(side: number): Promise<Buffer> {
  const deflate = createDeflate({ level: constants.Z_BEST_COMPRESSION });
  const packed: Buffer[] = [];
  deflate.on('data', (part: Buffer) => packed.push(part));
  const row = Buffer.alloc(1 + Math.ceil(side / 8));
  for (let rows = 0; rows < side; rows += 1)
    if (!deflate.write(row)) await new Promise((resolve) => deflate.once('drain', resolve));
  await new Promise<void>((resolve) => deflate.once('end', resolve).end());
  const pixels = chunk('IDAT', Buffer.concat(packed));
  return Buffer.concat([signedHeader(side), pixels, chunk('IEND', Buffer.alloc(0))]);
}

const errorOf = (body: Record<string, unknown>) =>
  (body['errors'] as { code: string; message: string; field?: string }[])[0];
const userOf = (body: Record<string, unknown>) => (body['data'] as { user: Me }).user;

const send = (what: string, cookie: string, bytes: Uint8Array, headers: Record<string, string> = {}) =>
  api.call('POST', `users/me/${what}`, { cookie, body: bytes, headers });

/** The record of a person who is signed in. */
const recordOf = async (cookie: string) => userOf((await api.call('GET', 'users/me', { cookie })).body);

/** Fetches a file as a browser does. */
const read = (url: string, cookie = '') => fetch(`${api.origin}${url}`, { headers: { cookie } });

let people = 0;
async function someone(more: Parameters<Api['register']>[1] = {}): Promise<{ id: string; cookie: string }> {
  people += 1;
  const email = `files${people}@farm.example`;
  return { id: await api.register(email, more), cookie: await api.signIn(email) };
}

test('[A278] [A624] [A625] [A626] a logo is sent, answered with the user, read by its owner and staff, and replaced', async () => {
  const { id, cookie } = await someone();
  const sent = await send('logo', cookie, await png(2_000, 1_000), {
    'file-name': encodeURIComponent('Our löge.PNG'),
  });
  assert.is(sent.status, 200, JSON.stringify(sent.body));
  const { logo } = userOf(sent.body);
  assert.equal([logo?.name, logo?.type], ['Our löge.png', 'image/png']);
  assert.equal((await recordOf(cookie)).logo, logo); // [A278]
  const answer = await read(logo?.url ?? '', cookie);
  assert.is(answer.status, 200);
  assert.is(answer.headers.get('content-type'), 'image/png');
  assert.match(answer.headers.get('content-disposition') ?? '', /^inline;/);
  assert.is(answer.headers.get('x-content-type-options'), 'nosniff');
  assert.match(answer.headers.get('content-security-policy') ?? '', 'sandbox');
  assert.is(answer.headers.get('cache-control'), 'no-store');
  const kept = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
  assert.equal([kept.width, kept.height], [800, 400]);

  const staff = await someone({ role: 'admin' });
  const shown = await api.call('GET', `staff/accounts/${id}`, { cookie: staff.cookie });
  const { account } = shown.body['data'] as { account: Me };
  assert.match(account.logo?.url ?? '', `/api/v1/staff/accounts/${id}/files/logo/`);
  assert.is((await read(account.logo?.url ?? '', staff.cookie)).status, 200);

  const again = await send('logo', cookie, await pictureOf(10, 10).jpeg().toBuffer());
  assert.is(userOf(again.body).logo?.type, 'image/jpeg');
  assert.is((await read(logo?.url ?? '', cookie)).status, 404, 'the one before is gone');
  assert.is((await read(account.logo?.url ?? '', staff.cookie)).status, 404);
});

test('a damaged file is answered with an error of the catalogue that says so', async () => {
  const { id, cookie } = await someone();
  const { logo } = userOf((await send('logo', cookie, await png())).body);
  const url = logo?.url ?? '';
  const place = `accounts/${id}/${url.split('/').at(-1)}`;
  const right = (await api.files.get(place)) ?? assert.unreachable('it is kept there');
  const flipped = Buffer.from(right ?? []);
  flipped.writeUInt8(flipped.readUInt8(40) ^ 1, 40);
  for (const damaged of [Buffer.alloc(0), Buffer.from('garbled'), flipped, flipped.subarray(0, 20)]) {
    await api.files.put(place, damaged);
    const answer = await read(url, cookie);
    assert.is(answer.status, 410, `${damaged.length} bytes`);
    assert.is(errorOf((await answer.json()) as Record<string, unknown>)?.code, 'damaged-file');
  }
  await api.files.delete(place);
  assert.is((await read(url, cookie)).status, 404);
});

test('[A278] [A626] [A627] [S493] [S494] licence and policy files are kept as PDF or picture, and handed out to be saved', async () => {
  const { cookie } = await someone();
  const license = await send('license-file', cookie, PDF, { 'file-name': 'licence.pdf' });
  assert.is(license.status, 200, JSON.stringify(license.body));
  const policy = await send('policy-file', cookie, await png());
  const { licenseFile, policyFile } = userOf(policy.body);
  assert.equal([licenseFile?.name, licenseFile?.type], ['licence.pdf', 'application/pdf']);
  assert.equal([policyFile?.name, policyFile?.type], ['file.png', 'image/png']);
  const named = await send('policy-file', cookie, PDF, { 'file-name': 'policy%20of%202026.pdf' });
  assert.is(userOf(named.body).policyFile?.name, 'policy of 2026.pdf');
  const record = await recordOf(cookie);
  assert.equal([record.licenseFile, record.policyFile], [licenseFile, userOf(named.body).policyFile]); // [A278]
  const answer = await read(licenseFile?.url ?? '', cookie);
  assert.match(answer.headers.get('content-disposition') ?? '', /^attachment; filename="?licence\.pdf/);
  assert.ok(Buffer.from(await answer.arrayBuffer()).equals(PDF));
});

test('nobody but the owner and staff reads a file, and no other key or kind leads to one', async () => {
  const owner = await someone();
  const { licenseFile } = userOf((await send('license-file', owner.cookie, PDF)).body);
  const url = licenseFile?.url ?? '';
  const key = url.split('/').at(-1) ?? '';
  const other = await someone();
  assert.is((await read(url)).status, 401);
  assert.is((await read(url, other.cookie)).status, 404, "another's own files are looked at");
  const staffUrl = `/api/v1/staff/accounts/${owner.id}/files/licenseFile/${key}`;
  assert.is((await read(staffUrl)).status, 401);
  assert.is((await read(staffUrl, other.cookie)).status, 403);
  assert.is((await read(staffUrl, owner.cookie)).status, 403, 'not even the owner, by the address of staff');
  for (const path of ['policyFile', 'personal', 'email', '__proto__', 'constructor'])
    assert.is((await read(`/api/v1/users/me/files/${path}/${key}`, owner.cookie)).status, 404, path);
  for (const name of ['0'.repeat(32), '..%2F..%2Flog', '%2e%2e', `${key}.file`])
    assert.is((await read(`/api/v1/users/me/files/licenseFile/${name}`, owner.cookie)).status, 404, name);
});

test('a file is sealed in the store, and its name in the log', async () => {
  const { id, cookie } = await someone();
  const text = 'Wilhelmina Zwetschge, licence 4711';
  const bytes = Buffer.concat([PDF, Buffer.from(`% ${text}\n`)]);
  const { licenseFile } = userOf(
    (await send('license-file', cookie, bytes, { 'file-name': 'Zwetschge.pdf' })).body,
  );
  const stored = await api.files.get(`accounts/${id}/${licenseFile?.url.split('/').at(-1)}`);
  assert.ok(stored !== undefined && stored.length >= bytes.length);
  assert.not.ok(stored?.includes(text));
  const events: unknown[] = [];
  for await (const batch of api.log.read(`account-${id}`)) events.push(...batch);
  assert.not.match(JSON.stringify(events), 'Zwetschge');
  assert.match(JSON.stringify(events.at(-1)), /"fields":\["licenseFile"\]/);
});

test('the history of an account says that files were sent', async () => {
  const { id, cookie } = await someone();
  await send('policy-file', cookie, PDF);
  const staff = await someone({ role: 'auditor' });
  const { body } = await api.call('GET', `staff/accounts/${id}/history`, { cookie: staff.cookie });
  const [last] = (body['data'] as { entries: { type: string; fields: string[]; by: { id: string } }[] })
    .entries;
  assert.equal([last?.type, last?.fields, last?.by.id], ['ProfileChanged', ['policyFile'], id]);
});

test('[A106] a file that is not a picture is no logo, under any name or type', async () => {
  const { cookie } = await someone();
  const jpeg = await pictureOf(20, 20).jpeg().toBuffer();
  const corpus: Record<string, Buffer> = {
    svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    'svg with a declaration': Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'),
    html: Buffer.from('<!doctype html><script>alert(1)</script>'),
    'html after spaces': Buffer.from(`${' '.repeat(600)}<html><body onload=alert(1)>`),
    gif: Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'latin1'),
    webp: await pictureOf(8, 8).webp().toBuffer(),
    tiff: await pictureOf(8, 8).tiff().toBuffer(),
    pdf: PDF,
    zip: Buffer.from('PK\x03\x04\x14\x00\x00\x00', 'latin1'),
    program: Buffer.from('\x7fELF\x02\x01\x01', 'latin1'),
    script: Buffer.from('#!/bin/sh\nrm -rf /\n'),
    text: Buffer.from('hello'),
    'nothing but a signature': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    'half a png': (await png()).subarray(0, 200),
    'half a jpeg': jpeg.subarray(0, Math.floor(jpeg.length / 2)),
    'a png whose data are not compressed': Buffer.concat([
      (await png()).subarray(0, 33),
      chunk('IDAT', Buffer.from('no data')),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  };
  for (const [name, bytes] of Object.entries(corpus)) {
    const answer = await send('logo', cookie, bytes, {
      'file-name': 'logo.png',
      'content-type': 'image/png',
    });
    assert.equal([answer.status, errorOf(answer.body)?.code], [400, 'unfit-file'], name);
    assert.is(errorOf(answer.body)?.field, 'logo', name);
    if (name === 'pdf') continue;
    const paper = await send('license-file', cookie, bytes, { 'content-type': 'application/pdf' });
    assert.equal([paper.status, errorOf(paper.body)?.code], [400, 'unfit-file'], `${name} as a licence`);
  }
  const me = userOf((await api.call('GET', 'users/me', { cookie })).body);
  assert.equal([me.logo, me.licenseFile, me.policyFile], [null, null, null]);
});

test('a picture is kept without what else is in its file', async () => {
  const { cookie } = await someone();
  const place = 'GPS of the farm';
  const withPlace = await pictureOf(40, 20)
    .jpeg()
    .withExif({ IFD0: { ImageDescription: place } })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  const behind = Buffer.concat([withPlace, Buffer.from('<html><script>alert(1)</script></html>')]);
  assert.ok(behind.includes(place));
  const { logo } = userOf((await send('logo', cookie, behind)).body);
  const kept = Buffer.from(await (await read(logo?.url ?? '', cookie)).arrayBuffer());
  assert.not.ok(kept.includes(place));
  assert.not.ok(kept.includes('<script>'));
  const { width, height } = await sharp(kept).metadata();
  assert.equal([width, height], [20, 40], 'it is turned as its camera was held');
});

test('what is too large is refused before it is looked at, and so is what is no file', async () => {
  const { cookie } = await someone();
  const large = await send('logo', cookie, Buffer.alloc(5 * 1024 * 1024 + 1));
  assert.equal([large.status, errorOf(large.body)?.code], [413, 'too-large']);
  const larger = await send('license-file', cookie, Buffer.alloc(10 * 1024 * 1024 + 1));
  assert.equal([larger.status, errorOf(larger.body)?.code], [413, 'too-large']);
  for (const type of ['application/json', 'text/html', 'multipart/form-data', 'text/plain']) {
    const answer = await send('logo', cookie, await png(), { 'content-type': type });
    assert.equal([answer.status, errorOf(answer.body)?.code], [415, 'unsupported-type'], type);
  }
  const unknown = await send('logo', '', await png());
  assert.is(unknown.status, 401);
});

test('50,000 by 50,000 pixels are refused before one of them is decoded', async () => {
  const { cookie } = await someone();
  const bomb = await blackPng(50_000);
  assert.ok(bomb.length < 5 * 1024 * 1024, 'it is small enough to be taken');
  const answer = await send('logo', cookie, bomb);
  assert.equal([answer.status, errorOf(answer.body)?.code], [400, 'unfit-file']);
  assert.match(errorOf(answer.body)?.message ?? '', '50000 × 50000');
  // Cut off before its pixels (their chunk starts with eight bytes) it gets the same answer, so the pixels were never
  // read.
  const length = signedHeader(50_000).length + 8;
  const header = await send('logo', cookie, bomb.subarray(0, length));
  assert.equal([header.status, header.body['errors']], [400, answer.body['errors']]);
  const small = await blackPng(50);
  assert.is((await send('logo', cookie, small)).status, 200);
  const cut = await send('logo', cookie, small.subarray(0, length));
  assert.is(cut.status, 400, 'without its pixels a small one is not taken');
  assert.is.not(errorOf(cut.body)?.message, errorOf(answer.body)?.message);
}, 60_000);

test('a JPEG whose header lies about its size is refused', async () => {
  const { cookie } = await someone();
  const jpeg = await pictureOf(16, 16).jpeg().toBuffer();
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
  jpeg.writeUInt16BE(50_000, frame + 5);
  jpeg.writeUInt16BE(50_000, frame + 7);
  const answer = await send('license-file', cookie, jpeg);
  assert.equal([answer.status, errorOf(answer.body)?.code], [400, 'unfit-file']);
  assert.ok(50_000 * 50_000 > PICTURE_PIXELS);
});

test('the same commandId and file again change nothing; with another file they are a conflict', async () => {
  const { id, cookie } = await someone();
  const headers = { 'x-command-id': 'upload-0001' };
  const first = userOf((await send('license-file', cookie, PDF, headers)).body);
  const again = await send('license-file', cookie, PDF, headers);
  assert.is(again.status, 200, JSON.stringify(again.body));
  assert.equal(userOf(again.body).licenseFile, first.licenseFile);
  const other = await send('license-file', cookie, Buffer.concat([PDF, Buffer.from('% more\n')]), headers);
  assert.equal([other.status, errorOf(other.body)?.code], [409, 'duplicate-conflict']);
  assert.is((await read(first.licenseFile?.url ?? '', cookie)).status, 200, 'the first is still there');
  const events: { type: string }[] = [];
  for await (const batch of api.log.read(`account-${id}`)) events.push(...batch);
  assert.is(events.filter(({ type }) => type === 'ProfileChanged').length, 1);
});

test('a file that is sent again after a later one leaves the later one as it is', async () => {
  const { id, cookie } = await someone();
  const headers = { 'x-command-id': 'upload-0002' };
  const first = userOf((await send('license-file', cookie, PDF, headers)).body);
  const newer = Buffer.concat([PDF, Buffer.from('% newer\n')]);
  const second = userOf((await send('license-file', cookie, newer)).body);
  const again = await send('license-file', cookie, PDF, headers);
  assert.equal(userOf(again.body).licenseFile, first.licenseFile);
  const answer = await read(second.licenseFile?.url ?? '', cookie);
  assert.is(answer.status, 200);
  assert.ok(Buffer.from(await answer.arrayBuffer()).equals(newer));
  const key = first.licenseFile?.url.split('/').at(-1);
  assert.is(await api.files.get(`accounts/${id}/${key}`), undefined, 'what it replaced is not kept again');
});

test('a licence completes a partially approved profile, a logo does not', async () => {
  const { cookie } = await someone({ status: 'partially-approved' });
  assert.is(userOf((await send('logo', cookie, await png())).body).status, 'partially-approved');
  assert.is(userOf((await send('license-file', cookie, PDF)).body).status, 'partially-approved:updated');
});

test('names are made harmless', () => {
  const named = (sent: string) => fileNameOf(sent, 'pdf');
  assert.is(named('Licence 2026.pdf'), 'Licence 2026.pdf');
  assert.is(named('..%2F..%2Fetc%2Fpasswd'), 'passwd.pdf');
  assert.is(named('C:\\secret\\licence.exe'), 'licence.pdf');
  assert.is(named('licence.pdf.html'), 'licence.pdf.pdf');
  assert.is(named('%E2%80%AEfdp.exe'), 'fdp.pdf', 'no sign that turns the text round');
  assert.is(named('a%0d%0aSet-Cookie: x=1.pdf'), 'aSet-Cookie x=1.pdf');
  assert.is(named('<img src=x onerror=alert(1)>.png'), 'img src=x onerror=alert(1).pdf');
  assert.is(named('%E0%A4%A'), 'E0A4A.pdf', 'what cannot be decoded is taken as it is');
  assert.is(named('...'), 'file.pdf');
  assert.is(named(''), 'file.pdf');
  assert.is(fileNameOf(undefined, 'png'), 'file.png');
  assert.is([...named(encodeURIComponent('ü'.repeat(500)))].length, 84);
});

test('one account sends so many files in a while, and no more', async () => {
  const { cookie } = await someone();
  let refused = 0;
  for (let n = 0; n < 41; n += 1)
    if ((await send('logo', cookie, Buffer.from('no picture'))).status === 429) refused += 1;
  assert.is(refused, 1);
  assert.is(
    (await send('logo', (await someone()).cookie, await png())).status,
    200,
    'others are not refused',
  );
});

test.run();
