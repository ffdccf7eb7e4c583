import type { PublicAuction } from '@saleyard/contract/auctions.ts';
import type { CatalogueLot } from '@saleyard/contract/lots.ts';

const NOT_ALLOCATED = 'Other Lots (Not Allocated)';

/** What of a section's name is shown: the part after ' - ', where there is one. */
const headingOf = (name: string): string => {
  const cut = name.indexOf(' - ');
  return cut === -1 ? name : name.slice(cut + 3);
};

/** Lots under a heading; null: without one. */
export type LotSection = { key: string; heading: string | null; rows: readonly CatalogueLot[] };

/** The lots by the sale's sections, in its order, those of none last. Sections without a lot are left out. */
export function sectionsOf(
  lots: readonly CatalogueLot[],
  { requiresTabs, auctionTabs }: Pick<PublicAuction, 'requiresTabs' | 'auctionTabs'>,
): LotSection[] {
  if (!requiresTabs) return lots.length === 0 ? [] : [{ key: 'all', heading: null, rows: lots }];
  const names = auctionTabs.map(({ tabName }) => tabName);
  const sections = names.map((name) => ({
    key: name,
    heading: headingOf(name),
    rows: lots.filter(({ allocatedSection }) => allocatedSection === name),
  }));
  const others = lots.filter(({ allocatedSection }) => !names.includes(allocatedSection));
  return [...sections, { key: '', heading: NOT_ALLOCATED, rows: others }].filter(
    (section) => section.rows.length > 0,
  );
}
