import { VIDEO_SECONDS } from '@saleyard/contract/lot-media.ts';

// Reads and edits an MP4 or MOV without decoding it. Both consist of boxes: 4 bytes of size, 4 of type, content.

/** The bytes of a video, read on demand. */
export type VideoBytes = {
  readonly size: number;
  read(from: number, length: number): Promise<Buffer>;
  write(from: number, bytes: Buffer): Promise<void>;
};

/** Top-level boxes that are read at most, and bytes of the file's index. */
const BOXES_MOST = 10_000;
const MOOV_MOST = 8 * 1024 * 1024;
const HEADER = 16;
/** Boxes with a camera's metadata: about itself, the place and its owner. */
const METADATA: ReadonlySet<string> = new Set(['udta', 'meta', 'uuid', 'XMP_']);
/** Bytes erased at a time. */
const EMPTIED = 1024 * 1024;

type Box = { type: string; from: number; content: number; end: number };

/** A box from its header, in bytes that start at `at` of the file; null: not a box that ends before `end`. */
function boxAt(header: Buffer, at: number, end: number): Box | null {
  if (header.length < 8) return null;
  const type = header.toString('latin1', 4, 8);
  const said = header.readUInt32BE(0);
  if (said === 1 && header.length < HEADER) return null;
  const size = said === 0 ? end - at : said === 1 ? Number(header.readBigUInt64BE(8)) : said;
  const content = said === 1 ? HEADER : 8;
  if (!Number.isSafeInteger(size) || size < content || at + size > end) return null;
  return { type, from: at, content: at + content, end: at + size };
}

/** The top-level boxes of a file; null when they do not fill it. */
async function boxesOf(video: VideoBytes): Promise<Box[] | null> {
  const boxes: Box[] = [];
  for (let at = 0; at < video.size; ) {
    const header = await video.read(at, Math.min(HEADER, video.size - at));
    const box = boxAt(header, at, video.size);
    if (box === null || boxes.length >= BOXES_MOST) return null;
    boxes.push(box);
    at = box.end;
  }
  return boxes;
}

/** The boxes inside a box in memory. A remainder that is not a box is skipped. */
function within(bytes: Buffer, from: number, to: number): Box[] {
  const boxes: Box[] = [];
  for (let at = from; at + 8 <= to; ) {
    const box = boxAt(bytes.subarray(at, Math.min(at + HEADER, to)), at, to);
    if (box === null) break;
    boxes.push(box);
    at = box.end;
  }
  return boxes;
}

const find = (boxes: readonly Box[], type: string): Box | undefined => boxes.find((box) => box.type === type);

/** The duration in seconds from `mvhd`; null when there is none. */
function durationOf(moov: Buffer, boxes: readonly Box[]): number | null {
  const mvhd = find(boxes, 'mvhd');
  if (mvhd === undefined) return null;
  const isLong = moov.readUInt8(mvhd.content) === 1;
  const scaleAt = mvhd.content + (isLong ? 20 : 12);
  if (scaleAt + (isLong ? 12 : 8) > mvhd.end) return null;
  const scale = moov.readUInt32BE(scaleAt);
  const units = isLong ? Number(moov.readBigUInt64BE(scaleAt + 4)) : moov.readUInt32BE(scaleAt + 4);
  if (scale === 0) return null;
  // A fragmented video has its duration here.
  const mvex = find(boxes, 'mvex');
  const mehd = mvex && find(within(moov, mvex.content, mvex.end), 'mehd');
  if (units > 0 || mehd === undefined || mehd.content + 8 > mehd.end) return units / scale;
  const isLongToo = moov.readUInt8(mehd.content) === 1 && mehd.content + 12 <= mehd.end;
  const whole = isLongToo
    ? Number(moov.readBigUInt64BE(mehd.content + 4))
    : moov.readUInt32BE(mehd.content + 4);
  return whole / scale;
}

/** Turns a box into free space, so that nothing else in the file moves. */
function empty(moov: Buffer, { from, content, end }: Box): void {
  moov.write('free', from + 4, 'latin1');
  moov.fill(0, content, end);
}

/** `unfit`: not a video that browsers can play, or too long. */
export type LookedAt = { outcome: 'fit'; seconds: number } | { outcome: 'unfit' | 'too-long' };

/**
 * Checks an MP4 or MOV by its index, and erases the camera's metadata: place, maker, texts. No frame is decoded, and
 * only the index is in memory.
 */
export async function lookAtVideo(video: VideoBytes): Promise<LookedAt> {
  const boxes = await boxesOf(video);
  const at = boxes && find(boxes, 'moov');
  if (!boxes || !at || at.end - at.from > MOOV_MOST) return { outcome: 'unfit' };
  const moov = await video.read(at.from, at.end - at.from);
  const inside = within(moov, at.content - at.from, moov.length);
  const seconds = durationOf(moov, inside);
  const tracks = inside.filter(({ type }) => type === 'trak');
  if (seconds === null || tracks.length === 0) return { outcome: 'unfit' };
  if (seconds > VIDEO_SECONDS) return { outcome: 'too-long' };
  const ofTracks = tracks.flatMap(({ content, end }) => within(moov, content, end));
  const metadata = [...inside, ...ofTracks].filter(({ type }) => METADATA.has(type));
  for (const box of metadata) empty(moov, box);
  if (metadata.length > 0) await video.write(at.from, moov);
  for (const { from, content, end } of boxes.filter(({ type }) => METADATA.has(type))) {
    await video.write(from + 4, Buffer.from('free', 'latin1'));
    for (let next = content; next < end; next += EMPTIED)
      await video.write(next, Buffer.alloc(Math.min(EMPTIED, end - next)));
  }
  return { outcome: 'fit', seconds };
}
