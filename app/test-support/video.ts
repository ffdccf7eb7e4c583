const box = (type: string, ...content: readonly Buffer[]): Buffer => {
  const bytes = Buffer.concat(content);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(bytes.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, bytes]);
};

/** What a camera writes of a place, as Apple's do. */
const metadata = (place: string): Buffer =>
  box('udta', box('©xyz', Buffer.from(`\0\x0c\x15\xc7${place}`, 'latin1')));

/**
 * An MP4 whose tables are right and whose film is empty: no browser plays it. `bytes`: of all, where that is more than
 * it needs. `place`: where it was filmed, as "-30.5+150.2/".
 */
export function film({
  seconds,
  bytes = 0,
  place = '',
}: {
  seconds: number;
  bytes?: number;
  place?: string;
}): Buffer {
  const mvhd = Buffer.alloc(100);
  mvhd.writeUInt32BE(600, 12);
  mvhd.writeUInt32BE(seconds * 600, 16);
  const trak = box('trak', box('tkhd', Buffer.alloc(84)), ...(place === '' ? [] : [metadata(place)]));
  const moov = box('moov', box('mvhd', mvhd), trak, ...(place === '' ? [] : [metadata(place)]));
  const ftyp = box('ftyp', Buffer.from('isom\0\0\x02\0isomiso2avc1mp41', 'latin1'));
  const rest = Math.max(8, bytes - ftyp.length - moov.length - 8);
  // Cameras write the tables behind the film.
  return Buffer.concat([ftyp, box('mdat', Buffer.alloc(rest, 7)), moov]);
}
