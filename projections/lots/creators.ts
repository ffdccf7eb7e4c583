import type { CatalogueLot } from '@saleyard/contract/lots.ts';
import type { Download } from '@saleyard/contract/operation.ts';
import { operationAddress } from '@saleyard/contract/operation-address.ts';
import { lotOperations } from '@saleyard/contract/operations/lots.ts';
import { sells } from '@saleyard/domain/account/access.ts';
import { isAgent, type Profile } from '@saleyard/domain/account/profile.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import { STAFF_ACCOUNTS, type StaffAccountDocument } from '../staff/staff-accounts.projection.ts';
import { PRIVATE_LOTS, type PrivateLotDocument } from './lots.projection.ts';
import { privateLots } from './lots.queries.ts';

/** Reads the accounts that listed lots. Null: the person was forgotten, or has no such file. */
export type CreatorParts = {
  profileOf(account: string): Promise<Profile | null>;
  /** The account's logo with this key. */
  logoOf(account: string, key: string): Promise<Download | null>;
};

const NOBODY: CreatorParts = { profileOf: async () => null, logoOf: async () => null };

type CreatorData = NonNullable<CatalogueLot['creatorData']>;

/**
 * The creators of lots, as buyers see them. Accounts are read on each request, since a person may have been
 * forgotten.
 */
export type Creators = {
  withCreators(lots: readonly CatalogueLot[]): Promise<CatalogueLot[]>;
  /** The phone of the agent who listed a lot, as the search for agents shows it; null: no agent, or none who may sell. */
  agentPhone(lot: string): Promise<string | null>;
  /** The logo shown with a lot; null: its creator has no such logo. */
  logo(lot: string, key: string): Promise<Download | null>;
};

/** The address of the logo shown with a lot. */
const logoAddress = (lot: string, key: string): string =>
  operationAddress(lotOperations.creatorLogo, { params: { lot, file: key } });

/**
 * What a person's lots show of them. Agents are named, since people search for them by name; a vendor appears only by
 * the logo they chose to upload, and otherwise to staff only.
 */
function shownOf(profile: Profile, url: string): CreatorData | null {
  const { firstName, lastName, tradingName, logo } = profile;
  const named = isAgent(profile);
  if (logo === null && !named) return null;
  return {
    firstName: named ? firstName : '',
    lastName: named ? lastName : '',
    tradingName: named ? tradingName : '',
    logo: { url: logo === null ? '' : url },
  };
}

export function creatorsOf(documents: Documents, { profileOf, logoOf }: CreatorParts = NOBODY): Creators {
  return {
    async withCreators(lots) {
      const kept = await privateLots(
        documents,
        lots.map(({ _id }) => _id),
      );
      // All lots of one creator use the logo's address at the first of them, so it is loaded once.
      const firstOf = new Map<string, string>();
      for (const { _id } of lots) {
        const account = kept.get(_id)?.createdBy;
        if (account !== undefined && !firstOf.has(account)) firstOf.set(account, _id);
      }
      const shown = new Map(
        await Promise.all(
          Array.from(firstOf, async ([account, lot]): Promise<[string, CreatorData | null]> => {
            const profile = await profileOf(account);
            return [account, profile && shownOf(profile, logoAddress(lot, profile.logo?.key ?? ''))];
          }),
        ),
      );
      return lots.map((lot) => {
        const creatorData = shown.get(kept.get(lot._id)?.createdBy ?? '');
        return creatorData ? { ...lot, creatorData } : lot;
      });
    },
    async agentPhone(lot) {
      const account = (await documents.get<PrivateLotDocument>(PRIVATE_LOTS, lot))?.createdBy;
      if (account === undefined) return null;
      const standing = await documents.get<StaffAccountDocument>(STAFF_ACCOUNTS, account);
      if (standing === undefined || standing.isSuspended || !sells(standing.status)) return null;
      const profile = await profileOf(account);
      return profile !== null && isAgent(profile) && profile.phone !== '' ? profile.phone : null;
    },
    async logo(lot, key) {
      const found = await documents.get<PrivateLotDocument>(PRIVATE_LOTS, lot);
      return found === undefined ? null : logoOf(found.createdBy, key);
    },
  };
}
