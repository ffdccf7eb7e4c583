import type { OwnResult } from '@saleyard/contract/bids.ts';
import { sells } from '@saleyard/domain/account/access.ts';
import { isAgent, type Profile } from '@saleyard/domain/account/profile.ts';
import type { AccountStatus } from '@saleyard/domain/account/status.ts';
import type { Address } from '@saleyard/domain/fields/rules.ts';
import type { Viewer } from '@saleyard/http/endpoint.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import { ACCOUNTS, type AccountDocument } from '../accounts/accounts.projection.ts';
import { LISTING_CONTENTS, type ListingContentDocument } from '../listings/listings.projection.ts';
import { buyersOf } from '../lots/buyers.ts';
import { privateLots } from '../lots/lots.queries.ts';
import { type OpenTexts, openedDetails } from '../lots/own-texts.ts';

/** How to reach the other side of a lot that changed hands. */
type Counterparty = Pick<OwnResult, Extract<keyof OwnResult, `vendorOrBuyer${string}`>>;

/** What is read of people. Null: the person was forgotten. */
export type CounterpartyParts = {
  profileOf(account: string): Promise<Profile | null>;
  openTexts: OpenTexts;
};

/** Adds to a seller's results whom they sold their lots to, and whom they bought lots from. */
export type WithCounterparties = (viewer: Viewer, results: readonly OwnResult[]) => Promise<OwnResult[]>;

/** An address in one line: "12 Farm Road, GUNNEDAH NSW 2380". */
function addressLine({ address1, address2, town, state, postcode }: Address): string {
  const place = [town, state, postcode].filter((part) => part !== '').join(' ');
  return [address1, address2, place].filter((part) => part !== '').join(', ');
}

const fullName = ({ firstName, lastName }: Profile): string => `${firstName} ${lastName}`.trim();

/** A person as their profile says they are reached. */
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

/** A vendor whose lot an agent listed: the agent's own profile is that of their agent. */
const ofAgent = (agent: Profile): Counterparty => ({
  ...{ vendorOrBuyer: '', vendorOrBuyerTradingName: '', vendorOrBuyerEmail: '', vendorOrBuyerPhone: '' },
  ...{ vendorOrBuyerPic: '', vendorOrBuyerOfficeAddress: '' },
  vendorOrBuyerAgentName: fullName(agent),
  vendorOrBuyerAgentTradingName: agent.tradingName === '' ? agent.agencyName : agent.tradingName,
  vendorOrBuyerAgentPhone: agent.phone,
});

/** Fields of a lot's form that say how its vendor is reached. */
const OF_VENDOR = {
  vendorOrBuyer: 'vendorName',
  vendorOrBuyerEmail: 'vendorEmail',
  vendorOrBuyerPhone: 'vendorPhone',
  vendorOrBuyerPic: 'vendorPic',
  vendorOrBuyerOfficeAddress: 'vendorAddress',
} as const satisfies Partial<Record<keyof Counterparty, string>>;

/** What the lot's form states stands before what the profile of who listed it says. */
function withStated(known: Counterparty, details: Readonly<Record<string, unknown>>): Counterparty {
  const stated = Object.entries(OF_VENDOR).flatMap(([name, field]) => {
    const value = details[field];
    return typeof value === 'string' && value !== '' ? [[name, value] as const] : [];
  });
  return { ...known, ...Object.fromEntries(stated) };
}

/**
 * How sellers reach the other side of what they sold and bought. People are read each time: one who was forgotten is
 * in no result. Of a lot that somebody else bought from somebody else nothing is said.
 */
export function counterpartiesOf(
  documents: Documents,
  { profileOf, openTexts }: CounterpartyParts,
): WithCounterparties {
  const numberOf = async (account: string): Promise<string> =>
    (await documents.get<AccountDocument>(ACCOUNTS, account))?.shortId ?? '';

  const buyer = async (account: string): Promise<Counterparty | null> => {
    const profile = await profileOf(account);
    return profile && { ...ofProfile(profile), vendorOrBuyerNumber: await numberOf(account) };
  };

  const vendor = async (account: string, lot: string): Promise<Counterparty | null> => {
    const profile = await profileOf(account);
    if (profile === null) return null;
    const said = await documents.get<ListingContentDocument>(LISTING_CONTENTS, lot);
    const { details = {}, sealed = {} } = said?.content ?? {};
    const stated = await openedDetails(openTexts, account, { details, sealed });
    const known = isAgent(profile) ? ofAgent(profile) : ofProfile(profile);
    return {
      ...withStated(known, stated),
      vendorOrBuyerNumber: await numberOf(account),
    };
  };

  return async ({ _id: viewer, status: access }, results) => {
    if (!sells(access as AccountStatus)) return [...results];
    const [kept, buyers] = await Promise.all([
      privateLots(
        documents,
        results.map(({ _id }) => _id),
      ),
      buyersOf(documents, results),
    ]);
    return Promise.all(
      results.map(async (result) => {
        const { _id: lot, status } = result;
        const createdBy = kept.get(lot)?.createdBy ?? '';
        const buyerOf = buyers.get(lot);
        const isSoldByViewer = (status === 'sold' || status === 'soldAfterAuction') && createdBy === viewer;
        const other =
          status === 'bought' && createdBy !== ''
            ? await vendor(createdBy, lot)
            : isSoldByViewer && buyerOf !== undefined
              ? await buyer(buyerOf)
              : null;
        return other === null ? result : { ...result, ...other };
      }),
    );
  };
}
