import type { AuditStep } from '@saleyard/contract/audit.ts';
import { type AuctionId, auctionStream } from '@saleyard/domain/auction/ids.ts';
import { type EventLog, EventLogCorrupt } from '@saleyard/platform/event-log/port.ts';
import type { AuditOf } from '@saleyard/projections/staff/audit.endpoints.ts';
import { systemPart } from './acts.ts';
import { auditAuction, UnknownAuction } from './audit.ts';
import { BIDS } from './ladder.ts';
import type { AuditReport, Difference, Rung } from './report.ts';

type Audit = Exclude<Awaited<ReturnType<AuditOf>>, 'busy' | null>;

/**
 * Audits sales for people, one at a time. A reader of the sale that is being audited gets the same audit; the last one
 * is kept until its sale has another event.
 */
export function createSaleAudits(log: EventLog): AuditOf {
  let underWay: { auction: string; audit: Promise<Audit> } | null = null;
  let last: { auction: string; revision: number; audit: Audit } | null = null;
  const made = async (auction: AuctionId, revision: number): Promise<Audit> => {
    try {
      const audit = asAnswered(await auditAuction({ log, auctionId: auction }));
      last = { auction, revision, audit };
      return audit;
    } finally {
      underWay = null;
    }
  };
  return async (auction) => {
    const revision = await lastRevision(log, auction);
    if (last?.auction === auction && last.revision === revision) return last.audit;
    if (underWay !== null && underWay.auction !== auction) return 'busy';
    underWay ??= { auction, audit: made(auction, revision) };
    try {
      return await underWay.audit;
    } catch (error) {
      if (error instanceof UnknownAuction) return null;
      throw error;
    }
  };
}

/** Of a stream whose end can't be read, the event where the damage is. */
async function lastRevision(log: EventLog, auction: AuctionId): Promise<number> {
  try {
    return await log.lastRevision(auctionStream(auction));
  } catch (error) {
    if (error instanceof EventLogCorrupt) return error.revision;
    throw error;
  }
}

function asAnswered(report: AuditReport): Audit {
  const { difference, auction, commands, chained, decidedAgain, headHash } = report;
  const { id, ...facts } = auction;
  return {
    verdict: difference === null ? 'proven' : difference.found === 'damaged' ? 'unreadable' : 'different',
    difference: difference && shown(difference),
    differences: report.differences.map(shown),
    differenceCount: report.differenceCount,
    auction: { _id: id, ...facts },
    chained,
    decidedAgain,
    notDecidedAgain: commands.hashed + commands.notKept,
    headHash,
    lots: report.lots.map(({ ladder: _, knockedDown: __, ...lot }) => lot),
    sale: report.sale.map(stepOf),
    ladders: report.lots.map(({ lot, ladder }) => ({ lot, steps: ladder.map(stepOf) })),
  };
}

const shown = ({ found, revision, what }: Difference) => ({ found, revision, what });

function stepOf({
  revision,
  at,
  sequencedAt,
  arrival,
  actor,
  act,
  ruling,
  what,
  cents,
  refused,
}: Rung): AuditStep {
  const { kind, id, paddle } = actor;
  const receivedAt = arrival?.receivedAt ?? null;
  return {
    revision,
    at,
    sequencedAt,
    receivedAt,
    actor: { kind, id, paddle, part: kind === 'system' ? systemPart(id) : null },
    act,
    ruling,
    isBid: BIDS.has(what),
    cents,
    refused,
  };
}
