import { spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createAccounts, type Registration } from '@saleyard/command-api/accounts/accounts.ts';
import { bid, type Engine, openEngine, scheduled, until } from '@saleyard/command-api/test-support/engine.ts';
import { LIVE_AT, lotTerms, OPEN_AT } from '@saleyard/command-api/test-support/sale.ts';
import { auctionStream } from '@saleyard/domain/auction/ids.ts';
import { ManualClock } from '@saleyard/platform/clock/manual-clock.ts';
import { openLmdbDocuments } from '@saleyard/platform/documents/lmdb-documents.ts';
import { openFolderFiles } from '@saleyard/platform/files/folder-files.ts';
import { createLogger } from '@saleyard/platform/logging/logger.ts';
import { openFileSecrets } from '@saleyard/platform/secrets/file-secrets.ts';
import { accountsReadModel } from '@saleyard/projections/accounts/accounts.queries.ts';
import { OWN_FILE } from '@saleyard/testing/own-process.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { Command } from 'commander';
import * as assert from 'uvu/assert';
import { auditCommand } from './command.ts';
import type { AuditReport } from './report.ts';

const CHILD = 'be-the-command-line';

type Ran = { code: number; out: string; err: string };

/** Runs `saleyard audit …` once for each list of arguments, in one process of its own. */
async function audits(...lists: string[][]): Promise<Ran[]> {
  const child = spawn(process.execPath, [...OWN_FILE, CHILD, JSON.stringify(lists)]);
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if (out === '') throw new Error(err);
  return JSON.parse(out) as Ran[];
}

const audit = async (...args: string[]): Promise<Ran> => (await audits(args))[0] as Ran;

/** The child: what each run prints, and its exit code. */
async function runEach(lists: string[][]): Promise<Ran[]> {
  const ran: Ran[] = [];
  const { stdout, stderr } = process;
  const [writeOut, writeErr] = [stdout.write, stderr.write];
  for (const args of lists) {
    const one: Ran = { code: 0, out: '', err: '' };
    const collect = (to: 'out' | 'err') => (text: string | Uint8Array) => {
      one[to] += String(text);
      return true;
    };
    stdout.write = collect('out');
    stderr.write = collect('err');
    process.exitCode = 0;
    const program = new Command('saleyard');
    auditCommand(program);
    await program.parseAsync(['audit', ...args], { from: 'user' });
    one.code = Number(process.exitCode);
    ran.push(one);
  }
  process.exitCode = 0;
  stdout.write = writeOut;
  stderr.write = writeErr;
  return ran;
}

async function registered(
  { log, documents, clock }: Engine,
  data: string,
  people: readonly Registration['person'][],
): Promise<string[]> {
  const secrets = await openFileSecrets({ folder: join(data, 'secrets') });
  const files = await openFolderFiles({ folder: join(data, 'files') });
  const readModel = accountsReadModel(documents);
  const logger = createLogger({ level: 'silent' });
  const accounts = await createAccounts({ log, secrets, files, clock, logger, readModel });
  const ids: string[] = [];
  for (const person of people) {
    const reply = await accounts.register(
      {
        person,
        password: 'Correct-horse-1',
        status: 'registered',
        type: 'buyer',
        role: null,
        stockTypes: [],
        approvedStockTypes: [],
      },
      'self',
    );
    if (reply.outcome === 'registered') ids.push(reply.account);
  }
  await accounts.stop();
  return ids;
}

/** Each file of a folder by its path: its hash and time. LMDB's list of readers holds no data. */
function filesIn(folder: string): Map<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  return new Map(
    names
      .filter((name) => !name.endsWith('lock.mdb'))
      .map((name) => {
        const file = join(folder, name);
        const { mtimeMs, mode } = statSync(file);
        const content = statSync(file).isFile() ? hash('sha256', readFileSync(file)) : '';
        return [name, `${mtimeMs} ${mode} ${content}`] as const;
      }),
  );
}

function runTests(): void {
  const test = suite('saleyard audit', { limitMs: 60_000 });
  const data = mkdtempSync(join(tmpdir(), 'saleyard-audit-'));
  let engine: Engine;
  /** Accounts of people whose names and addresses are sealed in the log. */
  let sam = '';
  let sue = '';

  test.before(async () => {
    const documents = await openLmdbDocuments({
      folder: join(data, 'read'),
      clock: new ManualClock(OPEN_AT),
    });
    engine = await openEngine({ folder: data, now: OPEN_AT - 1, documents, limits: { snapshotEvery: 3 } });
    [sam = '', sue = ''] = await registered(engine, data, [
      { firstName: 'Sam', lastName: 'Smith', email: 'sam@farm.example', phone: '+61400000001' },
      { firstName: 'Sue', lastName: 'Smith', email: 'sue@farm.example', phone: '+61400000002' },
    ]);
    await scheduled(engine.host, 'a1', [lotTerms('l1'), lotTerms('l2')]);
    engine.clock.advanceTo(LIVE_AT);
    await until(() => engine.host.stateOf('a1')?.phase === 'live');
    await engine.host.submit(bid('a1', 'joe', 'l1', 11_000));
    await engine.host.submit(bid('a1', sam, 'l2', 11_000));
    await engine.host.submit(bid('a1', sue, 'l2', 12_000));
  });

  test.after(async () => {
    await engine.close();
    rmSync(data, { recursive: true });
  });

  test('on the folder of a running market: proven, and the market keeps running', async () => {
    const { code, out, err } = await audit('41', '--data', data);
    assert.is(err, '');
    assert.is(code, 0);
    assert.match(out, 'Auction no. 41  Weaner sale');
    assert.match(out, 'PROVEN  8 events intact, 6 commands decided again with the same events');
    assert.match(out, /l1\s+l1\s+10 {2}open\s+\$110\.00\/head/);
    const reply = await engine.host.submit(bid('a1', 'jane', 'l1', 12_000));
    assert.is(reply.outcome === 'decided' && reply.accepted, true);
  });

  test('one lot with its ladder, and the whole as JSON', async () => {
    const [ladder, ofJoe, json] = (await audits(
      ['41', '--data', data, '--lot', 'l1'],
      ['41', '--data', data, '--bidder', 'joe'],
      ['41', '--data', data, '--json'],
    )) as [Ran, Ran, Ran];
    assert.is(ladder.code, 0);
    assert.match(ladder.out, /Paddle \d+ \(joe, bidder\) bid \$110\.00/);
    assert.match(ladder.out, /\$110\.00, paddle \d+ leads: the first bid on the lot \[E2\]/);
    assert.is(ofJoe.code, 0);
    assert.match(ofJoe.out, /Paddle \d+ \(joe, bidder\) bid \$110\.00/);
    assert.not.match(ofJoe.out, 'Lot l2');
    const report = JSON.parse(json.out) as AuditReport;
    assert.ok(report.proven);
    assert.is(report.lots.length, 2);
    assert.is(report.lots[0]?.ladder.length, 3);
    const [byPaddle] = await audits(['41', '--data', data, '--bidder', report.paddles['joe'] ?? '']);
    assert.equal([byPaddle?.code, byPaddle?.out], [0, ofJoe.out]);
  });

  test('what one bidder did, by e-mail address and by name; a name that several have is refused', async () => {
    const of = (who: string, ...more: string[]) => ['41', '--data', data, '--bidder', who, ...more];
    const named = ['sam@farm.example', ' SAM@farm.example', 'Sam Smith', 'sam', sam];
    for (const { code, out, err } of await audits(...named.map((who) => of(who)))) {
      assert.is(code, 0, err);
      assert.match(out, /Paddle \d+ \(Sam Smith, bidder, sam@farm.example\) bid \$110\.00/);
      assert.not.match(out, 'Sue Smith');
    }
    const [either, ofLot, other] = (await audits(
      of('Smith'),
      of('Sue Smith', '--lot', 'l2'),
      of('sue', '--lot', 'l1'),
    )) as [Ran, Ran, Ran];
    assert.equal([either.code, either.out], [2, '']);
    assert.match(
      either.err,
      /Smith may be paddle \d+ \(Sam Smith\), paddle \d+ \(Sue Smith\): name one by paddle/,
    );
    assert.match(ofLot.out, /Sue Smith, bidder, sue@farm.example\) bid \$120\.00/);
    assert.is(other.code, 2);
  });

  test('invalid arguments end with 2', async () => {
    const cases: [string[], string][] = [
      [['42', '--data', data], 'saleyard audit: no auction no. 42'],
      [['forty', '--data', data], 'saleyard audit: forty is not the number of an auction'],
      [['41', '--data', join(data, 'nowhere')], 'saleyard audit: there is no event log in'],
      [['41', '--data', data, '--lot', 'l9'], 'saleyard audit: no lot l9 in auction no. 41'],
      [['41', '--data', data, '--bidder', 'jim'], 'saleyard audit: no bidder jim in auction no. 41'],
    ];
    const ran = await audits(...cases.map(([args]) => args));
    for (const [place, [args, message]] of cases.entries()) {
      const { code, err, out } = ran[place] as Ran;
      assert.is(code, 2, `${args} ${err}`);
      assert.match(err, message);
      assert.is(out, '');
    }
  });

  test('it writes nothing: every file of a folder is as it was, with its time', async () => {
    await engine.host.close();
    const copy = join(data, 'untouched');
    for (const store of ['log', 'read', 'secrets'])
      cpSync(join(data, store), join(copy, store), { recursive: true });
    const before = filesIn(copy);
    assert.ok(before.size > 4);
    const [whole, one] = (await audits(
      ['41', '--data', copy],
      ['41', '--data', copy, '--json', '--bidder', 'sam'],
    )) as [Ran, Ran];
    assert.equal([whole.code, one.code], [0, 0]);
    assert.match(whole.out, 'Snapshot    agrees');
    assert.equal(filesIn(copy), before);
  });

  test('events that differ end with 1: each is listed, and the first is named', async () => {
    const meta = { at: LIVE_AT, commandId: 'x', actor: { kind: 'staff', id: 's' }, schema: 1 } as const;
    const events = [{ id: 'x', type: 'AuctionClosed', data: { at: LIVE_AT }, meta }];
    const revision = await engine.log.lastRevision(auctionStream('a1'));
    await engine.log.append(auctionStream('a1'), revision, events);
    const again = { ...meta, commandId: 'y' };
    await engine.log.append(auctionStream('a1'), revision + 1, [
      { id: 'y', type: 'BiddingOpened', data: { at: LIVE_AT, lot: 'l1' }, meta: again },
    ]);
    const copy = join(data, 'copy');
    mkdirSync(copy);
    cpSync(join(data, 'log', 'data.mdb'), join(copy, 'log', 'data.mdb'));
    const [{ code, err, out }, json] = (await audits(
      ['41', '--data', copy],
      ['41', '--data', copy, '--json'],
    )) as [Ran, Ran];
    assert.is(code, 1);
    assert.match(
      out,
      /NOT PROVEN {2}\d+ events intact, \d+ commands decided again with the same events; 2 differences/,
    );
    assert.match(out, `event ${revision + 2}: for openLot the engine decides`);
    assert.match(err, `event ${revision + 1} of auction-a1`);
    assert.match(err, 'for advanceClock the engine decides nothing more, and AuctionClosed is stored');
    assert.not.match(err, `event ${revision + 2}`);
    const { differences, differenceCount } = JSON.parse(json.out);
    assert.equal([differences.length, differenceCount], [2, 2]);
  });

  test('a log that cannot be read ends with 3', async () => {
    const copy = join(data, 'damaged');
    cpSync(join(data, 'log', 'data.mdb'), join(copy, 'log', 'data.mdb'));
    const file = join(copy, 'log', 'data.mdb');
    const bytes = readFileSync(file);
    for (let at = bytes.indexOf('"bidder":"joe"'); at >= 0; at = bytes.indexOf('"bidder":"joe"', at + 1))
      bytes.write('jim', at + '"bidder":"'.length);
    writeFileSync(file, bytes);
    const damaged = await audit('41', '--data', copy);
    assert.is(damaged.code, 3, damaged.err);
    assert.match(damaged.out, 'COULD NOT BE READ');
    assert.match(damaged.err, /could not be read\n {2}event \d+ of auction-a1/);
    writeFileSync(file, bytes.subarray(0, bytes.length / 2));
    const cut = await audit('41', '--data', copy);
    assert.is(cut.code, 3, cut.err);
    assert.match(cut.err, 'saleyard audit: the log could not be read: the event log in');
  });

  test.run();
}

if (process.argv[2] === CHILD) {
  process.stdout.write(JSON.stringify(await runEach(JSON.parse(process.argv[3] ?? '[]') as string[][])));
} else {
  runTests();
}
