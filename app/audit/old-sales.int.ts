import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  decided,
  eventsOf,
  freshFolder,
  openEngine,
  staff,
} from '@saleyard/command-api/test-support/engine.ts';
import type { CommandBody } from '@saleyard/domain/auction/commands.ts';
import type { AuctionEvent } from '@saleyard/domain/auction/events.ts';
import { fold } from '@saleyard/domain/auction/evolve.ts';
import { auctionStream } from '@saleyard/domain/auction/ids.ts';
import { CHAINED, UPCASTERS } from '@saleyard/domain/streams.ts';
import { openLmdbEventLog } from '@saleyard/platform/event-log/lmdb-event-log.ts';
import type { EventLog, NewEvent, RecordedEvent } from '@saleyard/platform/event-log/port.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { assertAgreement } from '../test-support/audit-agreement.ts';
import { auditAuction } from './audit.ts';

/**
 * Sales whose events were written by earlier versions of Saleyard: before the version of the rules was recorded, and under
 * version 1, when nothing could be corrected. Each was held with bids, refusals, a freeze, a withdrawal and a lot sold after it.
 * The sale under version 2 was corrected, and one of its lots was knocked down to an account that never bid. In another
 * one, naming the buyers of lots that were sold to the floor after it had no effect at first. In the sale under version 3 a lot took a start price above the bid that it had. Under version 4 a correction to a buyer number held at once, a
 * maximum was refused that was set already, and a lot was withdrawn while it was frozen.
 */

const test = suite('sales from earlier versions', { limitMs: 30_000 });
const ends: (() => Promise<void> | void)[] = [];
test.after(async () => {
  for (const end of ends) await end();
});

/** A sale as its events were stored, and the hash at the head of their chain. */
type OldSale = { type: string; number: number; headHash: string; events: NewEvent[] };

const VERSIONS = ['rules-not-recorded', 'rules-1'] as const;
const salesOf = (version: (typeof VERSIONS)[number] | 'rules-2' | 'rules-3' | 'rules-4'): OldSale[] =>
  JSON.parse(
    readFileSync(new URL(`../test-support/old-sales/${version}.json`, import.meta.url), 'utf8'),
  ) as OldSale[];

const AUCTION = 'a1';
const HOUR_MS = 3_600_000;

/** A log that holds the sale, stored command by command as at the time. */
async function stored({ events }: OldSale): Promise<EventLog> {
  const { folder, remove } = freshFolder();
  const log = await openLmdbEventLog({ chained: CHAINED, folder: join(folder, 'log'), upcasters: UPCASTERS });
  ends.push(() => log.close(), remove);
  for (const [revision, event] of events.entries()) {
    const { outcome } = await log.append(auctionStream(AUCTION), revision - 1, [event]);
    assert.is(outcome, 'appended');
  }
  return log;
}

/** The audit of a sale, which is proven, and of each lot: number, result, price in cents, winner. */
const resultsOf = async (log: EventLog) => {
  const report = await auditAuction({ log, auctionId: AUCTION });
  assert.is(report.difference, null, JSON.stringify(report.differences));
  assert.ok(report.proven);
  assertAgreement(report);
  return {
    report,
    results: report.lots.map(({ number, result, priceCents, winner }) => [
      number,
      result,
      priceCents,
      winner,
    ]),
  };
};

/** The results by type of sale; both versions decided the same. */
const RESULTS: Readonly<Record<string, unknown>> = {
  sequentialOffline: [
    ['l1', 'sold', 21_000, 'abe'],
    ['l2', 'sold', 12_000, 'floor'],
    ['l3', 'soldAfterAuction', 9_500, 'joe'],
    ['l4', 'withdrawn', null, null],
  ],
  simultaneous: [
    ['l1', 'sold', 21_000, 'abe'],
    ['l2', 'sold', 14_000, 'joe'],
    ['l3', 'soldAfterAuction', 9_500, 'joe'],
    ['l4', 'withdrawn', null, null],
  ],
};

for (const version of VERSIONS) {
  for (const sale of salesOf(version)) {
    test(`[E23] a ${sale.type} sale (${version}) reads, decides and audits as it was held`, async () => {
      const log = await stored(sale);
      const { report, results } = await resultsOf(log);
      assert.is(report.headHash, sale.headHash);
      assert.is(report.chained, sale.events.length);
      assert.equal(results, RESULTS[sale.type]);
    });

    test(`[C3] [C4] [E23] a ${sale.type} sale (${version}) is corrected under its own rules, and still audits`, async () => {
      const log = await stored(sale);
      const { folder, remove } = freshFolder();
      const heldAt = Math.max(...sale.events.map(({ meta }) => meta.at));
      const { host, close } = await openEngine({ folder, now: heldAt + HOUR_MS, between: () => log });
      const slip = { reason: 'a slip', by: 'clerk' } as const;
      const isAccepted = async (body: CommandBody) =>
        decided(await host.submit(staff(AUCTION, body))).accepted;
      assert.is(await isAccepted({ type: 'reopenLot', lot: 'l2', ...slip }), false);
      assert.is(await isAccepted({ type: 'reinstateLot', lot: 'l4', ...slip }), false);
      assert.ok(await isAccepted({ type: 'correctSale', lot: 'l1', outcome: 'annulled', ...slip }));
      await close();
      await remove();
      const { results } = await resultsOf(log);
      assert.equal(results[0], ['l1', 'passed', 21_000, null]);
      assert.equal(results.slice(1), (RESULTS[sale.type] as unknown[]).slice(1));
    });
  }
}

test('[C7] [E18] [E23] a sale under version 2 audits as it was held, and gives an account that is only named no paddle', async () => {
  const [sale] = salesOf('rules-2');
  if (sale === undefined) throw new Error('no sale');
  const log = await stored(sale);
  const { report, results } = await resultsOf(log);
  assert.equal([report.headHash, report.chained], [sale.headHash, sale.events.length]);
  assert.equal(results, [
    ['l1', 'sold', 15_000, 'cat'],
    ['l2', 'sold', 12_000, 'joe'],
    ['l3', 'sold', 12_000, 'bea'],
    ['l4', 'passed', 15_000, null],
  ]);
  const { paddles } = fold((await eventsOf(log, AUCTION)) as (RecordedEvent & AuctionEvent)[]);
  assert.equal([...paddles.keys()], ['joe', 'abe', 'bea']);
});

test('[C7] [E23] buyers named after a sale audit as they were decided, with and without an effect', async () => {
  const [, sale] = salesOf('rules-2');
  if (sale === undefined) throw new Error('no sale');
  const { report, results } = await resultsOf(await stored(sale));
  assert.equal([report.headHash, report.chained], [sale.headHash, sale.events.length]);
  assert.equal(results, [
    ['l1', 'soldAfterAuction', 9_500, 'jane'],
    ['l2', 'sold', 12_000, 'joe'],
    ['l3', 'soldAfterAuction', 9_500, 'amy'],
    ['l4', 'soldAfterAuction', 9_500, 'jane'],
  ]);
});

test('[T18] [C3] [E23] a sale under version 3 that put a start price above a bid audits as it was held', async () => {
  const [sale] = salesOf('rules-3');
  if (sale === undefined) throw new Error('no sale');
  const { report, results } = await resultsOf(await stored(sale));
  assert.equal([report.headHash, report.chained], [sale.headHash, sale.events.length]);
  assert.equal(results, [
    ['l1', 'sold', 15_000, 'floor'],
    ['l2', 'noBid', null, null],
  ]);
});

test('[C3] [C4] [E13] [T22] [E23] sales under version 4 with corrections to a number audit as they were held', async () => {
  const held = [
    [
      ['l1', 'sold', 20_000, 'amy'],
      ['l2', 'soldAfterAuction', 9_500, 'amy'],
      ['l3', 'sold', 28_500, 'jane'],
    ],
    [
      ['l1', 'sold', 12_000, 'amy'],
      ['l2', 'noBid', null, null],
    ],
  ];
  for (const [place, sale] of salesOf('rules-4').entries()) {
    const { report, results } = await resultsOf(await stored(sale));
    assert.equal([report.headHash, report.chained], [sale.headHash, sale.events.length]);
    assert.equal(results, held[place]);
  }
});

test.run();
