import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/* Where LMDB's two first pages say what the file is (mdb.c: MDB_page_header, then MDB_meta). */
const META_BYTES = 160;
const MAGIC_AT = 24;
const PAGE_SIZE_AT = 48;
const LAST_PAGE_AT = 144;
const TRANSACTION_AT = 152;
const MAGIC = 0xbeefc0de;
const LEAST_PAGE = 512;
const LARGEST_PAGE = 65_536;

type Meta = { pageSize: number; lastPage: number; transaction: bigint };

function metaAt(file: number, at: number): Meta | undefined {
  const page = Buffer.alloc(META_BYTES);
  if (readSync(file, page, 0, META_BYTES, at) < META_BYTES || page.readUInt32LE(MAGIC_AT) !== MAGIC) {
    return undefined;
  }
  const pageSize = page.readUInt32LE(PAGE_SIZE_AT);
  if (pageSize < LEAST_PAGE || pageSize > LARGEST_PAGE) return undefined;
  return {
    pageSize,
    lastPage: Number(page.readBigUInt64LE(LAST_PAGE_AT)),
    transaction: page.readBigUInt64LE(TRANSACTION_AT),
  };
}

/**
 * Whether LMDB can open this file. LMDB maps it into memory and trusts it: a file cut short or overwritten would
 * end the process by a signal instead of an error, so it is looked at before.
 */
export function isSoundLmdbFile(path: string): boolean {
  const file = openSync(path, 'r');
  try {
    const first = metaAt(file, 0);
    const second = first && metaAt(file, first.pageSize);
    if (first === undefined || second === undefined) return false;
    const newest = first.transaction > second.transaction ? first : second;
    return (newest.lastPage + 1) * newest.pageSize <= fstatSync(file).size;
  } finally {
    closeSync(file);
  }
}
