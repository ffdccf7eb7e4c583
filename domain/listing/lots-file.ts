import {
  meaningOf,
  type Parser,
  parseCellDate,
  parseHead,
  parseMoney,
  parseNumber,
  parseWeight,
  parseWhole,
  plainLines,
  plainText,
  type WrittenIn,
} from '../fields/typed.ts';
import { parsePic } from '../fields/typed-codes.ts';
import { emptyContent, type ListingContent } from './content.ts';
import { type Field, type Form, isFlag, lotFields, type Value, type Values } from './forms/field.ts';
import {
  type Days,
  dateProblems,
  normalised,
  orderProblems,
  totalProblems,
  valueProblem,
} from './forms/problems.ts';
import { readField } from './forms/read-field.ts';
import { LOT_TITLES } from './lot-titles.ts';
import { INCREMENTS, isWeightAdjustment, isWeightGain, LOT_LIMITS, type Unit, unitsOf } from './stock.ts';
import { draftProblems, priceProblem, submitProblems, worthProblem } from './validation.ts';
import { hasDecimalCommas, type RowOfFile } from './weights-file.ts';

// Lots as a seller has them in a spreadsheet, one lot a row: its columns are the fields of the form.

/** Lots of one file at most. */
export const LOTS_PER_FILE = 200;

/** The column of the names of a lot's pictures. */
export const PICTURES_COLUMN = 'pictures';

type Column = {
  readonly name: string;
  readonly title: string;
  readonly headings: readonly string[];
  readonly isLabel?: boolean;
  readonly notOfSums?: boolean;
};

/** What only a row of a lot has: how it is sold, its price and its sex. A row of sums has none. */
export const NOT_OF_SUMS: ReadonlySet<string> = new Set(['unit', 'startCents', 'sex']);

/** What the columns of sellers and agents are called beside the titles of the form. */
const HEADINGS: Readonly<Record<string, readonly string[]>> = {
  count: ['head', 'no of head', 'no head', 'head no', 'hd', 'qty', 'quantity', 'head count'],
  unit: ['sold by', 'sold per', 'unit', 'price per', 'selling method'],
  startCents: ['start', 'starting price', 'opening price', 'start cents'],
  incrementCents: ['increment', 'bid step'],
  reserveCents: ['reserve', 'reserve cents'],
  maxVendorBids: ['vendor bids'],
  countWeighed: ['head weighed', 'no weighed', 'weighed'],
  description: ['private description', 'notes for staff', 'stock notes'],
  saleConditions: ['special conditions', 'conditions of sale', 'conditions'],
  optiweighAllowed: ['optiweigh', 'walk over weighing', 'walk over scales'],
  mobEntryWeight: ['mob entry weight', 'entry wt'],
  [PICTURES_COLUMN]: ['picture', 'photos', 'photo', 'images', 'image', 'picture files', 'media'],
  title: ['lot title', 'heading'],
  vendorName: ['vendor name', 'owner', 'seller', 'consignor', 'account', 'a/c', 'trading name'],
  vendorPic: ['pic', 'pic number', 'pic no', 'property identification code'],
  vendorPhone: ['phone', 'mobile', 'phone no', 'phone number', 'mobile no', 'mobile number'],
  vendorEmail: ['email', 'e-mail'],
  vendorAddress: ['address', 'property'],
  town: ['location', 'locality', 'suburb'],
  postcode: ['post code', 'pcode'],
  sex: ['gender'],
  stockCategory: ['category', 'class', 'stock class'],
  haveWeaned: ['weaned'],
  ageMinMonths: ['min age', 'age min', 'minimum age', 'low age'],
  ageMaxMonths: ['max age', 'age max', 'maximum age', 'high age'],
  weightAverageKg: ['avg weight', 'average wt', 'avg wt', 'ave wt', 'av wt', 'live weight', 'weight', 'wt'],
  weightCurfewKg: ['curfew wt', 'curfewed weight'],
  weightMinKg: ['min weight', 'lightest weight', 'min wt', 'weight min'],
  weightMaxKg: ['max weight', 'heaviest weight', 'max wt', 'weight max'],
  drenchedDate: ['drenched', 'drench date'],
  assessorType: ['assessor', 'assessed'],
  assessmentDate: ['assessed on', 'date assessed'],
  agencyName: ['agency name'],
  earliestDelivery: ['delivery from', 'delivery'],
  latestDelivery: ['delivery to', 'delivery until'],
  agentComment: ['comment', 'comments', 'agent comments'],
  allocatedSection: ['pen section'],
};

/** What of a lot is no field of its form and may be in a file. Declarations and signatures are made for each lot. */
const TERMS = [
  ...(['count', 'unit', 'startCents', 'incrementCents', 'reserveCents', 'maxVendorBids'] as const),
  ...(['countWeighed', 'adjustWeight', 'weightGain', 'mobEntryWeight', 'optiweighAllowed'] as const),
  ...(['description', 'saleConditions'] as const),
];
type Term = (typeof TERMS)[number];

/** Fields that nobody types. */
const NOT_TYPED: ReadonlySet<Field['type']> = new Set(['user', 'hidden']);
const fieldsOf = (form: Form): readonly Field[] => lotFields(form).filter(({ type }) => !NOT_TYPED.has(type));

/** The columns that a file of lots may have: the title and the vendor first, then how it is sold, then the rest. */
export function lotColumns(form: Form): readonly Column[] {
  const column = (name: string, title: string): Column => ({
    name,
    title,
    headings: HEADINGS[name] ?? [],
    notOfSums: NOT_OF_SUMS.has(name),
  });
  const isTerm = (name: Term) => name !== 'optiweighAllowed' || form.kind === 'cattle';
  const [title, ...others] = fieldsOf(form).map(({ name, title: of }) => column(name, of));
  return [
    ...(title === undefined ? [] : [{ ...title, isLabel: true }]),
    ...TERMS.filter(isTerm).map((name) => column(name, LOT_TITLES[name])),
    ...others,
    column(PICTURES_COLUMN, 'Pictures'),
  ];
}

/** How a cell of a column is to be filled in, for the template; '' where anything may be. */
export function columnHint(form: Form, name: string): string {
  const field = fieldsOf(form).find((one) => one.name === name);
  if (field === undefined) return TERM_HINTS[name as Term] ?? '';
  const { type, options, unit, most } = field;
  if (isFlag(field)) return 'Yes or No';
  if (options !== undefined) return options.join(type === 'multiDropdown' ? '; ' : ' / ');
  if (type === 'date') return 'DD/MM/YYYY';
  if (unit !== undefined) return unit;
  return type === 'text' && most !== undefined ? `at most ${most} characters` : '';
}

const TERM_HINTS: Partial<Record<string, string>> = {
  unit: 'Head / Kg',
  startCents: '$ per head, or cents per kg',
  incrementCents: '$ per head, or cents per kg',
  reserveCents: '$ per head, or cents per kg',
  adjustWeight: '%',
  weightGain: 'kg a day',
  mobEntryWeight: 'kg per head',
  optiweighAllowed: 'Yes or No',
  [PICTURES_COLUMN]: 'names of files, separated by ;',
};

const UNITS_TYPED: Readonly<Record<string, Unit>> = {
  head: 'head',
  perhead: 'head',
  hd: 'head',
  perhd: 'head',
  ahead: 'head',
  dollarsperhead: 'head',
  kg: 'kg',
  perkg: 'kg',
  ckg: 'kg',
  cperkg: 'kg',
  centsperkg: 'kg',
  kilogram: 'kg',
  perkilogram: 'kg',
};

const unitParser =
  ({ kind }: Form): Parser<Unit> =>
  (typed) => {
    const unit = UNITS_TYPED[typed.toLowerCase().replaceAll(/[^a-z]/g, '')];
    const allowed = unitsOf(kind);
    if (unit !== undefined && allowed.includes(unit)) return { value: unit };
    return { rule: `must be ${allowed.map((one) => (one === 'kg' ? 'Kg' : 'Head')).join(' or ')}` };
  };

/** A number of percent or kg, with its sign and its unit. */
function signedParser(isOne: (value: number) => boolean, rule: string): Parser<number> {
  return (typed) => {
    const [, sign = '', digits = ''] = /^([+-]?)\s*(.*?)\s*(?:%|kg.*)?$/i.exec(plainText(typed)) ?? [];
    const size = meaningOf(parseNumber()(digits));
    const value = size === null ? null : sign === '-' ? -size : size;
    return value !== null && isOne(value) ? { value } : { rule };
  };
}

const textParser =
  (most: number): Parser<string> =>
  (typed) => {
    const value = plainLines(typed);
    return value.length <= most ? { value } : { rule: `can have at most ${most} characters` };
  };

/** Excel drops the 0 that phone numbers and postcodes of the north begin with. */
const withFirstZero = ({ type, name }: Field, text: string): string =>
  (type === 'phone' && /^[2-478]\d{8}$/.test(text)) || (name === 'postcode' && /^\d{3}$/.test(text))
    ? `0${text}`
    : text;

const CENTS_PER_HEAD = /(cents?|¢|\bc)\s*((\/|per|a)\s*h(ea)?d)?\W*$/i;
const DOLLARS = /\$|\bdollars?\b/i;
/** Of a price per kg, beside dollars: the heading is of both units ("$ per head, or cents per kg"), or of heads only. */
const NOT_DOLLARS_PER_KG = /cents?\b|¢|\bc\s*(\/|per|a)\s*kg|(\/|\bper|\ba)\s*h(ea)?d\b(?!.*kg)/i;

/** What the prices of a unit are written in under this heading: dollars per head and cents per kg, unless it says otherwise. */
function writtenUnder(heading: string, unit: Unit): WrittenIn {
  if (unit === 'kg') return DOLLARS.test(heading) && !NOT_DOLLARS_PER_KG.test(heading) ? 'dollars' : 'cents';
  return CENTS_PER_HEAD.test(heading) ? 'cents' : 'dollars';
}

/** Whether a heading says that the prices of a unit below it are in dollars. */
export const saysDollars = (heading: string, unit: Unit): boolean =>
  DOLLARS.test(heading) && writtenUnder(heading, unit) === 'dollars';

/** A cell whose text breaks the rule of its column. */
export type CellProblem = { row: number; column: string; value: string; rule: string };

/** A lot of a file. `pictures`: names of files. `toDo`: titles of what it lacks before it can be submitted. */
export type LotOfFile = {
  readonly row: number;
  readonly content: ListingContent;
  readonly pictures: readonly string[];
  readonly toDo: readonly string[];
};

/** The lots of the rows without a problem; what is wrong with the others; what was changed (capped weights). */
export type LotsRead = {
  readonly lots: readonly LotOfFile[];
  readonly problems: readonly CellProblem[];
  readonly notes: readonly CellProblem[];
};

const DECLARED: ReadonlySet<string> = new Set(['acceptenceOnTerms', 'isLicencedAgent', 'vendorSignedForm']);

/**
 * Reads rows of a file as lots of a form. A row with a problem gives no lot: nothing is half taken. `known`: values of
 * fields for lots that do not state them. `days`, `sections`: of the sale; null where it has no sections. `headings`: of the
 * file, by column.
 */
export function readLots(
  form: Form,
  rows: readonly RowOfFile[],
  {
    days,
    known = {},
    saleConditions = '',
    sections = null,
    headings = {},
  }: {
    days: Days;
    known?: Values;
    saleConditions?: string;
    sections?: readonly string[] | null;
    headings?: Readonly<Record<string, string>>;
  },
): LotsRead {
  const fields = fieldsOf(form);
  const columns = lotColumns(form);
  const titleOf = (name: string) =>
    columns.find((one) => one.name === name)?.title ??
    form.groups.find(({ id }) => id === name)?.title ??
    name;
  const weights = fields.filter(({ type }) => type === 'weight').map(({ name }) => name);
  const decimalComma = hasDecimalCommas(
    rows.flatMap(({ cells }) => [...weights, 'mobEntryWeight'].map((name) => cells[name] ?? '')),
  );
  const lots: LotOfFile[] = [];
  const problems: CellProblem[] = [];
  const notes: CellProblem[] = [];

  for (const { row, cells } of rows) {
    const wrong: CellProblem[] = [];
    const noted: CellProblem[] = [];
    const at = (column: string, rule: string): CellProblem => ({
      row,
      column,
      value: cells[column] ?? '',
      rule,
    });
    /** The value of a cell; null for an empty one, and for one that breaks a rule, which is named. */
    const read = <T>(column: string, parse: Parser<T>): T | null => {
      const text = cells[column] ?? '';
      if (text === '') return null;
      const parsed = parse(text);
      if ('rule' in parsed) {
        wrong.push(at(column, parsed.rule));
        return null;
      }
      if (parsed.note !== undefined) noted.push(at(column, parsed.note));
      return parsed.value;
    };

    const details: Record<string, Value> = {};
    for (const field of fields) {
      const value = read<Value>(field.name, (typed) => {
        const parsed =
          field.type === 'date'
            ? parseCellDate(typed)
            : readField(field, withFirstZero(field, typed), { decimalComma });
        if ('rule' in parsed) return parsed;
        const rule = valueProblem(field, parsed.value);
        return rule === null ? parsed : { rule };
      });
      if (value !== null && value !== false) details[field.name] = value;
    }
    for (const [name, value] of Object.entries(known)) details[name] ??= value;
    for (const { name, type } of fields)
      if (type === 'picNumber') read(name, parsePic(String(details['state'] ?? '')));

    const section = details['allocatedSection'];
    if (sections !== null && section !== undefined && !sections.includes(String(section)))
      wrong.push(at('allocatedSection', `must be one of ${sections.join(', ')}`));

    const [only, other] = unitsOf(form.kind);
    const unit = read('unit', unitParser(form)) ?? (other === undefined ? (only ?? null) : null);
    const price = (column: Term): number | null =>
      unit === null ? null : read(column, parseMoney(unit, writtenUnder(headings[column] ?? '', unit)));
    const startCents = price('startCents');
    const reserveCents = price('reserveCents');
    const incrementCents = price('incrementCents');
    const priced = (['startCents', 'reserveCents', 'incrementCents'] as const).find(
      (column) => (cells[column] ?? '') !== '',
    );
    if (priced !== undefined && unit === null && (cells['unit'] ?? '') === '')
      wrong.push(at(priced, `needs ${LOT_TITLES.unit}: Head or Kg`));
    if (unit !== null && incrementCents !== null && !INCREMENTS[form.kind][unit].includes(incrementCents)) {
      const isInCents = writtenUnder(headings['incrementCents'] ?? '', unit) === 'cents';
      const allowed = INCREMENTS[form.kind][unit].map((cents) => `${isInCents ? cents : cents / 100}`);
      wrong.push(at('incrementCents', `must be ${allowed.join(', ').replace(/, ([^,]*)$/, ' or $1')}`));
    }
    const content: ListingContent = {
      ...emptyContent(form.countWeighed),
      details: normalised(lotFields(form), details),
      unit,
      startCents,
      reserveCents,
      incrementCents,
      count: read('count', parseHead(1, LOT_LIMITS.count)),
      countWeighed: read('countWeighed', parseHead(0, LOT_LIMITS.countWeighed)) ?? 0,
      maxVendorBids: read('maxVendorBids', parseWhole(0, LOT_LIMITS.vendorBids)) ?? 0,
      adjustWeight:
        read(
          'adjustWeight',
          signedParser((value) => isWeightAdjustment(form.kind, value), 'is not one of the choices'),
        ) ?? 0,
      weightGain:
        read(
          'weightGain',
          signedParser((value) => isWeightGain(form.kind, value), 'is not one of the choices'),
        ) ?? 0,
      mobEntryWeight: read('mobEntryWeight', parseWeight({ most: LOT_LIMITS.kgPerHead, decimalComma })),
      optiweighAllowed:
        read('optiweighAllowed', (typed) => {
          const parsed = readField({ name: '', title: '', type: 'bool' }, typed);
          return 'rule' in parsed ? parsed : { value: parsed.value === true };
        }) ?? false,
      description: read('description', textParser(LOT_LIMITS.description)) ?? '',
      saleConditions: read('saleConditions', textParser(LOT_LIMITS.saleConditions)) ?? saleConditions,
    };
    const pictures = (cells[PICTURES_COLUMN] ?? '')
      .split(/[;\n]/)
      .map((name) => name.trim())
      .filter((name) => name !== '');
    if (pictures.length > LOT_LIMITS.media)
      wrong.push(at(PICTURES_COLUMN, `can have at most ${LOT_LIMITS.media} files`));
    const stated = form.groups.filter(
      ({ total, fields: of }) => total && of.some(({ name }) => name in details),
    );
    const contradictions = [
      ...[priceProblem(content), worthProblem(content)].flatMap((one) => one ?? []),
      ...orderProblems(lotFields(form), content.details),
      ...dateProblems(form, content.details, days),
      ...totalProblems(form, content.details).filter(({ field }) => stated.some(({ id }) => id === field)),
      ...draftProblems(form, content),
    ];
    for (const { field, message } of contradictions) {
      if (wrong.some(({ column }) => column === field)) continue;
      const title = titleOf(field);
      wrong.push(at(field, message.startsWith(`${title} `) ? message.slice(title.length + 1) : message));
    }
    problems.push(...wrong);
    if (wrong.length > 0) continue;
    const toDo = submitProblems(form, content, days)
      .filter(({ field }) => !DECLARED.has(field))
      .map(({ field }) => titleOf(field));
    lots.push({ row, content, pictures, toDo: [...new Set(toDo)] });
    notes.push(...noted);
  }
  return { lots, problems, notes };
}
