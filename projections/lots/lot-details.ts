import type { LotDetails } from '@saleyard/contract/lots.ts';
import type { LotParticulars, LotTerms } from '@saleyard/domain/auction/terms.ts';

const NOTHING_STATED: LotParticulars = {
  title: '',
  town: '',
  state: '',
  postcode: '',
  breed: '',
  sex: '',
  stockCategory: '',
  ageMinMonths: null,
  ageMaxMonths: null,
  weightAverageKg: null,
  weightCurfewKg: null,
  weightMinKg: null,
  weightMaxKg: null,
  assessorType: 'Vendor Assessed',
  agentComment: '',
  additionalTitle: '',
  allocatedSection: '',
  vendorName: '',
  media: [],
};

/** An age range as people write it: "10 - 14 mths". */
export function ageText(min: number | null, max: number | null): string {
  const [from, to] = [min ?? max, max ?? min];
  if (from === null || to === null) return '';
  return from === to ? `${from} mths` : `${from} - ${to} mths`;
}

/** The weight people quote, average before curfew: "412.5 kg". */
export function weightText(average: number | null, curfew: number | null): string {
  const weight = average ?? curfew;
  return weight === null ? '' : `${Math.round(weight * 100) / 100} kg`;
}

/** What anyone may read about a lot. Everything is named one by one: what is private can't slip in. */
export function lotDetails(terms: LotTerms): LotDetails {
  const of = terms.particulars ?? NOTHING_STATED;
  return {
    publicDetails: {
      title: of.title,
      agentComment: of.agentComment,
      majorBreed: of.breed,
      sex: of.sex,
      stockCategory: of.stockCategory,
      location: { town: of.town, state: of.state },
      summary: {
        age: ageText(of.ageMinMonths, of.ageMaxMonths),
        weight: weightText(of.weightAverageKg, of.weightCurfewKg),
      },
      age: { min: of.ageMinMonths, max: of.ageMaxMonths },
      weight: {
        average: of.weightAverageKg,
        curfew: of.weightCurfewKg,
        min: of.weightMinKg,
        max: of.weightMaxKg,
      },
    },
    inlineDetails: { postcode: of.postcode, assessorType: of.assessorType },
    additionalTitle: of.additionalTitle,
    allocatedSection: of.allocatedSection,
    media: of.media.map(({ thumbnail, url, title }) => ({ thumbnail, url, title })),
  };
}
