// Addresses of uploaded pictures. An address contains the content's hash and the size, so one address gives all the
// others.

/** Widths in which an uploaded picture is stored, px; a picture is never enlarged. */
export const PICTURE_WIDTHS = [320, 640, 960, 1_280, 1_920] as const;
/** The longer side of the largest one, px. */
export const PICTURE_SIDE = 1_920;
/** The path of uploaded pictures. */
const UPLOADED_PICTURES = '/media/pictures';

// Also matches sellers' pictures, which are in the folders of their lots.
const ADDRESS = /^(\/\w.+)\/([0-9a-f]{32}-(\d{1,4})x(\d{1,4}))\/(\d{1,4})\.jpg$/;

/**
 * A picture from one of its addresses: its folder, its name, its full size in px, and its stored widths in ascending
 * order.
 */
export type UploadedPicture = {
  below: string;
  name: string;
  width: number;
  height: number;
  widths: readonly number[];
};

/** The widths in which a picture of this width is stored, in ascending order. */
export const widthsOf = (width: number): readonly number[] => [
  ...PICTURE_WIDTHS.filter((each) => each < width),
  width,
];

/** `width`: one of the picture's widths. */
export const pictureAddress = (name: string, width: number, below: string = UPLOADED_PICTURES): string =>
  `${below}/${name}/${width}.jpg`;

/** The key of a picture's file in one of its widths. */
export const pictureKey = (name: string, width: number): string => `pictures/${name}/${width}`;

/** null: not the address of an uploaded picture, so its size is unknown. */
export function uploadedPicture(address: string): UploadedPicture | null {
  const [, below = '', name = '', w, h, asked] = ADDRESS.exec(address) ?? [];
  const [width, height] = [Number(w), Number(h)];
  const widths = widthsOf(width);
  return widths.includes(Number(asked)) && height > 0 ? { below, name, width, height, widths } : null;
}

/** The media types that pages show, by file extension. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  gif: 'image/gif',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  png: 'image/png',
  svg: 'image/svg+xml',
  webp: 'image/webp',
  m4v: 'video/mp4',
  mov: 'video/quicktime',
  mp4: 'video/mp4',
  webm: 'video/webm',
};

/**
 * The media type of the file at an address, by its extension; '' when it has none, or for a data URL. null: pages do
 * not show it.
 */
export function mediaTypeAt(address: string): string | null {
  const name = (address.split(/[?#]/)[0] ?? '').split('/').at(-1) ?? '';
  const ending = /\.([A-Za-z0-9]{1,5})$/.exec(name)?.[1]?.toLowerCase();
  if (ending === undefined || address.startsWith('data:image/')) return '';
  return MEDIA_TYPES[ending] ?? null;
}

/** Its smallest width that is at least so wide, else the largest. */
export const widthAtLeast = ({ widths, width }: UploadedPicture, least: number): number =>
  widths.find((each) => each >= least) ?? width;

/**
 * The address of the same picture in at least this width, if there is one; any other address is returned unchanged.
 */
export function pictureOfWidth(address: string, least: number): string {
  const picture = uploadedPicture(address);
  return picture === null
    ? address
    : pictureAddress(picture.name, widthAtLeast(picture, least), picture.below);
}
