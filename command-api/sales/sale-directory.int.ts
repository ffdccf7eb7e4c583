import type { Clock } from '@saleyard/platform/clock/port.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import { DocumentsUnavailable } from '@saleyard/platform/documents/port.ts';
import { forwardedLog } from '@saleyard/platform/event-log/forwarded-log.ts';
import type { EventLog } from '@saleyard/platform/event-log/port.ts';
import { createLogger } from '@saleyard/platform/logging/logger.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { freshFolder, openEngine, scheduled } from '../test-support/engine.ts';
import { lotTerms, OPEN_AT, schedule } from '../test-support/sale.ts';
import { type LotEntry, SaleDirectory } from './sale-directory.ts';

const test = suite('sales and lots by their ids', { limitMs: 20_000 });
const logger = createLogger({ level: 'silent' });

const ENTRY = { unit: 'head', startCents: 10_000, incrementCents: 1_000 } as const;

/** A clock whose pauses end at once, and which counts them. */
function hurried(): Clock & { pauses: number } {
  return {
    ...systemClock,
    pauses: 0,
    after(_delayMs, run) {
      this.pauses += 1;
      return systemClock.after(0, run);
    },
  };
}

/** A read model with what a test adds, at a position that the test sets. */
function readModel(position: number) {
  const lots = new Map<string, LotEntry>();
  return {
    lots,
    at: position,
    find: async (lot: string) => lots.get(lot),
    async position() {
      return this.at;
    },
  };
}

/** A log that records the positions it was read from. */
function watched(log: EventLog): EventLog & { from: (number | undefined)[] } {
  const from: (number | undefined)[] = [];
  return {
    ...forwardedLog(() => log),
    from,
    subscribe(options = {}) {
      if (options.streams?.includes('auction-')) from.push(options.after);
      return log.subscribe(options);
    },
  };
}

test('lots are those of the read model, and those catalogued after it', async () => {
  const { folder, remove } = freshFolder();
  const engine = await openEngine({ folder, now: OPEN_AT - 1 });
  await scheduled(engine.host, 'a1', [lotTerms('l1')]);
  const shown = readModel(await engine.log.lastPosition());
  await scheduled(engine.host, 'a2', [lotTerms('l2'), lotTerms('l3')]);
  shown.lots.set('l1', { auction: 'a1', ...ENTRY });
  const log = watched(engine.log);
  const sales = new SaleDirectory({ log, readModel: shown, clock: systemClock, logger });
  assert.equal(await sales.lotOf('l1'), { auction: 'a1', ...ENTRY });
  assert.equal(await sales.lotOf('l2'), { auction: 'a2', ...ENTRY });
  assert.is(await sales.lotOf('nobody-s'), undefined);
  assert.equal(log.from, [shown.at], 'what the read model shows is not read again');
  await scheduled(engine.host, 'a3', [lotTerms('l4')]);
  assert.ok(await sales.reached(await engine.log.lastPosition(), 60_000));
  assert.equal(await sales.lotOf('l4'), { auction: 'a3', ...ENTRY }, 'at once');
  await sales.stop();
  await engine.close();
  remove();
});

test('lots of a practice sale are followed after the read model, until it is over', async () => {
  const { folder, remove } = freshFolder();
  const engine = await openEngine({ folder, now: OPEN_AT - 1 });
  const appended = async (stream: string, expected: number, event: { type: string; data: unknown }) => {
    const meta = { at: OPEN_AT, commandId: 'c', actor: { kind: 'system', id: 'test' }, schema: 2 } as const;
    const { outcome } = await engine.log.append(stream, expected, [
      { id: `${stream}@${expected}`, ...event, meta },
    ]);
    assert.is(outcome, 'appended');
  };
  const catalogued = (lot: string) => ({ type: 'LotsCatalogued', data: { at: 0, lots: [lotTerms(lot)] } });
  await appended('practice-ann-1', -1, catalogued('p1'));
  const shown = readModel(await engine.log.lastPosition());
  await appended('practice-bob-1', -1, catalogued('p2'));
  const sales = new SaleDirectory({ log: engine.log, readModel: shown, clock: systemClock, logger });
  assert.is(await sales.lotOf('p1'), undefined, 'what the read model no longer shows is not read again');
  assert.equal(await sales.lotOf('p2'), { auction: 'practice-bob-1', ...ENTRY });
  shown.lots.set('p1', { auction: 'practice-ann-1', ...ENTRY });
  assert.equal(await sales.lotOf('p1'), { auction: 'practice-ann-1', ...ENTRY });
  const amended = { at: 0, lot: 'p2', startCents: 10_037, reserveCents: null, description: null };
  await appended('practice-bob-1', 0, { type: 'LotAmended', data: amended });
  assert.ok(await sales.reached(await engine.log.lastPosition(), 60_000));
  assert.is((await sales.lotOf('p2'))?.startCents, 10_037, 'a late edit of its start price');
  await appended('practice-bob-1', 1, { type: 'AuctionClosed', data: { at: OPEN_AT } });
  assert.ok(await sales.reached(await engine.log.lastPosition(), 60_000));
  assert.is(await sales.lotOf('p2'), undefined);
  await sales.stop();
  await engine.close();
  remove();
});

test('a read model that was lost is waited for, and no lot is called unknown meanwhile', async () => {
  const { folder, remove } = freshFolder();
  const engine = await openEngine({ folder, now: OPEN_AT - 1 });
  await scheduled(engine.host, 'a1', [lotTerms('l1')]);
  const shown = readModel(await engine.log.lastPosition());
  const clock = hurried();
  const sales = new SaleDirectory({ log: engine.log, readModel: shown, clock, logger });
  assert.is(await sales.lotOf('l1'), undefined, 'it says that it shows every lot');
  shown.at = -1;
  const failure = await sales.lotOf('l1').catch((error: unknown) => error);
  assert.instance(failure, DocumentsUnavailable);
  assert.ok(clock.pauses > 1, 'it was waited for');
  shown.lots.set('l1', { auction: 'a1', ...ENTRY });
  assert.equal(await sales.lotOf('l1'), { auction: 'a1', ...ENTRY });
  await sales.stop();
  await engine.close();
  remove();
});

test('a sale is what its stream holds before it opens', async () => {
  const { folder, remove } = freshFolder();
  const engine = await openEngine({ folder, now: OPEN_AT - 1 });
  const shown = readModel(-1);
  const sales = new SaleDirectory({ log: engine.log, readModel: shown, clock: systemClock, logger });
  assert.is(await sales.saleOf('a1'), undefined);
  await scheduled(engine.host, 'a1', [lotTerms('l1'), lotTerms('l2')], schedule('simultaneous'));
  assert.equal(await sales.saleOf('a1'), { kind: 'cattle', tabs: null, numbers: ['l1', 'l2'], version: 2 });
  await sales.stop();
  await engine.close();
  remove();
});

test.run();
