import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { crc32, deflateSync } from 'node:zlib';
import { serverTimeOf } from '@saleyard/app/client/schedule-with-lead.ts';
import { PART_BYTES } from '@saleyard/contract/lot-media.ts';
import { API } from '@saleyard/contract/operation.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import { type Attack, Notes } from '../attack.ts';
import type { Target } from '../target.ts';
import { wholeLot } from './lot-values.ts';

/** ms between two looks at what is awaited. */
const POLL_MS = 50;
const DAY_MS = 24 * 3_600_000;

const FILM = new URL('../../../app/test-support/media/film.mp4', import.meta.url);
const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');

/** A part of a PNG or of a film. */
const sized = (length: number, type: string, data: Buffer): Buffer => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, data]);
};

/** A picture of one colour. */
function picture(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const bytes = sized(data.length, type, data);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(bytes.subarray(4)));
    return Buffer.concat([bytes, sum]);
  };
  const size = Buffer.alloc(13);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  // 8 bits of red, green and blue.
  size.set([8, 2], 8);
  const rows = Buffer.alloc(height * (1 + 3 * width), 90);
  for (let row = 0; row < height; row += 1) rows[row * (1 + 3 * width)] = 0;
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  const parts = [chunk('IHDR', size), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([signature, ...parts]);
}

/** What a disk may do to a file. */
const DAMAGES: readonly [name: string, damage: (whole: Buffer) => Buffer][] = [
  [
    'one bit changed',
    (whole) => {
      const flipped = Buffer.from(whole);
      const at = Math.floor(flipped.length / 2);
      flipped[at] = (flipped[at] ?? 0) ^ 1;
      return flipped;
    },
  ],
  ['emptied', () => Buffer.alloc(0)],
  ['cut in half', (whole) => whole.subarray(0, Math.floor(whole.length / 2))],
  [
    'a page of zeros',
    (whole) => Buffer.concat([Buffer.alloc(Math.min(4_096, whole.length)), whole.subarray(4_096)]),
  ],
  ['longer', (whole) => Buffer.concat([whole, Buffer.from('x')])],
  ['a text', () => Buffer.from('garbled')],
];

/** What an address is answered with. `broken`: the connection was cut before its end. */
type Read = { status: number; code: string; message: string; bytes: Buffer; isBroken: boolean };

async function read({ base }: Target, cookie: string, address: string, range?: string): Promise<Read> {
  const response = await fetch(base + address, {
    headers: { cookie, ...(range !== undefined && { range }) },
  });
  const { status } = response;
  const bytes = await response.arrayBuffer().then(Buffer.from, () => null);
  if (bytes === null) return { status, code: '', message: '', bytes: Buffer.alloc(0), isBroken: true };
  const isRefusal = status >= 400;
  const { errors } = (isRefusal ? JSON.parse(bytes.toString()) : {}) as {
    errors?: { code: string; message: string }[];
  };
  const { code = '', message = '' } = errors?.[0] ?? {};
  return { status, code, message, bytes, isBroken: false };
}

type Sent = {
  document?: { uri: string };
  newPdfFile?: { url: string };
  media?: { url: string };
  url?: string;
};

/** A lot in a catalogue with a picture, a video of two parts, a document, a linked PDF and a signature. */
async function lotWithFiles({ base, people, later }: Target) {
  const { seller, staff } = people;
  const now = await serverTimeOf(seller);
  const lot = wholeLot((days) => new Date(now + days * DAY_MS).toISOString().slice(0, 10));
  const { _id } = await seller.call<{ _id: string }>('POST', `auctions/${later._id}/lots`, { lot });
  const send = async (method: string, what: string, bytes: Buffer, headers: object = {}): Promise<Sent> => {
    const response = await fetch(`${base}${API}/lots/${_id}/${what}`, {
      method,
      headers: {
        origin: base,
        cookie: seller.cookie,
        'content-type': 'application/octet-stream',
        'x-command-id': newId(),
        'file-name': 'report.pdf',
        ...headers,
      },
      body: bytes,
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${what}: ${response.status} ${text}`);
    return text === '' ? {} : (JSON.parse(text) as { data: Sent }).data;
  };
  const film = await readFile(FILM);
  const more = Buffer.alloc(PART_BYTES, 7);
  const video = Buffer.concat([film, sized(more.length + 8, 'free', more)]);
  const upload = newId();
  const ofVideo = { 'x-command-id': upload, 'file-size': String(video.length) };
  const shown = await send('POST', 'media', picture(640, 480));
  await send('PUT', `media/parts/${upload}/0`, video.subarray(0, PART_BYTES), ofVideo);
  const filmed = await send('POST', 'media', video.subarray(PART_BYTES), ofVideo);
  const videoUrl = filmed.media?.url ?? '';
  const medium = videoUrl.split('/').at(-2) ?? '';
  await send('POST', `media/${medium}/thumbnail`, picture(640, 480));
  const said = await send('POST', 'documents', PDF);
  const linked = await send('POST', 'usefulPdfs', PDF);
  const signed = await send('POST', 'signatures/vendor', picture(320, 240));
  await seller.call('POST', `lots/${_id}/submit`, {});
  await staff.call('POST', `staff/listings/${_id}/approve`, {});
  const pictureUrl = shown.media?.url ?? '';
  const addresses = [
    ...[pictureUrl, pictureUrl.replace(/\d+\.jpg$/, '320.jpg'), videoUrl],
    ...[
      videoUrl.replace('video.mp4', 'thumbnail.jpg'),
      said.document?.uri ?? '',
      linked.newPdfFile?.url ?? '',
    ],
    signed.url ?? '',
  ];
  return { lot: _id, addresses, pictureUrl, videoUrl };
}

/** How many pictures a printed document holds. */
const picturesIn = ({ bytes }: Read): number => bytes.toString('latin1').split('/Subtype /Image').length - 1;

const storedFiles: Attack = {
  name: 'stored-files',
  tries:
    'every stored file of a lot (pictures, a video of two parts, documents, a signature) with one bit changed, emptied, cut, longer, or garbled',
  holds:
    'none is answered as whole or with an error of the server: each with `damaged-file` in a sentence; everything else goes on, and documents are made without it',
  async run(begin, scale) {
    const data = await mkdtemp(path.join(tmpdir(), 'saleyard-attack-'));
    // What is logged of each damaged file is expected.
    const target = await begin({ data, level: 'silent' });
    const notes = new Notes();
    const { seller, buyer } = target.people;
    const { lot, addresses, pictureUrl, videoUrl } = await lotWithFiles(target);
    const folder = path.join(data, 'files', 'accounts', seller.id);
    const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.file'));
    const files = await Promise.all(
      names.map(async (name) => ({ name, whole: await readFile(path.join(folder, name)) })),
    );
    // Pictures and videos as a visitor, whose rate is that of a whole Wi-Fi; the others as the seller.
    const of = async (address: string, range?: string): Promise<Read> => {
      for (;;) {
        const found = await read(target, address.includes('/media/') ? '' : seller.cookie, address, range);
        // A machine that is too busy answers later.
        if (found.code !== 'busy') return found;
        await pause(POLL_MS);
      }
    };
    const documents = [
      `${API}/print/lots/${lot}/full-details`,
      `${API}/print/auctions/${target.later._id}/full-details`,
    ];
    /** Read as soon as the lot is in the catalogue. */
    const whenListed = async (address: string): Promise<Read> => {
      for (;;) {
        const found = await of(address);
        if (found.code !== 'not-found') return found;
        await pause(POLL_MS);
      }
    };
    const pictures = new Map<string, number>();
    for (const address of documents) {
      // Its lot enters the catalogue a little later.
      while ((pictures.get(address) ?? 0) === 0) {
        pictures.set(address, picturesIn(await whenListed(address)));
        await pause(POLL_MS);
      }
    }

    const before: Read[] = [];
    for (const address of addresses) before.push(await whenListed(address));
    for (const [n, { status }] of before.entries())
      notes.check(status === 200, `undamaged, ${addresses[n]} was answered ${status}`);

    /** Reads everything while `what` is damaged. Resolves to how many addresses say so. */
    const readAll = async (what: string): Promise<number> => {
      let damaged = 0;
      for (const [n, address] of addresses.entries()) {
        const isWhole = ({ bytes }: Read) => bytes.equals(before[n]?.bytes ?? Buffer.alloc(0));
        for (const range of address === videoUrl
          ? [undefined, 'bytes=0-99', `bytes=${PART_BYTES}-`]
          : [undefined]) {
          const found = await of(address, range);
          const { status, code, message, isBroken } = found;
          const [from = 0] = range?.match(/\d+/)?.map(Number) ?? [];
          const isPart =
            status === 206 &&
            before[n]?.bytes.subarray(from, from + found.bytes.length).equals(found.bytes) === true;
          const isSaid = status === 410 && code === 'damaged-file' && message.length > 20;
          if (isSaid || isBroken) damaged += 1;
          notes.check(
            isSaid || isBroken || isPart || (status === 200 && isWhole(found)),
            `${what}: ${address}${range ?? ''} was answered ${status} ${code}, ${found.bytes.length} bytes`,
          );
        }
      }
      return damaged;
    };
    const kinds = scale === 'full' ? DAMAGES : DAMAGES.slice(0, 2);
    for (const [kind, damage] of kinds) {
      for (const { name, whole } of files) {
        await writeFile(path.join(folder, name), damage(whole));
        const damaged = await readAll(`${name}, ${kind}`);
        notes.check(damaged > 0, `${name}, ${kind}: nothing was answered as damaged`);
        await writeFile(path.join(folder, name), whole);
      }
    }
    for (const { name } of files) await writeFile(path.join(folder, name), 'garbled');
    notes.check(
      (await of(pictureUrl)).code === 'damaged-file',
      'a garbled picture is not said to be damaged',
    );
    for (const address of documents) {
      const found = await whenListed(address);
      notes.check(found.status === 200, `with all files damaged, ${address}: ${found.status} ${found.code}`);
      notes.check(
        picturesIn(found) < (pictures.get(address) ?? 0),
        `with all files damaged, ${address} has as many pictures`,
      );
    }
    notes.check((await of(`${API}/lots/${lot}`)).status === 200, 'the page of the lot is not answered');
    const ready = await of('/readyz');
    notes.check(ready.status === 200, `/readyz says ${ready.bytes}`);
    await buyer.call('PUT', 'users/me/watchlist2', { lotId: lot });
    await target.close();
    await rm(data, { recursive: true, force: true });
    return notes.findings(
      `${files.length} files, each damaged in ${kinds.length} ways; ${documents.length} documents`,
    );
  },
};

export const STORED_FILE_ATTACKS: readonly Attack[] = [storedFiles];
