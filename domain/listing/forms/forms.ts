import { KIND_TITLES, type KindType } from '../stock.ts';
import type { Form } from './field.ts';
import {
  ACCREDITATION_GROUP,
  AGES,
  ASSESSMENT_GROUP,
  ASSESSOR_GROUP,
  BREED,
  CATALOGUE_GROUP,
  DELIVERY_GROUP,
  HAVE_WEANED,
  PARENTS,
  SEX,
  STOCK_CATEGORY,
  TITLE_GROUP,
  TREATMENT_GROUP,
  VENDOR_GROUP,
  WEANING_DATE,
  WEIGHTS_GROUP,
} from './shared-fields.ts';

/** The first and last groups of every form. */
const FIRST_GROUPS = [
  TITLE_GROUP,
  VENDOR_GROUP,
  {
    id: 'stockDetails',
    title: 'Stock Details',
    type: 'group',
    fields: [BREED, SEX, STOCK_CATEGORY, HAVE_WEANED, ...PARENTS, ...AGES],
  },
  WEIGHTS_GROUP,
] as const;
const LAST_GROUPS = [
  TREATMENT_GROUP,
  ACCREDITATION_GROUP,
  ASSESSOR_GROUP,
  DELIVERY_GROUP,
  CATALOGUE_GROUP,
] as const;

const WEANING_GROUP = {
  id: 'weaningGroup',
  title: 'Weaning',
  type: 'group',
  fields: [WEANING_DATE],
} as const;

const JOINED_TO = { name: 'joinedTo', title: 'Joined To', type: 'text', most: 60, catalogue: false } as const;
const JOINED_FROM = {
  name: 'joinedFrom',
  title: 'Joined From',
  type: 'date',
  notMoreThan: 'joinedUntil',
  catalogue: false,
} as const;
const JOINED_UNTIL = {
  name: 'joinedUntil',
  title: 'Joined Until',
  type: 'date',
  notAfter: 'live',
  catalogue: false,
} as const;

/**
 * The assessment form of each kind. A new field is one line in a group here: its input, its CSV column, its member
 * in JSON and in the API's schemas, its place in what buyers read and in the reference follow from that line.
 */

export const CATTLE_FORM = {
  kind: 'cattle',
  title: KIND_TITLES.cattle,
  countWeighed: 1,
  weighedShare: 0,
  allWeighed: [],
  signed: true,
  groups: [
    ...FIRST_GROUPS,
    ASSESSMENT_GROUP,
    {
      id: 'frame',
      title: 'Frame',
      type: 'group',
      fields: [
        {
          name: 'frame',
          title: 'Frame',
          type: 'dropdown',
          options: ['Small', 'Medium', 'Large'],
          catalogue: false,
        },
        {
          name: 'hornStatus',
          title: 'Horn Status',
          type: 'dropdown',
          options: ['Polled', 'Dehorned', 'Horned', 'Mixed'],
          catalogue: false,
        },
      ],
    },
    {
      id: 'temperamentGroup',
      title: 'Temperament',
      type: 'group',
      fields: [
        {
          name: 'temperament',
          title: 'Temperament',
          type: 'select',
          options: ['Quiet', 'Good', 'Fair', 'Unsettled'],
          required: true,
          missingSays: 'Please enter Temperament. This is a required field*',
          shown: 'inlineDetails.temperament',
          catalogue: false,
        },
      ],
    },
    {
      id: 'joiningDetails',
      title: 'Joining Details',
      type: 'group',
      fields: [JOINED_TO, JOINED_FROM, JOINED_UNTIL],
    },
    WEANING_GROUP,
    ...LAST_GROUPS,
  ],
} as const satisfies Form;

/** Wool and breeding, for sheep. */
const SHEEP_GROUPS = [
  {
    id: 'woolDetails',
    title: 'Wool Details',
    type: 'group',
    fields: [
      { name: 'shornDate', title: 'Shorn Date', type: 'date', notAfter: 'live', catalogue: false },
      { name: 'mulesed', title: 'Mulesed', type: 'select', options: ['Yes', 'No'], catalogue: false },
    ],
  },
  {
    id: 'joiningDetails',
    title: 'Joining Details',
    type: 'group',
    fields: [JOINED_FROM, JOINED_UNTIL, JOINED_TO],
  },
  WEANING_GROUP,
] as const;

const SHEEP_FORM = {
  kind: 'sheep',
  title: KIND_TITLES.sheep,
  countWeighed: 1,
  weighedShare: 20,
  allWeighed: ['Prime Lambs'],
  signed: true,
  groups: [...FIRST_GROUPS, ASSESSMENT_GROUP, ...SHEEP_GROUPS, ...LAST_GROUPS],
} as const satisfies Form;

const GOAT_FORM = {
  kind: 'goat',
  title: KIND_TITLES.goat,
  countWeighed: 0,
  weighedShare: 0,
  allWeighed: [],
  signed: true,
  groups: [...FIRST_GROUPS, ASSESSMENT_GROUP, WEANING_GROUP, ...LAST_GROUPS],
} as const satisfies Form;

/** A share of the lot's head, in percent. */
const share = <const N extends string, const T extends string>(name: N, title: T) =>
  ({ name, title, type: 'number', unit: '%', least: 0, most: 100, catalogue: false }) as const;

const ABBLAMB_FORM = {
  kind: 'sheep-abblamb',
  title: KIND_TITLES['sheep-abblamb'],
  countWeighed: 1,
  weighedShare: 0,
  allWeighed: [],
  signed: false,
  groups: [
    ...FIRST_GROUPS,
    {
      id: 'assessmentGroup',
      title: 'Assessment',
      type: 'repeatForNumber',
      fields: [ASSESSMENT_GROUP.fields[0], ASSESSMENT_GROUP.fields[1]],
    },
    {
      id: 'fatscoreGroup',
      title: 'Fat Score',
      type: 'group',
      total: { sum: 100, says: 'Total Fat Score Percentage must be equal to 100% when combined' },
      fields: [
        share('fatScore1', 'Fat Score 1'),
        share('fatScore2', 'Fat Score 2'),
        share('fatScore3', 'Fat Score 3'),
        share('fatScore4', 'Fat Score 4'),
        share('fatScore5', 'Fat Score 5'),
      ],
    },
    {
      id: 'grazing',
      title: 'Grazing',
      type: 'group',
      fields: [
        {
          name: 'grazingConditions',
          title: 'Grazing Conditions',
          type: 'multiDropdown',
          options: [
            'Native Pasture',
            'Improved Pasture',
            'Fodder Crop',
            'Lucerne',
            'Stubble',
            'Grain Assisted',
          ],
          required: true,
          missingSays: 'Minimum of 1 Grazing Condition must be Selected',
          catalogue: false,
        },
        {
          name: 'hoursoffeed',
          title: 'Hours Off Feed',
          type: 'number',
          whole: true,
          most: 72,
          catalogue: false,
        },
      ],
    },
    ...SHEEP_GROUPS,
    ...LAST_GROUPS,
  ],
} as const satisfies Form;

const KIND_FORMS = {
  cattle: CATTLE_FORM,
  sheep: SHEEP_FORM,
  goat: GOAT_FORM,
  'sheep-abblamb': ABBLAMB_FORM,
} as const satisfies Record<KindType, Form>;

/** The forms with the literal types of their fields: the static types of a lot are derived from them. */
export type KindForms = typeof KIND_FORMS;

/** The form of every kind. */
export const FORMS: Readonly<Record<KindType, Form>> = KIND_FORMS;
