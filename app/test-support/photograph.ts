import sharp from 'sharp';

/** A JPEG as a phone takes it, with the place where it was taken. */
export const photograph = (width = 2_400, height = 1_600): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: { r: 90, g: 140, b: 60 } } })
    .withExif({
      IFD0: { Copyright: 'Hillview' },
      IFD3: { GPSLatitude: '30/1 58/1 0/1', GPSLatitudeRef: 'S' },
    })
    .jpeg()
    .toBuffer();
