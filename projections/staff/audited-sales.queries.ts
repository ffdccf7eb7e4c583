import type { AuditedSales, SaleAudit } from '@saleyard/contract/audit.ts';
import type { Documents, Filter } from '@saleyard/platform/documents/port.ts';
import { PARTICIPANTS, type ParticipantDocument } from '../bids/participation.projection.ts';
import { LOTS, type LotDocument } from '../lots/lots.projection.ts';
import { AUCTIONS, type AuctionDocument } from '../sales/auctions.projection.ts';
import type { StoredAuction } from '../sales/auctions.queries.ts';
import type { LotIndex } from '../search/lot-index.ts';
import type { People } from './staff-accounts.endpoints.ts';
import { STAFF_ACCOUNTS, type StaffAccountDocument } from './staff-accounts.projection.ts';

/** The verdict of each sale's last audit. No projection owns it; when it is lost, sales are not audited yet. */
const VERDICTS = 'sale-audit-verdicts';

type Verdict = NonNullable<AuditedSales['sales'][number]['audit']>;

/** Sales, and people, that a search looks at. */
const SALES_LOOKED_AT = 5_000;
const PEOPLE_LOOKED_AT = 50;
const PARTS_LOOKED_AT = 2_000;

export const keepVerdict = (
  documents: Documents,
  auction: string,
  { verdict, differenceCount, events, at }: Pick<SaleAudit, keyof Verdict>,
): Promise<void> =>
  documents.upsert(VERDICTS, auction, { verdict, differenceCount, events, at } satisfies Verdict);

type Sources = {
  /** `lastRevision`: the last event of the sale's stream; −1: there is none. */
  saleAudits: { lastRevision(auction: string): Promise<number> };
  lotIndex: LotIndex;
  people: Pick<People, 'searchKeysIn'> | undefined;
};

/** Sales that a search found by something else than themselves, and by what. */
async function found(
  documents: Documents,
  { lotIndex, people }: Sources,
  text: string,
): Promise<Map<string, string>> {
  const because = new Map<string, string>();
  const keys = people?.searchKeysIn(text) ?? [];
  const accounts =
    keys.length === 0
      ? []
      : await documents.find<StaffAccountDocument>(
          STAFF_ACCOUNTS,
          { $and: keys.map((key) => ({ searchKeys: key })) },
          { limit: PEOPLE_LOOKED_AT },
        );
  for (const { _id: account } of accounts) {
    const parts = await documents.find<ParticipantDocument>(
      PARTICIPANTS,
      { account },
      { limit: PARTS_LOOKED_AT },
    );
    for (const { auction, paddle } of parts)
      because.set(auction, paddle === null ? 'a person who took part' : `paddle ${paddle} took part`);
  }
  for (const over of [false, true]) {
    const { hits } = await lotIndex.across(text, { over, hidden: true });
    for (const { auction } of hits) because.set(auction, 'one of its lots');
  }
  if (/^\d{1,15}$/.test(text)) {
    const [lot] = await documents.find<LotDocument>(LOTS, { searchNumericId: Number(text) }, { limit: 1 });
    if (lot !== undefined) because.set(lot.auction, `lot ${lot.number}, id ${text}`);
  }
  return because;
}

/** One page of the sales that fit, the latest first, each with its last verdict, and their number. Without a search, those that have opened. */
export async function auditedSales(
  documents: Documents,
  sources: Sources,
  { find = '', page, limit }: { find?: string | undefined; page: number; limit: number },
): Promise<{ sales: AuditedSales['sales'][number][]; total: number }> {
  const text = find.trim();
  const sort = { liveAt: -1 } as const;
  const skip = (page - 1) * limit;
  if (text === '') {
    const filter: Filter = { state: { $ne: 'future' } };
    const [sales, total] = await Promise.all([
      documents.find<AuctionDocument>(AUCTIONS, filter, { sort, skip, limit }),
      documents.count(AUCTIONS, filter),
    ]);
    return { sales: await withVerdicts(documents, sources, sales, new Map()), total };
  }
  const because = await found(documents, sources, text);
  const all = await documents.find<AuctionDocument>(AUCTIONS, {}, { sort, limit: SALES_LOOKED_AT });
  const wanted = text.toLowerCase();
  const fits = all.filter((sale) => because.has(sale._id) || isNamed(sale, wanted));
  const shown = fits.slice(skip, skip + limit);
  for (const sale of shown) if (isNamed(sale, wanted)) because.delete(sale._id);
  return { sales: await withVerdicts(documents, sources, shown, because), total: fits.length };
}

const isNamed = ({ title, number, kindData }: StoredAuction, text: string): boolean =>
  [title, String(number), kindData.title].some((part) => part.toLowerCase().includes(text));

const withVerdicts = (
  documents: Documents,
  { saleAudits }: Sources,
  sales: readonly StoredAuction[],
  because: ReadonlyMap<string, string>,
): Promise<AuditedSales['sales'][number][]> =>
  Promise.all(
    sales.map(
      async ({ _id, searchNumber: number, title, auctionType: type, state, cancelled, liveAt, lotCount }) => {
        const [known, revision] = await Promise.all([
          documents.get<Verdict>(VERDICTS, _id),
          saleAudits.lastRevision(_id),
        ]);
        const { _id: __, ...audit } = known ?? { _id };
        return {
          _id,
          number,
          title,
          type,
          state,
          cancelled,
          liveAt,
          lotCount,
          audit: known === undefined ? null : (audit as Verdict),
          eventsSince: Math.max(0, revision + 1 - (known?.events ?? 0)),
          because: because.get(_id) ?? null,
        };
      },
    ),
  );
