import type { AuctionSummary } from '@saleyard/contract/auctions.ts';
import type { LotsPage } from '@saleyard/contract/lots.ts';
import { isOffered, resultOf } from '@saleyard/domain/auction/standing.ts';
import type { LotState } from '@saleyard/domain/auction/state.ts';
import { regionOf } from '@saleyard/domain/fields/postcode-regions.ts';
import { withWeighed } from '@saleyard/domain/listing/forms/lot-view.ts';
import { type Descriptions, shownDescription } from '../lots/descriptions.ts';

/** The tables' label for lots without a stated sex. */
export const NOT_STATED = 'Not stated';

/** Offered lots by sex, in the order in which the catalogue first has each. */
function bySex(lots: readonly LotState[], descriptions: Descriptions): [string, LotState[]][] {
  const groups = new Map<string, LotState[]>();
  for (const lot of lots) {
    if (!isOffered(lot)) continue;
    const { sex: stated } = shownDescription(lot.terms.description, descriptions)?.details ?? {};
    const sex = typeof stated === 'string' && stated !== '' ? stated : NOT_STATED;
    groups.set(sex, [...(groups.get(sex) ?? []), lot]);
  }
  return [...groups];
}

const headOf = (lots: readonly LotState[]): number => lots.reduce((head, { terms }) => head + terms.count, 0);

/** Head and lots on offer by sex. */
export function totalTable(lots: readonly LotState[], descriptions: Descriptions): LotsPage['totalTable'] {
  return bySex(lots, descriptions).map(([sex, group]) => ({
    sex,
    counts: { heads: headOf(group), total: group.length },
  }));
}

/** Results by sex: head and numbers of lots. */
export function resultTable(
  lots: readonly LotState[],
  descriptions: Descriptions,
): NonNullable<AuctionSummary['resultTable']> {
  const count = (group: readonly LotState[], ...results: ReturnType<typeof resultOf>[]) =>
    group.filter((lot) => results.includes(resultOf(lot))).length;
  return {
    categories: bySex(lots, descriptions).map(([sex, group]) => ({
      sex,
      head: headOf(group),
      lots: group.length,
      sold: count(group, 'sold', 'soldAfterAuction'),
      noBid: count(group, 'noBid'),
      passed: count(group, 'passed'),
    })),
  };
}

/** The filter choices of the listed lots: their sorted values, and the highest age (months) and weight (kg). */
export function lotChoices(
  lots: readonly LotState[],
  descriptions: Descriptions,
): Pick<AuctionSummary, 'lotFilters' | 'lotData'> {
  const details = lots
    .filter(isOffered)
    .map(({ terms }) => withWeighed(shownDescription(terms.description, descriptions)));
  const textOf = (name: string) => (values: (typeof details)[number]) => String(values[name] ?? '');
  const choices = (of: (values: (typeof details)[number]) => string): string[] =>
    [...new Set(details.map(of))].filter((value) => value !== '').sort();
  const highest = (...names: readonly string[]): number =>
    details.reduce((most, values) => Math.max(most, ...names.map((name) => Number(values[name] ?? 0))), 0);
  return {
    lotFilters: {
      breed: choices(textOf('breed')),
      stockCategory: choices(textOf('stockCategory')),
      sex: choices(textOf('sex')),
      assessorType: choices(textOf('assessorType')),
      location: choices(textOf('state')),
      region: choices(({ postcode, state }) => regionOf(String(postcode ?? ''), String(state ?? ''))),
    },
    lotData: { maxAge: highest('ageMinMonths', 'ageMaxMonths'), maxWeight: highest('weightAverageKg') },
  };
}

/** The most pictures that a list shows of a sale. */
const SALE_PICTURES = 4;

/** The first picture of each of the first lots on offer that have one: how a list shows a sale without a picture. */
export function lotPictures(lots: readonly LotState[], descriptions: Descriptions): string[] {
  const pictures: string[] = [];
  for (const { terms } of lots.filter(isOffered)) {
    const first = shownDescription(terms.description, descriptions)?.media?.[0]?.thumbnail;
    if (first !== undefined && !pictures.includes(first)) pictures.push(first);
    if (pictures.length === SALE_PICTURES) break;
  }
  return pictures;
}
