import {
  LOT_PICTURE_SIDE,
  MEDIA_REFUSALS,
  VIDEO_BYTES,
  VIDEO_SECONDS,
} from '@saleyard/contract/lot-media.ts';
import { LEAST_PICTURE } from '@saleyard/contract/pictures.ts';
import { isMissingCode } from '@/lib/lazy-part.ts';

// What becomes of a file that somebody chose as a picture or a video of a lot, before it is sent.

/** `poster`: the picture that stands for a video. */
export type ReadyMedium =
  | { outcome: 'picture'; file: File }
  | { outcome: 'video'; file: File; poster: File | null }
  | { outcome: 'refused'; message: string };

const NOT_LOADED = 'Error loading image';
const NO_CONVERTER =
  'This HEIC picture can’t be converted without a connection. Please add it again once you are online, or choose a JPG.';
const JPEG = 'image/jpeg';
const QUALITY = 0.9;
/** px of the longer side of the picture that stands for a video. */
const POSTER_SIDE = 640;
/** Where in the film it is taken, as shares of its length: the next one where a frame is dark. */
const POSTER_AT = [0.05, 0.25, 0.5, 0.75];
/** Of 255: a frame whose brightest point is darker has nothing to see. */
const DARK = 40;
/** ms in which a browser must paint a frame that it has found. */
const PAINT_MS = 1_000;
/** px of the longer side of a frame whose brightness is looked at. */
const PROBE_SIDE = 32;
/** ms in which a browser must know how long a film is. */
const LOOK_MS = 15_000;

const PICTURES: readonly string[] = ['jpg', 'jpeg', 'png'];
const HEICS: readonly string[] = ['heic', 'heif'];
const VIDEOS: readonly string[] = ['mp4', 'mov'];

const refused = (message: string): ReadyMedium => ({ outcome: 'refused', message });

/** The ending of a file's name, in lower case; '' for none. */
const endingOf = ({ name }: File): string => /\.([A-Za-z0-9]{1,5})$/.exec(name)?.[1]?.toLowerCase() ?? '';

const named = (blob: Blob, { name, lastModified }: File): File =>
  new File([blob], `${name.replace(/\.[^.]*$/, '')}.jpg`, { type: JPEG, lastModified });

/** What is drawn of a picture or a film, as a JPEG of this many pixels. @throws Error when the browser can't */
export function drawnAs(
  source: CanvasImageSource,
  from: { x: number; y: number; width: number; height: number },
  to: { width: number; height: number },
): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(to.width);
  canvas.height = Math.round(to.height);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error(NOT_LOADED);
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(source, from.x, from.y, from.width, from.height, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error(NOT_LOADED))), JPEG, QUALITY);
  });
}

/** A size, made smaller so that its longer side has at most this many pixels. */
function fitted({ width, height }: { width: number; height: number }, most: number) {
  const share = Math.min(1, most / Math.max(width, height));
  return { width: Math.max(1, width * share), height: Math.max(1, height * share) };
}

/** HEIC as the browser reads it itself, as Apple's do; or converted by a library that is loaded for it. */
async function heicAsJpeg(file: File): Promise<Blob> {
  try {
    (await createImageBitmap(file)).close();
    return file;
  } catch {
    const { heicTo } = await import('heic-to/csp');
    return heicTo({ blob: file, type: JPEG, quality: QUALITY });
  }
}

/** `kind`: `other` is a picture that only its name says to be JPG or PNG: what it is by its bytes is made a JPG. */
async function readyPicture(file: File, kind: 'picture' | 'heic' | 'other'): Promise<ReadyMedium> {
  const isHeic = kind === 'heic';
  try {
    const blob = isHeic ? await heicAsJpeg(file) : file;
    const bitmap = await createImageBitmap(blob, { imageOrientation: 'from-image' });
    const { width, height } = bitmap;
    try {
      if (width < LEAST_PICTURE.width || height < LEAST_PICTURE.height)
        return refused(MEDIA_REFUSALS.tooSmall);
      const isLarge = Math.max(width, height) > LOT_PICTURE_SIDE;
      if (!isLarge && blob === file && kind === 'picture')
        return { outcome: 'picture', file: PICTURES.includes(endingOf(file)) ? file : named(file, file) };
      if (!isLarge && blob !== file) return { outcome: 'picture', file: named(blob, file) };
      const whole = { x: 0, y: 0, width, height };
      const smaller = await drawnAs(bitmap, whole, fitted(bitmap, LOT_PICTURE_SIDE));
      return { outcome: 'picture', file: named(smaller, file) };
    } finally {
      bitmap.close();
    }
  } catch (error) {
    return refused(isMissingCode(error) ? NO_CONVERTER : NOT_LOADED);
  }
}

/** Resolves when a film says `name`; rejects when it can't be played, or takes too long. */
const said = (video: HTMLVideoElement, name: 'loadedmetadata' | 'seeked'): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('no answer')), LOOK_MS);
    const end = (then: () => void) => () => {
      clearTimeout(timer);
      then();
    };
    video.addEventListener(name, end(resolve), { once: true });
    video.addEventListener(
      'error',
      end(() => reject(new Error('it does not play'))),
      { once: true },
    );
  });

/** Moves a film to a second and waits until the frame there is painted: a browser finds a frame before it paints it. */
async function painted(video: HTMLVideoElement, at: number): Promise<void> {
  const seen = said(video, 'seeked');
  const isPainted =
    'requestVideoFrameCallback' in video
      ? new Promise<void>((resolve) => video.requestVideoFrameCallback(() => resolve()))
      : Promise.resolve();
  video.currentTime = at;
  await seen;
  await Promise.race([isPainted, new Promise((resolve) => setTimeout(resolve, PAINT_MS))]);
}

/** How bright the brightest point of the present frame is, 0 to 255. */
function brightness(video: HTMLVideoElement): number {
  const { width, height } = fitted({ width: video.videoWidth, height: video.videoHeight }, PROBE_SIDE);
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil(width);
  canvas.height = Math.ceil(height);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error(NOT_LOADED);
  context.drawImage(video, 0, 0, canvas.width, canvas.height);
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  return data.reduce((most, value, at) => (at % 4 === 3 ? most : Math.max(most, value)), 0);
}

/** The first frame of a film that is not dark; null where there is none. */
async function posterOf(video: HTMLVideoElement, file: File): Promise<File | null> {
  try {
    for (const share of POSTER_AT) {
      await painted(video, video.duration * share);
      if (brightness(video) < DARK) continue;
      const { videoWidth: width, videoHeight: height } = video;
      const blob = await drawnAs(
        video,
        { x: 0, y: 0, width, height },
        fitted({ width, height }, POSTER_SIDE),
      );
      return named(blob, file);
    }
    return null;
  } catch {
    return null;
  }
}

async function readyVideo(file: File, ending: string): Promise<ReadyMedium> {
  if (file.size > VIDEO_BYTES) return refused(MEDIA_REFUSALS.tooLarge);
  const video = document.createElement('video');
  video.muted = true;
  video.preload = 'auto';
  video.playsInline = true;
  // As the server answers it: a MOV is taken where it plays as an MP4.
  const address = URL.createObjectURL(new Blob([file], { type: 'video/mp4' }));
  try {
    const known = said(video, 'loadedmetadata');
    video.src = address;
    await known;
    if (video.videoWidth === 0) return refused(MEDIA_REFUSALS.unsupportedVideo);
    if (video.duration > VIDEO_SECONDS) return refused(MEDIA_REFUSALS.tooLong);
    return { outcome: 'video', file, poster: await posterOf(video, file) };
  } catch {
    return refused(ending === 'mov' ? MEDIA_REFUSALS.unsupported : MEDIA_REFUSALS.unsupportedVideo);
  } finally {
    video.removeAttribute('src');
    video.load();
    URL.revokeObjectURL(address);
  }
}

const HEIC_BRANDS = /^(hei[cmsx]|hev[cmsx]|mif1|msf1|heif)$/;

/** What a file is by its first bytes, and by its name where they do not say: phones and browsers name files wrongly. */
async function kindOf(file: File): Promise<'picture' | 'other' | 'heic' | 'mov' | 'mp4' | null> {
  const head = new Uint8Array(await file.slice(0, 16).arrayBuffer());
  const text = String.fromCharCode(...head);
  if (text.startsWith('\u00ff\u00d8\u00ff') || text.startsWith('\u0089PNG')) return 'picture';
  const brand = text.slice(4, 8) === 'ftyp' ? text.slice(8, 12) : null;
  if (brand !== null && HEIC_BRANDS.test(brand)) return 'heic';
  const ending = endingOf(file);
  // AVIF is a picture in the frame of a film.
  if (brand !== null && /^avi[fs]$/.test(brand)) return PICTURES.includes(ending) ? 'other' : null;
  if (brand !== null) return brand === 'qt  ' ? 'mov' : 'mp4';
  if (VIDEOS.includes(ending)) return ending === 'mov' ? 'mov' : 'mp4';
  if (HEICS.includes(ending) || /^image\/hei[cf]$/.test(file.type)) return 'heic';
  return PICTURES.includes(ending) ? 'other' : null;
}

/** A chosen file as it may be sent, or why it is not taken, in the specification's words. */
export async function readyMedium(file: File): Promise<ReadyMedium> {
  // A file that was moved or deleted since it was chosen can't be read.
  const kind = await kindOf(file).catch(() => 'unreadable' as const);
  if (kind === 'unreadable') return refused(NOT_LOADED);
  if (kind === 'mov' || kind === 'mp4') return readyVideo(file, kind);
  if (kind !== null) return readyPicture(file, kind);
  return refused(
    file.type.startsWith('video/') ? MEDIA_REFUSALS.unsupportedVideo : MEDIA_REFUSALS.unsupported,
  );
}
