import { fc } from '@saleyard/testing/property.ts';
import type { CommandBody } from '../commands.ts';
import { decide } from '../decide.ts';
import type { AuctionEvent } from '../events.ts';
import { AuctionFold, fold } from '../evolve.ts';
import { currentPriceCents } from '../standing.ts';
import type { AuctionState } from '../state.ts';
import { at, autoBid, bid, lot, scheduled } from './spec-grammar.ts';

/** Random sales on which an office makes mistakes all the time and puts them right, most of them in time. */

/** What often happens in a row. Other acts come in between, so that not everything is in time. */
const PHRASES = [
  ['open', 'floor'],
  ['open', 'bid', 'floor'],
  ['floor', 'retract'],
  ['floor', 'floor', 'retract', 'retract'],
  ['floor', 'bid', 'retract'],
  ['bid'],
  ['autoBid', 'floor'],
  ['vendor'],
  ['hammer', 'reopen'],
  ['pass', 'reopen', 'bid'],
  ['hammer'],
  ['withdraw', 'reinstate'],
  ['withdraw', 'open', 'reinstate', 'open'],
  ['hammer', 'sold', 'confirm'],
  ['sold', 'confirm', 'annulled', 'confirm'],
  ['passed', 'decline'],
  ['withdrawn', 'confirm', 'sold', 'confirm'],
  ['freeze', 'retract', 'resume'],
  ['open', 'floor', 'named'],
  ['open', 'floor', 'named', 'reopen'],
  ['open', 'floor', 'hammer', 'name'],
  ['number', 'hammer', 'assign'],
  ['assign', 'number', 'hammer'],
  ['phone', 'phoneMaximum'],
  ['bid', 'phone', 'hammer', 'offer', 'answer'],
  ['offer', 'confirm', 'answer'],
] as const;
/** The buyer number that the desk gave. */
export const NUMBER = 'floor:7';
type Act = (typeof PHRASES)[number][number];

const TYPES = [
  'sequentialOffline',
  'sequentialOffline',
  'sequentialOffline',
  'simultaneous',
  'sequential',
  'synchronous',
] as const;

/** What somebody does: on which lot, who, how far above the price, and ms after what was done before. */
type Slip = { act: Act; on: '1' | '2'; who: 'rob' | 'sue'; steps: number; wait: number };

const slip = (act: Act) =>
  fc.record<Slip>({
    act: fc.constant(act),
    on: fc.constantFrom('1', '1', '1', '1', '2'),
    who: fc.constantFrom('rob', 'sue'),
    steps: fc.integer({ min: 0, max: 3 }),
    wait: fc.constantFrom(0, 0, 1, 500, 1_000, 5_000, 19_999, 25_000),
  });

export const slips = fc.record({
  type: fc.constantFrom(...TYPES),
  secondPerson: fc.boolean(),
  acts: fc
    .array(
      fc.constantFrom(...PHRASES).chain((phrase) => fc.tuple(...phrase.map(slip))),
      { minLength: 3, maxLength: 22, size: 'max' },
    )
    .map((phrases) => phrases.flat()),
});

type Slips = typeof slips extends fc.Arbitrary<infer Made> ? Made : never;

/** The command that somebody gives, on the sale as it is then. */
function bodyOf({ act, on, who, steps }: Slip, state: AuctionState): CommandBody {
  const now = state.lots.find(({ terms }) => terms.lot === on);
  const next = now === undefined ? 400 : currentPriceCents(now) + now.terms.incrementCents;
  const cents = next + steps * 100;
  const slip = { lot: on, reason: 'a slip', by: who } as const;
  const corrected = { type: 'correctSale', ...slip } as const;
  switch (act) {
    case 'open':
      return { type: 'openLot', lot: on };
    case 'floor':
      return { type: 'floorBid', lot: on, cents };
    case 'bid':
      return bid(who === 'rob' ? 'jane' : 'joe', cents, on);
    case 'autoBid':
      return autoBid(who === 'rob' ? 'jane' : 'joe', cents + 300, on);
    case 'vendor':
      return { type: 'vendorBid', lot: on, cents: next };
    case 'retract':
      return { type: 'retractFloorBid', ...slip };
    case 'hammer':
      return { type: 'knockDown', lot: on };
    case 'pass':
      return { type: 'passIn', lot: on };
    case 'reopen':
      return { type: 'reopenLot', ...slip };
    case 'withdraw':
      return { type: 'withdraw', lot: on, reason: 'lame' };
    case 'reinstate':
      return { type: 'reinstateLot', ...slip };
    case 'sold':
      return { ...corrected, outcome: 'sold', buyer: 'bea', cents, acceptedBy: 'staffRecord' };
    case 'annulled':
    case 'passed':
    case 'withdrawn':
      return { ...corrected, outcome: act };
    case 'confirm':
      return { type: 'confirmCorrection', lot: on, by: who };
    case 'decline':
      return { type: 'declineCorrection', ...slip };
    case 'number':
      return { type: 'floorBid', lot: on, cents, bidder: NUMBER };
    case 'named':
      return { type: 'knockDown', lot: on, buyer: who === 'rob' ? NUMBER : 'bea' };
    case 'name':
      return { type: 'nameFloorBuyer', lot: on, buyer: who === 'rob' ? NUMBER : 'bea', by: who };
    case 'assign':
      return { type: 'assignBuyerNumber', buyer: NUMBER, account: who === 'rob' ? 'abe' : 'amy', by: who };
    case 'phone': {
      // Sometimes no more than the present price.
      const offered = steps === 0 ? next - 100 : cents;
      return { type: 'bid', lot: on, bidder: 'joe', cents: offered, placedBy: { by: who, note: 'rang' } };
    }
    case 'phoneMaximum': {
      const placedBy = { by: who, note: 'rang' };
      return { type: 'autoBid', lot: on, bidder: 'joe', maxCents: cents + 300, placedBy };
    }
    case 'offer':
      return { ...corrected, outcome: 'sold', buyer: 'joe', cents: now?.shown.get('joe')?.cents ?? cents };
    case 'answer':
      return { type: 'answerOffer', lot: on, bidder: who === 'rob' ? 'joe' : 'jane', accepts: steps > 0 };
    default:
      return { type: act, reason: 'storm' };
  }
}

/** The events of a sale with these mistakes, the first ones those that schedule it. */
export function eventsOf({ type, secondPerson, acts }: Slips): readonly AuctionEvent[] {
  const how = {
    type,
    durationSeconds: 120,
    lotOpeningSeconds: 60,
    staleTimeSeconds: 10,
    inactiveSeconds: 10,
    reopenSeconds: 20,
    ...(secondPerson && { secondPersonAboveCents: 0 }),
  } as const;
  const lots = ['1', '2', '3'].map((id) =>
    lot({ lot: id, number: id, ...(id === '1' && { reserveCents: 500, maxVendorBids: 2 }) }),
  );
  const events: AuctionEvent[] = scheduled(how, lots);
  const keeper = new AuctionFold(fold(events));
  let now = 1;
  for (const slip of acts) {
    now += slip.wait;
    const due = decide(keeper.state, at(now, { type: 'advanceClock' }));
    for (const event of due) keeper.apply(event);
    const made = decide(keeper.state, at(now, bodyOf(slip, keeper.state)));
    for (const event of made) keeper.apply(event);
    events.push(...due, ...made);
  }
  return events;
}
