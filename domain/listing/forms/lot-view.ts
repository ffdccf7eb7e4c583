import { DAY_MS, saleDay } from '../../days.ts';
import type { ListingContent, Media } from '../content.ts';
import type { KindType } from '../stock.ts';
import {
  type Field,
  type FieldsOf,
  type Form,
  isFlag,
  isNumeric,
  lotFields,
  type ValueOf,
  type Values,
} from './field.ts';
import { FORMS, type KindForms } from './forms.ts';

// What buyers read about a lot, derived from the fields of its form that say where they are shown.

type Simplify<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { [K in keyof T]: Simplify<T[K]> }
    : T;
type Both<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer A) => void ? A : never;

type AnyField = { [K in KindType]: FieldsOf<KindForms[K]> }[KindType];
type ShownField = Extract<AnyField, { readonly shown: string }>;
type PathsOf<K extends KindType> = Extract<FieldsOf<KindForms[K]>, { readonly shown: string }>['shown'];
/** Paths that lots of every kind have; the others are in lots of their kinds only. */
type CommonPath = PathsOf<'cattle'> & PathsOf<'sheep'> & PathsOf<'goat'> & PathsOf<'sheep-abblamb'>;

/** How buyers see a value: a text, '' when it is not stated; a number or yes and no, null when it is not. */
type Shown<F> =
  ValueOf<F> extends number
    ? number | null
    : ValueOf<F> extends boolean
      ? boolean | null
      : ValueOf<F> extends readonly string[]
        ? string[]
        : string;

type Nested<P extends string, V, Common extends boolean> = P extends `${infer Head}.${infer Rest}`
  ? { [K in Head]: Nested<Rest, V, Common> }
  : Common extends true
    ? { [K in P]: V }
    : { [K in P]?: V };

type FormView = Both<
  ShownField extends infer F
    ? F extends { readonly shown: infer P extends string }
      ? Nested<P, Shown<F>, P extends CommonPath ? true : false>
      : never
    : never
>;

/** How a lot's weights were determined. kg; kg a day for the gain; percent for the adjustment. */
type Weighing = {
  optiweighAllowed: boolean;
  /** Weight per head on arrival. */
  mobEntryWeight: number | null;
  weightGain: number;
  /** Gain per head from the assessment until the sale. */
  weightGainTotal: number;
  adjustWeight: number;
  countWeighed: number;
};

/** A medium as a lot shows it. `timestamp`: null when unknown. */
type ShownMedia = Omit<Media, 'timestamp'> & { readonly timestamp?: number | null };

/** Texts that are made from several fields, the pictures, and how the stock was weighed. */
type Composed = {
  publicDetails: {
    summary: { age: string; weight: string };
    age: { average: number | null };
    /** The title with the age: "40 Angus Steers, 10 - 14 mths". */
    titleLive: string;
  };
  media: readonly ShownMedia[];
} & Weighing;

/** The public details of a lot, apart from its live state. Ages in months, weights in kg. */
export type LotView = Simplify<FormView & Composed>;

/** A field that buyers read. */
export type PublicField = Field & { readonly shown: string };

/** The fields of a form that buyers read, in the order of the form. */
export const publicFields = (form: Form): readonly PublicField[] =>
  lotFields(form).filter((field): field is PublicField => field.shown !== undefined);

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

/** The public part of a description. Only fields that the form marks public are copied, so private ones cannot leak. */
export type ShownDescription = {
  readonly details: Values;
  readonly media: readonly Media[];
} & Partial<
  Pick<
    ListingContent,
    'optiweighAllowed' | 'mobEntryWeight' | 'weightGain' | 'adjustWeight' | 'countWeighed' | 'heads'
  >
>;

/** kg that a head gains from the day of its assessment ("2026-09-01") until the sale goes live (ms); 0 when unknown. */
function gainUntil({ details, weightGain = 0 }: ShownDescription, liveAt: number | null): number {
  const { assessmentDate } = details;
  if (liveAt === null || typeof assessmentDate !== 'string') return 0;
  const days = (Date.parse(saleDay(liveAt)) - Date.parse(assessmentDate)) / DAY_MS;
  return days > 0 ? Math.round(weightGain * days * 100) / 100 : 0;
}

/** How a lot's stock was weighed. */
function weighingOf(shown: ShownDescription | null, liveAt: number | null): Weighing {
  const { optiweighAllowed = false, mobEntryWeight = null, weightGain = 0 } = shown ?? {};
  const { adjustWeight = 0, countWeighed } = shown ?? {};
  return {
    optiweighAllowed,
    mobEntryWeight,
    weightGain,
    weightGainTotal: shown === null ? 0 : gainUntil(shown, liveAt),
    adjustWeight,
    countWeighed: countWeighed ?? 0,
  };
}

type OfHeads = Pick<ShownDescription, 'heads' | 'countWeighed' | 'optiweighAllowed'>;

/**
 * The rows of the head that were weighed, as the form shows them. A draft keeps the rows beyond Number of Head Weighed, and
 * those of a mob that now walks over scales: they do not count. A catalogue's own description has no number.
 */
export function weighedHeads(shown: OfHeads | null): readonly Values[] {
  const { heads = [], countWeighed, optiweighAllowed = false } = shown ?? {};
  if (optiweighAllowed) return [];
  return countWeighed === undefined ? heads : heads.slice(0, countWeighed ?? 0);
}

/** Their weights in kg; a row without one is left out. */
export const headWeights = (shown: OfHeads | null): readonly number[] =>
  weighedHeads(shown).flatMap(({ weightLive }) =>
    typeof weightLive === 'number' && weightLive > 0 ? [weightLive] : [],
  );

const CALCULATED: ReadonlySet<string> = new Set([
  'weightAverageKg',
  'weightCurfewKg',
  'weightMinKg',
  'weightMaxKg',
]);

/** Whether a field of the details is calculated where heads were weighed. */
export const isWeighedField = (name: string): boolean => CALCULATED.has(name);

const inKg = (kg: number): number => Math.round(kg * 100) / 100;

/**
 * The details with the weights that were assessed: of the weighed heads their average, the lightest and the heaviest, and by
 * curfew that average with the weight adjustment. Weights typed by hand are used only where no head was weighed.
 */
export function withWeighed(
  shown: Pick<ShownDescription, 'details' | 'adjustWeight' | keyof OfHeads> | null,
): Values {
  const details = shown?.details ?? {};
  const weights = headWeights(shown);
  if (weights.length === 0) return details;
  const others = Object.fromEntries(Object.entries(details).filter(([name]) => !isWeighedField(name)));
  const average = weights.reduce((sum, kg) => sum + kg, 0) / weights.length;
  const percent = shown?.adjustWeight ?? 0;
  return {
    ...others,
    weightAverageKg: inKg(average),
    weightMinKg: Math.min(...weights),
    weightMaxKg: Math.max(...weights),
    ...(percent !== 0 && { weightCurfewKg: inKg(average * (1 + percent / 100)) }),
  };
}

type Tree = { [name: string]: unknown };

/**
 * A lot's details for its kind, as buyers read them; those of a lot of which nothing is stated, for null.
 * `form`: of that kind. `liveAt`: when its sale goes live, ms; null where that is not known.
 */
export function lotView(
  kind: KindType,
  shown: ShownDescription | null,
  form: Form = FORMS[kind],
  liveAt: number | null = null,
): LotView {
  const details = withWeighed(shown);
  const view: Tree = {};
  for (const field of publicFields(form))
    put(view, field.shown.split('.'), shownValue(field, details, shown === null));
  const number = (name: string): number | null => {
    const value = details[name];
    return typeof value === 'number' ? value : null;
  };
  const age = ageText(number('ageMinMonths'), number('ageMaxMonths'));
  put(view, ['publicDetails', 'titleLive'], [details['title'], age].filter(Boolean).join(', '));
  put(view, ['publicDetails', 'summary'], {
    age,
    weight: weightText(number('weightAverageKg'), number('weightCurfewKg')),
  });
  const [youngest, oldest] = [number('ageMinMonths'), number('ageMaxMonths')];
  const ages = [youngest ?? oldest, oldest ?? youngest];
  const [from = null, to = null] = ages;
  put(view, ['publicDetails', 'age', 'average'], from === null || to === null ? null : (from + to) / 2);
  const media = (shown?.media ?? []).map(({ thumbnail, url, title }) => ({ thumbnail, url, title }));
  return { ...view, media, ...weighingOf(shown, liveAt) } as unknown as LotView;
}

function put(tree: Tree, [first = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    tree[first] = value;
    return;
  }
  const below = (tree[first] ?? {}) as Tree;
  tree[first] = below;
  put(below, rest, value);
}

function shownValue(field: PublicField, details: Values, nothing: boolean): unknown {
  const value = details[field.name];
  if (value !== undefined) return value;
  if (isNumeric(field) || isFlag(field)) return null;
  if (field.type === 'multiDropdown') return [];
  return (nothing ? field.unstated : undefined) ?? '';
}

/** The value of a public field; undefined when the lot's form does not have it. */
export const valueIn = ({ shown }: PublicField, view: LotView): unknown =>
  shown.split('.').reduce<unknown>((tree, name) => (tree as Tree | undefined)?.[name], view);
