import type { LotFilters } from '@saleyard/contract/lot-filters.ts';
import { POSTCODES } from '@saleyard/domain/fields/postcode-regions.ts';
import type { Filter } from '@saleyard/platform/documents/port.ts';

const FILTERED: Readonly<Record<'breed' | 'stockCategory' | 'sex' | 'assessorType' | 'location', string>> = {
  breed: 'publicDetails.majorBreed',
  stockCategory: 'publicDetails.stockCategory',
  sex: 'publicDetails.sex',
  assessorType: 'inlineDetails.assessorType',
  location: 'publicDetails.location.state',
};

/** One end of a range: the bound itself if stated, else the other bound. */
const oneEnd = (end: string, other: string, condition: Filter): Filter => ({
  $or: [{ [end]: condition }, { [end]: null, [other]: condition }],
});

/** A condition for the lots that match all set filters; null when none is set. */
export function lotsFitting(filters: LotFilters): Filter | null {
  const { region, ageFrom, ageTo, weightFrom, weightTo } = filters;
  const all: Filter[] = [];
  for (const [name, path] of Object.entries(FILTERED)) {
    const values = filters[name as keyof typeof FILTERED];
    if (values?.length) all.push({ [path]: { $in: values } });
  }
  if (region?.length) {
    const codes = POSTCODES.filter((record) => region.includes(record.region));
    all.push({ 'inlineDetails.postcode': { $in: [...new Set(codes.map(({ postcode }) => postcode))] } });
  }
  const [least, most] = ['publicDetails.age.min', 'publicDetails.age.max'];
  // Lots whose age range overlaps; a lot without a stated age never matches.
  if (ageFrom !== undefined) all.push(oneEnd(most, least, { $gte: ageFrom }));
  if (ageTo !== undefined) all.push(oneEnd(least, most, { $lte: ageTo }));
  if (weightFrom !== undefined) all.push({ 'publicDetails.weight.average': { $gte: weightFrom } });
  if (weightTo !== undefined) all.push({ 'publicDetails.weight.average': { $lte: weightTo } });
  return all.length === 0 ? null : { $and: all };
}
