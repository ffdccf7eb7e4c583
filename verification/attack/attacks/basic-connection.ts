import { setTimeout as pause } from 'node:timers/promises';
import { API } from '@saleyard/contract/operation.ts';
import { auctionStream } from '@saleyard/domain/auction/ids.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import { type Attack, Notes } from '../attack.ts';
import type { Answer, Target } from '../target.ts';

/** Reads of live states that one person may have saved up, and a second; reads that may wait. */
const SAVED_UP = 400;
const PER_SECOND = 10;
const HELD = 20;
/** Bids of one person that are taken in a second, and ms for which bids are sent. */
const BIDS_PER_SECOND = 5;
const BIDDING_MS = 3_000;
/** Bids of one person that are sent at once: as many as may be under way. */
const BURST = 20;
/** ms between two bids, made by two people in turn, so that neither uses up their rate. */
const BID_EVERY_MS = 150;
/** ms between two looks at what is awaited, and how many. */
const POLL_MS = 50;
const LOOKS = 200;

const live = (target: Target, query: string, cookie?: string): Promise<Answer> =>
  target.ask({ method: 'GET', path: `${API}/auctions/${target.sale._id}/live?${query}`, cookie });

export const bid = (
  target: Target,
  cookie: string,
  { lot, cents, commandId = newId() }: { lot: string; cents: number; commandId?: string },
): Promise<Answer> =>
  target.ask({
    method: 'POST',
    path: `${API}/users/me/bids`,
    cookie,
    body: { bid: { lot, cents }, commandId },
  });

export const isAccepted = ({ status, text }: Answer): boolean =>
  status === 200 && /"outcome":"accepted"/.test(text);

const liveReads: Attack = {
  name: 'live-reads',
  tries:
    'live states of a sale read without end, whole and from their first change, and reads that wait, by one guest',
  holds:
    'the guest is limited; bids and all other reads from the same address, and those of the guest, go on',
  async run(begin, scale) {
    const target = await begin({ isSteady: true });
    const notes = new Notes();
    const { guest, buyer, buyer2 } = target.people;
    const [lot = ''] = target.sale.lots;
    const most = scale === 'full' ? 5_000 : 1_000;
    const began = performance.now();
    let sent = 0;
    let answered = 0;
    const flood = async (): Promise<void> => {
      while (sent < most) {
        sent += 1;
        const { status } = await live(target, sent % 2 === 0 ? '' : 'since=0', guest.cookie);
        if (status === 200) answered += 1;
        notes.check(status === 200 || status === 429, `a live state was answered ${status}`);
      }
    };
    let isOver = false;
    const flooding = Promise.all(Array.from({ length: 8 }, flood)).finally(() => {
      isOver = true;
    });
    let bids = 0;
    while (!isOver) {
      bids += 1;
      const { cookie } = bids % 2 ? buyer : buyer2;
      const placed = await bid(target, cookie, { lot, cents: 40_000 + bids * 500 });
      notes.check(isAccepted(placed), `a bid was answered ${placed.status} ${placed.code}`);
      await pause(BID_EVERY_MS);
    }
    await flooding;
    const allowed = SAVED_UP + PER_SECOND * Math.ceil((performance.now() - began) / 1_000);
    notes.check(answered <= allowed, `one guest read ${answered} live states, and ${allowed} are allowed`);
    const own = await target.ask({ method: 'GET', path: `${API}/users/me/bids`, cookie: guest.cookie });
    notes.check(own.status === 200, `the guest's other reads were answered ${own.status} ${own.code}`);
    const visitor = await live(target, '');
    notes.check(visitor.status === 200, `a visitor of that address was answered ${visitor.status}`);

    // Another person, whose rate is not used up, waits more often than allowed.
    const { seq } = (JSON.parse((await live(target, '', buyer.cookie)).text) as { data: { seq: number } })
      .data;
    let refused = 0;
    const waiting = Array.from({ length: HELD * 2 }, async () => {
      const { status } = await live(target, `since=${seq}&waitMs=10000`, buyer.cookie);
      if (status === 429) refused += 1;
      return status;
    });
    for (let n = 0; n < LOOKS && refused < HELD; n += 1) await pause(POLL_MS);
    notes.check(
      isAccepted(await bid(target, buyer2.cookie, { lot, cents: 40_000 + (bids + 2) * 500 })),
      'a bid was not taken',
    );
    const statuses = await Promise.all(waiting);
    notes.check(refused === HELD, `${statuses.length - refused} reads of one person waited`);
    await target.close();
    return notes.findings(
      `${sent.toLocaleString('en')} live states (${answered} answered) beside ${bids} bids; ${statuses.length - refused} of ${statuses.length} waited`,
    );
  },
};

/** Bids on a closed lot, in some seconds. Returns how many there were, and how often their sale was read meanwhile. */
async function bidsOnClosedLot(target: Target, notes: Notes, seconds: number): Promise<[number, number]> {
  const { people, later } = target;
  const [lot = ''] = later.lots;
  const sold = { type: 'sellBefore', lot, reason: 'private sale', commandId: newId() };
  await people.staff.call('POST', `staff/auctions/${later._id}/commands`, sold);
  const { log } = target.server.stores;
  const { read } = log;
  let [refused, reads] = [0, 0];
  log.read = (stream, options) => {
    if (stream === auctionStream(later._id)) reads += 1;
    return read.call(log, stream, options);
  };
  for (let n = 0; n < seconds; n += 1) {
    await pause(1_000);
    for (let nth = 0; nth < BIDS_PER_SECOND; nth += 1) {
      const { text } = await bid(target, people.buyer2.cookie, { lot, cents: 50_000 });
      if (text.includes('"code":"lot-closed"')) refused += 1;
    }
  }
  log.read = read;
  notes.check(refused > seconds, `${refused} bids were refused because the lot is closed`);
  // What follows from the sale of the lot may be under way.
  notes.check(reads < refused, `a sale was read ${reads} times for ${refused} bids on a closed lot`);
  return [refused, reads];
}

const restBids: Attack = {
  name: 'rest-bids',
  tries:
    'bids over REST by a guest, by one bidder many at once, one bid again and again, and bids on a lot that is closed',
  holds:
    'those of the guest leave nothing in the log, a bidder has five a second, a bid that is repeated acts once, and one on a closed lot reads nothing of its sale',
  async run(begin, scale) {
    const target = await begin({ isSteady: true });
    const notes = new Notes();
    const { guest, buyer, buyer2 } = target.people;
    const [lot = '', other = ''] = target.sale.lots;
    const { log } = target.server.stores;
    const stream = auctionStream(target.sale._id);
    const before = await log.lastRevision(stream);
    const tries = scale === 'full' ? 300 : 60;
    for (let n = 0; n < tries; n += 1) {
      const answer = await bid(target, guest.cookie, { lot, cents: 41_000 + n * 500 });
      notes.check(!isAccepted(answer), 'a bid of a guest was accepted');
    }
    const added = (await log.lastRevision(stream)) - before;
    notes.check(added === 0, `${added} events were added to the sale by a guest`);

    const began = performance.now();
    let cents = 60_000;
    let taken = 0;
    const ms = scale === 'full' ? BIDDING_MS * 3 : BIDDING_MS;
    // Many at once, so that a slow machine is offered more than it may take as well.
    while (performance.now() - began < ms) {
      const burst = Array.from({ length: BURST }, () => {
        cents += 500;
        return bid(target, buyer.cookie, { lot, cents });
      });
      taken += (await Promise.all(burst)).filter(isAccepted).length;
    }
    // The windows of the first and of the last second may be cut.
    const allowed = BIDS_PER_SECOND * (Math.ceil((performance.now() - began) / 1_000) + 1);
    notes.check(taken <= allowed, `${taken} bids of one person were taken, and ${allowed} are allowed`);

    const repeated = { lot: other, cents: 50_000, commandId: newId() };
    const start = await log.lastRevision(stream);
    const answers = new Set<string>();
    for (let n = 0; n < BIDS_PER_SECOND; n += 1) {
      const answer = await bid(target, buyer2.cookie, repeated);
      notes.check(isAccepted(answer), `a bid that was repeated was answered ${answer.status} ${answer.code}`);
      answers.add(answer.text.replace(/"serverTime":\d+/, ''));
    }
    const events = (await log.lastRevision(stream)) - start;
    notes.check(events === 1, `a bid that was repeated left ${events} events`);
    notes.check(answers.size === 1, `it was answered in ${answers.size} ways`);
    const [refused, reads] = await bidsOnClosedLot(target, notes, scale === 'full' ? 6 : 2);
    await target.close();
    return notes.findings(
      `${tries} bids of a guest, ${added} events; ${taken} of a bidder in ${ms / 1_000} s; ${refused} on a closed lot, ${reads} reads`,
    );
  },
};

export const BASIC_CONNECTION_ATTACKS: readonly Attack[] = [liveReads, restBids];
