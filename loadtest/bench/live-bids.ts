import { constants, setPriority } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { ServerProcess } from '@saleyard/app/client/server-process.ts';
import { Refused, Session } from '@saleyard/app/client/session.ts';
import { DEMO_PASSWORD } from '@saleyard/app/demo/demo-accounts.ts';
import type { SaleScheduled } from '@saleyard/contract/staff.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import type { AudienceOrder, AudienceReport } from '../client/audience.ts';
import type { BiddersOrder, BiddersReport } from '../client/bidders.ts';
import { openBidders } from '../storms/prepare/accounts.ts';
import { Child } from './child.ts';

/** Bids a second, and bidders: a person may place five a second. `roundMs`: how long one measurement bids. */
export const LIVE_BIDS = { perSecond: 500, bidders: 120, roundMs: 10_000 } as const;

/** Lots that are bid for. */
const FOUGHT_OVER = 8;
const START_CENTS = 30_000;
const INCREMENT_CENTS = 500;
/** ms between two tries of what is not there yet. */
const POLL_MS = 250;
const HOUR_SECONDS = 3_600;
/** ms from scheduling to going live: enough to catalogue all lots on a slow machine. */
const LEAD_MS = 15_000;
const OPEN_MS = 1_000;

/** Schedules a public sale of this many lots. */
export function schedule(staff: Session, lots: number, inMs: number): Promise<SaleScheduled> {
  const liveAt = systemClock.now() + inMs;
  return staff.call('POST', 'staff/auctions', {
    details: { title: 'Bids beside other work', kind: 'cattle', public: true },
    terms: {
      type: 'simultaneous',
      openAt: liveAt - OPEN_MS,
      liveAt,
      durationSeconds: HOUR_SECONDS,
      staggerSeconds: 0,
      staleTimeSeconds: 30,
      allowAutoBid: true,
    },
    lots: Array.from({ length: lots }, (_, n) => ({
      number: String(n + 1),
      unit: 'head',
      count: 10,
      startCents: START_CENTS,
      incrementCents: INCREMENT_CENTS,
      vendorName: 'Hillview Pastoral',
      title: '10 Angus Steers',
      town: 'GUNNEDAH',
      state: 'NSW',
      postcode: '2380',
      breed: 'Angus',
      sex: 'Steers',
      stockCategory: 'Feeder',
      ageMinMonths: 10,
      ageMaxMonths: 12,
      weightAverageKg: 320,
    })),
    commandId: newId(),
  });
}

/** Waits until a sale has a page; answers its state. */
export async function shown(staff: Session, sale: string): Promise<string> {
  for (;;) {
    const found = await staff
      .call<{ auction: { state: string } }>('GET', `auctions/${sale}`)
      .catch((error: unknown) => {
        if (error instanceof Refused && error.status === 404) return null;
        throw error;
      });
    if (found !== null) return found.auction.state;
    await wait(POLL_MS);
  }
}

export type LiveBids = Awaited<ReturnType<typeof openLiveBids>>;

/**
 * A live sale with people who bid at a fixed rate while others look on. `bid`: bids for one round; answers how long each
 * took, ms. From here on this process gives way to the server: it is other people, with computers of their own.
 */
export async function openLiveBids(
  server: ServerProcess,
  { lots, onlookers: watching }: { lots: number; onlookers: number },
) {
  const bidders = new Child<BiddersOrder, BiddersReport>(new URL('../client/bidders.ts', import.meta.url));
  const onlookers = new Child<AudienceOrder, AudienceReport>(
    new URL('../client/audience.ts', import.meta.url),
  );
  const end = (): void => {
    bidders.end();
    onlookers.end();
  };
  try {
    const port = Number(new URL(server.url).port);
    const staff = await Session.signIn(server.url, 'staff@saleyard.test', DEMO_PASSWORD);
    const people = await openBidders(server.url, staff, LIVE_BIDS.bidders, () => {});
    const sale = await schedule(staff, lots, LEAD_MS);
    while ((await shown(staff, sale._id)) !== 'live') await wait(POLL_MS);
    onlookers.yieldToOthers();
    onlookers.send({ order: 'connect', kind: 'saleyard', port, sockets: watching, room: sale._id });
    await onlookers.hear('connected', 120_000);
    bidders.send({
      order: 'connect',
      port,
      sockets: LIVE_BIDS.bidders,
      room: sale._id,
      lots: sale.lots.slice(0, FOUGHT_OVER),
      incrementCents: INCREMENT_CENTS,
      cookies: people.map(({ cookie }) => cookie),
    });
    await bidders.hear('connected');
    setPriority(constants.priority.PRIORITY_LOW);
    return {
      auction: sale._id,
      async bid(): Promise<number[]> {
        const { perSecond, roundMs } = LIVE_BIDS;
        bidders.send({ order: 'pace', perSecond, ms: roundMs });
        return (await bidders.hear('ran', roundMs * 6)).latencies;
      },
      isLive: async () => (await shown(staff, sale._id)) === 'live',
      end,
    };
  } catch (error) {
    end();
    throw error;
  }
}
