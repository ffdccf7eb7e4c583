import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  closeSync,
  cpSync,
  existsSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OWN_FILE } from '@saleyard/testing/own-process.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { systemClock } from '../clock/system-clock.ts';
import { openLmdbDocuments } from '../documents/lmdb-documents.ts';
import { DocumentsUnavailable } from '../documents/port.ts';
import { openLmdbEventLog } from '../event-log/lmdb-event-log.ts';
import { EventLogDamaged, EventLogUnavailable, type NewEvent } from '../event-log/port.ts';
import { CHAINED } from '../event-log/test-support/contract-events.ts';
import type { FileOptions } from './background-file-check.ts';
import { markClosed } from './clean-close.ts';
import { lmdbDamage } from './lmdb-file-check.ts';

const PAGE = 4_096;
const FILE = 'data.mdb';
const MARK = 'closed';

/** What is stored at first: enough for several levels of pages. */
const ENTRIES = 1_500;
const EACH = 100;

/** What a test sees of a store of either kind. */
type Opened = {
  /** How many entries it shows. */
  count(): Promise<number>;
  /** Adds this many entries, in one commit each. */
  add(commits: number): Promise<void>;
  close(): Promise<void>;
};

type Kind = {
  name: string;
  open(folder: string, options?: Partial<FileOptions>): Promise<Opened>;
  /** Opening a file with a damaged page. */
  refuses(folder: string): Promise<void>;
  /** What a store says that was found to be damaged after its opening. */
  isRefusal(error: unknown): boolean;
};

const STREAM = 'auction-a';

function note(revision: number): NewEvent {
  const meta = { at: revision, commandId: 'c', actor: { kind: 'system', id: 'test' } as const, schema: 1 };
  return { id: `${revision}`, type: 'Noted', data: { text: 'x'.repeat(300) }, meta };
}

const eventLog: Kind = {
  name: 'event log',
  async open(folder, options = {}) {
    const log = await openLmdbEventLog({ ...options, chained: CHAINED, folder });
    return {
      count: async () => (await log.lastPosition()) + 1,
      async add(commits) {
        for (let n = 0; n < commits; n += 1) {
          const end = await log.lastRevision(STREAM);
          const { outcome } = await log.append(STREAM, end, [note(end + 1)]);
          assert.is(outcome, 'appended');
        }
      },
      close: () => log.close(),
    };
  },
  async refuses(folder) {
    try {
      const log = await openLmdbEventLog({ chained: CHAINED, folder });
      await log.close();
    } catch (error) {
      assert.instance(error, EventLogDamaged);
      return;
    }
    assert.unreachable('a damaged log was opened');
  },
  isRefusal: (error) => error instanceof EventLogUnavailable && /damaged/.test(error.message),
};

const readStore: Kind = {
  name: 'read store',
  async open(folder, options = {}) {
    const documents = await openLmdbDocuments({ ...options, folder, clock: systemClock });
    let n = await documents.count('lots', {});
    return {
      count: () => documents.count('lots', {}),
      async add(commits) {
        for (let one = 0; one < commits; one += 1, n += 1)
          await documents.upsert('lots', `lot-${n}`, { text: 'x'.repeat(300) });
      },
      close: () => documents.close(),
    };
  },
  async refuses(folder) {
    const documents = await openLmdbDocuments({ folder, clock: systemClock });
    assert.is(await documents.count('lots', {}), 0, 'it is created again');
    await documents.close();
  },
  isRefusal: (error) => error instanceof DocumentsUnavailable && /damaged/.test(String(error.cause)),
};

/** Fills a store quickly, and closes it. */
async function filled(kind: Kind): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'saleyard-close-'));
  if (kind === eventLog) {
    const log = await openLmdbEventLog({ chained: CHAINED, folder });
    for (let from = 0; from < ENTRIES; from += EACH) {
      // A stream each, so that there are pages of the index too.
      const appends = Array.from({ length: EACH }, (_, n) => log.append(`sale-${from + n}`, -1, [note(0)]));
      await Promise.all(appends);
    }
    await log.close();
  } else {
    const documents = await openLmdbDocuments({ folder, clock: systemClock });
    const writes = Array.from({ length: ENTRIES }, (_, n) => ({
      op: 'put' as const,
      collection: 'lots',
      id: `lot-${n}`,
      document: { text: 'x'.repeat(300) },
    }));
    await documents.commit('p', 5, writes);
    await documents.close();
  }
  return folder;
}

/** Opens a store, and answers how many pages were checked before that. */
async function pagesCheckedBy(
  kind: Kind,
  folder: string,
  options: Partial<FileOptions> = {},
): Promise<number> {
  let pages = 0;
  const onPagesChecked = (checked: number): void => {
    pages = checked;
  };
  const opened = await kind.open(folder, { ...options, onPagesChecked });
  const before = pages;
  assert.ok((await opened.count()) >= ENTRIES);
  await opened.close();
  return before;
}

const pagesOf = (folder: string): number => statSync(join(folder, FILE)).size / PAGE;

/** Changes one bit in the header of a page, which a check of the pages finds and which nothing else reads. */
function flipBit(folder: string): void {
  const path = join(folder, FILE);
  const file = openSync(path, 'r+');
  const byte = Buffer.alloc(1);
  try {
    for (let page = 20; page < pagesOf(folder); page += 1) {
      const at = page * PAGE + 5;
      readSync(file, byte, 0, 1, at);
      byte[0] = (byte[0] as number) ^ 4;
      writeSync(file, byte, 0, 1, at);
      if (lmdbDamage(path) !== undefined) return;
      // The page is free: nothing reaches it.
      byte[0] = (byte[0] as number) ^ 4;
      writeSync(file, byte, 0, 1, at);
    }
  } finally {
    closeSync(file);
  }
  assert.unreachable('no page is in use');
}

async function assertRefused(kind: Kind, use: () => Promise<unknown>): Promise<void> {
  let refusal: unknown;
  try {
    await use();
  } catch (error) {
    refusal = error;
  }
  assert.ok(kind.isRefusal(refusal), `a damaged store is still used: ${refusal}`);
}

/** In a process of its own: opens a store, adds entries, and dies without a word. */
async function killedWhileOpen(kind: Kind, folder: string, commits: number): Promise<void> {
  const args = [...OWN_FILE, kind.name, folder, String(commits)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  assert.equal(await once(child, 'exit'), [null, 'SIGKILL']);
}

const KINDS = [eventLog, readStore];

if (process.argv[2] !== undefined) {
  const kind = KINDS.find(({ name }) => name === process.argv[2]) as Kind;
  const opened = await kind.open(process.argv[3] as string);
  await opened.add(Number(process.argv[4]));
  process.kill(process.pid, 'SIGKILL');
} else {
  const test = suite('a clean close', { limitMs: 60_000 });

  for (const kind of KINDS) {
    const { name } = kind;

    test(`${name}: after a clean close no page of a tree is checked before the opening`, async () => {
      const folder = await filled(kind);
      assert.ok(existsSync(join(folder, MARK)));
      for (let opening = 0; opening < 3; opening += 1) assert.is(await pagesCheckedBy(kind, folder), 0);
      rmSync(folder, { recursive: true });
    });

    test(`${name}: a check that is asked for reads every page also then`, async () => {
      const folder = await filled(kind);
      assert.is(await pagesCheckedBy(kind, folder, { checksAll: true }), pagesOf(folder));
      rmSync(folder, { recursive: true });
    });

    for (const commits of [0, 5]) {
      test(`${name}: a process killed after ${commits} commits leaves no mark, and every page is checked`, async () => {
        const folder = await filled(kind);
        await killedWhileOpen(kind, folder, commits);
        assert.not(existsSync(join(folder, MARK)));
        assert.is(await pagesCheckedBy(kind, folder), pagesOf(folder));
        assert.is(await pagesCheckedBy(kind, folder), 0, 'and not again after a clean close');
        rmSync(folder, { recursive: true });
      });
    }

    const changes: [string, (folder: string) => void][] = [
      ['a copy', () => {}],
      ['other rights', (folder) => chmodSync(join(folder, FILE), 0o640)],
      ['a time that was put back', (folder) => utimesSync(join(folder, FILE), new Date(), new Date())],
    ];
    for (const [what, change] of changes) {
      test(`${name}: ${what} is not the file that was closed`, async () => {
        const closed = await filled(kind);
        const folder = what === 'a copy' ? `${closed}-copy` : closed;
        if (folder !== closed) cpSync(closed, folder, { recursive: true, preserveTimestamps: true });
        change(folder);
        assert.is(await pagesCheckedBy(kind, folder), pagesOf(folder));
        for (const one of new Set([closed, folder])) rmSync(one, { recursive: true });
      });
    }

    test(`${name}: a bit changed in a closed file is found before the opening, also where the time is put back`, async () => {
      const folder = await filled(kind);
      const { atime, mtime } = statSync(join(folder, FILE));
      flipBit(folder);
      utimesSync(join(folder, FILE), atime, mtime);
      await kind.refuses(folder);
      rmSync(folder, { recursive: true });
    });

    test(`${name}: a bit that the disk changed in a closed file is found beside the work, and by the next start`, async () => {
      const folder = await filled(kind);
      flipBit(folder);
      // As on a disk that fails: nothing says that the file was changed.
      markClosed(folder, join(folder, FILE));
      let isOver = (): void => {};
      const over = new Promise<void>((resolve) => {
        isOver = resolve;
      });
      const opened = await kind.open(folder, { checkAfterMs: 0, onPagesChecked: isOver });
      await over;
      await assertRefused(kind, () => opened.count());
      await assertRefused(kind, () => opened.add(1));
      await opened.close();
      assert.not(existsSync(join(folder, MARK)));
      await kind.refuses(folder);
      rmSync(folder, { recursive: true });
    });

    test(`${name}: the check beside the work finds nothing wrong with a file that is written meanwhile`, async () => {
      const folder = await filled(kind);
      let pages = 0;
      const onPagesChecked = (_: number, all: number): void => {
        pages = all;
      };
      const opened = await kind.open(folder, { checkAfterMs: 0, onPagesChecked });
      while (pages === 0) await opened.add(20);
      await opened.add(20);
      assert.ok((await opened.count()) > ENTRIES);
      await opened.close();
      assert.ok(existsSync(join(folder, MARK)), 'the check found it sound');
      assert.is(lmdbDamage(join(folder, FILE)), undefined);
      rmSync(folder, { recursive: true });
    });

    test(`${name}: a close ends the check that is under way`, async () => {
      const folder = await filled(kind);
      const opened = await kind.open(folder, { checkAfterMs: 0 });
      await new Promise((resolve) => setTimeout(resolve, 5));
      await opened.close();
      assert.is(await pagesCheckedBy(kind, folder), 0);
      rmSync(folder, { recursive: true });
    });
  }

  test.run();
}
