import type { PublicAuction } from '@saleyard/contract/realtime.ts';
import type { CatalogueLot } from '@saleyard/contract/rest.ts';

/** Lots under one heading; `heading` is null when the sale has no sections. */
export type LotSection = { key: string; heading: string | null; lots: readonly CatalogueLot[] };

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
): LotSection[] {
  if (!requiresTabs) return lots.length === 0 ? [] : [{ key: 'all', heading: null, lots }];
  const names = auctionTabs.map(({ tabName }) => tabName);
  const sections = names.map((name) => ({
    key: name,
    heading: headingOf(name),
    lots: lots.filter(({ allocatedSection }) => allocatedSection === name),
  }));
  const others = lots.filter(({ allocatedSection }) => !names.includes(allocatedSection));
  return [...sections, { key: '', heading: NOT_ALLOCATED, lots: others }].filter(
    (section) => section.lots.length > 0,
  );
}
