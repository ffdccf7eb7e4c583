import { isDay } from '../../days.ts';
import type { Problem } from '../../fields/rules.ts';
import { meaningOf, type Parser, parseWeight } from '../../fields/typed.ts';
import { parseEmail, parsePhone, parsePic } from '../../fields/typed-codes.ts';
import {
  type Field,
  type Form,
  headFields,
  isFlag,
  isNumeric,
  lotFields,
  type Value,
  type Values,
} from './field.ts';
import { storedFieldText } from './read-field.ts';

/** How messages name fields: by their titles for people, by their names for programs. */
export type NameField = (field: Pick<Field, 'name' | 'title'>) => string;

const byTitle: NameField = ({ title }) => title;

/** The days that dates are compared with, as "2026-09-30" in the sale's zone. `live`: null before a sale is chosen. */
export type Days = { today: string; live: string | null };

const SEVERAL_MISSING = 'Please Fill Required Fields in Red Above';
/** The end of the message of a missing field, also of a price or a declaration, which are no fields of a form. */
const REQUIRED = 'This is a required field*';

/** The message of what is missing, by its title. */
export const missingText = (title: string): string => `Please enter ${title} ${REQUIRED}`;

const missingMessage = ({ title, missingSays }: Field): string => missingSays ?? missingText(title);

/** The message above a form: its one problem, or that several required fields are missing. */
export function headline(form: Form, problems: readonly Problem[]): string | null {
  const missing = new Set([...lotFields(form), ...headFields(form)].map(missingMessage));
  const isMissing = (message: string) => missing.has(message) || message.endsWith(REQUIRED);
  const lacking = problems.filter(({ message }) => isMissing(message));
  return lacking.length > 1 ? SEVERAL_MISSING : (problems[0]?.message ?? null);
}

/** Whether a value is empty: empty or blank text, no choice, and for a weight or a rating 0. */
export function isEmpty({ type }: Pick<Field, 'type'>, value: Value | null | undefined): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === 'string') return value.trim() === '';
  if (typeof value === 'object') return value.length === 0;
  return value === 0 && (type === 'weight' || type === 'rating');
}

const ruleOf = (parse: Parser<string>, text: string): string | null => {
  const parsed = parse(text);
  return 'rule' in parsed ? parsed.rule : null;
};

/** The rule that a non-empty value breaks, or null. Read after the field's name: "must be 4 digits". */
export function valueProblem(field: Field, value: unknown): string | null {
  if (isNumeric(field)) return numberProblem(field, value);
  if (isFlag(field)) return typeof value === 'boolean' ? null : 'must be yes or no';
  if (field.type === 'multiDropdown') return choicesProblem(field, value);
  return typeof value === 'string' ? textProblem(field, value) : 'must be text';
}

function numberProblem(
  { whole, unit, least = 0, most = Number.MAX_SAFE_INTEGER }: Field,
  value: unknown,
): string | null {
  const fits = typeof value === 'number' && Number.isFinite(value) && value >= least && value <= most;
  if (fits && (!whole || Number.isInteger(value))) return null;
  const kind = whole && unit === 'months' ? 'whole months' : `a ${whole ? 'whole ' : ''}number`;
  return `must be ${kind} ${most === Number.MAX_SAFE_INTEGER ? `${least} or more` : `from ${least} to ${most}`}`;
}

function choicesProblem({ options, open, most = 100 }: Field, value: unknown): string | null {
  if (!Array.isArray(value) || !value.every((choice) => typeof choice === 'string'))
    return 'must be a list of choices';
  if (value.length > most) return `can have at most ${most} choices`;
  const known = open || value.every((choice) => options?.includes(choice) ?? true);
  return known ? null : `must be some of ${options?.join(', ')}`;
}

function textProblem(field: Field, text: string): string | null {
  const { type, options, open, most, pattern, patternSays } = field;
  if (options && !open) return options.includes(text) ? null : `must be one of ${options.join(', ')}`;
  if (pattern !== undefined && !new RegExp(pattern).test(text)) return patternSays ?? `must match ${pattern}`;
  if (most !== undefined && text.length > most)
    // A code that is too long breaks the rule of its format.
    return type === 'picNumber' ? ruleOf(parsePic(''), text) : `can have at most ${most} characters`;
  if (type === 'date') return isDay(text) ? null : 'must be a date, DD/MM/YYYY';
  if (type === 'email') return ruleOf(parseEmail, text);
  if (type === 'phone') return ruleOf(parsePhone, text);
  return null;
}

/**
 * Values as a listing keeps them: without empty ones and what nobody sees, in upper case, to the hundredth of a kg; codes,
 * phones, choices and dates as what they mean. A text that breaks its field's rule stays, for validation to name.
 */
export function normalised(fields: readonly Field[], values: Values): Values {
  const kept: Record<string, Value> = {};
  for (const field of fields) {
    const value = values[field.name];
    if (value === undefined || isEmpty(field, value)) continue;
    kept[field.name] = ofForm(field, value);
  }
  return kept;
}

const exactWeight = parseWeight({ most: Number.MAX_SAFE_INTEGER });

/** A weight to the hundredth of a kg. What is no weight stays, for validation to name. */
export const toHundredth = (kg: number): number => meaningOf(exactWeight(String(kg))) ?? kg;

function ofForm(field: Field, value: Value): Value {
  if (typeof value === 'string') return storedFieldText(field, value);
  return typeof value === 'number' && field.type === 'weight' ? toHundredth(value) : value;
}

/** Values of fields that the form does not have. */
function unknownFields(fields: readonly Field[], values: Values, at: string): Problem[] {
  const known = new Set(fields.map(({ name }) => name));
  return Object.keys(values)
    .filter((name) => !known.has(name))
    .map((name) => ({ field: `${at}${name}`, message: `There is no field ${name}` }));
}

/** Values that are not of their field's type, or beyond its limits. Missing values are not reported. */
export function valueProblems(
  fields: readonly Field[],
  values: Values,
  { at = '', nameOf = byTitle }: { at?: string; nameOf?: NameField } = {},
): Problem[] {
  const problems = unknownFields(fields, values, at);
  for (const field of fields) {
    const value = values[field.name];
    if (isEmpty(field, value)) continue;
    const why = valueProblem(field, value);
    if (why !== null) problems.push({ field: `${at}${field.name}`, message: `${nameOf(field)} ${why}` });
  }
  return problems;
}

/** Pairs in the wrong order: an age from that is more than the age to. */
export function orderProblems(
  fields: readonly Field[],
  values: Values,
  nameOf: NameField = byTitle,
): Problem[] {
  return fields.flatMap((field) => {
    const other = fields.find(({ name }) => name === field.notMoreThan);
    if (other === undefined || !isMore(values[field.name], values[other.name])) return [];
    const how = field.type === 'date' ? 'later' : 'more';
    return [{ field: field.name, message: `${nameOf(field)} must not be ${how} than ${nameOf(other)}` }];
  });
}

const isMore = (a: Value | null | undefined, b: Value | null | undefined): boolean =>
  (typeof a === 'number' && typeof b === 'number' && a > b) ||
  (typeof a === 'string' && typeof b === 'string' && isDay(a) && isDay(b) && a > b);

/** Required fields that are empty. `shown` leaves out fields that the form does not show at the moment. */
export function missingProblems(fields: readonly Field[], values: Values, { at = '' } = {}): Problem[] {
  return fields
    .filter((field) => isRequired(field, values) && isEmpty(field, values[field.name]))
    .map((field) => ({ field: `${at}${field.name}`, message: missingMessage(field) }));
}

/** Whether a field must be filled in, beside these values of the others. */
export function isRequired({ required, requiredWhen }: Field, values: Values): boolean {
  if (required) return true;
  const other = requiredWhen && values[requiredWhen.field];
  return typeof other === 'string' && (requiredWhen?.in.includes(other) ?? false);
}

/** Whether a form shows the field, beside these values of the others. */
export const isShown = ({ shownWhen }: Field, values: Values, { today }: Pick<Days, 'today'>): boolean =>
  shownWhen === undefined || values[shownWhen.field] === today;

/** Dates on the wrong side of the day of the sale, or of today. A half typed date is on no side. */
export function dateProblems(form: Form, values: Values, days: Days): Problem[] {
  const problems: Problem[] = [];
  for (const { name, title, notAfter, notBefore } of lotFields(form)) {
    const date = values[name];
    if (typeof date !== 'string' || !isDay(date)) continue;
    const last = notAfter === 'today' ? days.today : notAfter === 'live' ? days.live : null;
    if (last !== null && date > last) {
      const day = notAfter === 'today' ? 'today' : 'the auction date';
      problems.push({ field: name, message: `${title} cannot be later than ${day}` });
    }
    if (notBefore === 'live' && days.live !== null && date < days.live) {
      problems.push({ field: name, message: `${title} cannot be earlier than the auction date` });
    }
  }
  return problems;
}

/** Delivery dates that a sale of this day comes after: they are cleared when a lot moves to it, and this is said. */
export function staleDeliveries(
  form: Form,
  values: Values,
  live: string,
): { fields: readonly string[]; message: string | null } {
  const stale = lotFields(form).filter(({ name, notBefore }) => {
    const date = values[name];
    return notBefore === 'live' && typeof date === 'string' && isDay(date) && date < live;
  });
  const [first] = stale;
  const who = stale.length > 1 ? `Both ${stale.map(({ title }) => title).join(' and ')}` : first?.title;
  const message = who === undefined ? null : `${who} cannot be earlier than the auction date`;
  return { fields: stale.map(({ name }) => name), message };
}

/** Groups whose numbers must sum up to a total, and do not. */
export function totalProblems(form: Form, values: Values): Problem[] {
  return form.groups.flatMap(({ id, total, fields }) => {
    if (total === undefined) return [];
    const sum = fields.reduce((so, { name }) => so + Number(values[name] ?? 0), 0);
    return Math.abs(sum - total.sum) < 1e-9 ? [] : [{ field: id, message: total.says }];
  });
}

/** Whether the vendor's PIC is one of the vendor's state; an empty one is not a problem here. */
export function picProblems(form: Form, values: Values): Problem[] {
  return lotFields(form).flatMap((field) => {
    const { name, title, type } = field;
    const pic = values[name];
    if (type !== 'picNumber' || typeof pic !== 'string' || pic === '') return [];
    const parsed = parsePic(String(values['state'] ?? ''))(pic);
    return 'value' in parsed
      ? []
      : [{ field: name, message: `Please Enter correct ${title}. It ${parsed.rule}.` }];
  });
}
