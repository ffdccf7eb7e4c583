import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';

/*
 * The file format of LMDB (data version 2: mdb.c, MDB_page_header, MDB_meta, MDB_db, MDB_node). All numbers are
 * little-endian. The first two pages are meta pages, which transactions write in turn.
 */
const PAGE_HEADER = 24;
const MAGIC = 0xbeefc0de;
const DATA_VERSION = 2;
const LEAST_PAGE = 512;
const LARGEST_PAGE = 65_536;
const META_PAGES = 2;
const META_BYTES = 168;
const PAGE_SIZE_AT = 48;
const DB_BYTES = 48;
const NODE_HEADER = 8;
const OVERFLOW_NODE_BYTES = 24;
const NO_PAGE = 0xffff_ffff_ffff_ffffn;
const DEEPEST = 32;
const MAP_MOST = 2 ** 47;

const PAGE = { branch: 0x01, leaf: 0x02, overflow: 0x04, meta: 0x08 } as const;
const NODE = { overflow: 0x01, tree: 0x02 } as const;
/** Flags of the tree of free pages: its keys are numbers, and perhaps that transactions are synced later. */
const NUMBER_KEYS = 0x08;
const SYNCED_LATER = 0x1000;
/** Names the start of the machine; a file that is synced later notes in which it was written. */
const BOOT_ID = '/proc/sys/kernel/random/boot_id';

/** Pages read at once, and how many such runs are kept. */
const RUN_PAGES = 32;
const RUNS_KEPT = 64;

/** How far a check is, in pages. */
export type PageProgress = (checked: number, pages: number) => void;

type Tree = {
  flags: number;
  depth: number;
  branchPages: bigint;
  leafPages: bigint;
  overflowPages: bigint;
  entries: bigint;
  root: bigint;
};

type Meta = {
  pageSize: number;
  mapSize: number;
  free: Tree;
  main: Tree;
  lastPage: number;
  transaction: bigint;
  isSyncedLater: boolean;
  bootId: bigint;
};

class Damage extends Error {}

/**
 * Says what is wrong with an LMDB file that no process has open for writing; undefined when it is as LMDB wrote it, or
 * when it is empty and LMDB will begin it.
 *
 * LMDB maps the file and trusts it: a file cut short, a page overwritten or a bit changed in a page's header would end
 * the process by a signal. Therefore every page that a reader or a writer can reach is checked before. The values
 * themselves are not: what stores them has checksums of its own.
 *
 * `metaPages`: those of a transaction whose pages nothing replaces meanwhile, because a reader holds it (`lmdbMetaPages`
 * of then); left out, those of the file. `isMetaOnly`: no other page is read.
 */
export function lmdbDamage(
  path: string,
  onProgress: PageProgress = () => {},
  options: { metaPages?: Uint8Array; isMetaOnly?: boolean } = {},
): string | undefined {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    if (size === 0) return undefined;
    const check = new FileCheck(file, size, onProgress, options.metaPages);
    if (options.isMetaOnly) check.metaPages();
    else check.run();
    return undefined;
  } catch (error) {
    if (error instanceof Damage) return error.message;
    throw error;
  } finally {
    closeSync(file);
  }
}

/** A file that is open, and both meta pages of it at a time since when a reader holds its pages. */
export type FileOfReader = { path: string; metaPages: Uint8Array };

/** As `lmdbDamage`, of what such a reader can reach; also how many pages the file had then. */
export function checkFileOfReader({ path, metaPages }: FileOfReader): FileVerdict {
  let pages = 0;
  const count: PageProgress = (_, all) => {
    pages = all;
  };
  const damage = lmdbDamage(path, count, { metaPages }) ?? null;
  return { damage, pages };
}

/** `damage`: null when there is none. */
export type FileVerdict = { damage: string | null; pages: number };

/** How often a file that changes is checked again. */
const ATTEMPTS = 3;

/**
 * As `lmdbDamage`, of a file that another process may be writing: what seems wrong counts only when nothing was
 * written meanwhile.
 */
export function lmdbDamageBeside(path: string): string | undefined {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const before = lmdbMetaPages(path);
    const damage = lmdbDamage(path);
    if (damage === undefined || before.equals(lmdbMetaPages(path))) return damage;
  }
  return undefined;
}

/** What both meta pages hold, one after the other; zeros where the file ends before. */
export function lmdbMetaPages(path: string): Buffer {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(META_PAGES * META_BYTES);
    readSync(file, bytes, 0, META_BYTES, 0);
    readSync(file, bytes, META_BYTES, META_BYTES, Math.min(bytes.readUInt32LE(PAGE_SIZE_AT), LARGEST_PAGE));
    return bytes;
  } finally {
    closeSync(file);
  }
}

function treeAt(page: Buffer, at: number): Tree {
  return {
    flags: page.readUInt16LE(at + 4),
    depth: page.readUInt16LE(at + 6),
    branchPages: page.readBigUInt64LE(at + 8),
    leafPages: page.readBigUInt64LE(at + 16),
    overflowPages: page.readBigUInt64LE(at + 24),
    entries: page.readBigUInt64LE(at + 32),
    root: page.readBigUInt64LE(at + 40),
  };
}

/** The keys of a tree, as they are visited, and those that separate its pages. */
class KeyOrder {
  readonly #tree: string;
  readonly #isChecked: boolean;
  #before: Buffer | undefined;
  #least: Buffer | undefined;

  constructor(tree: string, isChecked: boolean) {
    this.#tree = tree;
    this.#isChecked = isChecked;
  }

  /** The next key of a leaf. */
  key(key: Buffer): void {
    if (!this.#isChecked) return;
    if (this.#before !== undefined) this.#must(Buffer.compare(this.#before, key) < 0);
    if (this.#least !== undefined) this.#must(Buffer.compare(this.#least, key) <= 0);
    this.#before = Buffer.from(key);
    this.#least = undefined;
  }

  /** What was visited lies before it, and what follows does not. */
  separator(key: Buffer): void {
    if (!this.#isChecked) return;
    if (this.#before !== undefined) this.#must(Buffer.compare(this.#before, key) < 0);
    this.#least = Buffer.from(key);
  }

  #must(holds: boolean): void {
    if (!holds) throw new Damage(`the keys of ${this.#tree} are out of order`);
  }
}

/** The present start of the machine, as LMDB notes it: the first digits of its id; 0 where it has none. */
function bootId(): bigint {
  try {
    return BigInt(`0x${readFileSync(BOOT_ID, 'utf8').split('-')[0]}`);
  } catch {
    return 0n;
  }
}

class FileCheck {
  readonly #file: number;
  readonly #size: number;
  readonly #onProgress: PageProgress;
  /** Both meta pages, where not those of the file count. */
  readonly #given: Uint8Array | undefined;
  readonly #runs = new Map<number, Buffer>();
  #pageSize = 0;
  #meta!: Meta;
  /** One bit for each page: it is in use. */
  #used = new Uint8Array();
  #checked = 0;

  constructor(file: number, size: number, onProgress: PageProgress, metaPages?: Uint8Array) {
    this.#file = file;
    this.#size = size;
    this.#onProgress = onProgress;
    this.#given = metaPages;
  }

  /** Checks both meta pages and answers the newer one. */
  metaPages(): Meta {
    const first = this.#metaPage(0, 0);
    this.#pageSize = first.pageSize;
    const second = this.#metaPage(1, first.pageSize);
    if (second.pageSize !== first.pageSize) throw new Damage('its two meta pages name different page sizes');
    const [newer, older] = first.transaction >= second.transaction ? [first, second] : [second, first];
    // A new file has the transaction 0 in both, and a compacted copy in one.
    if (older.transaction !== 0n && older.transaction !== newer.transaction - 1n)
      throw new Damage('its two meta pages are not of two transactions in a row');
    // LMDB maps as much as its last page needs, also where no file is that long.
    if ((newer.lastPage + 1) * newer.pageSize > Math.max(newer.mapSize, this.#size))
      throw new Damage('its last page is beyond both the file and what was mapped of it');
    this.#meta = newer;
    return newer;
  }

  run(): void {
    const newer = this.metaPages();
    // What was not synced before the machine went down may be missing: LMDB then goes back to what was.
    if (newer.isSyncedLater && newer.bootId !== bootId()) {
      if ((newer.lastPage + 1) * newer.pageSize > this.#size) throw new Damage('the file is cut short');
      return;
    }
    this.#used = new Uint8Array(Math.ceil((newer.lastPage + 1) / 8));
    const trees: Tree[] = [];
    this.#tree(newer.main, { name: 'the main tree', trees });
    for (const tree of trees) this.#tree(tree, { name: 'a named tree' });
    const lists: Buffer[] = [];
    this.#tree(newer.free, { name: 'the tree of free pages', lists });
    for (const list of lists) this.#freeList(list);
    this.#onProgress(newer.lastPage + 1, newer.lastPage + 1);
  }

  #metaPage(number: number, at: number): Meta {
    const page = Buffer.alloc(META_BYTES);
    const wrong = (what: string): never => {
      throw new Damage(`meta page ${number} ${what}`);
    };
    const given = this.#given?.subarray(number * META_BYTES);
    if (given !== undefined) page.set(given.subarray(0, META_BYTES));
    else if (readSync(this.#file, page, 0, META_BYTES, at) < META_BYTES) wrong('is cut off');
    if (page.readUInt32LE(PAGE_HEADER) !== MAGIC) wrong('has no mark of LMDB');
    if (page.readUInt32LE(PAGE_HEADER + 4) !== DATA_VERSION) wrong('names another format');
    if (page.readBigUInt64LE(0) !== BigInt(number)) wrong('has another number');
    if ((page.readUInt16LE(18) & PAGE.meta) === 0) wrong('is not marked as one');
    const pageSize = page.readUInt32LE(PAGE_SIZE_AT);
    if (pageSize < LEAST_PAGE || pageSize > LARGEST_PAGE || (pageSize & (pageSize - 1)) !== 0)
      wrong(`names a page size of ${pageSize}`);
    const mapSize = Number(page.readBigUInt64LE(40));
    const lastPage = Number(page.readBigUInt64LE(144));
    const transaction = page.readBigUInt64LE(152);
    if (mapSize > MAP_MOST || lastPage < META_PAGES - 1 || lastPage * pageSize > MAP_MOST)
      wrong('names a size that no file has');
    if (transaction !== 0n && Number(transaction & 1n) !== number) wrong("has another's transaction");
    const [free, main] = [treeAt(page, 48), treeAt(page, 48 + DB_BYTES)];
    const isSyncedLater = (free.flags & SYNCED_LATER) !== 0;
    if ((free.flags & ~SYNCED_LATER) !== NUMBER_KEYS || main.flags !== 0) wrong('has unknown flags');
    const bootId = page.readBigInt64LE(160);
    return { pageSize, mapSize, free, main, lastPage, transaction, isSyncedLater, bootId };
  }

  /** A page's bytes, good until the next call. */
  #bytes(number: number): Buffer {
    const size = this.#pageSize;
    const run = Math.floor(number / RUN_PAGES);
    let bytes = this.#runs.get(run);
    if (bytes === undefined) {
      bytes = Buffer.allocUnsafe(RUN_PAGES * size);
      bytes = bytes.subarray(0, readSync(this.#file, bytes, 0, bytes.length, run * bytes.length));
      for (const oldest of this.#runs.size >= RUNS_KEPT ? this.#runs.keys() : []) {
        this.#runs.delete(oldest);
        break;
      }
      this.#runs.set(run, bytes);
    }
    const at = (number % RUN_PAGES) * size;
    if (at + size > bytes.length) throw new Damage(`the file ends before its page ${number}`);
    return bytes.subarray(at, at + size);
  }

  /** Marks pages as in use, each once. */
  #use(number: bigint, count: number, of: string): number {
    const first = Number(number);
    if (first < META_PAGES || first + count - 1 > this.#meta.lastPage)
      throw new Damage(`${of} leads to page ${number}, which is not one of its pages`);
    if ((first + count) * this.#pageSize > this.#size)
      throw new Damage(`the file is cut short: it ends before page ${first + count - 1}`);
    for (let page = first; page < first + count; page += 1) {
      const bit = 1 << (page & 7);
      const byte = this.#used[page >> 3] as number;
      if ((byte & bit) !== 0) throw new Damage(`page ${page} is used twice`);
      this.#used[page >> 3] = byte | bit;
    }
    this.#checked += count;
    if (this.#checked % 4096 < count) this.#onProgress(this.#checked, this.#meta.lastPage + 1);
    return first;
  }

  #tree(tree: Tree, into: { name: string; trees?: Tree[]; lists?: Buffer[] }): void {
    const found = { branchPages: 0n, leafPages: 0n, overflowPages: 0n, entries: 0n };
    if (tree.root === NO_PAGE) {
      if (tree.entries !== 0n || tree.depth !== 0) throw new Damage(`${into.name} has lost its first page`);
    } else {
      if (tree.depth < 1 || tree.depth > DEEPEST)
        throw new Damage(`${into.name} has a depth of ${tree.depth}`);
      // Free pages are listed under numbers, which are compared in another way.
      this.#node(tree.root, tree.depth, into, found, new KeyOrder(into.name, into.lists === undefined));
    }
    const differs =
      found.branchPages !== tree.branchPages ||
      found.leafPages !== tree.leafPages ||
      found.overflowPages !== tree.overflowPages ||
      found.entries !== tree.entries;
    if (differs) throw new Damage(`${into.name} does not hold as much as is written of it`);
  }

  #header(number: number, flags: number): Buffer {
    const page = this.#bytes(number);
    if (page.readBigUInt64LE(0) !== BigInt(number))
      throw new Damage(`page ${number} is not what was written`);
    // A page of a later transaction would be taken for one that may be written to.
    if (page.readBigUInt64LE(8) > this.#meta.transaction)
      throw new Damage(`page ${number} is of a transaction that is not there`);
    if (page.readUInt16LE(18) !== flags)
      throw new Damage(`page ${number} is of another kind than it should be`);
    return page;
  }

  /** Checks a page of a tree and all below it. `level`: 1 for a leaf. */
  #node(
    number: bigint,
    level: number,
    into: { name: string; trees?: Tree[]; lists?: Buffer[] },
    found: { branchPages: bigint; leafPages: bigint; overflowPages: bigint; entries: bigint },
    order: KeyOrder,
  ): void {
    const at = this.#use(number, 1, into.name);
    const isLeaf = level === 1;
    // A copy where pages below it are read meanwhile.
    const read = this.#header(at, isLeaf ? PAGE.leaf : PAGE.branch);
    const page = isLeaf ? read : Buffer.from(read);
    const space = this.#pageSize - PAGE_HEADER;
    const lower = page.readUInt16LE(20);
    const upper = page.readUInt16LE(22);
    const count = lower >> 1;
    if ((lower & 1) !== 0 || lower > upper || upper > space || count < (isLeaf ? 1 : 2))
      throw new Damage(`page ${at} is not what was written`);
    if (isLeaf) found.leafPages += 1n;
    else found.branchPages += 1n;
    // Values in pages of their own are visited after the leaf, whose bytes are lent until then.
    const large: { page: bigint; bytes: number; isList: boolean }[] = [];
    for (let i = 0; i < count; i += 1) {
      const place = page.readUInt16LE(PAGE_HEADER + 2 * i);
      const nodeAt = PAGE_HEADER + place;
      if (place < upper || place + NODE_HEADER > space)
        throw new Damage(`page ${at} is not what was written`);
      const dataSize = page.readUInt32LE(nodeAt);
      const flags = page.readUInt16LE(nodeAt + 4);
      const keyEnd = nodeAt + NODE_HEADER + page.readUInt16LE(nodeAt + 6);
      if (keyEnd > this.#pageSize) throw new Damage(`page ${at} is not what was written`);
      if (!isLeaf) {
        const child = (BigInt(flags) << 32n) | BigInt(dataSize);
        // The first child's key is not looked at.
        if (i > 0) order.separator(page.subarray(nodeAt + NODE_HEADER, keyEnd));
        this.#node(child, level - 1, into, found, order);
        continue;
      }
      found.entries += 1n;
      order.key(page.subarray(nodeAt + NODE_HEADER, keyEnd));
      const isLarge = flags === NODE.overflow;
      const isTree = flags === NODE.tree && into.trees !== undefined;
      const inline = isLarge ? OVERFLOW_NODE_BYTES : dataSize;
      if ((flags !== 0 && !isLarge && !isTree) || keyEnd + inline > this.#pageSize)
        throw new Damage(`page ${at} is not what was written`);
      if (isTree) {
        if (dataSize !== DB_BYTES) throw new Damage(`page ${at} is not what was written`);
        const tree = treeAt(page, keyEnd);
        if (tree.flags !== 0) throw new Damage(`page ${at} is not what was written`);
        into.trees?.push(tree);
      } else if (isLarge) {
        const pages = Number(page.readBigUInt64LE(keyEnd + 16));
        if (pages !== Math.floor((PAGE_HEADER - 1 + dataSize) / this.#pageSize) + 1)
          throw new Damage(`page ${at} is not what was written`);
        large.push({ page: page.readBigUInt64LE(keyEnd), bytes: dataSize, isList: into.lists !== undefined });
      } else into.lists?.push(Buffer.from(page.subarray(keyEnd, keyEnd + dataSize)));
    }
    for (const value of large) this.#large(value, into, found);
  }

  #large(
    { page: number, bytes, isList }: { page: bigint; bytes: number; isList: boolean },
    into: { name: string; lists?: Buffer[] },
    found: { overflowPages: bigint },
  ): void {
    const count = Math.floor((PAGE_HEADER - 1 + bytes) / this.#pageSize) + 1;
    const first = this.#use(number, count, into.name);
    const page = this.#header(first, PAGE.overflow);
    if (page.readUInt32LE(20) !== count) throw new Damage(`page ${first} is not what was written`);
    found.overflowPages += BigInt(count);
    if (!isList) return;
    const list = Buffer.allocUnsafe(bytes);
    readSync(this.#file, list, 0, bytes, first * this.#pageSize + PAGE_HEADER);
    into.lists?.push(list);
  }

  /** A list of free pages: how many entries, then page numbers, where −n before one says that n pages begin there. */
  #freeList(list: Buffer): void {
    const space = Math.floor(list.length / 8) - 1;
    const count = space < 0 ? 0 : Number(list.readBigUInt64LE(0));
    if (list.length % 8 !== 0 || count > space)
      throw new Damage('a list of free pages is not what was written');
    let run = 1;
    for (let i = 1; i <= count; i += 1) {
      const entry = Number(list.readBigInt64LE(8 * i));
      if (entry === 0) continue;
      if (entry < 0) {
        run = -entry;
        continue;
      }
      const last = entry + run - 1;
      if (entry < META_PAGES || last > this.#meta.lastPage)
        throw new Damage(`a list of free pages names page ${last}, which is not one of its pages`);
      for (let page = entry; page <= last; page += 1) {
        if (((this.#used[page >> 3] as number) & (1 << (page & 7))) !== 0)
          throw new Damage(`page ${page} is in use and listed as free`);
      }
      run = 1;
    }
  }
}
