import type { LotBody } from '@saleyard/contract/bodies.ts';
import { parsePrice, typedPrice } from '@/lib/money.ts';
import {
  INCREMENTS,
  type Kind,
  LOT_COLUMNS,
  type LotColumn,
  type LotColumnName,
  STATES,
  type Unit,
} from './lot-columns.ts';

/** A lot as it stands in the form: every field as typed. `key` keeps the row's identity while it is edited. */
export type LotDraft = { key: string } & Record<LotColumnName, string>;

/** What is wrong with a field of a row; `row` counts from 0. */
export type LotFault = { row: number; column: LotColumnName; message: string };

const emptyFields = Object.fromEntries(LOT_COLUMNS.map(({ name }) => [name, ''])) as Record<
  LotColumnName,
  string
>;

/** What a row takes over from the one above it: consecutive lots mostly come from one place and vendor. */
const CARRIED: readonly LotColumnName[] = [
  'unit',
  'incrementCents',
  'vendorName',
  'town',
  'state',
  'postcode',
  'breed',
  'sex',
  'stockCategory',
  'assessorType',
  'allocatedSection',
];

export const unitOf = (draft: Pick<LotDraft, 'unit'>): Unit => (draft.unit === 'kg' ? 'kg' : 'head');

/** The increment a new lot of this kind and unit begins with, as its field holds it (cents). */
export const firstIncrement = (kind: Kind, unit: Unit): string => String(INCREMENTS[kind][unit][0] ?? '');

/** A new row, carrying on from the row above it. `key` must be new. */
export function nextDraft(key: string, kind: Kind, above?: LotDraft): LotDraft {
  const draft: LotDraft = {
    key,
    ...emptyFields,
    unit: 'head',
    state: 'NSW',
    incrementCents: firstIncrement(kind, 'head'),
    assessorType: 'Vendor Assessed',
  };
  if (!above) return { ...draft, number: '1' };
  for (const name of CARRIED) draft[name] = above[name];
  const number = Number(above.number);
  return { ...draft, number: Number.isSafeInteger(number) && number > 0 ? String(number + 1) : '' };
}

/** Whether a row says nothing yet beyond what a new row carries: such a row is left out. */
export const isBlank = (draft: LotDraft): boolean =>
  draft.title === '' && draft.count === '' && draft.startCents === '' && draft.reserveCents === '';

/** Marks an amount of a file that is not in cents. */
export const NOT_CENTS = '(not cents)';

const DECIMAL = /^\d+(\.\d+)?$/;

function fieldFault(column: LotColumn, draft: LotDraft, kind: Kind): string | null {
  const text = draft[column.name].trim();
  if (text === '') return column.required ? `Please Enter ${column.label}` : null;
  switch (column.type) {
    case 'text':
      if (column.name === 'postcode') return /^\d{4}$/.test(text) ? null : 'Postcode must be 4 digits';
      return text.length > column.most ? `${column.label} can have at most ${column.most} characters` : null;
    case 'whole': {
      const least = column.name === 'count' ? 1 : 0;
      const value = Number(text);
      return /^\d+$/.test(text) && value >= least && value <= column.most
        ? null
        : `${column.label} must be a whole number from ${least} to ${column.most}`;
    }
    case 'decimal':
      return DECIMAL.test(text) && Number(text) <= column.most
        ? null
        : `${column.label} must be a number from 0 to ${column.most}`;
    case 'price': {
      if (text.endsWith(NOT_CENTS)) return `${column.label} stands in a file as whole cents, like 120000`;
      if (parsePrice(text, unitOf(draft)) !== null) return null;
      return unitOf(draft) === 'kg'
        ? `${column.label} must be whole cents per kg, like 412`
        : `${column.label} must be dollars per head, like 1250 or 412.50`;
    }
    case 'increment': {
      const allowed = INCREMENTS[kind][unitOf(draft)];
      if (allowed.length === 0) return null;
      const shown = allowed.map((cents) => typedPrice(cents, unitOf(draft))).join(', ');
      return allowed.includes(Number(text)) ? null : `Increment must be one of ${shown}`;
    }
    case 'unit':
      if (text !== 'head' && text !== 'kg') return 'Sold per must be head or kg';
      return INCREMENTS[kind][text].length > 0 ? null : 'This kind is sold by the head only';
    case 'state':
      return STATES.some((state) => state === text) ? null : `State must be one of ${STATES.join(', ')}`;
    case 'assessor':
      return text === 'Vendor Assessed' || text === 'Agent Assessed'
        ? null
        : 'Assessed by must be Vendor Assessed or Agent Assessed';
  }
}

function* rowFaults(draft: LotDraft, kind: Kind): Generator<[LotColumnName, string]> {
  for (const column of LOT_COLUMNS) {
    const message = fieldFault(column, draft, kind);
    if (message !== null) yield [column.name, message];
  }
  const start = parsePrice(draft.startCents, unitOf(draft));
  const reserve = parsePrice(draft.reserveCents, unitOf(draft));
  if (start !== null && reserve !== null && reserve < start) {
    yield ['reserveCents', "Your Reserve Price can't be lower than your Start Price"];
  }
  const above = (from: LotColumnName, to: LotColumnName) =>
    draft[from] !== '' && draft[to] !== '' && Number(draft[from]) > Number(draft[to]);
  if (above('ageMinMonths', 'ageMaxMonths')) yield ['ageMinMonths', 'Age from must not be more than Age to'];
  if (above('weightMinKg', 'weightMaxKg')) yield ['weightMinKg', 'Lightest must not be more than Heaviest'];
}

/** Everything wrong with the rows, in their order; a lot's number stands once in a sale. */
export function faultsOf(drafts: readonly LotDraft[], kind: Kind): LotFault[] {
  const faults: LotFault[] = [];
  const numbers = new Map<string, number>();
  drafts.forEach((draft, row) => {
    for (const [column, message] of rowFaults(draft, kind)) faults.push({ row, column, message });
    const number = draft.number.trim();
    const other = number === '' ? undefined : numbers.get(number);
    if (other !== undefined) {
      faults.push({ row, column: 'number', message: `Lot ${number} is already row ${other + 1}` });
    } else if (number !== '') numbers.set(number, row);
  });
  return faults;
}

/** A row without faults, as the server takes it. Amounts become cents per unit. */
export function lotBody(draft: LotDraft): LotBody {
  const unit = unitOf(draft);
  const optional = <K extends LotColumnName, V>(name: K, read: (text: string) => V) =>
    draft[name].trim() === '' ? {} : ({ [name]: read(draft[name].trim()) } as Record<K, V>);
  const cents = (text: string) => parsePrice(text, unit) ?? 0;
  const text = (value: string) => value;
  return {
    unit,
    count: Number(draft.count),
    startCents: cents(draft.startCents),
    incrementCents: Number(draft.incrementCents),
    vendorName: draft.vendorName.trim(),
    title: draft.title.trim(),
    town: draft.town.trim(),
    state: STATES.find((state) => state === draft.state.trim()) ?? 'NSW',
    postcode: draft.postcode.trim(),
    breed: draft.breed.trim(),
    sex: draft.sex.trim(),
    stockCategory: draft.stockCategory.trim(),
    assessorType: draft.assessorType === 'Agent Assessed' ? 'Agent Assessed' : 'Vendor Assessed',
    ...optional('number', text),
    ...optional('reserveCents', cents),
    ...optional('maxVendorBids', Number),
    ...optional('ageMinMonths', Number),
    ...optional('ageMaxMonths', Number),
    ...optional('weightAverageKg', Number),
    ...optional('weightCurfewKg', Number),
    ...optional('weightMinKg', Number),
    ...optional('weightMaxKg', Number),
    ...optional('allocatedSection', text),
    ...optional('additionalTitle', text),
    ...optional('agentComment', text),
  };
}
