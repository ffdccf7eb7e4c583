const NOT_ALLOCATED = 'Other Lots (Not Allocated)';

/** The shown part of a section's name: after ' - ', if it has one. */
const headingOf = (name: string): string => {
  const cut = name.indexOf(' - ');
  return cut === -1 ? name : name.slice(cut + 3);
};

/** Lots under a heading; null: without one. */
export type LotSection<Lot> = { key: string; heading: string | null; rows: readonly Lot[] };

type Tabbed = {
  readonly requiresTabs: boolean;
  readonly auctionTabs: readonly { readonly tabName: string }[];
};

/** The lots by the sale's sections, in its order, lots without a section last. Sections without a lot are left out. */
export function sectionsOf<Lot extends { readonly allocatedSection: string }>(
  lots: readonly Lot[],
  { requiresTabs, auctionTabs }: Tabbed,
): LotSection<Lot>[] {
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
