import type { ActivityEntry } from '@saleyard/contract/activity.ts';
import { CSV } from '@saleyard/contract/documents.ts';
import { staffOperations } from '@saleyard/contract/operations/staff.ts';
import { EXPORT_MINUTES } from '@saleyard/contract/staff.ts';
import { TEXTS } from '@saleyard/domain/content/texts.ts';
import { type Endpoint, endpoint } from '@saleyard/http/endpoint.ts';
import { refusal } from '@saleyard/http/failures.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { Documents, Stored } from '@saleyard/platform/documents/port.ts';
import { ACCOUNTS, type AccountDocument } from '../accounts/accounts.projection.ts';
import { byId } from '../documents-by-id.ts';
import { LOTS, type LotDocument } from '../lots/lots.projection.ts';
import { AUCTIONS, type AuctionDocument } from '../sales/auctions.projection.ts';
import { findAuction } from '../sales/auctions.queries.ts';
import { ACTIVE_STAFF, ACTIVITY, type ActivityDocument } from './activity.projection.ts';
import { type ResultsExportParts, resultsCsv } from './results-export.ts';
import { nameOf, type PersonOf } from './staff.endpoints.ts';

/** People that the answer names for a choice, at most. */
const PEOPLE_NAMED = 200;

/** Full names by account. */
type Names = ReadonlyMap<string, string>;

type ActivityParts = {
  documents: Documents;
  clock: Clock;
  personOf: PersonOf;
  /** Omitted: results can't be exported. */
  exporting?: ResultsExportParts;
};

/** What staff did, and the exports that they recorded. */
export function activityEndpoints({ documents, clock, personOf, exporting }: ActivityParts): Endpoint[] {
  /** The full names of accounts; those of `known` are not read again. */
  const namesOf = async (accounts: readonly string[], known: Names = new Map()): Promise<Names> => {
    const read = [...new Set(accounts)].filter((id) => !known.has(id));
    const named = await Promise.all(read.map(async (id) => [id, await nameOf(personOf, id)] as const));
    return new Map([...known, ...named]);
  };

  const entriesOf = async (
    acts: readonly Stored<ActivityDocument>[],
    known: Names,
  ): Promise<ActivityEntry[]> => {
    const [sales, lots, accounts] = await Promise.all([
      byId<AuctionDocument>(
        documents,
        AUCTIONS,
        acts.flatMap(({ sale }) => sale ?? []),
      ),
      byId<LotDocument>(
        documents,
        LOTS,
        acts.flatMap(({ lot }) => lot ?? []),
      ),
      byId<AccountDocument>(
        documents,
        ACCOUNTS,
        acts.flatMap(({ account }) => account ?? []),
      ),
    ]);
    const people = await namesOf([...acts.map(({ by }) => by), ...accounts.keys()], known);
    const nameIn = (id: string): string => people.get(id) ?? '';
    return acts.map(({ _id, at, by, act, area, sale, lot, account, lots: added, text, day }) => {
      const found = sale === null ? undefined : sales.get(sale);
      return {
        _id,
        at,
        by: { _id: by, name: nameIn(by) },
        act,
        area,
        sale: found ? { _id: found._id, searchNumber: found.searchNumber, title: found.title } : null,
        lot: lot === null ? null : { _id: lot, number: lots.get(lot)?.number ?? null },
        lots: added,
        text: text && { _id: text, title: TEXTS[text].title },
        day,
        account:
          account === null
            ? null
            : { _id: account, shortId: accounts.get(account)?.shortId ?? '', name: nameIn(account) },
      };
    });
  };

  return [
    endpoint(staffOperations.staffActivity, async ({ query }) => {
      const { person, area, from, to, page, limit } = query;
      const at = { ...(from !== undefined && { $gte: from }), ...(to !== undefined && { $lt: to }) };
      const filter = {
        ...(person !== undefined && { by: person }),
        ...(area !== undefined && { area }),
        ...(Object.keys(at).length > 0 && { at }),
      };
      const [acts, total, active] = await Promise.all([
        documents.find<ActivityDocument>(ACTIVITY, filter, {
          sort: { at: -1, position: -1 },
          skip: (page - 1) * limit,
          limit,
        }),
        documents.count(ACTIVITY, filter),
        documents.find<object>(ACTIVE_STAFF, {}, { limit: PEOPLE_NAMED }),
      ]);
      const names = await namesOf(active.map(({ _id }) => _id));
      const people = [...names].map(([_id, name]) => ({ _id, name }));
      people.sort((a, b) => a.name.localeCompare(b.name));
      return { data: { entries: await entriesOf(acts, names), people }, paging: { page, limit, total } };
    }),
    endpoint(staffOperations.exportedResults, async ({ params, viewer }) => {
      const auction = await findAuction(documents, params.auction, { hidden: true });
      if (auction === undefined || exporting === undefined) return refusal('not-found');
      const [recorded] = await documents.find<ActivityDocument>(
        ACTIVITY,
        {
          by: viewer._id,
          area: 'exports',
          sale: auction._id,
          at: { $gte: clock.now() - EXPORT_MINUTES * 60_000 },
        },
        { sort: { at: -1, position: -1 }, limit: 1 },
      );
      if (recorded === undefined) return refusal('not-exported');
      // Never more than was recorded, and never more than the caller may see now.
      const withContacts = recorded.act === 'exportedWithContacts' && viewer.role === 'admin';
      const text = await resultsCsv(exporting, auction, { withContacts });
      const name = `results-auction-${auction.number}.csv`;
      return {
        data: { bytes: Buffer.from(text), type: `${CSV}; charset=utf-8`, name, isShown: false },
      };
    }),
  ];
}
