import type { Values } from './forms/field.ts';
import type { Unit } from './stock.ts';

/** A picture or a video of the stock, by its addresses. `timestamp`: when its file was made, ms, if known. */
export type Media = {
  readonly thumbnail: string;
  readonly url: string;
  readonly title: string;
  readonly timestamp?: number;
};
/**
 * A document attached to the lot. `sealed`: its name and description, as JSON, under the key of the listing's account;
 * both are empty beside it. Documents of earlier versions, and those stored elsewhere, have them in clear.
 */
export type Document = {
  readonly name: string;
  readonly uri: string;
  readonly description: string;
  readonly sealed?: string;
};
/** An address that the vendor recommends: a page, or a PDF of their own. */
export type UsefulLink = { readonly url: string; readonly description: string; readonly isPdf: boolean };

/** A mob's walk-over weighing on one day ("2026-09-30"): kg per head on average, kg gained a day. */
type OptiweighPoint = {
  readonly date: string;
  readonly weight: number;
  readonly averageDailyGain: number;
};

/** A mob's walk-over weighings: by day, and each head of the last day, in kg. */
export type Optiweigh = { readonly days: readonly OptiweighPoint[]; readonly weights: readonly number[] };

/** A listing's whole content, written by the seller. Values not stated yet are empty or null. */
export type ListingContent = {
  /** The assessment form: values by the names of its fields, and one row for each head weighed. */
  readonly details: Values;
  readonly heads: readonly Values[];
  /**
   * Values of personal fields, which the details leave out, and the private description: each sealed under the key of
   * the listing's account.
   */
  readonly sealed: Readonly<Record<string, string>>;
  /** Private, and sealed: only listings of earlier versions have it here. */
  readonly description: string;
  /** Bidding: prices in cents per unit. */
  readonly unit: Unit | null;
  readonly startCents: number | null;
  readonly incrementCents: number | null;
  readonly reserveCents: number | null;
  readonly maxVendorBids: number;
  readonly count: number | null;
  readonly countWeighed: number | null;
  /** Percent by which weights are adjusted; kg a day the stock gains; kg per head when the mob came. */
  readonly adjustWeight: number;
  readonly weightGain: number;
  readonly mobEntryWeight: number | null;
  readonly optiweighAllowed: boolean;
  /** Omitted without walk-over scales. */
  readonly optiweigh?: Optiweigh;
  /**
   * Special conditions of sale, and the person responsible for the assessment. Signatures are names of stored files.
   */
  readonly saleConditions: string;
  readonly acceptenceOnTerms: boolean;
  readonly isLicencedAgent: boolean;
  readonly vendorSignedForm: boolean;
  /** The vendor gets the lot by e-mail when it is submitted. Listings of earlier versions do not say. */
  readonly emailToVendor?: boolean;
  readonly agentSignature: string;
  readonly vendorSignature: string;
  readonly media: readonly Media[];
  readonly documents: readonly Document[];
  readonly usefulLinks: readonly UsefulLink[];
};

/**
 * A partial change. Of the details and the sealed values only the named fields change; null empties one. In a
 * command a personal field is in both: in the details to be checked, and sealed to be kept. So does the description.
 */
export type ContentChange = Partial<Omit<ListingContent, 'details' | 'sealed'>> & {
  readonly details?: Readonly<Record<string, Values[string] | null>>;
  readonly sealed?: Readonly<Record<string, string | null>>;
};

/** The name under which the private description is sealed. No field of a form is called so. */
export const SEALED_DESCRIPTION = 'description';

/** The content of a new listing: one head, nothing else. */
export const emptyContent = (countWeighed: 0 | 1): ListingContent => ({
  details: {},
  heads: [],
  sealed: {},
  description: '',
  unit: null,
  startCents: null,
  incrementCents: null,
  reserveCents: null,
  maxVendorBids: 0,
  count: 1,
  countWeighed,
  adjustWeight: 0,
  weightGain: 0,
  mobEntryWeight: null,
  optiweighAllowed: false,
  saleConditions: '',
  acceptenceOnTerms: false,
  isLicencedAgent: false,
  vendorSignedForm: false,
  emailToVendor: false,
  agentSignature: '',
  vendorSignature: '',
  media: [],
  documents: [],
  usefulLinks: [],
});

/** The content after a change. */
export function changed(
  content: ListingContent,
  { details, sealed, ...rest }: ContentChange,
): ListingContent {
  return {
    ...content,
    ...rest,
    details: merged(content.details, details),
    sealed: merged(content.sealed, sealed),
  };
}

function merged<T>(
  values: Readonly<Record<string, T>>,
  changes: Readonly<Record<string, T | null>> = {},
): Readonly<Record<string, T>> {
  const kept = { ...values };
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) delete kept[name];
    else kept[name] = value;
  }
  return kept;
}
