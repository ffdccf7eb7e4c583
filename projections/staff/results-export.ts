import type { CatalogueLot } from '@saleyard/contract/lots.ts';
import { fullName, isAgent, type Profile } from '@saleyard/domain/account/profile.ts';
import { buyerNumberOf, FLOOR, isOnFloor } from '@saleyard/domain/auction/ids.ts';
import { LOTS_LIMIT } from '@saleyard/domain/auction/scheduling.ts';
import { grossOf } from '@saleyard/domain/listing/gross.ts';
import { SENT_AS } from '@saleyard/domain/listing/price-names.ts';
import { dollarsInFile, formatCentsPerKg } from '@saleyard/domain/presentation/amounts.ts';
import { knockedDownText } from '@saleyard/domain/presentation/corrected.ts';
import { formatDateTimeWithZone } from '@saleyard/domain/presentation/dates.ts';
import { changedHands, resultOf, resultText } from '@saleyard/domain/presentation/lots.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import { ACCOUNTS, type AccountDocument } from '../accounts/accounts.projection.ts';
import { addressLine } from '../bids/counterparties.ts';
import { type CsvColumns, csvTable } from '../documents/csv-file.ts';
import { lotTitle, perKgCentsOf } from '../documents/wording.ts';
import { byId } from '../documents-by-id.ts';
import { LISTING_CONTENTS, type ListingContentDocument } from '../listings/listings.projection.ts';
import type { PrivateLotDocument } from '../lots/lots.projection.ts';
import { catalogueLot, listLots, privateLots } from '../lots/lots.queries.ts';
import { type OpenTexts, openedDetails } from '../lots/own-texts.ts';
import type { StoredAuction } from '../sales/auctions.queries.ts';
import { type FloorRegister, floorRegister, unnamedFloorBuyer } from './floor-register.ts';

/** Decrypts the profile of an account; null when the person was forgotten. */
type ProfileOf = (account: string) => Promise<Profile | null>;

/** A person or business in the file. Unknown texts are ''. */
type Party = {
  account: string;
  name: string;
  tradingName: string;
  pic: string;
  email: string;
  phone: string;
  address: string;
};

type Row = {
  lot: CatalogueLot;
  /** null: the lot was not sold. */
  buyer: Party | null;
  /** Of the buyer, or their buyer number on the floor. */
  paddle: string;
  vendor: Party;
  listedBy: Party;
  proposal: PrivateLotDocument['proposal'];
};

const NOBODY: Party = { account: '', name: '', tradingName: '', pic: '', email: '', phone: '', address: '' };

/** A phone number in groups, which a spreadsheet keeps as text with its first 0. */
const phoneText = (digits: string): string =>
  digits.replace(/^(04\d\d)(\d{3})(\d{3})$/, '$1 $2 $3').replace(/^(0\d)(\d{4})(\d{4})$/, '$1 $2 $3');

const partyOf = (account: string, profile: Profile | null | undefined): Party =>
  profile == null
    ? { ...NOBODY, account }
    : {
        account,
        name: fullName(profile),
        tradingName: profile.tradingName,
        pic: profile.PIC,
        email: profile.email,
        phone: phoneText(profile.phone),
        address: addressLine(profile.officeAddress),
      };

/** The vendor as the lot's form names them; what it leaves out is the seller's own, unless an agent listed the lot. */
function vendorOf(
  details: Readonly<Record<string, unknown>>,
  seller: Profile | null,
  account: string,
): Party {
  const own = seller !== null && isAgent(seller) ? NOBODY : partyOf(account, seller);
  const stated = (field: string): string => String(details[field] ?? '');
  return {
    ...own,
    name: stated('vendorName') || own.name,
    pic: stated('vendorPic') || own.pic,
    email: stated('vendorEmail') || own.email,
    phone: phoneText(stated('vendorPhone')) || own.phone,
    address: stated('vendorAddress') || own.address,
  };
}

/** A buyer on the floor, as the desk registered their number. */
function floorParty(bidder: string, register: FloorRegister): Party {
  const number = buyerNumberOf(bidder);
  if (number === null) return { ...NOBODY, name: bidder === FLOOR ? 'Floor, buyer to be named' : 'Floor' };
  const { name = '', pic = '', phone = '' } = register.get(number) ?? {};
  return { ...NOBODY, name: name || unnamedFloorBuyer(number), pic, phone: phoneText(phone) };
}

const isSold = (lot: CatalogueLot): boolean => changedHands(resultOf(lot));

const gross = ({ [SENT_AS.unit]: unit, count, closedPrice, publicDetails }: CatalogueLot) =>
  closedPrice === null
    ? null
    : grossOf(closedPrice, {
        unit,
        count,
        weightKg: publicDetails.weight.curfew ?? publicDetails.weight.average ?? null,
      });

/** What a corrected lot was knocked down as: "Sold at $435.00 /head to paddle 2848"; '' of a lot that was not corrected. */
function knockedDownTo(lot: CatalogueLot): string {
  const winner = lot.corrected?.knockedDown.winner ?? null;
  const to = winner === FLOOR ? ' to the floor' : ` to paddle ${winner}`;
  return `${knockedDownText(lot)}${winner === null ? '' : to}`;
}

const WAITS = { secondPerson: 'A second person must confirm', buyer: 'The buyer must accept' } as const;

const contactsOf = (whose: string, party: (row: Row) => Party | null): CsvColumns<Row> => ({
  [`${whose} e-mail`]: (row) => party(row)?.email ?? '',
  [`${whose} phone`]: (row) => party(row)?.phone ?? '',
  [`${whose} address`]: (row) => party(row)?.address ?? '',
});

const columnsOf = (auction: StoredAuction, withContacts: boolean): CsvColumns<Row> => ({
  'Auction no.': () => auction.number,
  Lot: ({ lot }) => lot.number,
  Title: ({ lot }) => lotTitle(lot),
  Section: ({ lot }) => lot.allocatedSection,
  Head: ({ lot }) => lot.count,
  Breed: ({ lot }) => lot.publicDetails.majorBreed,
  Sex: ({ lot }) => lot.publicDetails.sex,
  'Average weight (kg)': ({ lot }) => lot.publicDetails.weight.average ?? '',
  'Curfew weight (kg)': ({ lot }) => lot.publicDetails.weight.curfew ?? '',
  Result: ({ lot }) => resultText(lot),
  'Sold by': ({ lot }) => lot.bidding,
  'Price ($)': ({ lot }) => dollarsInFile(lot.closedPrice),
  'Price per kg (c)': ({ lot }) => formatCentsPerKg(perKgCentsOf(lot, auction.kindData.type)),
  'Total ($)': ({ lot }) => (isSold(lot) ? dollarsInFile(gross(lot)?.cents ?? null) : ''),
  'Total is estimated': ({ lot }) => (isSold(lot) && gross(lot)?.estimated ? 'yes' : ''),
  'Paddle or buyer number': ({ paddle }) => paddle,
  Buyer: ({ buyer }) => buyer?.name ?? '',
  'Buyer trading name': ({ buyer }) => buyer?.tradingName ?? '',
  'Buyer PIC': ({ buyer }) => buyer?.pic ?? '',
  ...(withContacts && contactsOf('Buyer', ({ buyer }) => buyer)),
  Vendor: ({ vendor }) => vendor.name,
  'Vendor trading name': ({ vendor }) => vendor.tradingName,
  'Vendor PIC': ({ vendor }) => vendor.pic,
  ...(withContacts && contactsOf('Vendor', ({ vendor }) => vendor)),
  'Listed by': ({ listedBy }) => listedBy.name,
  'Listed by trading name': ({ listedBy }) => listedBy.tradingName,
  ...(withContacts && contactsOf('Listed by', ({ listedBy }) => listedBy)),
  'Knocked down as': ({ lot }) => knockedDownTo(lot),
  'Corrected at': ({ lot }) => (lot.corrected ? formatDateTimeWithZone(lot.corrected.at) : ''),
  'Correction waits': ({ proposal }) => (proposal === undefined ? '' : WAITS[proposal.awaits]),
});

export type ResultsExportParts = { documents: Documents; profileOf: ProfileOf; openTexts: OpenTexts };

/**
 * Every lot of a closed sale with its result, buyer, vendor and the account that listed it, as CSV. People are read on
 * each export, so that a forgotten one is in none.
 */
export async function resultsCsv(
  { documents, profileOf, openTexts }: ResultsExportParts,
  auction: StoredAuction,
  { withContacts }: { withContacts: boolean },
): Promise<string> {
  const { lots: stored } = await listLots(documents, auction._id, { page: 1 }, LOTS_LIMIT);
  const lots = stored.map((lot) => catalogueLot(lot, auction, false));
  const ids = lots.map(({ _id }) => _id);
  const accountName = async (account: string): Promise<string> => fullName(await profileOf(account));
  const [kept, contentOf, register] = await Promise.all([
    privateLots(documents, ids),
    byId<ListingContentDocument>(documents, LISTING_CONTENTS, ids),
    floorRegister(documents, { openTexts, accountName }, auction._id),
  ]);
  const known = await knownAccounts(documents, [...kept.values()], profileOf);
  const profile = (account: string): Profile | null => known.get(account) ?? null;
  const rows = lots.map(async (lot): Promise<Row> => {
    const own = kept.get(lot._id);
    const seller = own?.createdBy ?? '';
    const { details = {}, sealed = {} } = contentOf.get(lot._id)?.content ?? {};
    const opened = await openedDetails(openTexts, seller, { details, sealed });
    return {
      lot,
      buyer: isSold(lot) ? buyerOf(own?.leader ?? null, profile, register) : null,
      paddle: isSold(lot) ? paddleOf(lot, own?.leader ?? null) : '',
      vendor: vendorOf(opened, profile(seller), seller),
      listedBy: partyOf(seller, profile(seller)),
      proposal: own?.proposal,
    };
  });
  return csvTable(columnsOf(auction, withContacts), await Promise.all(rows));
}

/** The buyer number of a buyer on the floor, else the paddle; '' while nobody on the floor is named. */
const paddleOf = ({ winner }: CatalogueLot, leader: string | null): string =>
  isOnFloor(leader ?? FLOOR) ? (buyerNumberOf(leader ?? FLOOR) ?? '') : (winner ?? '');

function buyerOf(
  leader: string | null,
  profile: (account: string) => Profile | null,
  register: FloorRegister,
): Party {
  if (leader === null) return NOBODY;
  return isOnFloor(leader) ? floorParty(leader, register) : partyOf(leader, profile(leader));
}

/** The profiles of the accounts that listed or lead these lots, each read once. */
async function knownAccounts(
  documents: Documents,
  lots: readonly PrivateLotDocument[],
  profileOf: ProfileOf,
): Promise<ReadonlyMap<string, Profile>> {
  const named = lots.flatMap(({ createdBy, leader }) => [createdBy, ...(leader === null ? [] : [leader])]);
  const accounts = await documents.find<AccountDocument>(ACCOUNTS, { _id: { $in: [...new Set(named)] } });
  const profiles = await Promise.all(accounts.map(async ({ _id }) => [_id, await profileOf(_id)] as const));
  return new Map(profiles.flatMap(([id, profile]) => (profile === null ? [] : [[id, profile] as const])));
}
