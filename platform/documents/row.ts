import { canonicalJson } from '../event-log/canonical-json.ts';
import type { KeyPart } from './index-keys.ts';

/**
 * A stored document: the position that made it (−1 for one that no projection owns), when it expires (ms, 0 for never), and its
 * JSON. Kept as one string `position;expiresAt;json`.
 */
export type Row = {
  readonly position: number;
  readonly expiresAt: number;
  readonly json: string;
  /** Parsed when first asked for, and frozen. */
  document?: Readonly<Record<string, unknown>>;
  /** Where the collection's indexes hold it; found when first asked for. */
  entries?: readonly IndexEntry[];
};

/** One key under which the collection's `index`-th index holds a document, without the document's id. */
export type IndexEntry = { readonly index: number; readonly key: readonly KeyPart[] };

/** A stored document can't be what was written. The read store is then made again from the log. */
class DocumentsCorrupt extends Error {
  constructor(collection: string, id: string) {
    super(`${collection}/${id} in the read store is damaged; stop Saleyard and run \`saleyard rebuild\``);
    this.name = 'DocumentsCorrupt';
  }
}

const ROW = /^(-?\d+);(\d+);/;

export function encodeRow(row: Row): string {
  return `${row.position};${row.expiresAt};${row.json}`;
}

/** @throws DocumentsCorrupt */
export function decodeRow(text: string, collection: string, id: string): Row {
  const head = ROW.exec(text);
  if (head === null) throw new DocumentsCorrupt(collection, id);
  return { position: Number(head[1]), expiresAt: Number(head[2]), json: text.slice(head[0].length) };
}

function frozen<T>(value: T): T {
  if (value !== null && typeof value === 'object') {
    for (const member of Object.values(value)) frozen(member);
    Object.freeze(value);
  }
  return value;
}

/** The document of a row, the same frozen object each time. @throws DocumentsCorrupt */
export function documentOf(row: Row, collection: string, id: string): Readonly<Record<string, unknown>> {
  if (row.document === undefined) {
    try {
      row.document = frozen(JSON.parse(row.json) as Record<string, unknown>);
    } catch {
      throw new DocumentsCorrupt(collection, id);
    }
  }
  return row.document;
}

/**
 * The row of a document as it is put: its JSON with its `_id`, canonical, so that the same document has the same bytes
 * in any order of its members (events come from memory or from the disk).
 */
export function newRow(
  id: string,
  document: Record<string, unknown>,
  position: number,
  expiresAt: number,
): Row {
  return { position, expiresAt, json: canonicalJson({ ...document, _id: id }) };
}
