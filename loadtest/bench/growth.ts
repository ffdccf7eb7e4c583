import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rebuild } from '@saleyard/app/rebuild/rebuild.ts';
import { CHAINED } from '@saleyard/domain/streams.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import { openLmdbDocuments } from '@saleyard/platform/documents/lmdb-documents.ts';
import { openLmdbEventLog } from '@saleyard/platform/event-log/lmdb-event-log.ts';
import { READ_COLLECTIONS } from '@saleyard/projections/projector.ts';
import { BidContender, type BidRound, middleRound } from './bid-contender.ts';
import { appendAll, busyEvents, fillLog } from './busy-sale.ts';
import { readPages } from './catalogue.ts';
import type { Measured, Row } from './row.ts';
import { median, timed } from './statistics.ts';

const SMALL = 10_000;
const LARGE = 1_000_000;
const EACH_SALE = 10_000;
/** The large log's rate, at least so much of the small one's. */
const TARGET = 0.8;
const SOCKETS = 64;
const LOTS = 8;
const ROUND_MS = 1_500;
const ROUNDS = 5;
const APPENDS = 60;
const APPEND_EVENTS = 64;
const PAGES = 150;

/** A log of this many events in finished sales, and the read models made of it. */
type Grown = { folder: string; events: number };

async function grow(folder: string, events: number): Promise<Grown> {
  const log = await openLmdbEventLog({ chained: CHAINED, folder: join(folder, 'log') });
  const documents = await openLmdbDocuments({ folder: join(folder, 'documents'), clock: systemClock });
  const filled = await fillLog(log, { events, eachEvents: EACH_SALE });
  await rebuild({ log, documents });
  await documents.close();
  await log.close();
  return { folder, events: filled };
}

/** Rates of the small and of the large log, the medians of rounds in turns. */
type Rates = { small: number; large: number };

async function inTurns(rate: { small(): Promise<number>; large(): Promise<number> }): Promise<Rates> {
  const rates = { small: [] as number[], large: [] as number[] };
  for (let round = 0; round <= ROUNDS; round += 1) {
    const sizes = round % 2 === 0 ? (['small', 'large'] as const) : (['large', 'small'] as const);
    for (const size of sizes) {
      const one = await rate[size]();
      // The first round warms up.
      if (round > 0) rates[size].push(one);
    }
  }
  return { small: median(rates.small), large: median(rates.large) };
}

/** Events of a new sale, of which some are appended at a time. */
async function appendRates(small: Grown, large: Grown): Promise<Rates> {
  const events = busyEvents({
    name: 'new',
    lots: 200,
    commands: (ROUNDS + 1) * APPENDS * APPEND_EVENTS,
    bidders: 150,
  });
  const appender = async ({ folder }: Grown) => {
    const log = await openLmdbEventLog({ chained: CHAINED, folder: join(folder, 'log') });
    let revision = -1;
    const round = async () => {
      for (let n = 0; n < APPENDS; n += 1) {
        const from = revision + 1;
        revision = await appendAll(log, 'auction-new', events.slice(from, from + APPEND_EVENTS), revision);
      }
    };
    return { log, round: async () => (APPENDS * APPEND_EVENTS * 1000) / (await timed(round)) };
  };
  const [one, other] = [await appender(small), await appender(large)];
  const rates = await inTurns({ small: one.round, large: other.round });
  await one.log.close();
  await other.log.close();
  return rates;
}

async function pageRates(small: Grown, large: Grown): Promise<Rates> {
  const reader = async ({ folder }: Grown) => {
    const documents = await openLmdbDocuments({ folder: join(folder, 'documents'), clock: systemClock });
    await documents.declare(READ_COLLECTIONS);
    return {
      documents,
      round: async () => (PAGES * 1000) / (await timed(() => readPages(documents, 'sale-0', PAGES))),
    };
  };
  const [one, other] = [await reader(small), await reader(large)];
  const rates = await inTurns({ small: one.round, large: other.round });
  await one.documents.close();
  await other.documents.close();
  return rates;
}

async function bidRounds(small: Grown, large: Grown): Promise<{ small: BidRound; large: BidRound }> {
  const start = ({ folder }: Grown) =>
    BidContender.start({ kind: 'saleyard', lots: LOTS, sockets: SOCKETS, log: join(folder, 'log') });
  const contenders: BidContender[] = [];
  const rounds = { small: [] as BidRound[], large: [] as BidRound[] };
  try {
    const one = await start(small);
    contenders.push(one);
    const other = await start(large);
    contenders.push(other);
    const rate = (contender: BidContender, kept: BidRound[]) => async () => {
      const round = await contender.saturate(ROUND_MS);
      kept.push(round);
      return round.perSecond;
    };
    await inTurns({ small: rate(one, rounds.small), large: rate(other, rounds.large) });
  } finally {
    for (const one of contenders) one.end();
  }
  return { small: middleRound(rounds.small.slice(1)), large: middleRound(rounds.large.slice(1)) };
}

/**
 * The same work on a log of 10 thousand and on one of 1 million events: appending to a new sale, bidding in a new sale,
 * and reading a page of an old sale's catalogue.
 */
export async function benchGrowth(): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'saleyard-bench-growth-'));
  try {
    const small = await grow(join(folder, 'small'), SMALL);
    const large = await grow(join(folder, 'large'), LARGE);
    const appends = await appendRates(small, large);
    const pages = await pageRates(small, large);
    const bids = await bidRounds(small, large);
    const row = (bench: string, subject: string, rates: Rates, unit: string, note?: string): Row => ({
      bench: `${bench}, log of ${large.events} events`,
      subject,
      peer: `the same, log of ${small.events} events`,
      value: rates.large,
      peerValue: rates.small,
      unit,
      ratio: rates.large / rates.small,
      target: TARGET,
      ...(note !== undefined && { note }),
    });
    const perSecond = { small: bids.small.perSecond, large: bids.large.perSecond };
    const cpu = `${bids.large.cpuMicros.toFixed(0)} µs of server CPU each, ${bids.small.cpuMicros.toFixed(0)} with the small log`;
    const append = `append, ${APPEND_EVENTS} events at a time`;
    return {
      rows: [
        row(append, 'event log (LMDB)', appends, 'events/s'),
        row('catalogue page, 24 of 200 lots', 'embedded store (LMDB)', pages, 'pages/s'),
        row(`bid path, ${SOCKETS} sockets`, 'bid over WebSocket to answer', perSecond, 'round trips/s', cpu),
      ],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
