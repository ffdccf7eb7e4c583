import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { bid, type Engine, openEngine, scheduled, until } from '@saleyard/command-api/test-support/engine.ts';
import { LIVE_AT, lotTerms, OPEN_AT } from '@saleyard/command-api/test-support/sale.ts';
import { auctionStream } from '@saleyard/domain/auction/ids.ts';
import { OWN_FILE } from '@saleyard/testing/own-process.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { Command } from 'commander';
import * as assert from 'uvu/assert';
import { auditCommand } from './command.ts';
import type { AuditReport } from './report.ts';

const CHILD = 'be-the-command-line';

type Ran = { code: number | null; out: string; err: string };

/** Runs `saleyard audit …` in a process of its own. */
async function audit(...args: string[]): Promise<Ran> {
  const child = spawn(process.execPath, [...OWN_FILE, CHILD, 'audit', ...args]);
  const code = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await code, out, err };
}

function runTests(): void {
  const test = suite('saleyard audit', { limitMs: 60_000 });
  const data = mkdtempSync(join(tmpdir(), 'saleyard-audit-'));
  let engine: Engine;

  test.before(async () => {
    engine = await openEngine({ folder: data, now: OPEN_AT - 1 });
    await scheduled(engine.host, 'a1', [lotTerms('l1'), lotTerms('l2')]);
    engine.clock.advanceTo(LIVE_AT);
    await until(() => engine.host.stateOf('a1')?.phase === 'live');
    await engine.host.submit(bid('a1', 'joe', 'l1', 11_000));
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
    assert.match(out, 'PROVEN  6 events intact, 4 commands decided again with the same events');
    assert.match(out, /l1\s+l1\s+10 {2}open\s+\$110\.00\/head/);
    const reply = await engine.host.submit(bid('a1', 'jane', 'l1', 12_000));
    assert.is(reply.outcome === 'decided' && reply.accepted, true);
  });

  test('one lot with its ladder, and the whole as JSON', async () => {
    const ladder = await audit('41', '--data', data, '--lot', 'l1');
    assert.is(ladder.code, 0);
    assert.match(ladder.out, /Paddle \d+ \(joe\) bid \$110\.00/);
    assert.match(ladder.out, /\$110\.00, paddle \d+ leads: the first bid on the lot \[E2\]/);
    const ofJoe = await audit('41', '--data', data, '--bidder', 'joe');
    assert.is(ofJoe.code, 0);
    assert.match(ofJoe.out, /Paddle \d+ \(joe\) bid \$110\.00/);
    assert.not.match(ofJoe.out, 'Lot l2');
    const json = await audit('41', '--data', data, '--json');
    const report = JSON.parse(json.out) as AuditReport;
    assert.ok(report.proven);
    assert.is(report.lots.length, 2);
    assert.is(report.lots[0]?.ladder.length, 3);
  });

  test('invalid arguments end with 2', async () => {
    const cases: [string[], string][] = [
      [['42', '--data', data], 'saleyard audit: no auction no. 42'],
      [['forty', '--data', data], 'saleyard audit: forty is not the number of an auction'],
      [['41', '--data', join(data, 'nowhere')], 'saleyard audit: there is no event log in'],
      [['41', '--data', data, '--lot', 'l9'], 'saleyard audit: no lot l9 in auction no. 41'],
      [['41', '--data', data, '--bidder', 'jim'], 'saleyard audit: no bidder jim in auction no. 41'],
    ];
    for (const [args, message] of cases) {
      const { code, err, out } = await audit(...args);
      assert.is(code, 2, `${args} ${err}`);
      assert.match(err, message);
      assert.is(out, '');
    }
  });

  test('an unused folder is audited with its snapshots; an event that differs ends with 1', async () => {
    const meta = { at: LIVE_AT, commandId: 'x', actor: { kind: 'staff', id: 's' }, schema: 1 } as const;
    const events = [{ id: 'x', type: 'AuctionClosed', data: { at: LIVE_AT }, meta }];
    const revision = await engine.log.lastRevision(auctionStream('a1'));
    await engine.host.close();
    await engine.log.append(auctionStream('a1'), revision, events);
    const copy = join(data, 'copy');
    mkdirSync(copy);
    cpSync(join(data, 'log', 'data.mdb'), join(copy, 'log', 'data.mdb'));
    const { code, err, out } = await audit('41', '--data', copy);
    assert.is(code, 1);
    assert.match(out, 'NOT PROVEN');
    assert.match(err, `event ${revision + 1} of auction-a1`);
    assert.match(err, 'for advanceClock the engine decides nothing more, and AuctionClosed is stored');
  });

  test.run();
}

if (process.argv[2] === CHILD) {
  const program = new Command('saleyard');
  auditCommand(program);
  await program.parseAsync(process.argv.slice(3), { from: 'user' });
} else {
  runTests();
}
