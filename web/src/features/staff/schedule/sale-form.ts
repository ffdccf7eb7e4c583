import { type SaleDetailsBody, type SaleTermsBody, ScheduleSaleBody } from '@saleyard/contract/staff.ts';
import { DEFAULT_POLICY, type Policy } from '@saleyard/domain/auction/policy.ts';
import { neededDurations, SALE_LIMITS, scheduleProblems } from '@saleyard/domain/auction/scheduling.ts';
import type { AuctionType } from '@saleyard/domain/auction/types/auction-types.ts';
import { type FieldLabels, type FormProblem, schemaResolver } from '@/ui/form/schema-resolver.ts';
import type { Kind } from './lot-columns.ts';
import { type LotsValues, lotsProblems, newLots } from './lots-form.ts';

/** A number or a time as a field holds it, or a text that is none. */
type Typed = number | string;

/** Durations of a sale's terms that are typed. */
type TermName =
  | 'durationSeconds'
  | 'staggerSeconds'
  | 'staleTimeSeconds'
  | 'inactiveSeconds'
  | 'lotOpeningSeconds'
  | 'gapSeconds';

/** The sale as it is in the form. Times are ms since the epoch, durations seconds. */
export type SaleValues = {
  details: {
    title: string;
    description: string;
    kind: Kind;
    public: boolean;
    states: NonNullable<SaleDetailsBody['states']>;
    auctionTabs: { tabName: string; description: string }[];
  };
  terms: { type: AuctionType; openAt: Typed; liveAt: Typed; policy: Policy } & Record<TermName, Typed> & {
      allowAutoBid: boolean;
      allowUpcomingBid: boolean;
    };
  lots: LotsValues;
};

/** A duration of the terms: which types of sale use it, and the unit it is typed in. */
type TermField = {
  name: TermName;
  label: string;
  unit: { name: 'minutes' | 'seconds'; size: number };
  help: string;
  types: readonly AuctionType[];
};

const MINUTES = { name: 'minutes', size: 60 } as const;
const SECONDS = { name: 'seconds', size: 1 } as const;

/** The durations of the terms, in the order they are asked for. */
const TERM_FIELDS: readonly TermField[] = [
  {
    name: 'durationSeconds',
    label: 'Live for',
    unit: MINUTES,
    help: 'From going live to the first finish',
    types: ['simultaneous', 'synchronous'],
  },
  {
    name: 'lotOpeningSeconds',
    label: 'Each lot is live for',
    unit: SECONDS,
    help: 'Longer when bids come late',
    types: ['sequential'],
  },
  {
    name: 'gapSeconds',
    label: 'Gap between lots',
    unit: SECONDS,
    help: 'From one lot closing to the next going live',
    types: ['sequential'],
  },
  {
    name: 'staggerSeconds',
    label: 'Finish lots apart by',
    unit: SECONDS,
    help: '0 finishes all lots together',
    types: ['simultaneous'],
  },
  {
    name: 'staleTimeSeconds',
    label: 'A late bid leaves at least',
    unit: SECONDS,
    help: '0 never extends a lot',
    types: ['simultaneous', 'sequential'],
  },
  {
    name: 'inactiveSeconds',
    label: 'A late bid leaves the whole sale at least',
    unit: SECONDS,
    help: 'The sale closes when nobody has bid on any lot for this long',
    types: ['synchronous'],
  },
];

const HOUR_MS = 3_600_000;

/** A form to begin with: opens at the next full hour but one, live an hour later. `now`: ms. */
export function newSale(now: number): SaleValues {
  const openAt = (Math.floor(now / HOUR_MS) + 2) * HOUR_MS;
  return {
    details: { title: '', description: '', kind: 'cattle', public: true, states: [], auctionTabs: [] },
    terms: {
      type: 'simultaneous',
      openAt,
      liveAt: openAt + HOUR_MS,
      durationSeconds: 7_200,
      staggerSeconds: 60,
      staleTimeSeconds: 60,
      inactiveSeconds: 120,
      lotOpeningSeconds: 60,
      gapSeconds: 5,
      allowAutoBid: true,
      allowUpcomingBid: true,
      policy: DEFAULT_POLICY,
    },
    lots: newLots('cattle'),
  };
}

/** The durations that this type of sale uses. */
export const termFieldsOf = (type: AuctionType): readonly TermField[] =>
  TERM_FIELDS.filter(({ types }) => types.includes(type));

/** Lots of these types are sold one after the other. */
export const isInTurn = (type: AuctionType): boolean => type === 'sequential' || type === 'sequentialOffline';

/** The sale as it is sent. What its type does not use is 0, and no section is asked for where none is named. */
export function saleBody({ details, terms }: SaleValues): { details: SaleDetailsBody; terms: SaleTermsBody } {
  const used = new Set(termFieldsOf(terms.type).map(({ name }) => name));
  const durations = TERM_FIELDS.map(({ name }) => [name, used.has(name) ? terms[name] : 0] as const);
  const auctionTabs = details.auctionTabs.filter(({ tabName }) => tabName.trim() !== '');
  const { states, ...shown } = details;
  // What is typed may be no number: the schema says so of it.
  return {
    details: {
      ...shown,
      ...(states.length > 0 && { states }),
      requiresTabs: auctionTabs.length > 0,
      auctionTabs,
    },
    terms: {
      ...terms,
      ...Object.fromEntries(durations),
      allowUpcomingBid: isInTurn(terms.type) && terms.allowUpcomingBid,
    } as SaleTermsBody,
  };
}

const LABELS: Readonly<Record<string, FieldLabels>> = {
  'details.title': { label: 'Title' },
  'details.description': { label: 'Description' },
  'details.auctionTabs': { label: 'Sections' },
  'details.states': { label: 'States' },
  'terms.openAt': { label: 'Opens at', must: 'must be a date and a time' },
  'terms.liveAt': { label: 'Goes live at', must: 'must be a date and a time' },
};

/** What a duration must be in a sale of this type. */
function rangeOf({ name, unit }: TermField, type: AuctionType): string {
  const needed: readonly string[] = neededDurations(type);
  const most = SALE_LIMITS.seconds / unit.size;
  return `must be a whole number of ${unit.name} from ${needed.includes(name) ? 1 : 0} to ${most}`;
}

function labelsOf(path: string, { terms }: SaleValues): FieldLabels {
  const known = LABELS[path];
  if (known) return known;
  if (path.endsWith('.tabName')) return { label: 'Section' };
  if (path.startsWith('details.auctionTabs')) return { label: 'What a section holds' };
  const term = TERM_FIELDS.find(({ name }) => path === `terms.${name}`);
  return term ? { label: term.label, must: rangeOf(term, terms.type) } : { label: path };
}

/** What keeps these terms from being scheduled now (ms): times out of order, durations that are missing. */
function saleTermsProblems(
  { type, openAt, liveAt, ...terms }: SaleValues['terms'],
  now: number,
): FormProblem[] {
  const fieldOf = (name: TermName) => TERM_FIELDS.find((field) => field.name === name);
  const problems: FormProblem[] = [];
  for (const field of termFieldsOf(type)) {
    if (typeof terms[field.name] !== 'number')
      problems.push({ path: `terms.${field.name}`, message: `${field.label} ${rangeOf(field, type)}` });
  }
  const time = (value: Typed) => (typeof value === 'number' ? value : Number.POSITIVE_INFINITY);
  const number = (value: Typed) => (typeof value === 'number' ? value : 0);
  const durations = {
    durationSeconds: number(terms.durationSeconds),
    lotOpeningSeconds: number(terms.lotOpeningSeconds),
    inactiveSeconds: number(terms.inactiveSeconds),
  };
  const asked = { type, openAt: time(openAt), liveAt: time(liveAt), ...durations };
  for (const problem of scheduleProblems(asked, now)) {
    const path = `terms.${problem.field}`;
    if (problem.rule === 'future') problems.push({ path, message: 'Opens at must be in the future' });
    if (problem.rule === 'order')
      problems.push({ path, message: 'Goes live at must not be before Opens at' });
    const field = problem.rule === 'needed' && fieldOf(problem.field);
    if (field) problems.push({ path, message: `${field.label} ${rangeOf(field, type)}` });
  }
  return problems;
}

/** Judges the form: the sale by the contract's schema and its own terms, its lots by their kind's rules. */
export const saleResolver = (now: () => number) =>
  schemaResolver<SaleValues, ReturnType<typeof saleBody>>({
    schema: ScheduleSaleBody,
    bodyOf: saleBody,
    labelsOf,
    check: ({ terms, lots, details }) => [
      ...saleTermsProblems(terms, now()),
      ...lotsProblems(lots, details.kind),
    ],
  });
