import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { lotTerms, schedule } from '@saleyard/command-api/test-support/sale.ts';
import type { CommandBody } from '@saleyard/domain/auction/commands.ts';
import { DEFAULT_POLICY } from '@saleyard/domain/auction/policy.ts';
import { readRecordedLots } from '@saleyard/loadtest/storms/arrivals/recorded-bids.ts';
import { notRun, suite } from '@saleyard/testing/suite.ts';
import { IS_FULL } from '@saleyard/testing/tier.ts';
import * as assert from 'uvu/assert';
import { assertAgreement } from '../test-support/audit-agreement.ts';
import { RecordedSale } from '../test-support/recorded-sale.ts';
import { auditAuction } from './audit.ts';

/** Proxy bids of finished auctions, kept beside the checkout and not in it. */
const FILE = fileURLToPath(new URL('../../../shared/data/recorded-bids.csv', import.meta.url));
/** Of the recorded auctions, in `npm test`. */
const SAMPLE = 40;

if (!existsSync(FILE)) notRun('the audit of recorded bids', 'put recorded-bids.csv into ../shared/data');
else {
  const test = suite('the audit of recorded bids', { limitMs: 120_000 });

  test('recorded bids are proven, and text, JSON and pages agree on every step', async () => {
    const recorded = readRecordedLots(FILE).slice(0, IS_FULL ? undefined : SAMPLE);
    const sale = new RecordedSale('a1');
    const lasting = Math.max(...recorded.flatMap(({ bids }) => bids.map(({ seconds }) => seconds))) + 1;
    const policy = { ...DEFAULT_POLICY, opening: 'at-start' } as const;
    const terms = { openAt: 1_000, liveAt: 1_000, durationSeconds: lasting, staleTimeSeconds: 0, policy };
    sale.send(schedule('simultaneous', terms), 1);
    const lots = recorded.map(({ name, openingCents }, place) =>
      lotTerms(name, {
        number: String(place + 1),
        searchNumericId: place + 1,
        unit: 'kg',
        startCents: openingCents,
        incrementCents: 1,
      }),
    );
    sale.send({ type: 'catalogueLots', lots }, 2);
    const bids = recorded
      .flatMap(({ name, bids: own }) => own.map((bid) => ({ ...bid, lot: name })))
      .sort((a, b) => a.seconds - b.seconds);
    for (const { lot, bidder, maxCents, seconds } of bids) {
      const body: CommandBody = { type: 'autoBid', lot, bidder, maxCents };
      sale.send(body, 1_000 + seconds * 1_000);
    }
    sale.send({ type: 'advanceClock' }, 2_000 + lasting * 1_000);
    const report = await auditAuction({ log: sale.log, auctionId: 'a1' });
    assert.is(report.difference, null);
    assert.is(report.totals.lots, recorded.length);
    assert.is(
      report.lots.reduce((sum, { accepted, refused }) => sum + accepted + refused, 0),
      bids.length,
    );
    assertAgreement(report);
  });

  test.run();
}
