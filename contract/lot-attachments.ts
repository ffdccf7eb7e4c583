import { LOT_LIMITS } from '@saleyard/domain/listing/stock.ts';
import * as Type from 'typebox';
import { documentKey, OFFICE_TYPES } from './lot-files.ts';
import { API } from './operation.ts';
import { mediaTypeAt, uploadedPicture } from './picture-addresses.ts';
import { describedInteger, ms, oneOf, orNull, strictObject } from './schema.ts';

// The attachments of a lot: pictures, videos, documents, useful links and signatures, and their addresses.

/** Media types of a lot's documents by file extension. The type is detected from the bytes. */
export const DOCUMENT_TYPES = {
  pdf: 'application/pdf',
  ...OFFICE_TYPES,
  jpg: 'image/jpeg',
  png: 'image/png',
} as const;
export type DocumentEnding = keyof typeof DOCUMENT_TYPES;

/** The media type of a stored document, by its name: its extension was set from its bytes. */
const documentTypeOf = (name: string): string => {
  const ending = /\.([a-z]+)$/.exec(name)?.[1] ?? '';
  return ending in DOCUMENT_TYPES ? DOCUMENT_TYPES[ending as DocumentEnding] : DOCUMENT_TYPES.pdf;
};

/** Bytes within which the header of a PDF begins: scanners and mail programs write some before it. */
const PDF_HEADER_WITHIN = 1_024;

/** Whether bytes are a PDF, by its header and not by a name. */
export const isPdf = (bytes: Uint8Array): boolean =>
  new TextDecoder('latin1').decode(bytes.subarray(0, PDF_HEADER_WITHIN + 5)).includes('%PDF-');

/** The download address of a lot's document. Too long a name is truncated. */
export function documentAddress(key: string, name: string): string {
  const letters = [...name];
  for (;;) {
    const address = `${API}/download-file/${key}?${new URLSearchParams({ fileName: letters.join('') })}`;
    if (address.length <= LOT_LIMITS.address) return address;
    letters.pop();
  }
}

const MEDIUM_ADDRESS =
  /^\/api\/v1\/lots\/([0-9a-z][0-9a-z-]{0,63})\/media\/([0-9a-f]{32})(?:-\d{1,4}x\d{1,4})?\/(?:\d{1,4}\.jpg|thumbnail\.jpg|(video)\.mp4)$/;

/** The lot and the key of a seller's picture or video, from one of its addresses. null: not such an address. */
export function lotMedium(address: string): { lot: string; key: string; isVideo: boolean } | null {
  const [, lot, key, video] = MEDIUM_ADDRESS.exec(address) ?? [];
  return lot === undefined || key === undefined ? null : { lot, key, isVideo: video !== undefined };
}

/** Identifies a picture or a video in a save; '' when it is stored elsewhere. */
export const mediumKey = (url: string): string => lotMedium(url)?.key ?? uploadedPicture(url)?.name ?? '';

/** A signature for a lot, visible to its seller and staff. */
export const Signature = strictObject({
  url: Type.String({ description: "where its picture is; '' for none" }),
});

const IsNew = Type.Boolean({
  description: 'it is only in a form and not sent yet; always false in answers',
});

/** [S210] A document as its seller and staff see it. */
export const ListedDocument = strictObject({
  key: Type.String({ description: 'names it in a save; empty where it is kept elsewhere' }),
  name: Type.String(),
  mimeType: Type.String(),
  description: Type.String(),
  order: describedInteger('its place among the documents, from 0'),
  isNew: IsNew,
  uri: Type.String({ description: 'where it is downloaded' }),
});

/** Documents of a listing as its seller and staff see them. */
export const listedDocuments = (
  documents: readonly { name: string; uri: string; description: string }[],
): Type.Static<typeof ListedDocument>[] =>
  documents.map(({ name, uri, description }, order) => {
    const key = documentKey(uri) ?? '';
    return {
      key,
      name,
      mimeType: key === '' ? '' : documentTypeOf(name),
      description,
      order,
      isNew: false,
      uri,
    };
  });

/** [S211] A link that the vendor recommends, as everyone who may see the lot sees it. */
export const ListedLink = strictObject({
  key: Type.String({ description: 'names its file; empty where it is kept elsewhere' }),
  url: Type.String(),
  description: Type.String(),
  order: describedInteger('its place among the links, from 0'),
  isPdf: Type.Boolean(),
});

/** Useful links of a listing as everyone who may see it sees them. */
export const listedLinks = (
  links: readonly { url: string; description: string; isPdf: boolean }[],
): Type.Static<typeof ListedLink>[] =>
  links.map(({ url, description, isPdf }, order) => {
    return { key: documentKey(url) ?? '', url, description, order, isPdf };
  });

/** [B247] A picture or a video as everyone who may see the lot sees it. */
export const MediaRecord = strictObject({
  key: Type.String({ description: 'names it in a save; empty where it is kept elsewhere' }),
  url: Type.String({ description: 'the largest' }),
  thumbnail: Type.String({ description: 'the smallest' }),
  mimeType: Type.String({ description: "'' where the address does not say it" }),
  type: oneOf('image', 'video'),
  title: Type.String(),
  timestamp: orNull(ms('when its file was made')),
});
export type MediaRecord = Type.Static<typeof MediaRecord>;

/** A medium as a listing stores it. */
type KeptMedia = { url: string; thumbnail: string; title: string; timestamp?: number | null };

export const mediaRecord = ({ url, thumbnail, title, timestamp = null }: KeptMedia): MediaRecord => {
  const mimeType = mediaTypeAt(url) ?? '';
  const type = mimeType.startsWith('video/') ? 'video' : 'image';
  return { key: mediumKey(url), url, thumbnail, mimeType, type, title, timestamp };
};

/** [S209] A picture or a video as its seller and staff see it. */
export const ListedMedium = strictObject({
  ...MediaRecord.properties,
  order: describedInteger('its place among the others, from 0'),
  main: Type.Boolean({ description: 'lists show it: the first one' }),
  isNew: IsNew,
});
export type ListedMedium = Type.Static<typeof ListedMedium>;

/** Pictures and videos of a listing as its seller and staff see them. */
export const listedMedia = (media: readonly KeptMedia[]): ListedMedium[] =>
  media.map((one, order) => ({ ...mediaRecord(one), order, main: order === 0, isNew: false }));
