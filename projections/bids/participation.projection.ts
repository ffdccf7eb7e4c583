import type { OwnResult, OwnSale } from '@saleyard/contract/bids.ts';
import { madeBy } from '@saleyard/domain/auction/commands.ts';
import type { AuctionEvent, Step } from '@saleyard/domain/auction/events.ts';
import { type BidderId, isOnFloor, type LotId, VENDOR } from '@saleyard/domain/auction/ids.ts';
import { lotIn, priceCentsOf, resultOf, winnerOf } from '@saleyard/domain/auction/standing.ts';
import type { AuctionState, LotState } from '@saleyard/domain/auction/state.ts';
import { lotView } from '@saleyard/domain/listing/forms/lot-view.ts';
import { type Gross, grossOf } from '@saleyard/domain/listing/gross.ts';
import type { KindType } from '@saleyard/domain/listing/stock.ts';
import type { DocumentWrite } from '@saleyard/platform/documents/port.ts';
import { type Descriptions, shownDescription } from '../lots/descriptions.ts';
import type { AuctionChange, Projection } from '../projection.ts';
import { isSameList } from '../sales/participants.ts';

export const PARTICIPANTS = 'participants';
export const PARTICIPATIONS = 'participations';
export const HIGHEST_BIDS = 'highest-bids';

/** Fields of the sale by which its participants' documents are found and sorted. */
type OfSale = { account: string; auction: string; liveAt: number; closed: boolean };

/** An account's participation in a sale. */
export type ParticipantDocument = OfSale & Pick<OwnSale, 'paddle' | 'lots' | 'bought'>;

/** An account's participation in a lot. `status`: the result for this person; null until the lot is closed. */
export type ParticipationDocument = OfSale & {
  lot: string;
  /** Place in the catalogue, from 0. */
  order: number;
  status: OwnResult['status'] | null;
  /**
   * The gross price of a lot this person bought, or sold as its vendor; null when it depends on an unknown weight.
   */
  gross: Gross | null;
  /** A bid or an auto-bid by them on it was refused. Left out: none was. */
  refused?: true;
  /** The clerk entered bids on it by a buyer number that is theirs [C9]. Left out: none. */
  byNumber?: true;
};

/** The highest amount that an account bid on a lot, or that its auto-bid led at. Cents per unit. */
export type HighestBidDocument = { account: string; cents: number };

/**
 * Who bid or set an auto-bid on which lot of which sale, under which paddle, and the result for them. Each document
 * belongs to one account and is read for that account only. An account whose bids on a lot were all refused, or were
 * made by its buyer number, has a document of the lot too, but took no part in the sale by it.
 */
export const participationProjection: Projection = {
  name: 'participation',
  version: 7,
  // Version 3 had totals of lots by weight that were a cent off, version 4 counted heads that the form no longer shows,
  // version 5 left out refused bids, version 6 those by a buyer number.
  readsSince: 3,
  collections: [
    { name: PARTICIPANTS, indexes: [{ keys: { account: 1, liveAt: 1 } }] },
    {
      name: PARTICIPATIONS,
      indexes: [
        { keys: { account: 1, liveAt: 1 } },
        { keys: { account: 1, auction: 1 } },
        { keys: { lot: 1 } },
      ],
    },
    { name: HIGHEST_BIDS },
  ],
  of: 'auction',
  project: (change) => [...partWrites(change), ...highestBidWrites(change)],
};

/** The id of an account's participation in a lot. */
export const participationId = (lot: string, account: BidderId): string => `${lot}:${account}`;
/** The id of an account's participation in a sale. */
export const participantId = (auction: string, account: BidderId): string => `${auction}:${account}`;

const isPerson = (bidder: BidderId): boolean => bidder !== VENDOR && !isOnFloor(bidder);

function partWrites({ id: auction, before, after, descriptions }: AuctionChange): DocumentWrite[] {
  if (after.terms === null || after.details === null) return [];
  const { kind } = after.details;
  const grossOfLot = (lot: LotState) => grossAsDescribed(lot, kind, descriptions);
  const all =
    liveAtOf(before) !== liveAtOf(after) ||
    isClosed(before) !== isClosed(after) ||
    before.buyerNumbers !== after.buyerNumbers;
  const writes: DocumentWrite[] = [];
  const concerned = new Set<BidderId>();
  for (const [index, lot] of after.lots.entries()) {
    const earlier = before.lots[index];
    const refused = refusedOn(after, lot);
    if (!all && !hasOtherParts(earlier, lot) && refused.size === refusedOn(before, lot).size) continue;
    const taking = participantsOf(lot);
    const numbered = numberedOn(after, lot);
    const vendor = vendorPart(after, lot, auction, grossOfLot);
    for (const account of new Set([...taking, ...refused, ...numbered])) {
      if (taking.has(account)) concerned.add(account);
      else if (vendor?.account === account) continue;
      const document: ParticipationDocument = {
        ...ofSale(after, auction, account),
        ...partIn(lot, account, grossOfLot),
        ...(refused.has(account) && { refused: true }),
        ...(numbered.has(account) && { byNumber: true }),
      };
      const id = participationId(lot.terms.lot, account);
      writes.push({ op: 'put', collection: PARTICIPATIONS, id, document });
    }
    for (const account of earlier === undefined ? [] : leaversOf(earlier, lot)) concerned.add(account);
    const listed = earlier === undefined ? [] : [...participantsOf(earlier), ...numberedOn(before, earlier)];
    for (const account of new Set(listed)) {
      if (taking.has(account) || refused.has(account) || numbered.has(account)) continue;
      writes.push({
        op: 'delete',
        collection: PARTICIPATIONS,
        id: participationId(lot.terms.lot, account),
      });
    }
    if (vendor !== null) {
      const id = participationId(lot.terms.lot, vendor.account);
      writes.push({ op: 'put', collection: PARTICIPATIONS, id, document: vendor });
    }
  }
  if (before.paddles !== after.paddles) {
    for (const account of after.paddles.keys()) if (!before.paddles.has(account)) concerned.add(account);
  }
  return [...writes, ...participantWrites(auction, after, concerned, grossOfLot)];
}

/** Those who take part in the lot no more: their only bid was taken back [C1], or a later correction names another buyer [C4]. */
function leaversOf(earlier: LotState, lot: LotState): BidderId[] {
  const staying = participantsOf(lot);
  return [...participantsOf(earlier)].filter((account) => !staying.has(account));
}

const isClosed = ({ phase }: AuctionState): boolean => phase === 'closed';
const liveAtOf = ({ liveAt, terms }: AuctionState): number => liveAt ?? terms?.liveAt ?? 0;

const NOBODY: ReadonlySet<BidderId> = new Set();

/** The accounts of which a bid on the lot was refused. */
const refusedOn = ({ refused }: AuctionState, { terms }: LotState): ReadonlySet<BidderId> =>
  refused?.get(terms.lot) ?? NOBODY;

/** [C9] The accounts whose buyer number bid on the lot; what it bought for an earlier account is not theirs. */
function numberedOn({ buyerNumbers }: AuctionState, lot: LotState): ReadonlySet<BidderId> {
  const accounts = new Set<BidderId>();
  for (const [number, account] of buyerNumbers ?? []) {
    const winner = winnerOf(lot);
    const isAnothers = lot.leader === number && winner !== null && winner !== number && winner !== account;
    if (lot.participants.has(number) && !isAnothers) accounts.add(account);
  }
  return accounts;
}

/** Everyone who bid or set an auto-bid on a lot, and its buyers, also one whose sale was corrected since. */
function participantsOf(lot: LotState): Set<BidderId> {
  const { autoBids, participants, correction } = lot;
  const buyers = [winnerOf(lot), correction?.first.buyer ?? null].filter((buyer) => buyer !== null);
  return new Set([...autoBids.keys(), ...participants, ...buyers].filter(isPerson));
}

/**
 * Whether participants were added, or the lot's result changed. Another bid by a known participant changes nothing. The
 * lot's phase is not enough: one that was knocked down, reopened and withdrawn is closed before and after [C2].
 */
const hasOtherParts = (earlier: LotState | undefined, lot: LotState): boolean =>
  earlier !== lot &&
  (earlier === undefined ||
    earlier.autoBids.size !== lot.autoBids.size ||
    !isSameList(earlier.participants, lot.participants) ||
    earlier.withdrawn !== lot.withdrawn ||
    earlier.soldBeforeAt !== lot.soldBeforeAt ||
    resultOf(earlier) !== resultOf(lot) ||
    winnerOf(earlier) !== winnerOf(lot) ||
    (winnerOf(lot) !== null && priceCentsOf(earlier) !== priceCentsOf(lot)) ||
    earlier.correction !== lot.correction ||
    earlier.terms !== lot.terms);

const ofSale = (state: AuctionState, auction: string, account: BidderId): OfSale => ({
  account,
  auction,
  liveAt: liveAtOf(state),
  closed: isClosed(state),
});

/** The gross price of a lot; null when it has no price, or its price depends on an unknown weight. */
type GrossOfLot = (lot: LotState) => Gross | null;

const partIn = (lot: LotState, account: BidderId, grossOfLot: GrossOfLot) => ({
  lot: lot.terms.lot,
  order: lot.index,
  status: statusFor(lot, account),
  gross: winnerOf(lot) === account ? grossOfLot(lot) : null,
});

/**
 * The vendor's document of a lot, once its sale is closed. Nobody may bid on their own lot, so it is never a bidder's
 * document too. Before that it would add nothing to the lot.
 */
function vendorPart(
  state: AuctionState,
  lot: LotState,
  auction: string,
  grossOfLot: GrossOfLot,
): ParticipationDocument | null {
  const { lot: id, createdBy: account } = lot.terms;
  if (!isClosed(state) || account === '' || participantsOf(lot).has(account)) return null;
  return {
    ...ofSale(state, auction, account),
    lot: id,
    order: lot.index,
    status: statusFor(lot, account),
    gross: winnerOf(lot) === null ? null : grossOfLot(lot),
    ...(refusedOn(state, lot).has(account) && { refused: true }),
  };
}

function statusFor(lot: LotState, account: BidderId): ParticipationDocument['status'] {
  if (lot.withdrawn) return 'withdrawn';
  if (lot.soldBeforeAt !== undefined) return 'soldBeforeAuction';
  return winnerOf(lot) === account ? 'bought' : resultOf(lot);
}

function grossAsDescribed(lot: LotState, kind: KindType, descriptions: Descriptions): Gross | null {
  const { terms } = lot;
  const priceCents = priceCentsOf(lot);
  if (priceCents === null) return null;
  const { weight } = lotView(kind, shownDescription(terms.description, descriptions)).publicDetails;
  const { unit, count } = terms;
  return grossOf(priceCents, { unit, count, weightKg: weight.curfew ?? weight.average });
}

export const NOTHING_BOUGHT: ParticipantDocument['bought'] = {
  lots: 0,
  head: 0,
  grossCents: 0,
  estimated: false,
  unweighed: 0,
};

/** The documents of these accounts' participation in the sale, summed over its lots. */
function participantWrites(
  auction: string,
  state: AuctionState,
  concerned: ReadonlySet<BidderId>,
  grossOfLot: GrossOfLot,
): DocumentWrite[] {
  if (concerned.size === 0) return [];
  const parts = new Map<BidderId, ParticipantDocument>();
  for (const lot of state.lots) {
    const winner = winnerOf(lot);
    for (const account of participantsOf(lot)) {
      if (!concerned.has(account)) continue;
      const part = parts.get(account) ?? {
        ...ofSale(state, auction, account),
        paddle: state.paddles.get(account) ?? null,
        lots: 0,
        bought: NOTHING_BOUGHT,
      };
      const bought = winner === account ? withLot(part.bought, lot, grossOfLot(lot)) : part.bought;
      parts.set(account, { ...part, lots: part.lots + 1, bought });
    }
  }
  return [...concerned].map((account): DocumentWrite => {
    const id = participantId(auction, account);
    const document = parts.get(account);
    return document === undefined
      ? { op: 'delete', collection: PARTICIPANTS, id }
      : { op: 'put', collection: PARTICIPANTS, id, document };
  });
}

function withLot(
  bought: ParticipantDocument['bought'],
  lot: LotState,
  gross: Gross | null,
): ParticipantDocument['bought'] {
  return {
    lots: bought.lots + 1,
    head: bought.head + lot.terms.count,
    grossCents: bought.grossCents + (gross?.cents ?? 0),
    estimated: bought.estimated || gross?.estimated === true,
    unweighed: bought.unweighed + (gross === null ? 1 : 0),
  };
}

/**
 * Each bid is higher than the one before, so an account's last amount on a lot is its highest, unless a floor bid is
 * taken back [C1].
 */
function highestBidWrites({ events, before, after }: AuctionChange): DocumentWrite[] {
  const writes = new Map<string, DocumentWrite>();
  const put = (lot: LotId, account: BidderId, cents: number) => {
    const id = participationId(lot, account);
    const document: HighestBidDocument = { account, cents };
    writes.set(id, { op: 'put', collection: HIGHEST_BIDS, id, document });
  };
  const bidders = new Map<LotId, Set<BidderId>>();
  for (const event of events) {
    if (event.type === 'FloorBidRetracted') {
      const { lot } = event.data;
      const shown = shownOn(after, lot);
      // By the engine's own record of what the room has seen of everyone.
      for (const account of new Set([
        ...shownOn(before, lot).keys(),
        ...(bidders.get(lot) ?? []),
        ...shown.keys(),
      ])) {
        if (!isPerson(account)) continue;
        const cents = shown.get(account)?.cents;
        const id = participationId(lot, account);
        if (cents === undefined) writes.set(id, { op: 'delete', collection: HIGHEST_BIDS, id });
        else put(lot, account, cents);
      }
    }
    for (const { lot, account, cents } of amountsOf(event)) {
      if (!isPerson(account)) continue;
      bidders.set(lot, (bidders.get(lot) ?? new Set()).add(account));
      put(lot, account, cents);
    }
  }
  return [...writes.values()];
}

const shownOn = (state: AuctionState, lot: LotId): LotState['shown'] => lotIn(state, lot)?.shown ?? new Map();

type Amount = { lot: string; account: BidderId; cents: number };

const led = (lot: string, steps: readonly Step[]): Amount[] =>
  steps.map(({ leader, cents }) => ({ lot, account: leader, cents }));

/** The amounts bid in an event, with their bidders, whether by hand or by auto-bid. */
function amountsOf(event: AuctionEvent): Amount[] {
  switch (event.type) {
    case 'BidAccepted': {
      const { command, steps } = event.data;
      const { lot, cents } = command;
      return [{ lot, account: madeBy(command, steps), cents }, ...led(lot, steps)];
    }
    case 'AutoBidAccepted':
      return led(event.data.command.lot, event.data.steps);
    case 'SealedAutoBidsTaken':
      return led(event.data.lot, event.data.steps);
    default:
      return [];
  }
}
