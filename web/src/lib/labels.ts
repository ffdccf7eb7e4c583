import type { AuctionSummary } from '@saleyard/contract/auctions.ts';
import type { LotDetails } from '@saleyard/contract/lots.ts';
import { speciesOf } from '@saleyard/domain/listing/species.ts';
import { titleOf as lotTitle, placeOf as townAndState } from '@saleyard/domain/presentation/lots.ts';

/** Characters of an identifier that is shown whole, and those that stay of a longer one. */
const IDENTIFIER = { most: 25, first: 15, last: 7 } as const;

/** An identifier as people can compare it: a long one is shortened in its middle. */
export const shownIdentifier = (id: string): string =>
  id.length > IDENTIFIER.most ? `${id.slice(0, IDENTIFIER.first)}…${id.slice(-IDENTIFIER.last)}` : id;

/** The filter of a list of sales by category, in the order it is shown. */
export const CATEGORY_FILTER = { category: ['all', 'cattle', 'sheep', 'goat'] } as const;
export type Category = (typeof CATEGORY_FILTER.category)[number];

/** Category filter in the order it is shown. */
export const CATEGORIES: readonly { value: Category; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'cattle', label: 'Cattle' },
  { value: 'sheep', label: 'Sheep' },
  { value: 'goat', label: 'Goat' },
];

export const inCategory = ({ kindData: { type } }: AuctionSummary, category: Category): boolean =>
  category === 'all' || speciesOf(type) === category;

/** A lot's title: what the vendor called it, else its head count. `details`: null while they are not known. */
export const titleOf = (details: Pick<LotDetails, 'publicDetails'> | null, count: number): string =>
  lotTitle(details?.publicDetails.title, count);

/** Longer comments are cut; descriptions sooner. Both also end after four lines, by style. */
const CUT_AT = { comment: 420, description: 150 } as const;
const LINES_SHOWN = 4;

/** The longest word that is left out whole where a text is cut; a longer one is cut itself. Characters. */
const LONGEST_WORD = 30;

/** The beginning of a text, of at most `most` characters, without the part of a word. */
function cutAtSpace(text: string, most: number): string {
  const cut = text.slice(0, most);
  const part = /\S/.test(text.charAt(most)) ? (/\S*$/.exec(cut)?.[0].length ?? 0) : 0;
  return (part > LONGEST_WORD ? cut : cut.slice(0, most - part)).trimEnd();
}

/**
 * The part of a text that a list shows, cut by characters or by its own lines, and whether a way to the whole of it
 * goes with it: where it was cut, and after a comment of four lines. [B187] [S081]
 */
export function preview(text: string, of: keyof typeof CUT_AT): { text: string; hasMore: boolean } {
  const lines = text.split('\n');
  const first = lines.slice(0, LINES_SHOWN).join('\n');
  const isLong = first.length > CUT_AT[of];
  const shown = isLong ? cutAtSpace(first, CUT_AT[of]) : first;
  const linesWithMore = of === 'comment' ? LINES_SHOWN : LINES_SHOWN + 1;
  return { text: shown, hasMore: isLong || lines.length >= linesWithMore };
}

/** Town and state: "Gunnedah, NSW"; '' when unknown. */
export const placeOf = (details: Pick<LotDetails, 'publicDetails'> | null): string =>
  townAndState(details?.publicDetails.location);
