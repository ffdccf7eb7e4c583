import type { CatalogueLot, LotBody } from '@saleyard/contract/lots.ts';
import type { AuctionType } from '@saleyard/domain/auction/types/auction-types.ts';
import type { Durations } from '@saleyard/domain/auction/types/durations.ts';
import { pause } from '@saleyard/platform/clock/pause.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import { scheduleWithLead, serverTimeOf } from '../../client/schedule-with-lead.ts';
import { Refused, Session } from '../../client/session.ts';
import { DEMO_PASSWORD } from '../../demo/demo-accounts.ts';
import { makeSale } from '../../demo/sale-generator.ts';
import { seededRandom } from '../../sample-data/random.ts';

type Sale = { _id: string; searchNumber: number; title: string; kindData: { title: string } };

/** A sale with its lots, in catalogue order. */
export type PicturedSale = Sale & { lots: readonly CatalogueLot[] };

/** The sales in the pictures, and the accounts that open them. */
export type PicturedSales = {
  /** A timed sale of cattle on the next day, of which the buyer watches four lots. */
  coming: PicturedSale;
  /**
   * Live, and timed. The buyer leads below the reserve on lot 1, was outbid on lot 2, and has an auto-bid on lot 3. The start of lot 1
   * and its reserve are no multiple of its increment.
   */
  timed: PicturedSale;
  /** Live, one lot after another. */
  sequential: PicturedSale;
  /** The last one that closed. */
  over: PicturedSale;
  buyer: Session;
  guest: Session;
};

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** ms between two reads of what is awaited. */
const POLL_MS = 200;
/** Number of past sales that the demo makes. */
const PAST_SALES = 8;

/** Retries a read until it has a result. A refusal is retried too: a new sale can't be read at once. */
async function until<T>(read: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    try {
      const found = await read();
      if (found !== undefined) return found;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
    await pause(systemClock, POLL_MS);
  }
}

const signedIn = (base: string, name: string): Promise<Session> =>
  until(() => Session.signIn(base, `${name}@saleyard.test`, DEMO_PASSWORD));

/** A sale with its lots; undefined while fewer than `count` can be read. */
async function readSale(session: Session, id: string, count = 1): Promise<PicturedSale | undefined> {
  const { auction } = await session.call<{ auction: Sale & { lotCount: number } }>('GET', `auctions/${id}`);
  if (auction.lotCount < count) return undefined;
  const { lots } = await session.call<{ lots: CatalogueLot[] }>('GET', `auctions/${id}/lots?limit=50`);
  return { ...auction, lots };
}

/** Resolves once the demo has made months of past sales. */
export const pastSalesMade = (base: string): Promise<readonly Sale[]> =>
  until(async () => {
    const visitor = await signedIn(base, 'buyer');
    const { auctions } = await visitor.call<{ auctions: { docs: Sale[] } }>('GET', 'auctions/results');
    return auctions.docs.length < PAST_SALES ? undefined : auctions.docs;
  });

/** `seed`: of the sale's animals. */
type Plan = { seed: number; type: AuctionType; leadMs: number; durations: Partial<Durations> };

/** Schedules a sale of generated lots, and resolves once all of them can be read. */
async function scheduled(
  staff: Session,
  { seed, type, leadMs, durations }: Plan,
  change: (lots: readonly LotBody[]) => LotBody[],
): Promise<PicturedSale> {
  const liveAt = (await serverTimeOf(staff)) + leadMs;
  const planned = { type, openAt: liveAt, liveAt, feature: false };
  const { details, terms, lots = [] } = makeSale(planned, seededRandom(seed), []);
  const { openAt: _openAt, liveAt: _liveAt, ...rest } = terms;
  const changed = change(lots);
  const sale = await scheduleWithLead(
    staff,
    { details, terms: { ...rest, ...durations }, lots: changed },
    { leadMs, openMs: leadMs / 2 },
  );
  return until(() => readSale(staff, sale._id, changed.length));
}

/** The nth drawing after this one of the same animals. */
const drawnAgain = (picture: string, n: number): string =>
  picture.replace(/\d+(?=\.svg$)/, (number) => String(Number(number) + n));

/** Every third lot has six pictures of its animals. */
const withPictures = (lots: readonly LotBody[]): LotBody[] =>
  lots.map((lot, place) => {
    if (place % 3 > 0) return lot;
    const media = (lot.media ?? []).flatMap(({ title, url }) =>
      [0, 1, 2, 3, 4, 5].map((n) => ({ title, url: drawnAgain(url, n), thumbnail: drawnAgain(url, n) })),
    );
    return { ...lot, media };
  });

/** The first lot starts and is reserved between two steps of its increment. */
const offLadder = ([first, ...others]: readonly LotBody[]): LotBody[] =>
  first === undefined
    ? []
    : [{ ...first, startCents: first.startCents + 137, reserveCents: first.startCents * 2 + 41 }, ...others];

const isLive = async (by: Session, { _id }: PicturedSale): Promise<true | undefined> => {
  const { auction } = await by.call<{ auction: { state: string } }>('GET', `auctions/${_id}`);
  return auction.state === 'live' ? true : undefined;
};

/** The lot as it is now. @throws Error when the sale has it no more */
async function lotNow(by: Session, { auction, _id }: CatalogueLot): Promise<CatalogueLot> {
  const { lots } = await by.call<{ lots: CatalogueLot[] }>('GET', `auctions/${auction}/lots?limit=50`);
  const lot = lots.find((each) => each._id === _id);
  if (lot === undefined) throw new Error(`the sale ${auction} has no lot ${_id}`);
  return lot;
}

/** Places the lowest bid possible once the current bid is `last`. Returns it in cents per unit. @throws Refused */
async function bidNext(by: Session, lot: CatalogueLot, last: number | null): Promise<number> {
  const { nextBidCents, startPrice } = await until(async () => {
    const now = await lotNow(by, lot);
    return now.currentBidCents === last ? now : undefined;
  });
  const cents = nextBidCents ?? startPrice;
  await by.call('POST', 'users/me/bids', { bid: { lot: lot._id, cents }, commandId: newId() });
  return cents;
}

/** Sets an auto-bid of that many increments over the start. @throws Refused */
const autoBid = (by: Session, { _id, startPrice, bidIncrementCents }: CatalogueLot, steps: number) =>
  by.call('PUT', 'users/me/autobids', {
    lot: _id,
    autobid: startPrice + steps * bidIncrementCents,
    commandId: newId(),
  });

/** The buyer leads on the first lot, is outbid on the second, and an auto-bid leads for them on the third. */
async function placeBids({ lots }: PicturedSale, buyer: Session, rival: Session): Promise<void> {
  const [first, second, third] = lots;
  if (first === undefined || second === undefined || third === undefined) return;
  await bidNext(buyer, first, await bidNext(rival, first, null));
  await bidNext(rival, second, await bidNext(buyer, second, null));
  await bidNext(rival, third, null);
  await autoBid(buyer, third, 12);
}

/** Resumes the sales that were frozen when the server stopped. */
async function resumeAll(staff: Session): Promise<void> {
  const { auctions } = await staff.call<{ auctions: Sale[] }>('GET', 'auctions?state=live&limit=50');
  for (const { _id } of auctions) {
    const command = { type: 'resume', reason: 'The server is back', commandId: newId() };
    try {
      await staff.call('POST', `staff/auctions/${_id}/commands`, command);
    } catch (error) {
      // It was not frozen.
      if (!(error instanceof Refused && error.code === 'already-so')) throw error;
    }
  }
}

/** Schedules the sales on a server whose demo has past ones, and places the bids of two buyers. */
export async function makePicturedSales(base: string): Promise<PicturedSales> {
  const [staff, buyer, rival, guest] = await Promise.all(
    ['staff', 'buyer', 'buyer2', 'guest'].map((name) => signedIn(base, name)),
  );
  if (!staff || !buyer || !rival || !guest) throw new Error('the demo accounts could not be signed in');
  const [last] = await pastSalesMade(base);
  if (last === undefined) throw new Error('the demo has no sale that is over');
  await resumeAll(staff);
  const coming = await scheduled(
    staff,
    { seed: 12, type: 'simultaneous', leadMs: DAY_MS, durations: { durationSeconds: 1_800 } },
    withPictures,
  );
  const timed = await scheduled(
    staff,
    {
      seed: 14,
      type: 'simultaneous',
      leadMs: 6_000,
      durations: { durationSeconds: 3_600, staggerSeconds: 60 },
    },
    offLadder,
  );
  const sequential = await scheduled(
    staff,
    { seed: 9, type: 'sequential', leadMs: 6_000, durations: { lotOpeningSeconds: 600, gapSeconds: 10 } },
    withPictures,
  );
  const over = await until(() => readSale(buyer, last._id));
  await until(() => isLive(buyer, timed));
  await placeBids(timed, buyer, rival);
  for (const n of [0, 3, 5, 8]) {
    const lotId = coming.lots[n]?._id;
    await buyer.call('PUT', 'users/me/watchlist2', { lotId });
  }
  return { coming, timed, sequential, over, buyer, guest };
}
