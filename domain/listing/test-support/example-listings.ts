import type { OpenedPersonal, SaleFacts, SourceListing } from '../commands.ts';
import {
  type ContentChange,
  changed,
  emptyContent,
  type ListingContent,
  SEALED_DESCRIPTION,
} from '../content.ts';
import { personalFields, type Values } from '../forms/field.ts';
import { FORMS } from '../forms/forms.ts';
import type { Days } from '../forms/problems.ts';
import { sentPrices } from '../price-names.ts';
import type { KindType } from '../stock.ts';

/** Listings and sales for tests: each is valid. */

export const DAYS: Days = { today: '2026-09-01', live: '2026-09-30' };

export const sale = (change: Partial<SaleFacts> = {}): SaleFacts => ({
  auction: 'a1',
  kind: 'cattle',
  phase: 'future',
  cancelled: false,
  takesLots: true,
  lateEditUntil: 50_000,
  ...change,
});

const DETAILS: Values = {
  title: '40 Angus Steers',
  vendorName: 'Wattle Park Pastoral',
  vendorPic: 'NA123456',
  town: 'GUNNEDAH',
  state: 'NSW',
  postcode: '2380',
  breed: 'Angus',
  sex: 'Steer(s)',
  stockCategory: 'Yearlings',
  assessmentDate: '2026-09-01',
  earliestDelivery: '2026-10-01',
  latestDelivery: '2026-10-07',
};

const OF_KIND: Readonly<Record<KindType, ContentChange & { details: Values }>> = {
  cattle: { details: { temperament: 'Quiet' }, heads: [{ weightLive: 412.5, fatScore: 3 }] },
  sheep: {
    details: {},
    count: 10,
    countWeighed: 2,
    heads: [
      { weightLive: 41, fatScore: 3 },
      { weightLive: 43, fatScore: 2 },
    ],
  },
  goat: { details: {}, countWeighed: 0, heads: [] },
  'sheep-abblamb': {
    details: {
      fatScore1: 10,
      fatScore2: 20,
      fatScore3: 40,
      fatScore4: 20,
      fatScore5: 10,
      grazingConditions: ['Lucerne'],
    },
    heads: [{ weightLive: 44 }],
  },
};

/** What makes a new listing of a kind one that can be submitted. */
export function fullContent(kind: KindType = 'cattle', change: ContentChange = {}): ContentChange {
  const own = OF_KIND[kind];
  return {
    description: 'Bred on the property',
    unit: 'head',
    startCents: 120_000,
    incrementCents: kind === 'cattle' ? 1_000 : 100,
    reserveCents: 145_000,
    count: 40,
    acceptenceOnTerms: true,
    isLicencedAgent: true,
    vendorSignedForm: true,
    ...own,
    ...change,
    details: { ...DETAILS, ...own.details, ...change.details },
  };
}

/** A content as a seller sends it to begin or save a lot. */
export const sentContent = (content: ContentChange) => sentPrices(content);

/** A change as the decider gets it: personal values of the details sealed beside them, as `sealed:{value}`. */
export function withSealed(kind: KindType, change: ContentChange): ContentChange {
  const stated = Object.entries(change.details ?? {}).filter(([, value]) => value !== null && value !== '');
  const own = stated.filter(([name]) => personalFields(FORMS[kind]).has(name));
  const texts = change.description ? [...own, [SEALED_DESCRIPTION, change.description] as const] : own;
  const sealed = texts.map(([name, value]) => [name, `sealed:${value}`] as const);
  return sealed.length === 0 ? change : { ...change, sealed: Object.fromEntries(sealed) };
}

/** A content as a listing keeps it: personal values sealed only. */
export function keptContent(kind: KindType = 'cattle', change: ContentChange = {}): ListingContent {
  const { details = {}, description: _, ...rest } = withSealed(kind, fullContent(kind, change));
  const kept = Object.entries(details).filter(([name]) => !personalFields(FORMS[kind]).has(name));
  return changed(emptyContent(FORMS[kind].countWeighed), { ...rest, details: Object.fromEntries(kept) });
}

/** What `withSealed` sealed, opened. */
export const opened = ({ sealed }: Pick<ListingContent, 'sealed'>): OpenedPersonal =>
  Object.fromEntries(
    Object.entries(sealed).map(([name, blob]) => [
      name,
      { sealed: blob, value: blob.replace(/^sealed:/, '') },
    ]),
  );

/** A listing as a copy or a reoffer takes it over. */
export const source = (
  content: SourceListing['content'],
  change: Partial<SourceListing> = {},
): SourceListing => ({
  listing: 'l0',
  revision: 4,
  kind: 'cattle',
  createdBy: 'vera',
  content,
  phase: 'approved',
  result: 'passed',
  closedAt: 1_000,
  reofferedAs: 'l1',
  ...change,
});
