import { spawn } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { CHAINED } from '@saleyard/domain/streams.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import { openEventStoreLog } from '@saleyard/platform/event-log/eventstore-event-log.ts';
import { WireServer } from '@saleyard/platform/event-log/test-support/eventstore-wire/wire-server.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import { createLogger } from '@saleyard/platform/logging/logger.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { rebuild } from '../rebuild/rebuild.ts';
import { openStores } from '../server/stores.ts';
import { appendAll, streams } from '../test-support/random-log.ts';
import { startTestServer } from '../test-support/test-server.ts';
import { checkStores } from './check.ts';

const BIN = fileURLToPath(new URL('../bin/saleyard.js', import.meta.url));
const outside = { clock: systemClock, logger: createLogger({ level: 'silent' }) };

const test = suite('saleyard check', { limitMs: 180_000 });
let root = '';
let sound = '';
let copies = 0;

test.before(async () => {
  root = await mkdtemp(join(tmpdir(), 'saleyard-check-'));
  sound = join(root, 'sound');
  const stores = await openStores({ data: sound, eventStoreUrl: null, mongoUrl: null, s3Url: null }, outside);
  await appendAll(stores.log, streams().slice(0, 4), async () => {});
  await rebuild(stores);
  await stores.close();
});
test.after(() => rm(root, { recursive: true, force: true }));

async function copied(change: (folder: string) => Promise<void> = async () => {}): Promise<string> {
  copies += 1;
  const folder = join(root, `copy-${copies}`);
  await cp(sound, folder, { recursive: true });
  await change(folder);
  return folder;
}

/** Runs a command on a data folder. */
async function run(
  folder: string,
  ...args: string[]
): Promise<{ code: number | null; out: string; err: string }> {
  const child = spawn(process.execPath, [BIN, ...args, '--data', folder], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await ended, out, err };
}

/** Flips a bit in every place that holds these bytes. */
async function flip(file: string, found: string): Promise<void> {
  const bytes = await readFile(file);
  let places = 0;
  for (let at = bytes.indexOf(found); at !== -1; at = bytes.indexOf(found, at + 1)) {
    bytes[at] = (bytes[at] as number) ^ 4;
    places += 1;
  }
  assert.ok(places > 0);
  await writeFile(file, bytes);
}

/** The hash of an event in the undamaged log. */
async function hashOf(stream: string, revision: number): Promise<string> {
  const stores = await openStores(
    { data: await copied(), eventStoreUrl: null, mongoUrl: null, s3Url: null },
    outside,
  );
  try {
    for await (const [event] of stores.log.read(stream, { from: revision, limit: 1 }))
      return event?.meta.hash ?? '';
    return '';
  } finally {
    await stores.close();
  }
}

const damagedSale = async (): Promise<string> => {
  const hash = await hashOf('auction-sale-1', 2);
  return copied((folder) => flip(join(folder, 'log', 'data.mdb'), hash));
};

test('an undamaged store: counted, and exit code 0', async () => {
  const { code, out } = await run(await copied(), 'check');
  assert.is(code, 0, out);
  assert.match(
    out,
    /^Audited 4 of 4 sales; practice sales are not audited\nChecked \d+ events, \d+ documents of read models, 0 snapshots: all is well\n$/,
  );
});

test('a sample of the sales is audited, the last one among them, and those that were not are named', async () => {
  const data = await copied();
  const { code, out } = await run(data, 'check', '--sales', '1');
  assert.is(code, 0, out);
  assert.match(out, /^Audited 1 of 4 sales; practice sales are not audited\nNot audited: 1, 2, 3\nChecked /);
  assert.match((await run(data, 'check', '--sales', 'all')).out, /^Audited 4 of 4 sales/);
  const wrong = await run(data, 'check', '--sales', 'some');
  assert.is(wrong.code, 2);
  assert.match(wrong.err, 'It must be a number, or all.');
});

test('a sale that breaks the rules is named, even with intact events and hashes', async () => {
  const data = await copied();
  const stores = await openStores({ data, eventStoreUrl: null, mongoUrl: null, s3Url: null }, outside);
  const stream = 'auction-sale-2';
  const last = await stores.log.lastRevision(stream);
  const at = 2_000_000_000_000;
  const meta = { at, commandId: 'forged', actor: { kind: 'staff', id: 'x' }, schema: 1 } as const;
  const forged = { id: newId(), type: 'AuctionOpened', data: { at }, meta };
  assert.is((await stores.log.append(stream, last, [forged])).outcome, 'appended');
  await rebuild(stores);
  await stores.close();
  const { code, out } = await run(data, 'check');
  assert.is(code, 1);
  assert.match(
    out,
    new RegExp(`^auction no. 3 is not proven: event ${last + 1} of ${stream} .*AuctionOpened is stored.*\n`),
  );
  assert.match(out, /: 1 found\n$/);
});

test('one bad bit in one sale is named; the others are still checked', async () => {
  const { code, out } = await run(await damagedSale(), 'check');
  assert.is(code, 1);
  assert.match(
    out,
    /^event 2 of auction-sale-1 \(position \d+\): its hash is not the hash of what is stored\n/,
  );
  assert.match(out, /: 1 found\n$/);
});

test('one bad bit in one sale: it is named, and everything else starts and is served', async () => {
  const data = await damagedSale();
  const lines: Record<string, unknown>[] = [];
  const logger = createLogger({
    level: 'error',
    destination: { write: (line) => lines.push(JSON.parse(line)) },
  });
  await rm(join(data, 'read'), { recursive: true });
  const server = await startTestServer({ data, logger, hasAccounts: false });
  try {
    const ready = await fetch(`${server.base}/readyz`);
    const said = await ready.text();
    assert.is(ready.status, 200, said);
    assert.match(said, 'set aside as damaged: auction-sale-1 from event 2;');
    const { log, documents } = server.stores;
    for await (const batch of log.read('auction-sale-2')) assert.ok(batch.length > 0);
    assert.is(await documents.count('auctions', { _id: { $in: ['sale-0', 'sale-2', 'sale-3'] } }), 3);
    const named = lines.filter(({ msg }) => msg === 'a damaged stream is set aside');
    assert.equal(
      named.map(({ stream, revision }) => [stream, revision]),
      [['auction-sale-1', 2]],
    );
  } finally {
    await server.close();
  }
});

test('a damaged file of the log, or of the read models, is named in a sentence', async () => {
  const cutLog = await copied((folder) => truncate(join(folder, 'log', 'data.mdb'), 40_960));
  // An audit ends with 3 where it cannot read, for 1 says that a sale is decided differently.
  const endings = [
    [1, 'check'],
    [1, 'start', '--port', '0'],
    [1, 'rebuild'],
    [3, 'audit', '1'],
  ] as const;
  for (const [ending, ...args] of endings) {
    const { code, out, err } = await run(cutLog, ...args);
    assert.is(code, ending, `${args}: ${err}`);
    assert.match(out + err, /the event log in \S+ is damaged: .* Put back a backup/);
  }
  const cutRead = await run(
    await copied((folder) => truncate(join(folder, 'read', 'data.mdb'), 20_480)),
    'check',
  );
  assert.is(cutRead.code, 1);
  assert.match(cutRead.out, /^the read store in \S+ is damaged: .* makes it again from the event log\n/);
});

test('a deleted log: start, check and rebuild refuse, restore accepts it, then all is well', async () => {
  const data = await copied((folder) => rm(join(folder, 'log'), { recursive: true }));
  for (const args of [['start', '--port', '0'], ['rebuild'], ['restore']]) {
    const { code, err } = await run(data, ...args);
    assert.is(code, 1, args.join(' '));
    assert.match(err, /the event log in \S+ is empty and is not the one of this marketplace/);
    assert.match(err, '`saleyard restore --accept-loss`');
  }
  const accepted = await run(data, 'restore', '--accept-loss');
  assert.is(accepted.code, 0, accepted.err);
  assert.match(
    accepted.out,
    /Going on with this log, which ends at position -1; the other had reached \d+\n$/,
  );
  const checked = await run(data, 'check');
  assert.is(checked.code, 0, checked.out);
  const nothing = await run(data, 'restore');
  assert.is(nothing.code, 0);
  assert.match(nothing.out, /^Nothing is missing: /);
});

test('lost secrets: start, check, rebuild and restore refuse until they are back or the loss is accepted', async () => {
  const data = await copied((folder) => rm(join(folder, 'secrets'), { recursive: true }));
  for (const args of [['start', '--port', '0'], ['rebuild'], ['restore'], ['check']]) {
    const { code, err, out } = await run(data, ...args);
    assert.is(code, 1, args.join(' '));
    assert.match(
      err + out,
      /the secrets in \S+ hold no keys, and the event log in \S+ was written with some\./,
    );
  }
  await rm(join(data, 'secrets'), { recursive: true });
  await cp(join(sound, 'secrets'), join(data, 'secrets'), { recursive: true });
  assert.is((await run(data, 'check')).code, 0, 'put back');
  for (const name of await readdir(join(data, 'secrets'), { recursive: true }))
    if (name.endsWith('.json')) await writeFile(join(data, 'secrets', name), '{"name":');
  for (const args of [['start', '--port', '0'], ['check'], ['restore']]) {
    const { code, err, out } = await run(data, ...args);
    assert.is(code, 1, args.join(' '));
    assert.match(err + out, /^(saleyard( restore)?: )?the secret in \S+\.json is damaged: /);
  }
  await rm(join(data, 'secrets'), { recursive: true });
  const accepted = await run(data, 'restore', '--accept-loss');
  assert.match(accepted.out, /Going on with this log, which ends at position \d+, and with other keys\n$/);
  assert.is((await run(data, 'check')).code, 0, 'accepted');
});

test('read models of another log: start refuses and names rebuild, which makes them again', async () => {
  const data = await copied();
  const other = join(root, 'other');
  const stores = await openStores({ data: other, eventStoreUrl: null, mongoUrl: null, s3Url: null }, outside);
  await appendAll(stores.log, streams().slice(4, 6), async () => {});
  await rebuild(stores);
  await stores.close();
  await rm(join(data, 'read'), { recursive: true });
  await cp(join(other, 'read'), join(data, 'read'), { recursive: true });
  const refused = await run(data, 'start', '--port', '0');
  assert.is(refused.code, 1);
  assert.match(
    refused.err,
    /^saleyard: the read models in \S+ were made from another event log .*`saleyard rebuild`/,
  );
  const rebuilt = await run(data, 'rebuild');
  assert.is(rebuilt.code, 0, rebuilt.err);
  assert.is((await run(data, 'check')).code, 0);
});

test('while Saleyard runs on the folder it refuses', async () => {
  const data = await copied();
  const stores = await openStores({ data, eventStoreUrl: null, mongoUrl: null, s3Url: null }, outside);
  const { code, err } = await run(data, 'check');
  assert.is(code, 1);
  assert.match(err, /^saleyard check: the data folder \S+ is in use/);
  await stores.close();
});

test('on EventStoreDB every event and every chain is followed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'saleyard-check-wire-'));
  const server = await WireServer.start({ folder, release: '24.2', now: () => systemClock.now() });
  const log = await openEventStoreLog({ chained: CHAINED, url: server.url, clock: systemClock });
  await appendAll(log, streams().slice(0, 2), async () => {});
  await log.close();
  const config = {
    data: await copied((data) => rm(data, { recursive: true })),
    eventStoreUrl: server.url,
    mongoUrl: null,
    s3Url: null,
  };
  const { events, problems } = await checkStores({ config, ...outside });
  assert.ok(events > 10);
  assert.equal(problems.length, 1);
  assert.match(problems[0] ?? '', 'the read store');
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

test.run();
