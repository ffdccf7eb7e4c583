import { LOT_LIMITS, STATES } from '../stock.ts';
import type { Field, Group } from './field.ts';

/** Groups of fields shared by the forms of all kinds. */

export const TITLE_GROUP = {
  id: 'lotTitle',
  title: 'Title',
  type: 'group',
  fields: [
    {
      name: 'title',
      title: 'Title',
      type: 'text',
      required: true,
      most: 120,
      shown: 'publicDetails.title',
      width: 26,
    },
  ],
} as const satisfies Group;

export const VENDOR_GROUP = {
  id: 'vendorDetails',
  title: 'Vendor Details',
  type: 'group',
  fields: [
    {
      name: 'vendorName',
      title: 'Vendor',
      type: 'tradingName',
      required: true,
      most: 60,
      personal: true,
      carried: true,
      width: 18,
    },
    {
      name: 'vendorPic',
      title: 'Vendor PIC',
      type: 'picNumber',
      required: true,
      upperCase: true,
      most: 8,
      personal: true,
      catalogue: false,
    },
    { name: 'vendorPhone', title: 'Vendor Phone', type: 'phone', most: 20, personal: true, catalogue: false },
    { name: 'vendorEmail', title: 'Vendor Email', type: 'email', most: 60, personal: true, catalogue: false },
    {
      name: 'vendorAddress',
      title: 'Vendor Address',
      type: 'text',
      most: 120,
      personal: true,
      catalogue: false,
    },
    {
      name: 'town',
      title: 'Town',
      type: 'text',
      required: true,
      upperCase: true,
      most: 60,
      shown: 'publicDetails.location.town',
      carried: true,
      width: 14,
    },
    {
      name: 'state',
      title: 'State',
      type: 'select',
      options: STATES,
      required: true,
      shown: 'publicDetails.location.state',
      carried: true,
    },
    {
      name: 'postcode',
      title: 'Postcode',
      type: 'text',
      required: true,
      most: 4,
      pattern: '^[0-9]{4}$',
      patternSays: 'must be 4 digits',
      shown: 'inlineDetails.postcode',
      carried: true,
      width: 5,
    },
    { name: 'district', title: 'District', type: 'dropdown', most: 60, catalogue: false },
  ],
} as const satisfies Group;

/** The breed of every kind: how the sheet and the selling screens ask for it. */
export const BREED = {
  name: 'breed',
  publicId: 'majorBreed',
  title: 'Breed',
  type: 'text',
  required: true,
  most: 60,
  shown: 'publicDetails.majorBreed',
  carried: true,
  width: 14,
} as const satisfies Field;

export const SEX = {
  name: 'sex',
  title: 'Sex',
  type: 'text',
  required: true,
  most: 40,
  shown: 'publicDetails.sex',
  carried: true,
  width: 10,
} as const satisfies Field;

export const STOCK_CATEGORY = {
  name: 'stockCategory',
  title: 'Stock category',
  type: 'text',
  required: true,
  most: 60,
  shown: 'publicDetails.stockCategory',
  carried: true,
  width: 16,
} as const satisfies Field;

/** Young stock: buyers must see whether they are weaned. */
export const HAVE_WEANED = {
  name: 'haveWeaned',
  title: 'Have Weaned',
  type: 'select',
  options: ['Yes', 'No'],
  requiredWhen: { field: 'stockCategory', in: ['Calves', 'Weaners', 'Lambs', 'Kids'] },
  shown: 'inlineDetails.haveWeaned',
  catalogue: false,
} as const satisfies Field;

export const PARENTS = [
  { name: 'sire', title: 'Sire', type: 'text', most: 60, shown: 'inlineDetails.sire' },
  { name: 'dam', title: 'Dam', type: 'text', most: 60, shown: 'inlineDetails.dam' },
] as const satisfies readonly Field[];

export const AGES = [
  {
    name: 'ageMinMonths',
    publicId: 'lowAge',
    title: 'Age from',
    type: 'number',
    unit: 'months',
    whole: true,
    most: 600,
    notMoreThan: 'ageMaxMonths',
    shown: 'publicDetails.age.min',
  },
  {
    name: 'ageMaxMonths',
    publicId: 'highAge',
    title: 'Age to',
    type: 'number',
    unit: 'months',
    whole: true,
    most: 600,
    shown: 'publicDetails.age.max',
  },
] as const satisfies readonly Field[];

export const WEIGHTS_GROUP = {
  id: 'weights',
  title: 'Weights',
  type: 'group',
  fields: [
    {
      name: 'weightAverageKg',
      title: 'Average weight',
      type: 'weight',
      unit: 'kg per head',
      most: LOT_LIMITS.kgPerHead,
      shown: 'publicDetails.weight.average',
    },
    {
      name: 'weightCurfewKg',
      title: 'Curfew weight',
      type: 'weight',
      unit: 'kg per head',
      most: LOT_LIMITS.kgPerHead,
      shown: 'publicDetails.weight.curfew',
    },
    {
      name: 'weightMinKg',
      title: 'Lightest',
      type: 'weight',
      unit: 'kg per head',
      most: LOT_LIMITS.kgPerHead,
      notMoreThan: 'weightMaxKg',
      shown: 'publicDetails.weight.min',
    },
    {
      name: 'weightMaxKg',
      title: 'Heaviest',
      type: 'weight',
      unit: 'kg per head',
      most: LOT_LIMITS.kgPerHead,
      shown: 'publicDetails.weight.max',
    },
  ],
} as const satisfies Group;

/** One head as it was weighed and scored. */
export const ASSESSMENT_GROUP = {
  id: 'assessmentGroup',
  title: 'Assessment',
  type: 'repeatForNumber',
  fields: [
    { name: 'animalIndividualId', title: 'Animal ID', type: 'text', most: 40, catalogue: false },
    {
      name: 'weightLive',
      title: 'Live Weight',
      type: 'weight',
      required: true,
      unit: 'kg per head',
      most: LOT_LIMITS.kgPerHead,
      catalogue: false,
    },
    {
      name: 'fatScore',
      title: 'Fat Score',
      type: 'rating',
      required: true,
      whole: true,
      least: 1,
      most: 5,
      catalogue: false,
    },
  ],
} as const satisfies Group;

export const TREATMENT_GROUP = {
  id: 'treatment',
  title: 'Treatment',
  type: 'group',
  fields: [
    {
      name: 'drenchedDate',
      title: 'Drenched Date',
      type: 'date',
      notAfter: 'today',
      shown: 'inlineDetails.drenchedDate',
      catalogue: false,
    },
    {
      name: 'withholding',
      title: 'Withholding',
      type: 'text',
      most: 120,
      shownWhen: { field: 'drenchedDate', is: 'today' },
      shown: 'inlineDetails.withholding',
      catalogue: false,
    },
  ],
} as const satisfies Group;

export const WEANING_DATE = {
  name: 'weaningDate',
  title: 'Weaning Date',
  type: 'date',
  notAfter: 'today',
  catalogue: false,
} as const satisfies Field;

export const ASSESSOR_GROUP = {
  id: 'assessorDetails',
  title: 'Assessor Details',
  type: 'group',
  fields: [
    {
      name: 'assessorType',
      title: 'Assessed by',
      type: 'select',
      options: ['Vendor Assessed', 'Agent Assessed'],
      otherwise: 'Agent Assessed',
      unstated: 'Vendor Assessed',
      shown: 'inlineDetails.assessorType',
      carried: true,
    },
    {
      name: 'assessmentDate',
      title: 'Assessment Date',
      type: 'date',
      required: true,
      notAfter: 'live',
      catalogue: false,
    },
    { name: 'agentId', title: 'Agent', type: 'user', catalogue: false },
    { name: 'agentName', title: 'Agent Name', type: 'text', most: 60, personal: true, catalogue: false },
    { name: 'agentPhone', title: 'Agent Phone', type: 'phone', most: 20, personal: true, catalogue: false },
    { name: 'agentEmail', title: 'Agent Email', type: 'email', most: 60, personal: true, catalogue: false },
    {
      name: 'agentDetailsName',
      title: 'Contact at the Agency',
      type: 'text',
      most: 60,
      personal: true,
      catalogue: false,
    },
    { name: 'agencyName', title: 'Agency', type: 'text', most: 60, personal: true, catalogue: false },
  ],
} as const satisfies Group;

export const DELIVERY_GROUP = {
  id: 'delivery',
  title: 'Delivery',
  type: 'group',
  reoffered: true,
  fields: [
    {
      name: 'earliestDelivery',
      title: 'Earliest Delivery',
      type: 'date',
      required: true,
      notBefore: 'live',
      notMoreThan: 'latestDelivery',
      shown: 'inlineDetails.earliestDelivery',
      catalogue: false,
    },
    {
      name: 'latestDelivery',
      title: 'Latest Delivery',
      type: 'date',
      notBefore: 'live',
      shown: 'inlineDetails.latestDelivery',
      catalogue: false,
    },
  ],
} as const satisfies Group;

const accreditation = <const N extends string, const T extends string>(name: N, title: T) =>
  ({ name, title, type: 'checkbox', shown: `inlineDetails.${name}` }) as const;

/** Accreditations of the stock, and how it was raised. */
export const ACCREDITATION_GROUP = {
  id: 'accreditations',
  title: 'Accreditations',
  type: 'group',
  fields: [
    accreditation('euAccredited', 'EU Accredited'),
    accreditation('lpaAccredited', 'LPA Accredited'),
    accreditation('msaAccredited', 'MSA Accredited'),
    accreditation('pcasAccredited', 'PCAS Accredited'),
    accreditation('russianAccredited', 'Russian Accredited'),
    accreditation('saudiAccredited', 'Saudi Accredited'),
    accreditation('organic', 'Organic'),
    accreditation('grassFed', 'Grass Fed'),
    accreditation('antibioticFree', 'Antibiotic Free'),
    accreditation('gmoFree', 'GMO Free'),
    {
      name: 'jBasScore',
      title: 'J-BAS Score',
      type: 'number',
      whole: true,
      most: 8,
      shown: 'inlineDetails.jBasScore',
    },
  ],
} as const satisfies Group;

export const CATALOGUE_GROUP = {
  id: 'catalogue',
  title: 'In the catalogue',
  type: 'group',
  fields: [
    {
      name: 'allocatedSection',
      title: 'Section',
      type: 'text',
      most: 100,
      shown: 'allocatedSection',
      carried: true,
      width: 14,
    },
    {
      name: 'additionalTitle',
      title: 'Additional title',
      type: 'text',
      most: 120,
      shown: 'additionalTitle',
      width: 16,
    },
    {
      name: 'agentComment',
      title: 'Agent comment',
      type: 'textarea',
      most: 4_000,
      shown: 'publicDetails.agentComment',
      width: 26,
    },
  ],
} as const satisfies Group;
