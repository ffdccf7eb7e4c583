import { handleCommand } from '@saleyard/command-api/handle-command.ts';
import { cataloguedListings } from '@saleyard/command-api/processes/catalogued-listings.ts';
import { scheduleSale } from '@saleyard/command-api/sales/schedule-sale.ts';
import { openScheduling } from '@saleyard/command-api/test-support/engine.ts';
import { lotBody, saleTerms } from '@saleyard/command-api/test-support/example-bodies.ts';
import type { ListingCommandBody } from '@saleyard/domain/listing/commands.ts';
import { sale as saleFacts } from '@saleyard/domain/listing/test-support/example-listings.ts';
import { STREAMS, streamOf } from '@saleyard/domain/streams.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { auditAuction } from './audit.ts';
import { ReportSteps } from './steps.ts';
import { lotsText, reportText } from './text.ts';

const test = suite('who changed a lot of a sale by its listing', { limitMs: 30_000 });

const NOW = 1_000;
const STAFF = { kind: 'staff', id: 'staff-1' } as const;
const SELLER = { kind: 'user', id: 'vera' } as const;

test('a seller who changes a reserve or withdraws a lot is named, and not Saleyard', async () => {
  const engine = await openScheduling(NOW);
  const { log, clock, parts } = engine;
  const scheduled = await scheduleSale(
    parts,
    {
      details: { title: 'Weaners', kind: 'cattle' },
      terms: saleTerms(NOW),
      lots: [lotBody({ title: 'Steers', reserveCents: 120_000 }), lotBody({ title: 'Heifers' })],
    },
    STAFF,
  );
  if (scheduled.outcome !== 'scheduled') throw new Error(JSON.stringify(scheduled));
  const { _id: auctionId, lots } = scheduled.sale;
  const [first = '', second = ''] = lots;
  const facts = saleFacts({ auction: auctionId, phase: 'open', lateEditUntil: NOW + 90_000 });
  const manager = cataloguedListings({
    log,
    clock,
    submit: parts.submit,
    pendingOf: () => Promise.resolve([]),
  });
  const change = async (lot: string, body: ListingCommandBody) => {
    const command = { id: lot, commandId: `${body.type}-0001`, actor: SELLER, body };
    assert.is((await handleCommand(parts, STREAMS.listing, command)).outcome, 'accepted', body.type);
    for await (const events of log.read(streamOf(STREAMS.listing, lot)))
      for (const event of events) if (event.meta.actor.kind === 'user') await manager.act(event);
  };
  // The sale has opened, and its lots are not live yet.
  clock.advanceTo(NOW + 70_000);
  await change(first, { type: 'lateEdit', startCents: 100_000, reserveCents: 130_000, sale: facts });
  await change(second, { type: 'withdraw', by: 'seller', reason: '', sealed: 'sealed:sold' });

  const report = await auditAuction({ log, auctionId });
  assert.ok(report.proven);
  const [steers, heifers] = report.lots;
  const changed = steers?.ladder.find(({ what }) => what === 'amended');
  const seller = { kind: 'seller', id: 'vera', paddle: null } as const;
  assert.equal(changed?.actor, seller);
  assert.equal(changed?.ruling, ['Reserve $1,200.00 → $1,300.00 [T18]']);
  assert.equal(heifers?.ladder.find(({ what }) => what === 'withdrawn')?.actor, seller);

  const people = { vera: { name: 'Vera Vendor', role: null, email: 'vera@farm.example' } };
  const text = lotsText({ ...report, people }, report.lots);
  assert.match(text, 'Vera Vendor, vera@farm.example (seller) changed the lot');
  assert.match(text, 'Vera Vendor, vera@farm.example (seller) withdrew the lot');
  assert.not.match(reportText(report) + text, 'catalogued-listings');
  const part = { skip: 0, limit: 10 };
  const { steps } = new ReportSteps(report).find({ lot: first, act: 'terms', person: 'vera' }, part);
  assert.equal(
    steps.map(({ act, actor }) => [act, actor]),
    [['changed the lot', { ...seller, part: null }]],
  );
  await engine.close();
  engine.remove();
});

test.run();
