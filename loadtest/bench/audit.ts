import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auditAuction } from '@saleyard/app/audit/audit.ts';
import type { AuditReport } from '@saleyard/app/audit/report.ts';
import { ReportSteps } from '@saleyard/app/audit/steps.ts';
import { AUDIT_STEPS_PAGE, EVERY_LOT } from '@saleyard/contract/audit.ts';
import type { AuctionEvent } from '@saleyard/domain/auction/events.ts';
import { AuctionFold } from '@saleyard/domain/auction/evolve.ts';
import { auctionStream } from '@saleyard/domain/auction/ids.ts';
import { CHAINED } from '@saleyard/domain/streams.ts';
import { openLmdbEventLog } from '@saleyard/platform/event-log/lmdb-event-log.ts';
import type { Measured } from './row.ts';
import { mediansInTurns } from './statistics.ts';
import { storeBusySale } from './stored-sale.ts';

const SALE = { auction: 'audited-sale', searchNumber: 1, startAt: Date.UTC(2026, 5, 1), name: 'lot' };
const SIZE = { lots: 1_000, commands: 100_000, bidders: 400 };
const ROUNDS = 2;
/** An audit reads the events twice, hashes and decides them: at most this many times as long as folding. */
const AUDIT_TARGET = 1 / 8;

/** Audits a sale of 100,000 bids, beside reading and folding the same events; and finds a page of its steps. */
export async function benchAudit(): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'saleyard-bench-audit-'));
  const log = await openLmdbEventLog({ chained: CHAINED, folder });
  try {
    const events = await storeBusySale(log, { ...SALE, ...SIZE });
    let report: AuditReport | undefined;
    const folded = async (): Promise<void> => {
      const fold = new AuctionFold();
      for await (const batch of log.read(auctionStream(SALE.auction)))
        for (const { type, data } of batch) fold.apply({ type, data } as AuctionEvent);
    };
    const audited = async (): Promise<void> => {
      report = await auditAuction({ log, auctionId: SALE.auction });
    };
    const ms = await mediansInTurns({ folded, audited }, ROUNDS);
    if (!report?.proven) throw new Error(`the sale is not proven: ${report?.difference?.what}`);
    const steps = new ReportSteps(report);
    const last = { skip: SIZE.commands - AUDIT_STEPS_PAGE, limit: AUDIT_STEPS_PAGE };
    const wanted = { lot: EVERY_LOT, act: 'bids' } as const;
    steps.find(wanted, last);
    const page = await mediansInTurns({ found: () => void steps.find(wanted, last) }, ROUNDS);
    const seconds = (ms.audited / 1_000).toFixed(1);
    const note = `${events} events of ${SIZE.lots} lots in ${seconds} s; a page of ${AUDIT_STEPS_PAGE} steps is found in ${page.found.toFixed(0)} ms`;
    return {
      rows: [
        {
          bench: 'audit a sale',
          subject: 'chain, decisions and ladders of every lot',
          peer: 'reading and folding the same events',
          value: Math.round((events * 1_000) / ms.audited),
          peerValue: Math.round((events * 1_000) / ms.folded),
          unit: 'events/s',
          ratio: ms.folded / ms.audited,
          target: AUDIT_TARGET,
          note,
        },
      ],
    };
  } finally {
    await log.close();
    rmSync(folder, { recursive: true });
  }
}
