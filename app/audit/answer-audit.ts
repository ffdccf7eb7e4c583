import type { AuditStepsWanted, SaleAudit, SaleWhatIf } from '@saleyard/contract/audit.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import type { LogOwner } from '@saleyard/platform/event-log/lmdb-event-log.ts';
import type { EventLog } from '@saleyard/platform/event-log/port.ts';
import { createLogger } from '@saleyard/platform/logging/logger.ts';
import type { UnnamedAudit } from '@saleyard/projections/staff/audit.endpoints.ts';
import { openLog, openLogOfOwner, type StoresConfig } from '../server/stores.ts';
import { auditAuction, UnknownAuction } from './audit.ts';
import type { AuditReport, Difference, LotReport } from './report.ts';
import { actorOf, ReportSteps, type StepsFound } from './steps.ts';
import { policySwap, whatIf } from './what-if.ts';

/** Steps of the audits that are kept for the next question, of all of them together. */
const KEPT_STEPS = 200_000;

/** A question about the audit of a sale. `revision`: the last event of its stream; `now`: ms. */
export type AuditTask = { stores: StoresConfig; auction: string; revision: number; now: number } & (
  | { ask: 'nothing' }
  | { ask: 'summary' }
  | { ask: 'steps'; wanted: AuditStepsWanted; skip: number; limit: number }
  | { ask: 'whatIf'; policy: string }
);

/** null: the log holds no such sale, or the sale no such lot. */
export type AuditAnswer = UnnamedAudit | StepsFound | SaleWhatIf | null;

type Kept = { report: AuditReport; steps: ReportSteps; at: number };

// The process answers one question at a time. It keeps one log open, and its latest audits by sale.
let opened: { log: EventLog; refresh(): void } | undefined;
const kept = new Map<string, Kept>();

/** Answers a question in a worker process, which reads the log for itself and writes nothing. */
export async function answerAudit(task: AuditTask): Promise<AuditAnswer> {
  opened ??= await openToRead(task.stores);
  opened.refresh();
  if (task.ask === 'nothing') return null;
  try {
    const audit = await audited(opened.log, task);
    if (task.ask === 'summary') return summaryOf(audit);
    if (task.ask === 'steps')
      return audit.steps.hasLot(task.wanted) ? audit.steps.find(task.wanted, task) : null;
    return await whatIfOf(opened.log, audit.report, task.policy);
  } catch (error) {
    if (error instanceof UnknownAuction) return null;
    throw error;
  }
}

async function openToRead(stores: StoresConfig): Promise<{ log: EventLog; refresh(): void }> {
  const logger = createLogger({ level: 'warn' });
  if (stores.eventStoreUrl !== null)
    return { log: await openLog(stores, { clock: systemClock, logger }), refresh: () => {} };
  let refresh = (): void => {};
  const refuse = () => Promise.reject(new Error('an audit only reads'));
  const owner: LogOwner = {
    append: refuse,
    identify: refuse,
    nameKeyRing: refuse,
    onGrown: (handler) => {
      refresh = handler;
    },
    close: () => {},
  };
  return {
    log: await openLogOfOwner(stores, owner, { clock: systemClock, logger }),
    refresh: () => refresh(),
  };
}

async function audited(log: EventLog, { auction, revision, now }: AuditTask): Promise<Kept> {
  const known = kept.get(auction);
  kept.delete(auction);
  const isCurrent = known?.report.events === revision + 1;
  const audit = known && isCurrent ? known : await made(log, auction, now);
  kept.set(auction, audit);
  // The one that was used last stays, at any size.
  let steps = 0;
  for (const [id, one] of [...kept].reverse()) {
    steps += one.steps.count;
    if (steps > KEPT_STEPS && id !== auction) kept.delete(id);
  }
  return audit;
}

async function made(log: EventLog, auctionId: string, at: number): Promise<Kept> {
  const report = await auditAuction({ log, auctionId });
  return { report, steps: new ReportSteps(report), at };
}

const shown = ({ found, revision, what }: Difference) => ({ found, revision, what });

/** The audit without its steps, as the page shows it. */
export function summaryOf({ report, at }: Pick<Kept, 'report' | 'at'>): UnnamedAudit {
  const { difference, auction, commands, chained, decidedAgain, headHash, lots, outages } = report;
  const { id, ...facts } = auction;
  return {
    verdict: difference === null ? 'proven' : difference.found === 'damaged' ? 'unreadable' : 'different',
    difference: difference && shown(difference),
    differences: report.differences.map(shown),
    differenceCount: report.differenceCount,
    auction: { _id: id, ...facts },
    events: report.events,
    chained,
    decidedAgain,
    notDecidedAgain: commands.hashed + commands.notKept,
    headHash,
    at,
    lots: lots.map(({ ladder, knockedDown, ...lot }) => ({
      ...lot,
      ...(knockedDown !== undefined && { knockedDown: closedWith(knockedDown, report) }),
      steps: ladder.length,
    })),
    outages: outages.map(({ actor, ...outage }) => ({
      ...outage,
      actor: actorOf({ ...actor, paddle: null }),
    })),
  };
}

function closedWith(
  { result, cents, buyer }: NonNullable<LotReport['knockedDown']>,
  { paddles }: AuditReport,
): NonNullable<SaleAudit['lots'][number]['knockedDown']> {
  const paddle = buyer === null ? null : (paddles[buyer] ?? null);
  return { result, priceCents: cents, winner: buyer, paddle };
}

async function whatIfOf(log: EventLog, { auction, lots }: AuditReport, policy: string): Promise<SaleWhatIf> {
  const swap = policySwap(policy);
  if (swap === undefined) throw new Error(`${policy} is not of a policy`);
  const found = await whatIf(log, auction.id, swap);
  const [field] = Object.keys(swap) as (keyof typeof swap)[];
  const titles = new Map(lots.map(({ lot, title }) => [lot, title]));
  return {
    policy,
    stood: (field && found.stood?.[field]) ?? '',
    decisions: found.decisionCount,
    compared: found.compared,
    lots: found.lots.map((lot) => ({ ...lot, title: titles.get(lot.lot) ?? null })),
  };
}
