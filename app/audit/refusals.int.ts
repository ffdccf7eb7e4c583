import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findSnapshot } from '@saleyard/command-api/engine/snapshot.ts';
import {
  bid,
  decided,
  eventsOf,
  freshFolder,
  openEngine,
  scheduled,
  staff,
  until,
} from '@saleyard/command-api/test-support/engine.ts';
import { LIVE_AT, lotTerms, OPEN_AT, schedule } from '@saleyard/command-api/test-support/sale.ts';
import type { CommandBody } from '@saleyard/domain/auction/commands.ts';
import type { AuctionEvent } from '@saleyard/domain/auction/events.ts';
import { auctionStream } from '@saleyard/domain/auction/ids.ts';
import { RULES_VERSION } from '@saleyard/domain/auction/policy.ts';
import { CHAINED, UPCASTERS } from '@saleyard/domain/streams.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import { openEventStoreLog } from '@saleyard/platform/event-log/eventstore-event-log.ts';
import { openLmdbEventLog } from '@saleyard/platform/event-log/lmdb-event-log.ts';
import type { EventLog, EventMeta, NewEvent } from '@saleyard/platform/event-log/port.ts';
import { WireServer } from '@saleyard/platform/event-log/test-support/eventstore-wire/wire-server.ts';
import { eventIdOf } from '@saleyard/platform/ids/ids.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { assertAgreement } from '../test-support/audit-agreement.ts';
import { auditAuction } from './audit.ts';
import { reportText } from './text.ts';

const test = suite('an audit of refused commands', { limitMs: 60_000 });
const ends: (() => Promise<void> | void)[] = [];

test.after(async () => {
  for (const end of ends.reverse()) await end();
});

/** A sale of two lots that `vera` listed, scheduled and catalogued; `between` puts another log under its engine. */
async function begunSale(between?: (log: EventLog) => EventLog) {
  const { folder, remove } = freshFolder();
  const engine = await openEngine({ folder, now: OPEN_AT - 1, ...(between && { between }) });
  ends.push(remove, engine.close);
  const lots = [lotTerms('l1', { createdBy: 'vera' }), lotTerms('l2', { createdBy: 'vera' })];
  await scheduled(engine.host, 'a1', lots, schedule('simultaneous', {}, { searchNumber: 41 }));
  const send = async (body: CommandBody, commandId?: string): Promise<string | null> =>
    decided(await engine.host.submit(staff('a1', body, commandId))).code;
  return { ...engine, folder, log: between?.(engine.log) ?? engine.log, send };
}

/** A series of refused staff commands. Returns the codes, in order. */
async function refusedWork({ host, clock, send }: Awaited<ReturnType<typeof begunSale>>) {
  const codes = [
    await send({ type: 'announce', text: null }),
    await send({ type: 'announce', text: 'Trucks at ten' }),
    await send({ type: 'announce', text: 'Trucks at ten' }),
    await send({ type: 'announce', text: null }),
    await send({ type: 'announce', text: null }),
    await send(schedule('simultaneous', { rules: RULES_VERSION + 0.5 })),
    await send({ type: 'catalogueLots', lots: [lotTerms('l9', { startCents: -1 })] }),
    await send({ type: 'amendLot', lot: 'l1', startCents: -1, reserveCents: null, description: null }),
  ];
  clock.advanceTo(LIVE_AT + 1);
  // Time goes on meanwhile: an append that took too long is tried again a moment later.
  const goesOn = (isSo: () => boolean) =>
    until(() => {
      clock.advanceBy(5);
      return isSo();
    });
  await goesOn(() => host.stateOf('a1')?.phase === 'live');
  decided(await host.submit(bid('a1', 'joe', 'l1', 11_000)));
  codes.push(await send({ type: 'sellAfter', lot: 'l2', buyer: 'jane', cents: 60_500 }));
  codes.push(await send({ type: 'cancel', reason: 'flood' }));
  clock.advanceBy(1_000_000);
  await goesOn(() => !host.ownedAuctions().includes('a1'));
  codes.push(await send({ type: 'sellAfter', lot: 'l2', buyer: 'vera', cents: 60_500 }));
  codes.push(await send({ type: 'sellAfter', lot: 'l2', buyer: 'jane', cents: -5 }));
  codes.push(await send({ type: 'sellAfter', lot: 'l2', buyer: 'jane', cents: 60_500 }));
  codes.push(await send({ type: 'sellAfter', lot: 'l2', buyer: 'jane', cents: 60_500 }));
  return codes;
}

const CODES = [
  'already-so',
  null,
  'already-so',
  null,
  'already-so',
  'invalid-terms',
  'invalid-terms',
  'invalid-terms',
  'not-closed',
  'already-scheduled',
  'own-lot',
  'invalid-amount',
  null,
  'already-so',
];

test('[E22] announcing twice, ending no announcement and selling to the seller are refused, and the sale is proven', async () => {
  const sale = await begunSale();
  assert.equal(await refusedWork(sale), CODES);
  const report = await auditAuction({
    log: sale.log,
    snapshot: await findSnapshot(sale.documents, 'a1'),
    number: 41,
  });
  assert.ok(report.proven, reportText(report));
  assert.is(report.commands.refused, CODES.filter((code) => code !== null).length);
  assert.is(
    report.commands.decided,
    report.commands.accepted + report.commands.refused + report.commands.byTime,
  );
  assert.match(reportText(report), `Rules       version ${RULES_VERSION}`);
});

test('the same on EventStoreDB', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'saleyard-refusals-wire-'));
  const server = await WireServer.start({ folder, release: '24.2', now: () => systemClock.now() });
  const log = await openEventStoreLog({
    chained: CHAINED,
    upcasters: UPCASTERS,
    url: server.url,
    clock: systemClock,
  });
  ends.push(
    () => rm(folder, { recursive: true, force: true }),
    () => server.stop(),
    () => log.close(),
  );
  const sale = await begunSale(() => log);
  assert.equal(await refusedWork(sale), CODES);
  const report = await auditAuction({ log, number: 41 });
  assert.ok(report.proven, reportText(report));
  // Computed from the stream: the server keeps no chain.
  assert.is(report.chained, (await eventsOf(log, 'a1')).length);
  assert.is(report.headHash, (await eventsOf(log, 'a1')).at(-1)?.meta.hash);
});

test('a refused command counts as repeated only with the same whole body [E11]', async () => {
  const { host, send } = await begunSale();
  await send({ type: 'announce', text: 'Trucks at ten' });
  const again = { type: 'announce', text: 'Trucks at ten' } as const;
  assert.is(await send(again, 'command-1'), 'already-so');
  assert.is(await send(again, 'command-1'), 'already-so');
  const other = await host.submit(staff('a1', { type: 'announce', text: 'Trucks at two' }, 'command-1'));
  assert.is(other.outcome, 'duplicate-conflict');
});

test('[E22] a refused command of more than 16 kB is stored as its hash, and the audit reports that', async () => {
  const { host, log, send } = await begunSale();
  const text = 'x'.repeat(17_000);
  assert.is(await send({ type: 'announce', text }, 'command-1'), 'invalid-terms');
  const stored = JSON.stringify((await eventsOf(log, 'a1')).at(-1));
  assert.ok(stored.length < 1_000);
  assert.match(stored, /"commandHash":"[0-9a-f]{64}"/);
  assert.is(await send({ type: 'announce', text }, 'command-1'), 'invalid-terms');
  const other = await host.submit(staff('a1', { type: 'announce', text: `${text}y` }, 'command-1'));
  assert.is(other.outcome, 'duplicate-conflict');
  const report = await auditAuction({ log, number: 41 });
  assert.ok(report.proven);
  assert.equal([report.commands.hashed, report.commands.notKept], [1, 0]);
  assert.match(reportText(report), 'not decided again: 1 command refused, body kept as a hash');
});

/** Appends events of one command to the sale, as `meta` says they were stored. */
async function appended(log: EventLog, events: readonly AuctionEvent[], meta: Partial<EventMeta>) {
  const stream = auctionStream('a1');
  const commandId = meta.commandId ?? 'command-1';
  const stored: NewEvent[] = events.map(({ type, data }, n) => {
    const actor = { kind: 'staff', id: 'clerk' } as const;
    return {
      id: eventIdOf(commandId, n),
      type,
      data,
      meta: { at: OPEN_AT, commandId, actor, schema: 1, ...meta },
    };
  });
  const result = await log.append(stream, await log.lastRevision(stream), stored);
  assert.is(result.outcome, 'appended');
}

/** The sale in a log of its own, opened as a market opens it. */
async function reopened(folder: string): Promise<EventLog> {
  const log = await openLmdbEventLog({ chained: CHAINED, folder: join(folder, 'log'), upcasters: UPCASTERS });
  ends.push(() => log.close());
  return log;
}

test('refusals stored without their commands are listed, and are not a failure', async () => {
  const { folder, log, close } = await begunSale();
  const short = (code: string) =>
    ({ type: 'ActionRefused', data: { at: OPEN_AT, action: 'announce', lot: null, code } }) as never;
  // Events due before a refused command were stored with it.
  await appended(log, [{ type: 'AuctionOpened', data: { at: OPEN_AT } }, short('already-so')], {});
  await appended(log, [short('invalid-terms')], { commandId: 'command-2' });
  await close();
  const report = await auditAuction({ log: await reopened(folder), number: 41 });
  assert.ok(report.proven, reportText(report));
  assertAgreement(report);
  assert.equal(report.commands, { decided: 2, accepted: 2, refused: 2, byTime: 0, hashed: 0, notKept: 2 });
  assert.match(
    reportText(report),
    /PROVEN {2}5 events intact, 2 commands decided again with the same events\n {2}not decided again: 2 commands refused, command not kept\n/,
  );
});

test('events stored with a refusal are decided again even without its command', async () => {
  const { folder, log, close } = await begunSale();
  const short = { type: 'ActionRefused', data: { at: 5, action: 'cancel', lot: null, code: 'lot-closed' } };
  await appended(log, [{ type: 'AuctionOpened', data: { at: OPEN_AT } }, short as never], {
    at: OPEN_AT - 1,
  });
  await close();
  const { difference } = await auditAuction({ log: await reopened(folder), number: 41 });
  assert.is(difference?.found, 'decision');
  assert.is(
    difference?.what,
    'for advanceClock the engine decides nothing more, and AuctionOpened is stored',
  );
});

test('a refusal that the engine does not make is found', async () => {
  const { log } = await begunSale();
  const command = { type: 'withdraw', lot: 'l1', reason: 'lame' } as const;
  const data = { at: OPEN_AT - 1, action: command.type, lot: 'l1', code: 'lot-closed', command } as const;
  await appended(log, [{ type: 'ActionRefused', data }], { at: OPEN_AT - 1, schema: 2 });
  const { difference } = await auditAuction({ log, number: 41 });
  assert.is(difference?.what, 'for withdraw the engine decides LotWithdrawn, and ActionRefused is stored');
});

test('a sale that was never scheduled has no type, in the report and in its text', async () => {
  const { folder, remove } = freshFolder();
  ends.push(remove);
  const log = await reopened(folder);
  const command = { type: 'announce', text: 'Trucks at ten' } as const;
  const data = { at: 1, action: command.type, lot: null, code: 'not-scheduled', command } as const;
  await appended(log, [{ type: 'ActionRefused', data } as never], { at: 1, schema: 2 });
  const report = await auditAuction({ log, auctionId: 'a1' });
  assert.is(report.auction.type, null);
  assert.match(reportText(report), '\nnot scheduled, future, ');
});

test('[E23] a sale under newer rules than the program has is not audited under older ones', async () => {
  const { folder, remove } = freshFolder();
  ends.push(remove);
  const log = await reopened(folder);
  const { details, terms } = schedule('simultaneous', { rules: 99 }, { searchNumber: 41 }) as Extract<
    CommandBody,
    { type: 'schedule' }
  >;
  await appended(log, [{ type: 'AuctionScheduled', data: { at: 1, details, terms } }], { at: 1, schema: 3 });
  const report = await auditAuction({ log, number: 41 });
  assert.not.ok(report.proven);
  assert.is(report.difference?.found, 'rules');
  assert.is(
    report.difference?.what,
    `it runs under version 99 of the rules; this program has versions up to ${RULES_VERSION}`,
  );
});

test.run();
