import type { KindType } from '../stock.ts';

/** Every type a field can have. The form takes these and no other. */
export const FIELD_TYPES = [
  'text',
  'textarea',
  'date',
  'dropdown',
  'multiDropdown',
  'select',
  'email',
  'number',
  'phone',
  'user',
  'tradingName',
  'picNumber',
  'weight',
  'rating',
  'bool',
  'checkbox',
  'group',
  'repeatForNumber',
  'repeatForBool',
  'hidden',
] as const;
type FieldType = (typeof FIELD_TYPES)[number];

/** Types of the fields that hold a value; the other three are groups of such fields. */
type ValueType = Exclude<FieldType, 'group' | 'repeatForNumber' | 'repeatForBool'>;

/**
 * Where buyers read a field in a lot: a path of the lot's details ("publicDetails.location.town"). A field
 * without a path is private: its vendor and staff alone read it.
 */
type ShownAt = `publicDetails.${string}` | `inlineDetails.${string}` | 'additionalTitle' | 'allocatedSection';

/**
 * One field of an assessment form, as data. Everything that treats a lot's fields is derived from it: forms,
 * validation, CSV columns, JSON, schemas of the API, what buyers read, the reference.
 */
export type Field = {
  /** Its name in a stored listing, in JSON and as the column of a CSV file. Never changed once stored. */
  readonly name: string;
  /** Its name in the detail tree of the selling screens, if different. */
  readonly publicId?: string;
  readonly title: string;
  readonly type: ValueType;
  /** A submitted lot must have it; a catalogued one too, unless `catalogue` is false. */
  readonly required?: true;
  /** The message when it is missing, if not the usual one. */
  readonly missingSays?: string;
  /** Required while another field has one of these values. */
  readonly requiredWhen?: { readonly field: string; readonly in: readonly string[] };
  /** Shown while another field (a date) is today. */
  readonly shownWhen?: { readonly field: string; readonly is: 'today' };
  readonly shown?: ShownAt;
  /**
   * Personal data: a listing's events hold it sealed under the key of the listing's account, never in clear.
   * Buyers never read it, and the description that a sale proves leaves it out.
   */
  readonly personal?: true;
  /** false: only the seller's form has it; it is no column of a catalogue and no member of its JSON. */
  readonly catalogue?: false;
  /** Values to choose from. `open`: other values are allowed too. */
  readonly options?: readonly string[];
  readonly open?: true;
  /** Least and greatest number; the most characters of a text; the most choices of a multiDropdown. */
  readonly least?: number;
  readonly most?: number;
  /** Numbers: whole ones only. */
  readonly whole?: true;
  /** Texts: their pattern, and the message for it ("must be 4 digits"). */
  readonly pattern?: string;
  readonly patternSays?: string;
  /** Texts: kept in upper case. */
  readonly upperCase?: true;
  readonly unit?: 'months' | 'kg per head' | '%';
  /** The field of the form whose value is the upper bound, or the latest date, of this one. */
  readonly notMoreThan?: string;
  /** Dates: bounds besides. `live`: the day the auction goes live. */
  readonly notBefore?: 'live';
  readonly notAfter?: 'live' | 'today';
  /** `otherwise`: default in a catalogue. `unstated`: shown to buyers when nothing is stored. */
  readonly otherwise?: string;
  readonly unstated?: string;
  /** A new row of a catalogue copies it from the row above. */
  readonly carried?: true;
  /** Width of its input in characters, unless its type decides it. */
  readonly width?: number;
};

/**
 * Fields that are shown together. `repeatForNumber`: asked for each head that is weighed. `reoffered`: may change when
 * the lot is offered again. `total`: what the numbers of its fields must sum up to.
 */
export type Group = {
  readonly id: string;
  readonly title: string;
  readonly type: 'group' | 'repeatForNumber';
  readonly reoffered?: true;
  readonly total?: { readonly sum: number; readonly says: string };
  readonly fields: readonly Field[];
};

/** The assessment form of a kind. */
export type Form = {
  readonly kind: KindType;
  readonly title: string;
  /** Head weighed in a new lot. */
  readonly countWeighed: 0 | 1;
  /** The percent of a lot's head that must be weighed, unless a setting says otherwise; 0: none must. */
  readonly weighedShare: number;
  /** Stock categories of which every head must be weighed. */
  readonly allWeighed: readonly string[];
  /** A lot needs the vendor's terms and signatures before it is submitted. */
  readonly signed: boolean;
  readonly groups: readonly Group[];
};

/** A value as a listing keeps it: texts and dates ("2026-09-30") as text. Empty values are not stored. */
export type Value = string | number | boolean | readonly string[];

/** The values of a form's fields, or of one head, by the fields' names. */
export type Values = Readonly<Record<string, Value>>;

const NUMBERS: ReadonlySet<FieldType> = new Set(['number', 'weight', 'rating']);

/** Whether a field's value is a number. */
export const isNumeric = ({ type }: Pick<Field, 'type'>): boolean => NUMBERS.has(type);

/** Whether a field's value is true or false. */
export const isFlag = ({ type }: Pick<Field, 'type'>): boolean => type === 'bool' || type === 'checkbox';

/** The static type of a field's value, on the wire and in code. */
export type ValueOf<F> = F extends { readonly type: 'number' | 'weight' | 'rating' }
  ? number
  : F extends { readonly type: 'bool' | 'checkbox' }
    ? boolean
    : F extends { readonly type: 'multiDropdown' }
      ? readonly string[]
      : F extends { readonly open: true }
        ? string
        : F extends { readonly options: readonly (infer O extends string)[] }
          ? O
          : string;

/** The fields of a form, as a union of their literal types. */
export type FieldsOf<F extends Form> = F['groups'][number]['fields'][number];

/** Fields of a group that is filled in once per lot. */
export const lotFields = (form: Form): readonly Field[] =>
  form.groups.flatMap(({ type, fields }) => (type === 'group' ? fields : []));

/** A field's name in the detail tree. */
export const publicIdOf = ({ name, publicId = name }: Field): string => publicId;

/** Names of the fields that are about a person. */
export const personalFields = (form: Form): ReadonlySet<string> =>
  new Set(lotFields(form).flatMap(({ name, personal }) => (personal ? [name] : [])));

/** Fields that are filled in for each head weighed. */
export const headFields = (form: Form): readonly Field[] =>
  form.groups.flatMap(({ type, fields }) => (type === 'repeatForNumber' ? fields : []));

/** Fields that a catalogue has: columns of its CSV, members of its JSON. */
export const catalogueFields = (form: Form): readonly Field[] =>
  lotFields(form).filter(({ catalogue }) => catalogue !== false);
