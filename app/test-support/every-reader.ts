import type { AuctionEvent } from '@saleyard/domain/auction/events.ts';
import { fold, initialState } from '@saleyard/domain/auction/evolve.ts';
import type { AuctionState } from '@saleyard/domain/auction/state.ts';
import { AuctionView } from '@saleyard/gateway/live/auction-view.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import type { EventLog, RecordedEvent } from '@saleyard/platform/event-log/port.ts';
import { SaleReader } from '@saleyard/projections/bids/sale-reader.ts';
import { whyOfLot } from '@saleyard/projections/bids/why.endpoints.ts';
import { NO_DESCRIPTIONS } from '@saleyard/projections/lots/descriptions.ts';
import type { AnyChange, ProjectionOf, ProjectionOfKinds } from '@saleyard/projections/projection.ts';
import { PROJECTIONS } from '@saleyard/projections/projector.ts';
import { fairnessOf } from '@saleyard/projections/sales/fairness.endpoints.ts';
import * as assert from 'uvu/assert';
import { biddersNamed, readPeople } from '../audit/people.ts';
import type { AuditReport } from '../audit/report.ts';

/** Events of one commit of the read models. */
const COMMIT = 7;

type Sale = { auction: string; log: EventLog; stored: readonly RecordedEvent[]; people: readonly string[] };

/**
 * Reads a recorded sale by everything that reads sales from the log besides the audit: every read model, the live room,
 * why bids won or lost, how the sale was run, and the people of its audit. Fails where one of them throws.
 */
export async function readByAll(sale: Sale, report: AuditReport): Promise<void> {
  project(sale);
  await watch(sale);
  await explain(sale);
  const people = await readPeople({ log: sale.log, secrets: { get: async () => undefined } }, report);
  for (const person of sale.people) biddersNamed({ ...report, people }, person);
}

function project({ auction, stored }: Sale): void {
  let before: AuctionState = initialState;
  for (let from = 0; from < stored.length; from += COMMIT) {
    const recorded = stored.slice(from, from + COMMIT);
    const events = recorded.map(({ type, data }) => ({ type, data }) as AuctionEvent);
    const after = fold(events, before);
    const change = {
      id: auction,
      before,
      after,
      events,
      descriptions: NO_DESCRIPTIONS,
      revision: from + recorded.length - 1,
    };
    for (const projection of PROJECTIONS) {
      if (![projection.of].flat().includes('auction')) continue;
      if (typeof projection.of === 'string') (projection as ProjectionOf<'auction'>).project(change);
      else (projection as ProjectionOfKinds).project({ ...change, of: 'auction', recorded } as AnyChange);
    }
    before = after;
  }
}

/** The live room, whose every notice is wanted by somebody. */
async function watch({ auction, log, stored }: Sale): Promise<void> {
  const failures: unknown[] = [];
  const view = new AuctionView(auction, {
    log,
    clock: systemClock,
    concerned: () => true,
    isAnyoneConcerned: () => true,
    notify: () => {},
    failed: (error) => failures.push(error),
  });
  assert.ok(await view.begin(1));
  for (const event of stored.slice(1)) {
    view.offer([event]);
    view.takeChange();
  }
  view.end();
  assert.equal(failures, []);
}

async function explain({ auction, log, people }: Sale): Promise<void> {
  const read = await new SaleReader(log).read(auction);
  assert.ok(read);
  JSON.stringify(fairnessOf(read.state, read.fairness, auction));
  for (const { terms } of read.state.lots)
    for (const me of people) whyOfLot(read, { auction, lot: terms.lot, me });
}
