import { LOTS_PAGE, PUBLIC_PAGE, type StaffLot } from '@saleyard/contract/lots.ts';
import type { Answer } from '@saleyard/contract/operation.ts';
import { staffOperations } from '@saleyard/contract/operations/staff.ts';
import { PRESENCE_NAMED } from '@saleyard/contract/staff.ts';
import { fullName } from '@saleyard/domain/account/profile.ts';
import { buyerNumberOf, FLOOR, VENDOR } from '@saleyard/domain/auction/ids.ts';
import { type Endpoint, endpoint, type Paging } from '@saleyard/http/endpoint.ts';
import { refusal } from '@saleyard/http/failures.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import { ACCOUNTS, type AccountDocument } from '../accounts/accounts.projection.ts';
import { biddersOf } from '../bids/participation.queries.ts';
import type { PrivateLotDocument } from '../lots/lots.projection.ts';
import { catalogueLot, listLots, privateLots, type StoredLot } from '../lots/lots.queries.ts';
import { type OpenTexts, vendorNames } from '../lots/own-texts.ts';
import { WholeLists } from '../lots/whole-lists.ts';
import { findAuction, type StoredAuction, summaryOf } from '../sales/auctions.queries.ts';
import { type FloorRegister, floorRegister, unnamedFloorBuyer } from './floor-register.ts';
import type { PresenceOf } from './room-presence.ts';
import { waitingWork } from './waiting.queries.ts';

/** An account's name, decrypted; null when the person was forgotten. */
export type PersonOf = (account: string) => Promise<{ firstName: string; lastName: string } | null>;

/** A person's full name; '' when the person was forgotten. */
export async function nameOf(personOf: PersonOf, account: string): Promise<string> {
  return fullName(await personOf(account));
}

const NOBODY: PresenceOf = async () => ({ people: [], signedIn: 0, visitors: 0 });

const NO_REGISTER: FloorRegister = new Map();

type Leader = StaffLot['leader'];
type Proposal = NonNullable<PrivateLotDocument['proposal']>;
type StaffLotsAnswer = { data: Answer<typeof staffOperations.staffLots>; paging: Paging };

const NON_BIDDER_NAMES: Readonly<Record<string, string>> = { [VENDOR]: 'Vendor', [FLOOR]: 'Floor' };

export type StaffParts = {
  personOf: PersonOf;
  presenceOf?: PresenceOf | undefined;
  openTexts: OpenTexts;
  clock: Clock;
  /** The log position that the read models show. */
  reached: () => number;
};

/** A sale and its lots with reserves, creators and names: for admins and auditors only. */
export function staffEndpoints(
  documents: Documents,
  { personOf, presenceOf = NOBODY, openTexts, clock, reached }: StaffParts,
): Endpoint[] {
  const wholeLists = new WholeLists<StaffLotsAnswer>(clock, reached);
  const accountOf = async (account: string): Promise<{ _id: string; shortId: string; name: string }> => {
    const [known, name] = await Promise.all([
      documents.get<AccountDocument>(ACCOUNTS, account),
      nameOf(personOf, account),
    ]);
    return { _id: account, shortId: known?.shortId ?? '', name };
  };

  const accountName = (account: string): Promise<string> => nameOf(personOf, account);

  /** How staff read a bidder who is no account; undefined of an account. */
  const houseName = (bidder: string, register: FloorRegister): string | undefined => {
    const number = buyerNumberOf(bidder);
    if (number === null) return NON_BIDDER_NAMES[bidder];
    const { name = '' } = register.get(number) ?? {};
    return name === '' ? unnamedFloorBuyer(number) : `${name}, floor buyer ${number}`;
  };

  const proposalOf = async (
    { correction, awaits }: Proposal,
    register: FloorRegister,
  ): Promise<NonNullable<StaffLot['proposal']>> => {
    const { number: _, ...shown } = correction;
    const { buyer, by } = shown;
    const [buyerName, byName] = await Promise.all([
      buyer === null ? '' : (houseName(buyer, register) ?? nameOf(personOf, buyer)),
      nameOf(personOf, by),
    ]);
    return { ...shown, buyerName, byName, awaits };
  };

  const leaderOf = async (
    { leader, paddle }: PrivateLotDocument,
    register: FloorRegister,
  ): Promise<Leader> => {
    if (leader === null) return null;
    const house = houseName(leader, register);
    if (house !== undefined) return { _id: leader, shortId: '', paddle: leader, name: house };
    return { ...(await accountOf(leader)), paddle: paddle ?? '' };
  };

  /** The people in a sale's room, or with any live page open (null), by name. */
  const presentIn = async (auction: string | null): Promise<Answer<typeof staffOperations.peopleOnline>> => {
    const { people, signedIn, visitors } = await presenceOf(auction);
    const named = await Promise.all(people.slice(0, PRESENCE_NAMED).map(accountOf));
    named.sort((a, b) => a.name.localeCompare(b.name));
    return { signedIn, visitors, people: named };
  };

  const staffLots = async (auction: StoredAuction, lots: readonly StoredLot[]): Promise<StaffLot[]> => {
    const known = await privateLots(
      documents,
      lots.map(({ _id }) => _id),
    );
    const named = [...known.values()];
    const isOnNumber = ({ leader, proposal }: PrivateLotDocument) =>
      [leader, proposal?.correction.buyer].some((one) => one != null && buyerNumberOf(one) !== null);
    const [names, register] = await Promise.all([
      vendorNames(openTexts, named),
      named.some(isOnNumber)
        ? floorRegister(documents, { openTexts, accountName }, auction._id)
        : NO_REGISTER,
    ]);
    const vendors = new Map(named.map((own, at) => [own, names[at]]));
    const leaders = new Map<string, Promise<Leader>>();
    return Promise.all(
      lots.map(async (lot): Promise<StaffLot> => {
        const own = known.get(lot._id);
        const { reserveCents = null, maxVendorBids = 0, createdBy = '' } = own ?? {};
        const vendorName = (own && vendors.get(own)) ?? '';
        let leader: Promise<Leader> | undefined;
        if (own?.leader != null) {
          leader = leaders.get(own.leader) ?? leaderOf(own, register);
          leaders.set(own.leader, leader);
        }
        return {
          ...catalogueLot(lot, auction, false),
          reserveCents,
          maxVendorBids,
          vendorName,
          createdBy,
          leader: (await leader) ?? null,
          ...(own?.proposal !== undefined && { proposal: await proposalOf(own.proposal, register) }),
        };
      }),
    );
  };

  return [
    endpoint(staffOperations.staffAuction, async ({ params }) => {
      const auction = await findAuction(documents, params.auction, { hidden: true });
      if (auction === undefined) return refusal('not-found');
      const { bidders, specificAgents } = auction;
      return { data: { auction: { ...summaryOf(auction), bidders, specificAgents } } };
    }),
    endpoint(staffOperations.waitingWork, async () => ({
      data: await waitingWork(documents, clock.now()),
    })),
    endpoint(staffOperations.peopleOnline, async () => ({ data: await presentIn(null) })),
    endpoint(staffOperations.roomPresence, async ({ params }) => {
      const auction = await findAuction(documents, params.auction, { hidden: true });
      return auction === undefined ? refusal('not-found') : { data: await presentIn(auction._id) };
    }),
    endpoint(staffOperations.lotBidders, async ({ params: { auction, lot } }) => {
      const [found, own] = await Promise.all([
        findAuction(documents, auction, { hidden: true }),
        privateLots(documents, [lot]),
      ]);
      if (found === undefined || own.get(lot)?.auction !== found._id) return refusal('not-found');
      const bidders = (await biddersOf(documents, found._id, lot)).map(
        async ({ account, cents: highestBidCents }) => ({ ...(await accountOf(account)), highestBidCents }),
      );
      return { data: { bidders: await Promise.all(bidders) } };
    }),
    endpoint(staffOperations.staffLots, async ({ params, query, viewer, position }) => {
      const auction = await findAuction(documents, params.auction, { hidden: true });
      if (auction === undefined) return refusal('not-found');
      const { page, limit = LOTS_PAGE } = query;
      const make = async () => {
        const { lots, total } = await listLots(documents, auction._id, query, limit);
        const data = { lots: await staffLots(auction, lots), totalTable: auction.totalTable };
        return { data, paging: { page, limit, total } };
      };
      return limit > PUBLIC_PAGE
        ? wholeLists.get(
            JSON.stringify([auction._id, query]),
            { position, person: viewer?._id ?? null },
            make,
          )
        : make();
    }),
  ];
}
