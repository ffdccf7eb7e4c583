import type { OwnResult } from '@saleyard/contract/bids.ts';
import { sells } from '@saleyard/domain/account/access.ts';
import { fullName, isAgent, type Profile } from '@saleyard/domain/account/profile.ts';
import type { AccountStatus } from '@saleyard/domain/account/status.ts';
import type { Address } from '@saleyard/domain/fields/rules.ts';
import type { Viewer } from '@saleyard/http/endpoint.ts';
import type { Documents, Stored } from '@saleyard/platform/documents/port.ts';
import { ACCOUNTS, type AccountDocument } from '../accounts/accounts.projection.ts';
import { byId } from '../documents-by-id.ts';
import { LISTING_CONTENTS, type ListingContentDocument } from '../listings/listings.projection.ts';
import { buyersOf } from '../lots/buyers.ts';
import { privateLots } from '../lots/lots.queries.ts';
import { keptText, type OpenTexts, openedDetails, vendorNames } from '../lots/own-texts.ts';

/** The contact details of the other party to a sold lot. */
type Counterparty = Pick<OwnResult, Extract<keyof OwnResult, `vendorOrBuyer${string}`>>;

/** Reads people's data. Null: the person was forgotten. */
export type CounterpartyParts = {
  profileOf(account: string): Promise<Profile | null>;
  openTexts: OpenTexts;
};

type Person = { profile: Profile; number: string };

/** Adds to a seller's results the buyers of their lots and the vendors they bought from, and to an agent's their vendors. */
export type WithCounterparties = (viewer: Viewer, results: readonly OwnResult[]) => Promise<OwnResult[]>;

/** An address in one line: "12 Farm Road, GUNNEDAH NSW 2380". */
export function addressLine({ address1, address2, town, state, postcode }: Address): string {
  const place = [town, state, postcode].filter((part) => part !== '').join(' ');
  return [address1, address2, place].filter((part) => part !== '').join(', ');
}

/** The contact details in a person's profile. */
const ofProfile = (profile: Profile): Counterparty => ({
  vendorOrBuyer: fullName(profile),
  vendorOrBuyerTradingName: profile.tradingName,
  vendorOrBuyerEmail: profile.email,
  vendorOrBuyerPhone: profile.phone,
  vendorOrBuyerPic: profile.PIC,
  vendorOrBuyerOfficeAddress: addressLine(profile.officeAddress),
  vendorOrBuyerAgentName: profile.agentName,
  vendorOrBuyerAgentTradingName: profile.agencyName,
  vendorOrBuyerAgentPhone: profile.agentPhone,
});

/** A vendor whose lot an agent listed: the agent's profile gives the agent's details. */
const ofAgent = (agent: Profile): Counterparty => ({
  vendorOrBuyer: '',
  vendorOrBuyerTradingName: '',
  vendorOrBuyerEmail: '',
  vendorOrBuyerPhone: '',
  vendorOrBuyerPic: '',
  vendorOrBuyerOfficeAddress: '',
  vendorOrBuyerAgentName: fullName(agent),
  vendorOrBuyerAgentTradingName: agent.tradingName === '' ? agent.agencyName : agent.tradingName,
  vendorOrBuyerAgentPhone: agent.phone,
});

/** Fields of a lot's form with the vendor's contact details. */
const OF_VENDOR = {
  vendorOrBuyer: 'vendorName',
  vendorOrBuyerEmail: 'vendorEmail',
  vendorOrBuyerPhone: 'vendorPhone',
  vendorOrBuyerPic: 'vendorPic',
  vendorOrBuyerOfficeAddress: 'vendorAddress',
} as const satisfies Partial<Record<keyof Counterparty, string>>;

/** The lot's form takes precedence over the profile of the account that listed it. */
function withStated(known: Counterparty, details: Readonly<Record<string, unknown>>): Counterparty {
  const stated = Object.entries(OF_VENDOR).flatMap(([name, field]) => {
    const value = details[field];
    return typeof value === 'string' && value !== '' ? [[name, value] as const] : [];
  });
  return { ...known, ...Object.fromEntries(stated) };
}

/**
 * The contact details of sellers' counterparties. People are read on each request, each of them once, so a forgotten
 * person appears in no result. A lot that was sold between two other people gets none.
 */
export function counterpartiesOf(
  documents: Documents,
  { profileOf, openTexts }: CounterpartyParts,
): WithCounterparties {
  /** The people of these accounts, with the accounts' numbers. Forgotten people are omitted. */
  const peopleOf = async (accounts: readonly string[]): Promise<ReadonlyMap<string, Person>> => {
    const ids = [...new Set(accounts)];
    const [numbered, profiles] = await Promise.all([
      documents.find<AccountDocument>(ACCOUNTS, { _id: { $in: ids } }),
      Promise.all(ids.map((id) => profileOf(id))),
    ]);
    const numbers = new Map(numbered.map(({ _id, shortId }) => [_id, shortId]));
    return new Map(
      ids.flatMap((id, at) => {
        const profile = profiles[at];
        return profile ? [[id, { profile, number: numbers.get(id) ?? '' }] as const] : [];
      }),
    );
  };

  const vendor = async (
    account: string,
    { profile, number }: Person,
    said: ListingContentDocument | undefined,
  ): Promise<Counterparty> => {
    const { details = {}, sealed = {} } = said?.content ?? {};
    const stated = await openedDetails(openTexts, account, { details, sealed });
    const known = isAgent(profile) ? ofAgent(profile) : ofProfile(profile);
    return { ...withStated(known, stated), vendorOrBuyerNumber: number };
  };

  /** The vendors' names of an account's own lots, by lot. */
  const vendorsOf = async (
    account: string,
    listed: readonly Stored<ListingContentDocument>[],
  ): Promise<ReadonlyMap<string, string>> => {
    const names = await vendorNames(
      openTexts,
      listed.map(({ content }) => ({ createdBy: account, vendor: keptText(content, 'vendorName') })),
    );
    return new Map(listed.map(({ _id }, at) => [_id, names[at] ?? '']));
  };

  return async ({ _id: viewer, status: access }, results) => {
    if (!sells(access as AccountStatus) || results.length === 0) return [...results];
    const ids = results.map(({ _id }) => _id);
    const [kept, buyers, own] = await Promise.all([
      privateLots(documents, ids),
      buyersOf(documents, results),
      profileOf(viewer),
    ]);
    // An agent sells for many vendors; anyone else's lots are their own.
    const listed = own && isAgent(own) ? ids.filter((lot) => kept.get(lot)?.createdBy === viewer) : [];
    /** The other party to each result: its account, and its role. */
    const others = new Map<string, { as: 'vendor' | 'buyer'; account: string }>();
    for (const { _id: lot, status } of results) {
      const createdBy = kept.get(lot)?.createdBy ?? '';
      const buyer = buyers.get(lot);
      const isSold = status === 'sold' || status === 'soldAfterAuction';
      if (status === 'bought' && createdBy !== '') others.set(lot, { as: 'vendor', account: createdBy });
      else if (isSold && createdBy === viewer && buyer !== undefined)
        others.set(lot, { as: 'buyer', account: buyer });
    }
    if (others.size + listed.length === 0) return [...results];
    const bought = [...others].flatMap(([lot, { as }]) => (as === 'vendor' ? [lot] : []));
    const [people, contentOf] = await Promise.all([
      peopleOf([...others.values()].map(({ account }) => account)),
      byId<ListingContentDocument>(documents, LISTING_CONTENTS, [...bought, ...listed]),
    ]);
    const nameOf = await vendorsOf(
      viewer,
      listed.flatMap((lot) => contentOf.get(lot) ?? []),
    );
    return Promise.all(
      results.map(async (found) => {
        const name = nameOf.get(found._id) ?? '';
        const result = name === '' ? found : { ...found, vendorName: name };
        const other = others.get(result._id);
        const person = other && people.get(other.account);
        if (other === undefined || person === undefined) return result;
        if (other.as === 'buyer')
          return { ...result, ...ofProfile(person.profile), vendorOrBuyerNumber: person.number };
        return { ...result, ...(await vendor(other.account, person, contentOf.get(result._id))) };
      }),
    );
  };
}
