import { scheduleWithLead, serverTimeOf } from '@saleyard/app/client/schedule-with-lead.ts';
import { Refused, Session } from '@saleyard/app/client/session.ts';
import type { PublicAuction } from '@saleyard/contract/auctions.ts';
import type { LotBody, StaffLot } from '@saleyard/contract/lots.ts';
import type { SaleScheduled } from '@saleyard/contract/staff.ts';
import type { RecordedLot } from '@saleyard/loadtest/storms/arrivals/recorded-bids.ts';
import { commandId, Spectator } from './wire.ts';

/** Lots whose bids are under way at the same time; within a lot they keep their recorded order. */
const LOTS_AT_ONCE = 48;
/** Accounts that take turns in representing bidders: each may set a few auto-bids a second. */
const ACCOUNTS_LEAST = 120;
/** ms between checks whether the sale is over. */
const CLOSED_POLL_MS = 250;
/** ms from scheduling to going live, and from opening to that. */
const LEAD_MS = 5_000;
const OPEN_MS = 1_000;

export type PlayOptions = {
  /** The running server, such as http://localhost:8080. */
  url: string;
  /** A staff account of it. */
  staff: { email: string; password: string };
  /** How long the sale is live, in seconds; every bid must fit into it. */
  seconds: number;
  /** Called as bids are answered, and again while the sale runs to its end. */
  onProgress?: (done: number, of: number) => void;
};

/** The sale's results compared with the recording. */
export type PlayReport = {
  searchNumber: number;
  lots: number;
  bids: number;
  accepted: number;
  refused: number;
  bidsPerSecond: number;
  winnersThatAgree: number;
  /** Lots whose winner is another, and lots that closed above the recorded price. */
  otherWinner: string[];
  higherPrice: string[];
  /** Lots on which the spectator's last view was not what the server says afterwards. */
  spectatorDiffers: string[];
  lotUpdates: number;
};

/** The sale closed before every bid was sent. */
export class SaleTooShort extends Error {
  constructor(sent: number, total: number) {
    super(`the sale closed after ${sent} of ${total} bids: give it longer with --seconds`);
    this.name = 'SaleTooShort';
  }
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Enough accounts that no two bidders of one lot share one: made by staff, each signed in. */
async function bidders(url: string, staff: Session, count: number): Promise<Session[]> {
  const sessions: Session[] = [];
  for (let index = 0; index < count; index += 1) {
    const email = `recorded-${commandId().slice(0, 8)}@replay.example`;
    const password = commandId().replaceAll('-', '');
    await staff.call('POST', 'staff/accounts', {
      firstName: 'Recorded',
      lastName: `Bidder ${index + 1}`,
      email,
      password,
      phone: '0400000000',
      status: 'approved-buyer',
    });
    sessions.push(await Session.signIn(url, email, password));
  }
  return sessions;
}

// Recorded amounts go by the cent; so do sales per kg only.
const lotBody = (lot: RecordedLot, index: number): LotBody => ({
  number: String(index + 1),
  unit: 'kg',
  count: 1,
  startCents: lot.openingCents,
  incrementCents: 1,
  vendorName: 'Recorded',
  title: `Recorded auction ${lot.name}`,
  town: 'GUNNEDAH',
  state: 'NSW',
  postcode: '2380',
  breed: 'Mixed',
  sex: 'Mixed',
  stockCategory: 'Mixed',
});

/** The account that represents each bidder of each lot. Every lot goes on in the pool where the one before it ended. */
function cast(lots: readonly RecordedLot[], pool: readonly Session[]): Map<string, Session>[] {
  let next = 0;
  return lots.map((lot) => {
    const parts = new Map<string, Session>();
    for (const bidder of new Set(lot.bids.map(({ bidder }) => bidder))) {
      const session = pool[next % pool.length];
      next += 1;
      if (session) parts.set(bidder, session);
    }
    return parts;
  });
}

/** ms until a person who was too fast for the server tries again. */
const TRY_AGAIN_MS = 250;

/** Sets an auto-bid, as soon as the person's rate allows it. @throws Refused */
async function setAutoBid(person: Session | undefined, body: unknown): Promise<void> {
  for (;;) {
    try {
      await person?.call('PUT', 'users/me/autobids', body);
      return;
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== 'rate-limited') throw error;
      await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS));
    }
  }
}

/**
 * Plays recorded proxy bids through a running server as one sale, over HTTP for the bids and a WebSocket for
 * watching, and compares the winners.
 * @throws Refused when the server does not let the sale be made; SaleTooShort when not every bid fits into it
 */
export async function play(recorded: readonly RecordedLot[], options: PlayOptions): Promise<PlayReport> {
  const { url, seconds } = options;
  const staff = await Session.signIn(url, options.staff.email, options.staff.password);
  const most = Math.max(...recorded.map((lot) => new Set(lot.bids.map(({ bidder }) => bidder)).size));
  const pool = await bidders(url, staff, Math.max(most, ACCOUNTS_LEAST));

  const sale = await scheduleWithLead(
    staff,
    {
      details: { title: 'Recorded bids', kind: 'cattle', public: true },
      terms: {
        type: 'simultaneous',
        durationSeconds: seconds,
        allowAutoBid: true,
        policy: { opening: 'at-start' },
      },
      lots: recorded.map(lotBody),
    },
    { leadMs: LEAD_MS, openMs: OPEN_MS },
  );
  const spectator = new Spectator(url, staff.cookie, sale._id);
  try {
    await sleep(sale.liveAt - (await serverTimeOf(staff)) + 200);
    return await playSale(recorded, { options, sale, staff, pool, spectator });
  } finally {
    spectator.leave();
  }
}

type Playing = {
  options: PlayOptions;
  sale: SaleScheduled;
  staff: Session;
  pool: readonly Session[];
  spectator: Spectator;
};

async function playSale(recorded: readonly RecordedLot[], playing: Playing): Promise<PlayReport> {
  const { options, sale, staff, pool, spectator } = playing;
  const { seconds, onProgress } = options;
  const report: PlayReport = {
    searchNumber: sale.searchNumber,
    lots: recorded.length,
    bids: 0,
    accepted: 0,
    refused: 0,
    bidsPerSecond: 0,
    winnersThatAgree: 0,
    otherWinner: [],
    higherPrice: [],
    spectatorDiffers: [],
    lotUpdates: 0,
  };
  const total = recorded.reduce((sum, { bids }) => sum + bids.length, 0);
  const parts = cast(recorded, pool);
  const began = performance.now();
  const waiting = recorded.map((lot, index) => ({ lot, index }));
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      for (const { bidder, maxCents } of next.lot.bids) {
        const body = { autobid: maxCents, lot: sale.lots[next.index], commandId: commandId() };
        try {
          await setAutoBid(parts[next.index]?.get(bidder), body);
          report.accepted += 1;
        } catch (error) {
          // A maximum at or below the price of its moment is refused, as it was when it was recorded.
          if (error instanceof Refused && error.code === 'lot-closed') {
            throw new SaleTooShort(report.bids, total);
          }
          if (!(error instanceof Refused) || error.code !== 'too-low') throw error;
          report.refused += 1;
        }
        report.bids += 1;
        onProgress?.(report.bids, total);
      }
    }
  };
  await Promise.all(Array.from({ length: LOTS_AT_ONCE }, worker));
  report.bidsPerSecond = Math.round((report.bids * 1000) / (performance.now() - began));

  const over = performance.now() + (seconds + 30) * 1000 + LEAD_MS;
  // The live stream sends the close first; the read models that are compared follow it.
  const isOver = async () => {
    if (!spectator.closed) return false;
    const { auction } = await staff.call<{ auction: PublicAuction }>('GET', `staff/auctions/${sale._id}`);
    return auction.state === 'closed';
  };
  while (!(await isOver())) {
    if (performance.now() > over) throw new Error('the sale did not close in time');
    onProgress?.(total, total);
    await sleep(CLOSED_POLL_MS);
  }
  await compare(report, recorded, parts, sale, staff, spectator);
  return report;
}

async function compare(
  report: PlayReport,
  recorded: readonly RecordedLot[],
  parts: readonly Map<string, Session>[],
  sale: SaleScheduled,
  staff: Session,
  spectator: Spectator,
): Promise<void> {
  const { lots } = await staff.call<{ lots: StaffLot[] }>(
    'GET',
    `staff/auctions/${sale._id}/lots?limit=1000`,
  );
  const byId = new Map(lots.map((lot) => [lot._id, lot]));
  for (const [index, lot] of recorded.entries()) {
    const sent = byId.get(sale.lots[index] ?? '');
    const winner = parts[index]?.get(lot.winner)?.id;
    if (sent?.status === 'sold' && sent.leader?._id === winner) report.winnersThatAgree += 1;
    else report.otherWinner.push(lot.name);
    if ((sent?.closedPrice ?? 0) > lot.finalCents) report.higherPrice.push(lot.name);
    const seen = spectator.lots.get(sale.lots[index] ?? '');
    if (!seen || seen.closedPrice !== sent?.closedPrice || seen.status !== sent?.status) {
      report.spectatorDiffers.push(lot.name);
    }
  }
  report.lotUpdates = spectator.updates;
}
