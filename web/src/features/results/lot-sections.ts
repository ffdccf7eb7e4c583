import type { PublicAuction } from '@saleyard/contract/auctions.ts';
import type { CatalogueLot } from '@saleyard/contract/lots.ts';
import type { Section } from '@/components/table/data-table.tsx';

const NOT_ALLOCATED = 'Other Lots (Not Allocated)';

/** What of a section's name is shown: the part after ' - ', where there is one. */
const headingOf = (name: string): string => {
  const cut = name.indexOf(' - ');
  return cut === -1 ? name : name.slice(cut + 3);
};

/** The lots by the sale's sections, in its order, those of none last. Sections without a lot are left out. */
export function lotSections(
  lots: readonly CatalogueLot[],
  { requiresTabs, auctionTabs }: Pick<PublicAuction, 'requiresTabs' | 'auctionTabs'>,
): Section<CatalogueLot>[] {
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
